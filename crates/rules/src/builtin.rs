//! The rules that are compiled in.

use std::borrow::Cow;
use std::sync::OnceLock;

use prescan_core::commands::Programs;
use prescan_core::literal::{GramTables, LiteralSet};
use prescan_core::verify::Patterns;
use prescan_core::{Engine, Parts, Rules};

use crate::policy::{Family, PolicyLine};
use crate::tools::Tools;

mod prelude {
    pub(super) use prescan_core::literal::{Entry, Group, Literal, Window};
    pub(super) use prescan_core::secrets::checks::CheckId;
    pub(super) use prescan_core::verify::{ByteSet, Dfa, Pooled, Run};
    pub(super) use prescan_core::{
        Boundary, Component, Confidence, Facts, Kind, Part, PatternId, Place, Record, RuleId,
        Severity, Whole,
    };

    /// Bytes of automata, which are read in words of four bytes.
    #[repr(C, align(8))]
    pub(super) struct Aligned<T>(pub(super) T);
}

#[allow(clippy::all, reason = "generated")]
#[allow(unused_imports, reason = "which types appear depends on the rules")]
mod tables {
    include!(concat!(env!("OUT_DIR"), "/builtin.rs"));
}

#[allow(clippy::all, reason = "generated")]
mod program_places {
    include!(concat!(env!("OUT_DIR"), "/programs.rs"));
}

static PROGRAMS: Programs = Programs::from_parts(
    include_str!(concat!(env!("OUT_DIR"), "/programs.txt")),
    &program_places::PLACES,
);

/// What is known of programs: the files of `rules/commands/`.
#[must_use]
pub const fn programs() -> &'static Programs {
    &PROGRAMS
}

static ENGINE: Engine = Engine::from_parts(Parts {
    rules: Rules {
        records: Cow::Borrowed(&tables::RECORDS),
        text: Cow::Borrowed(include_str!(concat!(env!("OUT_DIR"), "/rules.txt"))),
        texts: Cow::Borrowed(&tables::TEXTS),
        checks: Cow::Borrowed(&tables::CHECKS),
        components: Cow::Borrowed(&tables::COMPONENTS),
        patterns: Cow::Borrowed(&tables::RULE_PATTERNS),
    },
    patterns: Patterns {
        pooled: Cow::Borrowed(&tables::PATTERNS),
        runs: Cow::Borrowed(&tables::RUNS),
        automata: Cow::Borrowed(&tables::AUTOMATA),
        bytes: &tables::AUTOMATA_BYTES.0,
    },
    literals: LiteralSet::from_tables(
        Cow::Borrowed(&tables::LITERALS),
        GramTables {
            table: Cow::Borrowed(&tables::TABLE),
            slots: Cow::Borrowed(&tables::SLOTS),
            groups: Cow::Borrowed(&tables::GROUPS),
            windows: Cow::Borrowed(&tables::WINDOWS),
            entries: Cow::Borrowed(&tables::ENTRIES),
        },
    ),
    wake_starts: Cow::Borrowed(&tables::WAKE_STARTS),
    wakes: Cow::Borrowed(&tables::WAKES),
});

/// The engine of the built-in rules. Its tables were laid down at build time, so the first call costs nothing.
#[must_use]
pub fn builtin() -> &'static Engine {
    &ENGINE
}

/// How many lines the built-in policy has.
const POLICY_LINES: usize = include!(concat!(env!("OUT_DIR"), "/policy_lines.in"));
/// The lines that were read so far.
static POLICY: [OnceLock<PolicyLine>; POLICY_LINES] = [const { OnceLock::new() }; POLICY_LINES];

/// The lines of the built-in policy, in order; the first that matches decides.
pub fn policy() -> impl Iterator<Item = &'static PolicyLine> {
    policy_where(|_, _| true)
}

/// The lines of the built-in policy that may speak of an effect of a family, in order. `effect` is empty for families without effects.
///
/// A line is read when it is first asked for: most tool calls give no occasion, and one needs few lines.
pub fn policy_of(family: Family, effect: &str) -> impl Iterator<Item = &'static PolicyLine> {
    policy_where(move |of, effects| {
        of == family.name() && (effects.is_empty() || effects.split(',').any(|one| one == effect))
    })
}

/// The lines whose family and effects are accepted.
fn policy_where(accepts: impl Fn(&str, &str) -> bool) -> impl Iterator<Item = &'static PolicyLine> {
    let text = include_str!(concat!(env!("OUT_DIR"), "/policy.txt"));
    POLICY.iter().zip(text.lines()).filter_map(move |(read, line)| {
        let mut fields = line.splitn(3, '\t');
        let (family, effects, json) = (fields.next()?, fields.next()?, fields.next()?);
        accepts(family, effects).then(|| {
            read.get_or_init(|| serde_json::from_str(json).expect("the build script wrote it"))
        })
    })
}

/// The table of tools and what their arguments carry.
#[must_use]
pub const fn tools() -> Tools {
    Tools::new(include_str!(concat!(env!("OUT_DIR"), "/tools.txt")))
}

/// What the built-in rules, policy and tools are known by in logs: 32 hexadecimal digits of SHA-256 over their files.
#[must_use]
pub const fn fingerprint() -> &'static str {
    include_str!(concat!(env!("OUT_DIR"), "/hash.txt"))
}

#[cfg(test)]
mod tests {
    use super::{POLICY_LINES, policy, policy_of};
    use crate::policy::Family;

    #[test]
    fn every_line_is_there_and_found_by_its_effects() {
        assert_eq!(policy().count(), POLICY_LINES);
        for line in policy() {
            let effects: Vec<&str> = line.effect.iter().map(String::as_str).collect();
            for effect in if effects.is_empty() { vec![""] } else { effects } {
                assert!(
                    policy_of(line.family, effect).any(|found| found.id == line.id),
                    "{}",
                    line.id
                );
            }
        }
        assert!(policy_of(Family::Commands, "publish").all(|line| line.effect == ["publish"]));
    }
}
