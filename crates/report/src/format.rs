//! Which report to write, and the one function that writes it.

use std::io::{self, BufWriter, Write};

use crate::{Outcome, json, pretty, sarif};

/// The shape of a report.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Format {
    /// Text for people.
    #[default]
    Pretty,
    /// One JSON document.
    Json,
    /// One JSON object per line.
    Jsonl,
    /// SARIF 2.1.0, the OASIS interchange format of static analysis.
    Sarif,
}

impl Format {
    /// Every format.
    pub const ALL: &'static [Self] = &[Self::Pretty, Self::Json, Self::Jsonl, Self::Sarif];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pretty => "pretty",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Sarif => "sarif",
        }
    }

    /// The format of that name, or `None`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }
}

/// How [`Format::Pretty`] may look. The other formats take no notice of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Style {
    /// Whether to use ANSI colours (SGR sequences, ECMA-48 section 8.3.117).
    pub color: bool,
    /// The terminal cells a line may take. Less than 40 counts as 40.
    pub width: usize,
}

impl Default for Style {
    /// No colour, 100 cells.
    fn default() -> Self {
        Self { color: false, width: 100 }
    }
}

/// Writes the report and flushes it.
///
/// Equal input gives equal bytes, and the order of records and problems in `outcome` makes no
/// difference. Every report ends in a line feed, and holds no other control character except, in
/// [`Format::Pretty`] with [`Style::color`], the ESC of a colour.
///
/// # Errors
///
/// Fails when `out` does, with its error.
pub fn write(
    format: Format,
    outcome: &Outcome,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    // The writers below make many small pieces, and `out` may be a bare pipe.
    let mut out = BufWriter::new(out);
    match format {
        Format::Pretty => pretty::write(outcome, style, &mut out)?,
        Format::Json => json::write_document(outcome, &mut out)?,
        Format::Jsonl => json::write_lines(outcome, &mut out)?,
        Format::Sarif => sarif::write(outcome, &mut out)?,
    }
    out.flush()
}
