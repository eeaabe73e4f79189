//! From rules as authors mean them to a compiled engine.

mod error;
mod tables;

use std::collections::{HashMap, HashSet};

use globset::Glob;

pub use error::BuildError;

use super::Engine;
use crate::finding::RuleId;
use crate::pool::{Place, append};
use crate::rule::{
    BACK_REACH, Component, Facts, Kind, MAX_REACH, MAX_WITHIN, Part, PartSpec, PatternId, Record,
    Rule, RuleSpec, Rules,
};
use crate::secrets::checks::{self, CheckId};
use crate::verify::{self, Mode, Pattern, PatternError, Patterns};
use error::fault;
use tables::finish;

/// The most rules one engine can hold.
pub const MAX_RULES: usize = 10_000;

/// Compiles `specs` behind the rules of `base`. One with the name of a rule of `base` takes its place, also as a component of others.
pub(super) fn compile(base: Option<&Engine>, specs: &[RuleSpec]) -> Result<Engine, BuildError> {
    let mut compiler = Compiler::default();
    if let Some(base) = base {
        compiler.rules = base.parts().rules.clone();
        compiler.patterns = base.parts().patterns.clone();
    }
    compiler.index(specs)?;
    for spec in specs {
        let rule = compiler.rule(spec)?;
        let id = compiler.ids.get(&spec.id);
        let records = compiler.rules.records.to_mut();
        match id.and_then(|id| records.get_mut(id.0 as usize)) {
            Some(replaced) => *replaced = rule,
            None => records.push(rule),
        }
    }
    finish(compiler.rules, compiler.patterns)
}

#[derive(Default)]
struct Compiler {
    rules: Rules,
    patterns: Patterns,
    shared: HashMap<(String, bool, Mode), PatternId>,
    ids: HashMap<String, RuleId>,
}

impl Compiler {
    /// Notes the ids, so that components may name rules that follow.
    fn index(&mut self, specs: &[RuleSpec]) -> Result<(), BuildError> {
        let known = self.rules.iter().enumerate();
        let mut ids: HashMap<String, RuleId> =
            known.map(|(index, rule)| (rule.id().to_owned(), RuleId(index as u32))).collect();
        let mut seen = HashSet::new();
        for spec in specs {
            if !seen.insert(&spec.id) {
                let message = "another rule has this id already: choose another";
                return Err(fault(&spec.id, "id", &spec.id, message));
            }
            let next = RuleId(ids.len() as u32);
            ids.entry(spec.id.clone()).or_insert(next);
        }
        if ids.len() > MAX_RULES {
            let message =
                format!("{} rules are more than the {MAX_RULES} one engine can hold", ids.len());
            return Err(fault("", "", "", &message));
        }
        self.ids = ids;
        Ok(())
    }

    fn rule(&mut self, spec: &RuleSpec) -> Result<Record, BuildError> {
        check_shape(spec)?;
        let mut pattern = |field, text: &Option<String>, mode| {
            text.as_ref().map(|text| self.pattern(spec, field, text, mode, false)).transpose()
        };
        let assignment = spec.kind == Kind::Assignment;
        let before = pattern("before", &spec.before, Mode::Backward)?;
        let gap = pattern("gap", &spec.gap, Mode::Forward)?;
        let value = pattern("value", &spec.value, Mode::Forward)?;
        let after = pattern("after", &spec.after, Mode::Forward)?;
        let key = match &spec.key {
            Some(key) => Some(self.pattern(spec, "key", key, Mode::Search, true)?),
            None => None,
        };
        let allow_patterns = spec
            .allow_patterns
            .iter()
            .map(|text| self.pattern(spec, "allow.patterns", text, Mode::Search, false))
            .collect::<Result<Vec<_>, _>>()?;
        if !assignment && spec.whole == crate::rule::Whole::Value && value.is_none() {
            return Err(fault(
                &spec.id,
                "whole",
                "value",
                "there is no `value` to report: add one or leave `whole` out",
            ));
        }
        let facts = Facts {
            severity: spec.severity,
            confidence: spec.confidence,
            kind: spec.kind,
            nocase: spec.nocase,
            before,
            gap,
            value,
            after,
            whole: spec.whole,
            key,
            boundary: spec.boundary,
            dash_continues: dash_continues(spec),
            reach: spec.reach,
            entropy_milli: (spec.entropy.unwrap_or(0.0) * 1000.0) as u16,
            placeholders: spec.placeholders,
            priority: spec.priority,
            hidden: spec.hidden,
        };
        self.record(spec, facts, allow_patterns)
    }

