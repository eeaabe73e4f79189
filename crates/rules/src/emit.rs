//! A compiled engine as Rust source: statics that need no work at start.

use std::fmt::Write as _;
use std::path::Path;

use prescan_core::commands::Programs;
use prescan_core::verify::{Patterns, Pooled, Run};
use prescan_core::{Component, Engine, Facts, Part, Place, Record, Rules};

/// What the bytes of each automaton are aligned to, as `Aligned` of `builtin.rs` is.
const AUTOMATON_ALIGN: usize = 8;

/// Writes `builtin.rs` and what it includes into `dir`.
///
/// # Errors
/// When a file cannot be written, or the literals do not fit into the tables.
pub(crate) fn write(engine: &Engine, dir: &Path, big_endian: bool) -> Result<(), String> {
    let parts = engine.parts();
    let tables = parts.literals.tables().ok_or("the literals of the rules fill the gram table")?;
    let mut out = String::from("use super::prelude::*;\n\n");
    list(&mut out, "TABLE", "u32", tables.table.iter(), |word| word.to_string());
    list(&mut out, "SLOTS", "u16", tables.slots.iter(), |group| group.to_string());
    list(&mut out, "GROUPS", "Group", tables.groups.iter(), |group| format!("{group:?}"));
    list(&mut out, "WINDOWS", "Window", tables.windows.iter(), |window| format!("{window:?}"));
    list(&mut out, "ENTRIES", "Entry", tables.entries.iter(), |entry| format!("{entry:?}"));
    list(&mut out, "LITERALS", "Literal", parts.literals.literals().iter(), |literal| {
        format!(
            "Literal::embedded(&{:?}, {}, {})",
            literal.bytes(),
            literal.nocase,
            literal.left_boundary
        )
    });
    list(&mut out, "WAKE_STARTS", "u32", parts.wake_starts.iter(), |start| start.to_string());
    list(&mut out, "WAKES", "u16", parts.wakes.iter(), |rule| rule.to_string());
    let automata = patterns(&mut out, &parts.patterns, big_endian)?;
    rules(&mut out, &parts.rules);
    let file = |name: &str, bytes: &[u8]| {
        std::fs::write(dir.join(name), bytes).map_err(|error| format!("{name}: {error}"))
    };
    file("automata.bin", &automata)?;
    file("rules.txt", parts.rules.text.as_bytes())?;
    file("builtin.rs", out.as_bytes())
}

/// Writes `programs.rs` and its text into `dir`.
///
/// # Errors
/// When a file cannot be written.
pub(crate) fn programs(programs: &Programs, dir: &Path) -> Result<(), String> {
    let mut out = String::from("use prescan_core::commands::ProgramPlace;\n\n");
    list(&mut out, "PLACES", "ProgramPlace", programs.places().iter(), |place| {
        format!("{place:?}")
    });
    let file = |name: &str, text: &str| {
        std::fs::write(dir.join(name), text).map_err(|error| format!("{name}: {error}"))
    };
    file("programs.txt", programs.text())?;
    file("programs.rs", &out)
}

/// Writes the patterns' tables and gives the bytes of their automata.
fn patterns(out: &mut String, patterns: &Patterns, big_endian: bool) -> Result<Vec<u8>, String> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut places = Vec::new();
    for dfa in patterns.automata.iter() {
        let one = dfa.to_bytes(big_endian).ok_or("an automaton is not owned")?;
        bytes.resize(bytes.len().next_multiple_of(AUTOMATON_ALIGN), 0);
        let len = |bytes: &[u8]| u32::try_from(bytes.len()).map_err(|error| error.to_string());
        places.push(Place { start: len(&bytes)?, len: len(&one)? });
        bytes.extend(one);
    }
    list(out, "PATTERNS", "Pooled", patterns.pooled.iter(), |pooled| match pooled {
        Pooled::Runs(at) => format!("Pooled::Runs({})", place(at)),
        Pooled::Dfa(index) => format!("Pooled::Dfa({index})"),
    });
    list(out, "RUNS", "Run", patterns.runs.iter(), run);
    list(out, "AUTOMATA", "Dfa", places.iter(), |at| format!("Dfa::embedded({})", place(at)));
    let _ = writeln!(
        out,
        "pub(super) static AUTOMATA_BYTES: Aligned<[u8; {}]> = Aligned(*include_bytes!(\"automata.bin\"));",
        bytes.len()
    );
    Ok(bytes)
}

