//! The built-in rules: the embedded engine, the one compiled from the rule files at run time, and the naive twin find the same.

#![expect(clippy::unwrap_used, reason = "tests, and what they share")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use prescan_core::literal::Pass;
use prescan_core::reference::{Twin, cut, resolved, sightings};
use prescan_core::{Engine, RuleSpec, Scratch, Segment, WAKES_PERCENT};
use prescan_rules::example::Template;
use prescan_rules::{AuthoredRule, builtin};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The rules as they stand in the files, in the order in which they are compiled.
static AUTHORED: LazyLock<Vec<AuthoredRule>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/secrets");
    let mut files = Vec::new();
    let mut dirs = vec![root.clone()];
    while let Some(dir) = dirs.pop() {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => dirs.push(path),
                false => files.push(path),
            }
        }
    }
    files.retain(|path: &PathBuf| path.extension().is_some_and(|extension| extension == "yaml"));
    files.sort();
    let read = |path: &PathBuf| {
        let source = std::fs::read_to_string(path).unwrap();
        prescan_rules::read(&path.display().to_string(), &source).unwrap()
    };
    files.iter().flat_map(read).collect()
});

static SPECS: LazyLock<Vec<RuleSpec>> =
    LazyLock::new(|| AUTHORED.iter().map(|rule| rule.spec.clone()).collect());
static COMPILED: LazyLock<Engine> = LazyLock::new(|| Engine::compile(&SPECS).unwrap());
static TWIN: LazyLock<Twin> = LazyLock::new(|| Twin::of(&COMPILED, &SPECS).unwrap());

/// Every example's template, and its path.
static TEMPLATES: LazyLock<Vec<(Template, &str)>> = LazyLock::new(|| {
    let examples = AUTHORED
        .iter()
        .flat_map(|rule| rule.examples.matching.iter().chain(&rule.examples.not_matching));
    examples
        .map(|example| {
            let path = example.path.as_deref().unwrap_or_default();
            (Template::parse(&example.text).unwrap(), path)
        })
        .collect()
});

/// A part of a text, as bytes.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let example = (any::<Index>(), 0u64..1000)
        .prop_map(|(template, seed)| template.get(&TEMPLATES).0.expand(seed).unwrap().text);
    let fixed = select(vec![
        "\n",
        "\n\n",
        " ",
        "\t",
        "\r\n",
        ", ",
        "\"",
        "'",
        "=",
        ": ",
        "\\n",
        "%3D",
        "_",
        "-",
        " # prescan:allow\n",
        "password = ",
        "\"token\": \"",
        "/",
        "x",
    ]);
    let leaf = prop_oneof![
        4 => example,
        4 => fixed.prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..40),
        1 => "[ -~]{0,40}".prop_map(String::into_bytes),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        (prop::collection::vec(inner, 1..4), 0usize..6)
            .prop_map(|(pieces, encoding)| encode(&pieces.concat(), encoding))
    })
}

fn encode(text: &[u8], encoding: usize) -> Vec<u8> {
    match encoding {
        0 => STANDARD.encode(text).into_bytes(),
        1 => URL_SAFE_NO_PAD.encode(text).into_bytes(),
        2 => text.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect(),
        3 => text.iter().flat_map(|byte| format!("%{byte:02X}").into_bytes()).collect(),
        4 => STANDARD.encode(wide(text)).into_bytes(),
        _ => text
            .iter()
            .flat_map(|&byte| match byte {
                b'!'..=b'/' | b':'..=b'@' => format!("%{byte:02x}").into_bytes(),
                _ => vec![byte],
            })
            .collect(),
    }
}

/// UTF-16 of bytes taken as Latin-1, without a mark.
fn wide(text: &[u8]) -> Vec<u8> {
    text.iter().flat_map(|&byte| u16::from(byte).to_le_bytes()).collect()
}

fn cases(usual: u32) -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = usual;
    }
    config
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn the_engines_find_what_the_twin_finds(
        pieces in prop::collection::vec(piece(), 0..12),
        utf16 in prop::bool::weighted(0.15),
        path in any::<Index>(),
        at in any::<Index>(),
    ) {
        let text = if utf16 { wide(&pieces.concat()) } else { pieces.concat() };
        let path = path.get(&TEMPLATES).1;
        let expected = TWIN.sightings(&text, path);
        let whole = [Segment::whole(&text).with_path(path)];
        prop_assert_eq!(&sightings(builtin(), &whole), &expected);
        prop_assert_eq!(&sightings(&COMPILED, &whole), &expected);
        let parts: Vec<_> = cut(&text, &[at.index(text.len() + 1)])
            .into_iter()
            .map(|segment| segment.with_path(path))
            .collect();
        prop_assert_eq!(&sightings(builtin(), &parts), &expected);
        if path.is_empty() {
            let found = builtin().scan(&mut Scratch::default(), &text);
            prop_assert_eq!(found, resolved(&expected));
        }
    }
}

