//! What stands in each format. The schema of SARIF is checked where it is written, in `crates/report`.

use serde_json::{Value, json};

use crate::credentials::{encoded_github, expand, github, stripe};
use crate::folder::{Folder, Run};

/// The one fingerprint that a finding has in every format.
fn fingerprint(finding: &Value) -> String {
    let text = finding["fingerprint"].as_str().unwrap();
    assert!(text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit()), "{text}");
    text.to_owned()
}

#[test]
fn a_finding_in_json_lines_has_exactly_the_documented_keys() {
    let folder = Folder::with("src/a.py", format!("x = 1\nT = \"{}\"\n", github(1)));
    let run = folder.scan(&["src/a.py"]);
    let finding = &run.findings()[0];
    let expected = json!({
        "type": "finding",
        "rule": "github.personal-access-token",
        "title": "GitHub personal access token (classic)",
        "severity": "critical",
        "confidence": "verified",
        "path": "src/a.py",
        "line": 2, "column": 6, "end_line": 2, "end_column": 46,
        "offset": 11, "length": 40,
        "match": "ghp_********",
        "via": null,
        "fingerprint": fingerprint(finding),
    });
    assert_eq!(*finding, expected);
}

#[test]
fn a_decoded_finding_says_what_was_decoded() {
    let encoded = encoded_github(1);
    let run = Folder::with("a.txt", format!("data: {encoded}\n")).scan(&[]);
    let finding = &run.findings()[0];
    assert_eq!(finding["via"], "base64");
    assert_eq!(finding["match"], "ghp_********");
    assert_eq!((finding["offset"].as_u64(), finding["column"].as_u64()), (Some(6), Some(7)));
}

