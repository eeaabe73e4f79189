//! What is wrong with a rule set, and in which field of which rule.

use std::fmt;

/// A rule set that does not compile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildError {
    pub(super) rule: String,
    pub(super) field: &'static str,
    pub(super) text: String,
    pub(super) message: String,
    pub(super) offset: Option<usize>,
}

impl BuildError {
    /// The rule that is at fault; empty when it is the set as a whole.
    #[must_use]
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// The rule's field that is at fault.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        self.field
    }

    /// The offending text of the field; may be empty.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What is wrong and what to do, without the rule's name.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where in `text` the fault is, in bytes, when that is known.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        self.offset
    }

    /// A pattern that the engine takes and its twin does not.
    #[cfg(any(test, feature = "reference"))]
    pub(in crate::engine) fn of_twin(rule: &str, pattern: &str, message: &str) -> Self {
        fault(rule, "the twin", pattern, message)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rule.is_empty() {
            return f.write_str(&self.message);
        }
        write!(f, "rule `{}`: {}: {}", self.rule, self.field, self.message)
    }
}

impl std::error::Error for BuildError {}

pub(super) fn fault(rule: &str, field: &'static str, text: &str, message: &str) -> BuildError {
    BuildError {
        rule: rule.to_owned(),
        field,
        text: text.to_owned(),
        message: message.to_owned(),
        offset: None,
    }
}
