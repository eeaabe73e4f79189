//! Equal input gives equal bytes.

use crate::credentials::{encoded_github, github, password, stripe};
use crate::folder::Folder;

/// Many files in many folders, some large, with findings that overlap and repeat.
fn tree() -> Folder {
    let folder = Folder::new();
    for number in 0..60 {
        let seed = number % 7;
        let text = format!(
            "# {number}\npassword = \"{}\"\n{} {}\n{}\n",
            password(seed),
            github(seed),
            stripe(number),
            encoded_github(seed),
        );
        folder.write(&format!("d{}/e{}/f{number}.txt", number % 5, number % 3), text);
    }
    let long = "a line of a log\n".repeat(600_000);
    folder.write("long.log", format!("{}\n{long}{}\n{long}{}", github(1), github(2), github(3)));
    folder.and("weird name \u{e9}.txt", github(4))
}

#[test]
fn runs_and_threads_make_no_difference() {
    let folder = tree();
    for format in ["pretty", "json", "jsonl", "sarif"] {
        let report = |threads| {
            let arguments = ["scan", ".", "missing", "--format", format, "--threads", threads];
            folder.prescan(&arguments).timeless()
        };
        let one = report("1");
        assert!(one.len() > 10_000);
        for threads in ["8", "8", "2", "0"] {
            assert!(report(threads) == one, "{format} with {threads} threads");
        }
    }
}

#[test]
fn the_order_of_paths_makes_no_difference() {
    let folder = tree();
    let one = folder.scan(&["d0", "d1", "long.log"]).timeless();
    assert!(folder.scan(&["long.log", "d1", "d0"]).timeless() == one);
}

#[test]
fn a_path_named_twice_is_scanned_once() {
    let folder = Folder::with("a.txt", github(1));
    let run = folder.scan(&["a.txt", ".", "./a.txt"]);
    assert_eq!((run.rules().len(), run.summary()["files"].as_u64()), (1, Some(1)));
}

#[test]
fn findings_stand_by_path_and_place() {
    let run = tree().scan(&[]);
    let findings = run.findings();
    let key = |finding: &serde_json::Value| {
        (finding["path"].as_str().unwrap().to_owned(), finding["offset"].as_u64().unwrap())
    };
    assert!(findings.len() > 200);
    assert!(findings.is_sorted_by_key(key));
}
