//! The environment: programs that print it, and variables that are called secrets.

use std::rc::Rc;

use super::wrappers::{is_assignment, note_switch, note_variable, quoted};
use crate::commands::credentials::Secrecy;
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Arg, Call, Flow, Run, Secret, basename};
use crate::commands::words::{Words, words};

/// Last words of names of variables that hold secrets.
const LAST: Words = words("TOKEN SECRET PASSWORD PASSWD PASSPHRASE APIKEY CREDENTIALS PAT");
/// Words in front of `KEY` with which it is a secret.
const KEYS: Words = words("API ACCESS SECRET PRIVATE SIGNING ENCRYPTION MASTER AUTH SERVICE ROLE");
/// First words of names whose values are put into pages that everybody reads.
const PUBLIC: Words = words("NEXT_PUBLIC VITE REACT_APP PUBLIC EXPO_PUBLIC NUXT_PUBLIC");

/// True for the name of a variable that holds a secret.
fn is_secret(name: &str) -> bool {
    let upper =
        name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    let public = PUBLIC
        .iter()
        .any(|first| name.strip_prefix(first).is_some_and(|rest| rest.starts_with('_')));
    let mut parts = name.rsplit('_');
    let last = parts.next().unwrap_or_default();
    let before = parts.next().unwrap_or_default();
    upper && !public && (LAST.contains(last) || last == "KEY" && KEYS.contains(before))
}

/// The secret behind `$NAME`, where the name says that it is one.
pub(super) fn named(variable: Option<&str>) -> Option<Rc<Secret>> {
    let name = variable?.strip_prefix('$').filter(|name| is_secret(name))?;
    Some(Secret::named(&format!("${name}"), Secrecy::Token))
}

/// All variables.
pub(super) fn all() -> Flow {
    Flow::holding(Some(Secret::named("the environment", Secrecy::Private)))
}

/// What variables of these names hold.
fn some<'a>(names: impl Iterator<Item = &'a str>) -> Flow {
    let mut flow = Flow::default();
    for name in names {
        flow = flow.mixed(&Flow::holding(named(Some(&format!("${name}")))));
    }
    flow
}

/// `printenv`.
pub(super) fn printenv(_: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let mut names = call.args.iter().filter(|arg| !arg.is_option()).peekable();
    match names.peek() {
        Some(_) => some(names.map(|arg| arg.text.as_str())),
        None if call
            .args
            .iter()
            .any(|arg| arg.text.starts_with("--h") || arg.text == "--version") =>
        {
            Flow::default()
        }
        None => all(),
    }
}

/// `env`: options, assignments, then a program; `-S` is a line.
pub(super) fn env(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec =
        Spec { values: "uCS", longs: words("unset chdir split-string"), leading: true, ..FLAGS };
    let options = Options::parse(call.args, &spec);
    let mut rest = call.args.get(options.rest..).unwrap_or_default();
    for name in options.values('u', "unset") {
        note_variable(run, name, &Arg::default(), "");
    }
    if let Some(line) = options.values('S', "split-string").first() {
        let text = format!("{line} {}", quoted(rest));
        return run.inner_script(&text, call.input);
    }
    let mut given = Vec::new();
    while let Some((first, behind)) = rest.split_first()
        && (is_assignment(&first.text) || first.text == "-")
    {
        let program = behind.first().map_or("", |arg| basename(&arg.text));
        note_switch(run, first, program);
        given.extend(first.text.split_once('=').map(|(name, value)| {
            (name.to_owned(), Arg { text: value.to_owned(), ..first.clone() })
        }));
        rest = behind;
    }
    if rest.is_empty() {
        let empty = options.short("i") || options.long("ignore-environment");
        let talks = options.long("help") || options.long("version");
        return if empty || talks { Flow::default() } else { all() };
    }
    let outer: Vec<_> =
        given.iter().map(|(name, _)| (name.clone(), run.scope.vars.get(name).cloned())).collect();
    for (name, value) in given {
        run.scope.vars.insert(name, [value].into());
    }
    let flow = run.start(rest, call.input);
    for (name, value) in outer.into_iter().rev() {
        match value {
            Some(value) => drop(run.scope.vars.insert(name, value)),
            None => drop(run.scope.vars.remove(&name)),
        }
    }
    flow
}

/// `set`, `export`, `declare` and their kin: without names they print what there is.
pub(super) fn builtin(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let names: Vec<&str> =
        call.args.iter().filter(|arg| !arg.is_option()).map(|arg| arg.text.as_str()).collect();
    let prints = call.args.iter().any(|arg| arg.is_option() && arg.text.contains('p'));
    if call.name == "set" {
        return if call.args.is_empty() { all() } else { run.set_args(call) };
    }
    match (prints, names.is_empty()) {
        (true, false) => some(names.into_iter()),
        (_, true) if prints || call.args.is_empty() => all(),
        _ => run.declare(call),
    }
}

#[cfg(test)]
mod tests {
    use super::is_secret;

    #[test]
    fn names_of_secrets_are_told_from_others() {
        for name in
            ["TOKEN", "GITHUB_TOKEN", "DB_PASSWORD", "AWS_SECRET_ACCESS_KEY", "OPENAI_API_KEY"]
        {
            assert!(is_secret(name), "{name}");
        }
        for name in
            ["PATH", "KEY", "token", "TOKEN_URL", "SSH_KEY_PATH", "PUBLIC_KEY", "VITE_API_KEY", "X"]
        {
            assert!(!is_secret(name), "{name}");
        }
    }
}
