use std::ops::Range;

use ::base64::Engine as _;
use ::base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{base64, hex, is_text, percent, unicode};
use crate::engine::cases;
use crate::finding::Codec;
use crate::reference::{base64_runs, percent_regions};

/// A range of a text of that length, from two places.
fn range(len: usize, (a, b): (Index, Index)) -> Range<usize> {
    let (a, b) = (a.index(len + 1), b.index(len + 1));
    a.min(b)..a.max(b)
}

fn places() -> impl Strategy<Value = (Index, Index)> {
    (any::<Index>(), any::<Index>())
}

const WIDE: [Codec; 4] = [Codec::Utf16Le, Codec::Utf16Be, Codec::Utf32Le, Codec::Utf32Be];

/// One character in an encoding.
fn encode(codec: Codec, char: char) -> Vec<u8> {
    let units = |to_bytes: fn(u16) -> [u8; 2]| {
        char.encode_utf16(&mut [0; 2]).iter().flat_map(|&unit| to_bytes(unit)).collect()
    };
    match codec {
        Codec::Utf16Le => units(u16::to_le_bytes),
        Codec::Utf16Be => units(u16::to_be_bytes),
        Codec::Utf32Le => u32::from(char).to_le_bytes().to_vec(),
        _ => u32::from(char).to_be_bytes().to_vec(),
    }
}

