//! A compiled engine as Rust source: statics that need no work at start.

use std::fmt::Write as _;
use std::path::Path;

use prescan_core::verify::{Pattern, Run};
use prescan_core::{Component, Engine, Part, Rule, Text};

/// Writes `builtin.rs` and the automata it includes into `dir`.
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
            "Literal {{ bytes: Cow::Borrowed(&{:?}), nocase: {}, left_boundary: {} }}",
            literal.bytes, literal.nocase, literal.left_boundary
        )
    });
    list(&mut out, "WAKE_STARTS", "u32", parts.wake_starts.iter(), |start| start.to_string());
    list(&mut out, "WAKES", "u16", parts.wakes.iter(), |rule| rule.to_string());
    for (index, pattern) in parts.patterns.iter().enumerate() {
        if let Pattern::Dfa(dfa) = pattern {
            let bytes = dfa.to_bytes(big_endian).ok_or("an automaton is not owned")?;
            let name = format!("dfa{index}.bin");
            std::fs::write(dir.join(&name), &bytes).map_err(|error| error.to_string())?;
            let _ = writeln!(
                out,
                "static DFA_{index}: Aligned<[u8; {}]> = Aligned(*include_bytes!(\"{name}\"));",
                bytes.len()
            );
        }
    }
    let mut index = 0;
    list(&mut out, "PATTERNS", "Pattern", parts.patterns.iter(), |pattern| {
        let source = match pattern {
            Pattern::Runs(runs) => format!("Pattern::Runs({})", slice(runs, run)),
            Pattern::Dfa(_) => format!("Pattern::Dfa(Dfa::embedded(&DFA_{index}.0))"),
        };
        index += 1;
        source
    });
    list(&mut out, "RULES", "Rule", parts.rules.iter(), rule);
    std::fs::write(dir.join("builtin.rs"), out).map_err(|error| error.to_string())
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

fn slice<T>(items: &[T], source: impl Fn(&T) -> String) -> String {
    let items: Vec<String> = items.iter().map(source).collect();
    format!("Cow::Borrowed(&[{}])", items.join(", "))
}

fn run(run: &Run) -> String {
    format!(
        "Run {{ set: ByteSet {{ words: {:?} }}, min: {}, max: {} }}",
        run.set.words, run.min, run.max
    )
}

fn text(text: &Text) -> String {
    format!("Cow::Borrowed({:?})", text.as_ref())
}

fn optional<T>(value: Option<&T>, source: impl Fn(&T) -> String) -> String {
    value.map_or_else(|| "None".to_owned(), |value| format!("Some({})", source(value)))
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

/// A rule as an expression. The pattern lists every field, so that a new one cannot be forgotten here.
fn rule(rule: &Rule) -> String {
    let Rule {
        id,
        provider,
        title,
        why,
        fix,
        docs,
        severity,
        confidence,
        tags,
        kind,
        literals,
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
        checks,
        boosts,
        components,
        paths,
        not_paths,
        allow_values,
        allow_patterns,
        placeholders,
        priority,
        hidden,
    } = rule;
    let mut fields = String::from("Rule { ");
    let mut field = |name: &str, source: String| {
        let _ = write!(fields, "{name}: {source}, ");
    };
    field("id", text(id));
    field("provider", text(provider));
    field("title", text(title));
    field("why", text(why));
    field("fix", optional(fix.as_ref(), text));
    field("docs", optional(docs.as_ref(), text));
    field("severity", format!("Severity::{severity:?}"));
    field("confidence", format!("Confidence::{confidence:?}"));
    field("tags", slice(tags, text));
    field("kind", format!("Kind::{kind:?}"));
    field("literals", slice(literals, text));
    field("nocase", nocase.to_string());
    for (name, pattern) in
        [("before", before), ("gap", gap), ("value", value), ("after", after), ("key", key)]
    {
        field(name, format!("{pattern:?}"));
    }
    field("whole", format!("Whole::{whole:?}"));
    field("boundary", format!("Boundary::{boundary:?}"));
    field("dash_continues", dash_continues.to_string());
    field("reach", reach.to_string());
    field("entropy_milli", entropy_milli.to_string());
    field("checks", slice(checks, |id| format!("{id:?}")));
    field("boosts", slice(boosts, |id| format!("{id:?}")));
    field("components", slice(components, component));
    field("paths", slice(paths, text));
    field("not_paths", slice(not_paths, text));
    field("allow_values", slice(allow_values, text));
    field("allow_patterns", slice(allow_patterns, |id| format!("{id:?}")));
    field("placeholders", placeholders.to_string());
    field("priority", priority.to_string());
    field("hidden", hidden.to_string());
    fields.push('}');
    fields
}
