//! A stream cut into segments: the owned parts are the input, and the context is what stands there.

#![no_main]

use std::io::{self, Read};

use libfuzzer_sys::fuzz_target;
use prescan_sources::{Layout, chunks};

/// Gives as many bytes at a time as the input says, and is interrupted now and then.
struct Uneven<'t> {
    rest: &'t [u8],
    sizes: &'t [u8],
    at: usize,
}

impl Read for Uneven<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes.get(self.at % self.sizes.len().max(1)).map_or(7, |&size| size);
        self.at += 1;
        if size == 0 && self.at.is_multiple_of(2) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = self.rest.len().min(usize::from(size).max(1)).min(buffer.len());
        buffer[..len].copy_from_slice(&self.rest[..len]);
        self.rest = &self.rest[len..];
        Ok(len)
    }
}

fuzz_target!(|data: &[u8]| {
    let [segment, before, after, sizes, text @ ..] = data else { return };
    let layout = Layout {
        segment: usize::from(*segment),
        before: usize::from(*before),
        after: usize::from(*after),
    };
    let sizes = &text[..text.len().min(usize::from(*sizes) / 8)];
    let mut reader = Uneven { rest: text, sizes, at: 0 };
    let mut owned = Vec::new();
    let mut last = 0;
    let len = chunks(&mut reader, layout, |one| {
        let start = one.start as usize;
        assert_eq!(start + one.from, owned.len());
        assert_eq!(one.bytes, &text[start..start + one.bytes.len()]);
        assert!(one.from == layout.before.min(owned.len()));
        assert!(one.bytes.len() - one.to == layout.after.min(text.len() - start - one.to));
        assert!(one.owned().len() <= layout.segment.max(1));
        owned.extend_from_slice(one.owned());
        last += usize::from(one.last);
        assert!(!one.last || owned.len() == text.len());
    })
    .unwrap();
    assert_eq!(len, text.len() as u64);
    assert_eq!(owned, text);
    assert_eq!(last, usize::from(!text.is_empty()));
});
