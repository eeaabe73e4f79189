//! What programs do: one table of names, and for each a function, a wrapper's grammar or rows of verbs.
//!
//! To teach a program that is described by its words and options, add rows to `tables.rs`. To teach a wrapper, add a row to `wrappers.rs`.
//! A program whose arguments need reading gets a function and a line in [`PROGRAMS`].

mod containers;
mod copies;
mod databases;
mod decoders;
mod deletes;
mod disks;
mod documents;
mod find;
mod git;
mod guard;
mod interpreters;
mod keys;
mod lookup;
mod network;
mod permissions;
mod processes;
mod recipes;
mod shells;
mod sql;
mod streams;
mod tables;
mod verbs;
mod wrappers;

use super::run::{Call, Flow, Run};
pub(super) use decoders::{LENIENT, hexadecimal};
pub(super) use lookup::{find, has_verbs};
pub(super) use network::shown;
pub(super) use recipes::runs_recipes;
pub(super) use wrappers::Wrapper;

/// How a program is understood.
#[derive(Clone, Copy)]
pub(super) enum Tool {
    /// Its arguments are read by a function.
    Function(fn(&mut Run<'_>, &Call<'_>) -> Flow),
    /// It starts another program.
    Wrap(&'static Wrapper),
    /// It is described by rows of words and options.
    Verbs(&'static [verbs::Verb]),
}

impl Tool {
    pub(super) fn run(self, run: &mut Run<'_>, call: &Call<'_>) -> Flow {
        match self {
            Self::Function(function) => function(run, call),
            Self::Wrap(wrapper) => wrapper.run(run, call),
            Self::Verbs(rows) => verbs::run(rows, run, call),
        }
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
