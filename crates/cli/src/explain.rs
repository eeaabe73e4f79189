//! `prescan explain`.

use std::path::PathBuf;

use anyhow::{Result, bail};
use prescan_core::Engine;

use crate::args::{ExplainArguments, RuleArguments};
use crate::config::Config;
use crate::exit::Exit;
use crate::{rules, settings};

pub(crate) fn run(arguments: &ExplainArguments) -> Result<Exit> {
    let rule_arguments =
        RuleArguments { rules: arguments.rules.clone(), ..RuleArguments::default() };
    let config = Config::default();
    let engine = settings::engine(&rule_arguments, &config)?;
    if let Some((_, rule)) = engine.rule_by_name(&arguments.what) {
        print!("{}", rules::describe(rule));
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
    let settings = settings::scan(&arguments.walk, &rule_arguments, &config);
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
    if let Some((_, rule)) = engine.rule_by_name(&first.rule.id) {
        print!("{}", rules::describe(rule));
    }
    for (record, reasons) in &found {
        println!(
            "\n{}:{}:{}  {}",
            record.path, record.start.line, record.start.column, record.confidence
        );
        for reason in reasons {
            println!("  {reason}");
        }
    }
    Ok(Exit::Clean)
}

fn list(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
    names.join(", ")
}
