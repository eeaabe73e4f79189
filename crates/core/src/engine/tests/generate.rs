//! Random rules over a tiny alphabet, and texts in which they match often.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::finding::Codec;
use crate::rule::{Boundary, ComponentSpec, Kind, PartSpec, RuleSpec, Whole};

/// A pattern of few parts.
fn pattern() -> impl Strategy<Value = String> {
    let class = select(vec![
        "[ab]", "[a-c]", "[^a]", "[ab-]", "[c1_]", "c", "-", "ab", ".", "\\d", "(?:ab|b)",
        "(?:a|ab)", "(?:a|-)", "\\b", "\\n?",
    ]);
    let count = select(vec!["", "", "{2}", "{0,3}", "{1,4}", "*", "+", "?", "*?", "{1,3}?"]);
    prop::collection::vec((class, count), 1..4).prop_map(|parts| {
        parts.into_iter().map(|(class, count)| format!("(?:{class}){count}")).collect()
    })
}

fn maybe<T: std::fmt::Debug>(
    one_in: u32,
    strategy: impl Strategy<Value = T>,
) -> impl Strategy<Value = Option<T>> {
    prop::option::weighted(1.0 / f64::from(one_in), strategy)
}

/// A component as it is drawn: a rule by its place or a pattern, its distances, and whether it is optional.
type DrawnComponent = (Result<Index, String>, u32, Option<u32>, bool);

fn component() -> impl Strategy<Value = DrawnComponent> {
    let part = prop_oneof![any::<Index>().prop_map(Ok), pattern().prop_map(Err)];
    (part, select(vec![1, 3, 8, 40, 4096]), maybe(2, 0u32..3), any::<bool>())
}

fn token() -> impl Strategy<Value = RuleSpec> {
    let literals = prop::collection::vec("[abAB_-]{3,5}", 1..3);
    let parts = (
        maybe(3, pattern()),
        maybe(4, pattern()),
        prop::option::weighted(0.8, pattern()),
        maybe(4, pattern()),
    );
    let boundary = select(vec![Boundary::Word, Boundary::Left, Boundary::Right, Boundary::None]);
    let whole = select(vec![Whole::Value, Whole::LiteralValue, Whole::BeforeLiteralValue]);
    (literals, any::<bool>(), parts, boundary, whole, select(vec![4, 9, 20, 4096])).prop_map(
        |(literals, nocase, (before, gap, value, after), boundary, whole, reach)| RuleSpec {
            literals,
            nocase,
            before,
            gap,
            whole: if value.is_none() { Whole::LiteralValue } else { whole },
            value,
            after,
            boundary,
            reach,
            ..RuleSpec::token()
        },
    )
}

fn assignment() -> impl Strategy<Value = RuleSpec> {
    let literals = prop::collection::vec(select(vec!["key", "token", "aba", "a.b"]), 1..3);
    let key = select(vec!["key$", "^a", "ab|token", "[._-]"]).prop_map(str::to_owned);
    let value =
        prop_oneof![pattern(), select(vec!["[a-c1_-]+", ".*", "[^-]{2,}"]).prop_map(str::to_owned)];
    (literals, any::<bool>(), maybe(3, key), maybe(2, value), select(vec![12, 30, 4096])).prop_map(
        |(literals, nocase, key, value, reach)| RuleSpec {
            literals: literals.into_iter().map(str::to_owned).collect(),
            nocase,
            key,
            value,
            reach,
            ..RuleSpec::assignment()
        },
    )
}

/// One to four rules, some with components, some of them hidden.
pub(super) fn rules() -> impl Strategy<Value = Vec<RuleSpec>> {
    let base = prop_oneof![3 => token(), 1 => assignment()];
    let globs = select(vec!["*.txt", "**/*.rs", "src/**"]).prop_map(str::to_owned);
    let judged = (
        prop::collection::vec(component(), 0..2),
        maybe(8, pattern()),
        maybe(8, "[ab]{3,5}"),
        maybe(6, 0.5f32..1.5),
        (maybe(8, globs.clone()), maybe(8, globs)),
    );
    let rest = (any::<bool>(), -1i16..2, 0u8..5);
    prop::collection::vec((base, judged, rest), 1..5).prop_map(|drawn| {
        let count = drawn.len();
        let id = |index: usize| format!("tiny.rule-{index}");
        let rule = |(index, (base, judged, rest))| {
            let base: RuleSpec = base;
            let (components, allow_pattern, allow_value, entropy, (paths, not_paths)) = judged;
            let components: Vec<DrawnComponent> = components;
            let (placeholders, priority, hidden) = rest;
            let components = components.into_iter().map(|(part, within, lines, optional)| {
                let part = match part {
                    Ok(rule) => PartSpec::Rule(id(rule.index(count))),
                    Err(pattern) => PartSpec::Pattern(pattern),
                };
                ComponentSpec { part, within, lines, optional }
            });
            RuleSpec {
                id: id(index),
                components: components.collect(),
                allow_patterns: Vec::from_iter(allow_pattern),
                allow_values: Vec::from_iter(allow_value),
                entropy,
                paths: Vec::from_iter(paths),
                not_paths: Vec::from_iter(not_paths),
                placeholders: placeholders && base.kind == Kind::Assignment,
                priority,
                hidden: hidden == 0 && index > 0,
                ..base
            }
        };
        drawn.into_iter().enumerate().map(rule).collect()
    })
}

