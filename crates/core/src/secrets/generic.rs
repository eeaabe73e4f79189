//! Is a value that belongs to a key such as `password` a secret? A score with reasons.
//!
//! Nothing in such a value proves anything. What can be told from the key's name or a value's shape alone is asked first and excludes it. Of the rest, each property adds or takes points, and
//! [`THRESHOLD`] decides. The points were set by hand on labelled lines of open source code: what counts is how the value is made up, whether it reads like words, and whether its place is one where
//! programs hold names, paths and calls instead of secrets.

mod key;
mod makeup;
mod shape;
mod words;

use super::checks::{Candidate, Verdict};
use super::{entropy, placeholder};
use key::Wanted;
use makeup::Makeup;

/// The name of the check.
pub(crate) const NAME: &str = "generic-secret";
/// A value with fewer points is none.
const THRESHOLD: i32 = 0;
/// Shorter values are guessed more easily than found.
const MIN_LEN: usize = 6;
/// Longer values are data.
const MAX_LEN: usize = 512;

/// Points, and what they are made of where somebody asked: most values are scored and forgotten.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Score {
    points: i32,
    reasons: Option<Vec<(i32, &'static str)>>,
}

impl Score {
    fn add(&mut self, points: i32, about: &'static str) {
        self.points += points;
        if let Some(reasons) = &mut self.reasons {
            reasons.push((points, about));
        }
    }

    /// One without points that keeps reasons if this one does.
    fn fresh(&self) -> Self {
        Self { points: 0, reasons: self.reasons.as_ref().map(|_| Vec::new()) }
    }

    /// The sum of the points.
    pub(crate) const fn points(&self) -> i32 {
        self.points
    }

    /// The points and what each stands for, if they were kept.
    pub(crate) fn reasons(&self) -> impl Iterator<Item = (i32, &'static str)> {
        self.reasons.iter().flatten().copied()
    }
}

/// The check: passes values with enough points.
pub(crate) fn check(candidate: Candidate<'_>) -> Verdict {
    if excluded(candidate) || scored(candidate, Score::default()).points() < THRESHOLD {
        return Verdict::Fail;
    }
    Verdict::Pass
}

/// What is no secret however it is made up; asked first, since it is cheap.
fn excluded(candidate: Candidate<'_>) -> bool {
    let Candidate { value, quoted, .. } = candidate;
    !(MIN_LEN..=MAX_LEN).contains(&value.len())
        || value.iter().any(|byte| byte.is_ascii_control() || *byte >= 0x80)
        || key::names_another_thing(candidate.key)
        || shape::is_plain_data(value)
        || (!quoted && shape::is_code(value))
        || (!quoted && shape::is_name(value) && !is_setting(candidate))
        || placeholder::is_placeholder(value)
        || is_of_an_address(candidate.before)
        || (!quoted && goes_on(candidate.behind))
}

/// `KEY=value` or `key: value` and nothing else on the line, as configuration files have it.
fn is_setting(candidate: Candidate<'_>) -> bool {
    let Candidate { before, behind, key, .. } = candidate;
    let ends = behind.is_empty()
        || behind.starts_with(b"\n")
        || behind.starts_with(b"\r\n")
        || behind.starts_with(b" #");
    let front = match before {
        [front @ .., b'='] => front,
        [front @ .., b':', b' '] => front,
        _ => return false,
    };
    let Some(front) = front.strip_suffix(key) else { return false };
    let start = front.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let words: [&[u8]; 6] = [b"", b"export", b"-", b"set", b"ENV", b"ARG"];
    ends && words.contains(&front[start..].trim_ascii())
}

/// In `key: Type = …` the type is no value, and in `key=prefix-${NAME}` the prefix is none.
fn goes_on(behind: &[u8]) -> bool {
    [&b" = "[..], b" =\n", b"<", b"${", b"{{"].iter().any(|start| behind.starts_with(start))
}

/// Badges carry tokens that are public, and so do the names of cloud secrets and signed requests.
fn is_of_an_address(before: &[u8]) -> bool {
    let line = &before[before.len().saturating_sub(96)..];
    before.ends_with(b":secret:")
        || [&b"badge"[..], b".svg?"].iter().any(|sign| memchr::memmem::find(line, sign).is_some())
}

/// The score of a value that is not excluded, with its reasons.
pub(crate) fn score(candidate: Candidate<'_>) -> Score {
    scored(candidate, Score { reasons: Some(Vec::new()), ..Score::default() })
}

/// The same, into a score that keeps reasons or does not.
fn scored(candidate: Candidate<'_>, mut score: Score) -> Score {
    let Candidate { value, quoted, key, .. } = candidate;
    let makeup = Makeup::of(value);
    let wanted = key::wanted(key);
    match wanted {
        Wanted::Password => password(value, &makeup, quoted, &mut score),
        Wanted::Secret => secret(value, &makeup, quoted, &mut score),
        Wanted::Token | Wanted::Key => token(value, &makeup, quoted, &mut score),
    }
    if wanted == Wanted::Key {
        score.add(-1, "keys are often names");
        if value.len() < 16 {
            score.add(-4, "fewer than sixteen characters");
        }
    }
    if !quoted && is_setting(candidate) {
        score.add(1, "stands alone on a line of settings");
    }
    if key::says_none(key) {
        score.add(-8, "the key says that it is none");
    }
    names(candidate, &makeup, wanted, &mut score);
    code(value, &makeup, quoted, &mut score);
    score
}

