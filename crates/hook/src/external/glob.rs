//! Names with wildcards.

/// True where the pattern matches the whole name: `*` stands for any run of characters, `?` for one. Case counts.
///
/// Only the last `*` is ever tried again, so the work is at most the product of both lengths.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    let (mut p, mut n) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                retry = Some((p + 1, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((after, from)) = retry else { return false };
                retry = Some((after, from + 1));
                p = after;
                n = from + 1;
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What is matched, by definition.
    fn by_definition(pattern: &[char], name: &[char]) -> bool {
        match pattern.split_first() {
            None => name.is_empty(),
            Some(('*', rest)) => {
                (0..=name.len()).any(|skipped| by_definition(rest, &name[skipped..]))
            }
            Some((c, rest)) => name.split_first().is_some_and(|(first, name)| {
                (*c == '?' || c == first) && by_definition(rest, name)
            }),
        }
    }

    #[test]
    fn wildcards_stand_for_what_they_say() {
        assert!(matches("*", ""));
        assert!(matches("*", "Bash"));
        assert!(matches("mcp__*__query", "mcp__db__x__query"));
        assert!(matches("?ash", "Bash"));
        assert!(!matches("Bash", "bash"));
        assert!(!matches("Bash", "BashOutput"));
        assert!(!matches("mcp__*", "mcp_"));
        assert!(!matches("", "Bash"));
    }

    proptest! {
        #[test]
        fn it_is_the_definition(pattern in "[ab*?é]{0,7}", name in "[abé]{0,8}") {
            let (p, n): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
            prop_assert_eq!(matches(&pattern, &name), by_definition(&p, &n));
        }
    }
}
