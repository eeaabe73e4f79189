//! `git`: which commands lose work or history.

use super::wrappers::quoted;
use crate::commands::Work;
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec, abbreviates};
use crate::commands::paths;
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::words;

/// True for commands that put work where git did not see it.
fn moves(command: &str, args: &[Arg]) -> bool {
    command == "mv" || command == "stash" && args.first().is_some_and(|verb| verb.text == "pop")
}

type Reader = fn(&mut Run<'_>, &[Arg]);

/// What `git clean` loses.
const UNTRACKED: Option<&str> = Some("untracked files");

/// The commands of git that are read.
static COMMANDS: &[(&str, Reader)] = &[
    ("bisect", bisect),
    ("branch", branch),
    ("checkout", checkout),
    ("checkout-index", checkout_index),
    ("clean", clean),
    ("filter-branch", rewrite),
    ("filter-repo", rewrite),
    ("gc", collect),
    ("prune", collect),
    ("push", push),
    ("read-tree", read_tree),
    ("rebase", rebase),
    ("reflog", reflog),
    ("reset", reset),
    ("restore", restore),
    ("rm", remove),
    ("stash", stash),
    ("submodule", submodule),
    ("switch", switch),
    ("tag", tag),
    ("update-ref", update_ref),
    ("worktree", worktree),
];

pub(super) fn git(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "Cc",
        longs: words("git-dir work-tree namespace exec-path super-prefix config-env"),
        leading: true,
        ..FLAGS
    };
    let options = Options::parse(call.args, &spec);
    let Some((command, args)) = call.args.get(options.rest..).and_then(<[Arg]>::split_first) else {
        return Flow::default();
    };
    let name = command.text.as_str();
    // `-c alias.x='!…'` makes a command of git out of a line for the shell.
    for setting in options.values('c', "") {
        if let Some(line) = setting.strip_prefix("alias.").and_then(|rest| rest.strip_prefix(name))
            && let Some(line) = line.strip_prefix('=')
        {
            let shell = line.strip_prefix('!').map(str::to_owned);
            let line = shell.unwrap_or_else(|| format!("git {line} {}", quoted(args)));
            drop(run.inner_script(&line, &Flow::nothing()));
        }
    }
    if let [help] = args
        && matches!(help.text.as_str(), "-h" | "--help")
    {
        return Flow::default();
    }
    let folders = options.values('C', "work-tree");
    let unforced = options.values('c', "").iter().any(|setting| {
        let setting = setting.to_ascii_lowercase();
        setting.starts_with("clean.requireforce=") && !setting.ends_with("=true")
    });
    if name == "clean" && unforced {
        discards(run, &[], Certainty::Certain, UNTRACKED, Work::Any);
    }
    // Answers about the repository that is found from the folder are not about another one.
    let before = run.stale;
    let foreign = options.long("git-dir") || options.long("work-tree");
    run.stale |= foreign;
    run.apart(|run| {
        for folder in folders {
            run.scope.cwd = paths::absolute(folder, &run.scope.cwd);
        }
        if let Some((_, read)) = COMMANDS.iter().find(|(own, _)| *own == name) {
            read(run, args);
        }
    });
    if foreign {
        run.stale = before;
    }
    run.stale |= moves(name, args);
    if name == "rev-parse" && args.iter().any(|arg| arg.text == "--show-toplevel") {
        return Flow::text(paths::workspace(run.view));
    }
    Flow::default()
}

/// Notes the loss of work in the paths, or where none is named in all that the command reaches.
fn discards(
    run: &mut Run<'_>,
    paths: &[&Arg],
    certainty: Certainty,
    detail: Option<&'static str>,
    work: Work,
) {
    let here = Arg::plain(".");
    let all = [&here];
    for path in if paths.is_empty() { &all } else { paths } {
        // `:/` is the top of the work tree; what is reset without a path is all of it, and what git takes for a pattern may be.
        let pattern = path.text.starts_with(':') || path.text.contains(['*', '?', '[']);
        let whole = pattern || paths.is_empty() && work == Work::Tracked;
        let path = if path.text.starts_with(":/") { &here } else { *path };
        let mut target = run.judged(EffectKind::DiscardWork, path);
        if run.holds_no_work(&target, whole, work) {
            target.class = TargetClass::Clean;
        }
        run.effect(EffectKind::DiscardWork, target, certainty, detail);
    }
}

fn drops(run: &mut Run<'_>, operands: &[&Arg], otherwise: &str, detail: &'static str) {
    let name = operands.first().map_or(otherwise, |arg| arg.text.as_str());
    let target = Target::named(name.replace(paths::UNKNOWN, "…"), TargetClass::Vcs);
    run.effect(EffectKind::DropHistory, target, Certainty::Certain, Some(detail));
}

