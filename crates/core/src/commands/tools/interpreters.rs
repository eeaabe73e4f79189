//! Interpreters of other languages: where their code stands among the arguments, or where it comes from.

use super::recipes;
use crate::commands::Unclear;
use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::languages::{self, Language, Program};
use crate::commands::paths::UNKNOWN;
use crate::commands::run::{Arg, Call, Flow, Run, basename};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};

/// The options of an interpreter.
struct Grammar {
    language: Language,
    /// Letters and long names whose value is code.
    code: &'static str,
    longs: Words,
    /// Letters whose value is the rest of the cluster or the next argument, and long names with a value.
    values: &'static str,
    long_values: Words,
    /// Letters whose value is the rest of the cluster, which may be empty.
    attached: &'static str,
}

const PLAIN: Grammar = Grammar {
    language: Language::Python,
    code: "",
    longs: words(""),
    values: "",
    long_values: words(""),
    attached: "",
};

/// The language of an interpreter, whatever its version.
fn grammar(name: &str) -> Option<Grammar> {
    Some(match family(name) {
        "python" | "pypy" | "ipython" => Grammar { code: "c", values: "WXQ", ..PLAIN },
        "node" | "nodejs" | "ts-node" | "tsx" | "bun" | "deno" => Grammar {
            language: Language::JavaScript,
            code: "ep",
            longs: words("eval print"),
            values: "rC",
            long_values: words(
                "require import loader input-type env-file conditions config import-map lock ext cwd",
            ),
            ..PLAIN
        },
        "ruby" | "jruby" => Grammar {
            language: Language::Ruby,
            code: "e",
            values: "rICE",
            attached: "iKFxTW0",
            ..PLAIN
        },
        "perl" => Grammar {
            language: Language::Perl,
            code: "eE",
            values: "I",
            attached: "iMmFxDCV",
            ..PLAIN
        },
        "php" => Grammar {
            language: Language::Php,
            code: "rBRE",
            longs: words("run process-begin process-code process-end"),
            values: "dcfFzSt",
            long_values: words("define file php-ini"),
            ..PLAIN
        },
        "lua" | "luajit" => Grammar { language: Language::Lua, code: "e", values: "lW", ..PLAIN },
        "Rscript" | "R" | "littler" => {
            Grammar { language: Language::R, code: "e", values: "g", ..PLAIN }
        }
        "osascript" => {
            Grammar { language: Language::AppleScript, code: "e", values: "ls", ..PLAIN }
        }
        "awk" | "gawk" | "mawk" | "nawk" | "goawk" => Grammar {
            language: Language::Awk,
            code: "e",
            longs: words("source"),
            values: "FvfilEo",
            long_values: words("assign file field-separator include exec load"),
            ..PLAIN
        },
        _ => return None,
    })
}

/// A name without the version behind it.
fn family(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.')
}

/// True for the name of an interpreter, with or without its version.
pub(super) fn is_interpreter(name: &str) -> bool {
    grammar(name).is_some()
}

/// What an interpreter is given.
#[derive(Default)]
struct Given<'a> {
    code: Vec<Arg>,
    /// The script, or the first operand.
    script: Option<&'a Arg>,
    /// What the program sees as its arguments.
    args: &'a [Arg],
    /// True where a module is named instead of a script.
    module: bool,
    /// Values of options.
    values: Vec<(char, Arg)>,
    letters: String,
    /// True behind `--print`.
    prints: bool,
}

impl<'a> Given<'a> {
    fn read(grammar: &Grammar, all: &'a [Arg]) -> Self {
        let mut given = Self::default();
        let mut at = 0;
        while let Some(arg) = all.get(at) {
            at += 1;
            if !arg.is_option() {
                given.script = Some(arg);
                break;
            }
            let next = all.get(at);
            let takes = match arg.text.strip_prefix("--") {
                Some("") => {
                    given.script = all.get(at);
                    at += 1;
                    break;
                }
                Some(long) => given.long(grammar, arg, long, next),
                None => given.cluster(grammar, arg, next),
            };
            at += usize::from(takes);
            let python = grammar.language == Language::Python;
            if given.module || python && !given.code.is_empty() {
                break;
            }
        }
        given.args = all.get(at..).unwrap_or_default();
        given
    }

