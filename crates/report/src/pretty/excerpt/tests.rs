use proptest::prelude::*;

use super::*;

fn excerpt(text: &str, mark: Range<usize>) -> Excerpt {
    Excerpt { text: text.to_owned(), mark, cut_left: false, cut_right: false }
}

/// The line and the carets below it.
fn drawn(excerpt: &Excerpt, width: usize) -> (String, String) {
    let marked = mark(excerpt, width);
    let carets = " ".repeat(marked.before) + &"^".repeat(marked.under);
    (marked.line, carets)
}

fn pair(line: &str, carets: &str) -> (String, String) {
    (line.to_owned(), carets.to_owned())
}

#[test]
fn a_short_line_is_shown_whole() {
    let shown = drawn(&excerpt("key = ****", 6..10), 40);
    assert_eq!(shown, pair("key = ****", "      ^^^^"));
}

#[test]
fn tabs_become_spaces_and_wide_characters_two_carets() {
    assert_eq!(drawn(&excerpt("\ta\t*", 3..4), 40), pair("    a   *", "        ^"));
    assert_eq!(drawn(&excerpt("鍵=鍵", 4..7), 40), pair("鍵=鍵", "   ^^"));
}

#[test]
fn control_characters_are_escaped_and_underlined_in_full() {
    let shown = drawn(&excerpt("a\u{1b}b", 1..2), 40);
    assert_eq!(shown, pair("a\\x1bb", " ^^^^"));
}

#[test]
fn a_carriage_return_at_the_end_is_not_shown() {
    assert_eq!(drawn(&excerpt("k=**\r\n", 2..6), 40), pair("k=**", "  ^^"));
}

#[test]
fn a_long_line_is_cut_on_both_sides() {
    let text = format!("{}****{}", "a".repeat(100), "b".repeat(100));
    let shown = drawn(&excerpt(&text, 100..104), 20);
    assert_eq!(shown, pair("…aaaaaaa****bbbbbbb…", "        ^^^^"));
}

#[test]
fn a_cut_near_an_edge_gives_the_room_to_the_other_side() {
    let shown = drawn(&excerpt(&format!("k=**{}", "b".repeat(100)), 2..4), 20);
    assert_eq!(shown, pair("k=**bbbbbbbbbbbbbb…", "  ^^"));
}

#[test]
fn a_mark_that_is_too_wide_shows_its_beginning() {
    let shown = drawn(&excerpt(&format!("key={}", "*".repeat(100)), 4..104), 20);
    assert_eq!(shown, pair("…******************…", " ^^^^^^^^^^^^^^^^^^"));
}

#[test]
fn an_empty_mark_still_points_somewhere() {
    assert_eq!(drawn(&excerpt("", 0..0), 40), pair("", "^"));
    assert_eq!(drawn(&excerpt("ab", 2..2), 40), pair("ab", "  ^"));
}

#[test]
fn what_the_caller_cut_is_shown_as_cut() {
    let cut = Excerpt { cut_left: true, cut_right: true, ..excerpt("a**b", 1..3) };
    assert_eq!(drawn(&cut, 40), pair("…a**b…", "  ^^"));
}

proptest! {
    #[test]
    fn fits_whatever_comes(
        text in any::<String>(), start in 0_usize..80, end in 0_usize..80, width in 16_usize..60,
        cut_left: bool, cut_right: bool,
    ) {
        let shown = mark(&Excerpt { text, mark: start..end, cut_left, cut_right }, width);
        prop_assert!(cells(&shown.line) <= width);
        prop_assert!(shown.before + shown.under <= width);
        prop_assert!(shown.under >= 1);
        prop_assert!(!shown.line.contains(crate::visible::hidden));
    }
}
