//! `prescan explain`.

use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::{Result, bail};
use prescan_core::{Confidence, Engine, Severity};

use crate::args::{ExplainArguments, RuleArguments};
use crate::config;
use crate::exit::Exit;
use crate::{rules, settings};

pub(crate) fn run(arguments: &ExplainArguments) -> Result<Exit> {
    let config = config::read(arguments.config.as_deref())?;
    // Whatever any scan reports can be asked about, whether or not it is reported by default.
    let rule_arguments = RuleArguments {
        rules: arguments.rules.clone(),
        no_inline_allow: true,
        ..RuleArguments::default()
    };
    let engine = settings::engine(&rule_arguments, &config)?;
    if let Some((_, rule)) = engine.rule_by_name(&arguments.what) {
        write!(io::stdout(), "{}", rules::describe(rule))?;
        return Ok(Exit::Clean);
    }
    let is_fingerprint =
        arguments.what.len() == 32 && arguments.what.bytes().all(|b| b.is_ascii_hexdigit());
    if !is_fingerprint {
        bail!(
            "`{}` is neither a rule's id nor a fingerprint: `prescan rules list` shows the rules, a report's `fingerprint` names a finding",
            arguments.what
        );
    }
    let mut settings = settings::scan(&arguments.walk, &rule_arguments, &config);
    settings.min_confidence = Confidence::Generic;
    settings.min_severity = Severity::Info;
    settings.only = settings::selection(&engine, &rule_arguments, &config)?;
    finding(&engine, &arguments.what, &arguments.walk.paths, &settings)
}

/// Scans again and says of each finding with that fingerprint what spoke for it.
fn finding(
    engine: &Engine,
    fingerprint: &str,
    paths: &[PathBuf],
    settings: &prescan_scan::Settings,
) -> Result<Exit> {
    let found = prescan_scan::explain(engine, paths, settings, fingerprint);
    let Some((first, _)) = found.first() else {
        bail!("no finding has the fingerprint `{fingerprint}` in {}", list(paths));
    };
    let mut out = io::stdout().lock();
    if let Some((_, rule)) = engine.rule_by_name(&first.rule.id) {
        write!(out, "{}", rules::describe(rule))?;
    }
    for (record, reasons) in &found {
        writeln!(
            out,
            "\n{}:{}:{}  {}",
            record.path, record.start.line, record.start.column, record.confidence
        )?;
        for reason in reasons {
            writeln!(out, "  {reason}")?;
        }
    }
    Ok(Exit::Clean)
}

fn list(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
    names.join(", ")
}
