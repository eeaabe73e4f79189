//! `prescan rules`.

use std::io::{self, Write};

use anyhow::{Result, bail};
use prescan_core::secrets::checks::CHECKS;
use prescan_core::{Engine, Kind, Rule};
use prescan_rules::trial::{self, Expect};

use crate::args::RulesCommand;
use crate::exit::Exit;
use crate::rule_files;

pub(crate) fn run(command: &RulesCommand) -> Result<Exit> {
    let mut out = io::stdout().lock();
    match command {
        RulesCommand::List { rules } => list(&engine(rules)?, &mut out),
        RulesCommand::Show { id, rules } => show(&engine(rules)?, id, &mut out),
        RulesCommand::Check { files } => check(files, &mut out),
        RulesCommand::Test { files } => test(files, &mut out),
        RulesCommand::Checks => checks(&mut out),
        RulesCommand::Schema { commands } => {
            let schema = match commands {
                true => prescan_rules::commands_json_schema(),
                false => prescan_rules::json_schema(),
            };
            write!(out, "{schema}")?;
            Ok(Exit::Clean)
        }
    }
}

fn engine(files: &[std::path::PathBuf]) -> Result<Engine> {
    rule_files::engine_with(&rule_files::read(files)?)
}

fn list(engine: &Engine, out: &mut dyn Write) -> Result<Exit> {
    let mut rules: Vec<Rule<'_>> = engine.rules().collect();
    rules.sort_by_key(|rule| rule.id());
    let width = rules.iter().map(|rule| rule.id().len()).max().unwrap_or(0);
    for rule in &rules {
        writeln!(
            out,
            "{:width$}  {:8}  {:8}  {}",
            rule.id(),
            rule.severity,
            rule.confidence,
            rule.title()
        )?;
    }
    Ok(Exit::Clean)
}

fn show(engine: &Engine, id: &str, out: &mut dyn Write) -> Result<Exit> {
    let Some((_, rule)) = engine.rule_by_name(id) else {
        bail!("there is no rule `{id}`: `prescan rules list` shows them all");
    };
    write!(out, "{}", describe(rule))?;
    Ok(Exit::Clean)
}

/// A rule in words.
pub(crate) fn describe(rule: Rule<'_>) -> String {
    let mut text = format!("{}\n{}\n\n{}\n", rule.id(), rule.title(), rule.why());
    let mut line = |name: &str, value: String| {
        if !value.is_empty() {
            text.push_str(&format!("{name:12}{value}\n"));
        }
    };
    let names = |ids: &[prescan_core::secrets::checks::CheckId]| {
        let names: Vec<&str> = ids
            .iter()
            .filter_map(|id| CHECKS.get(usize::from(id.0)))
            .map(|check| check.name)
            .collect();
        names.join(", ")
    };
    line("what to do", rule.fix().unwrap_or_default().to_owned());
    line("docs", rule.docs().unwrap_or_default().to_owned());
    line("provider", rule.provider().to_owned());
    line("severity", rule.severity.to_string());
    line("confidence", rule.confidence.to_string());
    let kind = if rule.kind == Kind::Token { "token" } else { "assignment" };
    line("kind", kind.to_owned());
    line("woken by", rule.literals().collect::<Vec<_>>().join("  "));
    line("checks", names(rule.checks()));
    line("boosts", names(rule.boosts()));
    line("only in", rule.paths().collect::<Vec<_>>().join("  "));
    line("never in", rule.not_paths().collect::<Vec<_>>().join("  "));
    line("tags", rule.tags().collect::<Vec<_>>().join(", "));
    text
}

fn check(files: &[std::path::PathBuf], out: &mut dyn Write) -> Result<Exit> {
    let rules = rule_files::read(files)?;
    rule_files::engine_with(&rules)?;
    for rule in &rules {
        for (_, _, example) in trial::trials(rule) {
            if let Err(error) = prescan_rules::example::Template::parse(&example.text) {
                bail!("{}:{}: rule `{}`: {error}", rule.file, rule.line, rule.spec.id);
            }
        }
    }
    let programs = rule_files::read_commands(files)?;
    rule_files::programs_with(&programs)?;
    writeln!(out, "{}, no fault", count(rules.len(), programs.len()))?;
    Ok(Exit::Clean)
}

/// How many of each there are; what there is none of is not spoken of, unless there is nothing.
fn count(rules: usize, commands: usize) -> String {
    let some = |count: usize, what: &str| {
        (count > 0).then(|| format!("{count} {what}{}", if count == 1 { "" } else { "s" }))
    };
    let parts = [some(rules, "rule"), some(commands, "command file")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "0 rules".to_owned() } else { parts.join(", ") }
}

fn test(files: &[std::path::PathBuf], out: &mut dyn Write) -> Result<Exit> {
    let rules = rule_files::read(files)?;
    let engine = rule_files::engine_with(&rules)?;
    let (mut passed, mut failed) = (0, 0);
    for rule in &rules {
        for (expect, number, example) in trial::trials(rule) {
            match trial::run(&engine, rule, expect, example) {
                Ok(()) => passed += 1,
                Err(failure) => {
                    failed += 1;
                    let kind = if expect == Expect::Match { "match" } else { "no_match" };
                    writeln!(
                        out,
                        "{}:{}: {} {kind} {}: {failure}",
                        rule.file,
                        rule.line,
                        rule.spec.id,
                        number + 1
                    )?;
                }
            }
        }
    }
    let commands = rule_files::read_commands(files)?;
    let programs = rule_files::programs_with(&commands)?;
    for file in &commands {
        let failures = file.check(&programs);
        passed +=
            file.examples.values().map(Vec::len).sum::<usize>().saturating_sub(failures.len());
        failed += failures.len();
        for failure in failures {
            writeln!(out, "{failure}")?;
        }
    }
    let count = count(rules.len(), commands.len());
    writeln!(out, "{count}: {passed} passed, {failed} failed")?;
    Ok(if failed == 0 { Exit::Clean } else { Exit::Findings })
}

fn checks(out: &mut dyn Write) -> Result<Exit> {
    let width = CHECKS.iter().map(|check| check.name.len()).max().unwrap_or(0);
    for check in CHECKS {
        let tail = if check.tail.is_some() { " [tail]" } else { "" };
        writeln!(out, "{:width$}  {}{tail}", check.name, check.about)?;
    }
    Ok(Exit::Clean)
}
