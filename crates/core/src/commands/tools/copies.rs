//! Programs that write files: copying, moving, linking, `tee`.

use super::readers;
use crate::commands::FileKind;
use crate::commands::credentials::Secrecy;
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::target::TargetClass;
use crate::commands::words::words;

const COPY: Spec =
    Spec { values: "tSgmo", longs: words("target-directory suffix group mode owner"), ..FLAGS };

/// The operands, split into what is read and what is written.
fn ends<'a>(options: &Options<'a>) -> (Vec<&'a Arg>, Option<Arg>) {
    let mut sources = options.operands.clone();
    let folder = options.values('t', "target-directory");
    let target = match folder.first() {
        Some(folder) => Some(Arg::plain(*folder)),
        None if sources.len() > 1 => sources.pop().cloned(),
        None => None,
    };
    (sources, target)
}

/// What copying writes: a file of the source's name where the target is a folder.
fn written(run: &mut Run<'_>, options: &Options<'_>, sources: &[&Arg], target: &Arg) {
    let (class, guard) = {
        let found = run.target(target);
        (found.class, found.marks.guard)
    };
    let folder = target.text.ends_with('/')
        || target.text.ends_with("/.")
        || target.text == "."
        || options.short("t")
        || options.long("target-directory")
        || sources.len() > 1
        || run.kind_of(&run.target(target).path) == Some(FileKind::Folder)
        || matches!(class, TargetClass::Vcs | TargetClass::Protected)
            && !guard
            && !target.text.rsplit('/').next().unwrap_or_default().contains('.')
            && run.target(&below(target, "x")).class != class;
    if !folder {
        run.on_path(EffectKind::Overwrite, target);
        return;
    }
    for source in sources {
        let name = source.text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let whole = source.text.ends_with("/.") || name == "." || name == "..";
        let inner = below(target, if whole { "copied" } else { name });
        run.on_path(
            EffectKind::Overwrite,
            &Arg { glob: false, unknown: source.unknown.clone(), ..inner },
        );
    }
}

fn below(folder: &Arg, name: &str) -> Arg {
    Arg { text: format!("{}/{name}", folder.text.trim_end_matches('/')), ..folder.clone() }
}

/// `cp` and `install`.
pub(super) fn copy(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &COPY);
    let keeps = options.short("n") && call.name == "cp" || options.long("no-clobber");
    let makes_folders = call.name == "install" && options.short("d");
    let (sources, target) = ends(&options);
    if let Some(target) = target
        && !keeps
        && !makes_folders
    {
        written(run, &options, &sources, &target);
        return carry(run, &sources, &target);
    }
    Flow::default()
}

/// A copy holds what the original holds. What is returned goes to the standard output.
fn carry(run: &mut Run<'_>, sources: &[&Arg], target: &Arg) -> Flow {
    let mut output = Flow::nothing();
    for source in sources.iter().take(64) {
        let mut flow = run.contents(source);
        if flow.secret.is_none() {
            flow.secret = run.secret_in(source).filter(|secret| secret.secrecy > Secrecy::Work);
        }
        let name = source.text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        if flow.secret.is_some() || flow.remote.is_some() || sources.len() > 1 {
            run.keep(&below(target, name), flow.clone());
        }
        if let [_] = sources {
            output = run.keep(target, flow);
        }
    }
    output
}

/// `mv`: what leaves, and what is overwritten.
pub(super) fn shift(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &COPY);
    let (sources, target) = ends(&options);
    let into = target.as_ref().map(|target| run.target(target).class);
    for source in &sources {
        let from = run.target(source).class;
        // A new name in the workspace loses nothing; what it replaces is noted below.
        let kept = from <= TargetClass::Dirty
            && matches!(into, Some(TargetClass::Clean | TargetClass::Dirty | TargetClass::Vcs));
        if !kept {
            run.on_path(EffectKind::Move, source);
        }
    }
    run.stale |= run.remote.is_none() && !sources.is_empty();
    if let Some(target) = target
        && !options.short("n")
    {
        written(run, &options, &sources, &target);
        return carry(run, &sources, &target);
    }
    Flow::default()
}

/// `ln -f` replaces what has the name.
pub(super) fn link(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &COPY);
    let (sources, target) = ends(&options);
    if let Some(target) = &target {
        carry(run, &sources, target);
    }
    if let Some(target) = target
        && (options.short("f") || options.long("force"))
    {
        written(run, &options, &sources, &target);
    }
    Flow::default()
}

/// `tee` and `sponge` pass on what they write.
pub(super) fn tee(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &FLAGS);
    let appends = options.short("a") || options.long("append");
    for operand in options.operands {
        if appends {
            run.appends(operand);
            let before = run.contents(operand);
            run.keep(operand, before.then(call.input.clone()));
        } else {
            run.on_path(EffectKind::Overwrite, operand);
            run.keep(operand, call.input.clone());
        }
    }
    call.input.clone()
}

/// `sed -i` outside the workspace: inside it is an edit like any other.
pub(super) fn sed(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(
        call.args,
        &Spec { values: "efl", longs: words("expression file"), ..FLAGS },
    );
    let given = options.short("ef") || options.long("expression") || options.long("file");
    if options.short("i") || options.long("in-place") {
        for operand in options.operands.iter().skip(usize::from(!given)) {
            let target = run.target(operand);
            if target.class >= TargetClass::Outside || target.marks.guard {
                run.effect(EffectKind::Overwrite, target, Certainty::Certain, Some("edits"));
            }
        }
        return Flow::nothing();
    }
    readers::sed(run, call, &options)
}

/// `mkfifo`, and `mknod` with a `p` behind the name.
pub(super) fn pipe(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options =
        Options::parse(call.args, &Spec { values: "mZ", longs: words("mode context"), ..FLAGS });
    let is_pipe =
        call.name == "mkfifo" || options.operands.get(1).is_some_and(|kind| kind.text == "p");
    let names = if call.name == "mkfifo" { options.operands.len() } else { 1 };
    for name in options.operands.iter().take(if is_pipe { names } else { 0 }) {
        run.make_pipe(name);
    }
    Flow::nothing()
}
