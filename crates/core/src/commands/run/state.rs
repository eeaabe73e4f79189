//! Commands that change the state of the shell itself.

use super::Run;
use super::arg::{Arg, Flow};
use super::command::Call;
use crate::commands::effect::EffectKind;
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::paths::{self, UNKNOWN};
use crate::commands::tools::note_variable;
use crate::commands::words::{Words, words};

/// Variables that lead git to another repository.
const ELSEWHERE: Words = words("GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_COMMON_DIR");

/// How many names may stand for others, and through how many others a name may.
const MAX_REFERENCES: usize = 16;

impl Run<'_> {
    /// Sets a variable, and notes when it is one of the guard's.
    pub(in super::super) fn set(&mut self, name: &str, values: Vec<Arg>) {
        let name = self.referred(name).to_owned();
        let name = name.as_str();
        let value = values.first().cloned().unwrap_or_default();
        note_variable(self, name, &value, "");
        self.stale |= ELSEWHERE.contains(name);
        self.scope.vars.insert(name.to_owned(), values.into());
    }

    /// The variable that a name stands for: another one's, where it was declared with `-n`.
    pub(super) fn referred<'n>(&'n self, name: &'n str) -> &'n str {
        let mut name = name;
        for _ in 0..MAX_REFERENCES {
            match self.scope.refs.get(name) {
                Some(other) => name = other,
                None => break,
            }
        }
        name
    }

    /// `cd` and `pushd`.
    pub(in super::super) fn change_folder(&mut self, call: &Call<'_>) -> Flow {
        let folder = call.args.iter().find(|arg| !arg.is_option() && !arg.text.starts_with('+'));
        self.scope.cwd = match folder {
            None => paths::home(self.view).to_owned(),
            Some(arg) if arg.text == "-" => format!("/{UNKNOWN}"),
            // A pattern leads into whichever folder comes first.
            Some(arg) if arg.glob || !arg.is_known() => {
                self.hidden.clone_from(&arg.unknown);
                paths::absolute(&format!("{}/{UNKNOWN}", arg.text), &self.scope.cwd)
            }
            Some(arg) => paths::absolute(&arg.text, &self.scope.cwd),
        };
        Flow::nothing()
    }

    /// `popd`: the stack of folders is not kept.
    pub(in super::super) fn unknown_folder(&mut self, _: &Call<'_>) -> Flow {
        self.scope.cwd = format!("/{UNKNOWN}");
        Flow::nothing()
    }

    /// `export`, `declare`, `local`, `readonly`, `typeset`.
    pub(in super::super) fn declare(&mut self, call: &Call<'_>) -> Flow {
        // `export -n` takes something back instead.
        let refers = call.name != "export"
            && call.args.iter().any(|arg| arg.is_option() && arg.text.contains('n'));
        for arg in call.args.iter().filter(|arg| !arg.is_option()) {
            let (name, value) = match arg.text.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (arg.text.as_str(), None),
            };
            if let Some(other) = value.filter(|_| refers && self.scope.refs.len() < MAX_REFERENCES)
            {
                self.scope.refs.insert(name.to_owned(), other.to_owned());
            } else if let Some(value) = value {
                // The shell expands `~` behind the sign although it is inside a word.
                let value = match value.strip_prefix('~') {
                    Some(rest) if !arg.quoted => format!("{}{rest}", paths::home(self.view)),
                    _ => value.to_owned(),
                };
                self.set(name, vec![Arg { text: value, ..arg.clone() }]);
            } else if name.starts_with("PRESCAN_") {
                self.on_name(EffectKind::TamperGuard, name);
            }
        }
        Flow::nothing()
    }

    /// `unset`.
    pub(in super::super) fn unset(&mut self, call: &Call<'_>) -> Flow {
        let functions = call.args.iter().any(|arg| arg.text == "-f");
        for arg in call.args.iter().filter(|arg| !arg.is_option()) {
            if functions {
                self.scope.functions.remove(&arg.text);
            } else {
                self.set(&arg.text, Vec::new());
            }
        }
        Flow::nothing()
    }

    /// `read`: the variables hold what the line does not say, unless the input is in the line.
    pub(in super::super) fn read(&mut self, call: &Call<'_>) -> Flow {
        let options = Options::parse(call.args, &Spec { values: "dinNptua", ..FLAGS });
        let descriptor = options.values('u', "").first().and_then(|number| number.parse().ok());
        let input = match descriptor.and_then(|number| self.handle(number)) {
            Some(handle) => self.read_from(&handle, call.input),
            None => call.input.clone(),
        };
        let array = options.values('a', "").into_iter();
        let names = options.operands.iter().map(|arg| arg.text.as_str()).chain(array);
        let names: Vec<&str> = names.take(64).collect();
        let single = match (&input.text, names.as_slice()) {
            (Some(text), [_]) => text.lines().next().map(str::to_owned),
            _ => None,
        };
        // What is read comes from where the input does.
        let flow = input.has_origin().then(|| Box::new(input.origin()));
        let names = if names.is_empty() { vec!["REPLY"] } else { names };
        for name in names {
            let value = match &single {
                Some(text) => Arg::plain(text.as_str()),
                None => Arg::hidden(format!("${name}")),
            };
            self.set(name, vec![Arg { flow: flow.clone(), ..value }]);
        }
        Flow::nothing()
    }

    /// `set -- …` names the arguments, `shift` drops the first.
    pub(in super::super) fn set_args(&mut self, call: &Call<'_>) -> Flow {
        if call.name == "shift" {
            if let Some(args) = &mut self.scope.args
                && !args.is_empty()
            {
                args.remove(0);
            }
        } else if let Some(at) = call.args.iter().position(|arg| arg.text == "--") {
            self.scope.args = Some(call.args[at + 1..].to_vec());
        } else if call.args.first().is_some_and(|arg| !arg.text.starts_with(['-', '+'])) {
            self.scope.args = Some(call.args.to_vec());
        }
        Flow::nothing()
    }

    /// `alias name=value`.
    pub(in super::super) fn alias(&mut self, call: &Call<'_>) -> Flow {
        for arg in call.args {
            if let Some((name, value)) = arg.text.split_once('=') {
                self.scope.aliases.insert(name.to_owned(), value.to_owned());
            }
        }
        Flow::nothing()
    }
}
