//! Acts that only compute: paths, texts, what is decoded, what is read.

use base64::Engine as _;

use super::Language;
use super::acts::Act;
use super::files::parent;
use super::lexer::Token;
use super::scanner::{Args, Scanner};
use super::value::{MAX_MEMBERS, Value, filled};
use crate::commands::paths;
use crate::commands::run::{Arg, Flow};
use crate::commands::tools;

impl Scanner<'_, '_> {
    /// Acts that compute a value.
    pub(super) fn computed(&mut self, act: Act, name: &str, args: &Args) -> Value {
        let size: usize = args.list.iter().map(Value::size).sum();
        if !self.run.step(size / 64) {
            return Value::nothing();
        }
        let first = args.first().cloned().unwrap_or_else(Value::nothing);
        match act {
            Act::Fetch => self.fetch(args),
            Act::Download => self.download(args),
            Act::Print => {
                self.prints(args);
                Value::nothing()
            }
            Act::ReadInput => self.read_input(),
            Act::Join => {
                let rest = args.list.iter().skip(1);
                rest.fold(first, |path, part| path.below(part))
            }
            Act::Home => Value::text(paths::home(self.run.view)),
            Act::HereFolder => Value::text(self.run.scope.cwd.clone()),
            Act::TempFolder => {
                Value::text(if name.ends_with("tmpdir") || name.ends_with("gettempdir") {
                    "/tmp".to_owned()
                } else {
                    format!("/tmp/tmp.{}", paths::UNKNOWN)
                })
            }
            Act::Expand => {
                let home = paths::home(self.run.view).to_owned();
                first.map(|arg| match arg.text.strip_prefix('~') {
                    Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                        Arg { text: format!("{home}{rest}"), ..arg.clone() }
                    }
                    _ => arg.clone(),
                })
            }
            Act::Parent => {
                first.map(|arg| Arg { text: parent(&arg.text), glob: false, ..arg.clone() })
            }
            Act::Environment => self.looked_up(args, &first),
            Act::Glob => first.map(|arg| Arg { glob: true, ..arg.clone() }),
            Act::Inside => {
                let pattern = args.list.get(1).and_then(Value::known).unwrap_or("*");
                let deep = if name == "rglob" { "**/" } else { "" };
                first
                    .below(&Value::text(format!("{deep}{pattern}")))
                    .map(|arg| Arg { glob: true, ..arg.clone() })
            }
            Act::Walk => first.map(|arg| Arg {
                text: format!("{}/*", arg.text.trim_end_matches('/')),
                glob: true,
                ..arg.clone()
            }),
            _ => self.texts(act, args, first),
        }
    }

    /// A variable by its name, or what stands for it where it is not set.
    fn looked_up(&mut self, args: &Args, first: &Value) -> Value {
        match first.known().map(str::to_owned) {
            Some(name) => {
                let value = self.environment(&name);
                match args.list.get(1) {
                    Some(other) if !matches!(&value, Value::Text(arg) if arg.is_known()) => {
                        value.or(other.clone())
                    }
                    _ => value,
                }
            }
            None => Value::hidden("a variable", Flow::default()),
        }
    }

    /// Acts on texts.
    fn texts(&mut self, act: Act, args: &Args, first: Value) -> Value {
        match act {
            Act::Base64 | Act::Hex => decoded(act, &first),
            Act::Decoded => hidden(&first),
            Act::Rot13 => match args.list.get(1).and_then(Value::known) {
                Some("rot13" | "rot_13") => first.map(|arg| Arg::plain(rot13(&arg.text))),
                Some("hex" | "hex_codec") => decoded(Act::Hex, &first),
                Some("base64" | "base64_codec") => decoded(Act::Base64, &first),
                Some(_) => first,
                None => first.map(|arg| Arg::plain(rot13(&arg.text))),
            },
            Act::Characters => characters(args),
            Act::Format => {
                let percent = !first.known().is_some_and(|text| text.contains('{'));
                let named = args.named.iter().map(|pair| pair.1.clone());
                let values: Vec<Value> = args.list.iter().skip(1).cloned().chain(named).collect();
                match first.known() {
                    Some(format) => Value::Text(filled(format, &values, percent)),
                    None => first,
                }
            }
            Act::Concat => concat(args, &first),
            Act::Substitute => substituted(args, &first),
            Act::Split => split(args, &first),
            Act::Reverse => match first {
                Value::List(mut members) => {
                    members.reverse();
                    Value::List(members)
                }
                value => value.map(|arg| Arg::plain(arg.text.chars().rev().collect::<String>())),
            },
            Act::Shift => match (&first, self.names.get("ARGV")) {
                (Value::List(members), _) => {
                    members.first().cloned().unwrap_or_else(Value::nothing)
                }
                (_, Some(Value::List(members))) => {
                    members.first().cloned().unwrap_or_else(Value::nothing)
                }
                _ => Value::hidden("an argument", Flow::default()),
            },
            _ => first,
        }
    }

    /// Fetches; what is sent with it leaves.
    fn fetch(&mut self, args: &Args) -> Value {
        self.sends(args);
        let known = args.list.iter().filter_map(Value::known).find(|text| text.contains("://"));
        let address = known.map_or_else(|| "an address".to_owned(), tools::shown);
        let flow = Flow { remote: Some(address), ..Flow::default() };
        Value::hidden("an address", flow)
    }

    /// Prints: a secret that is printed is exposed, and the rest is what a pipe would hand on.
    fn prints(&mut self, args: &Args) {
        let aside = args.option("file").is_some();
        for (index, value) in args.list.iter().enumerate() {
            let value = match value {
                Value::File(path) => self.read(&Args::of((**path).clone())),
                value => value.clone(),
            };
            if let Some(flow) = value.flow() {
                drop(self.run.exposes(flow.origin()));
            }
            if !aside {
                let last = index + 1 == args.list.len();
                let lines = !matches!(self.language, Language::Perl | Language::Php);
                self.print(&value, if last && lines { "\n" } else { "" });
            }
        }
    }

    /// What the program reads.
    pub(super) fn read_input(&mut self) -> Value {
        let size = self.input.text.as_ref().map_or(0, String::len);
        if !self.run.step(size / 64) {
            return Value::nothing();
        }
        Self::from_flow(self.input.clone(), "the input")
    }

    /// A variable of the environment.
    pub(super) fn environment(&mut self, name: &str) -> Value {
        match self.run.variable(name) {
            Some(arg) => Value::Text(arg),
            None => Value::hidden(&format!("${name}"), Flow::default()),
        }
    }

    /// Names that stand for a value.
    pub(super) fn special(&mut self, name: &str) -> Option<Value> {
        Some(match (self.language, name) {
            (Language::Python, "sys.stdin" | "sys.stdin.buffer")
            | (Language::Ruby, "STDIN" | "stdin" | "ARGF")
            | (Language::Php, "STDIN")
            | (Language::Lua, "io.stdin") => self.read_input(),
            (Language::Python, "os.sep") | (Language::JavaScript, "path.sep") => Value::text("/"),
            (Language::Python, "os.curdir") => Value::text("."),
            (Language::JavaScript, "__dirname" | "import.meta.dir" | "import.meta.dirname") => {
                Value::text(self.run.scope.cwd.clone())
            }
            (Language::Php, "PHP_EOL") => Value::text("\n"),
            (_, "None" | "nil" | "undefined") => Value::nothing(),
            _ => return None,
        })
    }

    /// True for a token behind which nothing of a statement follows.
    pub(super) fn at_statement_end(&self, token: Option<Token<'_>>) -> bool {
        super::acts::ends(token) || matches!(token, Some(Token::Sign("}")))
    }
}

