//! Runs a rule's examples against an engine.

use std::fmt;
use std::ops::Range;

use prescan_core::{Engine, Finding, Resolved, Scratch, Segment, resolve};

use crate::example::{INSTANCES, Instance, Template};
use crate::format::{AuthoredRule, Example};

/// Which kind of example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expect {
    /// The rule must find something.
    Match,
    /// It must not.
    NoMatch,
}

/// An example that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The template.
    pub template: String,
    /// What went wrong, with the instance's text.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.template, self.message)
    }
}

/// A rule's examples, one trial each: what is expected, its number among its kind, and the example.
pub fn trials(rule: &AuthoredRule) -> impl Iterator<Item = (Expect, usize, &Example)> {
    let matching = rule.examples.matching.iter().map(|example| (Expect::Match, example));
    let not_matching = rule.examples.not_matching.iter().map(|example| (Expect::NoMatch, example));
    matching
        .enumerate()
        .chain(not_matching.enumerate())
        .map(|(number, (expect, example))| (expect, number, example))
}

/// Expands an example [`INSTANCES`] times and runs the whole engine over each text.
///
/// # Errors
/// With the first instance that does not hold, or when the template is malformed.
pub fn run(
    engine: &Engine,
    rule: &AuthoredRule,
    expect: Expect,
    example: &Example,
) -> Result<(), Failure> {
    let fail = |message: String| Failure { template: example.text.clone(), message };
    let template = Template::parse(&example.text).map_err(|error| fail(error.to_string()))?;
    let count = if template.is_constant() { 1 } else { INSTANCES };
    let mut scratch = Scratch::default();
    for seed in 0..count {
        // Every example of every rule gets its own values.
        let seed = seed_of(&rule.spec.id, &example.text) ^ seed;
        let instance = template.expand(seed).map_err(|error| fail(error.to_string()))?;
        let findings = scan(engine, &mut scratch, &instance.text, example.path.as_deref());
        judge(engine, rule, expect, &instance, &findings).map_err(fail)?;
    }
    Ok(())
}

/// The findings of a text, as a whole scan gives them. A rule under test is reported though it is hidden.
fn scan(engine: &Engine, scratch: &mut Scratch, text: &[u8], path: Option<&str>) -> Vec<Finding> {
    let segment = Segment::whole(text).with_path(path.unwrap_or_default());
    let mut found = Vec::new();
    engine.scan_segment(scratch, &segment, &mut |one| {
        found.push(Resolved { finding: one.finding, priority: one.priority, payload: () });
    });
    resolve(&mut found);
    found.into_iter().map(|one| one.finding).collect()
}

fn judge(
    engine: &Engine,
    rule: &AuthoredRule,
    expect: Expect,
    instance: &Instance,
    findings: &[Finding],
) -> Result<(), String> {
    let text = String::from_utf8_lossy(&instance.text);
    let own: Vec<&Finding> =
        findings.iter().filter(|found| engine.rule(found.rule).id() == rule.spec.id).collect();
    match (expect, own.as_slice()) {
        (Expect::NoMatch, []) => Ok(()),
        (Expect::NoMatch, [found, ..]) => {
            let part = &instance.text[found.span.start as usize..found.span.end as usize];
            Err(format!("`{}` is found in `{text}`", String::from_utf8_lossy(part)))
        }
        (Expect::Match, []) => {
            let others: Vec<&str> =
                findings.iter().map(|found| engine.rule(found.rule).id()).collect();
            let others = if others.is_empty() {
                "nothing is".to_owned()
            } else {
                format!("only {} is", others.join(", "))
            };
            Err(format!("{others} found in `{text}`"))
        }
        (Expect::Match, found) => {
            let cut = found.iter().find_map(|found| {
                let span = found.span.start as usize..found.span.end as usize;
                let cut = instance.generated.iter().find(|part| cuts(&span, part))?;
                Some((span, cut.clone()))
            });
            match cut {
                Some((span, part)) => Err(format!(
                    "the finding `{}` cuts the generated part `{}` of `{text}`",
                    String::from_utf8_lossy(&instance.text[span]),
                    String::from_utf8_lossy(&instance.text[part])
                )),
                None => Ok(()),
            }
        }
    }
}

/// True when the span takes a part of what a generator gave: it would report too little or too much. Decoded findings lie inside what
/// a generator encoded.
fn cuts(span: &Range<usize>, part: &Range<usize>) -> bool {
    let overlaps = span.start < part.end && part.start < span.end;
    let holds = span.start <= part.start && part.end <= span.end;
    let inside = part.start <= span.start && span.end <= part.end;
    overlaps && !holds && !inside
}

/// FNV-1a over the rule's id and the template.
fn seed_of(id: &str, template: &str) -> u64 {
    id.bytes().chain(template.bytes()).fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    })
}
