//! Programs that are described by data: their words, options and operands, and what they then do.
//!
//! A [`ProgramSpec`] is what a file of `rules/commands/` says; [`Programs`] is the compiled table. The table is one text, which is read from
//! the place of a program on: nothing is built for a look-up, and a static table holds no reference that the loader would have to adjust.

mod given;
mod place;
mod row;
mod spec;
mod wrap;

use std::borrow::Cow;

use super::run::{Call, Flow, Run};
use super::tools;
pub use spec::{EffectSpec, ProgramError, ProgramSpec, Starts, StartsSpec};

/// Where a program stands in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProgramPlace {
    /// The name in the text, in bytes.
    pub name: u32,
    /// The length of the name.
    pub name_len: u32,
    /// The rows in the text, in bytes.
    pub rows: u32,
    /// The length of the rows.
    pub rows_len: u32,
}

/// A table of programs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Programs {
    text: Cow<'static, str>,
    places: Cow<'static, [ProgramPlace]>,
}

impl Programs {
    /// Compiles what is known of programs.
    ///
    /// # Errors
    /// When two programs have the same name, or a word of one cannot be told from the table's own marks.
    pub fn new(specs: &[ProgramSpec]) -> Result<Self, ProgramError> {
        spec::compile(specs)
    }

    /// This table and more programs. One of the same name takes the place of what was known of it.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn with(&self, specs: &[ProgramSpec]) -> Result<Self, ProgramError> {
        let more = spec::compile(specs)?;
        let base = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        let text = format!("{}{}", self.text, more.text);
        if u32::try_from(text.len()).is_err() {
            return Err(ProgramError::too_large());
        }
        let mut all = Self { text: text.into(), places: Cow::Borrowed(&[]) };
        let known = self.places.iter().filter(|place| {
            let name = self.slice(place.name, place.name_len);
            more.names().all(|other| other != name)
        });
        let moved = more.places.iter().map(|place| ProgramPlace {
            name: place.name + base,
            rows: place.rows + base,
            ..*place
        });
        let mut places: Vec<ProgramPlace> = known.copied().chain(moved).collect();
        places.sort_by(|left, right| {
            all.slice(left.name, left.name_len).cmp(all.slice(right.name, right.name_len))
        });
        all.places = places.into();
        Ok(all)
    }

    /// A table from its parts, as [`text`](Self::text) and [`places`](Self::places) give them.
    #[must_use]
    pub const fn from_parts(text: &'static str, places: &'static [ProgramPlace]) -> Self {
        Self { text: Cow::Borrowed(text), places: Cow::Borrowed(places) }
    }

    /// The text of the table.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The places of the programs, in the order of their names.
    #[must_use]
    pub fn places(&self) -> &[ProgramPlace] {
        &self.places
    }

    /// The names of the programs, in byte order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(|place| self.slice(place.name, place.name_len))
    }

    /// What is known of a program, by its name without folder; `mkfs.ext4` is found as `mkfs.*` too.
    pub(super) fn find(&self, name: &str) -> Option<Program<'_>> {
        let exact = |name: &str| {
            let own = |place: &ProgramPlace| self.slice(place.name, place.name_len).cmp(name);
            let place = self.places[self.places.binary_search_by(own).ok()?];
            Some(Program { rows: self.slice(place.rows, place.rows_len) })
        };
        exact(name).or_else(|| {
            let end = name.find(['.', '_'])?;
            exact(&format!("{}*", &name[..=end]))
        })
    }

    fn slice(&self, start: u32, len: u32) -> &str {
        let start = start as usize;
        self.text.get(start..start + len as usize).unwrap_or_default()
    }
}

/// What is known of one program.
#[derive(Clone, Copy)]
pub(super) struct Program<'t> {
    rows: &'t str,
}

impl<'t> Program<'t> {
    /// Notes what the program does, or starts what it is given.
    pub(super) fn run(self, run: &mut Run<'_>, call: &Call<'_>) -> Flow {
        let Some(head) = row::Head::of(self.rows) else { return Flow::default() };
        let rows = || self.rows.lines().skip(1).filter_map(row::Row::of);
        let starts = || {
            rows().filter_map(|row| match row {
                row::Row::Starts(row) => Some(row),
                row::Row::Effect(_) => None,
            })
        };
        // What single arguments start runs beside everything else.
        for row in starts().filter(|row| !row.from.is_empty()) {
            wrap::each(&head, &row, run, call);
        }
        // A row without words fits whatever stands there, so the others are asked first.
        let whole = || starts().filter(|row| row.from.is_empty());
        let found =
            whole().filter(|row| !row.is_bare()).chain(whole().filter(row::StartsRow::is_bare));
        let found = found
            .map(|row| (wrap::started(&head, &row, run, call.args), row))
            .find_map(|(found, row)| found.map(|found| (row, found)));
        // The rows about effects see the program's own arguments, and the first word of what it starts.
        let own = found.as_ref().map_or(call.args.len(), |(_, found)| {
            call.args.len().min(call.args.len() - found.rest.len() + 1)
        });
        let own = Call { args: &call.args[..own], ..*call };
        let effect = rows().find_map(|row| match row {
            row::Row::Starts(_) => None,
            row::Row::Effect(row) => place::note(&head, &row, run, &own, found.is_some()),
        });
        let brought = tools::uploads(run, call);
        match (found, effect) {
            // A row that says that nothing is done.
            (Some(_), Some(place::Noted::Nothing)) => Flow::default(),
            (Some((row, found)), _) => wrap::run(&head, &row, &found, run, call),
            (None, Some(place::Noted::Kept(secret))) => Flow::holding(Some(secret)),
            (None, Some(_)) => brought.unwrap_or_default(),
            (None, None) => brought.unwrap_or_else(|| call.input.origin()),
        }
    }

    /// True for a program that does nothing but start another one: its rows have no words in front.
    pub(super) fn is_wrapper(self) -> bool {
        let mut rows = self.rows.lines().skip(1).filter_map(row::Row::of);
        rows.next()
            .is_some_and(|row| matches!(row, row::Row::Starts(starts) if starts.verb.is_empty()))
    }
}