/// The parts of a text.
fn split(args: &Args, first: &Value) -> Value {
    match (first.known(), args.list.get(1).and_then(Value::known)) {
        (Some(text), Some("")) => Value::List(
            text.chars().take(MAX_MEMBERS).map(|c| Value::text(c.to_string())).collect(),
        ),
        (Some(text), Some(sign)) => {
            Value::List(text.split(sign).take(MAX_MEMBERS).map(Value::text).collect())
        }
        (Some(text), None) => {
            Value::List(text.split_ascii_whitespace().take(MAX_MEMBERS).map(Value::text).collect())
        }
        _ => first.clone(),
    }
}

/// Characters by their numbers.
fn characters(args: &Args) -> Value {
    let all = args.list.iter().flat_map(Value::args).map(|arg| match character(&arg.text) {
        Some(c) => Value::text(c.to_string()),
        None => Value::hidden("a character", Flow::default()),
    });
    let all: Vec<Value> = all.take(MAX_MEMBERS).collect();
    match (args.list.as_slice(), all.len()) {
        // A list of codes is walked through; codes one by one make one text.
        ([Value::List(_)], _) => Value::List(all),
        _ => all.iter().fold(Value::text(""), |text, c| text.joined(c)),
    }
}

/// A text with one part in place of another.
fn substituted(args: &Args, first: &Value) -> Value {
    match (args.list.get(1).and_then(Value::known), args.list.get(2)) {
        (Some(old), Some(new)) if !old.is_empty() => {
            let new = new.arg();
            first.map(|arg| {
                let text = arg.text.replace(old, &new.text);
                if text.len() > 1 << 16 {
                    Arg::hidden("a long text")
                } else {
                    Arg { text, ..arg.clone() }
                }
            })
        }
        _ => first.map(|arg| Arg { flow: arg.flow.clone(), ..Arg::hidden("a text") }),
    }
}

