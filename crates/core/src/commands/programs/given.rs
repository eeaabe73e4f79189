//! The arguments of a call, told apart: options with their values, and operands.

use super::row::Head;
use crate::commands::options::abbreviates;
use crate::commands::run::Arg;

/// How many arguments are looked at.
const MAX_ARGS: usize = 4096;

/// An argument that is no option.
#[derive(Clone, Copy)]
pub(super) struct Operand<'a> {
    pub arg: &'a Arg,
    /// True behind an option of which it is not known whether it takes a value.
    pub doubtful: bool,
    /// True behind `--`.
    pub behind: bool,
}

/// The arguments of a call.
#[derive(Default)]
pub(super) struct Given<'a> {
    /// Letters of clusters, with the value where the letter takes one.
    letters: Vec<(char, Option<&'a str>)>,
    /// Options by their whole name with dashes, with the value where it is known.
    names: Vec<(&'a str, Option<&'a str>)>,
    pub operands: Vec<Operand<'a>>,
}

impl<'a> Given<'a> {
    pub(super) fn of(args: &'a [Arg], head: &Head<'_>) -> Self {
        Self::with(args, head, "")
    }

    /// The same with more options that take a value.
    pub(super) fn with(args: &'a [Arg], head: &Head<'_>, values: &str) -> Self {
        let mut given = Self::default();
        let mut doubtful = false;
        let mut at = 0;
        while let Some(arg) = args.get(at).filter(|_| at < MAX_ARGS) {
            at += 1;
            if arg.text == "--" {
                let rest = args[at..].iter().take(MAX_ARGS);
                given.operands.extend(rest.map(|arg| Operand {
                    arg,
                    doubtful: false,
                    behind: true,
                }));
                break;
            }
            if !arg.is_option() {
                given.operands.push(Operand { arg, doubtful, behind: false });
                doubtful = false;
                continue;
            }
            let next = args.get(at).map(|arg| arg.text.as_str());
            let taken = given.take(&arg.text, next, [head.values, values], head.single_dash);
            at += usize::from(taken == Some(true));
            doubtful = taken.is_none();
        }
        given
    }

    /// Takes an option in. `Some(true)` where the next argument is its value, `None` where it may be.
    fn take(
        &mut self,
        text: &'a str,
        next: Option<&'a str>,
        values: [&str; 2],
        single_dash: bool,
    ) -> Option<bool> {
        let values = || values.into_iter().flat_map(|list| list.split(' '));
        if let Some((name, value)) = text.split_once('=') {
            self.names.push((name, Some(value)));
            if !text.starts_with("--") && !single_dash {
                self.letters.extend(name[1..].chars().map(|letter| (letter, Some(value))));
            }
            return Some(false);
        }
        let long = text.starts_with("--") || single_dash;
        if long {
            let takes = values().any(|own| own == text) && next.is_some();
            self.names.push((text, next.filter(|_| takes)));
            return if takes { Some(true) } else { None };
        }
        self.names.push((text, None));
        for (index, letter) in text.char_indices().skip(1) {
            let takes = values().any(|own| own.chars().eq(['-', letter]));
            if !takes {
                self.letters.push((letter, None));
                continue;
            }
            let attached = &text[index + letter.len_utf8()..];
            let value = if attached.is_empty() { next } else { Some(attached) };
            self.letters.push((letter, value));
            return Some(attached.is_empty() && next.is_some());
        }
        None
    }

    /// True where one of the words is given: an option, or an operand that the pattern fits.
    pub(super) fn any(&self, words: &str) -> bool {
        words.split(' ').filter(|word| !word.is_empty()).any(|word| self.has(word))
    }

    /// True where one of the options with which programs do nothing is given, and means that to this one.
    pub(super) fn is_dry(&self, usual: &str, head: &Head<'_>) -> bool {
        let takes = |word: &str| head.values.split(' ').any(|own| own == word);
        let own = head.dry.split(' ').filter(|word| !word.is_empty());
        let usual = usual.split(' ').filter(|word| !takes(word));
        // What is cut short may be another option: `--pre` of `pip` is no preview.
        let whole = |word: &&str| {
            let named = |given: &str| given == *word || word.contains('*') && fits(word, given);
            self.names.iter().any(|(given, value)| named(given) && is_on(*value))
        };
        let own = own.filter(|word| self.has(word));
        usual.filter(whole).chain(own).any(|word| !self.is_taken_back(word))
    }

