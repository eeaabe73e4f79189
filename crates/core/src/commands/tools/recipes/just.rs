//! `just`: recipes of a justfile.

use std::collections::BTreeMap;

use super::{Order, Recipe, can_read, filled, inside, nearest, unknown};
use crate::commands::options::{Options, Spec};
use crate::commands::paths::absolute;
use crate::commands::run::{Call, Flow, Run};
use crate::commands::words::{Words, words};

/// Names of justfiles.
const NAMES: Words = words("justfile Justfile JUSTFILE .justfile");

pub(super) fn run(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "fd",
        longs: words("justfile working-directory set shell chooser dotenv-path"),
        leading: true,
        ..Spec::default()
    };
    let options = Options::parse(call.args, &spec);
    let shows = ["dry-run", "list", "show", "summary", "evaluate", "dump", "fmt", "variables"];
    if !can_read(run) || options.short("nl") || shows.iter().any(|name| options.long(name)) {
        return Flow::default();
    }
    let cwd = run.scope.cwd.clone();
    let found = match options.values('f', "justfile").first() {
        Some(file) => {
            let path = absolute(file, &cwd);
            let folder = path[..path.rfind('/').unwrap_or(0)].to_owned();
            run.text_at(&path).map(|text| (folder, text))
        }
        None => nearest(run, &cwd, NAMES),
    };
    let Some((folder, text)) = found else { return Flow::default() };
    let folder = options
        .values('d', "working-directory")
        .first()
        .map_or(folder, |folder| absolute(folder, &cwd));
    let book = Justfile::read(&text);
    let args: Vec<&str> = options.operands.iter().map(|arg| arg.text.as_str()).collect();
    inside(run, &folder, |run| {
        let name = args.iter().find(|arg| !arg.contains('=')).copied();
        let name = name.unwrap_or(&book.default);
        let rest: Vec<&str> = args.iter().copied().skip_while(|arg| *arg != name).skip(1).collect();
        let find = |wanted: &str| book.recipe(wanted, if wanted == name { &rest } else { &[] });
        let mut order = Order::new(&find);
        order.run(run, name);
        // What a recipe takes no value for is the next recipe.
        for next in &rest {
            order.run(run, next);
        }
    });
    Flow::default()
}

#[derive(Default)]
struct Justfile {
    vars: BTreeMap<String, String>,
    /// Parameters and the recipe itself.
    recipes: BTreeMap<String, (Vec<String>, Recipe)>,
    default: String,
}

impl Justfile {
    fn read(text: &str) -> Self {
        let mut book = Self::default();
        let mut open: Option<String> = None;
        for line in text.lines() {
            if line.starts_with([' ', '\t']) {
                if let Some((_, recipe)) = open.as_ref().and_then(|name| book.recipes.get_mut(name))
                {
                    recipe.lines.push(line.trim().to_owned());
                }
                continue;
            }
            if line.is_empty() || line.starts_with(['#', '[']) {
                continue;
            }
            if let Some((name, value)) = line.split_once(":=") {
                book.define(name, value.trim());
            } else {
                open = book.open(line);
            }
        }
        book
    }

    /// `name := 'value'`, `export name := …`, `alias other := name`.
    fn define(&mut self, name: &str, value: &str) {
        let mut words = name.split_ascii_whitespace();
        let (first, last) = (words.next().unwrap_or_default(), words.next_back());
        if let ("alias", Some(last)) = (first, last) {
            let recipe = Recipe { first: vec![value.to_owned()], lines: Vec::new() };
            self.recipes.insert(last.to_owned(), (Vec::new(), recipe));
            return;
        }
        let quoted = value.len() > 1 && value.starts_with(['"', '\'']);
        let value = if quoted && value.ends_with(&value[..1]) {
            value[1..value.len() - 1].to_owned()
        } else {
            unknown()
        };
        self.vars.insert(last.unwrap_or(first).to_owned(), value);
    }

    /// `name parameters: dependencies`; returns the name.
    fn open(&mut self, line: &str) -> Option<String> {
        let (head, first) = line.split_once(':')?;
        let mut words = head.split_ascii_whitespace();
        let name = words.next()?.trim_start_matches('@').to_owned();
        let names = words.map(|word| word.trim_start_matches(['+', '*', '$']).to_owned());
        // `(other 'argument')` needs no more than its name.
        let first = first.split("&&").flat_map(str::split_ascii_whitespace);
        let first = first.map(|word| word.trim_matches(['(', ')']).to_owned());
        if self.default.is_empty() {
            self.default.clone_from(&name);
        }
        let recipe = Recipe { first: first.collect(), lines: Vec::new() };
        self.recipes.insert(name.clone(), (names.collect(), recipe));
        Some(name)
    }

    fn recipe(&self, name: &str, args: &[&str]) -> Option<Recipe> {
        let (params, recipe) = self.recipes.get(name)?;
        let value = |wanted: &str| {
            let named = |param: &String| param.split('=').next() == Some(wanted);
            let given = params.iter().position(named).map(|at| {
                let own = params[at].split_once('=').map(|(_, own)| own.trim_matches(['\'', '"']));
                args.get(at).copied().or(own).map_or_else(unknown, str::to_owned)
            });
            given.or_else(|| self.vars.get(wanted).cloned()).unwrap_or_else(unknown)
        };
        let lines = recipe
            .lines
            .iter()
            .map(|line| filled(line.trim_start_matches(['@', '-']), "{{", "}}", &value));
        let lines: Vec<String> = lines.collect();
        // A recipe that names its interpreter is one script.
        let shebang = recipe.lines.first().is_some_and(|line| line.starts_with("#!"));
        let lines = match shebang {
            true if !lines[0].contains("sh") => Vec::new(),
            true => vec![lines.join("\n")],
            false => lines,
        };
        Some(Recipe { first: recipe.first.clone(), lines })
    }
}
