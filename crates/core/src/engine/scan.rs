//! The sweep over a text: literal pass, exact check, judgement, and the same again on what decoders uncover.

mod decoding;
mod matching;

use std::ops::Range;

pub(super) use matching::Match;

use super::{Engine, WAKES_PERCENT};
use crate::allow;
use crate::decode::{base64, unicode};
use crate::finding::{Codec, Finding, RuleId, Span, Via};
use crate::literal::{self, Hit, Pass};
use crate::rule::Rule;
use crate::secrets::checks::Candidate;
use decoding::Escapes;
use matching::Parsed;

/// How deep decoders nest at most.
pub const MAX_DECODE_DEPTH: u8 = 4;
/// How many bytes are swept at a time.
const TILE: usize = 128 << 10;

/// The buffers of a scan, one per thread, reused from text to text.
#[derive(Default)]
pub struct Scratch {
    passes: Vec<(Pass, base64::Stretches)>,
    buffers: Vec<Vec<u8>>,
}

/// A text to scan, or a part of a longer one with its context.
#[derive(Clone, Copy)]
pub struct Segment<'t> {
    /// The part and its context: [`CONTEXT_BEFORE`](super::CONTEXT_BEFORE) bytes in front and
    /// [`CONTEXT_AFTER`](super::CONTEXT_AFTER) behind, or up to the text's ends.
    pub text: &'t [u8],
    /// Offset of `text[0]` in the whole text.
    pub start: u64,
    /// Where in `text` the owned part starts: findings whose literal starts in it are this segment's.
    pub from: usize,
    /// Where in `text` the owned part ends.
    pub to: usize,
    /// The path for rules that are bound to one, with `/` separators; empty where there is none.
    pub path: &'t str,
    /// The whole text's encoding when it is not ASCII-compatible, as [`unicode::detect`] sees it on the whole text's head. Segments of such a text start at a multiple
    /// of four bytes.
    pub encoding: Option<Codec>,
    /// How deep base64, hexadecimal and percent escapes are followed: 0 for not at all, at most [`MAX_DECODE_DEPTH`].
    pub decode_depth: u8,
}

impl<'t> Segment<'t> {
    /// A whole text; its encoding is detected.
    #[must_use]
    pub fn whole(text: &'t [u8]) -> Self {
        let encoding = unicode::detect(text);
        Self {
            text,
            start: 0,
            from: 0,
            to: text.len(),
            path: "",
            encoding,
            decode_depth: MAX_DECODE_DEPTH,
        }
    }

    /// The same with a path.
    #[must_use]
    pub const fn with_path(mut self, path: &'t str) -> Self {
        self.path = path;
        self
    }
}

/// A finding as it comes out of the sweep, before overlaps are resolved with [`resolve`](super::resolve).
#[derive(Clone, Copy)]
pub struct Found<'f> {
    /// The finding.
    pub finding: Finding,
    /// Its rule's priority.
    pub priority: i16,
    /// What was judged: `whole` are the secret's bytes, decoded. They leave the process only if the caller lets them.
    pub candidate: Candidate<'f>,
    /// An inline comment on its line allows it.
    pub allowed: bool,
}

/// From ranges of a decoded text to ranges of what it was decoded from.
type ToSource<'s> = dyn Fn(Range<usize>) -> Range<usize> + 's;

/// A text being swept: the segment's own, or what a decoder uncovered in one above it.
struct Layer<'l> {
    text: &'l [u8],
    owned: Range<usize>,
    via: Via,
    depth: usize,
    above: Option<(&'l Layer<'l>, &'l ToSource<'l>)>,
}

impl Layer<'_> {
    /// A range of this layer's text as one of the undecoded text.
    fn to_base(&self, mut range: Range<usize>) -> Range<usize> {
        let mut layer = self;
        while let Some((above, map)) = layer.above {
            range = map(range);
            layer = above;
        }
        range
    }
}

struct Sweep<'s, 'e> {
    engine: &'s Engine,
    path: &'s str,
    decode_depth: usize,
    /// Which of the rules that are bound to paths run here, as far as that was asked.
    paths: Vec<(RuleId, bool)>,
    /// The undecoded text, for inline comments.
    base: &'s [u8],
    /// From ranges of the base to spans of the input.
    to_span: &'s dyn Fn(Range<usize>) -> Span,
    scratch: &'s mut Scratch,
    emit: &'s mut (dyn FnMut(Found<'_>) + 'e),
}

impl Engine {
    /// Sweeps a segment and hands over what its rules find in the part it owns, in no certain order. Overlaps are not resolved: collect the findings of a whole text and
    /// call [`resolve`](super::resolve).
    ///
    /// The union over the segments of a text does not depend on how it was cut.
    pub fn scan_segment<'e>(
        &self,
        scratch: &mut Scratch,
        segment: &Segment<'_>,
        emit: &mut (dyn FnMut(Found<'_>) + 'e),
    ) {
        if let Some(codec) = segment.encoding {
            self.scan_encoded(scratch, segment, codec, emit);
            return;
        }
        let to_span = |range: Range<usize>| Span {
            start: segment.start + range.start as u64,
            end: segment.start + range.end as u64,
        };
        let layer = Layer {
            text: segment.text,
            owned: segment.from..segment.to,
            via: Via::default(),
            depth: 0,
            above: None,
        };
        let mut sweep = Sweep {
            engine: self,
            path: segment.path,
            decode_depth: usize::from(segment.decode_depth.min(MAX_DECODE_DEPTH)),
            paths: Vec::new(),
            base: segment.text,
            to_span: &to_span,
            scratch,
            emit,
        };
        sweep.layer(&layer);
    }

