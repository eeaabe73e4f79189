//! Thresholds.

use crate::credentials::{github, password, stripe, stripe_test};
use crate::folder::Folder;

/// Verified and critical, of format and critical, of format and low, generic and high.
fn four() -> Folder {
    let lines = [github(1), stripe(1), stripe_test(1), format!("password = \"{}\"", password(1))];
    Folder::with("a.txt", lines.join("\n"))
}

#[test]
fn less_sure_findings_are_left_out() {
    let folder = four();
    for (level, number) in [("generic", 4), ("context", 3), ("format", 3), ("verified", 1)] {
        let run = folder.scan(&["--min-confidence", level]);
        assert_eq!(run.rules().len(), number, "{level}: {run:?}");
    }
}

#[test]
fn less_severe_findings_are_left_out() {
    let folder = four();
    for (level, number) in [("info", 4), ("low", 4), ("medium", 3), ("high", 3), ("critical", 2)] {
        let run = folder.scan(&["--severity", level]);
        assert_eq!(run.rules().len(), number, "{level}: {run:?}");
    }
}

#[test]
fn what_is_left_out_is_neither_counted_nor_a_failure() {
    let folder =
        Folder::with("a.txt", format!("{}\n{} # prescan:allow\n", stripe_test(1), stripe_test(2)));
    let run = folder.scan(&["--severity", "high"]);
    assert_eq!((run.code, run.summary()["findings"].as_u64()), (0, Some(0)));
    assert_eq!(run.summary()["suppressed"], 0, "nobody was to be told of it anyway");
}

#[test]
fn both_thresholds_hold() {
    let run = four().scan(&["--severity", "critical", "--min-confidence", "verified"]);
    assert_eq!(run.rules(), ["github.personal-access-token"]);
}
