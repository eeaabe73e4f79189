//! What the findings of a scan look like to people and to machines.
//!
//! The caller scans, redacts and fills an [`Outcome`]; [`write()`] turns it into text. This crate
//! scans nothing, reads no file and no environment, knows no rules, and prints only to the
//! `std::io::Write` it is given.
//!
//! - [`Outcome`] is a whole scan: its records, its problems and its counts.
//! - [`Record`] is one finding, ready to print, with its [`Position`]s and its [`Excerpt`].
//! - [`RuleInfo`] is what a report says about a rule, shared by the rule's records.
//! - [`Problem`] is something that was not scanned.
//! - [`Verdict`] is the scan in one word.
//! - [`Format`] and [`Style`] choose how it is written.
//!
//! ```
//! use std::sync::Arc;
//!
//! use prescan_core::{Confidence, Severity};
//! use prescan_report::{Excerpt, Format, Outcome, Position, Record, RuleInfo, Style, write};
//!
//! let rule = Arc::new(RuleInfo {
//!     id: "acme.token".to_owned(),
//!     title: "Acme token".to_owned(),
//!     why: "Whoever holds it can order anvils.".to_owned(),
//!     fix: Some("Revoke it in the console.".to_owned()),
//!     docs: None,
//!     tags: vec!["token".to_owned()],
//!     severity: Severity::High,
//!     provider: "Acme".to_owned(),
//! });
//! let record = Record {
//!     rule,
//!     path: "src/order.py".to_owned(),
//!     start: Position { line: 3, column: 10 },
//!     end: Position { line: 3, column: 18 },
//!     offset: 47,
//!     length: 8,
//!     severity: Severity::High,
//!     confidence: Confidence::Format,
//!     fingerprint: "b1946ac9".to_owned(),
//!     matched: "acme****".to_owned(),
//!     via: String::new(),
//!     excerpt: Some(Excerpt {
//!         text: "order = 'acme****'".to_owned(),
//!         mark: 9..17,
//!         cut_left: false,
//!         cut_right: false,
//!     }),
//! };
//! let outcome = Outcome {
//!     records: vec![record],
//!     files: 12,
//!     bytes: 3456,
//!     tool_version: "0.1.0".to_owned(),
//!     ..Outcome::default()
//! };
//!
//! let mut text = Vec::new();
//! write(Format::Pretty, &outcome, &Style::default(), &mut text)?;
//! let expected = "\
//! src/order.py
//!   3:10  high  Acme token [acme.token]  confidence: format
//!     3 | order = 'acme****'
//!       |          ^^^^^^^^
//!     why: Whoever holds it can order anvils.
//!     fix: Revoke it in the console.
//!
//! scanned 12 files (3.4 kB)
//! 1 finding: 1 high
//! ";
//! assert_eq!(String::from_utf8_lossy(&text), expected);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # What every format has in common
//!
//! Records are sorted by path, offset and rule, problems by path and reason: the order they were
//! found in makes no difference, and equal input gives equal bytes. Lines and columns count from 1,
//! columns in Unicode code points ([`Position`]); the end is the place behind the last character.
//!
//! Nothing a scanned file holds can drive a terminal. Control characters, bidirectional controls
//! and invisible characters are written as escapes: as `\x1b` or `\u{202e}` in text for people, as
//! JSON escapes in the other formats, where a parser gives the original back.
//!
//! # Pretty
//!
//! Findings stand below the path of their file, each with its source line, cut around what it
//! underlines. An explanation is printed once per file. What could not be scanned, and what was
//! skipped, is listed below the findings. The last line is the verdict.
//!
//! # JSON Lines
//!
//! One object per line, told apart by `type`: findings first, then problems, and one `summary` last
//! (a report without it was cut short). Every key is there in every object of its type. For
//! instance, `jq -r 'select(.type == "finding" and .via == null) | .path'`.
//!
//! | `type` | keys |
//! |---|---|
//! | `finding` | `rule`, `title`, `severity` (`info` to `critical`), `confidence` (`generic`, `context`, `format`, `verified`), `path`, `line`, `column`, `end_line`, `end_column`, `offset` and `length` in bytes, `match` (redacted), `via` (such as `base64>hex`, or `null` for plain text), `fingerprint` |
//! | `problem` | `path` (empty where it belongs to no file), `reason`, `incomplete` |
//! | `summary` | `version`, `verdict` (`clean`, `findings`, `incomplete`), `incomplete`, `findings`, `severities` (an object of counts), `files`, `bytes`, `problems`, `suppressed`, `elapsed_ms` (or `null`) |
//!
//! # JSON
//!
//! One document `{tool, version, summary, findings, problems}`, holding the very same objects.
//!
//! # SARIF
//!
//! SARIF 2.1.0, with what GitHub's code scanning reads of it. Each rule that found something stands
//! once in the table of rules. Relative paths hang from `%SRCROOT%`. The fingerprint is
//! `partialFingerprints["prescan/v1"]`; `rank` orders by severity, then confidence. An incomplete
//! scan has `executionSuccessful` false, and its problems are notifications at level `error`; what
//! was skipped on purpose is a `note`.

mod format;
mod json;
mod model;
mod order;
mod pretty;
mod sarif;
mod visible;

pub use format::{Format, Style, write};
pub use model::{Excerpt, Outcome, Position, Problem, Record, RuleInfo, Verdict};
pub use visible::{hidden, visible};
