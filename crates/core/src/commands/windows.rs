//! PowerShell and the command prompt of Windows: what deletes and formats there.
//!
//! A reader of words, not of the languages: enough for the commands that lose files, and the same effects as elsewhere.

use super::View;
use super::classes::{self, Glob, Spelled};
use super::effect::{Certainty, EffectKind};
use super::paths;
use super::run::{Arg, Flow, Run, basename};
use super::target::{Marks, Target, TargetClass};
use super::words::{Words, words};

/// Aliases and names of the command that deletes in PowerShell.
const REMOVE: Words = words("remove-item ri rm rmdir rd del erase");
/// Names that hold the home directory.
const HOMES: Words =
    words("$home $env:userprofile %userprofile% $env:homepath %homepath% ${env:userprofile}");
/// Names that hold a folder of the system.
const SYSTEMS: Words = words(
    "$env:systemroot %systemroot% $env:windir %windir% $env:systemdrive %systemdrive% \
     $env:programfiles %programfiles%",
);
/// Commands of PowerShell that destroy disks.
const DISKS: Words =
    words("format-volume clear-disk initialize-disk remove-partition reset-physicaldisk diskpart");
/// Commands of PowerShell that stop the machine or change it.
const SYSTEM: Words = words(
    "stop-computer restart-computer remove-localuser remove-vm disable-computerrestore \
     set-executionpolicy remove-service disable-netadapter",
);

/// A drive's root, or a folder of the system on it.
pub(super) fn classify(path: &str, view: &View<'_>) -> Target {
    let plain = path.replace('\\', "/").to_ascii_lowercase();
    let whole = plain.trim_end_matches(['*', '?']).trim_end_matches('/');
    let glob = plain.contains(['*', '?']);
    let marks = Marks { glob, ..super::places::marks(&plain, paths::home(view)) };
    let named = |names: Words| names.contains(whole);
    let class = if named(HOMES) || named(SYSTEMS) || whole.starts_with("//./physicaldrive") {
        TargetClass::Protected
    } else if whole.contains(['$', '%']) {
        if whole.contains("temp") { TargetClass::Scratch } else { TargetClass::Unknown }
    } else if paths::drive(whole).is_some() {
        on_drive(&whole[2..])
    } else {
        return relative(&plain, glob, view);
    };
    Target { path: path.to_owned(), class, marks, unknown: None }
}

fn on_drive(rest: &str) -> TargetClass {
    let parts: Vec<&str> = rest.split('/').filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        []
        | ["windows" | "program files" | "program files (x86)" | "programdata" | "users", ..]
            if parts.len() <= 2 || parts[0] != "users" =>
        {
            TargetClass::Protected
        }
        ["users", _, "appdata", "local", "temp", ..] | ["temp" | "tmp", ..] => TargetClass::Scratch,
        _ => TargetClass::Outside,
    }
}

/// A path without a drive: read as elsewhere.
fn relative(plain: &str, glob: bool, view: &View<'_>) -> Target {
    let glob = if glob { Glob::Search } else { Glob::None };
    let cwd = paths::cwd(view);
    let spelled = Spelled { path: plain, cwd, glob, keeps_link: false, asks_git: false };
    classes::classify(&spelled, view)
}

/// Words of a line, and where commands end.
fn commands(line: &str, escape: char, ends: &[char]) -> Vec<Vec<Arg>> {
    let mut commands = vec![Vec::new()];
    let mut word: Option<Arg> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            (c, Some(_)) => word.get_or_insert_default().text.push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default().quoted = true;
            }
            (c, None) if c == escape => word.get_or_insert_default().text.extend(chars.next()),
            (c, None) if c.is_whitespace() || ends.contains(&c) => {
                if let Some(last) = commands.last_mut() {
                    last.extend(word.take());
                }
                if c == '\n' || ends.contains(&c) {
                    commands.push(Vec::new());
                }
            }
            (c, None) => word.get_or_insert_default().text.push(c),
        }
    }
    if let Some(last) = commands.last_mut() {
        last.extend(word);
    }
    commands.retain(|command| !command.is_empty());
    commands
}

fn lower(arg: &Arg) -> String {
    arg.text.to_ascii_lowercase()
}