    /// Puts the rule's texts and lists into the pools.
    fn record(
        &mut self,
        spec: &RuleSpec,
        facts: Facts,
        allow_patterns: Vec<PatternId>,
    ) -> Result<Record, BuildError> {
        let checks = checks_by_name(spec, "checks", &spec.checks)?;
        let boosts = checks_by_name(spec, "boosts", &spec.boosts)?;
        let components = self.components(spec)?;
        check_globs(spec, "paths", &spec.paths)?;
        check_globs(spec, "not_paths", &spec.not_paths)?;
        let rules = &mut self.rules;
        let record = Record {
            facts,
            id: rules.add_text(&spec.id),
            provider: rules.add_text(&spec.provider),
            title: rules.add_text(&spec.title),
            why: rules.add_text(&spec.why),
            fix: spec.fix.as_ref().map(|text| rules.add_text(text)),
            docs: spec.docs.as_ref().map(|text| rules.add_text(text)),
            tags: rules.add_texts(&spec.tags),
            literals: rules.add_texts(&spec.literals),
            checks: append(&mut rules.checks, checks),
            boosts: append(&mut rules.checks, boosts),
            components,
            paths: rules.add_texts(&spec.paths),
            not_paths: rules.add_texts(&spec.not_paths),
            allow_values: rules.add_texts(&spec.allow_values),
            allow_patterns: append(&mut rules.patterns, allow_patterns),
        };
        if rules.overflowed() || self.patterns.overflowed() {
            let message = "the rules so far are larger than 4 GiB: split the rule set";
            return Err(fault(&spec.id, "", "", message));
        }
        Ok(record)
    }

    /// Compiles a pattern into the pool, once for equal ones.
    fn pattern(
        &mut self,
        spec: &RuleSpec,
        field: &'static str,
        text: &str,
        mode: Mode,
        nocase: bool,
    ) -> Result<PatternId, BuildError> {
        let key = (text.to_owned(), nocase, mode);
        if let Some(&id) = self.shared.get(&key) {
            return Ok(id);
        }
        let source = if nocase { format!("(?i){text}") } else { text.to_owned() };
        let shift = source.len() - text.len();
        let compiled = Pattern::new(&source, mode).map_err(|error: PatternError| BuildError {
            rule: spec.id.clone(),
            field,
            text: text.to_owned(),
            message: format!("pattern does not compile: {error}"),
            offset: error.offset().and_then(|offset| offset.checked_sub(shift)),
        })?;
        let id = PatternId(u16::try_from(self.patterns.pooled.len()).map_err(|_| {
            fault(&spec.id, field, text, "there are more than 65,536 patterns: split the rule set")
        })?);
        self.patterns.add(compiled);
        self.shared.insert(key, id);
        Ok(id)
    }

    fn components(&mut self, spec: &RuleSpec) -> Result<Place, BuildError> {
        let mut compiled = Vec::new();
        for component in &spec.components {
            if component.within == 0 || component.within > MAX_WITHIN {
                let message = format!("`within` must be 1 to {MAX_WITHIN} bytes");
                return Err(fault(&spec.id, "components", &component.within.to_string(), &message));
            }
            let part = match &component.part {
                PartSpec::Rule(id) => Part::Rule(*self.ids.get(id).ok_or_else(|| {
                    fault(
                        &spec.id,
                        "components",
                        id,
                        "no rule has this id: `prescan rules list` shows them",
                    )
                })?),
                PartSpec::Pattern(text) => {
                    Part::Pattern(self.pattern(spec, "components", text, Mode::Search, false)?)
                }
            };
            compiled.push(Component {
                part,
                within: component.within,
                lines: component.lines.unwrap_or(u32::MAX),
                optional: component.optional,
            });
        }
        Ok(append(&mut self.rules.components, compiled))
    }
}

/// True when the value may end with a dash. The pattern was compiled before, so it parses.
fn dash_continues(spec: &RuleSpec) -> bool {
    let value = spec.value.as_deref().and_then(|value| verify::parse(value).ok());
    value.is_some_and(|hir| verify::may_end_with(&hir, b'-'))
}

