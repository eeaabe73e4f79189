//! Programs of other languages inside a command line: `python -c`, `node -e`, here-documents that an interpreter reads.
//!
//! A program is not parsed to a tree and not run. Its tokens are read once, from the front; every expression is worked out as far as literals,
//! names that are assigned them, and well-known functions allow, and a call that deletes, writes, starts a program or runs code has its effect
//! where it stands, whatever branch or function it is in. What only occurs in a text has none.

mod acts;
mod awk;
mod blocks;
mod cursor;
mod expressions;
mod files;
mod lexer;
mod lists;
mod literals;
mod postfix;
mod processes;
mod scanner;
mod statements;
mod tables;
mod texts;
mod value;
mod values;

use super::run::{Arg, Flow, Run};
use scanner::Scanner;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    Python,
    /// What Node, Deno, Bun and the shell of MongoDB run.
    JavaScript,
    Ruby,
    Perl,
    Php,
    Lua,
    Awk,
    AppleScript,
    R,
}

impl Language {
    /// True where a sign stands in front of each variable.
    fn marks_variables(self) -> bool {
        matches!(self, Self::Perl | Self::Php | Self::Ruby)
    }

    /// True where arguments need no brackets.
    fn calls_bare(self) -> bool {
        matches!(self, Self::Ruby | Self::Perl | Self::Php)
    }
}

/// A program and what it is given.
pub(super) struct Program<'p> {
    pub language: Language,
    pub text: &'p str,
    /// Its arguments, without its own name.
    pub args: &'p [Arg],
    pub input: &'p Flow,
    /// True where the value of its last statement is printed.
    pub prints: bool,
}

/// Reads a program and notes its effects. Returns what it prints.
pub(super) fn run(run: &mut Run<'_>, program: &Program<'_>) -> Flow {
    run.apart(|run| {
        let mut scanner = Scanner::new(run, program);
        let value = scanner.program(program.text);
        if program.prints {
            scanner.print(&value, "\n");
        }
        scanner.printed()
    })
}
