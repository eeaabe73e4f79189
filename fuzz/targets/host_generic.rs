//! Any bytes as an event of the protocol: they are read or refused, judged by the built-in hooks, and the answer is one that callers take.

#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use prescan_hook::wire::{self, Incoming};
use prescan_hook::{Action, Chain, Date, Settings, Surroundings, builtin_chain};

/// The built-in hooks of a machine whose files nobody asks for.
static CHAIN: LazyLock<Chain> = LazyLock::new(|| {
    let today = Date::of_unix_seconds(1_800_000_000);
    let surroundings = Surroundings::new(Settings::default(), Some("/home/me".into()), today);
    builtin_chain(&Arc::new(surroundings.without_files()))
});

fuzz_target!(|data: &[u8]| {
    for can_ask in [false, true] {
        let decision = match wire::decode(data, can_ask) {
            Incoming::Event(event) => CHAIN.decide_blocking(event),
            Incoming::Decided(decision) => decision,
        };
        // A hook that panics is caught by the chain, and shows here.
        assert_eq!(decision.failures, []);
        assert!(decision.action == Action::Allow || decision.deciding().next().is_some());
        let answer = wire::encode(&decision).expect("every field can be written");
        let answer: serde_json::Value = serde_json::from_slice(&answer).expect("JSON");
        assert!(answer["action"].is_string());
        assert_eq!(answer["action"] == "allow", answer.get("reason").is_none());
    }
});
