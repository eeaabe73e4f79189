//! Commands that change the state of the shell itself.

use super::Run;
use super::arg::{Arg, Flow};
use super::command::Call;
use crate::commands::effect::EffectKind;
use crate::commands::paths::{self, UNKNOWN};
use crate::commands::tools::note_variable;
use crate::commands::words::{Words, words};

/// Variables that lead git to another repository.
const ELSEWHERE: Words = words("GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_COMMON_DIR");

impl Run<'_> {
    /// Sets a variable, and notes when it is one of the guard's.
    pub(in super::super) fn set(&mut self, name: &str, values: Vec<Arg>) {
        let value = values.first().cloned().unwrap_or_default();
        note_variable(self, name, &value, "");
        self.stale |= ELSEWHERE.contains(name);
        self.scope.vars.insert(name.to_owned(), values.into());
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
        for arg in call.args.iter().filter(|arg| !arg.is_option()) {
            let (name, value) = match arg.text.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (arg.text.as_str(), None),
            };
            if let Some(value) = value {
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
        for arg in call.args.iter().filter(|arg| !arg.is_option()) {
            self.set(&arg.text, Vec::new());
            if call.args.iter().any(|arg| arg.text == "-f") {
                self.scope.functions.remove(&arg.text);
            }
        }
        Flow::nothing()
    }

    /// `read`: the variables hold what the line does not say, unless the input is in the line.
    pub(in super::super) fn read(&mut self, call: &Call<'_>) -> Flow {
        let names: Vec<&Arg> = call.args.iter().filter(|arg| !arg.is_option()).collect();
        let single = match (&call.input.text, names.as_slice()) {
            (Some(text), [_]) => text.lines().next().map(str::to_owned),
            _ => None,
        };
        for name in names {
            let value = match &single {
                Some(text) => Arg::plain(text.as_str()),
                None => Arg::hidden(format!("${}", name.text)),
            };
            self.set(&name.text, vec![value]);
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
