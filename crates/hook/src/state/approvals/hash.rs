//! What a call is known by: what it would do, and where.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::event::Event;
use crate::state::files::hex;

/// The SHA-256 of what an event is: its host, kind, tool, arguments, result and working directory, and for grants its session. One changed byte gives another.
///
/// It stands in for the event in files. Of arguments that can be guessed it is no secret: whoever has the file can try guesses.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct EventHash([u8; 32]);

impl EventHash {
    /// The hash of an event in any session.
    #[must_use]
    pub fn of(event: &Event) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(b"prescan event 1\0");
        text(&mut hasher, event.host.as_bytes());
        text(&mut hasher, event.kind.name().as_bytes());
        text(&mut hasher, event.tool_name.as_bytes());
        value(&mut hasher, &event.args);
        match &event.result {
            Some(result) => value(&mut hasher, result),
            None => hasher.update(b"-"),
        }
        match &event.cwd {
            Some(path) => text(&mut hasher, path.as_os_str().as_encoded_bytes()),
            None => hasher.update(b"-"),
        }
        Self(hasher.finalize().into())
    }

    /// The hash of an event in its session.
    #[must_use]
    pub fn in_session(event: &Event) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(b"prescan event in session 1\0");
        hasher.update(Self::of(event).0);
        text(&mut hasher, event.session_key.as_bytes());
        Self(hasher.finalize().into())
    }

    /// The name of a file about it.
    pub(super) fn file_name(self) -> String {
        format!("{}.json", hex(&self.0[..16]))
    }
}

/// A length goes before every text, so that no two sequences of texts hash the same bytes.
fn text(hasher: &mut Sha256, bytes: &[u8]) {
    hasher.update(b"s");
    hasher.update((bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

/// Keys are sorted: their order says nothing, and a host may send them in another one the next time.
fn value(hasher: &mut Sha256, json: &Value) {
    match json {
        Value::Null => hasher.update(b"n"),
        Value::Bool(true) => hasher.update(b"t"),
        Value::Bool(false) => hasher.update(b"f"),
        Value::Number(number) => {
            hasher.update(b"#");
            text(hasher, number.to_string().as_bytes());
        }
        Value::String(string) => text(hasher, string.as_bytes()),
        Value::Array(items) => {
            hasher.update(b"[");
            hasher.update((items.len() as u64).to_le_bytes());
            items.iter().for_each(|item| value(hasher, item));
        }
        Value::Object(map) => {
            hasher.update(b"{");
            hasher.update((map.len() as u64).to_le_bytes());
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_unstable_by_key(|(key, _)| key.as_str());
            for (key, item) in entries {
                text(hasher, key.as_bytes());
                value(hasher, item);
            }
        }
    }
}

/// In hexadecimal.
impl fmt::Display for EventHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for EventHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EventHash({self})")
    }
}

impl Serialize for EventHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for EventHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let wrong = || D::Error::custom("a hash has 64 hexadecimal digits");
        let digits: Option<Vec<u8>> = text
            .chars()
            .map(|c| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
            .collect();
        let digits = digits.filter(|digits| digits.len() == 64).ok_or_else(wrong)?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = pair[0] << 4 | pair[1];
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::event::EventKind;

    fn event(args: Value) -> Event {
        Event::new(EventKind::ToolPre, "Bash", args)
    }

    #[test]
    fn the_order_of_keys_is_no_difference() {
        let one: Value = serde_json::from_str(r#"{"a": 1, "b": {"c": 2, "d": 3}}"#).unwrap();
        let other: Value = serde_json::from_str(r#"{"b": {"d": 3, "c": 2}, "a": 1}"#).unwrap();
        assert_eq!(EventHash::of(&event(one)), EventHash::of(&event(other)));
    }

    #[test]
    fn every_part_is_a_difference() {
        let plain = event(json!({ "command": "ls" }));
        let mut others = vec![
            event(json!({ "command": "ls " })),
            event(json!({ "command": ["ls"] })),
            event(json!({ "comman": "dls" })),
            event(json!({ "command": "ls", "x": null })),
            Event::new(EventKind::ToolPost, "Bash", plain.args.clone()),
            Event::new(EventKind::ToolPre, "bash", plain.args.clone()),
            Event { host: "codex".into(), ..plain.clone() },
            Event { result: Some(json!("done")), ..plain.clone() },
            Event { cwd: Some("/tmp".into()), ..plain.clone() },
            Event { cwd: Some("".into()), ..plain.clone() },
        ];
        others.push(plain.clone());
        let hashes: std::collections::HashSet<_> = others.iter().map(EventHash::of).collect();
        assert_eq!(hashes.len(), others.len());
        let other = Event { session_key: "2".into(), ..plain.clone() };
        assert_eq!(EventHash::of(&other), EventHash::of(&plain));
        assert_ne!(EventHash::in_session(&other), EventHash::in_session(&plain));
    }

    #[test]
    fn a_hash_is_read_back() {
        let hash = EventHash::of(&event(json!(1.5)));
        let text = serde_json::to_string(&hash).unwrap();
        assert_eq!(serde_json::from_str::<EventHash>(&text).unwrap(), hash);
        for wrong in ["\"\"", "\"0g\"", "7", &format!("\"{}\"", "é".repeat(64))] {
            assert!(serde_json::from_str::<EventHash>(wrong).is_err(), "{wrong}");
        }
    }
}
