//! Rules: as an author means them ([`RuleSpec`]) and as the engine runs them ([`Rule`]).

mod compiled;

pub use compiled::{Facts, Record, Rule, Rules};

use crate::finding::{Confidence, RuleId, Severity};

/// What a rule looks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A literal and what stands around it.
    Token,
    /// A value bound to a key whose name holds a literal.
    Assignment,
}

/// Which part of a token match is the secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Whole {
    /// What `value` matched.
    Value,
    /// From the literal's first byte to the value's last.
    LiteralValue,
    /// The same with what `before` matched in front.
    BeforeLiteralValue,
}

/// What may not touch a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Boundary {
    /// No word character on either side.
    Word,
    /// None in front.
    Left,
    /// None behind.
    Right,
    /// Anything may stand beside it.
    None,
}

impl Boundary {
    /// True when the front is checked.
    #[must_use]
    pub const fn left(self) -> bool {
        matches!(self, Self::Word | Self::Left)
    }

    /// True when the end is checked.
    #[must_use]
    pub const fn right(self) -> bool {
        matches!(self, Self::Word | Self::Right)
    }
}

/// A second part that must stand near, as an author writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComponentSpec {
    /// What it is.
    pub part: PartSpec,
    /// How many bytes before or behind it may stand; at most [`MAX_WITHIN`].
    pub within: u32,
    /// How many lines before or behind it may stand.
    pub lines: Option<u32>,
    /// Its absence lowers the confidence instead of dropping the finding.
    pub optional: bool,
}

/// What a component is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PartSpec {
    /// A match of the rule with this id.
    Rule(String),
    /// A match of this pattern.
    Pattern(String),
}

/// The farthest a component may stand, in bytes.
pub const MAX_WITHIN: u32 = 4096;
/// The farthest any rule may look behind its literal, in bytes.
pub const MAX_REACH: u32 = 64 << 10;
/// How far a rule looks when it says nothing.
pub const DEFAULT_REACH: u32 = 4096;
/// How far any rule may look in front of its literal, in bytes.
pub const BACK_REACH: usize = 4096;

/// A rule as its author means it. [`Engine::compile`](crate::Engine::compile) checks and compiles it.
#[derive(Clone, PartialEq, Debug)]
pub struct RuleSpec {
    /// `vendor.thing`, unique.
    pub id: String,
    /// Who issues the credential.
    pub provider: String,
    /// What was found, as a person would name it.
    pub title: String,
    /// What somebody who holds it can do.
    pub why: String,
    /// Where to revoke it or what to do instead.
    pub fix: Option<String>,
    /// A page of the provider about it.
    pub docs: Option<String>,
    /// How bad it is.
    pub severity: Severity,
    /// How sure a match is before any checksum.
    pub confidence: Confidence,
    /// Free words to filter by.
    pub tags: Vec<String>,
    /// What the rule looks for.
    pub kind: Kind,
    /// Fixed strings, any of which wakes the rule.
    pub literals: Vec<String>,
    /// The literals match in either case.
    pub nocase: bool,
    /// What must end where the literal starts.
    pub before: Option<String>,
    /// What stands between the literal and the value.
    pub gap: Option<String>,
    /// What follows the literal (token), or the whole value (assignment).
    pub value: Option<String>,
    /// What must follow the value.
    pub after: Option<String>,
    /// Which part is the secret.
    pub whole: Whole,
    /// What the key's name must hold (assignment).
    pub key: Option<String>,
    /// What may not touch the token.
    pub boundary: Boundary,
    /// How many bytes behind the literal's start may be looked at.
    pub reach: u32,
    /// Least Shannon entropy of the value, bits per byte.
    pub entropy: Option<f32>,
    /// Names of checks that must pass.
    pub checks: Vec<String>,
    /// Names of checks that raise confidence.
    pub boosts: Vec<String>,
    /// Parts that must stand near.
    pub components: Vec<ComponentSpec>,
    /// Globs of paths the rule is for; empty for all.
    pub paths: Vec<String>,
    /// Globs of paths the rule is not for.
    pub not_paths: Vec<String>,
    /// Values that are not reported.
    pub allow_values: Vec<String>,
    /// Patterns of values that are not reported.
    pub allow_patterns: Vec<String>,
    /// Visible placeholders are not reported.
    pub placeholders: bool,
    /// Which of two overlapping findings of equal confidence stays.
    pub priority: i16,
    /// Never reported itself.
    pub hidden: bool,
}

impl RuleSpec {
    /// An empty rule of kind `token` with every field at its default, to be filled in.
    #[must_use]
    pub fn token() -> Self {
        Self {
            id: String::new(),
            provider: String::new(),
            title: String::new(),
            why: String::new(),
            fix: None,
            docs: None,
            severity: Severity::High,
            confidence: Confidence::Format,
            tags: Vec::new(),
            kind: Kind::Token,
            literals: Vec::new(),
            nocase: false,
            before: None,
            gap: None,
            value: None,
            after: None,
            whole: Whole::LiteralValue,
            key: None,
            boundary: Boundary::Word,
            reach: DEFAULT_REACH,
            entropy: None,
            checks: Vec::new(),
            boosts: Vec::new(),
            components: Vec::new(),
            paths: Vec::new(),
            not_paths: Vec::new(),
            allow_values: Vec::new(),
            allow_patterns: Vec::new(),
            placeholders: true,
            priority: 0,
            hidden: false,
        }
    }

    /// An empty rule of kind `assignment` with every field at its default, to be filled in.
    #[must_use]
    pub fn assignment() -> Self {
        Self {
            kind: Kind::Assignment,
            nocase: true,
            confidence: Confidence::Context,
            ..Self::token()
        }
    }
}

/// A pattern's place in its engine's pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PatternId(pub u16);

/// A compiled component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Component {
    /// What it is.
    pub part: Part,
    /// How many bytes before or behind.
    pub within: u32,
    /// How many lines before or behind; `u32::MAX` for any number.
    pub lines: u32,
    /// Its absence lowers the confidence instead of dropping the finding.
    pub optional: bool,
}

/// What a compiled component is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A match of that rule.
    Rule(RuleId),
    /// A match of that pattern.
    Pattern(PatternId),
}