#[test]
fn every_example_gives_what_the_twin_finds() {
    for (template, path) in TEMPLATES.iter() {
        let text = template.expand(1).unwrap().text;
        let found = sightings(builtin(), &[Segment::whole(&text).with_path(path)]);
        assert_eq!(found, TWIN.sightings(&text, path), "{}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn the_embedded_tables_are_what_compiles_at_run_time() {
    let (embedded, compiled) = (builtin().parts(), COMPILED.parts());
    assert_eq!(embedded.literals.literals(), compiled.literals.literals());
    let (a, b) = (embedded.literals.tables().unwrap(), compiled.literals.tables().unwrap());
    assert!(a.table == b.table && a.slots == b.slots && a.groups == b.groups);
    assert!(a.windows == b.windows && a.entries == b.entries);
    assert_eq!(embedded.wake_starts, compiled.wake_starts);
    assert_eq!(embedded.wakes, compiled.wakes);
    assert_eq!(embedded.rules, compiled.rules);
    assert_eq!(embedded.patterns.pooled, compiled.patterns.pooled);
    assert_eq!(embedded.patterns.runs, compiled.patterns.runs);
    let big_endian = cfg!(target_endian = "big");
    let (a, b) = (&embedded.patterns.automata, &compiled.patterns.automata);
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b.iter()) {
        let bytes = &embedded.patterns.bytes[a.place().unwrap().range()];
        assert!(bytes == b.to_bytes(big_endian).unwrap());
    }
}

/// The sources of this workspace, without the parts that speak of credentials: the detector and the rule format.
fn plain_text() -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut dirs =
        ["core/src", "sources/src", "report/src", "scan/src"].map(|dir| root.join(dir)).to_vec();
    let mut files = Vec::new();
    while let Some(dir) = dirs.pop() {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true if path.ends_with("secrets") || path.ends_with("tests") => {}
                true => dirs.push(path),
                false => files.push(path),
            }
        }
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    files.iter().flat_map(|path| std::fs::read(path).unwrap()).collect()
}

/// Which rules each chunk of four kibibytes wakes.
fn woken(text: &[u8]) -> Vec<BTreeSet<&'static str>> {
    let parts = builtin().parts();
    let wakes = |literal: u16| {
        let literal = usize::from(literal);
        let [from, to] = [literal, literal + 1].map(|index| parts.wake_starts[index] as usize);
        let rules = parts.wakes[from..to].iter().filter(|rule| **rule != WAKES_PERCENT);
        rules.map(|rule| parts.rules.get(usize::from(*rule)))
    };
    let of_chunk = |chunk: &[u8]| {
        let mut rules = BTreeSet::new();
        parts.literals.find(chunk, &mut Pass::default(), &mut |hits| {
            rules.extend(hits.iter().flat_map(|hit| wakes(hit.literal)).map(|rule| rule.id()));
        });
        rules
    };
    text.chunks(4096).map(of_chunk).collect()
}

/// A literal that is a common word costs time in every file. Rules that bind a value to a key must begin at the key's name; all others find something rarer.
#[test]
fn ordinary_text_wakes_few_rules() {
    const NAMED_AFTER_KEYS: [&str; 3] =
        ["config.terraform-variable", "generic.password", "generic.secret"];
    let chunks = woken(&plain_text());
    let all: usize = chunks.iter().map(BTreeSet::len).sum();
    let mean = all as f64 / chunks.len() as f64;
    assert!(mean <= 2.0, "{mean:.2} rules for each chunk");
    let rules: BTreeSet<&str> = chunks.iter().flatten().copied().collect();
    for rule in rules.into_iter().filter(|rule| !NAMED_AFTER_KEYS.contains(rule)) {
        let count = chunks.iter().filter(|woken| woken.contains(rule)).count();
        assert!(count * 10 <= chunks.len(), "{rule} is woken by {count} of {}", chunks.len());
    }
}