proptest! {
    #![proptest_config(cases(500))]

    /// In base64 a byte's characters are those that hold any of its bits.
    #[test]
    fn base64_ranges_are_the_characters_that_hold_the_bits(
        text in "[ -~\n\u{e9}]{24,90}", which in 0usize..4, places in places(),
    ) {
        let encoded = [&STANDARD, &STANDARD_NO_PAD, &URL_SAFE, &URL_SAFE_NO_PAD][which].encode(&text);
        let run = encoded.trim_end_matches('=').as_bytes();
        let mut decoded = Vec::new();
        prop_assert!(base64::decode(run, &mut decoded));
        prop_assert_eq!(&decoded, text.as_bytes());
        let range = range(text.len(), places);
        if !range.is_empty() {
            let expected = range.start * 8 / 6..(range.end * 8).div_ceil(6);
            prop_assert_eq!(base64::source_range(range.clone(), run.len()), expected);
        }
    }

    #[test]
    fn hex_ranges_are_the_digits(text in "[ -~\n]{1,90}", upper in any::<bool>(), places in places()) {
        let digits: String = text
            .bytes()
            .map(|byte| if upper { format!("{byte:02X}") } else { format!("{byte:02x}") })
            .collect();
        let mut decoded = Vec::new();
        prop_assert!(hex::decode(digits.as_bytes(), &mut decoded));
        prop_assert_eq!(&decoded, text.as_bytes());
        let range = range(text.len(), places);
        let source = hex::source_range(range.clone());
        let mut part = Vec::new();
        prop_assert!(hex::decode(&digits.as_bytes()[source], &mut part));
        prop_assert_eq!(&part, &decoded[range]);
    }

    #[test]
    fn percent_ranges_are_the_escapes(
        text in prop::collection::vec((any::<u8>(), any::<bool>()), 1..90), places in places(),
    ) {
        let step = |&(byte, escaped): &(u8, bool)| {
            if escaped || !byte.is_ascii_graphic() || byte == b'%' {
                format!("%{byte:02x}")
            } else {
                char::from(byte).to_string()
            }
        };
        let region: String = text.iter().map(step).collect();
        let plain: Vec<u8> = text.iter().map(|(byte, _)| *byte).collect();
        let mut decoded = Vec::new();
        prop_assert_eq!(percent::decode(region.as_bytes(), &mut decoded), region.len() != plain.len());
        prop_assert_eq!(&decoded, &plain);
        let range = range(plain.len(), places);
        let start: usize = text[..range.start].iter().map(|one| step(one).len()).sum();
        let len: usize = text[range.clone()].iter().map(|one| step(one).len()).sum();
        if !range.is_empty() {
            prop_assert_eq!(percent::source_range(region.as_bytes(), range), start..start + len);
        }
    }

    #[test]
    fn wide_ranges_are_the_units(
        text in "[ -~\n\u{e9}\u{20ac}\u{1f511}\u{feff}]{0,60}", codec in select(&WIDE[..]), places in places(), tail in 0usize..4,
    ) {
        let mut encoded: Vec<u8> = text.chars().flat_map(|char| encode(codec, char)).collect();
        let whole = encoded.len();
        encoded.extend(&[0xD8; 3][..tail % encode(codec, 'a').len()]);
        let mut decoded = Vec::new();
        let owned = unicode::decode(codec, &encoded, 0..encoded.len(), &mut decoded);
        prop_assert_eq!(owned, 0..text.len());
        prop_assert_eq!(&decoded, text.as_bytes());
        // Ranges of whole characters, as every match in valid UTF-8 has.
        let floor = |mut at: usize| {
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let range = range(text.len(), places);
        let (start, end) = (floor(range.start), floor(range.end));
        let len = |part: &str| part.chars().map(|char| encode(codec, char).len()).sum::<usize>();
        let expected = len(&text[..start])..len(&text[..end]);
        prop_assert!(expected.end <= whole);
        prop_assert_eq!(unicode::source_range(codec, &decoded, start..end), expected.clone());
        let many = unicode::Places::new(codec, &decoded);
        prop_assert_eq!(many.source_range(0..decoded.len()), 0..whole);
        prop_assert_eq!(many.source_range(start..end), expected);
    }

    /// Units that are no characters count like any others.
    #[test]
    fn any_units_keep_their_places(
        units in prop::collection::vec(prop_oneof![any::<u16>(), 0xD700u16..0xE100, 0x20u16..0x7F], 0..60), cut in any::<Index>(),
    ) {
        let encoded: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let cut = cut.index(encoded.len() + 1) / 4 * 4;
        let mut decoded = Vec::new();
        let first = unicode::decode(Codec::Utf16Le, &encoded, 0..cut, &mut decoded);
        let lossy = String::from_utf16_lossy(&units);
        prop_assert_eq!(&decoded, lossy.as_bytes());
        let all = unicode::source_range(Codec::Utf16Le, &decoded, 0..decoded.len());
        prop_assert_eq!(all, 0..encoded.len());
        let mut again = Vec::new();
        let second = unicode::decode(Codec::Utf16Le, &encoded, cut..encoded.len(), &mut again);
        prop_assert_eq!(first.end, second.start);
        prop_assert_eq!((first.start, second.end), (0, decoded.len()));
        prop_assert_eq!(again, decoded);
    }

    #[test]
    fn text_is_told_from_data_by_counting(
        mut bytes in prop::collection::vec(0x20u8..0x7F, 0..600), odd in prop::collection::vec((any::<Index>(), any::<u8>()), 0..60),
    ) {
        for (at, byte) in odd {
            if !bytes.is_empty() {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
        }
        let sample = &bytes[..bytes.len().min(256)];
        // What is no valid UTF-8 becomes U+FFFD, byte by byte here.
        let odd: usize = sample
            .utf8_chunks()
            .map(|chunk| {
                let control = |char: &char| char.is_ascii_control() && !"\t\n\r\u{1b}".contains(*char);
                chunk.valid().chars().filter(control).count() + chunk.invalid().len()
            })
            .sum();
        prop_assert_eq!(is_text(&bytes), odd * 10 <= sample.len());
    }
}

/// Parts of a text with runs of base64 and of URI characters of every length.
fn texts() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[a-zA-Z0-9+/_-]{1,70}",
        1 => "[a-z]{1,2}",
        2 => "[ \n.%\"<,]{1,3}",
        2 => select(vec!["%20", "%3D", "%3d", "%zz", "%2", "%61", "%25%32"]).prop_map(str::to_owned),
        1 => ("[ab/%]{1,3}", select(vec![300usize, 1022, 1024, 1025, 8190, 8192, 65_530, 65_536]))
            .prop_map(|(part, len)| part.repeat(len.div_ceil(part.len()))),
    ];
    prop::collection::vec(part, 0..30).prop_map(|parts| parts.concat())
}

/// The engine's runs, found in parts of the text.
fn runs_in_parts(text: &[u8], cuts: &[usize]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    for &to in cuts.iter().chain(&[text.len()]) {
        base64::runs(text, from..to, &mut |run| found.push(run));
        from = to;
    }
    found
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn runs_are_those_of_a_naive_scan_however_the_text_is_cut(
        text in texts(), cuts in prop::collection::vec(any::<Index>(), 0..4),
    ) {
        let text = text.as_bytes();
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).collect();
        cuts.sort_unstable();
        prop_assert_eq!(runs_in_parts(text, &cuts), base64_runs(text));
        prop_assert_eq!(runs_in_parts(text, &[]), base64_runs(text));
    }

    #[test]
    fn regions_are_those_of_a_naive_scan(text in texts()) {
        let text = text.as_bytes();
        let mut found: Vec<_> = (0..text.len())
            .filter(|&at| {
                let here = text[at..].get(..3).unwrap_or_default();
                percent::WAKING.iter().any(|escape| here.eq_ignore_ascii_case(escape))
            })
            .filter_map(|at| percent::region(text, at))
            .collect();
        found.dedup();
        prop_assert_eq!(found, percent_regions(text));
    }
}
