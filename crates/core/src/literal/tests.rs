use proptest::prelude::*;

use super::{Hit, Literal, LiteralError, LiteralSet, Pass, Reference, Search, starts_word};

fn literal(text: &str, nocase: bool, left_boundary: bool) -> Literal {
    Literal::new(text.as_bytes(), nocase, left_boundary).unwrap()
}

fn all(find: impl FnOnce(&mut Pass, &mut dyn FnMut(&[Hit]))) -> Vec<Hit> {
    let mut hits = Vec::new();
    find(&mut Pass::default(), &mut |batch| hits.extend_from_slice(batch));
    hits.sort_unstable();
    hits
}

/// Every occurrence, by comparing at every position.
fn naive(literals: &[Literal], text: &[u8]) -> Vec<Hit> {
    let mut hits = Vec::new();
    for start in 0..text.len() {
        for (index, literal) in literals.iter().enumerate() {
            let Some(found) = text.get(start..start + literal.bytes().len()) else { continue };
            let equal = if literal.nocase {
                found.eq_ignore_ascii_case(literal.bytes())
            } else {
                found == literal.bytes()
            };
            if equal && (!literal.left_boundary || starts_word(text, start)) {
                hits.push(Hit { start, literal: index as u16 });
            }
        }
    }
    hits
}

fn agree(literals: Vec<Literal>, text: &[u8]) {
    let expected = naive(&literals, text);
    let reference = Reference::new(&literals);
    let set = LiteralSet::new(literals).unwrap();
    assert_eq!(all(|pass, on_hits| set.find(text, pass, on_hits)), expected);
    assert_eq!(all(|pass, on_hits| reference.find(set.literals(), text, pass, on_hits)), expected);
    if let Some(tables) = set.tables() {
        let search = Search::new(tables, set.literals());
        let baseline =
            all(|pass, on_hits| search.find(text, pass, on_hits, super::probe, |_, _| {}));
        assert_eq!(baseline, expected);
    }
}

/// Literals over a tiny alphabet, so that they overlap, nest and repeat.
fn literals() -> impl Strategy<Value = Vec<Literal>> {
    let one =
        ("[abAB_-]{3,12}", any::<bool>(), any::<bool>()).prop_map(|(text, nocase, boundary)| {
            let text = if nocase { text.to_ascii_lowercase() } else { text };
            literal(&text, nocase, boundary)
        });
    prop::collection::vec(one, 1..40)
}

const CASES: u32 = if cfg!(miri) { 4 } else { 400 };

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn finds_what_aho_corasick_and_a_naive_search_find(
        literals in literals(), text in "[abAB_\\\\n%-]{0,400}"
    ) {
        agree(literals, text.as_bytes());
    }

    #[test]
    fn finds_planted_literals_in_any_bytes(
        words in prop::collection::vec("[ -~]{3,30}", 1..60),
        mut text in prop::collection::vec(any::<u8>(), 0..700),
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..12),
    ) {
        for (word, place) in places {
            let word = word.get(&words).as_bytes();
            let at = place.index(text.len() + 1);
            text.splice(at..at, word.iter().copied());
        }
        agree(words.iter().map(|word| literal(word, false, false)).collect(), &text);
    }
}

#[test]
fn every_position_and_length_of_a_text_around_the_block_size() {
    let literals = vec![literal("needle", false, false), literal("ned", true, false)];
    for len in 0..if cfg!(miri) { 20 } else { 210 } {
        for at in 0..=len {
            let mut text = vec![b'.'; len];
            text.splice(at..at, *b"needle");
            text.extend_from_slice(b"NeD");
            agree(literals.clone(), &text);
        }
    }
}

#[test]
fn too_short_a_literal_is_refused_with_advice() {
    let error = Literal::new(b"sk", false, false).unwrap_err();
    assert_eq!(error, LiteralError::TooShort("sk".into()));
    assert!(error.to_string().contains("take a longer fixed part"), "{error}");
}

#[test]
fn too_long_a_literal_is_refused() {
    let error = Literal::new(&[b'x'; 65], false, false).unwrap_err();
    assert!(matches!(error, LiteralError::TooLong(_)));
}

#[test]
#[cfg_attr(miri, ignore = "builds thousands of literals")]
fn a_set_that_would_fill_the_table_falls_back_to_the_automaton() {
    let literals: Vec<Literal> = (0..12_000u32)
        .map(|n| {
            let digit = |k: u32| char::from(b'!' + (n / 90u32.pow(k) % 90) as u8);
            literal(&format!("{}{}{}", digit(0), digit(1), digit(2)), false, false)
        })
        .collect();
    let set = LiteralSet::new(literals).unwrap();
    assert!(set.tables().is_none());
    let hits = all(|pass, on_hits| set.find(b"....!!!....", pass, on_hits));
    assert!(hits.contains(&Hit { start: 4, literal: 0 }));
}

#[test]
fn the_boundary_counts_escapes() {
    for (text, expected) in [
        ("key", true),
        ("xkey", false),
        ("_key", false),
        ("-key", true),
        ("\\nkey", true),
        ("nkey", false),
        ("%3Dkey", true),
        ("%zDkey", false),
    ] {
        assert_eq!(starts_word(text.as_bytes(), text.len() - 3), expected, "{text}");
    }
}
