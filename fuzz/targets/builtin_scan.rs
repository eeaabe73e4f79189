//! The built-in rules over any bytes: no panic, spans within the text, and the same from two segments as from one.

#![no_main]

use libfuzzer_sys::fuzz_target;
use prescan_core::reference::{cut, resolved, sightings};
use prescan_core::{Scratch, Segment};

fuzz_target!(|data: &[u8]| {
    let engine = prescan_rules::builtin();
    let (at, text) = match *data {
        [a, b, ref text @ ..] => (usize::from(u16::from_le_bytes([a, b])), text),
        _ => (0, data),
    };
    let whole = sightings(engine, &[Segment::whole(text)]);
    for one in &whole {
        let span = one.finding.span;
        assert!(span.start < span.end && span.end <= text.len() as u64);
        assert!(!one.secret.is_empty());
    }
    assert_eq!(sightings(engine, &cut(text, &[at % (text.len() + 1)])), whole);
    let findings = engine.scan(&mut Scratch::default(), text);
    assert_eq!(findings, resolved(&whole));
    assert!(findings.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
});
