//! What holds for every line.

use proptest::prelude::*;

use super::{VIEW, lines};
use prescan_core::commands::{
    Analysis, Effect, EffectKind, Shell, TargetClass, View, analyse, classify, command_words,
};

fn strongest(analysis: &Analysis) -> Option<(TargetClass, EffectKind)> {
    analysis.effects.iter().map(|effect: &Effect| (effect.target.class, effect.kind)).max()
}

fn quoted(line: &str) -> String {
    format!("'{}'", line.replace('\'', "'\\''"))
}

/// Ways to run a line that change nothing about it.
const WRAPS: &[fn(&str) -> String] = &[
    |line| format!("bash -c {}", quoted(line)),
    |line| format!("sudo sh -c {}", quoted(line)),
    |line| format!("env A=b nohup bash -lc {}", quoted(line)),
    |line| format!("timeout 5 nice -n 3 zsh -c {}", quoted(line)),
    |line| format!("eval {}", quoted(line)),
    |line| format!("true && {{ {line}\n}}"),
    |line| format!("( {line}\n)"),
    |line| format!("if true; then {line}\nfi"),
    |line| format!("bash <<'END OF LINE'\n{line}\nEND OF LINE\n"),
    |line| format!("echo {} > /tmp/s.sh; bash /tmp/s.sh", quoted(line)),
    |line| format!("su -c {}", quoted(line)),
];

#[test]
fn wrapping_keeps_the_strongest_effect() {
    let mut wrong = Vec::new();
    for (_, line) in lines() {
        let own = strongest(&analyse(line, &VIEW));
        for wrap in WRAPS {
            let wrapped = wrap(line);
            let found = strongest(&analyse(&wrapped, &VIEW));
            if found < own {
                wrong.push(format!("{wrapped}\n    {own:?} became {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn text_has_no_effect() {
    for (_, line) in lines() {
        for text in [
            format!("echo {}", quoted(line)),
            format!("printf '%s' {}", quoted(line)),
            format!("git commit -m {}", quoted(line)),
            format!("grep -e {} notes", quoted(line)),
            format!("cat <<'END OF TEXT'\n{line}\nEND OF TEXT"),
            format!("X={}", quoted(line)),
        ] {
            let found = analyse(&text, &VIEW);
            assert!(found.effects.is_empty(), "{text}: {:?}", found.effects);
        }
    }
}

#[test]
fn spans_lie_in_the_line() {
    for (_, line) in lines() {
        for effect in analyse(line, &VIEW).effects {
            let range = effect.span.start as usize..effect.span.end as usize;
            assert!(
                line.get(range.clone()).is_some_and(|text| !text.is_empty()),
                "{line}: {range:?}"
            );
            assert!(!effect.explain().is_empty());
        }
    }
}

/// Pieces from which lines are made that come near to something.
const PIECES: &[&str] = &[
    "rm",
    " ",
    "-rf",
    "/",
    "~",
    "$",
    "{",
    "}",
    "(",
    ")",
    "'",
    "\"",
    "\\",
    "`",
    ";",
    "&",
    "|",
    "<",
    ">",
    "<<",
    "EOF",
    "\n",
    "*",
    "$(",
    "${",
    "echo",
    "if",
    "then",
    "fi",
    "do",
    "done",
    "for",
    "in",
    "case",
    "esac",
    "a",
    "=",
    "git",
    "push",
    "--force",
    "bash",
    "-c",
    "xargs",
    "find",
    "-exec",
    ";;",
    "[[",
    "]]",
    "((",
    "))",
    "#",
    "é",
    "\u{FDD0}",
    "function",
    "f()",
    "sudo",
    "$IFS",
    "!",
    "psql",
    "drop table",
    "C:\\",
    "rd",
    "/s",
    "..",
    "base64",
    "-d",
    "printf",
    "%s",
    "1",
    "coproc",
    "time",
    "<(",
    "$'",
    "\\x",
    "::: ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(line in "\\PC{0,200}") {
        for shell in [Shell::Posix, Shell::PowerShell, Shell::Cmd, Shell::Unknown] {
            let view = View { shell, ..VIEW };
            let _ = analyse(&line, &view);
            let _ = classify(&line, &view);
        }
        let _ = command_words(&line, &View::default());
    }

    #[test]
    fn any_pieces_are_read(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)) {
        let line = pieces.concat();
        let spaced = pieces.join(" ");
        for text in [&line, &spaced] {
            for effect in analyse(text, &View { shell: Shell::Unknown, ..VIEW }).effects {
                prop_assert!(text.get(effect.span.start as usize..effect.span.end as usize).is_some());
            }
        }
        let _ = prescan_core::commands::pattern::CommandPattern::parse(&line, VIEW.programs);
    }

    #[test]
    fn any_quoted_text_is_data(text in "\\PC{0,80}") {
        let found = analyse(&format!("echo {}", quoted(&text)), &VIEW);
        prop_assert!(found.effects.is_empty() && found.unclear.is_none());
    }

    #[test]
    fn a_deletion_is_found_behind_any_words(words in prop::collection::vec("[a-z]{1,8}", 0..6)) {
        let line = format!("true {}; rm -rf /", words.join(" "));
        prop_assert_eq!(strongest(&analyse(&line, &VIEW)), Some((TargetClass::Protected, EffectKind::DeleteRecursive)));
    }
}

/// Whatever character stands between, in front of or behind words, a reader goes on.
#[test]
fn every_character_between_words_is_passed() {
    for c in (0..=0x7f_u8).map(char::from).chain(['\u{85}', '\u{a0}', '\u{2028}', '\u{fffd}']) {
        for line in [
            format!("su{c}n; rm -rf /"),
            format!("{c}a {c} b{c}"),
            format!("a=({c}b); >{c}x"),
            format!("f(){c}{{ ls; }}"),
        ] {
            for shell in [Shell::Posix, Shell::PowerShell, Shell::Cmd, Shell::Unknown] {
                let _ = analyse(&line, &View { shell, ..View::default() });
            }
        }
    }
}
