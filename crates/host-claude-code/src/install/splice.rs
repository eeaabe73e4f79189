//! Adds members to the objects and arrays of a JSONC text and takes them out again, with every other byte left alone.
//!
//! Taking out is the exact inverse of adding. No note is kept of what was there before, so the text itself has to say it:
//!
//! - A member goes behind the last one and what is commented beside it. It has a comma behind it where that one has.
//! - It has a line of its own, unless the members before it share theirs with the brackets.
//! - The first member of brackets that stood there empty has an empty line before it ([`Container::is_marked`]); in a text of one line it has a space. Brackets that came with their member have neither.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object};
use jsonc_parser::common::Ranged as _;
use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};

/// An object or an array of a text.
pub(super) struct Container<'t> {
    text: &'t str,
    /// From the opening to behind the closing bracket.
    range: Range<usize>,
    /// The members, with the names of an object's.
    members: Vec<Range<usize>>,
}

/// The bytes that a line or a file begins and ends with.
struct Layout<'t> {
    newline: &'static str,
    unit: &'t str,
}

impl<'t> Container<'t> {
    pub(super) fn of_object(text: &'t str, object: &Object<'_>) -> Self {
        let members = object.properties.iter().map(|member| member.start()..member.end());
        Self { text, range: object.start()..object.end(), members: members.collect() }
    }

    pub(super) fn of_array(text: &'t str, array: &Array<'_>) -> Self {
        let members = array.elements.iter().map(|member| member.start()..member.end());
        Self { text, range: array.start()..array.end(), members: members.collect() }
    }

    /// The text with one more member: a value, and its name in an object.
    pub(super) fn append(&self, name: Option<&str>, value: &impl Serialize) -> String {
        let layout = Layout::of(self.text);
        let Some(last) = self.members.last() else { return self.fill(&layout, name, value) };
        let own_line = self.text[self.range.clone()].contains('\n');
        let (separator, member) = if own_line {
            let indent = line_indent(self.text, last.start).map_or_else(
                || format!("{}{}", self.indent(), layout.unit),
                |indent| indent.to_owned(),
            );
            (format!("{}{indent}", layout.newline), layout.pretty(&indent, name, value))
        } else {
            (" ".to_owned(), compact(name, value))
        };
        let comma = comma_behind(self.text, last.end);
        let at = beside(self.text, comma.map_or(last.end, |comma| comma + 1));
        match comma {
            Some(_) => insert(self.text, &[(at, &format!("{separator}{member},"))]),
            None => insert(self.text, &[(last.end, ","), (at, &format!("{separator}{member}"))]),
        }
    }

    /// The same where there is no member.
    fn fill(&self, layout: &Layout<'_>, name: Option<&str>, value: &impl Serialize) -> String {
        let inner = self.range.start + 1;
        let mut at = inner;
        // Behind the last comment.
        loop {
            let next = behind_blanks(self.text, at);
            match comment_end(self.text, next) {
                Some(end) => at = end,
                None => break,
            }
        }
        let member = if self.is_in_one_line() {
            format!(" {}", compact(name, value))
        } else {
            let (newline, outer) = (layout.newline, self.indent());
            let indent = format!("{outer}{}", layout.unit);
            let member = layout.pretty(&indent, name, value);
            format!("{newline}{newline}{indent}{member}{newline}{outer}")
        };
        insert(self.text, &[(at, &member)])
    }

    /// Whether the whole text is one line of something.
    fn is_in_one_line(&self) -> bool {
        let rest = self.text.trim();
        rest.len() > self.range.len() && !rest.contains('\n')
    }

    /// The indent of the line that the opening bracket stands in.
    fn indent(&self) -> &'t str {
        let before = &self.text[..self.range.start];
        let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether the only member was added to brackets that were there before.
    pub(super) fn is_marked(&self) -> bool {
        let [only] = self.members.as_slice() else { return false };
        let before = &self.text[self.range.start + 1..only.start];
        match without_line_start(before) {
            Some(rest) => rest.ends_with('\n'),
            None => before.ends_with(' '),
        }
    }

    /// The text without a member.
    pub(super) fn without(&self, index: usize) -> String {
        let member = &self.members[index];
        let before = &self.text[..member.start];
        let mut end = member.end;
        let mut cuts = Vec::new();
        let comma = comma_behind(self.text, end);
        match (comma, index.checked_sub(1)) {
            (Some(comma), _) if comma == end => end += 1,
            (Some(comma), _) => cuts.push(comma..comma + 1),
            (None, Some(previous)) => {
                let comma = comma_behind(self.text, self.members[previous].end);
                cuts.extend(comma.map(|comma| comma..comma + 1));
            }
            (None, None) => {}
        }
        let mut start = without_line_start(before)
            .or_else(|| before.strip_suffix(' '))
            .map_or(member.start, str::len);
        // What follows in the same line must not become part of a comment.
        let previous = index.checked_sub(1).map_or(self.range.start + 1, |at| self.members[at].end);
        if newline_len(&self.text[end..]) == 0 && ends_in_line_comment(self.text, previous..start) {
            start = member.start;
        }
        if self.members.len() == 1 && without_line_start(before).is_some() {
            if self.is_marked() {
                start = without_line_end(&self.text[..start]).map_or(start, str::len);
            }
            let newline = newline_len(&self.text[end..]);
            end += newline;
            if newline > 0 && self.text[end..].starts_with(self.indent()) {
                end += self.indent().len();
            }
        }
        cuts.push(start..end);
        cut(self.text, cuts)
    }
}

