//! The authoring format: YAML to [`RuleSpec`], with errors that point at the place.
//!
//! This module and [`example`](crate::example) are compiled into the build script too, so built-in and user rules go through the same code.

mod error;
mod file;

use prescan_core::{
    Boundary, ComponentSpec, Confidence, DEFAULT_REACH, Engine, Kind, PartSpec, RuleSpec, Severity,
    Whole,
};

pub use error::RuleFileError;
pub use file::{CaseFile, ComponentFile, ExampleFile, RuleFile, RuleFileRule};

/// A rule with what its file says beside it.
#[derive(Clone, PartialEq, Debug)]
pub struct AuthoredRule {
    /// What the engine compiles.
    pub spec: RuleSpec,
    /// Its examples.
    pub examples: Examples,
    /// The file it stands in, as it was named.
    pub file: String,
    /// The line of its `id`, from 1.
    pub line: usize,
}

/// A rule's own test cases, as templates.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Examples {
    /// Texts in which the rule must find something.
    pub matching: Vec<Example>,
    /// Texts in which it must not.
    pub not_matching: Vec<Example>,
}

/// One test case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The template of the text; see [`Template`](crate::example::Template).
    pub text: String,
    /// The path the text is scanned as.
    pub path: Option<String>,
}

/// Least number of examples of either kind.
pub const MIN_EXAMPLES: usize = 2;

/// Reads a rule file.
///
/// # Errors
/// When it is no YAML, a field is unknown, missing or of the wrong type, or a rule has too few examples. Patterns are not compiled here; see [`compile`].
pub fn read(name: &str, source: &str) -> Result<Vec<AuthoredRule>, RuleFileError> {
    let file: RuleFile = serde_saphyr::from_str(source)
        .map_err(|error| RuleFileError::from_yaml(name, source, &error))?;
    file.rules.iter().map(|rule| authored(name, source, &file, rule)).collect()
}

fn authored(
    name: &str,
    source: &str,
    file: &RuleFile,
    rule: &RuleFileRule,
) -> Result<AuthoredRule, RuleFileError> {
    let spec = spec(file, rule);
    let example = |example: &ExampleFile| match example {
        ExampleFile::Text(text) => Example { text: text.clone(), path: None },
        ExampleFile::InPath(example) => {
            Example { text: example.text.clone(), path: Some(example.path.clone()) }
        }
    };
    let examples = Examples {
        matching: rule.examples.matching.iter().map(example).collect(),
        not_matching: rule.examples.not_matching.iter().map(example).collect(),
    };
    for (field, list) in [("match", &examples.matching), ("no_match", &examples.not_matching)] {
        if list.len() < MIN_EXAMPLES {
            let message = format!(
                "a rule needs at least {MIN_EXAMPLES} `{field}` examples, this one has {}",
                list.len()
            );
            return Err(RuleFileError::in_rule(name, source, &spec.id, "examples", "", message));
        }
    }
    let line = error::line_of_rule(source, &spec.id);
    Ok(AuthoredRule { spec, examples, file: name.to_owned(), line })
}

fn spec(file: &RuleFile, rule: &RuleFileRule) -> RuleSpec {
    let kind = rule.kind.map_or(Kind::Token, Kind::from);
    let (case, confidence) = match kind {
        Kind::Token => (CaseFile::Sensitive, Confidence::Format),
        Kind::Assignment => (CaseFile::Insensitive, Confidence::Context),
    };
    let allow = rule.allow.clone().unwrap_or_default();
    RuleSpec {
        id: rule.id.clone(),
        provider: file.provider.clone(),
        title: rule.title.clone(),
        why: rule.why.clone(),
        fix: rule.fix.clone(),
        docs: rule.docs.clone(),
        severity: rule.severity.into(),
        confidence: rule.confidence.map_or(confidence, Confidence::from),
        tags: rule.tags.clone(),
        kind,
        literals: rule.literals.clone(),
        nocase: rule.case.unwrap_or(case) == CaseFile::Insensitive,
        before: rule.before.clone(),
        gap: rule.gap.clone(),
        value: rule.value.clone(),
        after: rule.after.clone(),
        whole: rule.whole.map_or(Whole::LiteralValue, Whole::from),
        key: rule.key.clone(),
        boundary: rule.boundary.map_or(Boundary::Word, Boundary::from),
        reach: rule.reach.unwrap_or(DEFAULT_REACH),
        entropy: rule.entropy,
        checks: rule.checks.clone(),
        boosts: rule.boosts.clone(),
        components: rule.components.iter().map(component).collect(),
        paths: rule.paths.clone(),
        not_paths: rule.not_paths.clone(),
        allow_values: allow.values,
        allow_patterns: allow.patterns,
        placeholders: rule.placeholders.unwrap_or(true),
        priority: rule.priority.unwrap_or(0),
        hidden: rule.hidden.unwrap_or(false),
    }
}

fn component(component: &ComponentFile) -> ComponentSpec {
    let part = match (&component.rule, &component.pattern) {
        (Some(rule), _) => PartSpec::Rule(rule.clone()),
        (None, pattern) => PartSpec::Pattern(pattern.clone().unwrap_or_default()),
    };
    ComponentSpec {
        part,
        within: component.within,
        lines: component.lines,
        optional: component.optional.unwrap_or(false),
    }
}

/// Compiles the rules behind those of `base` and puts an error on the place in the file that caused it.
///
/// # Errors
/// When a rule does not compile; see [`Engine::compile`].
pub fn compile(
    base: Option<&Engine>,
    rules: &[AuthoredRule],
    source_of: &dyn Fn(&str) -> String,
) -> Result<Engine, RuleFileError> {
    let specs: Vec<RuleSpec> = rules.iter().map(|rule| rule.spec.clone()).collect();
    let compiled = match base {
        Some(base) => base.extend(&specs),
        None => Engine::compile(&specs),
    };
    compiled.map_err(|error| {
        let file = rules
            .iter()
            .find(|rule| rule.spec.id == error.rule())
            .map_or("", |rule| rule.file.as_str());
        RuleFileError::from_build(file, &source_of(file), &error)
    })
}

macro_rules! same_names {
    ($file:ident => $core:ident: $($variant:ident => $to:ident),+) => {
        impl From<file::$file> for $core {
            fn from(value: file::$file) -> Self {
                match value { $(file::$file::$variant => Self::$to),+ }
            }
        }
    };
}

same_names!(SeverityFile => Severity: Info => Info, Low => Low, Medium => Medium, High => High, Critical => Critical);
same_names!(ConfidenceFile => Confidence: Generic => Generic, Context => Context, Format => Format);
same_names!(KindFile => Kind: Token => Token, Assignment => Assignment);
same_names!(WholeFile => Whole: Value => Value, LiteralValue => LiteralValue, BeforeLiteralValue => BeforeLiteralValue);
same_names!(BoundaryFile => Boundary: Word => Word, Left => Left, Right => Right, None => None);
