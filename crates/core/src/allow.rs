//! Comments beside a finding that allow it.

use std::ops::Range;

use memchr::{memchr, memmem, memrchr};

/// How far a comment may stand from the finding on its line, in bytes.
pub(crate) const MAX_DISTANCE: usize = 1024;
/// Our own comment; rule names may follow it.
const OWN: &[u8] = b"prescan:allow";
/// Comments of other scanners that mean the same.
const FOREIGN: [&[u8]; 4] =
    [b"gitleaks:allow", b"betterleaks:allow", b"trufflehog:ignore", b"pragma: allowlist secret"];
/// A comment of another scanner that speaks of the line below it.
const FOREIGN_NEXT_LINE: &[u8] = b"pragma: allowlist nextline secret";

/// True when a comment on the finding's first or last line, or one for the next line above it, allows the rule.
#[must_use]
pub(crate) fn by_comment(text: &[u8], finding: Range<usize>, rule: &str) -> bool {
    let before_from = finding.start.saturating_sub(MAX_DISTANCE);
    let before = &text[before_from..finding.start];
    let line_start = memrchr(b'\n', before).map_or(0, |end| end + 1);
    let first_line = &before[line_start..];
    let inside = &text[finding.clone()];
    let after = &text[finding.end..text.len().min(finding.end + MAX_DISTANCE)];
    let rest = &after[..memchr(b'\n', after).unwrap_or(after.len())];
    // A finding of several lines may carry the comment behind its first line too.
    let first_inside = &inside[..memchr(b'\n', inside).unwrap_or(0).min(MAX_DISTANCE)];
    if [first_line, rest, first_inside].into_iter().any(|part| allows(part, rule)) {
        return true;
    }
    let above = &before[..line_start.saturating_sub(1)];
    let above = &above[memrchr(b'\n', above).map_or(0, |end| end + 1)..];
    line_start > 0 && memmem::find(above, FOREIGN_NEXT_LINE).is_some()
}

/// True when a part of a line holds a comment that allows the rule.
fn allows(part: &[u8], rule: &str) -> bool {
    if FOREIGN.iter().any(|comment| memmem::find(part, comment).is_some()) {
        return true;
    }
    memmem::find_iter(part, OWN).any(|at| {
        let named = &part[at + OWN.len()..];
        let mut names = named
            .split(|byte| matches!(byte, b' ' | b'\t' | b',' | b':' | b'=' | b'[' | b']' | b'\r'))
            .filter(|name| !name.is_empty())
            .take_while(|name| is_rule_name(name))
            .peekable();
        // Without a name it allows every rule.
        names.peek().is_none() || names.any(|name| name == rule.as_bytes() || is_group(name, rule))
    })
}

/// A rule's id has a dot, which words of a comment that follows do not.
fn is_rule_name(word: &[u8]) -> bool {
    let id = |byte: &u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.' | b'*')
    };
    word.contains(&b'.') && !word.ends_with(b".") && word.iter().all(id)
}

/// `vendor.*` names all rules of a vendor.
fn is_group(name: &[u8], rule: &str) -> bool {
    name.strip_suffix(b"*").is_some_and(|prefix| rule.as_bytes().starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::by_comment;

    fn allowed(text: &str) -> bool {
        let start = text.find("SECRET").unwrap();
        by_comment(text.as_bytes(), start..start + 6, "acme.key")
    }

    #[test]
    fn comments_on_the_same_line() {
        for comment in [
            "# prescan:allow",
            "// prescan:allow acme.key",
            "// prescan:allow other.key, acme.key",
            "/* prescan:allow acme.* */",
            "# gitleaks:allow",
            "# betterleaks:allow",
            "# trufflehog:ignore",
            "# pragma: allowlist secret",
            "# prescan:allow it is a test key",
        ] {
            assert!(allowed(&format!("a\nkey = SECRET {comment}\nb")), "{comment}");
            assert!(allowed(&format!("{comment} key = SECRET")), "{comment}");
        }
    }

    #[test]
    fn comments_that_do_not_count() {
        assert!(!allowed("key = SECRET # prescan:allow other.key"));
        assert!(!allowed("# prescan:allow\nkey = SECRET\n"));
        assert!(!allowed("key = SECRET\n# prescan:allow"));
        assert!(!allowed("key = SECRET"));
    }

    #[test]
    fn a_comment_for_the_next_line() {
        assert!(allowed("# pragma: allowlist nextline secret\nkey = SECRET"));
        assert!(!allowed("# pragma: allowlist nextline secret\n\nkey = SECRET"));
    }
}
