//! The lines of the table.

use super::Starts;
use crate::commands::effect::{Certainty, EffectKind};

/// The first line of a program.
pub(super) struct Head<'t> {
    pub single_dash: bool,
    pub hidden_options: bool,
    pub values: &'t str,
    pub dry: &'t str,
}

impl<'t> Head<'t> {
    pub(super) fn of(rows: &'t str) -> Option<Self> {
        let mut fields = rows.lines().next()?.split('\t');
        let flags = fields.next()?;
        Some(Self {
            single_dash: flags.contains('d'),
            hidden_options: flags.contains('h'),
            values: fields.next()?,
            dry: fields.next()?,
        })
    }
}

/// One of the other lines.
pub(super) enum Row<'t> {
    Starts(StartsRow<'t>),
    Effect(EffectRow<'t>),
}

pub(super) struct StartsRow<'t> {
    pub verb: &'t str,
    pub values: &'t str,
    pub skip: usize,
    pub how: Starts,
    pub shell: &'t str,
    pub when: &'t str,
    pub from: &'t str,
}

impl StartsRow<'_> {
    /// True for a row that takes whatever the program is given.
    pub(super) fn is_bare(&self) -> bool {
        self.verb.is_empty() && self.when.is_empty() && self.from.is_empty()
    }
}

pub(super) struct EffectRow<'t> {
    /// `None` for what is harmless.
    pub kind: Option<EffectKind>,
    pub verb: &'t str,
    pub when: &'t str,
    pub and: &'t str,
    pub unless: &'t str,
    pub certainty: Certainty,
    pub target: &'t str,
    pub otherwise: &'t str,
    pub detail: &'t str,
    pub values: &'t str,
}

impl<'t> Row<'t> {
    /// The line as a row. Tables are compiled, so that each line is one.
    pub(super) fn of(line: &'t str) -> Option<Self> {
        let mut fields = line.split('\t');
        let kind = fields.next()?;
        let verb = fields.next()?;
        if kind == "+" {
            let (values, skip, how) = (fields.next()?, fields.next()?, fields.next()?);
            let how = Starts::ALL.iter().find(|known| known.name() == how)?;
            let skip = skip.parse().ok()?;
            return Some(Self::Starts(StartsRow {
                verb,
                values,
                skip,
                how: *how,
                shell: fields.next()?,
                when: fields.next()?,
                from: fields.next()?,
            }));
        }
        let kind = match kind {
            "none" => None,
            kind => Some(*EffectKind::ALL.iter().find(|known| known.name() == kind)?),
        };
        let (when, and, unless) = (fields.next()?, fields.next()?, fields.next()?);
        let certainty = fields.next()?;
        let certainty = *Certainty::ALL.iter().find(|known| known.name() == certainty)?;
        let (target, otherwise) = (fields.next()?, fields.next()?);
        let (detail, values) = (fields.next()?, fields.next()?);
        Some(Self::Effect(EffectRow {
            kind,
            verb,
            when,
            and,
            unless,
            certainty,
            target,
            otherwise,
            detail,
            values,
        }))
    }
}
