//! What spoke for a finding, in words.

use super::{Engine, Found};
use crate::rule::{Kind, Part};
use crate::secrets::checks::{CHECKS, CheckId, Verdict};
use crate::secrets::{entropy, generic};

impl Engine {
    /// The reasons a finding has, one sentence each. None of them holds a part of the secret.
    #[must_use]
    pub fn reasons(&self, found: &Found<'_>) -> Vec<String> {
        let rule = self.rule(found.finding.rule);
        let candidate = found.candidate;
        let mut reasons = Vec::new();
        let literals: Vec<String> = rule.literals().map(|literal| format!("`{literal}`")).collect();
        if rule.kind == Kind::Assignment {
            let key = String::from_utf8_lossy(candidate.key);
            let quotes = if candidate.quoted { "in quotes" } else { "without quotes" };
            reasons.push(format!("the value belongs to the key `{key}` and stands {quotes}"));
        } else {
            reasons.push(format!("it holds one of {}", literals.join(", ")));
        }
        reasons.push(format!(
            "its value has {} bytes and {:.2} bits of entropy per byte",
            candidate.value.len(),
            entropy::shannon(candidate.value)
        ));
        for &id in rule.checks().iter().chain(rule.boosts()) {
            reasons.extend(check(id, found));
        }
        for component in rule.components() {
            let part = match component.part {
                Part::Rule(id) => self.rule(id).title().to_owned(),
                Part::Pattern(_) => "its second part".to_owned(),
            };
            let need = if component.optional { "may stand" } else { "stands" };
            reasons.push(format!("{part} {need} within {} bytes", component.within));
        }
        if !found.finding.via.is_empty() {
            reasons.push(format!("it was decoded: {}", found.finding.via));
        }
        if found.allowed {
            reasons.push("a comment beside it allows it".to_owned());
        }
        reasons
    }
}

fn check(id: CheckId, found: &Found<'_>) -> Vec<String> {
    let Some(check) = CHECKS.get(usize::from(id.0)) else { return Vec::new() };
    let verdict = match (check.run)(found.candidate) {
        Verdict::Verified => "holds, which chance does not explain",
        Verdict::Pass => "passes",
        Verdict::Fail => "does not hold",
    };
    let mut reasons = vec![format!("check `{}` {verdict}: {}", check.name, check.about)];
    if check.name == generic::NAME {
        let score = generic::score(found.candidate);
        reasons.extend(score.reasons().map(|(points, about)| format!("{points:+} {about}")));
    }
    reasons
}
