//! The tables behind the literal pass: what is searched for and which rules it wakes.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::{Engine, Parts, WAKES_PERCENT};
use super::BuildError;
use crate::decode;
use crate::literal::{Literal, LiteralError, LiteralSet};
use crate::rule::{Kind, Rules};
use crate::verify::Patterns;

/// Builds the literal tables for compiled rules.
pub(super) fn finish(rules: Rules, patterns: Patterns) -> Result<Engine, BuildError> {
    let mut wakes: HashMap<(Vec<u8>, bool), Vec<u16>> = HashMap::new();
    for (index, rule) in rules.iter().enumerate() {
        for literal in rule.literals() {
            let bytes = if rule.nocase {
                literal.to_ascii_lowercase().into_bytes()
            } else {
                literal.as_bytes().to_vec()
            };
            let woken = wakes.entry((bytes, rule.nocase)).or_default();
            if woken.last() != Some(&(index as u16)) {
                woken.push(index as u16);
            }
        }
    }
    for escape in decode::percent::WAKING {
        wakes.entry((escape.to_vec(), true)).or_default().push(WAKES_PERCENT);
    }
    let mut sorted: Vec<_> = wakes.into_iter().collect();
    sorted.sort_unstable();
    let mut literals = Vec::with_capacity(sorted.len());
    let mut starts = vec![0u32];
    let mut woken = Vec::new();
    for ((bytes, nocase), rules_woken) in sorted {
        let bounded = |index: &u16| {
            *index != WAKES_PERCENT && {
                let rule = rules.get(usize::from(*index));
                rule.kind == Kind::Token && rule.boundary.left() && rule.before.is_none()
            }
        };
        let left_boundary = rules_woken.iter().all(bounded);
        let literal = Literal::new(&bytes, nocase, left_boundary);
        literals.push(literal.map_err(|error| literal_error(&rules, &error))?);
        woken.extend(rules_woken);
        starts.push(woken.len() as u32);
    }
    let set = LiteralSet::new(literals).map_err(|error| literal_error(&rules, &error))?;
    Ok(Engine::from_parts(Parts {
        rules,
        patterns,
        literals: set,
        wake_starts: Cow::Owned(starts),
        wakes: Cow::Owned(woken),
    }))
}

/// Puts a literal's error on the rule that holds it.
fn literal_error(rules: &Rules, error: &LiteralError) -> BuildError {
    let text = match error {
        LiteralError::TooShort(text) | LiteralError::TooLong(text) => text.as_str(),
        LiteralError::TooMany(_) => "",
    };
    let holder =
        rules.iter().find(|rule| rule.literals().any(|literal| literal.eq_ignore_ascii_case(text)));
    BuildError {
        rule: holder.map_or_else(String::new, |rule| rule.id().to_owned()),
        field: "literals",
        text: text.to_owned(),
        message: error.to_string(),
        offset: None,
    }
}