#[test]
fn a_problem_and_the_summary_in_json_lines_have_exactly_the_documented_keys() {
    let text = format!("{}\n{} # prescan:allow\n", github(1), stripe(1));
    let run = Folder::with("a.txt", &text).scan(&["a.txt", "missing"]);
    let problem = json!({
        "type": "problem", "path": "missing", "reason": "no such file or folder", "incomplete": true,
    });
    assert_eq!(run.problems(), [problem]);
    let summary = run.summary();
    let expected = json!({
        "type": "summary",
        "version": env!("CARGO_PKG_VERSION"),
        "verdict": "findings",
        "incomplete": true,
        "findings": 1,
        "severities": {"critical": 1, "high": 0, "medium": 0, "low": 0, "info": 0},
        "files": 1,
        "bytes": text.len(),
        "problems": 1,
        "suppressed": 1,
        "elapsed_ms": summary["elapsed_ms"].as_u64(),
    });
    assert_eq!(summary, expected);
    let last = run.out.lines().last().unwrap();
    assert!(last.contains(r#""type":"summary""#), "the summary comes last: {last}");
}

/// A folder with something of everything, and what to scan in it.
fn varied() -> (Folder, [&'static str; 3]) {
    let folder = Folder::with("a b/ü#1.txt", format!("{}\n{}\n", github(1), github(2)))
        .and("c.py", format!("k = '{}'; {}\n", stripe(1), encoded_github(3)))
        .and("d.txt", format!("{} # prescan:allow\n", stripe(2)));
    (folder, ["scan", ".", "missing"])
}

fn report(folder: &Folder, arguments: &[&str], format: &str) -> Run {
    folder.prescan(&[arguments, &["--format", format]].concat())
}

#[test]
fn json_holds_the_objects_of_json_lines() {
    let (folder, arguments) = varied();
    let lines = report(&folder, &arguments, "jsonl");
    let document = report(&folder, &arguments, "json").json();
    assert_eq!(document["tool"], "prescan");
    assert_eq!(document["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(document["findings"], Value::from(lines.findings()));
    assert_eq!(document["problems"], Value::from(lines.problems()));
    assert_eq!(document["summary"]["suppressed"], lines.summary()["suppressed"]);
    assert_eq!(document["summary"]["findings"], 4);
}

#[test]
fn every_sarif_result_resolves_its_rule_and_hangs_from_the_root() {
    let (folder, arguments) = varied();
    let findings = report(&folder, &arguments, "jsonl").findings();
    let log = report(&folder, &arguments, "sarif").json();
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), findings.len());
    for (result, finding) in results.iter().zip(&findings) {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        let rule = &run["tool"]["driver"]["rules"][index];
        assert_eq!(rule["id"], result["ruleId"]);
        assert_eq!(rule["id"], finding["rule"]);
        let location = &result["locations"][0]["physicalLocation"];
        let uri = location["artifactLocation"]["uri"].as_str().unwrap();
        assert!(["a%20b/%C3%BC%231.txt", "c.py"].contains(&uri), "{uri}");
        assert_eq!(location["artifactLocation"]["uriBaseId"], "%SRCROOT%");
        let region = &location["region"];
        for (of_region, of_finding) in [
            ("startLine", "line"),
            ("startColumn", "column"),
            ("endLine", "end_line"),
            ("endColumn", "end_column"),
            ("byteOffset", "offset"),
            ("byteLength", "length"),
        ] {
            assert_eq!(region[of_region], finding[of_finding], "{of_region}");
        }
        assert_eq!(
            result["partialFingerprints"]["prescan/v1"].as_str(),
            Some(fingerprint(finding).as_str())
        );
    }
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 2, "each rule stands once");
    assert_eq!(run["invocations"][0]["executionSuccessful"], false, "a path is missing");
}

#[test]
fn a_clean_scan_has_a_report_in_every_format() {
    let folder = Folder::with("a.txt", "plain\n");
    assert_eq!(report(&folder, &["scan"], "json").json()["summary"]["verdict"], "clean");
    assert_eq!(report(&folder, &["scan"], "jsonl").summary()["verdict"], "clean");
    let log = report(&folder, &["scan"], "sarif").json();
    assert_eq!(log["runs"][0]["results"], json!([]));
    assert_eq!(
        report(&folder, &["scan"], "pretty").timeless(),
        "scanned 1 file (6 bytes)\nclean: no findings\n"
    );
}

#[test]
fn two_findings_on_a_page() {
    let text = format!("id = 7\nTOKEN = \"{}\"  # ü {}\n", github(1), stripe(1));
    let run = Folder::with("src/a.py", text).prescan(&["scan", "src"]);
    let expected = "\
src/a.py
  2:10  critical  GitHub personal access token (classic) [github.personal-access-token]  confidence: verified
    2 | TOKEN = \"ghp_********\"  # ü sk_l********
      |          ^^^^^^^^^^^^
    why: Acts as its owner on every repository and organisation its scopes reach.
    fix: Delete it under Settings, Developer settings, Personal access tokens (classic).
    docs: https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens

  2:57  critical  Stripe secret key [stripe.secret-key]  confidence: format
    2 | TOKEN = \"ghp_********\"  # ü sk_l********
      |                             ^^^^^^^^^^^^
    why: Moves money, issues refunds and reads every customer of the Stripe account.
    fix: Roll the key under Developers, API keys.
    docs: https://docs.stripe.com/keys

scanned 1 file (97 bytes)
2 findings: 2 critical
";
    assert_eq!(run.timeless(), expected);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
}

#[test]
fn a_scanned_file_cannot_drive_the_terminal() {
    let text = format!("\u{1b}]0;owned\u{7}\u{202e} {}\u{1b}[2J\n", github(1));
    let folder = Folder::with("a.txt", text);
    for format in ["pretty", "json", "jsonl", "sarif"] {
        let run = report(&folder, &["scan"], format);
        let wild = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!run.everything().contains(wild), "{format}: {run:?}");
    }
}

#[test]
fn a_minified_line_is_cut_to_what_stands_round_the_finding() {
    let filler = expand("f(<lower:3>);", 1).repeat(200_000);
    let folder = Folder::with("a.min.js", format!("{filler}{};{filler}", github(1)));
    let run = folder.prescan(&["scan"]);
    assert_eq!(run.code, 1);
    assert!(run.out.len() < 2_000, "{} bytes", run.out.len());
}
