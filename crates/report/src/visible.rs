//! Nothing a scanned file holds may drive the terminal it is shown in.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar as _;

/// True for a character that is never printed as it is: it draws nothing, or it acts on what stands
/// around it.
///
/// These are the control characters (general category Cc, so ESC, the line endings, DEL and the C1
/// range too), the line and paragraph separators, and what Unicode lists as `Bidi_Control`
/// (PropList.txt) or `Default_Ignorable_Code_Point` (DerivedCoreProperties.txt): bidirectional
/// overrides, zero-width characters, variation selectors, tags. The interlinear annotation marks
/// U+FFF9 to U+FFFB are added, which lie in the same block as ignorable ones.
#[must_use]
pub fn hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// The text with an escape in place of every [`hidden`] character, such as `\x1b` or `\u{202e}`.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        push(&mut shown, c);
    }
    Cow::Owned(shown)
}

/// Appends the character, or its escape: `\n`, `\r`, `\t`, `\x1b` for ASCII, `\u{202e}` beyond.
pub(crate) fn push(shown: &mut String, c: char) {
    match c {
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        '\t' => shown.push_str("\\t"),
        c if c.is_ascii() && hidden(c) => shown.push_str(&format!("\\x{:02x}", u32::from(c))),
        c if hidden(c) => shown.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
        c => shown.push(c),
    }
}

/// How many terminal cells a text of visible characters takes (Unicode Standard Annex 11).
pub(crate) fn cells(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_spelled_out() {
        assert_eq!(visible("plain, ñ, 日本"), "plain, ñ, 日本");
        assert_eq!(visible("a\tb\r\n"), "a\\tb\\r\\n");
        assert_eq!(visible("\u{1b}[31m\u{7f}\u{9b}2J"), "\\x1b[31m\\x7f\\u{9b}2J");
        assert_eq!(visible("a\u{202e}b\u{feff}"), "a\\u{202e}b\\u{feff}");
    }

    #[test]
    fn wide_characters_take_two_cells() {
        assert_eq!(cells("ab"), 2);
        assert_eq!(cells("日本"), 4);
        assert_eq!(cells("e\u{301}"), 1);
    }
}
