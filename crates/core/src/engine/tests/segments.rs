//! What a text gives does not depend on how it is cut: texts longer than the context of a segment, with what belongs together far apart.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use proptest::sample::select;

use super::cases;
use super::generate::{Wide, wide};
use crate::engine::reference::{cut, sightings};
use crate::engine::{Engine, Segment};
use crate::rule::{BACK_REACH, ComponentSpec, MAX_REACH, MAX_WITHIN, PartSpec, RuleSpec, Whole};

static ENGINE: LazyLock<Engine> = LazyLock::new(|| Engine::compile(&far_rules()).unwrap());

/// Rules that look as far as rules may.
fn far_rules() -> Vec<RuleSpec> {
    let rule = |id: &str, literal: &str| RuleSpec {
        id: format!("far.{id}"),
        literals: vec![literal.to_owned()],
        reach: MAX_REACH,
        placeholders: false,
        ..RuleSpec::token()
    };
    let near = |part| ComponentSpec { part, within: MAX_WITHIN, lines: None, optional: true };
    vec![
        RuleSpec { value: Some("[v-]+\\.".into()), ..rule("behind", "one_") },
        RuleSpec {
            before: Some("\\.[b-]*".into()),
            whole: Whole::BeforeLiteralValue,
            components: vec![
                near(PartSpec::Rule("far.part".into())),
                near(PartSpec::Pattern("p[a-z]p".into())),
            ],
            ..rule("front", "two_")
        },
        RuleSpec {
            value: Some("[v-]*\\.".into()),
            components: vec![
                ComponentSpec { optional: false, ..near(PartSpec::Rule("far.part".into())) },
                near(PartSpec::Pattern("p[a-z]p".into())),
            ],
            ..rule("both", "six_")
        },
        RuleSpec {
            before: Some("[b-]*".into()),
            value: Some("[v-]*,".into()),
            whole: Whole::BeforeLiteralValue,
            ..rule("part", "ten_")
        },
        RuleSpec {
            literals: vec!["token".into()],
            reach: MAX_REACH,
            placeholders: false,
            ..RuleSpec { id: "far.bound".into(), ..RuleSpec::assignment() }
        },
    ]
}

/// Lengths round those at which something ends.
fn len() -> impl Strategy<Value = usize> {
    let edge =
        select(vec![1024, BACK_REACH, 2 * BACK_REACH, 8 << 10, 16 << 10, MAX_REACH as usize]);
    prop_oneof![0usize..40, (edge, 0usize..24).prop_map(|(edge, less)| edge + 8 - less)]
}

/// A part of a text.
fn piece() -> impl Strategy<Value = String> {
    let fixed = select(vec![
        "one_",
        "two_",
        "six_",
        "ten_",
        " six_.",
        ".two_ ",
        "ten_,",
        "ten_vv,",
        "\n",
        " ",
        ".",
        ",",
        "pxp",
        "token=",
        "token: \"",
        "\"",
        "%2D",
        "%20one_v.",
        "# prescan:allow",
        "\u{e9}\u{1f511}",
    ]);
    let filler = select(vec!["v", "b", "-", " ", "v-", "filler ", "\u{20ac}", "\u{1f511}", "%2Db"]);
    let encoded = ("one_v|ten_, six_v", len()).prop_map(|(text, len)| {
        STANDARD.encode(format!("{} {text}. ", "word ".repeat(len.min(60_000) / 7)))
    });
    prop_oneof![
        6 => fixed.prop_map(str::to_owned),
        5 => (filler, len()).prop_map(|(text, len)| text.repeat(len.div_ceil(text.len()))),
        1 => encoded,
    ]
}

/// Which pieces a cut is made near, and how far from their starts.
fn cuts() -> impl Strategy<Value = Vec<(prop::sample::Index, usize, bool)>> {
    prop::collection::vec((any::<prop::sample::Index>(), 0usize..30, any::<bool>()), 1..4)
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn segments_give_what_the_whole_gives(
        pieces in prop::collection::vec(piece(), 1..40), wide in wide(), cuts in cuts(),
    ) {
        let mut text = Vec::new();
        let mut starts = Vec::new();
        let mut plain = String::from("A text with a head that is plain. ");
        for piece in &pieces {
            starts.push(plain.len());
            plain.push_str(piece);
        }
        let mut at = Vec::new();
        let mut done = 0;
        for &start in &starts {
            text.extend(wide.encode_part(&plain[done..start], done == 0));
            done = start;
            at.push(text.len());
        }
        text.extend(wide.encode_part(&plain[done..], done == 0));
        let offsets: Vec<usize> = cuts
            .iter()
            .map(|(piece, by, back)| {
                let start = *piece.get(&at);
                if *back { start.saturating_sub(*by) } else { start + by }
            })
            .collect();
        let whole = sightings(&ENGINE, &[Segment::whole(&text)]);
        let parts = sightings(&ENGINE, &cut(&text, &offsets));
        let spans = |found: &[crate::reference::Sighting]| -> Vec<_> {
            found.iter().map(|one| (one.finding, one.allowed)).collect()
        };
        // Without the secrets, which are long.
        prop_assert_eq!(spans(&parts), spans(&whole), "cut at {:?} of {}", offsets, text.len());
        prop_assert!(parts == whole);
    }
}

/// A text in UTF-32 takes four bytes for each that rules count.
#[test]
fn context_is_counted_in_decoded_bytes() {
    let reach = "v".repeat(MAX_REACH as usize - 8);
    let front = "b".repeat(BACK_REACH - 2);
    let within = " ".repeat(MAX_WITHIN as usize - 8);
    let runs = STANDARD.encode(format!("{}one_v.", "word ".repeat(9_000)));
    for middle in [
        format!("one_{reach}. "),
        format!(" six_{}.{within} ten_{reach}, ", &reach[..reach.len() - 1]),
        format!("{front}ten_,{within} .{front}two_ "),
        format!(" {runs} "),
    ] {
        for codec in
            [None, Some(crate::finding::Codec::Utf16Le), Some(crate::finding::Codec::Utf32Be)]
        {
            let wide = Wide(codec, false);
            let lead = "plain words. ".repeat(24_000);
            let text = wide.encode(&format!("{lead}{middle}{lead}"));
            let lead = wide.encode(&lead).len();
            let len = wide.encode(&middle).len();
            let whole = sightings(&ENGINE, &[Segment::whole(&text)]);
            assert!(!whole.is_empty(), "{}", &middle[..20]);
            for at in [lead, lead + 4, lead + 8, lead + 16, lead + len - 24, lead + len - 8] {
                let parts = sightings(&ENGINE, &cut(&text, &[at]));
                assert!(parts == whole, "{codec:?} {} cut at {at}", &middle[..20]);
            }
        }
    }
}
