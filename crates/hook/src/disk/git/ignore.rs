//! What a repository says it ignores, see gitignore(5).

use prescan_core::commands::Wild;

/// The largest list that is read, in bytes.
pub(super) const MAX_LIST: usize = 256 << 10;

/// The patterns of one file.
#[derive(Default, Debug)]
pub(super) struct Patterns {
    patterns: Vec<Pattern>,
    /// What asking once costs, in steps.
    pub cost: usize,
}

#[derive(Debug)]
struct Pattern {
    wild: Wild,
    negated: bool,
    folders: bool,
    /// True for a pattern for the path from the file's folder on; else it is for the last name.
    anchored: bool,
}

impl Patterns {
    pub(super) fn read(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let patterns = bytes.split(|byte| *byte == b'\n').filter_map(Pattern::read).collect();
        Self { patterns, cost: 1 + bytes.len() / 1024 }
    }

    /// Whether a path, relative to the folder of the file, is ignored; `None` where no pattern speaks of it.
    pub(super) fn ignores(&self, path: &[u8], is_folder: bool) -> Option<bool> {
        let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
        let last = self.patterns.iter().rev().find(|pattern| {
            (is_folder || !pattern.folders)
                && pattern.wild.matches(if pattern.anchored { path } else { name })
        })?;
        Some(!last.negated)
    }
}

impl Pattern {
    fn read(line: &[u8]) -> Option<Self> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.first() == Some(&b'#') {
            return None;
        }
        let line = without_blanks(line);
        let (negated, line) = match line.strip_prefix(b"!") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        let (folders, line) = match line.strip_suffix(b"/") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        let anchored = line.contains(&b'/');
        let line = line.strip_prefix(b"/").unwrap_or(line);
        if line.is_empty() {
            return None;
        }
        Some(Self { wild: Wild::new(line)?, negated, folders, anchored })
    }
}

/// Blanks at the end count only behind a backslash.
fn without_blanks(line: &[u8]) -> &[u8] {
    let mut line = line;
    while let Some(rest) = line.strip_suffix(b" ") {
        if rest.ends_with(b"\\") {
            break;
        }
        line = rest;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::Patterns;

    fn ignores(list: &str, path: &str) -> Option<bool> {
        let (path, is_folder) = match path.strip_suffix('/') {
            Some(path) => (path, true),
            None => (path, false),
        };
        Patterns::read(list.as_bytes()).ignores(path.as_bytes(), is_folder)
    }

    #[test]
    fn patterns_mean_what_git_says() {
        for (list, path, expected) in [
            ("*.o", "a/b/c.o", Some(true)),
            ("*.o", "a.c", None),
            ("target/", "target/", Some(true)),
            ("target/", "target", None),
            ("target/", "a/target/", Some(true)),
            ("/target", "a/target", None),
            ("a/b", "a/b", Some(true)),
            ("a/b", "x/a/b", None),
            ("**/b", "x/a/b", Some(true)),
            ("a/**", "a/x/y", Some(true)),
            ("*.log\n!keep.log", "keep.log", Some(false)),
            ("!keep.log\n*.log", "keep.log", Some(true)),
            ("# note\n\n  \nx", "x", Some(true)),
            ("\\#x", "#x", Some(true)),
            ("\\!x", "!x", Some(true)),
            ("x  ", "x", Some(true)),
            ("x\\ ", "x ", Some(true)),
            ("x\r\ny\r\n", "x", Some(true)),
            ("\u{feff}x", "x", Some(true)),
            ("[", "[", None),
            ("/", "x", None),
        ] {
            assert_eq!(ignores(list, path), expected, "{list:?} {path}");
        }
    }
}
