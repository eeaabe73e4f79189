use proptest::prelude::*;
use regex_automata::{Anchored, Input, meta};

use super::{Mode, Pattern, parse};

fn meta(pattern: &str) -> meta::Regex {
    let syntax = regex_automata::util::syntax::Config::new().unicode(false).utf8(false);
    meta::Builder::new()
        .configure(meta::Config::new().utf8_empty(false))
        .syntax(syntax)
        .build(pattern)
        .unwrap()
}

/// Patterns of runs, alternations and optional parts over a tiny alphabet.
fn patterns() -> impl Strategy<Value = String> {
    let class = prop::sample::select(vec![
        "[ab]", "[a-c]", "[^a]", "c", "ab", ".", "\\d", "(?:ab|b)", "(?:a|ab)",
    ]);
    let count =
        prop::sample::select(vec!["", "{2}", "{0,3}", "{1,4}", "*", "+", "?", "*?", "{1,3}?"]);
    prop::collection::vec((class, count), 1..5).prop_map(|parts| {
        parts.into_iter().map(|(class, count)| format!("{class}{count}")).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn forward_is_what_a_regex_engine_gives(pattern in patterns(), text in "[abc1\n]{0,24}", at in 0usize..8) {
        let at = at.min(text.len());
        let expected = meta(&pattern)
            .search(&Input::new(&text).range(at..).anchored(Anchored::Yes))
            .map(|found| found.end());
        let found = Pattern::new(&pattern, Mode::Forward).unwrap().matcher().match_forward(text.as_bytes(), at);
        prop_assert_eq!(found, expected, "{}", pattern);
    }

    #[test]
    fn backward_is_the_longest_match_that_ends_there(pattern in patterns(), text in "[abc1\n]{0,16}", at in 0usize..16) {
        let at = at.min(text.len());
        let whole = meta(&format!("(?:{pattern})\\z"));
        let expected = (0..=at).find(|&start| {
            whole.is_match(Input::new(&text[..at]).range(start..).anchored(Anchored::Yes))
        });
        let found = Pattern::new(&pattern, Mode::Backward).unwrap().matcher().match_backward(text.as_bytes(), at);
        prop_assert_eq!(found, expected, "{}", pattern);
    }

    #[test]
    fn search_is_what_a_regex_engine_gives(pattern in patterns(), text in "[abc1\n]{0,24}") {
        let found = Pattern::new(&pattern, Mode::Search).unwrap().matcher().is_match(text.as_bytes());
        prop_assert_eq!(found, meta(&pattern).is_match(&text), "{}", pattern);
    }
}

#[test]
fn plain_sequences_need_no_automaton() {
    for pattern in ["[A-Za-z0-9]{36}", "[a-f0-9]{8}-[a-f0-9]{4}", "[a-z]+_[0-9]{2,4}", "x*y"] {
        assert!(
            matches!(Pattern::new(pattern, Mode::Forward).unwrap(), Pattern::Runs(_)),
            "{pattern}"
        );
    }
    for pattern in ["[a-z]+a", "(?:ab)+", "a|b.", "\\bab"] {
        assert!(
            matches!(Pattern::new(pattern, Mode::Forward).unwrap(), Pattern::Dfa(_)),
            "{pattern}"
        );
    }
}

#[test]
fn an_error_names_the_place() {
    let error = parse("ab(c").unwrap_err();
    assert_eq!(error.offset(), Some(2));
    assert_eq!(error.to_string(), "unclosed group at `(c`");
}

#[test]
fn unicode_is_not_turned_on() {
    for pattern in ["(?u)a", "a(?u:\\w)", "(?i-u)a(?:b(?su:c))"] {
        let error = parse(pattern).unwrap_err();
        assert!(error.to_string().starts_with("the flag `u` is not supported"), "{error}");
    }
    assert_eq!(parse("a(?u:b)").unwrap_err().offset(), Some(3));
    for pattern in ["(?-u)a", "(?i)a(?s-u:.)"] {
        assert!(parse(pattern).is_ok(), "{pattern}");
    }
}
