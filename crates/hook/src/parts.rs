//! What an event carries: its strings, and what stands in each.

use prescan_rules::{PartKind, Tools};
use serde_json::Value;

use crate::event::{Event, EventKind};

/// Where in an event a text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In an argument of a tool.
    Part(PartKind),
    /// In what a tool returned.
    Result,
    /// In the user's prompt.
    Prompt,
}

impl Place {
    /// The name in policy lines. A path counts as any other argument does.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Part(PartKind::Path | PartKind::Read) => PartKind::Argument.name(),
            Self::Part(kind) => kind.name(),
            Self::Result => "result",
            Self::Prompt => "prompt",
        }
    }

    /// The place in words, behind "in".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Part(PartKind::Command) => "a command",
            Self::Part(PartKind::Content) => "the content of a file",
            Self::Part(PartKind::Message) => "a message",
            Self::Part(PartKind::Url) => "an address",
            Self::Part(PartKind::Path | PartKind::Read) => "a path",
            Self::Part(PartKind::Argument) => "an argument",
            Self::Result => "what the tool returned",
            Self::Prompt => "the prompt",
        }
    }
}

/// A string of an event.
#[derive(Clone, PartialEq, Eq)]
pub struct Part<'e> {
    /// What stands in it.
    pub place: Place,
    /// Its JSON Pointer (RFC 6901) in the arguments, or in the result.
    pub pointer: String,
    /// The text.
    pub text: &'e str,
}

/// The strings of an event, in the order in which they stand there.
#[must_use]
pub fn parts<'e>(event: &'e Event, tools: &Tools) -> Vec<Part<'e>> {
    let mut parts = Vec::new();
    match event.kind {
        EventKind::ToolPost => {
            if let Some(result) = &event.result {
                strings(result, &mut |pointer, text| {
                    parts.push(Part { place: Place::Result, pointer, text });
                });
            }
        }
        EventKind::ToolPre => {
            let known: Vec<(PartKind, &str)> = tools
                .arguments(&event.host, &event.tool_name)
                .map(Iterator::collect)
                .unwrap_or_default();
            strings(&event.args, &mut |pointer, text| {
                let kind = known.iter().find(|(_, name)| stands_at(name, &pointer));
                let kind = kind.map_or(PartKind::Argument, |(kind, _)| *kind);
                parts.push(Part { place: Place::Part(kind), pointer, text });
            });
        }
        EventKind::PromptPre => {
            strings(&event.args, &mut |pointer, text| {
                parts.push(Part { place: Place::Prompt, pointer, text });
            });
        }
        EventKind::MessagePre | EventKind::Stop => {
            strings(&event.args, &mut |pointer, text| {
                parts.push(Part { place: Place::Part(PartKind::Message), pointer, text });
            });
        }
        EventKind::SessionStart => {}
    }
    parts
}

/// The kind of a part that is one command spread over a list of words, such as `["rm", "-rf", "x"]`.
#[must_use]
pub fn joined_commands(event: &Event, tools: &Tools) -> Vec<(String, String)> {
    let Some(arguments) = tools.arguments(&event.host, &event.tool_name) else {
        return Vec::new();
    };
    arguments
        .filter(|(kind, name)| *kind == PartKind::Command && !name.contains('*'))
        .filter_map(|(_, name)| {
            let words = event.args.get(name)?.as_array()?;
            let words: Vec<&str> = words.iter().map(Value::as_str).collect::<Option<_>>()?;
            (!words.is_empty()).then(|| (format!("/{name}"), quoted(&words)))
        })
        .collect()
}

/// Words as a shell reads them back.
fn quoted(words: &[&str]) -> String {
    let quote = |word: &&str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            (*word).to_owned()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}

/// Calls `each` for every string below a value, without recursion: a library's caller may nest values deeper than a stack.
fn strings<'v>(value: &'v Value, each: &mut dyn FnMut(String, &'v str)) {
    let mut waiting: Vec<(String, &Value)> = vec![(String::new(), value)];
    while let Some((pointer, value)) = waiting.pop() {
        match value {
            Value::String(text) => each(pointer, text),
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate().rev() {
                    waiting.push((format!("{pointer}/{index}"), item));
                }
            }
            Value::Object(fields) => {
                for (name, item) in fields.iter().rev() {
                    let name = name.replace('~', "~0").replace('/', "~1");
                    waiting.push((format!("{pointer}/{name}"), item));
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// True where a pointer is that of an argument such as `edits.*.new_string`.
fn stands_at(argument: &str, pointer: &str) -> bool {
    let mut names = argument.split('.');
    let mut steps = pointer.split('/').skip(1);
    loop {
        match (names.next(), steps.next()) {
            (None, None) => return true,
            (Some("*"), Some(step)) if step.bytes().all(|byte| byte.is_ascii_digit()) => {}
            (Some(name), Some(step)) if name == step => {}
            _ => return false,
        }
    }
}

/// The value with the string at that pointer replaced; nothing changes where there is none.
pub(crate) fn replace(value: &mut Value, pointer: &str, text: String) {
    if let Some(at) = value.pointer_mut(pointer) {
        *at = Value::String(text);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(event: &Event) -> Vec<(&'static str, String, String)> {
        let found = parts(event, &prescan_rules::tools());
        found
            .into_iter()
            .map(|part| (part.place.name(), part.pointer, part.text.to_owned()))
            .collect()
    }

    fn found(place: &'static str, pointer: &str, text: &str) -> (&'static str, String, String) {
        (place, pointer.to_owned(), text.to_owned())
    }

    fn call(tool: &str, args: Value) -> Event {
        Event::new(EventKind::ToolPre, tool, args)
    }

    #[test]
    fn known_arguments_have_their_kind() {
        let all = of(&call("Bash", json!({"command": "ls", "description": "x", "n": 1})));
        assert_eq!(
            all,
            [found("command", "/command", "ls"), found("argument", "/description", "x")]
        );
        let edit = json!({"file_path": "a", "edits": [{"old_string": "o", "new_string": "n"}]});
        let all = of(&call("MultiEdit", edit));
        assert!(all.contains(&found("content", "/edits/0/new_string", "n")));
        assert!(all.contains(&found("argument", "/edits/0/old_string", "o")));
    }

    #[test]
    fn every_string_of_an_unknown_tool_is_an_argument() {
        let args = json!({"a": {"b/c~d": ["x", {"e": "y"}]}, "f": null, "g": "z"});
        let all = of(&call("no such tool", args.clone()));
        assert_eq!(all.len(), 3);
        for (place, pointer, text) in all {
            assert_eq!(place, "argument");
            assert_eq!(args.pointer(&pointer).and_then(Value::as_str), Some(text.as_str()));
        }
        assert_eq!(of(&call("x", json!("bare"))), [found("argument", "", "bare")]);
    }

    #[test]
    fn deep_values_do_not_overflow() {
        let mut value = json!("bottom");
        for _ in 0..20_000 {
            value = Value::Array(vec![value]);
        }
        let mut count = 0;
        strings(&value, &mut |_, _| count += 1);
        assert_eq!(count, 1);
        // Dropping a value recurses.
        std::mem::forget(value);
    }

    #[test]
    fn a_list_of_words_is_one_command() {
        let event = call("exec", json!({"command": ["bash", "-c", "rm -rf 'a'"]}));
        let joined = joined_commands(&event, &prescan_rules::tools());
        assert_eq!(joined, [("/command".to_owned(), r"bash -c 'rm -rf '\''a'\'''".to_owned())]);
    }
}
