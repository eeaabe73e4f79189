//! Texts of our own that may quote what they must not.

use prescan_core::{Engine, Scratch, Segment};

use crate::records::merged;
use crate::redact::redact;

/// The text with every secret that the engine finds in it redacted: for messages that quote a file or an argument.
#[must_use]
pub fn mask(engine: &Engine, text: &str) -> String {
    let bytes = text.as_bytes();
    let segment = Segment { encoding: None, ..Segment::whole(bytes) };
    let mut spans = Vec::new();
    engine.scan_segment(&mut Scratch::default(), &segment, &mut |found| {
        spans.push(found.finding.span);
    });
    let mut masked = String::with_capacity(text.len());
    let mut at = 0;
    for span in merged(spans) {
        let (start, end) = (span.start as usize, span.end as usize);
        masked.push_str(&String::from_utf8_lossy(&bytes[at..start]));
        masked.push_str(&redact(&bytes[start..end]));
        at = end;
    }
    masked.push_str(&String::from_utf8_lossy(&bytes[at..]));
    masked
}