    /// A segment in UTF-16 or UTF-32: swept as UTF-8, with spans of the original bytes.
    fn scan_encoded<'e>(
        &self,
        scratch: &mut Scratch,
        segment: &Segment<'_>,
        codec: Codec,
        emit: &mut (dyn FnMut(Found<'_>) + 'e),
    ) {
        let mut decoded = scratch.buffers.pop().unwrap_or_default();
        decoded.clear();
        let owned = unicode::decode(codec, segment.text, segment.from..segment.to, &mut decoded);
        let places = unicode::Places::new(codec, &decoded);
        let to_span = |range: Range<usize>| {
            let source = places.source_range(range);
            Span {
                start: segment.start + source.start as u64,
                end: segment.start + (source.end as u64).min(segment.text.len() as u64),
            }
        };
        let via = Via::default().then(codec).unwrap_or_default();
        let layer = Layer { text: &decoded, owned, via, depth: 0, above: None };
        let mut sweep = Sweep {
            engine: self,
            path: segment.path,
            decode_depth: usize::from(segment.decode_depth.min(MAX_DECODE_DEPTH)),
            paths: Vec::new(),
            base: &decoded,
            to_span: &to_span,
            scratch,
            emit,
        };
        sweep.layer(&layer);
        scratch.buffers.push(decoded);
    }
}

impl Sweep<'_, '_> {
    /// Sweeps a layer and, below it, what its decoders uncover: tile by tile, so that what the literal pass has read is still in the cache for what follows.
    fn layer(&mut self, layer: &Layer<'_>) {
        let mut from = layer.owned.start;
        while from < layer.owned.end {
            let to = layer.owned.end.min(from + TILE);
            self.tile(layer, from..to);
            from = to;
        }
    }

    fn tile(&mut self, layer: &Layer<'_>, tile: Range<usize>) {
        let (mut pass, mut stretches) = self.scratch.passes.pop().unwrap_or_default();
        // The bytes in front are for boundaries, those behind for literals that start in the tile.
        let from = tile.start.saturating_sub(4);
        let to = layer.text.len().min(tile.end + literal::MAX_LEN);
        let engine = self.engine;
        let mut escapes = Escapes::default();
        let text = &layer.text[from..to];
        let decodes = layer.depth < self.decode_depth;
        let mut on_hits = |hits: &[Hit]| {
            for hit in hits {
                let start = hit.start + from;
                if tile.contains(&start) {
                    self.hit(layer, Hit { start, ..*hit }, &mut escapes);
                }
            }
        };
        let literals = &engine.parts.literals;
        if decodes {
            literals.find_with_stretches(text, &mut pass, &mut stretches, &mut on_hits);
            for region in escapes.regions {
                self.percent(layer, region);
            }
            base64::runs_at(layer.text, tile, &stretches, from, &mut |run| self.run(layer, run));
        } else {
            literals.find(text, &mut pass, &mut on_hits);
        }
        self.scratch.passes.push((pass, stretches));
    }

    fn hit(&mut self, layer: &Layer<'_>, hit: Hit, escapes: &mut Escapes) {
        let engine = self.engine;
        let parts = &engine.parts;
        let index = usize::from(hit.literal);
        let len = parts.literals.literals()[index].bytes().len();
        let woken = parts.wake_starts[index] as usize..parts.wake_starts[index + 1] as usize;
        let mut parsed = Parsed::default();
        for &rule in &parts.wakes[woken] {
            if rule == WAKES_PERCENT {
                escapes.note(layer, hit.start);
            } else {
                let literal = hit.start..hit.start + len;
                self.check(layer, RuleId(u32::from(rule)), literal, &mut parsed);
            }
        }
    }

    /// The exact check and judgement of one rule at one literal.
    fn check(&mut self, layer: &Layer<'_>, id: RuleId, literal: Range<usize>, parsed: &mut Parsed) {
        let engine = self.engine;
        let rule = engine.rule(id);
        if rule.hidden || !self.runs_here(id, rule) {
            return;
        }
        let Some(found) = engine.match_with(rule, layer.text, literal, parsed) else { return };
        let Some(confidence) = engine.judge(rule, layer.text, &found) else { return };
        let base = layer.to_base(found.whole.clone());
        let finding = Finding {
            span: (self.to_span)(base.clone()),
            rule: id,
            severity: rule.severity,
            confidence,
            via: layer.via,
        };
        (self.emit)(Found {
            finding,
            priority: rule.priority,
            candidate: found.candidate(layer.text),
            allowed: allow::by_comment(self.base, base, rule.id()),
        });
    }

    /// True when the rule is for this path. Globs are matched once for each rule that is woken.
    fn runs_here(&mut self, id: RuleId, rule: Rule<'_>) -> bool {
        if !rule.has_paths() {
            return true;
        }
        if let Some((_, runs)) = self.paths.iter().find(|(known, _)| *known == id) {
            return *runs;
        }
        let runs = self.engine.path_rules().runs(id.0 as usize, self.path);
        self.paths.push((id, runs));
        runs
    }
}
