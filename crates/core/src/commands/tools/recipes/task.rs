//! `task`: commands of a Taskfile, as far as it is written in lines and simple lists.

use std::collections::BTreeMap;

use super::{Order, Recipe, can_read, filled, inside, nearest, operands, unknown};
use crate::commands::options::{Options, Spec};
use crate::commands::run::{Call, Flow, Run, quote};
use crate::commands::words::{Words, words};

/// Names of Taskfiles.
const NAMES: Words = words("Taskfile.yml taskfile.yml Taskfile.yaml taskfile.yaml");

pub(super) fn run(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec { values: "dtoCI", longs: words("dir taskfile output"), ..Spec::default() };
    let options = Options::parse(call.args, &spec);
    let shows = ["dry", "list", "list-all", "summary", "status", "init", "version"];
    if !can_read(run) || options.short("nal") || shows.iter().any(|name| options.long(name)) {
        return Flow::default();
    }
    let folder = options.values('d', "dir").first().copied().unwrap_or_default();
    let folder = crate::commands::paths::absolute(folder, &run.scope.cwd);
    let Some((folder, text)) = nearest(run, &folder, NAMES) else { return Flow::default() };
    let tasks = read(&text);
    let args = operands(call.args).filter(|arg| !arg.contains('='));
    let mut names: Vec<&str> = args.filter(|name| tasks.contains_key(*name)).collect();
    if names.is_empty() {
        names.push("default");
    }
    inside(run, &folder, |run| {
        let find = |name: &str| tasks.get(name).cloned();
        let mut order = Order::new(&find);
        for name in names {
            order.run(run, name);
        }
    });
    Flow::default()
}

/// Where in a task a line stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Commands,
    First,
    Other,
}

/// The tasks of a Taskfile.
fn read(text: &str) -> BTreeMap<String, Recipe> {
    let mut tasks: BTreeMap<String, Recipe> = BTreeMap::new();
    let (mut inside, mut depth) = (false, 0);
    let mut open: Option<(String, Part)> = None;
    for line in text.lines() {
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with('#') {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        if indent == 0 {
            inside = bare == "tasks:";
            (open, depth) = (None, 0);
            continue;
        }
        if !inside {
            continue;
        }
        if depth == 0 {
            depth = indent;
        }
        if indent <= depth && !bare.starts_with('-') {
            let Some((name, rest)) = bare.split_once(':') else { continue };
            let name = plain(name);
            let recipe = tasks.entry(name.clone()).or_default();
            add(recipe, Part::Commands, rest.trim());
            open = Some((name, Part::Commands));
        } else if let Some((name, part)) = &mut open {
            let recipe = tasks.entry(name.clone()).or_default();
            match bare.strip_prefix("- ") {
                Some(item) => add(recipe, *part, item),
                None => {
                    let (key, rest) = bare.split_once(':').unwrap_or(("", bare));
                    *part = match key {
                        "cmds" | "cmd" => Part::Commands,
                        "deps" => Part::First,
                        _ => Part::Other,
                    };
                    add(recipe, *part, rest.trim());
                }
            }
        }
    }
    tasks
}

/// Adds a command or what runs first, or a list of them.
fn add(recipe: &mut Recipe, part: Part, item: &str) {
    if item.is_empty() || matches!(item, "|" | ">" | "|-") || part == Part::Other {
        return;
    }
    if let Some(list) = item.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        for item in list.split(',').map(str::trim).filter(|item| !item.starts_with('[')) {
            add(recipe, part, item);
        }
        return;
    }
    match (part, item.split_once(": ")) {
        (_, Some(("task", name))) => recipe.lines.push(format!("task {}", quote(&plain(name)))),
        (Part::First, _) => recipe.first.push(plain(item)),
        (_, Some(("cmd" | "defer", line))) => recipe.lines.push(line_of(line)),
        _ => recipe.lines.push(line_of(item)),
    }
}

fn line_of(item: &str) -> String {
    filled(&plain(item), "{{", "}}", &|_| unknown())
}

/// A scalar without its quotes.
fn plain(text: &str) -> String {
    let text = text.trim();
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            return inner.to_owned();
        }
    }
    text.to_owned()
}
