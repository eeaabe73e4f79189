//! Scripts of packages: `npm run NAME` and its kin, `composer run NAME`.

use super::super::by_table;
use super::{MAX_RECIPES, can_read, inside, operands};
use crate::commands::paths::absolute;
use crate::commands::run::{Arg, Call, Flow, Run, quote};
use crate::commands::words::{Words, words};

/// Words behind which the name of a script stands.
const RUN: Words = words("run run-script rum urn");
/// Words that are names of scripts themselves.
const SHORT: Words = words("test t tst start stop restart");
/// What `yarn`, `pnpm` and `bun` do themselves, so that it is no script's name.
const OWN: Words = words(
    "add install i remove rm uninstall up upgrade update init link unlink publish pack exec dlx x \
     create config cache why list ls outdated audit info login logout global workspace workspaces \
     version help set patch rebuild store env setup import dedupe bin build repl pm node",
);
/// Options that take a value and lead to another folder.
const FOLDERS: Words = words("--prefix -C --dir --cwd --working-dir -d");
/// Options that take a value.
const VALUES: Words = words("-w --workspace --filter -F --loglevel --registry");

pub(super) fn run(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let (folder, at) = leading(call.args);
    let words = &call.args[at..];
    let names: Vec<&str> = words.iter().map(|arg| arg.text.as_str()).collect();
    let (name, rest) = match names.as_slice() {
        [verb, ..] if RUN.contains(verb) => {
            let (_, more) = leading(&words[1..]);
            (names.get(1 + more).copied(), words.get(2 + more..))
        }
        [verb, ..] if SHORT.contains(verb) => {
            (Some(if matches!(*verb, "t" | "tst") { "test" } else { verb }), words.get(1..))
        }
        [verb, ..] if call.name != "npm" && !OWN.contains(verb) => (Some(*verb), words.get(1..)),
        _ => (None, None),
    };
    match name {
        Some(name) if can_read(run) => {
            scripts(run, "package.json", &folder, name, rest.unwrap_or_default())
        }
        _ => by_table(run, call),
    }
}

pub(super) fn composer(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let (folder, at) = leading(call.args);
    let words = &call.args[at..];
    let names: Vec<&str> = words.iter().map(|arg| arg.text.as_str()).collect();
    let name = match names.as_slice() {
        ["run" | "run-script", ..] => operands(&words[1..]).next(),
        [name, ..] => Some(*name),
        [] => None,
    };
    match name {
        Some(name) if can_read(run) => scripts(run, "composer.json", &folder, name, &[]),
        _ => by_table(run, call),
    }
}

/// The folder that the options in front name, and where they end.
fn leading(args: &[Arg]) -> (String, usize) {
    let mut folder = String::new();
    let mut at = 0;
    while let Some(arg) = args.get(at).filter(|arg| arg.is_option()) {
        let (name, value) = match arg.text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (arg.text.as_str(), None),
        };
        let takes = FOLDERS.contains(name) || VALUES.contains(name);
        let value = value.or_else(|| {
            let next = takes.then(|| args.get(at + 1)).flatten()?;
            at += 1;
            Some(next.text.as_str())
        });
        if FOLDERS.contains(name) {
            value.unwrap_or_default().clone_into(&mut folder);
        }
        at += 1;
    }
    (folder, at.min(args.len()))
}

/// Runs a script with those that run before and after it. What stands behind its name is put behind its line.
fn scripts(run: &mut Run<'_>, manifest: &str, folder: &str, name: &str, args: &[Arg]) -> Flow {
    let folder = absolute(folder, &run.scope.cwd);
    let Some(files) = run.view.files else { return Flow::default() };
    let Some(script) = files.manifest_script(manifest, &folder, name) else {
        return Flow::default();
    };
    let key = format!("{manifest} {} {name}", script.folder);
    // A script that starts itself again would go on without end.
    if run.running.contains(&key) || run.running.len() >= MAX_RECIPES {
        return Flow::default();
    }
    run.running.push(key);
    for (at, stage) in
        [format!("pre{name}"), name.to_owned(), format!("post{name}")].iter().enumerate()
    {
        let Some(script) = files.manifest_script(manifest, &folder, stage) else { continue };
        let mut behind = String::new();
        for arg in args.iter().filter(|arg| at == 1 && arg.text != "--") {
            behind.push(' ');
            behind.push_str(&quote(&arg.text));
        }
        inside(run, &script.folder, |run| {
            for line in &script.lines {
                // `@name` is another script of the same file.
                match line.strip_prefix('@').filter(|_| manifest == "composer.json") {
                    Some(other) => {
                        let other = other.split_ascii_whitespace().next().unwrap_or_default();
                        scripts(run, manifest, "", other, &[]);
                    }
                    None => {
                        run.apart(|run| {
                            run.inner_script(&format!("{line}{behind}"), &Flow::nothing())
                        });
                    }
                }
            }
        });
    }
    run.running.pop();
    Flow::default()
}
