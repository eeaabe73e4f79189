//! JSON that is safe to show in a terminal.
//!
//! RFC 8259 section 7 has only `"`, `\` and what lies below U+0020 escaped. DEL, the C1 controls
//! and the characters that reorder or hide text would go out as they are; here they are escaped as
//! well, which every JSON parser undoes.

use std::io::{self, Write};

use serde_json::ser::{Formatter, PrettyFormatter};

use crate::visible::hidden;

/// One line, no spaces.
#[derive(Default)]
pub(crate) struct Compact;

/// Many lines, indented by two spaces.
#[derive(Default)]
pub(crate) struct Indented(PrettyFormatter<'static>);

/// Writes a piece of a string that holds nothing RFC 8259 wants escaped.
fn write_fragment<W: Write + ?Sized>(writer: &mut W, fragment: &str) -> io::Result<()> {
    let mut rest = fragment;
    while let Some(at) = rest.find(hidden) {
        let (before, from) = rest.split_at(at);
        writer.write_all(before.as_bytes())?;
        let mut chars = from.chars();
        if let Some(c) = chars.next() {
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
        }
        rest = chars.as_str();
    }
    writer.write_all(rest.as_bytes())
}

impl Formatter for Compact {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, w: &mut W, s: &str) -> io::Result<()> {
        write_fragment(w, s)
    }
}

impl Formatter for Indented {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, w: &mut W, s: &str) -> io::Result<()> {
        write_fragment(w, s)
    }

    fn begin_array<W: Write + ?Sized>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.begin_array(w)
    }

    fn end_array<W: Write + ?Sized>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.end_array(w)
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(w, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.end_array_value(w)
    }

    fn begin_object<W: Write + ?Sized>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.begin_object(w)
    }

    fn end_object<W: Write + ?Sized>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.end_object(w)
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(w, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.begin_object_value(w)
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, w: &mut W) -> io::Result<()> {
        self.0.end_object_value(w)
    }
}
