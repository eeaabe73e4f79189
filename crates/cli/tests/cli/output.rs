//! Where the report goes and how it looks there.

use std::io::Read as _;
use std::process::Stdio;

use crate::credentials::github;
use crate::folder::Folder;

fn one_finding() -> Folder {
    Folder::with("a.txt", github(1))
}

#[test]
fn colour_only_when_asked_for() {
    let folder = one_finding();
    let plain = folder.prescan(&["scan"]);
    assert!(!plain.out.contains('\u{1b}'));
    for arguments in [&["scan", "--color", "never"][..], &["scan", "--color", "auto"]] {
        assert_eq!(folder.prescan(arguments).timeless(), plain.timeless());
    }
    let colored = folder.prescan(&["scan", "--color", "always"]);
    assert!(colored.out.contains("\u{1b}[1m\u{1b}[31mcritical\u{1b}[0m"), "{:?}", colored.out);
}

#[test]
fn a_pipe_has_no_colour_without_no_color_either() {
    let folder = one_finding();
    for value in [None, Some("")] {
        let mut command = folder.command(&["scan"]);
        match value {
            Some(value) => command.env("NO_COLOR", value),
            None => command.env_remove("NO_COLOR"),
        };
        assert!(!command.output().unwrap().stdout.contains(&0x1b));
    }
}

#[test]
fn machines_get_no_colour_even_when_it_is_asked_for() {
    let folder = one_finding();
    for format in ["json", "jsonl", "sarif"] {
        let run = folder.prescan(&["scan", "--format", format, "--color", "always"]);
        assert!(!run.out.contains('\u{1b}'), "{format}");
    }
}

#[test]
fn output_writes_the_same_report_to_a_file() {
    let folder = one_finding();
    for format in ["pretty", "json", "jsonl", "sarif"] {
        let mut printed = folder.prescan(&["scan", "a.txt", "--format", format]);
        let run = folder.prescan(&["scan", "a.txt", "--format", format, "--output", "report"]);
        assert_eq!((run.code, run.everything().as_str()), (1, ""), "{format}");
        let timeless = printed.timeless();
        printed.out = folder.read("report");
        assert_eq!(printed.timeless(), timeless, "{format}");
    }
}

#[test]
fn output_may_stand_in_the_folder_that_is_scanned() {
    let folder = one_finding();
    for _ in 0..2 {
        let run = folder.prescan(&["scan", "--format", "json", "-o", "report.json"]);
        assert_eq!(run.code, 1);
    }
    assert_eq!(folder.read("report.json").matches("\"type\": \"finding\"").count(), 1);
}

#[test]
fn quiet_says_nothing_when_nothing_was_found() {
    let folder = Folder::with("a.txt", "plain");
    let run = folder.prescan(&["scan", "--quiet"]);
    assert_eq!((run.code, run.everything().as_str()), (0, ""));
}

#[test]
fn quiet_still_reports_findings_and_what_was_not_scanned() {
    let folder = one_finding();
    assert_eq!(folder.prescan(&["scan", "-q"]).timeless(), folder.prescan(&["scan"]).timeless());
    let run = folder.prescan(&["scan", "--quiet", "missing"]);
    assert_eq!(run.code, 2);
    assert!(run.out.contains("missing: no such file or folder"), "{run:?}");
}

/// What a pipeline parses must be there whether or not anything was found.
#[test]
fn quiet_leaves_reports_for_machines_as_they_are() {
    let folder = Folder::with("a.txt", "plain");
    for format in ["json", "jsonl", "sarif"] {
        let loud = folder.prescan(&["scan", "--format", format]);
        let quiet = folder.prescan(&["scan", "--format", format, "--quiet"]);
        assert_eq!(quiet.timeless(), loud.timeless());
    }
}

/// Every command, with its output closed after the first bytes.
#[test]
fn a_closed_pipe_is_no_error() {
    let text: String = (0..5_000).map(|seed| github(seed) + "\n").collect();
    let folder = Folder::with("a.txt", text);
    for (arguments, code) in [
        (&["scan"][..], 1),
        (&["scan", "--format", "jsonl"], 1),
        (&["scan", "--format", "json"], 1),
        (&["scan", "--format", "sarif"], 1),
        (&["rules", "list"], 0),
        (&["rules", "schema"], 0),
        (&["rules", "checks"], 0),
        (&["rules", "show", "github.personal-access-token"], 0),
        (&["explain", "github.personal-access-token"], 0),
    ] {
        let mut child = folder
            .command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Closed before the program writes, or while it does: both happen.
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        let status = child.wait().unwrap();
        assert_eq!((status.code(), err.as_str()), (Some(code), ""), "{arguments:?}");
    }
}
