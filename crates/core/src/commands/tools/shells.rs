//! Shells, and programs that make a shell or another program run what they are given.

use super::find;
use super::wrappers::joined;
use crate::commands::options::{Options, Spec};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::windows;
use crate::commands::words::words;

/// `sh`, `bash` and their kin: `-c`, a script, or the input.
pub(super) fn shell(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    // `+e` turns an option off.
    if let Some((first, rest)) = call.args.split_first()
        && first.text.len() > 1
        && first.text.starts_with('+')
    {
        return run.deeper(|run| shell(run, &Call { args: rest, ..*call }));
    }
    let spec =
        Spec { values: "oO", longs: words("rcfile init-file"), leading: true, ..Spec::default() };
    let options = Options::parse(call.args, &spec);
    let rest = call.args.get(options.rest..).unwrap_or_default();
    if options.short("n") && !options.short("i") {
        return Flow::default();
    }
    if options.short("c") {
        let Some((script, args)) = rest.split_first() else { return Flow::default() };
        let behind = args.get(1..).unwrap_or_default();
        return subshell(run, behind, |run| {
            if let Some(own) = args.first() {
                run.scope.vars.insert("0".to_owned(), [own.clone()].into());
            }
            run.run_arg(script, call.input)
        });
    }
    match rest.split_first() {
        Some((script, args)) if !options.short("s") && !is_input(&script.text) => {
            subshell(run, args, |run| {
                let flow = run.contents(script);
                run.run_flow(&flow)
            })
        }
        _ => subshell(run, &[], |run| run.run_flow(call.input)),
    }
}

fn is_input(path: &str) -> bool {
    matches!(path, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}

fn subshell(run: &mut Run<'_>, args: &[Arg], what: impl FnOnce(&mut Run<'_>) -> Flow) -> Flow {
    run.apart(|run| {
        run.scope.args = Some(args.to_vec());
        // Functions and aliases stay behind in the outer shell.
        run.scope.functions.clear();
        run.scope.aliases.clear();
        what(run)
    })
}

/// `source` and `.`: in this shell.
pub(super) fn source(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let Some(script) = call.args.first() else { return Flow::default() };
    let flow = if is_input(&script.text) { call.input.clone() } else { run.contents(script) };
    run.run_flow(&flow)
}

/// `eval`: its arguments joined, in this shell.
pub(super) fn eval(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    run.run_arg(&joined(call.args), call.input)
}

/// `trap 'commands' SIGNAL`: they run some time.
pub(super) fn trap(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    match call.args {
        [script, _, ..] if !script.is_option() => run.apart(|run| run.run_arg(script, call.input)),
        _ => Flow::nothing(),
    }
}

/// `command`: with `-v` it only looks for the program.
pub(super) fn command(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &Spec { leading: true, ..Spec::default() });
    if options.short("vV") {
        return Flow::default();
    }
    run.start(call.args.get(options.rest..).unwrap_or_default(), call.input)
}

/// `su -c` and `runuser`.
pub(super) fn su(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "csgGu",
        longs: words("command session-command shell user"),
        ..Spec::default()
    };
    let options = Options::parse(call.args, &spec);
    let lines =
        options.values('c', "command").into_iter().chain(options.values('\0', "session-command"));
    // Only one counts; a few are read, for programs differ in which.
    let lines = lines.take(8);
    let mut output = Flow::default();
    for line in lines {
        let arg = call
            .args
            .iter()
            .find(|arg| arg.text == line)
            .cloned()
            .unwrap_or_else(|| Arg::plain(line));
        output = run.apart(|run| run.run_arg(&arg, call.input));
    }
    if call.name == "runuser" && options.short("u") && !options.operands.is_empty() {
        let leading = Options::parse(call.args, &Spec { leading: true, ..spec });
        return run.start(call.args.get(leading.rest..).unwrap_or_default(), call.input);
    }
    output
}

