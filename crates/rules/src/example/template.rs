//! Templates: text with `<generator>` places.

use std::ops::Range;

use fastrand::Rng;

use super::generator::{self, GeneratorError};

/// A parsed template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Text(String),
    /// Name and argument.
    Generator(String, String),
}

/// One expansion of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The text.
    pub text: Vec<u8>,
    /// Where generators put something in, in order.
    pub generated: Vec<Range<usize>>,
}

impl Template {
    /// Parses a template. `<<` stands for `<`; a `<` that starts no generator's name stays as it is.
    ///
    /// # Errors
    /// When a generator is unknown or its argument does not fit.
    pub fn parse(source: &str) -> Result<Self, GeneratorError> {
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut rest = source;
        while let Some(at) = rest.find('<') {
            text.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix('<') {
                text.push('<');
                rest = after;
                continue;
            }
            match generator_at(rest) {
                Some((name, argument, after)) => {
                    generator::validate(name, argument)?;
                    if !text.is_empty() {
                        parts.push(Part::Text(std::mem::take(&mut text)));
                    }
                    parts.push(Part::Generator(name.to_owned(), argument.to_owned()));
                    rest = after;
                }
                None => text.push('<'),
            }
        }
        text.push_str(rest);
        if !text.is_empty() {
            parts.push(Part::Text(text));
        }
        Ok(Self { parts })
    }

    /// Expands the template; the same seed gives the same text.
    ///
    /// # Errors
    /// When a checksum cannot be computed for the text before it.
    pub fn expand(&self, seed: u64) -> Result<Instance, GeneratorError> {
        let mut rng = Rng::with_seed(seed);
        let mut instance = Instance { text: Vec::new(), generated: Vec::new() };
        for part in &self.parts {
            match part {
                Part::Text(text) => instance.text.extend_from_slice(text.as_bytes()),
                Part::Generator(name, argument) => {
                    let start = instance.text.len();
                    generator::run(name, argument, &mut rng, &mut instance.text)?;
                    instance.generated.push(start..instance.text.len());
                }
            }
        }
        Ok(instance)
    }

    /// True when every expansion is the same text.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Text(_)))
    }
}

/// Name, argument and rest of a generator that starts behind its `<`; `None` when it is none.
fn generator_at(rest: &str) -> Option<(&str, &str, &str)> {
    if rest.starts_with('[') {
        // A class: `<[a-z]:12>`.
        let close = rest.find("]:")? + 1;
        let end = close + rest[close..].find('>')?;
        return Some((&rest[..close], &rest[close + 1..end], &rest[end + 1..]));
    }
    let name_len = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-')?;
    let name = &rest[..name_len];
    if !generator::exists(name) {
        return None;
    }
    match rest.as_bytes()[name_len] {
        b'>' => Some((name, "", &rest[name_len + 1..])),
        b':' => {
            // Generators nest in the argument of `b64`.
            let mut depth = 1;
            for (offset, byte) in rest.bytes().enumerate().skip(name_len) {
                match byte {
                    b'<' => depth += 1,
                    b'>' => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    return Some((name, &rest[name_len + 1..offset], &rest[offset + 1..]));
                }
            }
            None
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Template;

    fn expand(source: &str) -> String {
        String::from_utf8(Template::parse(source).unwrap().expand(7).unwrap().text).unwrap()
    }

    #[test]
    fn text_without_generators_stays() {
        for text in ["plain", "a < b > c", "<unknown:3>", "<div class=x>", "x <", "</password>"] {
            assert_eq!(expand(text), text);
        }
        assert_eq!(expand("<<hex:4>"), "<hex:4>");
    }

    #[test]
    fn lengths_and_alphabets() {
        assert_eq!(expand("k=<hex:32>;").len(), 35);
        let text = expand("<base62:10-20>");
        assert!((10..=20).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric()));
        assert!(expand("<[ab_]:50>").bytes().all(|b| b"ab_".contains(&b)));
        assert_eq!(expand("<b64:user:<digit:2>>").len(), 12);
    }

    #[test]
    fn the_seed_decides() {
        let template = Template::parse("<base62:40>").unwrap();
        assert_eq!(template.expand(1), template.expand(1));
        assert_ne!(template.expand(1), template.expand(2));
    }

    #[test]
    fn faults_are_named() {
        let error = |source: &str| Template::parse(source).unwrap_err().to_string();
        assert_eq!(
            error("<hex:x>"),
            "generator `<hex:x>`: the length is a number or a range such as `24-36`"
        );
        assert_eq!(
            error("<tail:nope>"),
            "generator `<tail:nope>`: no check `nope` can compute a checksum"
        );
    }
}
