//! A page: its width, its colours, and text that flows to fit.

use std::borrow::Cow;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style as Ink};
use prescan_core::Severity;

use crate::Style;
use crate::visible::{cells, visible};

/// Colours by meaning.
pub(crate) mod ink {
    use super::{AnsiColor, Ink, Severity};

    pub(crate) const PLAIN: Ink = Ink::new();
    pub(crate) const DIM: Ink = Ink::new().dimmed();
    pub(crate) const PATH: Ink = Ink::new().bold().underline();
    pub(crate) const GOOD: Ink = AnsiColor::Green.on_default().bold();
    pub(crate) const BAD: Ink = AnsiColor::Red.on_default().bold();
    pub(crate) const DOUBTFUL: Ink = AnsiColor::Yellow.on_default().bold();

    pub(crate) const fn severity(severity: Severity) -> Ink {
        match severity {
            Severity::Critical => AnsiColor::Red.on_default().bold(),
            Severity::High => AnsiColor::Red.on_default(),
            Severity::Medium => AnsiColor::Yellow.on_default(),
            Severity::Low => AnsiColor::Cyan.on_default(),
            Severity::Info => AnsiColor::Blue.on_default(),
        }
    }
}

/// A piece of flowing text that is never broken.
pub(crate) struct Word<'a> {
    text: Cow<'a, str>,
    ink: Ink,
    gap: usize,
}

/// A paragraph: words, and where its lines begin.
pub(crate) struct Flow<'a> {
    indent: usize,
    hang: usize,
    words: Vec<Word<'a>>,
}

impl<'a> Flow<'a> {
    /// An empty paragraph whose first line begins at `indent` and the others at `hang`.
    pub(crate) const fn new(indent: usize, hang: usize) -> Self {
        Self { indent, hang, words: Vec::new() }
    }

    /// Adds a text, `gap` cells behind what stands before it. It stays on one line.
    pub(crate) fn word(mut self, gap: usize, ink: Ink, text: &'a str) -> Self {
        if !text.is_empty() {
            self.words.push(Word { text: visible(text), ink, gap });
        }
        self
    }

    /// Adds the words of a text, the first `gap` cells behind what stands before it. White space of
    /// any kind counts as one space.
    pub(crate) fn prose(self, gap: usize, ink: Ink, text: &'a str) -> Self {
        let gaps = std::iter::once(gap).chain(std::iter::repeat(1));
        gaps.zip(text.split_whitespace()).fold(self, |flow, (gap, word)| flow.word(gap, ink, word))
    }
}

/// Where a report goes.
pub(crate) struct Page<'a> {
    color: bool,
    width: usize,
    out: &'a mut dyn Write,
}

impl<'a> Page<'a> {
    const MIN_WIDTH: usize = 40;

    pub(crate) fn new(style: &Style, out: &'a mut dyn Write) -> Self {
        Self { color: style.color, width: style.width.max(Self::MIN_WIDTH), out }
    }

    /// The cells a line may take.
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// Ends the line.
    pub(crate) fn end_line(&mut self) -> io::Result<()> {
        self.out.write_all(b"\n")
    }

    /// Writes spaces.
    pub(crate) fn space(&mut self, count: usize) -> io::Result<()> {
        write!(self.out, "{:count$}", "")
    }

    /// Writes a text that holds no hidden character, in a colour.
    pub(crate) fn paint(&mut self, ink: Ink, text: &str) -> io::Result<()> {
        if self.color && !ink.is_plain() && !text.is_empty() {
            write!(self.out, "{ink}{text}{ink:#}")
        } else {
            self.out.write_all(text.as_bytes())
        }
    }

    /// Writes a paragraph. A line ends before the word that would make it too wide; only a word
    /// that is too wide for a line of its own sticks out.
    pub(crate) fn flow(&mut self, flow: &Flow<'_>) -> io::Result<()> {
        let Some((first, rest)) = flow.words.split_first() else { return Ok(()) };
        self.space(flow.indent)?;
        self.paint(first.ink, &first.text)?;
        let mut at = flow.indent + cells(&first.text);
        for word in rest {
            let wide = cells(&word.text);
            if at + word.gap + wide <= self.width {
                self.space(word.gap)?;
                at += word.gap + wide;
            } else {
                self.end_line()?;
                self.space(flow.hang)?;
                at = flow.hang + wide;
            }
            self.paint(word.ink, &word.text)?;
        }
        self.end_line()
    }
}