/// `script -c 'commands' file`.
pub(super) fn script(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(
        call.args,
        &Spec { values: "cEIOBTomt", longs: words("command"), ..Spec::default() },
    );
    for line in options.values('c', "command") {
        run.apart(|run| run.inner_script(line, call.input));
    }
    Flow::default()
}

/// `flock FILE PROGRAM …` and `flock FILE -c 'commands'`.
pub(super) fn flock(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "wE",
        longs: words("timeout wait conflict-exit-code"),
        leading: true,
        ..Spec::default()
    };
    let options = Options::parse(call.args, &spec);
    let rest = call.args.get(options.rest + 1..).unwrap_or_default();
    match rest {
        [flag, script, ..] if matches!(flag.text.as_str(), "-c" | "--command") => {
            run.apart(|run| run.run_arg(script, call.input))
        }
        rest => run.start(rest, call.input),
    }
}

/// `xargs`: the input's words behind, or in place of a mark among, its own.
pub(super) fn xargs(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "aEdIJLnPRsS",
        longs: words("arg-file delimiter eof max-args max-procs max-chars process-slot-var"),
        leading: true,
        ..Spec::default()
    };
    let options = Options::parse(call.args, &spec);
    let rest = call.args.get(options.rest..).unwrap_or_default();
    let mark = options.values('I', "replace").first().copied();
    // The older spellings have the mark attached, or none.
    let bare = options.short("i") || options.long("replace");
    let attached = || options.values('i', "").first().copied();
    let mark = mark.or_else(|| bare.then(|| attached().unwrap_or("{}")));
    // With a mark every line is one argument.
    let blanks: &[char] = if mark.is_some() { &['\n', '\0'] } else { &['\n', ' ', '\t', '\0'] };
    let words = input_words(call.input, blanks);
    let echo = [Arg::plain("echo")];
    let rest = if rest.is_empty() { &echo } else { rest };
    let Some(mark) = mark else {
        let args: Vec<Arg> = rest.iter().cloned().chain(words).collect();
        return run.start(&args, &Flow::nothing());
    };
    let mut output = Flow::default();
    for word in &words {
        output = output.mixed(&run.start(&with_mark(rest, mark, word), &Flow::nothing()));
    }
    output
}

/// The words of an input, or one that stands for those which are not known.
fn input_words(input: &Flow, blanks: &[char]) -> Vec<Arg> {
    if let Some(found) = &input.found {
        return vec![found.as_ref().clone()];
    }
    let Some(text) = &input.text else {
        let origin = input.origin();
        return vec![Arg { flow: Some(Box::new(origin)), glob: true, ..Arg::hidden("the input") }];
    };
    let words = text.split(blanks).filter(|word| !word.is_empty()).take(64);
    words.map(|word| Arg::plain(word.trim_matches(['\'', '"']))).collect()
}

fn with_mark(args: &[Arg], mark: &str, word: &Arg) -> Vec<Arg> {
    let put = |arg: &Arg| {
        if mark.is_empty() || !arg.text.contains(mark) {
            return arg.clone();
        }
        let unknown = arg.unknown.clone().or_else(|| word.unknown.clone());
        Arg {
            text: arg.text.replace(mark, &word.text),
            unknown,
            glob: word.glob,
            search: word.search,
            flow: arg.flow.clone().or_else(|| word.flow.clone()),
            ..arg.clone()
        }
    };
    args.iter().map(put).collect()
}

/// `parallel PROGRAM … ::: WORDS`.
pub(super) fn parallel(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "jNnISa",
        longs: words("jobs max-args sshlogin arg-file colsep delay joblog"),
        leading: true,
        ..Spec::default()
    };
    let options = Options::parse(call.args, &spec);
    let rest = call.args.get(options.rest..).unwrap_or_default();
    let at = rest.iter().position(|arg| arg.text.starts_with(":::"));
    let (command, words) = match at {
        Some(at) => (&rest[..at], rest[at + 1..].to_vec()),
        None => (rest, input_words(call.input, &['\n'])),
    };
    // Without a command every line is one.
    if command.is_empty() {
        for line in words.iter().take(64) {
            run.apart(|run| run.run_arg(line, &Flow::nothing()));
        }
        return Flow::default();
    }
    for word in words.iter().filter(|word| !word.text.starts_with(":::")).take(64) {
        // The command is a line that a shell reads, with the word in it quoted.
        let mut args = with_mark(command, "{}", word);
        if args == command {
            args.push(word.clone());
        }
        match args.as_slice() {
            [line, ..] if line.text.contains(' ') => {
                drop(run.run_arg(&joined(&args), &Flow::nothing()))
            }
            _ => drop(run.start(&args, &Flow::nothing())),
        }
    }
    Flow::default()
}

