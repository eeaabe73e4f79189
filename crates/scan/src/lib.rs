//! Runs an engine over sources and turns what it finds into report records.
//!
//! - [`scan`] walks paths; [`scan_stream`] reads one stream; both give an [`Outcome`].
//! - [`explain`] says what spoke for a finding.
//! - [`Settings`] says what is reported and whether secrets are shown.
//!
//! What of a secret is printed, and a finding's identity, come from [`prescan_core::redact`].
//!
//! Every front door (the command line, later the bindings) goes through this crate. It prints nothing and reads no settings of its own.
//!
//! ```
//! use prescan_core::Engine;
//! use prescan_scan::{Settings, scan};
//!
//! let engine = Engine::compile(&[])?;
//! let outcome = scan(&engine, &["src".into()], &Settings::default(), &Default::default());
//! assert!(outcome.records.is_empty() && outcome.files > 0);
//! # Ok::<(), prescan_core::BuildError>(())
//! ```

mod draft;
mod lines;
mod place;
mod records;
mod visitor;

use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use prescan_core::{Confidence, Engine, RuleId, Severity};
use prescan_report::{Outcome, Problem, Record};
use prescan_sources::{Options, Progress, Summary};

use visitor::Scanner;

/// What is scanned how, and what is reported.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How paths are walked.
    pub sources: Options,
    /// Only findings of these rules are reported, as if there were no others; what the others find is still masked beside them. `None` for all rules.
    pub only: Option<BTreeSet<RuleId>>,
    /// Findings less sure than this are left out.
    pub min_confidence: Confidence,
    /// Findings less severe than this are left out.
    pub min_severity: Severity,
    /// How deep base64, hexadecimal and percent escapes are followed; 0 for not at all.
    pub decode_depth: u8,
    /// Comments such as `prescan:allow` beside a finding leave it out.
    pub inline_allow: bool,
    /// Reports hold the secrets themselves.
    pub show_secrets: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            sources: Options::default(),
            only: None,
            min_confidence: Confidence::Generic,
            min_severity: Severity::Info,
            decode_depth: prescan_core::MAX_DECODE_DEPTH,
            inline_allow: true,
            show_secrets: false,
        }
    }
}

/// Scans files and folders; `-` is standard input.
///
/// A file on which the engine panics is listed as a problem and makes the outcome incomplete; the other files are scanned.
#[must_use]
pub fn scan(
    engine: &Engine,
    paths: &[PathBuf],
    settings: &Settings,
    progress: &Progress,
) -> Outcome {
    let shared = visitor::Shared::new(engine, settings);
    let make = || Scanner::new(&shared);
    outcome(prescan_sources::walk(paths, &settings.sources, make, progress))
}

/// Scans again and gives, for every finding with that [`fingerprint`](prescan_core::redact::fingerprint), its record and what spoke for it, one sentence each. Sorted by place.
#[must_use]
pub fn explain(
    engine: &Engine,
    paths: &[PathBuf],
    settings: &Settings,
    fingerprint: &str,
) -> Vec<(Record, Vec<String>)> {
    let shared = visitor::Shared::new(engine, settings).explaining(fingerprint);
    let make = || Scanner::new(&shared);
    let summary = prescan_sources::walk(paths, &settings.sources, make, &Progress::default());
    let mut explained: Vec<_> =
        summary.visitors.into_iter().flat_map(|visitor| visitor.explained).collect();
    explained.sort_by(|a, b| (&a.0.path, a.0.offset).cmp(&(&b.0.path, b.0.offset)));
    explained
}

/// Scans one stream under a name.
#[must_use]
pub fn scan_stream(
    engine: &Engine,
    name: &Path,
    reader: &mut dyn Read,
    settings: &Settings,
    progress: &Progress,
) -> Outcome {
    let shared = visitor::Shared::new(engine, settings);
    outcome(prescan_sources::stream(
        name,
        reader,
        &settings.sources,
        Scanner::new(&shared),
        progress,
    ))
}

fn outcome(summary: Summary<Scanner<'_>>) -> Outcome {
    let mut outcome = Outcome {
        files: summary.files,
        bytes: summary.bytes,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        ..Outcome::default()
    };
    for problem in &summary.problems {
        outcome.problems.push(Problem {
            path: place::display(&problem.path).into_owned(),
            reason: problem.reason.to_string(),
            incomplete: problem.incomplete(),
        });
    }
    for visitor in summary.visitors {
        outcome.records.extend(visitor.records);
        outcome.suppressed += visitor.suppressed;
    }
    outcome
}
