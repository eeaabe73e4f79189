//! `find`: where it starts, which names it keeps, and what it does with them.

use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::words::{Words, words};

/// Tests and options that take a value and leave nearly everything.
const LOOSE: Words = words("-type -xtype -maxdepth -mindepth -regextype -readable");
/// Tests that choose by name.
const NAMES: Words = words("-name -iname");
/// Tests that choose and take a value.
const CHOOSING: Words = words(
    "-path -ipath -wholename -iwholename -regex -iregex -mtime -atime -ctime -mmin -amin \
     -cmin -size -newer -anewer -cnewer -newermt -user -group -uid -gid -perm -links \
     -inum -samefile -lname -ilname -used -fstype -context -newerct -newerat",
);
/// Actions that write a file.
const WRITING: Words = words("-fprint -fprint0 -fprintf -fls");

/// A search as it is read.
#[derive(Default)]
struct Search<'a> {
    roots: Vec<&'a Arg>,
    /// The last pattern for names.
    name: Option<&'a Arg>,
    chooses: bool,
    negated: bool,
    /// True where one of several names is enough.
    several: bool,
    deletes: bool,
    /// The words behind `-exec` and its kin, up to `;` or `+`.
    commands: Vec<&'a [Arg]>,
    writes: Vec<&'a Arg>,
}

pub(super) fn find(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let search = read(call.args);
    let here = Arg::plain(".");
    let roots = if search.roots.is_empty() { vec![&here] } else { search.roots.clone() };
    for path in &search.writes {
        run.on_path(EffectKind::Overwrite, path);
    }
    let prints = !search.deletes && search.commands.is_empty() && search.writes.is_empty();
    let printed = match roots.as_slice() {
        [root] if prints => Some(Box::new(found(root, &search))),
        _ => None,
    };
    let mut output = Flow::default();
    for root in roots {
        let found = found(root, &search);
        output = output.mixed(&listing(run, &found));
        if search.deletes {
            let kind = EffectKind::DeleteRecursive;
            let (certainty, detail) = match search.chooses {
                true => (Certainty::Possible, Some("what a search finds")),
                false => (Certainty::Certain, None),
            };
            let target = run.judged(kind, &found);
            run.effect(kind, target, certainty, detail);
        }
        for command in &search.commands {
            let args: Vec<Arg> = command.iter().map(|arg| replaced(arg, &found)).collect();
            output = output.mixed(&run.start(&args, &Flow::default()));
        }
    }
    Flow { found: printed, ..output }
}

/// What a list of the names is, where they are names of secrets.
pub(super) fn listing(run: &Run<'_>, found: &Arg) -> Flow {
    Flow { lists: run.secret_at(found), ..Flow::default() }
}

/// `ls`: the names of what it is given.
pub(super) fn ls(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let operands = call.args.iter().filter(|arg| !arg.is_option()).take(64);
    operands.fold(Flow::default(), |flow, operand| flow.mixed(&listing(run, operand)))
}

fn read(args: &[Arg]) -> Search<'_> {
    let mut search = Search::default();
    let mut at = 0;
    let starts = |text: &str| text.starts_with('-') || matches!(text, "(" | "!" | ")" | ",");
    while let Some(arg) = args.get(at) {
        match arg.text.as_str() {
            "-H" | "-L" | "-P" => at += 1,
            "-D" => at += 2,
            text if !starts(text) => {
                search.roots.push(arg);
                at += 1;
            }
            _ => break,
        }
    }
    let mut depth = 0_i32;
    let acts = |search: &Search<'_>| search.deletes || !search.commands.is_empty();
    while let Some(arg) = args.get(at) {
        at += 1;
        let text = arg.text.as_str();
        let value = args.get(at);
        match text {
            "(" => depth += 1,
            ")" => depth -= 1,
            // What stands behind an alternative is not chosen by what stands in front of it.
            "-o" | "-or" if depth == 0 && !acts(&search) => {
                (search.chooses, search.name) = (false, None);
            }
            "-o" | "-or" => search.several = true,
            "!" | "-not" => search.negated = true,
            "-delete" => search.deletes = true,
            "-empty" | "-executable" | "-nouser" | "-nogroup" => search.chooses = true,
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let rest = &args[at..];
                let ends = |arg: &Arg| matches!(arg.text.as_str(), ";" | "+");
                let end = rest.iter().position(ends).unwrap_or(rest.len());
                search.commands.push(&rest[..end]);
                at += end + 1;
            }
            _ if WRITING.contains(text) => {
                search.writes.extend(value);
                at += if text == "-fprintf" { 2 } else { 1 };
            }
            _ if NAMES.contains(text) => {
                search.name = value;
                search.chooses = true;
                at += 1;
            }
            _ if CHOOSING.contains(text) => {
                search.chooses = true;
                at += 1;
            }
            _ if LOOSE.contains(text) => at += 1,
            _ => {}
        }
    }
    search
}

/// One path that stands for all that is found.
fn found(root: &Arg, search: &Search<'_>) -> Arg {
    if !search.chooses {
        return Arg { search: true, ..root.clone() };
    }
    let name = match search.name {
        // All names, or all but one.
        Some(_) if search.several => "?found",
        Some(name)
            if !name.text.bytes().all(|byte| matches!(byte, b'*' | b'?')) && !search.negated =>
        {
            name.text.as_str()
        }
        Some(_) => "*",
        None => "?found",
    };
    let folder = root.text.trim_end_matches('/');
    Arg { text: format!("{folder}/{name}"), glob: true, search: true, ..root.clone() }
}

fn replaced(arg: &Arg, found: &Arg) -> Arg {
    if !arg.text.contains("{}") {
        return arg.clone();
    }
    Arg {
        text: arg.text.replace("{}", &found.text),
        glob: found.glob,
        search: found.search,
        unknown: arg.unknown.clone().or_else(|| found.unknown.clone()),
        ..arg.clone()
    }
}