/// Writes the rules' records and lists.
fn rules(out: &mut String, rules: &Rules) {
    list(out, "RECORDS", "Record", rules.records.iter(), record);
    list(out, "TEXTS", "Place", rules.texts.iter(), place);
    list(out, "CHECKS", "CheckId", rules.checks.iter(), |id| format!("{id:?}"));
    list(out, "COMPONENTS", "Component", rules.components.iter(), component);
    list(out, "RULE_PATTERNS", "PatternId", rules.patterns.iter(), |id| format!("{id:?}"));
}

fn list<T>(
    out: &mut String,
    name: &str,
    kind: &str,
    items: impl ExactSizeIterator<Item = T>,
    mut source: impl FnMut(T) -> String,
) {
    let _ = write!(out, "pub(super) static {name}: [{kind}; {}] = [", items.len());
    for item in items {
        out.push_str(&source(item));
        out.push_str(",\n");
    }
    out.push_str("];\n");
}

fn run(run: &Run) -> String {
    format!(
        "Run {{ set: ByteSet {{ words: {:?} }}, min: {}, max: {} }}",
        run.set.words, run.min, run.max
    )
}

fn place(place: &Place) -> String {
    format!("Place {{ start: {}, len: {} }}", place.start, place.len)
}

fn component(component: &Component) -> String {
    let part = match component.part {
        Part::Rule(id) => format!("Part::Rule({id:?})"),
        Part::Pattern(id) => format!("Part::Pattern({id:?})"),
    };
    format!(
        "Component {{ part: {part}, within: {}, lines: {}, optional: {} }}",
        component.within, component.lines, component.optional
    )
}

/// A rule as an expression. The patterns list every field, so that a new one cannot be forgotten here.
fn record(record: &Record) -> String {
    let Record {
        facts,
        id,
        provider,
        title,
        why,
        fix,
        docs,
        tags,
        literals,
        checks,
        boosts,
        components,
        paths,
        not_paths,
        allow_values,
        allow_patterns,
    } = record;
    let mut source = format!("Record {{ facts: {}, ", facts_source(facts));
    for (name, at) in [
        ("id", id),
        ("provider", provider),
        ("title", title),
        ("why", why),
        ("tags", tags),
        ("literals", literals),
        ("checks", checks),
        ("boosts", boosts),
        ("components", components),
        ("paths", paths),
        ("not_paths", not_paths),
        ("allow_values", allow_values),
        ("allow_patterns", allow_patterns),
    ] {
        let _ = write!(source, "{name}: {}, ", place(at));
    }
    for (name, at) in [("fix", fix), ("docs", docs)] {
        let at = at.as_ref().map_or_else(|| "None".to_owned(), |at| format!("Some({})", place(at)));
        let _ = write!(source, "{name}: {at}, ");
    }
    source.push('}');
    source
}

fn facts_source(facts: &Facts) -> String {
    let Facts {
        severity,
        confidence,
        kind,
        nocase,
        before,
        gap,
        value,
        after,
        whole,
        key,
        boundary,
        dash_continues,
        reach,
        entropy_milli,
        placeholders,
        priority,
        hidden,
    } = facts;
    format!(
        "Facts {{ severity: Severity::{severity:?}, confidence: Confidence::{confidence:?}, kind: Kind::{kind:?}, nocase: {nocase}, before: {before:?}, gap: {gap:?}, \
         value: {value:?}, after: {after:?}, whole: Whole::{whole:?}, key: {key:?}, boundary: Boundary::{boundary:?}, dash_continues: {dash_continues}, reach: {reach}, \
         entropy_milli: {entropy_milli}, placeholders: {placeholders}, priority: {priority}, hidden: {hidden} }}"
    )
}
