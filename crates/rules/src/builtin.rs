//! The rules that are compiled in.

use std::borrow::Cow;

use prescan_core::literal::{GramTables, LiteralSet};
use prescan_core::{Engine, Parts};

mod prelude {
    pub(super) use std::borrow::Cow;

    pub(super) use prescan_core::literal::{Entry, Group, Literal, Window};
    pub(super) use prescan_core::secrets::checks::CheckId;
    pub(super) use prescan_core::verify::{ByteSet, Dfa, Pattern, Run};
    pub(super) use prescan_core::{
        Boundary, Component, Confidence, Kind, Part, PatternId, Rule, RuleId, Severity, Whole,
    };

    /// Bytes of an automaton, which is read in words of four bytes.
    #[repr(C, align(8))]
    pub(super) struct Aligned<T>(pub(super) T);
}

#[allow(clippy::all, reason = "generated")]
#[allow(unused_imports, reason = "which types appear depends on the rules")]
mod tables {
    include!(concat!(env!("OUT_DIR"), "/builtin.rs"));
}

static ENGINE: Engine = Engine::from_parts(Parts {
    rules: Cow::Borrowed(&tables::RULES),
    patterns: Cow::Borrowed(&tables::PATTERNS),
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