/// PowerShell started from another shell: a script among its arguments, or its input.
pub(super) fn powershell(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let named = |arg: &Arg, full: &str| {
        let name = arg.text.trim_start_matches(['-', '/']).to_ascii_lowercase();
        arg.is_option() && !name.is_empty() && full.starts_with(&name)
    };
    let script = match call.args.iter().position(|arg| named(arg, "command")) {
        Some(at) => joined(&call.args[at + 1..]).text,
        None => joined(call.args).text,
    };
    let operands = call.args.iter().filter(|arg| !arg.is_option() && arg.text != "-");
    let file = call.args.iter().any(|arg| named(arg, "file"));
    if script == "-" || operands.count() == 0 {
        return reads_script(run, call, windows::powershell);
    }
    if !file || script.contains(' ') {
        run.deeper(|run| windows::powershell(run, &script));
    }
    Flow::default()
}

/// A shell of Windows that reads its script.
fn reads_script(run: &mut Run<'_>, call: &Call<'_>, what: fn(&mut Run<'_>, &str)) -> Flow {
    drop(run.run_flow(&call.input.origin()));
    if let Some(text) = &call.input.text
        && run.step(1 + text.len() / 64)
    {
        run.deeper(|run| what(run, text));
    }
    Flow::default()
}

/// The command prompt started from another shell: what follows `/c` or `/k`.
pub(super) fn cmd(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let starts = |arg: &Arg| matches!(arg.text.as_str(), "/c" | "/C" | "/k" | "/K" | "//c" | "//C");
    if let Some(at) = call.args.iter().position(starts) {
        let line = joined(&call.args[at + 1..]).text;
        run.deeper(|run| windows::cmd(run, &line));
        return Flow::default();
    }
    reads_script(run, call, windows::cmd)
}

/// `at` and `batch`: the input runs later.
pub(super) fn later(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    subshell(run, &[], |run| run.run_flow(call.input))
}

/// `tmux` and `screen`: words with blanks are lines for a shell.
pub(super) fn terminal(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    for arg in call.args.iter().filter(|arg| arg.text.contains(' ')) {
        run.apart(|run| run.run_arg(arg, &Flow::nothing()));
    }
    Flow::default()
}

/// `fd … -x PROGRAM`.
pub(super) fn fd(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let runs = |arg: &Arg| matches!(arg.text.as_str(), "-x" | "-X" | "--exec" | "--exec-batch");
    let at = call.args.iter().position(runs);
    let front = call.args.get(..at.unwrap_or(call.args.len())).unwrap_or_default();
    let mut operands = front.iter().filter(|arg| !arg.is_option());
    let pattern = operands.next().map_or("", |arg| arg.text.as_str());
    let root = operands.next().cloned().unwrap_or_else(|| Arg::plain("."));
    let folder = root.text.trim_end_matches('/').to_owned();
    let Some(at) = at else {
        let name = pattern.trim_matches(['^', '$']).replace('\\', "");
        return find::listing(run, &Arg::plain(format!("{folder}/{name}")));
    };
    let found = Arg { glob: true, search: true, text: format!("{folder}/?found"), ..root };
    let mut args: Vec<Arg> = call.args[at + 1..]
        .iter()
        .flat_map(|arg| with_mark(std::slice::from_ref(arg), "{}", &found))
        .collect();
    args.push(found);
    run.start(&args, &Flow::nothing());
    Flow::default()
}
