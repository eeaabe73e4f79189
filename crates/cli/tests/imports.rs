//! Who may import whom, as ARCHITECTURE.md draws it. The tables below are the rule; the first test holds the workspace to them.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// A crate and what it may import.
type Row = (&'static str, &'static [&'static str]);

/// What each crate's own code may import of the workspace.
const IMPORTS: &[Row] = &[
    ("prescan-core", &[]),
    ("prescan-sources", &[]),
    ("prescan-rules", &["prescan-core"]),
    ("prescan-report", &["prescan-core"]),
    ("prescan-scan", &["prescan-core", "prescan-report", "prescan-sources"]),
    ("prescan-hook", &["prescan-core", "prescan-rules"]),
    ("prescan-host-claude-code", &["prescan-hook"]),
    (
        "prescan",
        &[
            "prescan-core",
            "prescan-hook",
            "prescan-host-claude-code",
            "prescan-report",
            "prescan-rules",
            "prescan-scan",
            "prescan-sources",
        ],
    ),
    // Measures any of them, except the command line, which it runs as a program.
    (
        "prescan-benches",
        &[
            "prescan-core",
            "prescan-hook",
            "prescan-report",
            "prescan-rules",
            "prescan-scan",
            "prescan-sources",
        ],
    ),
];

/// What build scripts may import: the engine that runs the built-in rules compiles them.
const BUILD_IMPORTS: &[Row] = &[("prescan-rules", &["prescan-core"])];

/// What tests, examples and benches may import on top of [`IMPORTS`].
const DEV_IMPORTS: &[Row] = &[
    // A scan is tested with rules that exist.
    ("prescan-scan", &["prescan-rules"]),
];

/// Crates that must reach nothing of [`IMPURE`], however far down: other front doors embed them, some where there is no file system and no terminal.
const PURE: &[&str] = &["prescan-core", "prescan-report", "prescan-rules"];

/// The crate that calls hooks over HTTP, for users who configure one. Only those above it may reach [`NETWORK`], through it.
const CONNECTS: &str = "prescan-hook";

/// What no crate of the workspace may reach, except through [`CONNECTS`].
const NETWORK: Row = (
    "opens connections",
    &["curl", "hyper", "mio", "native-tls", "openssl", "reqwest", "rustls", "socket2", "ureq"],
);

/// Crates that touch the world, by what they do.
const IMPURE: &[Row] = &[
    (
        "reads or watches files",
        &["ignore", "jwalk", "memmap2", "notify", "same-file", "tempfile", "walkdir"],
    ),
    ("reads the environment", &["directories", "dirs", "etcetera", "home", "which"]),
    (
        "starts threads or a runtime",
        &["async-std", "crossbeam-deque", "rayon", "rayon-core", "smol", "tokio"],
    ),
    (
        "reads arguments or draws on a terminal",
        &["anstream", "clap", "clap_builder", "console", "crossterm", "indicatif", "termcolor"],
    ),
    ("prints what is logged", &["env_logger", "tracing-subscriber"]),
    NETWORK,
    ("reads the clock", &["chrono", "jiff", "time"]),
    (
        "calls the system",
        &["getrandom", "libc", "nix", "rustix", "winapi", "windows", "windows-sys"],
    ),
];

/// An importer and an impure crate that it may lead to.
const EXEMPT: &[(&str, &str)] = &[
    // On some processors, asking what they can do takes a system call. No input reaches it.
    ("cpufeatures", "libc"),
];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Normal,
    Build,
    Dev,
}

/// The crates of the workspace, and every import in it and below it.
#[derive(Default)]
struct Graph {
    members: BTreeSet<String>,
    imports: BTreeMap<String, BTreeSet<(Kind, String)>>,
}

impl Graph {
    fn import(&mut self, from: &str, kind: Kind, to: &str) {
        self.imports.entry(from.to_owned()).or_default().insert((kind, to.to_owned()));
    }

    fn imports_of(&self, name: &str) -> impl Iterator<Item = (Kind, &str)> {
        self.imports.get(name).into_iter().flatten().map(|(kind, to)| (*kind, to.as_str()))
    }
}

fn allows(table: &[Row], from: &str, to: &str) -> bool {
    table.iter().any(|(name, imports)| *name == from && imports.contains(&to))
}

/// Every way in which the graph leaves the tables, in words.
fn faults(graph: &Graph) -> Vec<String> {
    let mut faults = Vec::new();
    for member in &graph.members {
        if !IMPORTS.iter().any(|(from, _)| from == member) {
            faults.push(format!("`{member}` has no row in IMPORTS"));
        }
        for (kind, to) in graph.imports_of(member) {
            let allowed = match kind {
                Kind::Normal => allows(IMPORTS, member, to),
                Kind::Build => allows(BUILD_IMPORTS, member, to),
                Kind::Dev => allows(IMPORTS, member, to) || allows(DEV_IMPORTS, member, to),
            };
            if graph.members.contains(to) && !allowed {
                faults.push(format!("`{member}` must not import `{to}` ({kind:?})"));
            }
        }
        if member == CONNECTS {
            continue;
        }
        let kept_out = if PURE.contains(&member.as_str()) { IMPURE } else { &[NETWORK] };
        below(graph, kept_out, &[member], &mut BTreeSet::new(), &mut faults);
    }
    faults
}

/// Follows the imports below the last crate of `path` and notes those that are kept out, each with one way to it.
fn below(
    graph: &Graph,
    kept_out: &[Row],
    path: &[&str],
    seen: &mut BTreeSet<String>,
    faults: &mut Vec<String>,
) {
    let Some(&from) = path.last() else { return };
    for (kind, to) in graph.imports_of(from) {
        if kind != Kind::Normal || EXEMPT.contains(&(from, to)) || !seen.insert(to.to_owned()) {
            continue;
        }
        // What it reaches is its own concern, and it is no part of the pure crates.
        if to == CONNECTS {
            continue;
        }
        let way = [path, &[to]].concat();
        match kept_out.iter().find(|(_, names)| names.contains(&to)) {
            Some((what, _)) => faults.push(format!("`{to}` {what}: {}", way.join(" → "))),
            None => below(graph, kept_out, &way, seen, faults),
        }
    }
}

/// The graph of this workspace on the machine the test runs on, without a download.
fn workspace() -> Graph {
    let version = cargo(&["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let metadata = cargo(&[
        "metadata",
        "--format-version=1",
        "--locked",
        "--offline",
        "--all-features",
        "--filter-platform",
        host,
    ]);
    graph_of(&serde_json::from_str(&metadata).unwrap())
}

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Reads what `cargo metadata` prints.
fn graph_of(metadata: &Value) -> Graph {
    let names: BTreeMap<&str, &str> = list(&metadata["packages"])
        .map(|package| (text(&package["id"]), text(&package["name"])))
        .collect();
    let mut graph = Graph::default();
    graph.members.extend(list(&metadata["workspace_members"]).map(|id| names[text(id)].into()));
    for node in list(&metadata["resolve"]["nodes"]) {
        for import in list(&node["deps"]) {
            for kind in list(&import["dep_kinds"]) {
                let kind = match kind["kind"].as_str() {
                    None => Kind::Normal,
                    Some("build") => Kind::Build,
                    Some(_) => Kind::Dev,
                };
                graph.import(names[text(&node["id"])], kind, names[text(&import["pkg"])]);
            }
        }
    }
    graph
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().unwrap().iter()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn the_workspace_keeps_to_the_tables() {
    let graph = workspace();
    // The graph was read, not passed over.
    assert!(graph.members.contains("prescan"));
    assert!(graph.imports_of("prescan").any(|import| import == (Kind::Normal, "prescan-rules")));
    assert!(graph.imports_of("prescan-sources").any(|(_, to)| to == "ignore"));
    let faults = faults(&graph);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A workspace that uses every import the tables allow.
fn allowed() -> Graph {
    let mut graph = Graph::default();
    for (kind, table) in
        [(Kind::Normal, IMPORTS), (Kind::Build, BUILD_IMPORTS), (Kind::Dev, DEV_IMPORTS)]
    {
        for (from, imports) in table {
            graph.members.insert((*from).to_owned());
            for to in *imports {
                graph.import(from, kind, to);
            }
        }
    }
    graph.import("prescan-core", Kind::Normal, "memchr");
    graph.import("prescan-core", Kind::Normal, "sha2");
    graph.import("sha2", Kind::Normal, "cpufeatures");
    graph.import("cpufeatures", Kind::Normal, "libc");
    graph.import("prescan-core", Kind::Dev, "tempfile");
    graph
}

/// The one fault that this import adds.
fn fault_of(from: &str, kind: Kind, to: &str) -> String {
    let mut graph = allowed();
    graph.import(from, kind, to);
    let faults = faults(&graph);
    assert_eq!(faults.len(), 1, "{from} → {to}: {faults:?}");
    faults[0].clone()
}

#[test]
fn what_the_tables_allow_is_no_fault() {
    assert_eq!(faults(&allowed()), [""; 0]);
}

#[test]
fn every_import_beyond_the_tables_is_a_fault() {
    for (from, imports) in IMPORTS {
        for (to, _) in IMPORTS {
            if from != to && !imports.contains(to) {
                let fault = fault_of(from, Kind::Normal, to);
                assert_eq!(fault, format!("`{from}` must not import `{to}` (Normal)"));
            }
        }
    }
}

#[test]
fn nobody_may_import_the_command_line() {
    for (from, imports) in [IMPORTS, BUILD_IMPORTS, DEV_IMPORTS].concat() {
        assert!(!imports.contains(&"prescan"), "{from}");
    }
}

#[test]
fn tests_and_build_scripts_have_tables_of_their_own() {
    assert!(fault_of("prescan-core", Kind::Dev, "prescan-rules").contains("(Dev)"));
    assert!(fault_of("prescan-sources", Kind::Dev, "prescan-core").contains("(Dev)"));
    assert!(fault_of("prescan", Kind::Build, "prescan-rules").contains("(Build)"));
    // What tests may import, the code itself may not.
    assert!(fault_of("prescan-scan", Kind::Normal, "prescan-rules").contains("(Normal)"));
}

#[test]
fn a_crate_without_a_row_is_a_fault() {
    let mut graph = allowed();
    graph.members.insert("prescan-new".to_owned());
    assert_eq!(faults(&graph), ["`prescan-new` has no row in IMPORTS"]);
}

#[test]
fn a_pure_crate_may_not_reach_an_impure_one_however_far_down() {
    let mut graph = allowed();
    graph.import("memchr", Kind::Normal, "deep");
    graph.import("deep", Kind::Normal, "walkdir");
    let faults = faults(&graph);
    let way = "`walkdir` reads or watches files: prescan-core → memchr → deep → walkdir";
    assert!(faults.contains(&way.to_owned()), "{faults:?}");
    // The pure ones above it reach it too; the others may.
    assert_eq!(faults.len(), PURE.len());
}

#[test]
fn no_crate_may_reach_the_network() {
    let fault = fault_of("prescan", Kind::Normal, "ureq");
    assert_eq!(fault, "`ureq` opens connections: prescan → ureq");
}

#[test]
fn what_a_library_builds_or_tests_itself_with_does_not_count() {
    let mut graph = allowed();
    graph.import("memchr", Kind::Build, "libc");
    graph.import("memchr", Kind::Dev, "rayon");
    assert_eq!(faults(&graph), [""; 0]);
}

#[test]
fn an_exemption_is_for_one_importer() {
    let mut graph = allowed();
    graph.import("memchr", Kind::Normal, "libc");
    let way = "`libc` calls the system: prescan-core → memchr → libc";
    assert!(faults(&graph).contains(&way.to_owned()));
}

#[test]
fn a_renamed_import_counts_under_its_own_name_and_in_each_of_its_kinds() {
    let metadata = serde_json::json!({
        "packages": [{"id": "a 1", "name": "prescan-core"}, {"id": "b 1", "name": "ignore"}],
        "workspace_members": ["a 1"],
        "resolve": {"nodes": [
            {"id": "a 1", "deps": [
                {"name": "renamed", "pkg": "b 1", "dep_kinds": [{"kind": "dev"}, {"kind": null}]}
            ]},
            {"id": "b 1", "deps": []}
        ]}
    });
    let graph = graph_of(&metadata);
    assert!(graph.members.contains("prescan-core"));
    let imports: Vec<_> = graph.imports_of("prescan-core").collect();
    assert_eq!(imports, [(Kind::Normal, "ignore"), (Kind::Dev, "ignore")]);
}
