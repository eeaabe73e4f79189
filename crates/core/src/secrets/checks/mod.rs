//! Named checks: what can be told about a credential offline, from its characters alone.
//!
//! A rule names checks in `checks` and `boosts`. Each is one function of the matched bytes: most
//! recompute a checksum that the provider hides in the token, others test a structure or a mere
//! shape. None does I/O or reads a clock, none panics, and each takes time linear in its input.
//!
//! - [`CHECKS`] is the table, sorted by name; [`find`] looks a name up.
//! - [`Check::run`] judges a [`Candidate`] with a [`Verdict`].
//! - [`Check::tail`] computes the checksum that would pass, for rules' examples.
//!
//! A check rejects only where its arithmetic was confirmed. Where it rests on one report, a
//! mismatch passes.

use std::fmt;

mod accounts;
mod armor;
mod cask;
mod encoded;
mod encoding;
mod github_pat;
mod json;
mod jwt;
mod keys;
mod layout;
mod password;
mod pem;
mod registries;
mod shape;
mod stand_in;
mod sums;
mod table;
#[cfg(test)]
mod tests;
mod url;

pub use table::CHECKS;

/// What a check is given.
#[derive(Clone, Copy)]
pub struct Candidate<'a> {
    /// What counts as the secret: before, literal and value, as the rule's `whole` says.
    pub whole: &'a [u8],
    /// What the value pattern matched, without the literal.
    pub value: &'a [u8],
    /// The name of the key the value is bound to; empty for tokens.
    pub key: &'a [u8],
    /// The value stands in quotes; always false for tokens.
    pub quoted: bool,
    /// Up to [`CONTEXT`] bytes in front of the whole.
    pub before: &'a [u8],
    /// Up to [`CONTEXT`] bytes behind the whole.
    pub behind: &'a [u8],
}

/// How many bytes a check may see on each side of the whole.
pub const CONTEXT: usize = 256;

impl<'a> Candidate<'a> {
    /// A candidate of a rule of kind `token`.
    #[must_use]
    pub const fn token(whole: &'a [u8], value: &'a [u8]) -> Self {
        Self { whole, value, key: b"", quoted: false, before: b"", behind: b"" }
    }
}

/// Lengths only: a secret must not reach a log.
impl fmt::Debug for Candidate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Candidate")
            .field("whole_len", &self.whole.len())
            .field("value_len", &self.value.len())
            .finish()
    }
}

/// What a check found.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A checksum or a structure like a signature held; chance agrees less than once in 10^4.
    Verified,
    /// Plausible, which proves nothing.
    Pass,
    /// Not a credential of this kind.
    Fail,
}

/// Computes what completes a text; see [`Check::tail`].
pub type Tail = fn(&[u8]) -> Option<Vec<u8>>;

/// One named check.
pub struct Check {
    /// The name that rule files use.
    pub name: &'static str,
    /// One sentence about what it tests.
    pub about: &'static str,
    /// Judges a candidate.
    pub run: fn(Candidate<'_>) -> Verdict,
    /// The checksum characters that would pass after a text. It takes as many bytes as it needs
    /// from the end of the text, which may have other text in front.
    pub tail: Option<Tail>,
}

/// A check by its place in [`CHECKS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckId(pub u16);

/// The check of this name.
#[must_use]
pub fn find(name: &str) -> Option<CheckId> {
    let at = CHECKS.binary_search_by(|check| check.name.cmp(name)).ok()?;
    u16::try_from(at).ok().map(CheckId)
}

/// Plausible or not.
fn judge(holds: bool) -> Verdict {
    if holds { Verdict::Pass } else { Verdict::Fail }
}

/// Judges the whole and, where that fails, the value alone: a rule may let its whole start before
/// the token.
fn whole_or_value(candidate: Candidate<'_>, judge: impl Fn(&[u8]) -> Verdict) -> Verdict {
    match judge(candidate.whole) {
        Verdict::Fail if candidate.value != candidate.whole => judge(candidate.value),
        verdict => verdict,
    }
}
