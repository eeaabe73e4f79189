//! A scan with one of everything, built by hand.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use prescan_core::{Confidence, Severity};
use prescan_report::{Excerpt, Format, Outcome, Position, Problem, Record, RuleInfo, Style, write};

/// The report as text.
pub fn report(format: Format, outcome: &Outcome, style: &Style) -> String {
    let mut out = Vec::new();
    write(format, outcome, style, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

pub fn acme() -> Arc<RuleInfo> {
    Arc::new(RuleInfo {
        id: "acme.token".to_owned(),
        title: "Acme token".to_owned(),
        why: "Whoever holds it can order anvils on the account it was made for, and have them \
              dropped anywhere."
            .to_owned(),
        fix: Some("Revoke it in the console.".to_owned()),
        docs: Some("https://acme.example/tokens".to_owned()),
        tags: vec!["token".to_owned(), "security".to_owned()],
        severity: Severity::High,
        provider: "Acme".to_owned(),
    })
}

pub fn generic() -> Arc<RuleInfo> {
    Arc::new(RuleInfo {
        id: "generic.password".to_owned(),
        title: "Password".to_owned(),
        why: "It opens something.".to_owned(),
        fix: None,
        docs: None,
        tags: Vec::new(),
        severity: Severity::Medium,
        provider: String::new(),
    })
}

/// A finding of eight characters.
pub fn record(rule: &Arc<RuleInfo>, path: &str, line: u64, column: u64) -> Record {
    Record {
        rule: Arc::clone(rule),
        path: path.to_owned(),
        start: Position { line, column },
        end: Position { line, column: column + 8 },
        offset: line * 100 + column,
        length: 8,
        severity: rule.severity,
        confidence: Confidence::Format,
        fingerprint: format!("fp-{line}"),
        matched: "acme****".to_owned(),
        via: String::new(),
        excerpt: None,
    }
}

pub fn excerpt(text: &str, mark: Range<usize>) -> Option<Excerpt> {
    Some(Excerpt { text: text.to_owned(), mark, cut_left: false, cut_right: false })
}

pub fn problem(path: &str, reason: &str, incomplete: bool) -> Problem {
    Problem { path: path.to_owned(), reason: reason.to_owned(), incomplete }
}

/// Three findings in two files, and three problems; out of order.
pub fn outcome() -> Outcome {
    let (acme, generic) = (acme(), generic());
    let plain = Record {
        excerpt: excerpt("token = 'acme****'", 9..17),
        ..record(&acme, "src/order.py", 3, 10)
    };
    let decoded = Record {
        excerpt: excerpt("\tdata: ********", 7..15),
        severity: Severity::Critical,
        confidence: Confidence::Verified,
        via: "base64>hex".to_owned(),
        ..record(&acme, "src/order.py", 12, 8)
    };
    let other = Record {
        confidence: Confidence::Generic,
        matched: "****".to_owned(),
        ..record(&generic, "a b/[x].env", 1, 5)
    };
    Outcome {
        records: vec![decoded, other, plain],
        files: 120,
        bytes: 3_456_789,
        problems: vec![
            problem("vendor/big.bin", "larger than 100 MB", false),
            problem("b/locked", "permission denied", true),
            problem("", "no git repository here", true),
        ],
        suppressed: 1,
        elapsed: Some(Duration::from_millis(52)),
        tool_version: "0.1.0".to_owned(),
    }
}
