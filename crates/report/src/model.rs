//! The plain data a report is made from. The caller fills it; nothing here computes.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use prescan_core::{Confidence, Severity};

/// What a report says about a rule. One value per rule, shared by all its records.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleInfo {
    /// The rule's id, such as `aws.access-key-id`; one id stands for one rule in a report.
    pub id: String,
    /// A few words naming what was found.
    pub title: String,
    /// What somebody who holds the secret can do.
    pub why: String,
    /// What to do about it.
    pub fix: Option<String>,
    /// The address of a page that says more; anything but `http` and `https` is shown, not linked.
    pub docs: Option<String>,
    /// Words to group rules by.
    pub tags: Vec<String>,
    /// How bad a finding of this rule is unless the record says otherwise.
    pub severity: Severity,
    /// Who issues the secret, or the empty string.
    pub provider: String,
}

/// Where a character stands in a text: line and column, both counted from 1.
///
/// A column is the number of Unicode code points before the character on its line, plus one. It is
/// what SARIF 2.1.0 calls `unicodeCodePoints` (section 3.14.27), and it does not depend on how the
/// text is encoded or how wide a terminal draws it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The line, from 1.
    pub line: u64,
    /// The column in code points, from 1.
    pub column: u64,
}

/// The source line a finding stands on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Excerpt {
    /// The line without its line ending, secret values masked, cut to a window around the finding.
    pub text: String,
    /// The bytes of `text` to underline. A range that does not fit `text` is clamped to it.
    pub mark: Range<usize>,
    /// True where the line goes on to the left of `text`.
    pub cut_left: bool,
    /// True where the line goes on to the right of `text`.
    pub cut_right: bool,
}

/// One reported finding, ready to print.
///
/// The texts are redacted by the caller, unless the user asked for secrets: what stands in
/// `matched` and `excerpt` is what is printed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record {
    /// The rule that found it.
    pub rule: Arc<RuleInfo>,
    /// The file, with `/` between its parts, relative where the user gave a relative path. Bytes
    /// that are not UTF-8 have been replaced by U+FFFD.
    pub path: String,
    /// The first character.
    pub start: Position,
    /// The place behind the last character.
    pub end: Position,
    /// The offset of the first byte in the file.
    pub offset: u64,
    /// The number of bytes.
    pub length: u64,
    /// How bad it is.
    pub severity: Severity,
    /// How sure it is.
    pub confidence: Confidence,
    /// What stays the same when the finding moves within its file; baselines hold it.
    pub fingerprint: String,
    /// The matched text, redacted. For a decoded finding: what the decoded text holds.
    pub matched: String,
    /// The encodings that were undone, outermost first, such as `base64>hex`; empty for plain text.
    pub via: String,
    /// The source line, where there is one to show.
    pub excerpt: Option<Excerpt>,
}

/// Something that was not scanned.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Problem {
    /// The file, written as in [`Record::path`]; empty for a problem that belongs to no file.
    pub path: String,
    /// Why, in a few words: lower case, no full stop.
    pub reason: String,
    /// True where the user asked for it to be scanned and it could not be; false where leaving it
    /// out is what the settings ask for.
    pub incomplete: bool,
}

/// What a whole scan came to.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Outcome {
    /// The findings, in any order: every report sorts them.
    pub records: Vec<Record>,
    /// How many files were scanned.
    pub files: u64,
    /// How many bytes were scanned.
    pub bytes: u64,
    /// What was not scanned, in any order.
    pub problems: Vec<Problem>,
    /// How many findings a comment in the file itself suppressed.
    pub suppressed: u64,
    /// How long it took. `None` keeps the time out of the report, so that equal scans give equal
    /// bytes.
    pub elapsed: Option<Duration>,
    /// The version of the tool, such as `0.1.0`.
    pub tool_version: String,
}

/// What a scan says about the files in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Everything was scanned and nothing found.
    Clean,
    /// Something was found. There may be more where the scan is incomplete too.
    Findings,
    /// Nothing was found, but not everything that was asked for was scanned.
    Incomplete,
}

impl Verdict {
    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Findings => "findings",
            Self::Incomplete => "incomplete",
        }
    }
}

impl Outcome {
    /// True where something the user asked for was not scanned.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.problems.iter().any(|problem| problem.incomplete)
    }

    /// The verdict. An incomplete scan is never [`Verdict::Clean`].
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if !self.records.is_empty() {
            Verdict::Findings
        } else if self.is_incomplete() {
            Verdict::Incomplete
        } else {
            Verdict::Clean
        }
    }

    /// How many records have this severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.records.iter().filter(|record| record.severity == severity).count()
    }
}
