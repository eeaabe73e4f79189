//! Lines that need no parser.

use super::{Programs, View, tools};

/// True for a line of plain words of which none names a program that this module knows.
///
/// Anything that could hide a word (quotes, expansions, redirections, wildcards, brackets) is left to the parser.
/// A program with a folder may be a script that can be read.
pub(super) fn is_harmless(line: &str, view: &View<'_>) -> bool {
    let plain = |byte: u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b' ' | b'_' | b'-' | b'.' | b'/' | b',' | b':' | b'@' | b'%' | b'+')
    };
    let reads = view.files.is_some();
    let own = reads && line.trim_start().split(' ').next().is_some_and(|word| word.contains('/'));
    !own && line.bytes().all(plain) && line.split(' ').all(|word| !is_known(word, view.programs))
}

fn is_known(word: &str, programs: Option<&Programs>) -> bool {
    let name = tools::canonical(super::run::basename(word), programs);
    name == ":" || tools::find(&name, programs).is_some()
}
