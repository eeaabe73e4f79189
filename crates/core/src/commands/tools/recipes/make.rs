//! `make`: recipes of a makefile, with its variables put in.

use std::collections::BTreeMap;

use super::{Order, Recipe, can_read, first_of, inside, unknown};
use crate::commands::options::{Options, Spec};
use crate::commands::run::{Call, Flow, Run};
use crate::commands::words::{Words, words};

/// Names of makefiles, in the order in which they are looked for.
const NAMES: Words = words("GNUmakefile makefile Makefile");
/// Variables that are set before the first line.
const BUILTIN: &[(&str, &str)] = &[("RM", "rm -f"), ("MAKE", "make"), ("SHELL", "/bin/sh")];
/// How deep variables are put into one another.
const MAX_DEPTH: usize = 16;
/// The longest line after variables are put in, in bytes.
const MAX_LINE: usize = 1 << 14;

pub(super) fn run(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "CfIjloW",
        longs: words("directory file makefile include-dir jobs load-average old-file what-if"),
        ..Spec::default()
    };
    let options = Options::parse(call.args, &spec);
    let dry = options.short("nqt") || options.long("just-print") || options.long("dry-run");
    if !can_read(run) || dry || options.long("recon") || options.long("question") {
        return Flow::default();
    }
    let folder = options.values('C', "directory").join("/");
    let file = options.values('f', "file").first().copied().or_else(|| {
        let named = options.values('\0', "makefile");
        named.first().copied()
    });
    let operands = options.operands.iter().map(|arg| arg.text.as_str());
    let (given, targets): (Vec<&str>, Vec<&str>) = operands.partition(|text| text.contains('='));
    inside(run, &folder, |run| {
        let text = match file {
            Some(file) => {
                let path = crate::commands::paths::absolute(file, &run.scope.cwd);
                run.text_at(&path)
            }
            None => {
                let folder = run.scope.cwd.clone();
                first_of(run, &folder, NAMES)
            }
        };
        let Some(text) = text else { return };
        let mut book = Makefile::default();
        for (name, value) in BUILTIN {
            book.vars.insert((*name).to_owned(), (*value).to_owned());
        }
        book.vars.insert("CURDIR".to_owned(), run.scope.cwd.clone());
        book.read(&text);
        for (name, value) in given.iter().filter_map(|text| text.split_once('=')) {
            book.vars.insert(name.trim_end_matches(['?', ':', '+']).to_owned(), value.to_owned());
        }
        let find = |name: &str| book.recipe(name);
        let mut order = Order::new(&find);
        if targets.is_empty() {
            order.run(run, &book.default);
        }
        for target in &targets {
            order.run(run, target);
        }
    });
    Flow::default()
}

/// A makefile as far as it is read: explicit rules, and variables as they stand at its end.
#[derive(Default)]
struct Makefile {
    vars: BTreeMap<String, String>,
    rules: BTreeMap<String, Recipe>,
    default: String,
}

impl Makefile {
    fn read(&mut self, text: &str) {
        let text = text.replace("\\\r\n", " ").replace("\\\n", " ");
        let mut open: Vec<String> = Vec::new();
        let mut defines = false;
        for line in text.lines() {
            let bare = line.trim();
            match bare.split_ascii_whitespace().next() {
                Some("define") => defines = true,
                Some("endef") => defines = false,
                _ => {}
            }
            if defines {
                continue;
            }
            if let Some(recipe) = line.strip_prefix('\t') {
                for target in &open {
                    self.rules.entry(target.clone()).or_default().lines.push(recipe.to_owned());
                }
                continue;
            }
            let line = bare.split(" #").next().unwrap_or_default();
            // Branches of conditions are all taken.
            if line.is_empty() || line.starts_with(['#', '-']) || is_directive(line) {
                continue;
            }
            match assignment(line) {
                Some((name, sign, value)) => self.assign(name, sign, value),
                None => open = self.rule(line),
            }
        }
    }

