//! Runners of recipes: what a project's own files say that a name does.
//!
//! A file that cannot be read, and a recipe that is not in it, is nothing. What a recipe does counts like what is typed.

mod just;
mod make;
mod packages;
mod task;

use crate::commands::paths::{UNKNOWN, absolute};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::words::Words;

/// How many recipes one call runs: prerequisites may fan out.
const MAX_RECIPES: usize = 64;
/// How many folders are looked at on the way up to the root.
const MAX_PARENTS: usize = 64;

/// How a runner is understood.
pub(super) fn reader(name: &str) -> Option<fn(&mut Run<'_>, &Call<'_>) -> Flow> {
    Some(match name {
        "make" | "gmake" => make::run,
        "just" => just::run,
        "npm" | "pnpm" | "yarn" | "bun" => packages::run,
        "composer" => packages::composer,
        "task" | "go-task" => task::run,
        _ => return None,
    })
}

/// A recipe: what runs first, and its lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Recipe {
    first: Vec<String>,
    lines: Vec<String>,
}

/// Runs recipes by name, each once, those that others need first.
struct Order<'r> {
    find: &'r dyn Fn(&str) -> Option<Recipe>,
    done: Vec<String>,
}

impl<'r> Order<'r> {
    fn new(find: &'r dyn Fn(&str) -> Option<Recipe>) -> Self {
        Self { find, done: Vec::new() }
    }

    fn run(&mut self, run: &mut Run<'_>, name: &str) {
        if self.done.len() >= MAX_RECIPES || self.done.iter().any(|done| done == name) {
            return;
        }
        self.done.push(name.to_owned());
        let Some(recipe) = (self.find)(name) else { return };
        run.deeper(|run| {
            for first in &recipe.first {
                self.run(run, first);
            }
            // Each line has a shell of its own.
            for line in &recipe.lines {
                run.apart(|run| run.inner_script(line, &Flow::nothing()));
            }
        });
    }
}

/// The first of the files that is there, in the folder or above it: its folder and its text.
fn nearest(run: &mut Run<'_>, folder: &str, names: Words) -> Option<(String, String)> {
    let mut folder = folder;
    for _ in 0..MAX_PARENTS {
        if let Some(text) = first_of(run, folder, names) {
            return Some((folder.to_owned(), text));
        }
        let end = folder.rfind('/')?;
        if folder == "/" {
            return None;
        }
        folder = if end == 0 { "/" } else { &folder[..end] };
    }
    None
}

fn first_of(run: &mut Run<'_>, folder: &str, names: Words) -> Option<String> {
    names.iter().find_map(|name| run.text_at(&absolute(name, folder)))
}

/// Runs something in another folder, as far as it is known.
fn inside(run: &mut Run<'_>, folder: &str, what: impl FnOnce(&mut Run<'_>)) {
    let folder = absolute(folder, &run.scope.cwd);
    run.apart(|run| {
        run.scope.cwd = folder;
        run.scope.functions.clear();
        run.scope.aliases.clear();
        run.aside(what);
    });
}

/// True where files of this machine can be read from the current folder.
fn can_read(run: &Run<'_>) -> bool {
    run.remote.is_none() && run.view.files.is_some() && !run.scope.cwd.contains(UNKNOWN)
}

/// Replaces every `open … close` by what a function makes of the text between.
fn filled(text: &str, open: &str, close: &str, value: &dyn Fn(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(open) {
        let behind = &rest[at + open.len()..];
        let Some(end) = behind.find(close) else { break };
        out.push_str(&rest[..at]);
        out.push_str(&value(behind[..end].trim()));
        rest = &behind[end + close.len()..];
    }
    out.push_str(rest);
    out
}

/// What stands for a value that is not known.
fn unknown() -> String {
    UNKNOWN.to_string()
}

/// The arguments that are no options, as texts.
fn operands(args: &[Arg]) -> impl Iterator<Item = &str> {
    args.iter().filter(|arg| !arg.is_option()).map(|arg| arg.text.as_str())
}