    /// True where the option is given more than once, and the last time with a value that switches it off: `--dry-run=none`, `--no-dry-run`.
    fn is_taken_back(&self, word: &str) -> bool {
        let Some(name) = word.strip_prefix("--") else { return false };
        let last = self.names.iter().rev().find_map(|(own, value)| {
            let off = own.strip_prefix("--no-").is_some_and(|own| fits(name, own));
            (off || same(own, word)).then_some(!off && is_on(*value))
        });
        last == Some(false)
    }

    fn has(&self, word: &str) -> bool {
        if word == "$" {
            return self.operands.iter().any(|operand| !operand.arg.is_known());
        }
        if word == "--" {
            return self.operands.iter().any(|operand| operand.behind);
        }
        if !word.starts_with('-') || word == "-" {
            if let Some(count) = count(word) {
                return self.operands.len() >= count;
            }
            return self.operands.iter().any(|operand| fits(word, &operand.arg.text));
        }
        let (name, wanted) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
        let on = |value: &Option<&str>| match (wanted, value) {
            (Some(wanted), Some(value)) => fits(wanted, value),
            (Some(_), None) => false,
            (None, value) => is_on(*value),
        };
        let mut letters = name.chars().skip(1);
        if let (Some(letter), None) = (letters.next(), letters.next())
            && self.letters.iter().any(|(own, value)| *own == letter && on(value))
        {
            return true;
        }
        self.names.iter().any(|(own, value)| same(own, name) && on(value))
    }

    /// The values of the options that the words name.
    pub(super) fn values(&self, words: &str) -> Vec<&'a str> {
        let named = |word: &str, letter: char| word.chars().eq(['-', letter]);
        let letters = self
            .letters
            .iter()
            .filter(|(letter, _)| words.split(' ').any(|word| named(word, *letter)));
        let names =
            self.names.iter().filter(|(name, _)| words.split(' ').any(|word| same(name, word)));
        let letters = letters.filter_map(|(_, value)| *value);
        letters.chain(names.filter_map(|(_, value)| *value)).collect()
    }

    /// The index of the first operand behind the words of a verb; `None` where the words are not there.
    pub(super) fn behind(&self, verb: &str) -> Option<usize> {
        let (anywhere, words) = match verb.strip_prefix("**") {
            Some(rest) => (true, rest.trim_start()),
            None => (false, verb),
        };
        for start in 0..=self.operands.len() {
            if let Some(end) = self.from(start, words) {
                return Some(end);
            }
            if !anywhere && self.operands.get(start).is_none_or(|operand| !operand.doubtful) {
                break;
            }
        }
        None
    }

    /// Where the words end that stand from an operand on, with values of options between them.
    fn from(&self, start: usize, words: &str) -> Option<usize> {
        let mut wanted = words.split(' ').filter(|word| !word.is_empty());
        let Some(mut word) = wanted.next() else { return Some(start) };
        for (at, operand) in self.operands.iter().enumerate().skip(start) {
            if word.split('|').any(|word| fits(word, &operand.arg.text)) {
                match wanted.next() {
                    Some(next) => word = next,
                    None => return Some(at + 1),
                }
            } else if !operand.doubtful {
                return None;
            }
        }
        None
    }
}

/// True for an option without a value, or with one that does not switch it off.
fn is_on(value: Option<&str>) -> bool {
    let off = ["none", "false", "0", "no", "off", "f", "n"];
    value.is_none_or(|value| !off.iter().any(|off| value.eq_ignore_ascii_case(off)))
}

/// The index of the first argument that is neither an option nor a value of one; one behind the last where there is none.
pub(super) fn leading(args: &[Arg], values: &str, head: &Head<'_>) -> usize {
    let mut given = Given::default();
    let mut at = 0;
    while let Some(arg) = args.get(at) {
        if arg.text == "--" {
            return at + 1;
        }
        if !arg.is_option() {
            break;
        }
        at += 1;
        let next = args.get(at).map(|arg| arg.text.as_str());
        at +=
            usize::from(given.take(&arg.text, next, [values, ""], head.single_dash) == Some(true));
    }
    at
}

/// `2..` asks for two operands or more.
fn count(word: &str) -> Option<usize> {
    word.strip_suffix("..")?.parse().ok()
}

/// True where a given option is the one that is named: letter for letter, or cut short where it is long.
fn same(given: &str, name: &str) -> bool {
    if name.contains('*') {
        return fits(name, given);
    }
    given == name || given.len() > 3 && given.starts_with("--") && abbreviates(given, name)
}

/// A word, or a pattern with `*` for any characters.
pub(super) fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}