/// Analyses a line of PowerShell.
pub(super) fn powershell(run: &mut Run<'_>, line: &str) {
    let mut piped: Option<Arg> = None;
    for words in commands(line, '`', &[';', '|', '{', '}', '(', ')', '&']) {
        if !run.step(words.len()) {
            return;
        }
        let name = basename(&lower(&words[0])).to_owned();
        let args = &words[1..];
        // A parameter may be cut short, and a switch may have a value: `-Recurse:$true`.
        let has = |full: &str| {
            args.iter().any(|arg| {
                let text = lower(arg);
                let given = text.strip_prefix('-').unwrap_or("").split(':').next().unwrap_or("");
                given.len() > 1 && full.starts_with(given) && !text.ends_with(":$false")
            })
        };
        if has("whatif") {
            continue;
        }
        let operands = args.iter().filter(|arg| !arg.text.starts_with('-') && arg.text != ",");
        if REMOVE.contains(name.as_str()) {
            let kind = if has("recurse")
                || args.iter().any(|arg| matches!(arg.text.as_str(), "-rf" | "-fr" | "-r"))
            {
                EffectKind::DeleteRecursive
            } else {
                EffectKind::DeleteFile
            };
            let piped = piped.take();
            for path in operands.chain(piped.as_ref()) {
                for part in path.text.split(',').filter(|part| !part.is_empty()) {
                    linked(run, &name, |run| remove(run, kind, part));
                }
            }
        } else if matches!(name.as_str(), "get-childitem" | "gci" | "ls" | "dir") {
            piped = operands.clone().next().cloned().or_else(|| Some(Arg::plain(".")));
            continue;
        } else if DISKS.contains(name.as_str()) {
            let name_of =
                operands.clone().next_back().map_or_else(|| name.clone(), |arg| arg.text.clone());
            linked(run, &name, |run| super::tools::disk(run, &name_of));
        } else if SYSTEM.contains(name.as_str()) {
            linked(run, &name, |run| run.on_name(EffectKind::System, &name));
        } else if name == "clear-content" || name == "clc" {
            for path in operands {
                linked(run, &name, |run| remove(run, EffectKind::Overwrite, &path.text));
            }
        } else if matches!(name.as_str(), "iex" | "invoke-expression") {
            if run.step(line.len() / 64) {
                remote(run, line);
            }
        } else {
            shared(run, &words);
        }
        piped = None;
    }
}

/// `iex` runs what it is given; where that comes from the network the line says so.
fn remote(run: &mut Run<'_>, line: &str) {
    let lower = line.to_ascii_lowercase();
    let fetches = words("downloadstring invoke-webrequest iwr invoke-restmethod irm curl wget");
    if fetches.iter().any(|word| lower.contains(word)) {
        let address = line.split(['"', '\'', ' ', '(', ')']).find(|word| word.contains("://"));
        let target = Target::named(address.unwrap_or("an address"), TargetClass::Remote);
        run.effect(EffectKind::RunRemoteCode, target, Certainty::Certain, None);
    }
}

fn remove(run: &mut Run<'_>, kind: EffectKind, path: &str) {
    let target = classify(path, run.view);
    run.effect(kind, target, Certainty::Certain, None);
}

fn linked(run: &mut Run<'_>, name: &str, what: impl FnOnce(&mut Run<'_>)) {
    run.linked(name, what);
}

/// Programs that are the same everywhere, such as `git`.
fn shared(run: &mut Run<'_>, words: &[Arg]) {
    let name = basename(&words[0].text);
    if !matches!(name, "rm" | "rmdir" | "rd" | "del" | "find" | "set" | "format" | "echo" | "type")
    {
        run.deeper(|run| run.start(words, &Flow::default()));
    }
}

/// Analyses a line of the command prompt.
pub(super) fn cmd(run: &mut Run<'_>, line: &str) {
    for words in commands(line, '^', &['&', '|']) {
        if !run.step(words.len()) {
            return;
        }
        let name = basename(&lower(&words[0])).trim_start_matches('@').to_owned();
        let args = &words[1..];
        let has = |switch: &str| {
            let text = args.iter().map(lower).chain([name.clone()]);
            text.into_iter().any(|text| text.split('/').skip(1).any(|part| part == switch))
        };
        let operands = args.iter().filter(|arg| !arg.text.starts_with('/'));
        match name.split('/').next().unwrap_or_default() {
            "rd" | "rmdir" => {
                let kind =
                    if has("s") { EffectKind::DeleteRecursive } else { EffectKind::DeleteFile };
                for path in operands {
                    linked(run, "rd", |run| remove(run, kind, &path.text));
                }
            }
            "del" | "erase" => {
                let kind =
                    if has("s") { EffectKind::DeleteRecursive } else { EffectKind::DeleteFile };
                for path in operands {
                    linked(run, "del", |run| remove(run, kind, &path.text));
                }
            }
            "format" => {
                for drive in operands.filter(|arg| paths::drive(&arg.text).is_some()) {
                    linked(run, "format", |run| super::tools::disk(run, &drive.text));
                }
            }
            "diskpart" => linked(run, "diskpart", |run| super::tools::disk(run, "diskpart")),
            "shutdown" if has("s") || has("r") || has("p") => {
                linked(run, "shutdown", |run| run.on_name(EffectKind::System, "shutdown"));
            }
            "cmd" if has("c") || has("k") => {
                let at =
                    args.iter().position(|arg| arg.text.len() == 2 && arg.text.starts_with('/'));
                let rest: Vec<&str> =
                    args[at.map_or(0, |at| at + 1)..].iter().map(|arg| arg.text.as_str()).collect();
                run.deeper(|run| cmd(run, &rest.join(" ")));
            }
            _ => shared(run, &words),
        }
    }
}
