//! Programs that print files, or pass on what they read.

use super::interpreters;
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::words::{Words, words};

/// How a program names the files that it prints.
struct Reader {
    names: Words,
    spec: Spec,
    /// Operands in front of the files, such as a pattern.
    leading: usize,
    /// Letters and long names that take the place of the operand in front.
    given: &'static str,
    given_long: Words,
    /// Letters and long names with which no line of a file is printed.
    quiet: &'static str,
    quiet_long: Words,
}

const PLAIN: Reader = Reader {
    names: words(""),
    spec: FLAGS,
    leading: 0,
    given: "",
    given_long: words(""),
    quiet: "",
    quiet_long: words(""),
};

const MATCHING: Words = words(
    "regexp file max-count after-context before-context context include exclude exclude-dir \
     exclude-from binary-files directories devices label type type-not glob iglob max-depth \
     max-columns max-filesize replace sort sortr threads encoding ignore-file path-separator pre",
);

/// The last row is for every other name.
static READERS: &[Reader] = &[
    Reader {
        names: words("head tail"),
        spec: Spec { values: "ncs", longs: words("lines bytes pid sleep-interval"), ..FLAGS },
        ..PLAIN
    },
    Reader {
        names: words("less more most"),
        spec: Spec { values: "pPtTxyzbDhjko", longs: words("pattern tag"), ..FLAGS },
        ..PLAIN
    },
    Reader {
        names: words("bat batcat"),
        spec: Spec {
            values: "lHrm",
            longs: words(
                "language highlight-line line-range map-syntax theme style color paging tabs wrap terminal-width file-name decorations pager",
            ),
            ..FLAGS
        },
        ..PLAIN
    },
    Reader {
        names: words("grep egrep fgrep zgrep ugrep pcregrep pcre2grep"),
        spec: Spec { values: "efmABCdD", longs: MATCHING, ..FLAGS },
        leading: 1,
        given: "ef",
        given_long: words("regexp file"),
        quiet: "qlLc",
        quiet_long: words("quiet silent count files-with-matches files-without-match"),
    },
    Reader {
        names: words("rg ag ack"),
        spec: Spec { values: "efgtTmABCjMEr", longs: MATCHING, ..FLAGS },
        leading: 1,
        given: "ef",
        given_long: words("regexp file files"),
        quiet: "qlc",
        quiet_long: words("quiet count count-matches files files-with-matches files-without-match"),
    },
    Reader {
        names: words("diff sdiff colordiff wdiff icdiff delta diff3"),
        spec: Spec {
            values: "CUWxXIFDSo",
            longs: words("label exclude ignore-matching-lines from-file to-file width color"),
            ..FLAGS
        },
        quiet: "qs",
        quiet_long: words("brief"),
        ..PLAIN
    },
    Reader {
        names: words("sort"),
        spec: Spec {
            values: "ktSTo",
            longs: words("key field-separator buffer-size temporary-directory output"),
            ..FLAGS
        },
        quiet: "cC",
        quiet_long: words("check"),
        ..PLAIN
    },
    Reader {
        names: words("jq yq gojq jaq dasel tomlq fx"),
        spec: Spec {
            values: "fL",
            longs: words("arg argjson slurpfile rawfile args indent from-file"),
            ..FLAGS
        },
        leading: 1,
        given: "f",
        given_long: words("from-file"),
        ..PLAIN
    },
    Reader {
        names: words("cut"),
        spec: Spec {
            values: "dfcb",
            longs: words("delimiter fields characters bytes output-delimiter"),
            ..FLAGS
        },
        ..PLAIN
    },
    Reader {
        names: words("column"),
        spec: Spec { values: "scoNR", longs: words("separator"), ..FLAGS },
        ..PLAIN
    },
    Reader {
        names: words("paste"),
        spec: Spec { values: "d", longs: words("delimiters"), ..FLAGS },
        ..PLAIN
    },
    Reader { names: words("join"), spec: Spec { values: "12aeoptvj", ..FLAGS }, ..PLAIN },
    Reader { names: words("uniq"), spec: Spec { values: "fsw", ..FLAGS }, ..PLAIN },
    Reader { names: words("nl"), spec: Spec { values: "bdfhilnsvw", ..FLAGS }, ..PLAIN },
    Reader {
        names: words("fold fmt expand unexpand"),
        spec: Spec { values: "wtgp", longs: words("width tabs"), ..FLAGS },
        ..PLAIN
    },
    Reader {
        names: words("iconv"),
        spec: Spec { values: "fto", longs: words("from-code to-code output"), ..FLAGS },
        ..PLAIN
    },
    Reader {
        names: words("strings"),
        spec: Spec { values: "nteT", longs: words("bytes radix encoding"), ..FLAGS },
        ..PLAIN
    },
    Reader {
        names: words("od"),
        spec: Spec { values: "AjNtwS", longs: words("format skip-bytes read-bytes"), ..FLAGS },
        ..PLAIN
    },
    Reader {
        names: words("hexdump hd hexyl"),
        spec: Spec { values: "nsef", longs: words("length skip bytes"), ..FLAGS },
        ..PLAIN
    },
    Reader { names: words("xxd"), spec: Spec { values: "clsgo", ..FLAGS }, ..PLAIN },
    Reader {
        names: words("base64 base32 basenc"),
        spec: Spec { values: "wbo", longs: words("wrap"), ..FLAGS },
        ..PLAIN
    },
    Reader {
        names: words("shuf"),
        spec: Spec {
            values: "noi",
            longs: words("head-count output input-range random-source"),
            ..FLAGS
        },
        ..PLAIN
    },
    Reader {
        names: words("xmllint"),
        spec: Spec { longs: words("xpath schema output encode"), ..FLAGS },
        quiet_long: words("noout"),
        ..PLAIN
    },
    PLAIN,
];

