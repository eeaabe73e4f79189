//! Outcomes of every kind, with texts that are out to break a report.

use std::sync::Arc;
use std::time::Duration;

use prescan_core::{Confidence, Severity};
use prescan_report::{Excerpt, Outcome, Position, Problem, Record, RuleInfo};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// A text of ordinary words, hostile pieces and any characters at all.
pub fn text() -> impl Strategy<Value = String> {
    let hostile = select(vec![
        "\u{1b}[2J",
        "\n",
        "\r",
        "\t",
        "\0",
        "\u{7f}",
        "\u{9b}31m",
        "\u{202e}",
        "\u{200b}",
        "\u{2028}",
        "\u{feff}",
        "\u{e0041}",
        "\"",
        "\\",
        "{0}",
        "{{",
        "[a](b)",
        "%",
        "<script>",
        "日本",
        "e\u{301}",
        "👩\u{200d}🚒",
        "#",
        "?",
        "//",
        "..",
        "C:",
        "https://",
        "\u{fffd}",
    ]);
    let piece = prop_oneof![
        3 => select(vec!["a", "key", "password", "averyveryverylongword"]).prop_map(String::from),
        1 => Just(" ".to_owned()),
        2 => hostile.prop_map(String::from),
        1 => any::<char>().prop_map(String::from),
    ];
    vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn severity() -> impl Strategy<Value = Severity> {
    select(Severity::ALL)
}

prop_compose! {
    fn rule()(
        id in prop_oneof![select(vec!["a.x", "b.y"]).prop_map(String::from), text()], title in text(), why in text(),
        fix in option::of(text()), docs in option::of(prop_oneof![
            text(), text().prop_map(|rest| format!("https://example.org/{rest}")),
            text().prop_map(|rest| format!("https://{rest}")),
        ]),
        tags in vec(text(), 0..4), severity in severity(), provider in text(),
    ) -> Arc<RuleInfo> {
        Arc::new(RuleInfo { id, title, why, fix, docs, tags, severity, provider })
    }
}

fn position() -> impl Strategy<Value = Position> {
    let number = || prop_oneof![8 => 0_u64..50, 1 => any::<u64>()];
    (number(), number()).prop_map(|(line, column)| Position { line, column })
}

prop_compose! {
    fn excerpt()(
        text in text(), start in 0_usize..60, end in 0_usize..60,
        cut_left in any::<bool>(), cut_right in any::<bool>(),
    ) -> Excerpt {
        Excerpt { text, mark: start..end, cut_left, cut_right }
    }
}

prop_compose! {
    fn record(rules: Vec<Arc<RuleInfo>>)(
        rule in select(rules), path in prop_oneof![select(vec!["a/c", "b/d"]).prop_map(String::from), text()], start in position(),
        end in position(), offset in 0_u64..9, length in any::<u64>(), severity in severity(),
        confidence in select(Confidence::ALL), fingerprint in text(), matched in text(),
        via in prop_oneof![Just(String::new()), text()], excerpt in option::of(excerpt()),
    ) -> Record {
        Record {
            rule, path, start, end, offset, length, severity, confidence, fingerprint, matched,
            via, excerpt,
        }
    }
}

prop_compose! {
    fn problem()(path in text(), reason in text(), incomplete in any::<bool>()) -> Problem {
        Problem { path, reason, incomplete }
    }
}

prop_compose! {
    /// A whole scan.
    pub fn outcome()(rules in vec(rule(), 1..4))(
        records in vec(record(rules), 0..8), problems in vec(problem(), 0..14), files in any::<u64>(),
        bytes in any::<u64>(), suppressed in 0_u64..3, millis in option::of(any::<u64>()),
        tool_version in text(),
    ) -> Outcome {
        let elapsed = millis.map(Duration::from_millis);
        Outcome { records, files, bytes, problems, suppressed, elapsed, tool_version }
    }
}
