//! Lists of words as one text.

/// A list of words, such as names of programs or of options.
///
/// The loader of a program writes each reference that a static holds before anything runs. A slice of words holds one for each word; this
/// holds one for a list, and none for an empty list. What it saves is told in `benches/start/README.md`. No word may hold a blank.
#[derive(Clone, Copy, Default)]
pub(super) struct Words(Option<&'static str>);

/// The words of a text, with one blank between two.
pub(super) const fn words(text: &'static str) -> Words {
    if text.is_empty() { Words(None) } else { Words(Some(text)) }
}

impl Words {
    /// The words in order.
    pub(super) fn iter(self) -> impl DoubleEndedIterator<Item = &'static str> + Clone {
        self.0.into_iter().flat_map(|text| text.split(' '))
    }

    /// True where one of the words is the one that is given.
    pub(super) fn contains(self, word: &str) -> bool {
        let own = self.0.unwrap_or_default().as_bytes();
        !word.is_empty() && own.split(|byte| *byte == b' ').any(|own| own == word.as_bytes())
    }

    /// True where one blank stands between two words and none elsewhere, so that no word is empty or holds one.
    #[cfg(test)]
    pub(super) fn is_sound(self) -> bool {
        self.iter().all(|word| !word.is_empty() && !word.contains(char::is_whitespace))
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_the_list_that_they_spell() {
        for list in [&["a"][..], &["rm", "-rf", "**"], &["é", "*b", "é*"], &[]] {
            let joined: &'static str = list.join(" ").leak();
            let own = words(joined);
            assert!(own.iter().eq(list.iter().copied()), "{joined}");
            assert!(own.iter().rev().eq(list.iter().rev().copied()), "{joined}");
            for word in ["a", "rm", "-rf", "-r", "r", "é", "*", "b", "", " ", "rm -rf", "a "] {
                assert_eq!(own.contains(word), list.contains(&word), "{joined}: {word:?}");
            }
        }
    }

    #[test]
    fn a_list_with_a_hole_is_not_sound() {
        for text in ["a  b", " a", "a ", "a\tb", " ", "a\nb"] {
            assert!(!words(text).is_sound(), "{text:?}");
        }
        assert!(words("a b ab").is_sound());
        assert!(words("").is_sound());
    }
}
