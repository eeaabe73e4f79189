//! The gram filter, the automaton and a naive search find the same hits.

#![no_main]

use arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use prescan_core::literal::{Hit, Literal, LiteralSet, Pass, Reference, starts_word};

fn literals(from: &mut Unstructured<'_>) -> Result<Vec<Literal>> {
    let mut literals = Vec::new();
    for _ in 0..from.int_in_range(1..=12)? {
        let len = from.int_in_range(3..=20)?;
        let mut bytes = from.bytes(len)?.to_vec();
        let nocase = from.arbitrary()?;
        if nocase {
            bytes.make_ascii_lowercase();
        }
        literals.push(Literal::new(&bytes, nocase, from.arbitrary()?).unwrap());
    }
    Ok(literals)
}

fn naive(literals: &[Literal], text: &[u8]) -> Vec<Hit> {
    let mut hits = Vec::new();
    for start in 0..text.len() {
        for (index, literal) in literals.iter().enumerate() {
            let Some(found) = text.get(start..start + literal.bytes().len()) else { continue };
            let equal = match literal.nocase {
                true => found.eq_ignore_ascii_case(literal.bytes()),
                false => found == literal.bytes(),
            };
            if equal && (!literal.left_boundary || starts_word(text, start)) {
                hits.push(Hit { start, literal: index as u16 });
            }
        }
    }
    hits
}

fuzz_target!(|data: &[u8]| {
    let mut from = Unstructured::new(data);
    let Ok(literals) = literals(&mut from) else { return };
    // The literals stand among the rest of the input, so that there is something to find.
    let mut text = Vec::new();
    for (index, part) in from.take_rest().chunks(24).enumerate() {
        text.extend_from_slice(part);
        text.extend_from_slice(literals[index % literals.len()].bytes());
    }
    let expected = naive(&literals, &text);
    let mut pass = Pass::default();
    let mut hits = Vec::new();
    Reference::new(&literals)
        .find(&literals, &text, &mut pass, &mut |batch| hits.extend_from_slice(batch));
    hits.sort_unstable();
    assert_eq!(hits, expected);
    let set = LiteralSet::new(literals).unwrap();
    hits.clear();
    set.find(&text, &mut pass, &mut |batch| hits.extend_from_slice(batch));
    hits.sort_unstable();
    assert_eq!(hits, expected);
});
