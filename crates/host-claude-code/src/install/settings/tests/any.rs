//! Settings as people write them: any indent, comments, line ends, commas.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// How a text is written. `dice` decides about every place where there is a choice.
#[derive(Clone, Debug)]
struct Style {
    newline: &'static str,
    indent: &'static str,
    one_line: bool,
    dice: Vec<u8>,
    mark: bool,
    end: &'static str,
}

fn style() -> impl Strategy<Value = Style> {
    (
        prop::sample::select(&["\n", "\r\n"][..]),
        prop::sample::select(&["  ", "    ", "\t", " "][..]),
        prop::bool::weighted(0.2),
        prop::collection::vec(any::<u8>(), 1..64),
        prop::bool::weighted(0.1),
        prop::sample::select(&["", "\n", "\n\n", " "][..]),
    )
        .prop_map(|(newline, indent, one_line, dice, mark, end)| Style {
            newline,
            indent,
            one_line,
            dice,
            mark,
            end,
        })
}

struct Writer<'s> {
    style: &'s Style,
    text: String,
    rolls: usize,
}

impl Writer<'_> {
    fn roll(&mut self, sides: u8) -> u8 {
        let die = self.style.dice[self.rolls % self.style.dice.len()];
        self.rolls += 1;
        die % sides
    }

    fn trivia(&mut self, depth: usize) {
        if self.style.one_line {
            let blanks = ["", " ", "  ", " /* c */ "][usize::from(self.roll(4))];
            self.text.push_str(blanks);
            return;
        }
        let line = format!("{}{}", self.style.newline, self.style.indent.repeat(depth));
        let piece = match self.roll(9) {
            0 => " ".to_owned(),
            1 => String::new(),
            2 => format!("{}{line}", self.style.newline),
            3 => format!(" // note{line}"),
            4 => format!(" /* note */{line}"),
            5 => format!("{line}/* over{line}lines */ "),
            _ => line,
        };
        self.text.push_str(&piece);
    }

    fn write(&mut self, value: &Value, depth: usize) {
        let (open, close, members) = match value {
            Value::Array(elements) => {
                ('[', ']', elements.iter().map(|element| (None, element)).collect::<Vec<_>>())
            }
            Value::Object(map) => {
                ('{', '}', map.iter().map(|(name, value)| (Some(name), value)).collect())
            }
            leaf => return self.text.push_str(&leaf.to_string()),
        };
        self.text.push(open);
        let last = members.len().saturating_sub(1);
        for (at, (name, value)) in members.into_iter().enumerate() {
            self.trivia(depth + 1);
            if let Some(name) = name {
                self.text.push_str(&format!("{}: ", json!(name)));
            }
            self.write(value, depth + 1);
            if self.roll(6) == 0 {
                self.trivia(depth + 1);
            }
            if at < last || self.roll(4) == 0 {
                self.text.push(',');
            }
        }
        self.trivia(depth);
        self.text.push(close);
    }
}

fn written(settings: &Value, style: &Style) -> String {
    let mut writer = Writer { style, text: String::new(), rolls: 0 };
    if style.mark {
        writer.text.push('\u{feff}');
    }
    writer.write(settings, 0);
    writer.text.push_str(style.end);
    writer.text
}

fn handler() -> impl Strategy<Value = Value> {
    prop::sample::select(&["lint", "say 'done'", "echo prescan hook claude-code"][..])
        .prop_map(|command| json!({"type": "command", "command": command}))
}

fn group() -> impl Strategy<Value = Value> {
    (prop::collection::vec(handler(), 0..3), prop::option::of("[A-Z][a-z]{2,5}")).prop_map(
        |(hooks, matcher)| match matcher {
            Some(matcher) => json!({"matcher": matcher, "hooks": hooks}),
            None => json!({"hooks": hooks}),
        },
    )
}

fn settings() -> impl Strategy<Value = Value> {
    let events = prop::sample::select(
        &["PreToolUse", "PostToolUse", "Stop", "Notification", "PreCompact"][..],
    );
    let hooks = prop::collection::hash_map(events, prop::collection::vec(group(), 0..3), 0..4);
    let others = prop::collection::hash_map("[a-z]{1,6}", ".{0,6}", 0..3);
    (others, prop::option::of(hooks)).prop_map(|(others, hooks)| {
        let mut settings = json!(others);
        if let (Some(hooks), Some(settings)) = (hooks, settings.as_object_mut()) {
            settings.insert("hooks".to_owned(), json!(hooks));
        }
        settings
    })
}

/// The value without comments and trailing commas.
fn value_of(text: &str) -> Value {
    fn value(from: &jsonc_parser::ast::Value<'_>) -> Value {
        match from {
            jsonc_parser::ast::Value::StringLit(lit) => json!(lit.value),
            jsonc_parser::ast::Value::NumberLit(lit) => json!(lit.value.parse::<u64>().unwrap()),
            jsonc_parser::ast::Value::BooleanLit(lit) => json!(lit.value),
            jsonc_parser::ast::Value::NullKeyword(_) => Value::Null,
            jsonc_parser::ast::Value::Array(array) => array.elements.iter().map(value).collect(),
            jsonc_parser::ast::Value::Object(object) => object
                .properties
                .iter()
                .map(|member| (member.name.as_str().to_owned(), value(&member.value)))
                .collect(),
        }
    }
    value(&jsonc_parser::ast::Value::Object(root(without_mark(text)).unwrap().unwrap()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn what_was_there_comes_back_byte_by_byte(settings in settings(), style in style()) {
        let source = written(&settings, &style);
        prop_assert_eq!(value_of(&source), settings.clone());
        let text = installed(Some(&source), &ours()).unwrap();
        prop_assert_eq!(installed(Some(&text), &ours()).unwrap(), text.clone());
        // What is added is at the end of what it is added to, and nothing else is.
        let mut expected = settings;
        for moment in Moment::INSTALLED {
            let groups = &mut expected["hooks"][moment.name()];
            let mut all = groups.as_array().cloned().unwrap_or_default();
            all.push(serde_json::to_value(ours().group(*moment)).unwrap());
            *groups = json!(all);
        }
        prop_assert_eq!(value_of(&text), expected);
        // Only in a text of other line ends could a bare one be seen.
        if source.contains("\r\n") {
            prop_assert_eq!(text.matches('\n').count(), text.matches("\r\n").count() + source.matches('\n').count() - source.matches("\r\n").count());
        }
        prop_assert_eq!(removed(&text), Ok(Rest::Text(source)));
    }

    #[test]
    fn any_text_is_edited_or_left_alone(source in ".{0,40}") {
        if let Ok(text) = installed(Some(&source), &ours()) {
            prop_assert_eq!(removed(&text), Ok(Rest::Text(source)));
        }
    }

    #[test]
    fn any_text_of_brackets_is_edited_or_left_alone(source in "[{}\\[\\]\",:/* \\n\\r\ta1]{0,40}") {
        if let Ok(text) = installed(Some(&source), &ours()) {
            prop_assert_eq!(removed(&text), Ok(Rest::Text(source)));
        }
    }
}
