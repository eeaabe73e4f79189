//! Tools and what their arguments carry.
//!
//! The table is embedded as one text, a tool's name a line, and read from front to back: nothing is built for a look-up.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an argument of a tool carries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PartKind {
    /// A line that a shell runs.
    Command,
    /// The path of a file that is written.
    Path,
    /// The path of a file that is read.
    Read,
    /// What is written into a file.
    Content,
    /// A text for a person.
    Message,
    /// An address that is opened.
    Url,
    /// Anything else.
    Argument,
}

impl PartKind {
    /// Those that a table of tools may name.
    pub const NAMED: &'static [Self] =
        &[Self::Command, Self::Path, Self::Read, Self::Content, Self::Message, Self::Url];

    /// The name in the table and in policy lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Path => "path",
            Self::Read => "read",
            Self::Content => "content",
            Self::Message => "message",
            Self::Url => "url",
            Self::Argument => "argument",
        }
    }
}

/// `tools.yaml`.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct ToolsFile {
    /// The first entry with a tool's name counts.
    pub tools: Vec<ToolEntry>,
}

/// Tools whose arguments carry the same. An argument is a name, or a path of names such as `edits.*.new_string`, in which `*` stands for every item of a list.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ToolEntry {
    /// The tools' names; `*` stands for any characters.
    pub names: Vec<String>,
    /// Only on these hosts; on every host when left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// Arguments that a shell runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// Arguments with the path of a file that is written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// Arguments with the path of a file that is read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<String>,
    /// Arguments that are written into a file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<String>,
    /// Arguments that are sent to a person.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub message: Vec<String>,
    /// Arguments with an address that is opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub url: Vec<String>,
}

/// The entries as [`Tools`] reads them: `hosts TAB name TAB kind TAB argument …` a line.
///
/// # Errors
/// When a name is empty or holds a character that the table is cut at; the error is the name.
pub fn table(entries: &[ToolEntry]) -> Result<String, String> {
    let mut table = String::new();
    for tool in entries {
        let lists =
            [&tool.command, &tool.path, &tool.read, &tool.content, &tool.message, &tool.url];
        let words = tool.names.iter().chain(&tool.hosts).chain(lists.iter().copied().flatten());
        for word in words {
            if word.is_empty() || word.contains(['\t', '\n', '\r', ',']) {
                return Err(format!(
                    "`{}` is no name of a tool, a host or an argument",
                    word.escape_debug()
                ));
            }
        }
        for name in &tool.names {
            table.push_str(&tool.hosts.join(","));
            table.push('\t');
            table.push_str(name);
            for (kind, list) in PartKind::NAMED.iter().zip(lists) {
                for argument in list {
                    table.extend(["\t", kind.name(), "\t", argument]);
                }
            }
            table.push('\n');
        }
    }
    Ok(table)
}

/// The table of tools.
#[derive(Clone, Debug)]
pub struct Tools {
    table: Cow<'static, str>,
}

impl Tools {
    /// A table as [`table`] writes it.
    pub(crate) const fn new(table: &'static str) -> Self {
        Self { table: Cow::Borrowed(table) }
    }

    /// This table with entries in front of its own.
    ///
    /// # Errors
    /// As [`table`].
    pub fn extended(&self, entries: &[ToolEntry]) -> Result<Self, String> {
        Ok(Self { table: Cow::Owned(table(entries)? + &self.table) })
    }

    /// What the arguments of a host's tool carry: kinds and the arguments' names, in which `.*.` stands for every item of a list. `None` for a tool that is not listed.
    #[must_use]
    pub fn arguments<'t>(
        &'t self,
        host: &str,
        tool: &str,
    ) -> Option<impl Iterator<Item = (PartKind, &'t str)> + use<'t>> {
        let mut fields = self.table.lines().find_map(|line| {
            let mut fields = line.split('\t');
            let (hosts, name) = (fields.next()?, fields.next()?);
            let known = hosts.is_empty() || hosts.split(',').any(|known| known == host);
            (known && matches(name, tool)).then_some(fields)
        })?;
        Some(std::iter::from_fn(move || {
            let (kind, argument) = (fields.next()?, fields.next()?);
            let kind = PartKind::NAMED.iter().find(|known| known.name() == kind)?;
            Some((*kind, argument))
        }))
    }
}

