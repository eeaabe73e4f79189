//! 0, 1 or 2, and what a report says beside it.

use crate::credentials::github;
use crate::folder::{Folder, Run};

#[test]
fn clean_is_0() {
    let run = Folder::with("a.txt", "nothing here\n").scan(&[]);
    assert_eq!((run.code, run.summary()["verdict"].as_str()), (0, Some("clean")));
    assert_eq!(run.err, "");
}

#[test]
fn findings_are_1() {
    let run = Folder::with("a.txt", github(1)).scan(&[]);
    assert_eq!((run.code, run.summary()["verdict"].as_str()), (1, Some("findings")));
    assert_eq!(run.err, "");
}

#[test]
fn an_empty_folder_is_clean_and_says_that_nothing_was_scanned() {
    let run = Folder::new().prescan(&["scan"]);
    assert_eq!(run.code, 0);
    assert_eq!(run.timeless(), "scanned 0 files (0 bytes)\nclean: nothing was scanned\n");
}

/// The scan of `path` is incomplete, for `reason`, and says so.
fn assert_incomplete(run: &Run, path: &str, reason: &str) {
    assert_eq!(run.code, 2, "{run:?}");
    let problems = run.problems();
    assert_eq!(problems.len(), 1, "{run:?}");
    assert_eq!(problems[0]["path"], path);
    assert_eq!(problems[0]["reason"], reason);
    assert_eq!(problems[0]["incomplete"], true);
    assert_eq!(run.summary()["incomplete"], true);
}

#[test]
fn a_missing_path_is_2() {
    let run = Folder::new().scan(&["missing"]);
    assert_incomplete(&run, "missing", "no such file or folder");
    assert_eq!(run.summary()["verdict"], "incomplete");
}

#[test]
fn incomplete_with_findings_is_2_and_both_are_reported() {
    let run = Folder::with("a.txt", github(1)).scan(&["a.txt", "missing"]);
    assert_incomplete(&run, "missing", "no such file or folder");
    assert_eq!(run.rules(), ["github.personal-access-token"]);
    assert_eq!(run.summary()["verdict"], "findings");
}

#[test]
fn an_incomplete_scan_is_told_to_people_too() {
    let run = Folder::with("a.txt", "plain\n").prescan(&["scan", "a.txt", "missing"]);
    assert_eq!(run.code, 2);
    let expected = "\
could not be scanned (1):
  missing: no such file or folder

scanned 1 file (6 bytes)
incomplete: no findings, but 1 item was not scanned
";
    assert_eq!(run.timeless(), expected);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    fn mkfifo(folder: &Folder, name: &str) {
        assert!(Command::new("mkfifo").arg(folder.path(name)).status().unwrap().success());
    }

    #[test]
    fn lists_a_named_fifo_instead_of_hanging() {
        let folder = Folder::new();
        mkfifo(&folder, "pipe");
        assert_incomplete(&folder.scan(&["pipe"]), "pipe", "is a FIFO, not read");
    }

    #[test]
    fn passes_by_a_fifo_met_on_the_way() {
        let folder = Folder::with("a.txt", github(1));
        mkfifo(&folder, "pipe");
        let run = folder.scan(&[]);
        assert_eq!((run.code, run.rules().len()), (1, 1));
        assert_eq!(run.problems()[0]["reason"], "is a FIFO, not read");
        assert_eq!(run.problems()[0]["incomplete"], false);
    }

    #[test]
    fn a_device_is_not_read() {
        let run = Folder::new().scan(&["/dev/zero"]);
        assert_incomplete(&run, "/dev/zero", "is a device, not read");
    }

    #[test]
    fn a_link_to_nowhere_is_2_when_named() {
        let folder = Folder::new();
        symlink("nowhere", folder.path("link")).unwrap();
        assert_incomplete(&folder.scan(&["link"]), "link", "no such file or folder");
    }

    #[test]
    fn a_folder_that_stands_where_a_file_was_expected_is_2() {
        let run = Folder::with("a", "a file").scan(&["a/below"]);
        assert_incomplete(&run, "a/below", "no such file or folder");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_the_kernel_makes_up_is_2() {
        let run = Folder::new().scan(&["/proc/self/environ"]);
        let reason = "is on a pseudo file system, not read";
        assert_incomplete(&run, "/proc/self/environ", reason);
    }

    #[test]
    fn an_unreadable_file_is_2() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = Folder::with("locked.txt", "x").and("a.txt", github(1));
        let locked = std::fs::Permissions::from_mode(0o000);
        std::fs::set_permissions(folder.path("locked.txt"), locked).unwrap();
        // Who may read everything, such as root in a container, meets no such file.
        if std::fs::read(folder.path("locked.txt")).is_ok() {
            return;
        }
        let run = folder.scan(&[]);
        assert_incomplete(&run, "./locked.txt", "permission denied");
        assert_eq!(run.rules(), ["github.personal-access-token"]);
    }
}

#[test]
fn wrong_flags_are_2_and_report_nothing() {
    let folder = Folder::with("a.txt", github(1));
    for (arguments, named) in [
        (&["scan", "--nope"][..], "--nope"),
        (&["scan", "--format", "xml"], "xml"),
        (&["scan", "--severity", "dire"], "dire"),
        (&["scan", "--min-confidence", "certain"], "certain"),
        (&["scan", "--threads", "many"], "many"),
        (&["scan", "--color", "blue"], "blue"),
        (&["scan", "--config", "missing.yaml"], "missing.yaml"),
        (&["scan", "--rules", "missing.yaml"], "missing.yaml"),
        (&["scan", "--only", "no.such-rule"], "no.such-rule"),
        (&["scan", "--skip", "no.such-rule"], "no.such-rule"),
        (&["scan", "--output", "missing/report.json"], "missing/report.json"),
        (&["nope"], "nope"),
        (&["rules", "nope"], "nope"),
        (&["rules", "show", "no.such-rule"], "no.such-rule"),
        (&["rules", "check"], "FILE|DIR"),
        (&["explain", "no.such-rule"], "no.such-rule"),
    ] {
        let run = folder.prescan(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}: {run:?}");
        assert!(run.err.contains(named), "{arguments:?}: {run:?}");
    }
}

#[test]
fn standard_input_counts_like_a_file() {
    let folder = Folder::new();
    let scan = ["scan", "--format", "jsonl", "-"];
    let clean = folder.prescan_reading(&scan, b"plain");
    assert_eq!((clean.code, clean.summary()["files"].as_u64()), (0, Some(1)));
    let found = folder.prescan_reading(&scan, github(1).as_bytes());
    assert_eq!((found.code, found.paths()), (1, vec!["-".to_owned()]));
}
