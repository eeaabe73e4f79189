//! Decoders over any bytes: no panic, ranges of the source within it and in order, runs and regions as a naive scan gives them.

#![no_main]

use std::ops::Range;

use libfuzzer_sys::fuzz_target;
use prescan_core::Codec;
use prescan_core::decode::{base64, hex, is_text, percent, unicode};
use prescan_core::reference::{base64_runs, percent_regions};

/// What every two neighbouring bytes came from lies within the source, in order.
fn check(decoded: usize, source: usize, map: impl Fn(Range<usize>) -> Range<usize>) {
    let mut last = 0;
    // Mapping takes time linear in the text, so not every byte of a long one.
    for at in (0..decoded).step_by(1 + decoded / 64) {
        let range = map(at..at + 1);
        assert!(range.start < range.end && range.end <= source, "{at}: {range:?} of {source}");
        assert!(range.start >= last);
        last = range.start;
    }
}

fuzz_target!(|data: &[u8]| {
    let [cut, text @ ..] = data else { return };
    let cut = usize::from(*cut).min(text.len());
    let mut runs = Vec::new();
    base64::runs(text, 0..cut, &mut |run| runs.push(run));
    base64::runs(text, cut..text.len(), &mut |run| runs.push(run));
    assert_eq!(runs, base64_runs(text));
    let mut out = Vec::new();
    for run in runs {
        let source = &text[run];
        out.clear();
        if hex::decode(source, &mut out) {
            check(out.len(), source.len(), hex::source_range);
        }
        out.clear();
        if base64::decode(source, &mut out) {
            check(out.len(), source.len(), |range| base64::source_range(range, source.len()));
        }
        let _ = is_text(&out);
    }
    let regions: Vec<_> = (0..text.len())
        .filter(|&at| {
            let here = text[at..].get(..3).unwrap_or_default();
            percent::WAKING.iter().any(|escape| here.eq_ignore_ascii_case(escape))
        })
        .filter_map(|at| percent::region(text, at))
        .collect();
    let mut once = regions;
    once.dedup();
    assert_eq!(once, percent_regions(text));
    for region in once {
        let source = &text[region];
        out.clear();
        percent::decode(source, &mut out);
        check(out.len(), source.len(), |range| percent::source_range(source, range));
    }
    for codec in [Codec::Utf16Le, Codec::Utf16Be, Codec::Utf32Le, Codec::Utf32Be] {
        out.clear();
        let cut = cut / 4 * 4;
        let owned = unicode::decode(codec, text, cut..text.len(), &mut out);
        assert!(owned.start <= owned.end && owned.end == out.len());
        let decoded = std::str::from_utf8(&out).unwrap();
        let all = unicode::source_range(codec, &out, 0..out.len());
        assert!(all.end <= text.len() && text.len() - all.end < 4);
        let start = unicode::source_range(codec, &out, 0..owned.start).end;
        assert!(start == cut || start == cut + 2 || owned.start == out.len());
        assert!(decoded.is_char_boundary(owned.start));
    }
    let _ = unicode::detect(text);
});
