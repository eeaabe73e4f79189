use prescan_report::{Format, Outcome, Record, Style};
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr as _;

use crate::arbitrary;
use crate::sample::{self, excerpt, problem, record, report};

fn pretty(outcome: &Outcome, width: usize) -> String {
    report(Format::Pretty, outcome, &Style { color: false, width })
}

#[test]
fn the_sample() {
    let expected = "\
a b/[x].env
  1:5  medium  Password [generic.password]  confidence: generic
    match: ****
    why: It opens something.

src/order.py
  3:10  high  Acme token [acme.token]  confidence: format
    3 | token = 'acme****'
      |          ^^^^^^^^
    why: Whoever holds it can order anvils on the account it was made for, and
      have them dropped anywhere.
    fix: Revoke it in the console.
    docs: https://acme.example/tokens

  12:8  critical  Acme token [acme.token]  confidence: verified  via: base64>hex
    12 |     data: ********
       |           ^^^^^^^^
    match: acme****

could not be scanned (2):
  no git repository here
  b/locked: permission denied

skipped (1):
  vendor/big.bin: larger than 100 MB

scanned 120 files (3.4 MB) in 52 ms
1 finding suppressed by comments
3 findings: 1 critical, 1 high, 1 medium; incomplete: 2 items were not scanned
";
    assert_eq!(pretty(&sample::outcome(), 80), expected);
}

#[test]
fn narrow_terminals_get_short_lines() {
    let rule = sample::acme();
    let long = format!("{}acme****{}", "x=1;".repeat(50), "y=2;".repeat(50));
    let finding = Record { excerpt: excerpt(&long, 200..208), ..record(&rule, "min.js", 1, 201) };
    let outcome = Outcome { records: vec![finding], files: 1, bytes: 408, ..Outcome::default() };
    let expected = "\
min.js
  1:201  high  Acme token [acme.token]
      confidence: format
    1 | …=1;x=1;x=1;acme****y=2;y=2;y=2…
      |             ^^^^^^^^
    why: Whoever holds it can order
      anvils on the account it was made
      for, and have them dropped
      anywhere.
    fix: Revoke it in the console.
    docs: https://acme.example/tokens

scanned 1 file (408 bytes)
1 finding: 1 high
";
    assert_eq!(pretty(&outcome, 40), expected);
    assert_eq!(pretty(&outcome, 0), expected, "a width below 40 counts as 40");
}

#[test]
fn colors_say_how_bad_it_is() {
    let rule = sample::generic();
    let finding = Record { excerpt: excerpt("pw: ****", 4..8), ..record(&rule, "x.env", 1, 5) };
    let outcome = Outcome { records: vec![finding], files: 1, bytes: 9, ..Outcome::default() };
    let expected = "\
<1><4>x.env<0>
  1:5  <33>medium<0>  Password <2>[generic.password]<0>  <2>confidence:<0> <2>format<0>
    <2>1 |<0> pw: ****
      <2>|<0>     <33>^^^^<0>
    <2>why:<0> It opens something.

<2>scanned<0> <2>1<0> <2>file<0> <2>(9<0> <2>bytes)<0>
<1><31>1<0> <1><31>finding:<0> 1 medium
";
    let text = report(Format::Pretty, &outcome, &Style { color: true, width: 80 });
    let readable = text.replace("\u{1b}[", "<");
    let expected = expected.replace('>', "m");
    assert_eq!(readable, expected);
}

#[test]
fn verdicts() {
    let last = |outcome: &Outcome| pretty(outcome, 80).lines().last().unwrap().to_owned();
    let clean = Outcome { files: 3, ..Outcome::default() };
    assert_eq!(last(&clean), "clean: no findings");
    assert_eq!(last(&Outcome::default()), "clean: nothing was scanned");
    let skipped = Outcome { problems: vec![problem("a", "binary", false)], ..clean.clone() };
    assert_eq!(last(&skipped), "clean: no findings");
    let missed = Outcome { problems: vec![problem("a", "unreadable", true)], ..clean };
    assert_eq!(last(&missed), "incomplete: no findings, but 1 item was not scanned");
}

#[test]
fn long_lists_of_problems_are_capped() {
    let problems = (10..25).map(|i| problem(&format!("f{i}"), "unreadable", true)).collect();
    let text = pretty(&Outcome { problems, files: 1, ..Outcome::default() }, 80);
    assert!(text.contains("could not be scanned (15):\n  f10: unreadable\n"), "{text}");
    assert!(text.contains("  f19: unreadable\n  and 5 more\n\n"), "{text}");
    assert!(!text.contains("f20"), "{text}");
}

#[test]
fn a_scanned_file_cannot_drive_the_terminal() {
    let rule = sample::generic();
    let finding = Record {
        excerpt: excerpt("\u{1b}]0;title\u{7}pw\u{202e}: ****", 17..21),
        ..record(&rule, "evil\n\u{1b}[2J.txt", 1, 15)
    };
    let outcome = Outcome { records: vec![finding], files: 1, ..Outcome::default() };
    let expected = "\
evil\\n\\x1b[2J.txt
  1:15  medium  Password [generic.password]  confidence: format
    1 | \\x1b]0;title\\x07pw\\u{202e}: ****
      |                             ^^^^
    why: It opens something.

scanned 1 file (0 bytes)
1 finding: 1 medium
";
    assert_eq!(pretty(&outcome, 80), expected);
}

/// Takes the colours out.
fn plain(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (sequence, rest) = piece.split_once('m').unwrap();
        assert!(sequence.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'));
        plain.push_str(rest);
    }
    plain
}

proptest! {
    #[test]
    fn color_changes_nothing_but_color(
        outcome in arbitrary::outcome(),
        width in prop_oneof![0_usize..200, Just(usize::MAX)],
    ) {
        let colored = report(Format::Pretty, &outcome, &Style { color: true, width });
        prop_assert_eq!(plain(&colored), pretty(&outcome, width));
    }

    #[test]
    fn only_a_single_word_sticks_out(outcome in arbitrary::outcome(), width in 40_usize..120) {
        // A path is one word, whatever it holds: it is there to be copied.
        let mut outcome = outcome;
        for record in &mut outcome.records {
            record.path = record.path.replace(' ', "_");
            record.via = record.via.replace(' ', "_");
            let mut rule = record.rule.as_ref().clone();
            rule.id = rule.id.replace(' ', "_");
            record.rule = rule.into();
        }
        for problem in &mut outcome.problems {
            problem.path = problem.path.replace(' ', "_");
        }
        for line in pretty(&outcome, width).lines() {
            let word = !line.trim().contains(' ');
            let cells: usize = line.chars().map(|c| c.to_string().width()).sum();
            prop_assert!(cells <= width || word, "{line:?} takes {cells} cells");
        }
    }
}
