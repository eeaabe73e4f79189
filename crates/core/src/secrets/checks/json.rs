//! Just enough JSON for the checks: the members of one object, found in one pass.
//!
//! This is no parser. Nested values are only skipped by their brackets and strings, numbers and
//! words are not read. Nothing here recurses, so hostile depth costs nothing but bytes.

/// Deepest nesting that counts as JSON; credentials need three.
const DEEPEST: usize = 64;

/// One JSON object: its own members, not those of the objects inside it.
pub(super) struct Object<'a> {
    members: Vec<(&'a [u8], &'a [u8])>,
}

impl<'a> Object<'a> {
    /// Reads `text` as one object; `None` where it is anything else or something follows it.
    pub(super) fn read(text: &'a [u8]) -> Option<Self> {
        let mut scan = Scan { text, at: 0 };
        let mut members = Vec::new();
        scan.expect(b'{')?;
        if scan.expect(b'}').is_none() {
            loop {
                let name = scan.string()?;
                scan.expect(b':')?;
                members.push((name, scan.value()?));
                if scan.expect(b',').is_none() {
                    scan.expect(b'}')?;
                    break;
                }
            }
        }
        scan.skip_space();
        (scan.at == text.len()).then_some(Self { members })
    }

    /// Whether a member of this name stands in the object.
    pub(super) fn has(&self, name: &str) -> bool {
        self.members.iter().any(|(have, _)| *have == name.as_bytes())
    }

    /// The text of a string member, escapes left as they stand.
    pub(super) fn string(&self, name: &str) -> Option<&'a [u8]> {
        let (_, value) = self.members.iter().find(|(have, _)| *have == name.as_bytes())?;
        value.strip_prefix(b"\"")?.strip_suffix(b"\"")
    }
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Scan<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.skip_space();
        (self.peek()? == byte).then(|| self.at += 1)
    }

    /// The text between two quotes.
    fn string(&mut self) -> Option<&'a [u8]> {
        self.expect(b'"')?;
        let start = self.at;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => self.at += 2,
                0..=0x1f => return None,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.text.get(start..self.at - 1)
    }

    /// The text of any value, its quotes or brackets included.
    fn value(&mut self) -> Option<&'a [u8]> {
        self.skip_space();
        let start = self.at;
        match self.peek()? {
            b'"' => self.string().map(|_| ())?,
            b'{' | b'[' => self.container()?,
            _ => self.word()?,
        }
        self.text.get(start..self.at)
    }

    fn word(&mut self) -> Option<()> {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.'))
        {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    fn container(&mut self) -> Option<()> {
        let mut open = Vec::new();
        loop {
            match self.peek()? {
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'{' => open.push(b'}'),
                b'[' => open.push(b']'),
                // A closing bracket always takes one from the stack; only a wrong one ends here.
                close @ (b'}' | b']') if open.pop() != Some(close) => return None,
                0x7f.. => return None,
                _ => {}
            }
            self.at += 1;
            if open.is_empty() {
                return Some(());
            }
            if open.len() > DEEPEST {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_own_members_only() {
        let text = br#" {"a":"x\"y","n":-1.5e3,"in":{"role":"anon","b":[1,{"c":"}"}]},"t":true} "#;
        let object = Object::read(text).unwrap();
        assert_eq!(object.string("a"), Some(&br#"x\"y"#[..]));
        assert_eq!(object.string("n"), None);
        assert!(object.has("n") && object.has("t") && !object.has("role"));
        assert!(Object::read(b"{ }").is_some());
    }

    #[test]
    fn refuses_what_is_no_object() {
        for text in [
            "",
            "{",
            "[]",
            "{}x",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{\"a\":[}",
            "{a:1}",
            "{\"a",
            "{\"a\":\"\\",
            "{\"a\":{\"b\":1]}",
        ] {
            assert!(Object::read(text.as_bytes()).is_none(), "{text}");
        }
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(100), "]".repeat(100));
        assert!(Object::read(deep.as_bytes()).is_none());
    }
}
