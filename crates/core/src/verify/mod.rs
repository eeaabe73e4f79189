//! Exact checks around a literal: anchored, bounded and without an unanchored search.
//!
//! A pattern is either a sequence of class runs ([`runs`]) or a dense automaton ([`automaton`]). Both are ASCII: no Unicode classes, `.` is
//! any byte but a newline.

pub mod automaton;
mod pool;
pub mod runs;
#[cfg(test)]
mod tests;

use std::fmt;

use regex_syntax::ast::parse::ParserBuilder;
use regex_syntax::ast::{self, Ast, Flag};
use regex_syntax::hir::Hir;
use regex_syntax::hir::translate::TranslatorBuilder;

use automaton::Search;
pub use automaton::{Dfa, Mode};
pub use pool::{Patterns, Pooled};
pub use runs::{ByteSet, Run};

/// A compiled pattern.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// A sequence of class runs.
    Runs(Vec<Run>),
    /// Anything else.
    Dfa(Dfa),
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// When it does not parse, uses Unicode classes, matches the empty text where it must not, or grows too large.
    pub fn new(pattern: &str, mode: Mode) -> Result<Self, PatternError> {
        let hir = parse(pattern)?;
        let runs = match mode {
            Mode::Forward => runs::from_hir(&hir, runs::Direction::Forward),
            Mode::Backward => runs::from_hir(&hir, runs::Direction::Backward),
            Mode::Search => None,
        };
        Ok(match runs {
            Some(runs) => Self::Runs(runs),
            None => Self::Dfa(Dfa::new(&hir, mode)?),
        })
    }

    /// What matches it.
    #[must_use]
    pub fn matcher(&self) -> Matcher<'_> {
        match self {
            Self::Runs(runs) => Matcher(Method::Runs(runs)),
            Self::Dfa(dfa) => Matcher(Method::Dfa(dfa.search(&[]))),
        }
    }
}

/// A pattern, ready to be matched.
#[derive(Clone, Copy)]
pub struct Matcher<'p>(Method<'p>);

#[derive(Clone, Copy)]
enum Method<'p> {
    Runs(&'p [Run]),
    Dfa(Option<&'p dyn Search>),
}

impl Matcher<'_> {
    /// The end of the match that starts at `at`. For patterns compiled with [`Mode::Forward`].
    #[inline]
    #[must_use]
    pub fn match_forward(self, text: &[u8], at: usize) -> Option<usize> {
        match self.0 {
            Method::Runs(runs) => runs::match_forward(runs, text, at),
            Method::Dfa(dfa) => dfa?.forward(text, at),
        }
    }

    /// The start of the longest match that ends at `at`. For patterns compiled with [`Mode::Backward`].
    #[inline]
    #[must_use]
    pub fn match_backward(self, text: &[u8], at: usize) -> Option<usize> {
        match self.0 {
            Method::Runs(runs) => runs::match_backward(runs, text, at),
            Method::Dfa(dfa) => dfa?.backward(text, at),
        }
    }

    /// True when the pattern matches anywhere. For patterns compiled with [`Mode::Search`].
    #[must_use]
    pub fn is_match(self, text: &[u8]) -> bool {
        match self.0 {
            Method::Runs(runs) => {
                (0..=text.len()).any(|at| runs::match_forward(runs, text, at).is_some())
            }
            Method::Dfa(dfa) => dfa.is_some_and(|dfa| dfa.is_match(text)),
        }
    }
}

/// Parses a pattern under the rules' dialect: bytes, ASCII classes.
///
/// # Errors
/// When it does not parse, or turns Unicode on.
pub fn parse(pattern: &str) -> Result<Hir, PatternError> {
    let parsed = ParserBuilder::new().nest_limit(64).build().parse(pattern);
    let ast = parsed.map_err(|error| PatternError::syntax(pattern, &error.into()))?;
    if let Err(span) = ast::visit(&ast, NoUnicode) {
        return Err(PatternError::unicode(&span));
    }
    TranslatorBuilder::new()
        .utf8(false)
        .unicode(false)
        .build()
        .translate(pattern, &ast)
        .map_err(|error| PatternError::syntax(pattern, &error.into()))
}

/// Finds a flag that turns Unicode on. What Unicode is to the parser depends on how it was built, so no pattern may ask for it.
struct NoUnicode;

impl ast::Visitor for NoUnicode {
    type Output = ();
    type Err = ast::Span;

    fn finish(self) -> Result<(), ast::Span> {
        Ok(())
    }

    fn visit_pre(&mut self, part: &Ast) -> Result<(), ast::Span> {
        let flags = match part {
            Ast::Flags(set) => Some(&set.flags),
            Ast::Group(group) => group.flags(),
            _ => None,
        };
        match flags {
            Some(flags) if flags.flag_state(Flag::Unicode) == Some(true) => Err(flags.span),
            _ => Ok(()),
        }
    }
}

/// True when a match of the pattern may end with `byte`, or be followed by it within the pattern's own alphabet.
#[must_use]
pub fn may_end_with(hir: &Hir, byte: u8) -> bool {
    use regex_syntax::hir::{Class, HirKind};
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => false,
        HirKind::Literal(literal) => literal.0.last() == Some(&byte),
        HirKind::Class(Class::Bytes(class)) => {
            class.ranges().iter().any(|range| (range.start()..=range.end()).contains(&byte))
        }
        HirKind::Class(Class::Unicode(class)) => {
            let byte = char::from(byte);
            class.ranges().iter().any(|range| (range.start()..=range.end()).contains(&byte))
        }
        HirKind::Repetition(repetition) => may_end_with(&repetition.sub, byte),
        HirKind::Capture(capture) => may_end_with(&capture.sub, byte),
        HirKind::Alternation(parts) => parts.iter().any(|part| may_end_with(part, byte)),
        HirKind::Concat(parts) => {
            for part in parts.iter().rev() {
                if may_end_with(part, byte) {
                    return true;
                }
                if part.properties().minimum_len() != Some(0) {
                    return false;
                }
            }
            false
        }
    }
}

/// A pattern that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternError {
    message: String,
    offset: Option<usize>,
}

impl PatternError {
    fn syntax(pattern: &str, error: &regex_syntax::Error) -> Self {
        let (message, offset) = match error {
            regex_syntax::Error::Parse(error) => {
                (error.kind().to_string(), Some(error.span().start.offset))
            }
            regex_syntax::Error::Translate(error) => {
                (error.kind().to_string(), Some(error.span().start.offset))
            }
            other => (other.to_string(), None),
        };
        let rest = offset.and_then(|offset| pattern.get(offset..)).unwrap_or_default();
        let near: String = rest.chars().take(16).collect();
        let near = if near.is_empty() { String::new() } else { format!(" at `{near}`") };
        Self { message: format!("{}{near}", message.trim_end_matches('.')), offset }
    }

    fn unicode(span: &ast::Span) -> Self {
        Self {
            message: "the flag `u` is not supported: patterns match bytes, with ASCII classes"
                .to_owned(),
            offset: Some(span.start.offset),
        }
    }

    fn too_large(error: impl fmt::Display) -> Self {
        Self {
            message: format!(
                "the pattern becomes too large an automaton ({error}): bound its repeats or split the rule"
            ),
            offset: None,
        }
    }

    /// Where in the pattern it is wrong, in bytes, when that is known.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        self.offset
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PatternError {}
