//! The engine against its twin, on small random rules and texts.

mod generate;
mod segments;

use proptest::prelude::*;

use super::reference::{Twin, cut, resolved, sightings};
use super::{Engine, Resolved, Scratch, Segment, resolve};
use crate::finding::{Codec, Confidence, Finding, RuleId, Severity, Span, Via};
use crate::rule::{Boundary, ComponentSpec, PartSpec, RuleSpec};

/// So many cases in an ordinary run; `PROPTEST_CASES` asks for more.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = usual;
    }
    config
}

/// Engine and twin find the same, before and after overlaps are resolved, in one piece and in two.
fn agree(specs: &[RuleSpec], text: &[u8], path: &str, at: usize) {
    let engine = Engine::compile(specs).unwrap();
    let twin = Twin::new(specs).unwrap();
    let expected = twin.sightings(text, path);
    assert_eq!(sightings(&engine, &[Segment::whole(text).with_path(path)]), expected);
    let segments: Vec<_> =
        cut(text, &[at]).into_iter().map(|segment| segment.with_path(path)).collect();
    assert_eq!(sightings(&engine, &segments), expected, "cut at {at}");
    if path.is_empty() {
        assert_eq!(engine.scan(&mut Scratch::default(), text), resolved(&expected));
    }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn finds_what_the_twin_finds(
        specs in generate::rules(),
        pieces in generate::pieces(),
        wide in generate::wide(),
        path in prop::sample::select(vec!["", "a.txt", "src/b.rs"]),
        at in any::<prop::sample::Index>(),
    ) {
        let text = wide.encode(&generate::text(&pieces, &specs));
        agree(&specs, &text, path, at.index(text.len() + 1));
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn resolving_depends_on_no_order(
        found in prop::collection::vec(resolvable(), 0..30),
        order in any::<prop::sample::Index>(),
    ) {
        let mut straight = found.clone();
        resolve(&mut straight);
        let mut other = found.clone();
        other.reverse();
        if !other.is_empty() {
            let by = order.index(other.len());
            other.rotate_left(by);
        }
        resolve(&mut other);
        let kept = |found: &[Resolved<()>]| -> Vec<Finding> {
            found.iter().map(|one| one.finding).collect()
        };
        prop_assert_eq!(kept(&straight), kept(&other));
        for pair in straight.windows(2) {
            prop_assert!(pair[0].finding.span.end <= pair[1].finding.span.start);
        }
        // Whatever was dropped overlaps something that stayed.
        for one in &found {
            let span = one.finding.span;
            prop_assert!(straight.iter().any(|stays| stays.finding.span.overlaps(span)));
        }
    }
}

proptest! {
    #![proptest_config(cases(60))]

    /// Regions end and runs go on round a kilobyte and eight.
    #[test]
    fn long_runs_of_escapes_give_what_the_twin_finds(
        parts in prop::collection::vec((prop::sample::select(PARTS), 0usize..4, 0usize..400), 1..14),
        at in any::<prop::sample::Index>(),
    ) {
        let spec = RuleSpec {
            id: "acme.key".into(),
            literals: vec!["key".into()],
            value: Some("=[0-9]".into()),
            ..RuleSpec::token()
        };
        let length = |times: usize, by: usize| if times == 0 { by } else { times };
        let text: String = parts.iter().map(|(part, times, by)| part.repeat(length(*times, *by))).collect();
        agree(&[spec], text.as_bytes(), "", at.index(text.len() + 1));
    }
}

/// Escapes that wake the decoder, one that does not, what a rule finds behind them, and what ends a run.
const PARTS: &[&str] = &["%3D", "b%2dc", "%61", "%20key%3D1", "abc", " ", "\"", "key=1"];

fn resolvable() -> impl Strategy<Value = Resolved<()>> {
    let via = prop::sample::select(vec![None, Some(Codec::Base64), Some(Codec::Percent)]);
    (0u64..60, 1u64..20, 0u32..4, 0usize..4, -1i16..2, via).prop_map(
        |(start, len, rule, confidence, priority, via)| Resolved {
            finding: Finding {
                span: Span { start, end: start + len },
                rule: RuleId(rule),
                severity: Severity::High,
                confidence: Confidence::ALL[confidence],
                via: via.and_then(|codec| Via::default().then(codec)).unwrap_or_default(),
            },
            priority,
            payload: (),
        },
    )
}

#[test]
fn threads_share_an_engine() {
    let spec = RuleSpec {
        id: "acme.key".into(),
        literals: vec!["acme_".into()],
        value: Some("(?:[a-z]{8}|[0-9]{8})".into()),
        ..RuleSpec::token()
    };
    let engine = Engine::compile(&[spec]).unwrap();
    let text = "acme_kqzvbnmt acme_59174628 acme_kqzv ".repeat(50);
    let alone = engine.scan(&mut Scratch::default(), text.as_bytes());
    assert_eq!(alone.len(), 100);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut scratch = Scratch::default();
                for _ in 0..20 {
                    assert_eq!(engine.scan(&mut scratch, text.as_bytes()), alone);
                }
            });
        }
    });
}

#[test]
fn a_component_is_found_where_its_literals_overlap() {
    let part = RuleSpec {
        id: "acme.part".into(),
        literals: vec!["xox".into()],
        value: Some("[0-9]{4}".into()),
        boundary: Boundary::None,
        ..RuleSpec::token()
    };
    for nocase in [false, true] {
        let part = RuleSpec { nocase, ..part.clone() };
        let near = PartSpec::Rule(part.id.clone());
        let spec = RuleSpec {
            id: "acme.key".into(),
            literals: vec!["acme_".into()],
            value: Some("[a-z]{4}".into()),
            components: vec![ComponentSpec {
                part: near,
                within: 20,
                lines: None,
                optional: false,
            }],
            ..RuleSpec::token()
        };
        agree(&[spec.clone(), part.clone()], b"acme_kqzv xoxox5917", "", 0);
        let engine = Engine::compile(&[spec, part]).unwrap();
        let found = engine.scan(&mut Scratch::default(), b"acme_kqzv xoxox5917");
        assert_eq!(found.len(), 2, "{nocase}");
    }
}

#[test]
fn a_rule_of_the_same_name_takes_its_place_also_as_a_component() {
    let rule = |id: &str, literal: &str| RuleSpec {
        id: id.into(),
        literals: vec![literal.into()],
        value: Some("[0-9]{4}".into()),
        ..RuleSpec::token()
    };
    let part = ComponentSpec {
        part: PartSpec::Rule("acme.id".into()),
        within: 40,
        lines: None,
        optional: false,
    };
    let secret = RuleSpec { components: vec![part], ..rule("acme.secret", "sec_") };
    let base = Engine::compile(&[rule("acme.id", "old_"), secret]).unwrap();
    let engine = base.extend(&[rule("acme.id", "new_")]).unwrap();
    assert_eq!(engine.rules().len(), 2);
    let names = |text: &str| -> Vec<String> {
        let found = engine.scan(&mut Scratch::default(), text.as_bytes());
        found.iter().map(|finding| engine.rule(finding.rule).id().to_owned()).collect()
    };
    assert_eq!(names("new_4711 sec_2739"), ["acme.id", "acme.secret"]);
    assert!(names("old_4711 sec_2739").is_empty());
}
