//! Is a value that belongs to a key such as `password` a secret? A score with reasons.
//!
//! Nothing in such a value proves anything, so each property adds or takes points, and [`THRESHOLD`] decides. The points were set by hand on labelled lines of open source code: what counts is how the value
//! is made up, whether it reads like words, and whether its place is one where programs hold names, paths and calls instead of secrets.

mod words;

use super::checks::{Candidate, Verdict};
use super::{entropy, placeholder};

/// The name of the check.
pub(crate) const NAME: &str = "generic-secret";
/// A value with fewer points is none.
const THRESHOLD: i32 = 0;
/// Shorter values are guessed more easily than found.
const MIN_LEN: usize = 6;
/// Longer values are data.
const MAX_LEN: usize = 512;

/// A score and what it is made of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Score {
    reasons: Vec<(i32, &'static str)>,
}

impl Score {
    fn add(&mut self, points: i32, about: &'static str) {
        self.reasons.push((points, about));
    }

    /// The sum of the points.
    pub(crate) fn points(&self) -> i32 {
        self.reasons.iter().map(|(points, _)| points).sum()
    }

    /// The points and what each stands for.
    pub(crate) fn reasons(&self) -> impl Iterator<Item = (i32, &'static str)> {
        self.reasons.iter().copied()
    }
}

/// The check: passes values with enough points.
pub(crate) fn check(candidate: Candidate<'_>) -> Verdict {
    if excluded(candidate.value) || score(candidate).points() < THRESHOLD {
        return Verdict::Fail;
    }
    Verdict::Pass
}

/// What is no secret whatever its key is called; asked first, since it is cheap.
fn excluded(value: &[u8]) -> bool {
    !(MIN_LEN..=MAX_LEN).contains(&value.len())
        || placeholder::is_placeholder(value)
        || value.iter().any(|byte| byte.is_ascii_control() || *byte >= 0x80)
}

/// Counts of what a value is made of.
struct Makeup {
    lower: usize,
    upper: usize,
    digits: usize,
    marks: usize,
    blanks: usize,
}

impl Makeup {
    fn of(value: &[u8]) -> Self {
        let count = |is: fn(&u8) -> bool| value.iter().filter(|byte| is(byte)).count();
        Self {
            lower: count(u8::is_ascii_lowercase),
            upper: count(u8::is_ascii_uppercase),
            digits: count(u8::is_ascii_digit),
            marks: count(u8::is_ascii_punctuation),
            blanks: count(|byte| *byte == b' '),
        }
    }

    fn classes(&self) -> usize {
        [self.lower, self.upper, self.digits, self.marks].iter().filter(|&&count| count > 0).count()
    }
}

/// Scores a value that is not excluded.
pub(crate) fn score(candidate: Candidate<'_>) -> Score {
    let value = candidate.value;
    let makeup = Makeup::of(value);
    let mut score = Score::default();
    if is_password_key(candidate.key) {
        password(value, &makeup, candidate.quoted, &mut score);
    } else {
        token(value, &makeup, candidate.quoted, &mut score);
    }
    key_name(candidate.key, &mut score);
    code(value, &makeup, candidate.quoted, &mut score);
    score
}

/// Keys whose values people make up, as opposed to those a machine draws.
fn is_password_key(key: &[u8]) -> bool {
    contains(key, &["pass", "pwd"])
}

fn password(value: &[u8], makeup: &Makeup, quoted: bool, score: &mut Score) {
    score.add(if quoted { -1 } else { -3 }, "what a password is worth by itself");
    if value.len() >= 8 {
        score.add(1, "eight characters or more");
    }
    if makeup.digits > 0 && makeup.digits < value.len() {
        score.add(2, "digits among other characters");
    }
    if makeup.marks > 0 && makeup.lower + makeup.upper > 0 && !is_compound(value) {
        score.add(2, "marks that join no words");
    }
    if makeup.lower > 0 && makeup.upper > 0 && makeup.digits > 0 {
        score.add(1, "both cases and digits");
    }
    if makeup.digits == 0 && makeup.marks == 0 {
        score.add(-3, "letters only");
    }
    if words::familiarity(value) > 0.6 {
        score.add(-2, "reads like words");
    }
}

fn token(value: &[u8], makeup: &Makeup, quoted: bool, score: &mut Score) {
    score.add(if quoted { -4 } else { -5 }, "what a token is worth by itself");
    if value.len() >= 16 {
        score.add(1, "sixteen characters or more");
    }
    if makeup.digits >= 2 && makeup.digits < value.len() {
        score.add(2, "digits among other characters");
    }
    if makeup.classes() >= 3 && makeup.lower > 1 && makeup.upper > 1 {
        score.add(1, "both cases and another class");
    }
    // A random value of n bytes comes close to the entropy its alphabet allows; a hexadecimal one of 32 to 3.7.
    let wanted = (value.len() as f32).log2().min(4.6) - 0.75;
    if entropy::shannon(value) >= wanted.min(3.6) {
        score.add(2, "the entropy of a random value of its length");
    } else {
        score.add(-2, "less entropy than a random value of its length");
    }
    match words::familiarity(value) {
        high if high > 0.5 => score.add(-4, "reads like words"),
        some if some > 0.3 => score.add(-1, "partly reads like words"),
        _ => score.add(1, "does not read like words"),
    }
    if makeup.digits == value.len() {
        score.add(-4, "digits only");
    }
}