    fn assign(&mut self, name: &str, sign: char, value: &str) {
        let name = name.rsplit(' ').next().unwrap_or(name);
        match sign {
            '?' if self.vars.contains_key(name) => {}
            '+' => {
                let own = self.vars.entry(name.to_owned()).or_default();
                if own.len() < MAX_LINE {
                    own.push(' ');
                    own.push_str(value);
                }
            }
            _ => drop(self.vars.insert(name.to_owned(), value.to_owned())),
        }
    }

    /// Reads `targets: prerequisites; recipe` and returns the targets.
    fn rule(&mut self, line: &str) -> Vec<String> {
        let Some((targets, rest)) = line.split_once(':') else { return Vec::new() };
        let (first, recipe) = match rest.split_once(';') {
            Some((first, recipe)) => (first, Some(recipe)),
            None => (rest, None),
        };
        let targets = self.expand(targets, "");
        let names: Vec<String> = targets.split_ascii_whitespace().map(str::to_owned).collect();
        let first = self.expand(first.trim_start_matches(':'), "");
        let first = first.split_ascii_whitespace().filter(|word| *word != "|");
        let first: Vec<String> = first.map(str::to_owned).collect();
        for name in &names {
            let special = name.starts_with('.') && !name.contains('/') || name.contains('%');
            if self.default.is_empty() && !special {
                self.default.clone_from(name);
            }
            let rule = self.rules.entry(name.clone()).or_default();
            rule.first.extend(first.iter().cloned());
            rule.lines.extend(recipe.map(str::to_owned));
        }
        names
    }

    fn recipe(&self, name: &str) -> Option<Recipe> {
        let rule = self.rules.get(name)?;
        let lines = rule.lines.iter().map(|line| {
            let line = self.expand(line, name);
            line.trim_start().trim_start_matches(['@', '-', '+', ' ']).to_owned()
        });
        Some(Recipe { first: rule.first.clone(), lines: lines.collect() })
    }

    fn expand(&self, text: &str, target: &str) -> String {
        let mut out = String::new();
        self.expand_into(text, target, 0, &mut out);
        out
    }

    /// Puts in variables. `$$` is a dollar for the shell.
    fn expand_into(&self, text: &str, target: &str, depth: usize, out: &mut String) {
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            out.push_str(&rest[..at]);
            if depth > MAX_DEPTH || out.len() > MAX_LINE {
                out.push_str(&unknown());
                return;
            }
            let behind = &rest[at + 1..];
            let Some(first) = behind.chars().next() else { return };
            let (name, length) = match first {
                '(' => (closed(behind, '(', ')'), closed(behind, '(', ')').len() + 2),
                '{' => (closed(behind, '{', '}'), closed(behind, '{', '}').len() + 2),
                first => (&behind[..first.len_utf8()], first.len_utf8()),
            };
            match (name, self.vars.get(name)) {
                ("$", _) => out.push('$'),
                ("@", _) => out.push_str(target),
                (_, Some(value)) => self.expand_into(value, target, depth + 1, out),
                // It may come from the environment; the shell's reader says by its name that it is not known.
                _ if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') => {
                    out.push_str(&format!("${{{name}}}"));
                }
                _ => out.push_str(&unknown()),
            }
            rest = behind.get(length..).unwrap_or_default();
        }
        out.push_str(rest);
    }
}

/// What stands between the bracket that the text begins with and its end.
fn closed(text: &str, open: char, close: char) -> &str {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return &text[1..at];
            }
        }
    }
    &text[1..]
}

fn is_directive(line: &str) -> bool {
    let word = line.split([' ', '\t', '(']).next().unwrap_or_default();
    words("ifeq ifneq ifdef ifndef else endif include sinclude vpath unexport undefine endef")
        .contains(word)
}

/// `NAME = value` with the character in front of the sign, if it is one of `:?+!`.
fn assignment(line: &str) -> Option<(&str, char, &str)> {
    let at = line.find('=')?;
    let name = line[..at].trim_end_matches([':', '?', '+', '!']);
    let sign = line[name.len()..at].chars().next().unwrap_or('=');
    let name = name.trim();
    let colon = name.contains(':') || name.contains('$') && name.contains(' ');
    (!colon && !name.is_empty()).then(|| (name, sign, line[at + 1..].trim()))
}
