//! What the targets share: small rules drawn from a fuzzer's bytes.

use arbitrary::{Result, Unstructured};
use prescan_core::{Boundary, ComponentSpec, PartSpec, RuleSpec, Whole};

const LITERALS: &[&str] = &[
    "aba", "abab", "a_b", "---", "-ab", "key", "token", "a.b", "Aba", "KEY", "%3d", "aaaa", "b64",
];
const CLASSES: &[&str] = &[
    "[ab]", "[a-c]", "[^a]", "[ab-]", "[c1_]", "c", "-", "ab", ".", "\\d", "(?:ab|b)", "(?:a|ab)",
    "(?:a|-)", "\\b", "\\n", "[ -~]", "$", "(?i:AB)",
];
const COUNTS: &[&str] = &["", "{2}", "{0,3}", "{1,4}", "*", "+", "?", "*?", "{1,3}?", "{4,9}"];
const KEYS: &[&str] = &["key$", "^a", "ab|token", "[._-]"];

/// A pattern of one to three parts.
fn pattern(from: &mut Unstructured<'_>) -> Result<String> {
    let mut pattern = String::new();
    for _ in 0..from.int_in_range(1..=3)? {
        let (class, count) = (from.choose(CLASSES)?, from.choose(COUNTS)?);
        pattern.push_str(&format!("(?:{class}){count}"));
    }
    Ok(pattern)
}

fn maybe(from: &mut Unstructured<'_>) -> Result<Option<String>> {
    if from.ratio(2, 5)? { pattern(from).map(Some) } else { Ok(None) }
}

fn component(from: &mut Unstructured<'_>, rules: usize) -> Result<ComponentSpec> {
    let part = if from.arbitrary()? {
        PartSpec::Rule(format!("tiny.rule-{}", from.int_in_range(0..=rules - 1)?))
    } else {
        PartSpec::Pattern(pattern(from)?)
    };
    let within = *from.choose(&[1, 3, 8, 40, 4096])?;
    let lines = if from.arbitrary()? { Some(from.int_in_range(0..=2)?) } else { None };
    Ok(ComponentSpec { part, within, lines, optional: from.arbitrary()? })
}

fn rule(from: &mut Unstructured<'_>, index: usize, rules: usize) -> Result<RuleSpec> {
    let assignment = from.ratio(1, 4)?;
    let mut spec = if assignment { RuleSpec::assignment() } else { RuleSpec::token() };
    spec.id = format!("tiny.rule-{index}");
    for _ in 0..from.int_in_range(1..=2)? {
        spec.literals.push((*from.choose(LITERALS)?).to_owned());
    }
    spec.nocase = from.arbitrary()?;
    spec.value = maybe(from)?;
    spec.reach = *from.choose(&[4, 9, 20, 4096])?;
    if assignment {
        spec.key = if from.arbitrary()? { Some((*from.choose(KEYS)?).to_owned()) } else { None };
    } else {
        spec.before = maybe(from)?;
        spec.gap = maybe(from)?;
        spec.after = maybe(from)?;
        spec.whole = match spec.value {
            Some(_) => {
                *from.choose(&[Whole::Value, Whole::LiteralValue, Whole::BeforeLiteralValue])?
            }
            None => Whole::LiteralValue,
        };
        spec.boundary =
            *from.choose(&[Boundary::Word, Boundary::Left, Boundary::Right, Boundary::None])?;
    }
    spec.placeholders = from.ratio(1, 4)?;
    spec.priority = from.int_in_range(-1..=1)?;
    spec.hidden = index > 0 && from.ratio(1, 5)?;
    if from.ratio(1, 3)? {
        spec.components.push(component(from, rules)?);
    }
    Ok(spec)
}

/// One to three rules over few letters.
///
/// # Errors
/// Never in practice: bytes that are used up count as zeros.
pub fn rules(from: &mut Unstructured<'_>) -> Result<Vec<RuleSpec>> {
    let rules = from.int_in_range(1..=3)?;
    (0..rules).map(|index| rule(from, index, rules)).collect()
}
