//! Any text as a rule file: it is read and compiled, or refused, in bounded time and memory.

#![no_main]

use libfuzzer_sys::fuzz_target;
use prescan_core::Scratch;

fuzz_target!(|text: &str| {
    let rules = match prescan_rules::read("fuzz.yaml", text) {
        Ok(rules) => rules,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    match prescan_rules::compile(None, &rules, &|_| text.to_owned()) {
        Ok(engine) => {
            engine.scan(&mut Scratch::default(), text.as_bytes());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