fn push(run: &mut Run<'_>, args: &[Arg]) {
    let spec = Spec { values: "o", longs: words("push-option receive-pack exec repo"), ..FLAGS };
    let options = Options::parse(args, &spec);
    if (options.short("n") || options.long("dry-run")) && !options.long("no-dry-run") {
        return;
    }
    let refs = options.operands.get(1..).unwrap_or_default();
    let named = refs.first().or(options.operands.first()).map_or("origin", |arg| arg.text.as_str());
    // `--force` may be cut short; what is longer is the careful form.
    let forced = options.short("f") || options.names().any(|given| abbreviates(given, "force"));
    let careful = options.names().any(|given| given.starts_with("force-w"));
    let plus = refs.iter().find(|arg| arg.text.starts_with('+'));
    let empty = refs.iter().find(|arg| arg.text.len() > 1 && arg.text.starts_with(':'));
    let (name, detail) = if options.long("mirror") {
        (named, "mirror")
    } else if options.short("d") || options.long("delete") {
        (named, "delete")
    } else if let Some(empty) = empty {
        (&empty.text[1..], "delete")
    } else if options.long("prune") {
        (named, "prune")
    } else if let Some(plus) = plus {
        (&plus.text[1..], "force")
    } else if forced {
        (named, "force")
    } else if careful {
        (named, "with lease")
    } else {
        return;
    };
    let target = Target::named(name.replace(paths::UNKNOWN, "…"), TargetClass::Outside);
    run.effect(EffectKind::RewriteHistory, target, Certainty::Certain, Some(detail));
}

fn reset(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &FLAGS);
    if options.long("hard") {
        discards(run, &[], Certainty::Certain, None, Work::Tracked);
    } else if options.long("merge") || options.long("keep") {
        discards(run, &[], Certainty::Possible, None, Work::Tracked);
    }
}

fn checkout(run: &mut Run<'_>, args: &[Arg]) {
    let spec = Spec { values: "bB", longs: words("orphan conflict pathspec-from-file"), ..FLAGS };
    let options = Options::parse(args, &spec);
    if options.short("p") || options.long("patch") {
        return;
    }
    if options.short("f") || options.names().any(|given| abbreviates(given, "force")) {
        return discards(run, &[], Certainty::Certain, None, Work::Tracked);
    }
    if options.short("bBt") || options.long("orphan") || options.long("track") {
        return;
    }
    if let Some(at) = args.iter().position(|arg| arg.text == "--") {
        let paths: Vec<&Arg> = args[at + 1..].iter().collect();
        if !paths.is_empty() {
            discards(run, &paths, Certainty::Certain, None, Work::Tracked);
        }
        return;
    }
    match options.operands.as_slice() {
        [] => {}
        [one] if is_pathspec(one) => discards(run, &[one], Certainty::Certain, None, Work::Tracked),
        [one] if has_extension(&one.text) => {
            discards(run, &[one], Certainty::Possible, None, Work::Tracked)
        }
        [_] => {}
        [_, paths @ ..] => discards(run, paths, Certainty::Possible, None, Work::Tracked),
    }
}

/// What no branch can be called.
fn is_pathspec(arg: &Arg) -> bool {
    let text = arg.text.as_str();
    arg.glob
        || matches!(text, "." | "..")
        || text.starts_with("./")
        || text.starts_with(':')
        || text.starts_with("../")
        || text.ends_with('/')
        || text.contains('*')
}

/// `src/main.rs`, but not `v1.2.3` or `release-1.0`.
fn has_extension(text: &str) -> bool {
    let name = text.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=5).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_lowercase())
    })
}

fn checkout_index(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &FLAGS);
    if (options.short("f") || options.long("force")) && !options.long("prefix") {
        discards(run, &options.operands, Certainty::Certain, None, Work::Tracked);
    }
}

fn read_tree(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &FLAGS);
    if options.short("u") && options.long("reset") {
        discards(run, &[], Certainty::Certain, None, Work::Tracked);
    }
}

fn restore(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &Spec { values: "s", longs: words("source"), ..FLAGS });
    let staged = options.short("S") || options.long("staged");
    let worktree = options.short("W") || options.long("worktree");
    let named = !options.operands.is_empty() || options.long("pathspec-from-file");
    if named && !(staged && !worktree || options.short("p") || options.long("patch")) {
        discards(run, &options.operands, Certainty::Certain, None, Work::Tracked);
    }
}

fn switch(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &Spec { values: "cC", ..FLAGS });
    if options.short("f") || options.long("force") || options.long("discard-changes") {
        discards(run, &[], Certainty::Certain, None, Work::Tracked);
    }
}

