//! What was meant: arguments and settings file resolved into an engine and scan settings.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::{Result, bail};
use prescan_core::{Confidence, Engine, Rule, RuleId, Severity};
use prescan_scan::Settings;

use crate::args::{RuleArguments, WalkArguments};
use crate::config::Config;
use crate::rule_files;

/// The engine to run: the built-in one as it is unless rules are added.
pub(crate) fn engine(arguments: &RuleArguments, config: &Config) -> Result<Cow<'static, Engine>> {
    let files: Vec<PathBuf> = config.rules.iter().chain(&arguments.rules).cloned().collect();
    if files.is_empty() {
        return Ok(Cow::Borrowed(prescan_rules::builtin()));
    }
    Ok(Cow::Owned(rule_files::engine_with(&rule_files::read(&files)?)?))
}

/// The rules whose findings are reported, `None` for all.
///
/// The others run all the same: a line that is shown must not hold what they find.
pub(crate) fn selection(
    engine: &Engine,
    arguments: &RuleArguments,
    config: &Config,
) -> Result<Option<BTreeSet<RuleId>>> {
    let only = first_given(&arguments.only, &config.only);
    let skip: Vec<&String> = config.skip.iter().chain(&arguments.skip).collect();
    if only.is_empty() && skip.is_empty() {
        return Ok(None);
    }
    for name in only.iter().chain(skip.iter().copied()) {
        if !engine.rules().any(|rule| names(name, rule)) {
            bail!("no rule is called `{name}`: `prescan rules list` shows them all");
        }
    }
    let selected = |rule: Rule<'_>| {
        (only.is_empty() || only.iter().any(|name| names(name, rule)))
            && !skip.iter().any(|name| names(name, rule))
    };
    let ids = (0..).map(RuleId).zip(engine.rules());
    Ok(Some(ids.filter(|(_, rule)| selected(*rule)).map(|(id, _)| id).collect()))
}

/// The scan's settings.
pub(crate) fn scan(walk: &WalkArguments, rules: &RuleArguments, config: &Config) -> Settings {
    let mut settings = Settings { inline_allow: !rules.no_inline_allow, ..Settings::default() };
    settings.sources.ignore_files = !walk.no_ignore && config.ignore_files.unwrap_or(true);
    settings.sources.follow = walk.follow;
    settings.sources.threads = walk.threads;
    settings.decode_depth = rules.decode_depth.unwrap_or(settings.decode_depth);
    let confidence = rules.min_confidence.as_ref().or(config.min_confidence.as_ref());
    if let Some(level) = confidence.and_then(|name| Confidence::from_name(name)) {
        settings.min_confidence = level;
    }
    let severity = rules.severity.as_ref().or(config.severity.as_ref());
    if let Some(level) = severity.and_then(|name| Severity::from_name(name)) {
        settings.min_severity = level;
    }
    settings
}

fn first_given<'a>(first: &'a [String], second: &'a [String]) -> &'a [String] {
    if first.is_empty() { second } else { first }
}

/// An id, or `vendor.*` for all rules whose id starts so.
fn names(name: &str, rule: Rule<'_>) -> bool {
    match name.strip_suffix('*') {
        Some(prefix) => rule.id().starts_with(prefix),
        None => rule.id() == name,
    }
}
