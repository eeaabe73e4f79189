//! What holds for every format.

use prescan_report::{Format, Outcome, Style};
use proptest::prelude::*;

use crate::arbitrary;
use crate::sample::{self, report};

/// The characters that act on a terminal or hide in it.
fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{61c}' | '\u{ad}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

proptest! {
    #[test]
    fn no_character_of_a_scanned_file_acts_on_the_terminal(outcome in arbitrary::outcome()) {
        for format in Format::ALL {
            let text = report(*format, &outcome, &Style::default());
            let found = text.chars().find(|c| *c != '\n' && acts(*c));
            prop_assert_eq!(found, None, "in {}", format.name());
            prop_assert!(text.ends_with('\n'));
        }
    }

    #[test]
    fn the_order_of_the_input_makes_no_difference(
        (outcome, shuffled) in arbitrary::outcome().prop_flat_map(|outcome| {
            let records = Just(outcome.records.clone()).prop_shuffle();
            let problems = Just(outcome.problems.clone()).prop_shuffle();
            let shuffled = (Just(outcome.clone()), records, problems).prop_map(
                |(outcome, records, problems)| Outcome { records, problems, ..outcome },
            );
            (Just(outcome), shuffled)
        })
    ) {
        for format in Format::ALL {
            let style = Style::default();
            prop_assert_eq!(
                report(*format, &outcome, &style),
                report(*format, &shuffled, &style)
            );
        }
    }
}

#[test]
fn names_lead_back_to_their_format() {
    for format in Format::ALL {
        assert_eq!(Format::from_name(format.name()), Some(*format));
    }
    assert_eq!(Format::from_name("xml"), None);
}

#[test]
fn an_error_of_the_writer_is_handed_on() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    // Longer than any buffer, so that writing fails in the middle.
    let long = Outcome { tool_version: "1".repeat(100_000), ..sample::outcome() };
    for outcome in [sample::outcome(), long] {
        for format in Format::ALL {
            let result = prescan_report::write(*format, &outcome, &Style::default(), &mut Closed);
            assert_eq!(result.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
        }
    }
}
