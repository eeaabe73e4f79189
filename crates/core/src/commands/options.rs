//! The options of a program: clusters of letters, long names and their abbreviations, values, operands.

use super::run::Arg;
use super::words::{Words, words};

/// Which options of a program take a value.
#[derive(Clone, Copy, Default)]
pub(super) struct Spec {
    /// Letters whose value is the rest of the cluster or the next argument.
    pub values: &'static str,
    /// Long names whose value may be the next argument. Without dashes.
    pub longs: Words,
    /// True where options end at the first operand, as for programs that run another one.
    pub leading: bool,
    /// True where `-name` is a long name, as for `find` and `terraform`.
    pub single_dash: bool,
}

/// Options that take no value.
pub(super) const FLAGS: Spec =
    Spec { values: "", longs: words(""), leading: false, single_dash: false };

/// Options, as parsed.
#[derive(Default)]
pub(super) struct Options<'a> {
    shorts: Vec<(char, Option<&'a str>)>,
    longs: Vec<(&'a str, Option<&'a str>)>,
    /// What is no option, in order.
    pub operands: Vec<&'a Arg>,
    /// Where the operands start among the arguments, for programs that run another one.
    pub rest: usize,
}

impl<'a> Options<'a> {
    pub(super) fn parse(args: &'a [Arg], spec: &Spec) -> Self {
        let mut options = Self { rest: args.len(), ..Self::default() };
        let mut at = 0;
        while let Some(arg) = args.get(at) {
            let text = arg.text.as_str();
            if text == "--" {
                options.rest = options.rest.min(at + 1);
                options.operands.extend(&args[at + 1..]);
                break;
            }
            if !arg.is_option() {
                if spec.leading {
                    options.rest = at;
                    options.operands.extend(&args[at..]);
                    break;
                }
                options.operands.push(arg);
                at += 1;
                continue;
            }
            at += 1;
            let next = args.get(at).map(|arg| arg.text.as_str());
            let took = match text.strip_prefix("--") {
                Some(long) => options.long_option(long, next, spec),
                None if spec.single_dash => options.long_option(&text[1..], next, spec),
                None => options.cluster(&text[1..], next, spec),
            };
            at += usize::from(took);
        }
        options
    }

    /// True where the next argument was the value.
    fn long_option(&mut self, text: &'a str, next: Option<&'a str>, spec: &Spec) -> bool {
        if let Some((name, value)) = text.split_once('=') {
            self.longs.push((name, Some(value)));
            return false;
        }
        let known = |name: &str| abbreviates(text, name) && (text.len() > 2 || text == name);
        let takes = spec.longs.iter().any(known) && next.is_some();
        self.longs.push((text, if takes { next } else { None }));
        takes
    }

    fn cluster(&mut self, letters: &'a str, next: Option<&'a str>, spec: &Spec) -> bool {
        for (index, letter) in letters.char_indices() {
            if !spec.values.contains(letter) {
                self.shorts.push((letter, None));
                continue;
            }
            let attached = &letters[index + letter.len_utf8()..];
            let value = if attached.is_empty() { next } else { Some(attached) };
            self.shorts.push((letter, value));
            return attached.is_empty() && next.is_some();
        }
        false
    }

    /// True where one of the letters is given.
    pub(super) fn short(&self, letters: &str) -> bool {
        self.shorts.iter().any(|(letter, _)| letters.contains(*letter))
    }

    /// True where the long option is given, also cut short.
    pub(super) fn long(&self, name: &str) -> bool {
        self.longs.iter().any(|(given, _)| abbreviates(given, name))
    }

    /// The values of a letter or a long name.
    pub(super) fn values(&self, letter: char, name: &str) -> Vec<&'a str> {
        let shorts = self.shorts.iter().filter(|(given, _)| *given == letter).map(|pair| pair.1);
        let longs =
            self.longs.iter().filter(|(given, _)| abbreviates(given, name)).map(|pair| pair.1);
        shorts.chain(longs).flatten().collect()
    }

    /// The letters that are given.
    pub(super) fn letters(&self) -> impl Iterator<Item = char> + '_ {
        self.shorts.iter().map(|(letter, _)| *letter)
    }

    /// The long names that are given, without their values.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.longs.iter().map(|(name, _)| *name)
    }
}

/// True where a long option means the name, in full or cut short.
pub(super) fn abbreviates(given: &str, name: &str) -> bool {
    given == name || !given.is_empty() && name.starts_with(given)
}