fn clean(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &Spec { values: "e", longs: words("exclude"), ..FLAGS });
    let dry = (options.short("n") || options.long("dry-run")) && !options.long("no-dry-run");
    let shows = dry || options.short("i") || options.long("interactive");
    if !shows && (options.short("f") || options.long("force")) {
        let work = if options.short("xX") { Work::Any } else { Work::Untracked };
        discards(run, &options.operands, Certainty::Certain, UNTRACKED, work);
    }
}

fn branch(run: &mut Run<'_>, args: &[Arg]) {
    let options =
        Options::parse(args, &Spec { values: "u", longs: words("set-upstream-to"), ..FLAGS });
    let forced = options.short("f") || options.long("force");
    let deletes = options.short("d") || options.long("delete");
    if options.short("D") || forced && deletes {
        drops(run, &options.operands, "a branch", "branch");
    } else if forced || options.short("MC") {
        drops(run, &options.operands, "a branch", "branch is moved");
    }
}

fn stash(run: &mut Run<'_>, args: &[Arg]) {
    if let Some(verb) = args.iter().find(|arg| !arg.is_option())
        && matches!(verb.text.as_str(), "drop" | "clear")
    {
        let rest: Vec<&Arg> = args.iter().filter(|arg| !arg.is_option()).skip(1).collect();
        let all = if verb.text == "clear" { "all stashes" } else { "stash@{0}" };
        drops(run, &rest, all, "stash");
    }
}

fn reflog(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &FLAGS);
    let verb = options.operands.first().map(|arg| arg.text.as_str());
    if matches!(verb, Some("expire" | "delete" | "drop"))
        && !options.short("n")
        && !options.long("dry-run")
    {
        drops(run, &options.operands[1..], "the reflog", "reflog");
    }
}

fn collect(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &FLAGS);
    let soon = |value: &&str| matches!(*value, "now" | "all");
    let prunes = options.values('\0', "prune").iter().any(soon)
        || options.values('\0', "expire").iter().any(soon);
    if prunes && !options.short("n") {
        drops(run, &[], "unreachable objects", "prune");
    }
}

fn rewrite(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &FLAGS);
    if !(options.long("dry-run") || options.long("analyze") || options.long("help")) {
        drops(run, &[], "all commits", "rewrites commits");
    }
}

fn remove(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &FLAGS);
    // Without force git refuses to delete what is not committed, so it can be had back.
    if options.long("cached") || options.short("n") || options.long("dry-run") {
        return;
    }
    if options.short("f") || options.long("force") {
        let kind =
            if options.short("r") { EffectKind::DeleteRecursive } else { EffectKind::DeleteFile };
        for operand in options.operands {
            run.on_path(kind, operand);
        }
    }
}

fn tag(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &Spec { values: "mFu", ..FLAGS });
    if options.short("d") || options.long("delete") {
        drops(run, &options.operands, "a tag", "tag");
    }
}

fn update_ref(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &Spec { values: "m", ..FLAGS });
    if options.short("d") {
        drops(run, &options.operands, "a ref", "ref");
    } else if options.operands.len() > 1 {
        drops(run, &options.operands, "a ref", "ref is moved");
    }
}

fn worktree(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &FLAGS);
    let removes = options.operands.first().is_some_and(|arg| arg.text == "remove");
    if removes && (options.short("f") || options.long("force")) {
        drops(run, &options.operands[1..], "a work tree", "work tree");
    }
}

/// `git bisect run PROGRAM …`.
fn bisect(run: &mut Run<'_>, args: &[Arg]) {
    if let Some((verb, rest)) = args.split_first()
        && verb.text == "run"
    {
        run.start(rest, &Flow::default());
    }
}

/// `git rebase --exec 'commands'`.
fn rebase(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &Spec { values: "x", longs: words("exec"), ..FLAGS });
    for line in options.values('x', "exec") {
        run.inner_script(line, &Flow::nothing());
    }
}

fn submodule(run: &mut Run<'_>, args: &[Arg]) {
    let operands: Vec<&Arg> = args.iter().filter(|arg| !arg.is_option()).collect();
    let forced = args.iter().any(|arg| matches!(arg.text.as_str(), "-f" | "--force"));
    match operands.as_slice() {
        [verb, lines @ ..] if verb.text == "foreach" => {
            let text: Vec<&str> = lines.iter().map(|arg| arg.text.as_str()).collect();
            run.inner_script(&text.join(" "), &Flow::nothing());
        }
        [verb, paths @ ..] if verb.text == "deinit" && forced => {
            discards(run, paths, Certainty::Certain, Some("submodule"), Work::Any);
        }
        _ => {}
    }
}
