//! Rules as the engine runs them: records of a fixed size over pools of texts and lists.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use super::{Boundary, Component, Kind, PatternId, Whole};
use crate::finding::{Confidence, Severity};
use crate::pool::{Place, append};
use crate::secrets::checks::CheckId;

/// What of a compiled rule is neither text nor list. See [`RuleSpec`](super::RuleSpec) for what each field means.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are those of `RuleSpec`")]
pub struct Facts {
    pub severity: Severity,
    pub confidence: Confidence,
    pub kind: Kind,
    pub nocase: bool,
    pub before: Option<PatternId>,
    pub gap: Option<PatternId>,
    pub value: Option<PatternId>,
    pub after: Option<PatternId>,
    pub whole: Whole,
    pub key: Option<PatternId>,
    pub boundary: Boundary,
    /// The value's alphabet holds `-`, so one that follows a value belongs to a longer word.
    pub dash_continues: bool,
    pub reach: u32,
    /// Thousandths of a bit per byte; zero for no limit.
    pub entropy_milli: u16,
    pub placeholders: bool,
    pub priority: i16,
    pub hidden: bool,
}

/// A compiled rule as [`Rules`] stores it. It is read through a [`Rule`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are those of `RuleSpec`")]
pub struct Record {
    pub facts: Facts,
    pub id: Place,
    pub provider: Place,
    pub title: Place,
    pub why: Place,
    pub fix: Option<Place>,
    pub docs: Option<Place>,
    pub tags: Place,
    pub literals: Place,
    pub checks: Place,
    pub boosts: Place,
    pub components: Place,
    pub paths: Place,
    pub not_paths: Place,
    pub allow_values: Place,
    pub allow_patterns: Place,
}

/// Compiled rules. Their patterns stand in the engine's pool of patterns.
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    /// The rules; a [`RuleId`](crate::RuleId) is an index into them.
    pub records: Cow<'static, [Record]>,
    /// The texts of all rules, one behind the other.
    pub text: Cow<'static, str>,
    /// The lists of texts: places in `text`.
    pub texts: Cow<'static, [Place]>,
    /// The lists of checks.
    pub checks: Cow<'static, [CheckId]>,
    /// The lists of components.
    pub components: Cow<'static, [Component]>,
    /// The lists of patterns.
    pub patterns: Cow<'static, [PatternId]>,
}

impl Rules {
    /// The rule with this index.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Rule<'_> {
        Rule { record: &self.records[index], rules: self }
    }

    /// The rules in the order of their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Rule<'_>> + Clone {
        self.records.iter().map(|record| Rule { record, rules: self })
    }

    /// Adds a text.
    pub(crate) fn add_text(&mut self, text: &str) -> Place {
        let place = Place::behind(self.text.len(), text.len());
        self.text.to_mut().push_str(text);
        place
    }

    /// Adds a list of texts.
    pub(crate) fn add_texts(&mut self, list: &[String]) -> Place {
        let places: Vec<Place> = list.iter().map(|text| self.add_text(text)).collect();
        append(&mut self.texts, places)
    }

    /// True when a pool has more elements than a place can name: those that were added last are not to be used.
    pub(crate) fn overflowed(&self) -> bool {
        let lists =
            [self.texts.len(), self.checks.len(), self.components.len(), self.patterns.len()];
        self.text.len() > Place::MAX || lists.into_iter().any(|len| len > Place::MAX)
    }

    fn piece(&self, place: Place) -> &str {
        &self.text[place.range()]
    }

    fn pieces(&self, place: Place) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.texts[place.range()].iter().map(|&place| self.piece(place))
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            records: Cow::Borrowed(&[]),
            text: Cow::Borrowed(""),
            texts: Cow::Borrowed(&[]),
            checks: Cow::Borrowed(&[]),
            components: Cow::Borrowed(&[]),
            patterns: Cow::Borrowed(&[]),
        }
    }
}

/// A compiled rule. See [`RuleSpec`](super::RuleSpec) for what is not described here.
#[derive(Clone, Copy)]
pub struct Rule<'r> {
    record: &'r Record,
    rules: &'r Rules,
}

#[expect(missing_docs, reason = "the methods are the fields of `RuleSpec`")]
impl<'r> Rule<'r> {
    pub fn id(self) -> &'r str {
        self.rules.piece(self.record.id)
    }

    pub fn provider(self) -> &'r str {
        self.rules.piece(self.record.provider)
    }

    pub fn title(self) -> &'r str {
        self.rules.piece(self.record.title)
    }

    pub fn why(self) -> &'r str {
        self.rules.piece(self.record.why)
    }

    pub fn fix(self) -> Option<&'r str> {
        self.record.fix.map(|place| self.rules.piece(place))
    }

    pub fn docs(self) -> Option<&'r str> {
        self.record.docs.map(|place| self.rules.piece(place))
    }

    pub fn tags(self) -> impl ExactSizeIterator<Item = &'r str> + Clone {
        self.rules.pieces(self.record.tags)
    }

    pub fn literals(self) -> impl ExactSizeIterator<Item = &'r str> + Clone {
        self.rules.pieces(self.record.literals)
    }

    pub fn checks(self) -> &'r [CheckId] {
        &self.rules.checks[self.record.checks.range()]
    }

    pub fn boosts(self) -> &'r [CheckId] {
        &self.rules.checks[self.record.boosts.range()]
    }

    pub fn components(self) -> &'r [Component] {
        &self.rules.components[self.record.components.range()]
    }

    pub fn paths(self) -> impl ExactSizeIterator<Item = &'r str> + Clone {
        self.rules.pieces(self.record.paths)
    }

    pub fn not_paths(self) -> impl ExactSizeIterator<Item = &'r str> + Clone {
        self.rules.pieces(self.record.not_paths)
    }

    pub fn allow_values(self) -> impl ExactSizeIterator<Item = &'r str> + Clone {
        self.rules.pieces(self.record.allow_values)
    }

    pub fn allow_patterns(self) -> &'r [PatternId] {
        &self.rules.patterns[self.record.allow_patterns.range()]
    }

    /// True when the rule is bound to certain paths.
    #[inline]
    pub(crate) const fn has_paths(self) -> bool {
        self.record.paths.len > 0 || self.record.not_paths.len > 0
    }
}

impl Deref for Rule<'_> {
    type Target = Facts;

    #[inline]
    fn deref(&self) -> &Facts {
        &self.record.facts
    }
}

impl fmt::Debug for Rule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rule").field("id", &self.id()).finish_non_exhaustive()
    }
}
