//! A rule file as it is written. The doc comments become the descriptions of the JSON Schema that editors show.

use schemars::JsonSchema;
use serde::Deserialize;

/// A file of rules of one vendor or tool.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct RuleFile {
    /// Who issues the credentials, as a person would name it.
    pub provider: String,
    /// What a reader of the file should know.
    #[serde(default)]
    #[allow(dead_code, reason = "for readers")]
    pub about: Option<String>,
    /// The rules.
    pub rules: Vec<RuleFileRule>,
}

/// One rule.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct RuleFileRule {
    /// `vendor.thing`: two or more parts of `[a-z0-9-]` joined by dots. Unique over all rules.
    #[schemars(regex(pattern = r"^[a-z0-9-]+(\.[a-z0-9-]+)+$"))]
    pub id: String,
    /// What was found, as a person would name it.
    pub title: String,
    /// What somebody who holds it can do. One sentence.
    pub why: String,
    /// Where to revoke it or what to do instead. One sentence.
    #[serde(default)]
    pub fix: Option<String>,
    /// A page of the provider about this credential.
    #[serde(default)]
    pub docs: Option<String>,
    /// How bad a real finding is.
    pub severity: SeverityFile,
    /// How sure a match is before any checksum. Default: `format` for tokens, `context` for assignments.
    #[serde(default)]
    pub confidence: Option<ConfidenceFile>,
    /// Free words to filter by.
    #[serde(default)]
    pub tags: Vec<String>,
    /// `token`: a literal and what stands around it. `assignment`: a value bound to a key whose name holds a literal. Default: `token`.
    #[serde(default)]
    pub kind: Option<KindFile>,
    /// Fixed strings of three bytes or more. Any one wakes the rule.
    #[schemars(length(min = 1), inner(length(min = 3, max = 64)))]
    pub literals: Vec<String>,
    /// Whether the literals' case counts. Default: `sensitive` for tokens, `insensitive` for assignments.
    #[serde(default)]
    pub case: Option<CaseFile>,
    /// Tokens: a pattern that must end where the literal starts.
    #[serde(default)]
    pub before: Option<String>,
    /// Tokens: a pattern between literal and value that is not part of the value.
    #[serde(default)]
    pub gap: Option<String>,
    /// Tokens: what follows the literal. Assignments: the whole value must match it.
    #[serde(default)]
    pub value: Option<String>,
    /// Tokens: a pattern that must follow the value.
    #[serde(default)]
    pub after: Option<String>,
    /// Tokens: what counts as the secret. Default: `literal+value`.
    #[serde(default)]
    pub whole: Option<WholeFile>,
    /// Assignments: a pattern searched for in the key's name, in either case.
    #[serde(default)]
    pub key: Option<String>,
    /// What may not touch the token. Default: `word`.
    #[serde(default)]
    pub boundary: Option<BoundaryFile>,
    /// How many bytes behind the literal's start may be looked at. Default: 4096.
    #[serde(default)]
    #[schemars(range(min = 1, max = 65536))]
    pub reach: Option<u32>,
    /// Least Shannon entropy of the value, bits per byte.
    #[serde(default)]
    #[schemars(range(min = 0, max = 8))]
    pub entropy: Option<f32>,
    /// Named checks that all must pass; one that fails drops the finding.
    #[serde(default)]
    pub checks: Vec<String>,
    /// Named checks that raise confidence when they pass and change nothing when they fail.
    #[serde(default)]
    pub boosts: Vec<String>,
    /// Second parts that must stand near.
    #[serde(default)]
    pub components: Vec<ComponentFile>,
    /// Globs of the paths the rule is for.
    #[serde(default)]
    pub paths: Vec<String>,
    /// Globs of paths the rule is not for.
    #[serde(default)]
    pub not_paths: Vec<String>,
    /// What is not reported.
    #[serde(default)]
    pub allow: Option<AllowFile>,
    /// Drop values that are visibly placeholders. Default: true.
    #[serde(default)]
    pub placeholders: Option<bool>,
    /// Where two findings overlap and have the same confidence, the higher priority stays. Default: 0.
    #[serde(default)]
    pub priority: Option<i16>,
    /// A helper for `components` that is never reported itself. Default: false.
    #[serde(default)]
    pub hidden: Option<bool>,
    /// The rule's own tests.
    pub examples: ExamplesFile,
}

/// How bad a real finding is.
#[derive(Clone, Copy, Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum SeverityFile {
    /// Worth knowing, such as an encrypted key.
    Info,
    /// Little harm, or a test credential.
    Low,
    /// A scoped or short-lived credential.
    Medium,
    /// The full API of a service.
    High,
    /// An account, an organisation or money.
    Critical,
}

/// How sure a match is before any checksum.
#[derive(Clone, Copy, Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum ConfidenceFile {
    /// A guess by shape.
    Generic,
    /// The surroundings name the provider.
    Context,
    /// A distinctive format.
    Format,
}

/// What a rule looks for.
#[derive(Clone, Copy, Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum KindFile {
    /// A literal and what stands around it.
    Token,
    /// A value bound to a key.
    Assignment,
}

/// Whether case counts.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum CaseFile {
    /// It does.
    Sensitive,
    /// ASCII letters match in either case.
    Insensitive,
}

/// What counts as the secret.
#[derive(Clone, Copy, Deserialize, JsonSchema, Debug)]
pub enum WholeFile {
    /// What `value` matched.
    #[serde(rename = "value")]
    Value,
    /// From the literal to the value's end.
    #[serde(rename = "literal+value")]
    LiteralValue,
    /// The same with what `before` matched in front.
    #[serde(rename = "before+literal+value")]
    BeforeLiteralValue,
}

/// What may not touch a token.
#[derive(Clone, Copy, Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum BoundaryFile {
    /// No word character on either side.
    Word,
    /// None in front.
    Left,
    /// None behind.
    Right,
    /// Anything may stand beside it.
    None,
}

/// A second part that must stand near. Give `rule` or `pattern`.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ComponentFile {
    /// The id of a rule that must match.
    #[serde(default)]
    pub rule: Option<String>,
    /// A pattern that must match.
    #[serde(default)]
    pub pattern: Option<String>,
    /// How many bytes before or behind the finding it may stand.
    #[schemars(range(min = 1, max = 4096))]
    pub within: u32,
    /// How many lines before or behind.
    #[serde(default)]
    pub lines: Option<u32>,
    /// Its absence only lowers the confidence to `context`. Default: false.
    #[serde(default)]
    pub optional: Option<bool>,
}

/// What is not reported.
#[derive(Clone, Default, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct AllowFile {
    /// Exact values.
    #[serde(default)]
    pub values: Vec<String>,
    /// Patterns searched for in the secret.
    #[serde(default)]
    pub patterns: Vec<String>,
}

/// A rule's own tests: templates, at least two of either kind.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ExamplesFile {
    /// Every instance must be found under this rule's id.
    #[serde(rename = "match")]
    #[schemars(length(min = 2))]
    pub matching: Vec<ExampleFile>,
    /// No instance may be found under this rule's id.
    #[serde(rename = "no_match")]
    #[schemars(length(min = 2))]
    pub not_matching: Vec<ExampleFile>,
}

/// A template, or one that is scanned as a certain path.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(untagged)]
pub enum ExampleFile {
    /// Just the text.
    Text(String),
    /// A text in a file of that path.
    InPath(PathExample),
}

/// A text in a file of a certain path.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct PathExample {
    /// The path, with `/` separators.
    pub path: String,
    /// The template of the text.
    pub text: String,
}
