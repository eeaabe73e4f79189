//! Editors and debuggers that run a line for the shell.

use super::by_table;
use crate::commands::effect::EffectKind;
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::paths;
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::words::words;

/// How many commands of one call are read.
const MAX_COMMANDS: usize = 64;

/// `vim`, `nvim`, `ex` and `view`: `-c COMMAND`, `--cmd COMMAND`, `+COMMAND`, and for `ex` the input.
pub(super) fn vim(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec { values: "cSTuUiwWr", longs: words("cmd remote-send"), ..FLAGS };
    let options = Options::parse(call.args, &spec);
    let plus = options.operands.iter().filter_map(|arg| arg.text.strip_prefix('+'));
    let given = options.values('c', "cmd").into_iter().chain(plus);
    for command in given.take(MAX_COMMANDS) {
        for command in command.split('|') {
            ex(run, command);
        }
    }
    let reads_input = call.name == "ex" || options.short("es");
    for line in call.input.text.iter().filter(|_| reads_input).flat_map(|text| text.lines()) {
        ex(run, line);
    }
    Flow::default()
}

/// `ed`: what it reads.
pub(super) fn ed(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let text = call.input.text.clone().unwrap_or_default();
    for line in text.lines().take(MAX_COMMANDS) {
        ex(run, line);
    }
    Flow::default()
}

/// One command: `:!line`, `r !line`, `w !line`, `%!line`, `silent !line`, `call delete('path', 'rf')`.
fn ex(run: &mut Run<'_>, command: &str) {
    let command = command.trim_start_matches([':', ' ', '\t']);
    if let Some((front, line)) = command.split_once('!') {
        let front = front.trim();
        let words = ["", "r", "read", "w", "write", "%", "silent", "sil", "exe", "execute", "."];
        let range = front.bytes().all(|byte| byte.is_ascii_digit() || b",.$%".contains(&byte));
        if words.contains(&front) || range {
            run.apart(|run| run.inner_script(line, &Flow::nothing()));
        }
        return;
    }
    for name in ["system", "systemlist", "termopen"] {
        if let Some(line) = argument(command, name) {
            run.apart(|run| run.inner_script(line, &Flow::nothing()));
        }
    }
    if let Some(path) = argument(command, "delete") {
        let whole = command.contains("'rf'") || command.contains("\"rf\"");
        let kind = if whole { EffectKind::DeleteRecursive } else { EffectKind::DeleteFile };
        run.on_path(kind, &Arg::plain(path));
    }
}

/// The literal in quotes that a function is given.
fn argument<'t>(text: &'t str, function: &str) -> Option<&'t str> {
    let rest = &text[text.find(&format!("{function}("))? + function.len() + 1..];
    let quote = rest.trim_start().chars().next().filter(|sign| matches!(sign, '\'' | '"'))?;
    let inner = &rest.trim_start()[1..];
    Some(&inner[..inner.find(quote)?])
}

/// `gdb` and `lldb`: `-ex 'shell line'`, `-o 'platform shell line'`.
pub(super) fn debugger(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    for pair in call.args.windows(2).take(MAX_COMMANDS) {
        if !matches!(pair[0].text.as_str(), "-ex" | "--ex" | "-iex" | "-o" | "-O" | "--one-line") {
            continue;
        }
        let command = pair[1].text.trim();
        let line = ["shell ", "!", "platform shell ", "make "]
            .iter()
            .find_map(|front| command.strip_prefix(front));
        if let Some(line) = line {
            run.apart(|run| run.inner_script(line, &Flow::nothing()));
        }
    }
    by_table(run, call)
}

/// `emacs --eval '(shell-command "line")'`.
pub(super) fn emacs(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec { longs: words("eval load funcall insert file"), ..FLAGS };
    let options = Options::parse(call.args, &spec);
    for code in options.values('\0', "eval").into_iter().chain(options.values('\0', "execute")) {
        for (name, kind) in [
            ("shell-command", None),
            ("shell-command-to-string", None),
            ("async-shell-command", None),
            ("call-process-shell-command", None),
            ("delete-directory", Some(EffectKind::DeleteRecursive)),
            ("delete-file", Some(EffectKind::DeleteFile)),
        ] {
            let Some(text) = lisp(code, name) else { continue };
            match kind {
                Some(kind) => {
                    let path = match text.strip_prefix('~') {
                        Some(rest) => format!("{}{rest}", paths::home(run.view)),
                        None => text.to_owned(),
                    };
                    run.on_path(kind, &Arg::plain(path));
                }
                None => drop(run.apart(|run| run.inner_script(text, &Flow::nothing()))),
            }
        }
    }
    Flow::default()
}

/// The literal that stands first behind a function of Lisp.
fn lisp<'t>(code: &'t str, function: &str) -> Option<&'t str> {
    let rest = &code[code.find(&format!("({function} \""))? + function.len() + 3..];
    Some(&rest[..rest.find('"')?])
}