/// True where the text is what the pattern says; `*` stands for any characters, also none.
#[must_use]
pub fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{PartKind, ToolEntry, matches};

    fn arguments(host: &str, tool: &str) -> Option<Vec<(PartKind, String)>> {
        let tools = crate::tools();
        let arguments = tools.arguments(host, tool)?;
        Some(arguments.map(|(kind, name)| (kind, name.to_owned())).collect())
    }

    fn has(arguments: Option<Vec<(PartKind, String)>>, kind: PartKind, name: &str) -> bool {
        arguments.is_some_and(|all| all.contains(&(kind, name.to_owned())))
    }

    #[test]
    fn tools_are_known_by_name() {
        assert!(has(arguments("claude-code", "Bash"), PartKind::Command, "command"));
        assert!(has(arguments("generic", "Write"), PartKind::Path, "file_path"));
        assert!(has(arguments("generic", "Write"), PartKind::Content, "content"));
        assert!(has(arguments("codex", "mcp__probe__send_message"), PartKind::Message, "text"));
        // The last entry is every other tool's.
        for other in ["no such tool", "mcp__host__run", ""] {
            assert!(has(arguments("generic", other), PartKind::Command, "command"), "{other}");
            assert!(!has(arguments("generic", other), PartKind::Content, "content"), "{other}");
        }
    }

    #[test]
    fn a_users_entries_come_first() {
        let entry = ToolEntry {
            names: vec!["Bash".to_owned(), "my_*".to_owned()],
            hosts: vec!["acme".to_owned()],
            url: vec!["where".to_owned()],
            ..ToolEntry::default()
        };
        let tools = crate::tools().extended(std::slice::from_ref(&entry)).unwrap();
        let of = |host, tool| {
            tools.arguments(host, tool).into_iter().flatten().next().map(|(kind, _)| kind)
        };
        assert_eq!(of("acme", "Bash"), Some(PartKind::Url));
        assert_eq!(of("acme", "my_tool"), Some(PartKind::Url));
        assert_eq!(of("other", "Bash"), Some(PartKind::Command));
        let bad = ToolEntry { names: vec!["a\tb".to_owned()], ..entry };
        assert!(crate::tools().extended(&[bad]).is_err());
    }

    #[test]
    fn stars_stand_for_anything() {
        for (pattern, text) in [
            ("", ""),
            ("*", ""),
            ("*", "a/b"),
            ("a*", "a"),
            ("*a", "ba"),
            ("a*b*c", "aXbbc"),
            ("*.env", ".env"),
            ("a**b", "ab"),
        ] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [
            ("", "a"),
            ("a", "ab"),
            ("a*", "ba"),
            ("*a", "ab"),
            ("a*a", "a"),
            ("ab*ba", "aba"),
            ("a*b*c", "acb"),
        ] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }

    /// The matcher that is obviously right.
    fn naive(pattern: &[char], text: &[char]) -> bool {
        match pattern.split_first() {
            None => text.is_empty(),
            Some((&'*', rest)) => (0..=text.len()).any(|skip| naive(rest, &text[skip..])),
            Some((one, rest)) => {
                text.split_first().is_some_and(|(other, text)| one == other && naive(rest, text))
            }
        }
    }

    proptest! {
        #[test]
        fn matches_as_the_naive_twin_does(pattern in "[ab*é]{0,8}", text in "[abé]{0,10}") {
            let (naive_pattern, naive_text): (Vec<char>, Vec<char>) =
                (pattern.chars().collect(), text.chars().collect());
            prop_assert_eq!(matches(&pattern, &text), naive(&naive_pattern, &naive_text));
        }
    }
}