impl<'t> Layout<'t> {
    fn of(text: &'t str) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        // The first line that begins with a name is one of the outermost object, in all but odd texts.
        let names = text.lines().filter(|line| line.trim_start().starts_with('"'));
        let indents = names.map(|line| &line[..line.len() - line.trim_start().len()]);
        let unit = indents.filter(|indent| !indent.is_empty()).find(|indent| indent.len() <= 8);
        Self { newline, unit: unit.unwrap_or("  ") }
    }

    fn pretty(&self, indent: &str, name: Option<&str>, value: &impl Serialize) -> String {
        let mut written = Vec::new();
        let formatter = PrettyFormatter::with_indent(self.unit.as_bytes());
        let done = value.serialize(&mut Serializer::with_formatter(&mut written, formatter));
        let text = String::from_utf8_lossy(&written);
        debug_assert!(done.is_ok(), "plain data can be written");
        let lines = text.replace('\n', &format!("{}{indent}", self.newline));
        match name {
            Some(name) => format!("{}: {lines}", quoted(name)),
            None => lines,
        }
    }
}

fn compact(name: Option<&str>, value: &impl Serialize) -> String {
    let value = serde_json::to_string(value).unwrap_or_default();
    name.map_or_else(|| value.clone(), |name| format!("{}:{value}", quoted(name)))
}

fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}

fn insert(text: &str, pieces: &[(usize, &str)]) -> String {
    let mut result = String::with_capacity(text.len() + 1024);
    let mut from = 0;
    for &(at, piece) in pieces {
        result.push_str(&text[from..at]);
        result.push_str(piece);
        from = at;
    }
    result.push_str(&text[from..]);
    result
}

fn cut(text: &str, mut ranges: Vec<Range<usize>>) -> String {
    ranges.sort_by_key(|range| range.start);
    let mut result = String::with_capacity(text.len());
    let mut from = 0;
    for range in ranges {
        result.push_str(&text[from..range.start]);
        from = range.end;
    }
    result.push_str(&text[from..]);
    result
}

/// The indent before a place, where nothing else is before it in its line.
fn line_indent(text: &str, at: usize) -> Option<&str> {
    let before = &text[..at];
    let indent = &before[before.trim_end_matches([' ', '\t']).len()..];
    before[..before.len() - indent.len()].ends_with('\n').then_some(indent)
}

/// What is left of a text without the line end and the indent that it ends with.
fn without_line_start(text: &str) -> Option<&str> {
    without_line_end(text.trim_end_matches([' ', '\t']))
}

fn without_line_end(text: &str) -> Option<&str> {
    text.strip_suffix("\r\n").or_else(|| text.strip_suffix('\n'))
}

fn newline_len(text: &str) -> usize {
    if text.starts_with("\r\n") { 2 } else { usize::from(text.starts_with('\n')) }
}

fn behind_blanks(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start_matches([' ', '\t', '\r', '\n', '\u{b}', '\u{c}']).len()
}

/// The end of a comment that begins there, without the end of its line.
fn comment_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    if rest.starts_with("//") {
        return Some(at + rest.find(['\n', '\r']).unwrap_or(rest.len()));
    }
    let comment = rest.strip_prefix("/*")?;
    Some(at + 2 + comment.find("*/").map_or(comment.len(), |end| end + 2))
}

/// The comma that follows there, behind blanks and comments.
fn comma_behind(text: &str, mut at: usize) -> Option<usize> {
    loop {
        at = behind_blanks(text, at);
        match comment_end(text, at) {
            Some(end) => at = end,
            None => return text[at..].starts_with(',').then_some(at),
        }
    }
}

/// Whether what stands between two members, up to the end of a range, ends with a comment that goes on to the end of its line.
fn ends_in_line_comment(text: &str, range: Range<usize>) -> bool {
    let mut at = range.start;
    while at < range.end {
        let next = behind_blanks(text, at);
        match comment_end(text, next) {
            Some(end) if end == range.end => return text[next..].starts_with("//"),
            Some(end) => at = end,
            None if text[next..].starts_with(',') => at = next + 1,
            None => return false,
        }
    }
    false
}

/// The end of the last comment that begins behind that place in the same line.
fn beside(text: &str, mut at: usize) -> usize {
    loop {
        let next = text.len() - text[at..].trim_start_matches([' ', '\t']).len();
        match comment_end(text, next) {
            Some(end) if !text[next..end].contains('\n') => at = end,
            _ => return at,
        }
    }
}
