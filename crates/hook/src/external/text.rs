//! What a hook says, made fit to be shown.

use prescan_core::Scratch;

/// What stands in place of a secret.
const MASK: &str = "***";

/// How much of a text is looked at, in characters: more than is ever shown, so that a secret at the end of what is shown is seen whole.
const LOOKED_AT: usize = 8_192;

/// One line of at most that many characters: line breaks become spaces, control characters, terminal sequences and characters that draw nothing are left out, secrets are masked.
pub(super) fn line(text: &str, longest: usize) -> String {
    let plain = plain(text);
    let masked = masked(&plain);
    match masked.char_indices().nth(longest) {
        None => masked,
        Some((end, _)) => format!("{}…", masked[..end].trim_end()),
    }
}

fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars().take(LOOKED_AT).peekable();
    while let Some(c) = characters.next() {
        if c == '\u{1b}' && characters.next_if_eq(&'[').is_some() {
            // A control sequence ends at its final byte (ECMA-48, 5.4).
            while characters.next_if(|c| matches!(c, '\u{20}'..='\u{3f}')).is_some() {}
            characters.next_if(|c| matches!(c, '\u{40}'..='\u{7e}'));
        } else if c.is_whitespace() {
            if !plain.is_empty() && !plain.ends_with(' ') {
                plain.push(' ');
            }
        } else if !draws_nothing(c) {
            plain.push(c);
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
}

/// Control characters (general category Cc), bidirectional controls and zero-width characters, which could make a text look like another one.
fn draws_nothing(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A hook may repeat what it was asked about, and what is shown holds no secret.
fn masked(text: &str) -> String {
    let found = prescan_rules::builtin().scan(&mut Scratch::default(), text.as_bytes());
    let mut masked = String::with_capacity(text.len());
    let mut shown_to = 0;
    for finding in found {
        let (start, end) = (finding.span.start as usize, finding.span.end as usize);
        // Overlaps are resolved, but a span may begin inside a character.
        let start = text.floor_char_boundary(start.max(shown_to));
        let end = text.ceil_char_boundary(end.max(start));
        masked.push_str(&text[shown_to..start]);
        masked.push_str(MASK);
        shown_to = end;
    }
    masked.push_str(&text[shown_to..]);
    masked
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn it_is_one_line_without_anything_unseen() {
        assert_eq!(line("  no\r\n\tdeploys \u{7}on\u{0} Friday\n", 100), "no deploys on Friday");
        assert_eq!(line("\u{1b}[1;31mred\u{1b}[0m and \u{202e}back", 100), "red and back");
        assert_eq!(line("\u{1b}[", 100), "");
        assert_eq!(line("\n\n", 100), "");
    }

    #[test]
    fn what_is_too_long_is_cut_visibly() {
        assert_eq!(line("één twee", 3), "één…");
        assert_eq!(line("één twee", 4), "één…");
        assert_eq!(line("één", 3), "één");
    }

    #[test]
    fn a_secret_is_masked_even_where_the_cut_goes_through_it() {
        let token = format!("{}{}", "AKIA", "Z7QK4TNM2XWD5RVB");
        let text = format!("refused: {token} is for production");
        assert_eq!(line(&text, 100), "refused: *** is for production");
        let cut = line(&text, 14);
        assert!(!cut.contains("AKIA"), "{cut}");
    }

    proptest! {
        #[test]
        fn any_text_becomes_a_line(text in any::<String>(), longest in 1_usize..40) {
            let line = line(&text, longest);
            prop_assert!(line.chars().count() <= longest + 1);
            prop_assert!(!line.chars().any(draws_nothing));
        }
    }
}
