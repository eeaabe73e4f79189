//! `git`: which commands lose work or history. What words and options alone tell is in `rules/commands/versions/git.yaml`.

mod config;

pub(super) use config::variable;

use super::by_table;
use super::wrappers::quoted;
use crate::commands::Work;
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec, abbreviates};
use crate::commands::paths;
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};

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
    ("checkout", checkout),
    ("checkout-index", checkout_index),
    ("clean", clean),
    ("config", config::set),
    ("push", push),
    ("read-tree", read_tree),
    ("rebase", rebase),
    ("reset", reset),
    ("restore", restore),
    ("rm", remove),
    ("submodule", submodule),
    ("switch", switch),
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
        } else if let Some((key, value)) = setting.split_once('=') {
            config::note(run, key, value, None);
        }
    }
    if asks_help(args) {
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
        match COMMANDS.iter().find(|(own, _)| *own == name) {
            Some((_, read)) => read(run, args),
            None => drop(by_table(run, &Call { args: &call.args[options.rest..], ..*call })),
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

/// True where a command only explains itself: the option is the only argument, or stands at an end and is no value.
fn asks_help(args: &[Arg]) -> bool {
    let asks = |arg: &Arg| matches!(arg.text.as_str(), "-h" | "--help" | "--version");
    match args {
        [only] => asks(only),
        [first, .., before, last] => {
            first.text == "--help" || asks(last) && !before.is_option() && before.text != "--"
        }
        [before, last] => asks(last) && (!before.is_option() || before.text.starts_with("--hard")),
        [] => false,
    }
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

/// True where the last word about it is `-n` or `--dry-run`, not `--no-dry-run`.
fn is_dry(args: &[Arg]) -> bool {
    let says = |arg: &Arg| match arg.text.strip_prefix("--") {
        Some(name) if name.len() > 1 && abbreviates(name, "dry-run") => Some(true),
        Some(name) if name.len() > 3 && abbreviates(name, "no-dry-run") => Some(false),
        Some(_) => None,
        None => (arg.is_option() && arg.text.contains('n')).then_some(true),
    };
    let options = args.iter().take_while(|arg| arg.text != "--");
    options.filter_map(says).last() == Some(true)
}

/// Branches that others build on.
const SHARED: Words = words(
    "main master trunk develop development dev staging stage production prod release stable \
     gh-pages next",
);

/// True where only branches are pushed that are one's own, by their names. Without a name it is the current branch.
fn is_topic(run: &mut Run<'_>, refs: &[&Arg]) -> bool {
    let own = |name: &str| {
        let name = name.strip_prefix("refs/heads/").unwrap_or(name);
        let first = name.split(['/', '-']).next().unwrap_or_default();
        !name.is_empty() && name != "HEAD" && !SHARED.contains(name) && first != "release"
    };
    if refs.is_empty() {
        let head = run.view.files.filter(|_| !run.stale).and_then(|files| {
            let root = files.work_tree(&run.scope.cwd)?;
            run.text_at(&format!("{root}/.git/HEAD"))
        });
        let branch = head.as_deref().and_then(|head| head.trim().strip_prefix("ref: "));
        return branch.is_some_and(own);
    }
    refs.iter().all(|arg| {
        let to = arg.text.rsplit(':').next().unwrap_or_default();
        arg.is_known() && own(to)
    })
}

fn push(run: &mut Run<'_>, args: &[Arg]) {
    let spec = Spec { values: "o", longs: words("push-option receive-pack exec repo"), ..FLAGS };
    let options = Options::parse(args, &spec);
    if is_dry(args) {
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
    } else if careful && !is_topic(run, refs) {
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
    if options.short("B") {
        return moves_branch(run, &options);
    }
    if options.short("bt") || options.long("orphan") || options.long("track") {
        return;
    }
    if options.long("pathspec-from-file") {
        return discards(run, &[], Certainty::Certain, None, Work::Tracked);
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
    let options =
        Options::parse(args, &Spec { values: "cC", longs: words("create force-create"), ..FLAGS });
    if options.short("f")
        || options.names().any(|name| name == "force")
        || options.long("discard-changes")
    {
        discards(run, &[], Certainty::Certain, None, Work::Tracked);
    } else if options.short("C") || options.long("force-create") {
        moves_branch(run, &options);
    }
}

/// A branch that exists is made to stand elsewhere.
fn moves_branch(run: &mut Run<'_>, options: &Options<'_>) {
    let named = options.values('B', "").into_iter().chain(options.values('C', "force-create"));
    let name = named.last().unwrap_or("a branch").replace(paths::UNKNOWN, "…");
    let target = Target::named(name, TargetClass::Vcs);
    let detail = Some("branch is moved");
    run.effect(EffectKind::DropHistory, target, Certainty::Possible, detail);
}

fn clean(run: &mut Run<'_>, args: &[Arg]) {
    let options = Options::parse(args, &Spec { values: "e", longs: words("exclude"), ..FLAGS });
    let shows = is_dry(args) || options.short("i") || options.long("interactive");
    if !shows && (options.short("f") || options.long("force")) {
        let work = if options.short("xX") { Work::Any } else { Work::Untracked };
        discards(run, &options.operands, Certainty::Certain, UNTRACKED, work);
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
        [verb, paths @ ..] if matches!(verb.text.as_str(), "deinit" | "update") && forced => {
            discards(run, paths, Certainty::Certain, Some("submodule"), Work::Any);
        }
        _ => {}
    }
}