/// A part of a text, to be filled in when the rules are known.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// As it stands.
    Text(String),
    /// A literal of some rule.
    Literal(Index, Index),
    /// Other pieces, encoded.
    Encoded(Encoding, Vec<Piece>),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Encoding {
    Base64,
    Base64Url,
    Base64Utf16,
    Hex,
    /// Escapes for some marks or for every byte.
    Percent(bool),
}

pub(super) fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let fixed = select(vec![
        "\n",
        " ",
        "key=",
        "my_token: \"",
        "\"",
        "\\n",
        "%3D",
        "%3dab",
        "=",
        "'",
        ", ",
        "-",
        "aba = '",
        "{\"key\":\"a.b\",\"value\":\"ab-c1\"}",
        "# prescan:allow",
        "// prescan:allow tiny.rule-1",
        "padding of more words and more words",
        "x%2fyz",
        "<key>ab1</key>",
        "\u{e9}\u{1f511}",
    ]);
    let leaf = prop_oneof![
        3 => "[abc1_ \n-]{0,10}".prop_map(Piece::Text),
        1 => "[abcABC1_-]{1,40}".prop_map(Piece::Text),
        2 => fixed.prop_map(|text| Piece::Text(text.to_owned())),
        3 => (any::<Index>(), any::<Index>()).prop_map(|(rule, literal)| Piece::Literal(rule, literal)),
    ];
    let encoding = select(vec![
        Encoding::Base64,
        Encoding::Base64Url,
        Encoding::Base64Utf16,
        Encoding::Hex,
        Encoding::Percent(false),
        Encoding::Percent(true),
    ]);
    let piece = leaf.prop_recursive(3, 40, 12, move |inner| {
        (encoding.clone(), prop::collection::vec(inner, 1..12))
            .prop_map(|(encoding, pieces)| Piece::Encoded(encoding, pieces))
    });
    prop::collection::vec(piece, 0..24)
}

/// The text of pieces.
pub(super) fn text(pieces: &[Piece], specs: &[RuleSpec]) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Literal(rule, literal) => {
                let literal: &String = literal.get(&rule.get(specs).literals);
                out.push_str(literal);
            }
            Piece::Encoded(encoding, inner) => out.push_str(&encoding.encode(&text(inner, specs))),
        }
    }
    out
}

impl Encoding {
    fn encode(self, text: &str) -> String {
        match self {
            Self::Base64 => STANDARD.encode(text),
            Self::Base64Url => URL_SAFE_NO_PAD.encode(text),
            Self::Base64Utf16 => STANDARD.encode(Wide(Some(Codec::Utf16Le), true).encode(text)),
            Self::Hex => text.bytes().map(|byte| format!("{byte:02x}")).collect(),
            Self::Percent(all) => text
                .bytes()
                .map(|byte| match byte {
                    b'-' | b'a'..=b'c' | b'1' if !all => char::from(byte).to_string(),
                    _ => format!("%{byte:02X}"),
                })
                .collect(),
        }
    }
}

/// An encoding of a whole text, and whether a byte order mark stands in front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide(pub(super) Option<Codec>, pub(super) bool);

pub(super) fn wide() -> impl Strategy<Value = Wide> {
    let codec = prop_oneof![
        4 => Just(None),
        1 => select(vec![Codec::Utf16Le, Codec::Utf16Be, Codec::Utf32Le, Codec::Utf32Be]).prop_map(Some),
    ];
    (codec, any::<bool>()).prop_map(|(codec, mark)| Wide(codec, mark))
}

impl Wide {
    pub(super) fn encode(self, text: &str) -> Vec<u8> {
        self.encode_part(text, true)
    }

    /// Only the first part of a text has a mark.
    pub(super) fn encode_part(self, text: &str, first: bool) -> Vec<u8> {
        let Self(Some(codec), mark) = self else { return text.as_bytes().to_vec() };
        let mark = if mark && first { "\u{feff}" } else { "" };
        let chars = mark.chars().chain(text.chars());
        match codec {
            Codec::Utf32Le => chars.flat_map(|c| u32::from(c).to_le_bytes()).collect(),
            Codec::Utf32Be => chars.flat_map(|c| u32::from(c).to_be_bytes()).collect(),
            codec => {
                let unit = |unit: u16| match codec {
                    Codec::Utf16Be => unit.to_be_bytes(),
                    _ => unit.to_le_bytes(),
                };
                chars.flat_map(|c| c.encode_utf16(&mut [0; 2]).to_vec()).flat_map(unit).collect()
            }
        }
    }
}