/// A list as one text; which of the two is the list depends on the language.
fn concat(args: &Args, first: &Value) -> Value {
    let (list, sign) = match (first, args.list.get(1)) {
        (Value::List(members), sign) => (members.clone(), sign.cloned()),
        (sign, Some(Value::List(members))) => (members.clone(), Some(sign.clone())),
        _ => return args.list.iter().fold(Value::text(""), |text, part| text.joined(part)),
    };
    let sign = sign.as_ref().and_then(Value::known).unwrap_or("").to_owned();
    let mut whole = Value::text("");
    for (index, part) in list.iter().enumerate() {
        if index > 0 && !sign.is_empty() {
            whole = whole.joined(&Value::text(sign.clone()));
        }
        whole = whole.joined(part);
    }
    whole
}

/// A value that was decoded in a way that is not followed.
fn hidden(value: &Value) -> Value {
    let flow = value.flow().map(|flow| flow.origin()).unwrap_or_default();
    let hidden = flow.hidden || flow.remote.is_none();
    Value::hidden("a decoded text", Flow { hidden, ..flow })
}

fn decoded(act: Act, value: &Value) -> Value {
    let Some(text) = value.known() else { return hidden(value) };
    let compact: String = text.split_ascii_whitespace().collect();
    let bytes = match act {
        Act::Base64 => tools::LENIENT.decode(compact.replace('-', "+").replace('_', "/")).ok(),
        _ => tools::hexadecimal(&compact),
    };
    match bytes {
        Some(bytes) => Value::text(String::from_utf8_lossy(&bytes).into_owned()),
        None => hidden(value),
    }
}

fn character(number: &str) -> Option<char> {
    let code = match number.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code).filter(|c| *c != '\0')
}

fn rot13(text: &str) -> String {
    let turn = |c: char| match c {
        'a'..='m' | 'A'..='M' => char::from(c as u8 + 13),
        'n'..='z' | 'N'..='Z' => char::from(c as u8 - 13),
        c => c,
    };
    text.chars().map(turn).collect()
}
