//! The engine finds what its twin finds: small rules and a text, both from the input.

#![no_main]

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use prescan_core::reference::{Twin, cut, resolved, sightings};
use prescan_core::{Engine, Scratch, Segment};

fuzz_target!(|data: &[u8]| {
    // The text comes first, so that mutations of the rules leave it alone.
    let at = data.len() / 2;
    let (text, rest) = data.split_at(at);
    let mut from = Unstructured::new(rest);
    let Ok(specs) = prescan_fuzz::rules(&mut from) else { return };
    // A pattern may become too large an automaton.
    let Ok(engine) = Engine::compile(&specs) else { return };
    let twin = Twin::of(&engine, &specs).unwrap();
    let expected = twin.sightings(text, "");
    assert_eq!(sightings(&engine, &[Segment::whole(text)]), expected);
    let at = from.int_in_range(0..=text.len()).unwrap_or_default();
    assert_eq!(sightings(&engine, &cut(text, &[at])), expected);
    assert_eq!(engine.scan(&mut Scratch::default(), text), resolved(&expected));
});