/// Words at the end of a key that make it the name of something else than a secret.
const OTHER_THINGS: &[&str] = &[
    "id",
    "ids",
    "name",
    "names",
    "file",
    "path",
    "dir",
    "folder",
    "url",
    "uri",
    "endpoint",
    "host",
    "type",
    "kind",
    "count",
    "length",
    "len",
    "size",
    "limit",
    "max",
    "min",
    "field",
    "label",
    "title",
    "text",
    "message",
    "msg",
    "error",
    "errors",
    "hint",
    "help",
    "description",
    "placeholder",
    "policy",
    "regex",
    "pattern",
    "format",
    "prefix",
    "suffix",
    "expiry",
    "expires",
    "expiration",
    "ttl",
    "timeout",
    "ms",
    "seconds",
    "days",
    "version",
    "env",
    "var",
    "variable",
    "param",
    "parameter",
    "input",
    "form",
    "page",
    "view",
    "route",
    "handler",
    "class",
    "style",
    "icon",
    "button",
    "selector",
    "provider",
    "manager",
    "service",
    "store",
    "storage",
    "vault",
    "arn",
    "ref",
    "reference",
    "alias",
    "hash",
    "digest",
    "checksum",
    "fingerprint",
    "algorithm",
    "alg",
    "encoding",
    "scope",
    "scopes",
    "header",
    "cookie",
    "column",
    "attribute",
    "property",
    "prop",
    "index",
    "public",
    "enabled",
    "disabled",
    "required",
    "reset",
    "changed",
    "prompt",
    "strength",
    "status",
    "state",
    "event",
    "action",
    "mode",
    "method",
    "source",
    "location",
    "usage",
];

fn key_name(key: &[u8], score: &mut Score) {
    let last = last_word(key);
    if OTHER_THINGS.iter().any(|other| last.eq_ignore_ascii_case(other.as_bytes())) {
        score.add(-6, "the key names something about a secret");
    }
    if contains(key, &["public", "example", "sample", "dummy", "fake", "mock"]) {
        score.add(-3, "the key says that it is none");
    }
}

/// The last word of a key in any of the usual spellings.
fn last_word(key: &[u8]) -> &[u8] {
    let start = key.windows(2).rposition(|pair| {
        !pair[0].is_ascii_alphanumeric()
            || (pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
    });
    &key[start.map_or(0, |at| at + 1)..]
}

/// Signs that the value is a piece of a program: a name, a path, a call, a sentence.
fn code(value: &[u8], makeup: &Makeup, quoted: bool, score: &mut Score) {
    if makeup.blanks > 0 {
        score.add(if makeup.blanks > 2 { -6 } else { -3 }, "has blanks, as a sentence");
    }
    if value.contains(&b'(') && value.contains(&b')')
        || value.ends_with(b"()")
        || value.contains(&b'(') && !quoted
    {
        score.add(-5, "a call");
    }
    if !quoted && value.iter().any(|byte| matches!(byte, b'[' | b'{' | b'$' | b'\\' | b'*' | b'?'))
    {
        score.add(-4, "an expression or a pattern");
    }
    if !quoted && is_path_of_names(value) {
        score.add(-5, "names joined by dots");
    }
    if value.starts_with(b"/")
        || value.starts_with(b"./")
        || value.starts_with(b"~/")
        || value.windows(3).any(|three| three == b"://")
    {
        score.add(-6, "a path or an address");
    }
    if is_compound(value) {
        score.add(-4, "words joined by marks");
    }
    if value.contains(&b'%') && value.len() < 16
        || value.starts_with(b"$")
        || value.starts_with(b"@")
        || value.starts_with(b"{")
    {
        score.add(-4, "a variable or a format");
    }
    if is_uuid(value) {
        score.add(-4, "a UUID, which is mostly a name");
    }
}

/// `settings.auth.password`, `self._secret`, `Password`.
fn is_path_of_names(value: &[u8]) -> bool {
    let name = |part: &[u8]| {
        part.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
            && part.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    };
    let mut parts = value.split(|byte| *byte == b'.').filter(|part| !part.is_empty());
    let digits = value.iter().filter(|byte| byte.is_ascii_digit()).count();
    parts.all(name) && digits * 5 < value.len()
}

/// Three or more letters, a mark, letters again and so on: `my-secret-name`, `AUTH_TOKEN`, `user.password`.
fn is_compound(value: &[u8]) -> bool {
    let mut parts = value
        .split(|byte| matches!(byte, b'-' | b'_' | b'.' | b'/' | b':' | b' ' | b'@'))
        .peekable();
    let several =
        value.iter().any(|byte| matches!(byte, b'-' | b'_' | b'.' | b'/' | b':' | b' ' | b'@'));
    let word = |part: &[u8]| {
        part.iter().all(u8::is_ascii_alphabetic)
            || (part.len() <= 3 && part.iter().all(u8::is_ascii_digit))
    };
    several && parts.all(word)
}

fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

fn contains(key: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| {
        key.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word.as_bytes()))
    })
}

#[cfg(test)]
mod tests;
