//! Scripts that stand on the disk of this machine.

use super::Run;
use super::arg::{Arg, Flow, basename};
use crate::commands::MAX_WORK;
use crate::commands::paths::{self, UNKNOWN};
use crate::commands::words::{Words, words};

/// Shells whose scripts are read as the line is.
const SHELLS: Words = words("sh bash dash ash zsh ksh mksh rbash");
/// How many scripts may run one another.
const MAX_RUNNING: usize = 8;
/// The longest name in a chain.
const MAX_NAME: usize = 40;

impl Run<'_> {
    /// The path of a file of this machine, where its name is known.
    pub(super) fn own_path(&self, arg: &Arg) -> Option<String> {
        let known = arg.is_known() && !arg.glob && !self.scope.cwd.contains(UNKNOWN);
        (known && self.remote.is_none() && self.view.files.is_some())
            .then(|| paths::absolute(&arg.text, &self.scope.cwd))
    }

    /// The text of a file of this machine.
    pub(in super::super) fn text_at(&mut self, path: &str) -> Option<String> {
        if self.remote.is_some() {
            return None;
        }
        let text = self.view.files?.text(path)?;
        self.step(1 + text.len() / 64).then_some(text)
    }

    /// Runs a script on disk. Without `in_shell` its first line says which program reads it. `None` where it cannot be read.
    pub(in super::super) fn run_file(&mut self, path: &str, in_shell: bool) -> Option<Flow> {
        self.with_file(path, |run, text| {
            let language = if in_shell { None } else { interpreter(text) };
            match language.filter(|name| !SHELLS.contains(name)) {
                // What a script holds is what its interpreter would read from its input.
                Some(name) => run.start(&[Arg::plain(name)], &Flow::text(text)),
                None => run.shell_file(path, text),
            }
        })
    }

    /// Gives the text of a script on disk to what runs it, as a step of the chain. `None` where it cannot be read or runs already.
    pub(in super::super) fn with_file(
        &mut self,
        path: &str,
        what: impl FnOnce(&mut Self, &str) -> Flow,
    ) -> Option<Flow> {
        if self.running.len() >= MAX_RUNNING || self.running.iter().any(|own| own == path) {
            return None;
        }
        let text = self.text_at(path)?;
        self.running.push(path.to_owned());
        let flow = self.linked(&shown(path), |run| run.aside(|run| what(run, &text)));
        self.running.pop();
        Some(flow)
    }

    fn shell_file(&mut self, path: &str, text: &str) -> Flow {
        let names = ["0", "BASH_SOURCE"];
        let outer = names.map(|name| self.scope.vars.get(name).cloned());
        for name in names {
            self.scope.vars.insert(name.to_owned(), [Arg::plain(path)].into());
        }
        let flow = self.inner_script(text, &Flow::default());
        for (name, value) in names.into_iter().zip(outer) {
            match value {
                Some(value) => drop(self.scope.vars.insert(name.to_owned(), value)),
                None => drop(self.scope.vars.remove(name)),
            }
        }
        flow
    }

    /// Runs what stands in files. It gets half of the work that is left, so that the line is read to its end; and what cannot be read in it is
    /// nothing, for files are full of what this module does not know.
    pub(in super::super) fn aside<T: Default>(&mut self, what: impl FnOnce(&mut Self) -> T) -> T {
        let unclear = self.unclear;
        let held = MAX_WORK.saturating_sub(self.work) / 2;
        self.work += held;
        let result = self.deeper(what);
        self.work = self.work.min(MAX_WORK).saturating_sub(held);
        self.unclear = unclear;
        result
    }
}

/// The name of a file as a chain shows it.
fn shown(path: &str) -> String {
    let name = basename(path);
    match name.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// The program that a script's first line names, without its version: `python` for `#!/usr/bin/env python3.12`.
fn interpreter(text: &str) -> Option<&str> {
    let line = text.lines().next()?.strip_prefix("#!")?;
    let mut words = line.split_ascii_whitespace();
    let program = basename(words.next()?);
    let name = match program {
        "env" => basename(words.find(|word| !word.starts_with('-') && !word.contains('='))?),
        program => program,
    };
    Some(name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

#[cfg(test)]
mod tests {
    use super::interpreter;

    #[test]
    fn the_first_line_names_the_interpreter() {
        for (line, name) in [
            ("#!/bin/sh", Some("sh")),
            ("#! /usr/bin/env bash", Some("bash")),
            ("#!/usr/bin/env -S FOO=1 python3.12 -u\nx", Some("python")),
            ("#!/usr/bin/env", None),
            ("#!", None),
            ("echo", None),
            ("", None),
        ] {
            assert_eq!(interpreter(line), name, "{line}");
        }
    }
}
