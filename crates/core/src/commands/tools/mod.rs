//! Programs whose arguments need reading: for each a function, and its name in `lookup.rs`.
//!
//! What can be told from words, options and operands is data: a file of `rules/commands/`, see [`Programs`](super::Programs).

mod archives;
mod console;
mod copies;
mod databases;
mod decoders;
mod deletes;
mod disks;
mod documents;
mod editors;
mod environment;
mod find;
mod git;
mod guard;
mod interpreters;
mod keys;
mod lookup;
mod network;
mod openssl;
mod permissions;
mod processes;
mod readers;
mod recipes;
mod shells;
mod sql;
mod streams;
mod wrappers;

use super::programs::Program;
use super::run::{Call, Flow, Run};
pub(super) use console::{Console, may_be_statement, of as console_of, run as run_console};
pub(super) use decoders::{LENIENT, hexadecimal};
pub(super) use lookup::{canonical, find};
pub(in crate::commands) use network::{note_options, reads_input, shown, uploads};
pub(in crate::commands) use wrappers::{
    elsewhere, is_assignment, joined, note_switch, note_variable,
};

/// How a program is understood.
#[derive(Clone, Copy)]
pub(super) enum Tool<'t> {
    /// Its arguments are read by a function. True where the words behind it say what it does.
    Function(fn(&mut Run<'_>, &Call<'_>) -> Flow, bool),
    /// It is described by the table of programs.
    Program(Program<'t>),
}

impl Tool<'_> {
    pub(super) fn run(self, run: &mut Run<'_>, call: &Call<'_>) -> Flow {
        match self {
            Self::Function(function, _) => function(run, call),
            Self::Program(program) => program.run(run, call),
        }
    }

    /// True for a program that only starts another one.
    pub(super) fn is_wrapper(self) -> bool {
        matches!(self, Self::Program(program) if program.is_wrapper())
    }

    /// True where the words behind the program say what it does.
    pub(super) fn has_verbs(self) -> bool {
        match self {
            Self::Function(_, verbs) => verbs,
            Self::Program(program) => !program.is_wrapper(),
        }
    }
}

/// What the table says of a program, beside what its function reads.
fn by_table(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    match run.view.programs.and_then(|programs| programs.find(call.name)) {
        Some(program) => program.run(run, call),
        None => Flow::default(),
    }
}

/// Notes what statements of SQL lose, in a dialect that is not known.
pub(super) fn statements(run: &mut Run<'_>, text: &str) {
    if run.step(1 + text.len() / 64) {
        databases::losses(run, text, sql::Rollback::All, None);
    }
}

/// Notes that a disk of Windows is destroyed.
pub(super) fn disk(run: &mut Run<'_>, name: &str) {
    disks::named(run, name);
}
