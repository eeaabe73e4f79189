//! Rows for programs that are described by their words and options.

mod clouds;
mod machine;
mod stores;

use super::verbs::Verb;

/// A program and its rows.
type Program = (&'static str, &'static [Verb]);

/// The rows of a program.
pub(super) fn rows(name: &str) -> Option<&'static [Verb]> {
    let tables = [clouds::PROGRAMS, stores::PROGRAMS, machine::PROGRAMS];
    let mut programs = tables.into_iter().flatten();
    programs.find(|(own, _)| *own == name).map(|(_, rows)| *rows)
}

#[cfg(test)]
mod tests {
    use super::{clouds, machine, stores};

    #[test]
    fn every_row_is_words_with_one_blank_between() {
        for (name, rows) in [clouds::PROGRAMS, stores::PROGRAMS, machine::PROGRAMS].concat() {
            assert!(!name.is_empty() && !rows.is_empty(), "{name}");
            for row in rows {
                let lists = [row.words, row.with, row.without];
                assert!(lists.iter().all(|list| list.is_sound()), "{name}");
            }
        }
    }
}
