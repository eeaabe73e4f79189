//! Values of a program, as far as they are known.

use crate::commands::paths::UNKNOWN;
use crate::commands::run::{Arg, Flow};

/// The longest text that is kept, in bytes.
const MAX_TEXT: usize = 1 << 16;
/// The most members of a list that are kept.
pub(super) const MAX_MEMBERS: usize = 64;
/// The longest name of something that is not known, in bytes.
const MAX_NAME: usize = 80;

/// A value. Where one of several values is meant, it is a list of them.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    /// A text, a path, a number, or what is read; parts of it may be unknown.
    Text(Arg),
    List(Vec<Value>),
    /// Options, or an object.
    Map(Vec<(String, Value)>),
    /// A function, a module or a variable, by its name with dots.
    Name(String),
    /// An open file, by its path.
    File(Box<Value>),
}

impl Value {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(Arg::plain(text))
    }

    /// A value that is not known, with what is known of where it comes from.
    pub(super) fn hidden(name: &str, flow: Flow) -> Self {
        let flow = flow.has_origin().then(|| Box::new(flow));
        Self::Text(Arg { flow, ..Arg::hidden(short(name)) })
    }

    pub(super) fn nothing() -> Self {
        Self::Name("null".to_owned())
    }

    /// A name with one more part, which is not a text of the program.
    pub(super) fn name(name: String) -> Self {
        Self::Name(if name.len() > MAX_NAME { short(&name) } else { name })
    }

    /// The value as one argument.
    pub(super) fn arg(&self) -> Arg {
        match self {
            Self::Text(arg) => arg.clone(),
            Self::Name(name) => Arg::hidden(short(name)),
            Self::List(members) => match members.as_slice() {
                [one] => one.arg(),
                _ => Arg { flow: self.flow(), ..Arg::hidden("a list") },
            },
            Self::File(path) => path.arg(),
            Self::Map(_) => Arg { flow: self.flow(), ..Arg::hidden("an object") },
        }
    }

    /// Every argument that the value stands for.
    pub(super) fn args(&self) -> Vec<Arg> {
        match self {
            Self::List(members) => members.iter().flat_map(Self::args).take(MAX_MEMBERS).collect(),
            value => vec![value.arg()],
        }
    }

    /// The text, where all of it is known.
    pub(super) fn known(&self) -> Option<&str> {
        match self {
            Self::Text(arg) if arg.is_known() => Some(&arg.text),
            Self::List(members) if members.len() == 1 => members[0].known(),
            _ => None,
        }
    }

    /// Where the value comes from.
    pub(super) fn flow(&self) -> Option<Box<Flow>> {
        match self {
            Self::Text(arg) => arg.flow.clone(),
            Self::List(members) => members.iter().find_map(Self::flow),
            Self::Map(pairs) => pairs.iter().find_map(|(_, value)| value.flow()),
            Self::File(path) => path.flow(),
            Self::Name(_) => None,
        }
    }

    /// False for what stands for no, true for anything else.
    pub(super) fn holds(&self) -> bool {
        let name = match self {
            Self::Name(name) => name.as_str(),
            Self::Text(arg) => arg.text.as_str(),
            _ => return true,
        };
        !matches!(
            name,
            "False" | "false" | "FALSE" | "None" | "null" | "nil" | "undefined" | "0" | ""
        )
    }

    /// How much work a copy is, in bytes.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Text(arg) => 16 + arg.text.len(),
            Self::Name(name) => 16 + name.len(),
            Self::List(members) => members.iter().map(Self::size).sum::<usize>() + 16,
            Self::Map(pairs) => {
                pairs.iter().map(|(_, value)| value.size() + 16).sum::<usize>() + 16
            }
            Self::File(path) => 16 + path.size(),
        }
    }

    /// Every pair of two values put together; a list stands for each of its members.
    pub(super) fn zip(&self, other: &Self, put: impl Fn(&Arg, &Arg) -> Arg) -> Self {
        let (left, right) = (self.args(), other.args());
        let mut all = Vec::new();
        for left in &left {
            for right in &right {
                let mut made = put(left, right);
                if made.text.len() > MAX_TEXT {
                    made = Arg::hidden("a long text");
                }
                made.absorb(left);
                made.absorb(right);
                made.glob |= left.glob | right.glob;
                all.push(Self::Text(made));
                if all.len() >= MAX_MEMBERS {
                    return Self::List(all);
                }
            }
        }
        if all.len() == 1 { all.remove(0) } else { Self::List(all) }
    }

    /// One text behind the other.
    pub(super) fn joined(&self, other: &Self) -> Self {
        self.zip(other, |left, right| Arg::plain(format!("{}{}", left.text, right.text)))
    }

    /// A path below another one.
    pub(super) fn below(&self, other: &Self) -> Self {
        self.zip(other, |left, right| {
            let absolute = right.text.starts_with('/');
            Arg::plain(match (absolute, left.text.as_str()) {
                (true, _) | (_, "") => right.text.clone(),
                (false, folder) => format!("{}/{}", folder.trim_end_matches('/'), right.text),
            })
        })
    }

    /// The text changed, where there is one.
    pub(super) fn map(&self, change: impl Fn(&Arg) -> Arg) -> Self {
        let made = self.args().into_iter().map(|arg| {
            let mut made = change(&arg);
            made.absorb(&arg);
            Self::Text(made)
        });
        let mut made: Vec<Self> = made.collect();
        if made.len() == 1 { made.remove(0) } else { Self::List(made) }
    }

    /// A member of a list or an object.
    pub(super) fn member(&self, key: &str) -> Option<Self> {
        match self {
            Self::List(members) => {
                let at: isize = key.parse().ok()?;
                let count = isize::try_from(members.len()).ok()?;
                let at = if at < 0 { at + count } else { at };
                members.get(usize::try_from(at).ok()?).cloned()
            }
            Self::Map(pairs) => {
                pairs.iter().rev().find(|(own, _)| own == key).map(|pair| pair.1.clone())
            }
            _ => None,
        }
    }

    /// Either value.
    pub(super) fn or(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        let mut all = match self {
            Self::List(members) => members,
            value => vec![value],
        };
        match other {
            Self::List(members) => all.extend(members),
            value => all.push(value),
        }
        all.truncate(MAX_MEMBERS);
        Self::List(all)
    }
}

/// A name cut to what a reason shows.
fn short(name: &str) -> String {
    let end = (0..=name.len().min(40)).rev().find(|at| name.is_char_boundary(*at)).unwrap_or(0);
    name[..end].replace(UNKNOWN, "…")
}

/// Puts values into the places of a format: `%s`, `{}` and `{name}`.
pub(super) fn filled(format: &str, values: &[Value], percent: bool) -> Arg {
    let mut values = values.iter();
    let mut made = Arg::default();
    let mut rest = format;
    let open = if percent { '%' } else { '{' };
    while let Some(at) = rest.find(open) {
        made.text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if rest.starts_with(open) {
            made.text.push(open);
            rest = &rest[1..];
            continue;
        }
        let end = if percent {
            rest.find(|c: char| c.is_ascii_alphabetic()).map(|at| at + 1)
        } else {
            rest.find('}').map(|at| at + 1)
        };
        rest = &rest[end.unwrap_or(rest.len())..];
        let value = match values.next() {
            Some(value) => value.arg(),
            None => Arg::hidden("a format's value"),
        };
        made.text.push_str(&value.text);
        made.absorb(&value);
        made.glob |= value.glob;
    }
    made.text.push_str(rest);
    if made.text.len() > MAX_TEXT {
        return Arg::hidden("a long text");
    }
    made
}