    /// True where the next argument was the value.
    fn long(&mut self, grammar: &Grammar, arg: &Arg, long: &str, next: Option<&Arg>) -> bool {
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(Arg { text: value.to_owned(), ..arg.clone() })),
            None => (long, None),
        };
        let attached = value.is_some();
        let is_code = grammar.longs.contains(name);
        self.prints |= name == "print";
        if is_code {
            self.code.extend(value.or_else(|| next.cloned()));
        } else if matches!(name, "file" | "exec") {
            self.values.extend(value.or_else(|| next.cloned()).map(|value| ('f', value)));
        }
        !attached && (is_code || grammar.long_values.contains(name))
    }

    /// True where the next argument was the value.
    fn cluster(&mut self, grammar: &Grammar, arg: &Arg, next: Option<&Arg>) -> bool {
        for (index, letter) in arg.text.char_indices().skip(1) {
            self.letters.push(letter);
            let attached = &arg.text[index + letter.len_utf8()..];
            let value = || match attached {
                "" => next.cloned(),
                text => Some(Arg { text: text.to_owned(), ..arg.clone() }),
            };
            if letter == 'm' && grammar.language == Language::Python {
                self.module = true;
                return false;
            }
            // `-pe code`: both letters stand for the same code.
            let again = attached.starts_with(|c| grammar.code.contains(c));
            if grammar.code.contains(letter) && !(again && attached.len() == 1) {
                self.code.extend(value());
                return attached.is_empty();
            }
            if grammar.values.contains(letter) {
                self.values.extend(value().map(|value| (letter, value)));
                return attached.is_empty();
            }
            if grammar.attached.contains(letter) {
                return false;
            }
        }
        false
    }
}

impl Given<'_> {
    /// `node -p code` prints what the code is.
    fn prints(&self, language: Language) -> bool {
        language == Language::JavaScript && (self.letters.contains('p') || self.prints)
    }
}

/// An interpreter: code among its arguments, a script, or its input.
pub(super) fn interpreter(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let Some(grammar) = grammar(call.name) else { return Flow::default() };
    let mut given = Given::read(&grammar, call.args);
    let language = match given.values.iter().find(|(letter, _)| *letter == 'l') {
        Some((_, name)) if name.text.eq_ignore_ascii_case("javascript") => Language::JavaScript,
        _ => grammar.language,
    };
    if matches!(call.name, "deno" | "bun")
        && given.code.is_empty()
        && let Some(flow) = subcommand(run, call, &mut given)
    {
        return flow;
    }
    if given.code.is_empty()
        && let Some(at) = call.args.iter().position(|arg| !arg.is_option())
        && super::find(basename(&call.args[at].text), run.view.programs)
            .is_some_and(super::Tool::has_verbs)
    {
        return run.start(&call.args[at..], call.input);
    }
    if given.module {
        return call.input.origin();
    }
    // The program of `awk` is its first operand.
    let files: Vec<Arg> = given
        .values
        .iter()
        .filter(|(letter, _)| *letter == 'f')
        .map(|pair| pair.1.clone())
        .collect();
    if language == Language::Awk && given.code.is_empty() && files.is_empty() {
        given.code.extend(given.script.take().cloned());
    }
    edits(run, language, &given);
    if !given.code.is_empty() {
        let own: Vec<Arg> = given.script.into_iter().chain(given.args).cloned().collect();
        return code(run, call, language, &given, &own);
    }
    let script = files.first().or(given.script);
    match script {
        Some(script) if !is_input(&script.text) => {
            let flow = run.contents(script);
            drop(source(run, language, &flow, given.args));
            call.input.origin()
        }
        _ => source(run, language, call.input, given.args),
    }
}