/// What people make up.
fn password(value: &[u8], makeup: &Makeup, quoted: bool, score: &mut Score) {
    score.add(if quoted { -1 } else { -3 }, "what a password is worth by itself");
    if value.len() >= 8 {
        score.add(1, "eight characters or more");
    }
    if makeup.digits > 0 && makeup.digits < value.len() {
        score.add(2, "digits among other characters");
    }
    if makeup.marks > 0 && makeup.letters() > 0 && !shape::is_compound(value) {
        score.add(2, "marks that join no words");
    }
    if makeup.lower > 0 && makeup.upper > 0 && makeup.digits > 0 {
        score.add(1, "both cases and digits");
    }
    let familiarity = words::familiarity(value);
    if makeup.letters() == value.len() {
        let random = !makeup.is_title()
            && if value.len() >= 8 { familiarity < 0.25 } else { familiarity <= 0.0 };
        if random {
            score.add(1, "letters that form no words");
        } else {
            score.add(-4, "letters only");
        }
    }
    if familiarity > 0.6 {
        score.add(-2, "reads like words");
    } else if familiarity > 0.35 && !quoted {
        score.add(-1, "partly reads like words");
    }
}

/// What a machine draws or people make up: whichever fits.
fn secret(value: &[u8], makeup: &Makeup, quoted: bool, score: &mut Score) {
    token(value, makeup, quoted, score);
    let mut made_up = score.fresh();
    made_up.add(-2, "secrets are seldom made up by people");
    password(value, makeup, quoted, &mut made_up);
    if quoted && made_up.points() > score.points() {
        *score = made_up;
    }
}

/// What a machine draws.
fn token(value: &[u8], makeup: &Makeup, quoted: bool, score: &mut Score) {
    score.add(if quoted { -4 } else { -5 }, "what a token is worth by itself");
    if value.len() < 10 {
        score.add(-3, "fewer than ten characters");
    }
    if value.len() >= 16 {
        score.add(1, "sixteen characters or more");
    }
    if value.len() >= 24 {
        score.add(1, "twenty-four characters or more");
    }
    if makeup.digits >= 2 && makeup.digits < value.len() {
        score.add(1, "digits among other characters");
    }
    if makeup.switches >= 3 {
        score.add(2, "letters and digits alternate");
    }
    if makeup.lower > 1 && makeup.upper > 1 && makeup.digits > 0 {
        score.add(1, "both cases and digits");
    }
    if entropy::shannon(value) >= usual_entropy(value.len(), makeup) {
        score.add(2, "the entropy of a random value of its length");
    } else {
        score.add(-2, "less entropy than a random value of its length");
    }
    match words::familiarity(value) {
        high if high > 0.5 => score.add(-4, "reads like words"),
        some if some > 0.3 => score.add(-1, "partly reads like words"),
        _ => score.add(1, "does not read like words"),
    }
    if makeup.digits == 0 && !makeup.is_mixed(value.len()) {
        score.add(-2, "no digits");
    }
    if shape::has_marks_of_code(value, quoted) {
        score.add(if quoted { -3 } else { -6 }, "marks that tokens do not hold");
    }
}

/// What nearly all random values of a length exceed, in bits per byte. A random value comes close to the entropy that its length or its alphabet allows.
fn usual_entropy(len: usize, makeup: &Makeup) -> f32 {
    let len = len as f32;
    if makeup.hex {
        // 16 symbols lose 15 / (2 ln 2) bits of 4 on the average for each byte of the length.
        return (4.0 - 10.8 / len - 0.7).min(3.3);
    }
    (entropy::log2(len) - 0.75).min(3.6)
}

/// Signs that the value is the name of what belongs there.
fn names(candidate: Candidate<'_>, makeup: &Makeup, wanted: Wanted, score: &mut Score) {
    let value = candidate.value;
    if key::holds_noun(value) {
        let points = if wanted != Wanted::Password {
            -5
        } else if makeup.marks == 0 {
            -4
        } else {
            -3
        };
        score.add(points, "names what it should be");
    } else if key::repeats(candidate.key, value) {
        score.add(-4, "repeats its key");
    }
}

/// Signs that the value is a piece of a program: a path, a call, a sentence.
fn code(value: &[u8], makeup: &Makeup, quoted: bool, score: &mut Score) {
    if makeup.blanks > 0 {
        score.add(if makeup.blanks > 2 { -6 } else { -3 }, "has blanks, as a sentence");
    }
    if shape::is_call(value, makeup.is_jumbled(value.len())) {
        score.add(-5, "a call");
    }
    if !quoted
        && !makeup.is_jumbled(value.len())
        && value.iter().any(|byte| b"[]{}()$\\*?".contains(byte))
    {
        score.add(-4, "an expression or a pattern");
    }
    if shape::is_path(value) || shape::is_file_name(value) {
        score.add(-6, "a path or an address");
    }
    if shape::is_compound(value) {
        score.add(-4, "words joined by marks");
    }
    if value.contains(&b'%') && value.len() < 16 && !makeup.is_jumbled(value.len())
        || matches!(value.first(), Some(b'$' | b'@' | b'{' | b'%'))
            && !makeup.is_jumbled(value.len())
    {
        score.add(-4, "a variable or a format");
    }
    if [&b"\\n"[..], b"\\r", b"\\t"].iter().any(|end| memchr::memmem::find(value, end).is_some()) {
        score.add(-4, "line ends and tabs, as text has");
    }
    if shape::is_pattern(value) {
        score.add(-5, "a regular expression");
    }
    if shape::is_uuid(value) {
        score.add(-6, "a UUID, which is mostly a name");
    }
}

#[cfg(test)]
mod tests;