/// Long options whose value is a list of names that are read. What is no such list is shown in a complaint.
const LISTS: &str = "files0-from";

/// `cat` and other programs that print files, or pass on what they read.
pub(super) fn print(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let own = READERS.iter().find(|reader| reader.names.contains(call.name));
    let Some(reader) = own.or(READERS.last()) else { return Flow::default() };
    let options = Options::parse(call.args, &reader.spec);
    let long = |names: Words| names.iter().any(|name| options.long(name));
    let given = options.short(reader.given) || long(reader.given_long);
    let skip = if given { 0 } else { reader.leading };
    let operands = options.operands.get(skip..).unwrap_or_default();
    let mut output = read(run, call, operands);
    for list in options.values('\0', LISTS) {
        let list = run.contents(&Arg::plain(list));
        output = output.origin().mixed(&list);
    }
    if options.short(reader.quiet) || long(reader.quiet_long) {
        return Flow::default();
    }
    if call.name == "cut" && only_names(&options) {
        output.secret = None;
    }
    // `sort -o file`.
    match options.values('o', "output").first().filter(|_| matches!(call.name, "sort" | "shuf")) {
        Some(path) => run.keep(&Arg::plain(*path), output.origin()),
        None => output,
    }
}

/// What the files hold, one after the other; the input where there is none.
fn read(run: &mut Run<'_>, call: &Call<'_>, files: &[&Arg]) -> Flow {
    let whole = matches!(call.name, "cat" | "bat" | "batcat" | "less" | "more");
    if files.iter().all(|arg| arg.text == "-") {
        return if whole { call.input.clone() } else { call.input.origin() };
    }
    let mut output = Flow::nothing();
    for (index, file) in files.iter().enumerate() {
        let contents = if file.text == "-" { call.input.clone() } else { run.contents(file) };
        output = match index {
            0 => contents,
            _ => output.then(contents),
        };
    }
    if call.name == "cat" { output } else { output.origin() }
}

/// `cut -d= -f1`: the names in front of the signs.
fn only_names(options: &Options<'_>) -> bool {
    options.values('d', "delimiter").iter().all(|sign| matches!(*sign, "=" | ":"))
        && !options.values('d', "delimiter").is_empty()
        && options.values('f', "fields") == ["1"]
}

/// `sed` where it prints; what it edits is told elsewhere.
pub(super) fn sed(run: &mut Run<'_>, call: &Call<'_>, options: &Options<'_>) -> Flow {
    let given = options.short("ef") || options.long("expression") || options.long("file");
    let script = if given { None } else { options.operands.first().map(|arg| arg.text.as_str()) };
    let scripts = options.values('e', "expression");
    let files = options.operands.get(usize::from(!given)..).unwrap_or_default();
    let mut output = read(run, call, files).origin();
    if script.into_iter().chain(scripts).any(masks) {
        output.secret = None;
    }
    output
}

/// `s/=.*/=…/`: the values are taken out.
fn masks(script: &str) -> bool {
    let mut chars = script.chars();
    let (Some('s'), Some(sign)) = (chars.next(), chars.next()) else { return false };
    let mut parts = chars.as_str().split(sign);
    let from = parts.next().unwrap_or_default();
    let to = parts.next().unwrap_or_default();
    let tail = from.trim_end_matches('$').trim_end_matches(')').trim_end_matches('\\');
    tail.ends_with("=.*") && !to.contains(['&', '\\'])
        || tail.ends_with("=[^ ]*") && !to.contains('&')
}

/// `awk`, and `perl -n` and its kin: what they print of the files behind their program is not followed.
pub(super) fn filter(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let flow = interpreters::interpreter(run, call);
    let awk = call.name.ends_with("awk");
    // `-i` writes back what `-p` would print.
    let has = |wanted: &[char]| {
        call.args.iter().take_while(|arg| arg.is_option()).any(|arg| {
            let letters = arg.text.trim_start_matches('-');
            letters.chars().take(4).any(|letter| wanted.contains(&letter))
        })
    };
    if !awk && (!has(&['n', 'p']) || has(&['i'])) {
        return flow;
    }
    let spec = Spec {
        values: if awk { "Fvf" } else { "eEI" },
        longs: words("file assign field-separator"),
        ..FLAGS
    };
    let options = Options::parse(call.args, &spec);
    let given = if awk { options.short("f") } else { true };
    let files = options.operands.get(usize::from(!given)..).unwrap_or_default();
    let mut input = call.input.origin();
    for file in files.iter().filter(|arg| !arg.text.contains('=') && arg.text != "-") {
        input = input.mixed(&run.contents(file));
    }
    let program = options.operands.first().map_or("", |arg| arg.text.as_str());
    if awk && !given && prints_names(program, &options) {
        input.secret = None;
    }
    flow.mixed(&input.origin())
}

/// `awk -F= '{print $1}'`: the names in front of the signs.
fn prints_names(program: &str, options: &Options<'_>) -> bool {
    let sign = options.values('F', "field-separator").first().copied();
    let fields = program.match_indices('$').map(|(at, _)| &program[at + 1..]);
    let first =
        |rest: &str| rest.starts_with('1') && !rest[1..].starts_with(|c: char| c.is_ascii_digit());
    sign == Some("=") && program.contains("print $1") && fields.clone().all(first)
}