fn is_input(path: &str) -> bool {
    matches!(path, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}

/// `deno eval code`, `bun run script`, `bun exec line`, `bun x program`.
fn subcommand<'a>(run: &mut Run<'_>, call: &Call<'a>, given: &mut Given<'a>) -> Option<Flow> {
    let verb = given.script?.text.as_str();
    let operand = given.args.iter().position(|arg| !arg.is_option());
    match (call.name, verb) {
        ("deno", "eval") => given.code.extend(operand.map(|at| given.args[at].clone())),
        ("bun", "exec") => {
            let line = &given.args[operand?];
            return Some(run.apart(|run| run.run_arg(line, call.input)));
        }
        ("bun", "x") => return Some(run.start(&given.args[operand?..], call.input)),
        ("bun", _) if !names_file(given, operand) => {
            return recipes::reader("bun").map(|reader| reader(run, call));
        }
        (_, "run" | "serve" | "test") => {
            given.script = operand.map(|at| &given.args[at]);
            given.args = operand.and_then(|at| given.args.get(at + 1..)).unwrap_or_default();
            if let Some(script) = given.script
                && script.text.contains("://")
            {
                let target = Target::named(super::shown(&script.text), TargetClass::Remote);
                run.effect(EffectKind::RunRemoteCode, target, Certainty::Certain, None);
            }
        }
        _ => {}
    }
    None
}

/// True where `bun file` or `bun run file` names a file, not a script of the project.
fn names_file(given: &Given<'_>, operand: Option<usize>) -> bool {
    let is_file = |arg: &Arg| arg.text.contains(['.', '/']);
    let script = given.script.filter(|arg| arg.text != "run").or(operand.map(|at| &given.args[at]));
    script.is_some_and(is_file)
}

/// Runs code that stands in arguments.
fn code(
    run: &mut Run<'_>,
    call: &Call<'_>,
    language: Language,
    given: &Given<'_>,
    args: &[Arg],
) -> Flow {
    let mut text = String::new();
    for part in &given.code {
        if let Some(flow) = &part.flow {
            let origin = flow.origin();
            drop(run.run_flow(&origin));
        }
        let variable = part.unknown.as_deref().is_some_and(|name| !name.starts_with("$("));
        if variable && part.text.trim().chars().eq([UNKNOWN]) {
            run.fault(Unclear::HiddenScript);
        }
        text.push_str(&part.text);
        text.push('\n');
    }
    let outer = run.hidden.clone();
    if let Some(part) = given.code.iter().find(|part| part.unknown.is_some()) {
        run.hidden.clone_from(&part.unknown);
    }
    // `ipython` runs such lines in a shell.
    if call.name.starts_with("ipython") {
        for line in text.lines().filter_map(|line| line.trim_start().strip_prefix('!')) {
            run.apart(|run| run.inner_script(line, &Flow::nothing()));
        }
    }
    let prints = given.prints(language);
    let input = call.input;
    let flow = languages::run(run, &Program { language, text: &text, args, input, prints });
    run.hidden = outer;
    flow
}

/// Runs a program that is read from a file or the input.
fn source(run: &mut Run<'_>, language: Language, flow: &Flow, args: &[Arg]) -> Flow {
    let origin = flow.origin();
    drop(run.run_flow(&origin));
    match (&flow.text, &flow.file) {
        (Some(text), _) => program(run, language, text, args),
        (None, Some(path)) => {
            run.with_file(path, |run, text| program(run, language, text, args)).unwrap_or_default()
        }
        (None, None) => Flow::default(),
    }
}

/// Runs the text of a program.
fn program(run: &mut Run<'_>, language: Language, text: &str, args: &[Arg]) -> Flow {
    // What stands in front of the first mark is printed.
    let text = match language {
        Language::Php => text.find("<?").map_or("", |at| &text[at..]),
        _ => text,
    };
    languages::run(run, &Program { language, text, args, input: &Flow::nothing(), prints: false })
}

/// `perl -i` and its kin edit the files that they read. In the workspace that is an edit like any other.
fn edits(run: &mut Run<'_>, language: Language, given: &Given<'_>) {
    let in_place = match language {
        Language::Perl | Language::Ruby => given.letters.contains('i') && !given.code.is_empty(),
        Language::Awk => {
            given.values.iter().any(|(letter, value)| *letter == 'i' && value.text == "inplace")
        }
        _ => false,
    };
    if !in_place {
        return;
    }
    for arg in given.script.into_iter().chain(given.args).filter(|arg| !arg.is_option()) {
        let target = run.target(arg);
        if target.class >= TargetClass::Outside || target.marks.guard {
            run.effect(EffectKind::Overwrite, target, Certainty::Certain, Some("edits"));
        }
    }
}
