//! Which rules are bound to paths.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::rule::Rules;

/// The path globs of the rules that have any, compiled on the first use.
#[derive(Clone, Debug)]
pub(super) struct PathRules {
    /// By rule: the globs it is for and those it is not for.
    rules: Vec<Option<(Option<GlobSet>, Option<GlobSet>)>>,
}

impl PathRules {
    pub(super) fn new(rules: &Rules) -> Self {
        let rules = rules
            .iter()
            .map(|rule| rule.has_paths().then(|| (set(rule.paths()), set(rule.not_paths()))))
            .collect();
        Self { rules }
    }

    /// True when the rule with this index runs in that path. A text without a path is no file: rules for certain paths do not run there.
    pub(super) fn runs(&self, rule: usize, path: &str) -> bool {
        let Some(Some((only, never))) = self.rules.get(rule) else { return true };
        only.as_ref().is_none_or(|set| set.is_match(path))
            && !never.as_ref().is_some_and(|set| set.is_match(path))
    }
}

/// The globs as one set; `None` where there are none. Globs were checked when the rule was compiled.
fn set<'r>(globs: impl ExactSizeIterator<Item = &'r str>) -> Option<GlobSet> {
    if globs.len() == 0 {
        return None;
    }
    let mut builder = GlobSetBuilder::new();
    for glob in globs {
        if let Ok(glob) = GlobBuilder::new(glob).literal_separator(true).build() {
            builder.add(glob);
        }
    }
    builder.build().ok()
}
