//! Code inside a line that is made to be slow, deep, or nothing at all.

use proptest::prelude::*;

use super::VIEW;
use prescan_core::commands::{MAX_LINE, analyse};

/// Interpreters and clients that read code from their input.
const READERS: &[&str] = &[
    "python3",
    "node",
    "ruby",
    "perl",
    "php",
    "lua",
    "Rscript",
    "osascript -",
    "awk -f -",
    "mongosh",
    "psql",
    "mysql",
    "sqlite3 x",
    "sqlcmd",
    "redis-cli",
];

/// Pieces of which programs are made that come near to something.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "'",
    "\"",
    "`",
    "\\",
    "/",
    "#",
    "//",
    "/*",
    "--",
    "$",
    "@",
    "%",
    "<<",
    "<<~A",
    "<<<A",
    "A",
    "\n",
    ";",
    ",",
    ".",
    "->",
    "::",
    "=",
    "=>",
    "+",
    "..",
    "|",
    "?",
    ":",
    "f\"{",
    "${",
    "#{",
    "\"\"\"",
    "q(",
    "qw",
    "s{",
    "%w[",
    "[[",
    "--[[",
    "=begin\n",
    "\u{FDD0}",
    "é",
    "x",
    " ",
    "0",
    "lambda",
    "for",
    "in",
    "function",
    "def",
    "import",
    "from",
    "require",
    "os.system",
    "exec",
    "eval",
    "open",
    "print",
    "unlink",
    "map",
    "<?php",
    "?>",
    "drop",
    "table",
    "delete",
    "from",
    "where",
    "begin",
    "$$",
    "\\!",
    ".read",
    "getline",
    "if",
    "else",
];

fn line(reader: &str, program: &str) -> String {
    let program = program.replace("END OF CODE", "");
    format!("{reader} <<'END OF CODE'\n{program}\nEND OF CODE\n")
}

#[test]
fn programs_of_one_piece_come_to_an_end() {
    for piece in PIECES.iter().chain(&[
        "a(",
        "[x for x in ",
        "f'{f\"{",
        "`${`${",
        "\"#{\"#{",
        "<<~A; ",
        "/[",
        "a=>",
        "a.b(",
        "x=x+x;",
        "x+=[x];",
        "(DELETE FROM t WHERE ",
        "drop table a;",
        "SELECT (CASE WHEN (",
        "begin delete ",
        "$a$",
        "{{",
        "a?b:",
        "do |x| ",
        "qw(a) ",
        "not ",
        "a,",
        "$x{",
        "for x in y:",
        "map{",
        "\"a\".replace(\"a\",",
        "print > ",
        "'a' + ",
    ]) {
        let program = piece.repeat(4096 / piece.len());
        for reader in READERS {
            let _ = analyse(&line(reader, &program), &VIEW);
        }
    }
}

/// Where reading were quadratic, this would not come to an end.
#[test]
fn the_longest_programs_come_to_an_end() {
    for (reader, piece) in [
        ("python3", "("),
        ("python3", "'"),
        ("python3", "[x for x in "),
        ("node", "`${"),
        ("node", "/["),
        ("ruby", "$"),
        ("ruby", "<<~A; "),
        ("perl", "q("),
        ("perl", "$x{"),
        ("php", "<?php \""),
        ("lua", "[["),
        ("awk -f -", "\""),
        ("psql", "drop table a;"),
        ("psql", "begin delete "),
    ] {
        let program = piece.repeat((MAX_LINE - 64) / piece.len());
        let _ = analyse(&line(reader, &program), &VIEW);
    }
}

#[test]
fn deep_programs_are_unclear_and_not_harmless() {
    for (reader, program) in [
        (
            "python3",
            format!("{}__import__('os').system('rm -rf /'){}", "(".repeat(500), ")".repeat(500)),
        ),
        ("node", format!("{}require('fs').rmSync('/'){}", "[".repeat(500), "]".repeat(500))),
        ("ruby", format!("{}system('rm -rf /'){}", "(".repeat(500), ")".repeat(500))),
        ("perl", format!("{}system('rm -rf /'){}", "(".repeat(500), ")".repeat(500))),
        ("php", format!("<?php {}system('rm -rf /'){}", "(".repeat(500), ")".repeat(500))),
    ] {
        let found = analyse(&line(reader, &program), &VIEW);
        assert!(found.unclear.is_some() || !found.effects.is_empty(), "{reader}");
    }
}

#[test]
fn long_honest_programs_are_read_whole() {
    let statements = "x = compute(a, [1, 2, 3], key='value')  # a comment\n".repeat(400);
    let program = format!("{statements}import shutil\nshutil.rmtree('/')\n");
    let found = analyse(&line("python3", &program), &VIEW);
    assert_eq!(found.unclear, None);
    assert!(found.effects.iter().any(|effect| effect.target.path == "/"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_a_program(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let program = String::from_utf8_lossy(&bytes);
        for reader in READERS {
            let _ = analyse(&line(reader, &program), &VIEW);
        }
    }

    #[test]
    fn any_pieces_are_a_program(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..80)) {
        for program in [pieces.concat(), pieces.join(" ")] {
            for reader in READERS {
                let _ = analyse(&line(reader, &program), &VIEW);
            }
        }
    }

    #[test]
    fn what_is_printed_has_no_effect(text in "[ a-z/;|&$(){}-]{0,60}") {
        let quoted = text.replace('\\', "");
        for line in [
            format!("python3 <<'END'\nprint('''{quoted}''')\nEND"),
            format!("node <<'END'\nconsole.log(\"{quoted}\")\nEND"),
            format!("ruby <<'END'\nputs '{quoted}'\nEND"),
            format!("perl <<'END'\nprint '{quoted}';\nEND"),
        ] {
            let found = analyse(&line, &VIEW);
            prop_assert!(found.effects.is_empty() && found.unclear.is_none(), "{line}: {found:?}");
        }
    }
}
