//! The sweep below a layer: what its escapes and runs decode to, each a layer of its own.

use std::ops::Range;

use super::{Layer, Sweep, ToSource};
use crate::decode::{self, base64, hex, percent, unicode};
use crate::finding::Codec;

impl Sweep<'_, '_> {
    /// Decodes percent escapes and sweeps the result.
    pub(super) fn percent(&mut self, layer: &Layer<'_>, region: Range<usize>) {
        let mut decoded = self.scratch.buffers.pop().unwrap_or_default();
        decoded.clear();
        let source = &layer.text[region.clone()];
        if percent::decode(source, &mut decoded) {
            self.below(layer, &decoded, Codec::Percent, &|range| {
                let range = percent::source_range(source, range);
                range.start + region.start..range.end + region.start
            });
        }
        self.scratch.buffers.push(decoded);
    }

    /// Decodes a run of base64 or hexadecimal and sweeps the result when it looks like text.
    pub(super) fn run(&mut self, layer: &Layer<'_>, run: Range<usize>) {
        let source = &layer.text[run.clone()];
        let mut decoded = self.scratch.buffers.pop().unwrap_or_default();
        for (codec, decode) in [
            (Codec::Hex, hex::decode as fn(&[u8], &mut Vec<u8>) -> bool),
            (Codec::Base64, base64::decode),
        ] {
            decoded.clear();
            if !decode(source, &mut decoded) {
                continue;
            }
            let to_source = |range: Range<usize>| {
                let range = if codec == Codec::Hex {
                    hex::source_range(range)
                } else {
                    base64::source_range(range, source.len())
                };
                range.start + run.start..range.end + run.start
            };
            self.below(layer, &decoded, codec, &to_source);
        }
        self.scratch.buffers.push(decoded);
    }

    /// Sweeps a decoded text; one in UTF-16 as UTF-8.
    fn below(&mut self, layer: &Layer<'_>, decoded: &[u8], codec: Codec, map: &ToSource<'_>) {
        let Some(via) = layer.via.then(codec) else { return };
        let below = Layer {
            text: decoded,
            owned: 0..decoded.len(),
            via,
            depth: layer.depth + 1,
            above: Some((layer, map)),
        };
        if decode::is_text(decoded) {
            self.layer(&below);
        } else if let (Some(wide), Some(via)) =
            (unicode::detect(decoded), unicode::detect(decoded).and_then(|wide| via.then(wide)))
        {
            let mut text = self.scratch.buffers.pop().unwrap_or_default();
            text.clear();
            let owned = unicode::decode(wide, decoded, 0..decoded.len(), &mut text);
            let places = unicode::Places::new(wide, &text);
            let to_source = |range: Range<usize>| places.source_range(range);
            let wider = Layer {
                text: &text,
                owned,
                via,
                depth: below.depth,
                above: Some((&below, &to_source)),
            };
            self.layer(&wider);
            self.scratch.buffers.push(text);
        }
    }
}

/// The percent-encoded regions that were met, each once.
#[derive(Default)]
pub(super) struct Escapes {
    pub(super) regions: Vec<Range<usize>>,
    /// The last escape that stands too far in its run to have a region.
    beyond: Option<usize>,
}

impl Escapes {
    /// Takes linear time over a long run of escapes: one within a region has that region or none, one behind an escape without a region in the same run has none.
    pub(super) fn note(&mut self, layer: &Layer<'_>, escape: usize) {
        let known = self.regions.last().is_some_and(|region| region.contains(&escape));
        if known {
            return;
        }
        if self.beyond.is_some_and(|last| percent::goes_on(layer.text, last, escape)) {
            self.beyond = Some(escape);
            return;
        }
        match percent::region(layer.text, escape) {
            Some(region) => self.regions.push(region),
            None => self.beyond = Some(escape),
        }
    }
}