/// What the fields must hold beside patterns that compile.
fn check_shape(spec: &RuleSpec) -> Result<(), BuildError> {
    let parts = spec.id.split('.').collect::<Vec<_>>();
    let part_ok = |part: &&str| {
        !part.is_empty()
            && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    if parts.len() < 2 || !parts.iter().all(part_ok) {
        return Err(fault(
            &spec.id,
            "id",
            &spec.id,
            "an id is two or more parts of `[a-z0-9-]` joined by dots, such as `acme.api-key`",
        ));
    }
    if spec.literals.is_empty() {
        return Err(fault(
            &spec.id,
            "literals",
            "",
            "a rule needs at least one literal of three bytes or more to be woken by",
        ));
    }
    if let Some(literal) = spec.literals.iter().find(|literal| !literal.is_ascii()) {
        return Err(fault(
            &spec.id,
            "literals",
            literal,
            "literals are ASCII: match other bytes with `\\x` escapes in `value`",
        ));
    }
    if spec.reach == 0 || spec.reach > MAX_REACH {
        let message = format!("reach must be 1 to {MAX_REACH} bytes");
        return Err(fault(&spec.id, "reach", &spec.reach.to_string(), &message));
    }
    if spec.entropy.is_some_and(|bits| !(0.0..=8.0).contains(&bits)) {
        return Err(fault(&spec.id, "entropy", "", "entropy is 0 to 8 bits per byte"));
    }
    let token_only: [(&'static str, bool); 4] = [
        ("before", spec.before.is_some()),
        ("gap", spec.gap.is_some()),
        ("after", spec.after.is_some()),
        ("whole", spec.whole == crate::rule::Whole::BeforeLiteralValue),
    ];
    for (field, given) in token_only {
        if given && spec.kind == Kind::Assignment {
            let message = "only rules of kind `token` have this field";
            return Err(fault(&spec.id, field, "", message));
        }
    }
    if spec.key.is_some() && spec.kind == Kind::Token {
        return Err(fault(&spec.id, "key", "", "only rules of kind `assignment` have this field"));
    }
    debug_assert!(BACK_REACH >= MAX_WITHIN as usize);
    Ok(())
}

fn checks_by_name(
    spec: &RuleSpec,
    field: &'static str,
    names: &[String],
) -> Result<Vec<CheckId>, BuildError> {
    let find = |name: &String| {
        checks::find(name).ok_or_else(|| {
            fault(
                &spec.id,
                field,
                name,
                &format!("there is no check `{name}`: `prescan rules checks` lists them"),
            )
        })
    };
    names.iter().map(find).collect()
}

fn check_globs(spec: &RuleSpec, field: &'static str, list: &[String]) -> Result<(), BuildError> {
    for glob in list {
        if let Err(error) = Glob::new(glob) {
            return Err(fault(&spec.id, field, glob, &format!("not a glob: {}", error.kind())));
        }
    }
    Ok(())
}

/// See [`Engine::retain`].
pub(super) fn retain(
    engine: &Engine,
    keep: impl Fn(Rule<'_>) -> bool,
) -> Result<Engine, BuildError> {
    let mut rules = engine.parts().rules.clone();
    let shown: Vec<bool> = rules.iter().map(keep).collect();
    let mut kept = shown.clone();
    for (rule, _) in rules.iter().zip(&shown).filter(|(_, shown)| **shown) {
        for component in rule.components() {
            if let Part::Rule(id) = component.part {
                kept[id.0 as usize] = true;
            }
        }
    }
    // Ids are indices, so those that remain move up.
    let mut moved = Vec::with_capacity(kept.len());
    let mut next = 0;
    for keep in &kept {
        moved.push(RuleId(next));
        next += u32::from(*keep);
    }
    let (records, components) = (rules.records.to_mut(), rules.components.to_mut());
    let mut index = 0;
    records.retain_mut(|record| {
        record.facts.hidden |= !shown[index];
        index += 1;
        kept[index - 1]
    });
    // No two records share a list, and the lists of rules that went are never read again.
    for component in records.iter().flat_map(|record| record.components.range()) {
        if let Part::Rule(id) = &mut components[component].part {
            *id = moved[id.0 as usize];
        }
    }
    finish(rules, engine.parts().patterns.clone())
}
