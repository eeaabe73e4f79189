//! A source line cut to fit, with the finding underlined.

use std::ops::Range;

use crate::Excerpt;
use crate::visible::{cells, push};

/// Tab stops stand this many cells apart, counted from where the excerpt begins.
const TAB: usize = 4;

/// Two lines, ready to print.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Marked {
    /// The source line.
    pub(crate) line: String,
    /// How far to move to the right before underlining.
    pub(crate) before: usize,
    /// How many cells to underline, at least one.
    pub(crate) under: usize,
}

/// A character as it is shown.
struct Glyph {
    text: String,
    cells: usize,
}

/// The excerpt in at most `width` cells, cut around its mark. Where the mark alone is too wide, its
/// beginning is shown.
pub(crate) fn mark(excerpt: &Excerpt, width: usize) -> Marked {
    let text = excerpt.text.trim_end_matches(['\r', '\n']);
    // A cell for the sign that stands for what was cut, at either end.
    let room = width.saturating_sub(2).max(1);
    let (shown, marked) = near(text, &excerpt.mark, room);
    let (glyphs, marked) = draw(&text[shown.clone()], &marked);
    let window = fit(&glyphs, &marked, room);

    let cut_left = excerpt.cut_left || shown.start > 0 || window.start > 0;
    let cut_right = excerpt.cut_right || shown.end < text.len() || window.end < glyphs.len();
    let mut line = String::from(if cut_left { "…" } else { "" });
    line.extend(glyphs[window.clone()].iter().map(|glyph| glyph.text.as_str()));
    line.push_str(if cut_right { "…" } else { "" });
    let before = usize::from(cut_left) + sum(&glyphs[window.start..marked.start]);
    let under = sum(&glyphs[marked.start..marked.end.min(window.end)]).max(1);
    Marked { line: line.trim_end().to_owned(), before, under }
}

/// Bounds the work for a line of any length: the bytes of `text` that can matter when `room` cells
/// are shown, and the mark within them.
fn near(text: &str, mark: &Range<usize>, room: usize) -> (Range<usize>, Range<usize>) {
    let reach = room.saturating_mul(char::MAX_LEN_UTF8);
    let start = text.floor_char_boundary(mark.start);
    let end = text.ceil_char_boundary(mark.end.min(start.saturating_add(reach))).max(start);
    let from = text.floor_char_boundary(start.saturating_sub(reach));
    let to = text.floor_char_boundary(end.saturating_add(reach));
    (from..to, start - from..end - from)
}

/// The characters as they are shown, and which of them are marked.
fn draw(text: &str, mark: &Range<usize>) -> (Vec<Glyph>, Range<usize>) {
    let mut glyphs = Vec::new();
    let mut marked = 0..0;
    let mut at = 0;
    for (offset, c) in text.char_indices() {
        let mut shown = String::new();
        if c == '\t' {
            shown.extend(std::iter::repeat_n(' ', TAB - at % TAB));
        } else {
            push(&mut shown, c);
        }
        let glyph = Glyph { cells: cells(&shown), text: shown };
        at += glyph.cells;
        glyphs.push(glyph);
        if offset < mark.start {
            marked.start = glyphs.len();
        }
        if offset < mark.end {
            marked.end = glyphs.len();
        }
    }
    (glyphs, marked.start..marked.end.max(marked.start))
}

/// The glyphs to show: the mark first, then as much as fits on both sides.
fn fit(glyphs: &[Glyph], mark: &Range<usize>, room: usize) -> Range<usize> {
    let mut window = mark.start..mark.start;
    let mut used = 0;
    while window.end < mark.end && used + glyphs[window.end].cells <= room {
        used += glyphs[window.end].cells;
        window.end += 1;
    }
    if window.end < mark.end {
        return window;
    }
    loop {
        let before = window.clone();
        if window.start > 0 && used + glyphs[window.start - 1].cells <= room {
            window.start -= 1;
            used += glyphs[window.start].cells;
        }
        if window.end < glyphs.len() && used + glyphs[window.end].cells <= room {
            used += glyphs[window.end].cells;
            window.end += 1;
        }
        if window == before {
            return window;
        }
    }
}

fn sum(glyphs: &[Glyph]) -> usize {
    glyphs.iter().map(|glyph| glyph.cells).sum()
}

#[cfg(test)]
mod tests;
