//! Deltas: an object as pieces of another one and of its own.

/// Puts a delta on what it stands on; `None` where it does not fit or makes more than the limit.
pub(super) fn apply(base: &[u8], delta: &[u8], limit: usize) -> Option<Vec<u8>> {
    let (from, at) = size(delta, 0)?;
    let (to, mut at) = size(delta, at)?;
    if from != base.len() || to > limit {
        return None;
    }
    let mut out = Vec::with_capacity(to);
    while let Some(code) = delta.get(at).copied() {
        at += 1;
        if code & 0x80 == 0 {
            let piece = delta.get(at..at + usize::from(code)).filter(|piece| !piece.is_empty())?;
            out.extend_from_slice(piece);
            at += piece.len();
        } else {
            let mut field = |bits: std::ops::Range<u8>| -> Option<usize> {
                let mut value = 0;
                for (index, bit) in bits.enumerate() {
                    if code & (1 << bit) != 0 {
                        value |= usize::from(*delta.get(at)?) << (8 * index);
                        at += 1;
                    }
                }
                Some(value)
            };
            let start = field(0..4)?;
            let length = field(4..7)?;
            let length = if length == 0 { 0x10000 } else { length };
            out.extend_from_slice(base.get(start..start.checked_add(length)?)?);
        }
        if out.len() > to {
            return None;
        }
    }
    (out.len() == to).then_some(out)
}

/// A size in groups of seven bits, the lowest first, and where it ends.
fn size(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let (mut value, mut shift, mut at) = (0_usize, 0_u32, at);
    loop {
        let byte = *bytes.get(at)?;
        at += 1;
        value |= usize::from(byte & 0x7f).checked_shl(shift)?;
        shift += 7;
        if byte & 0x80 == 0 {
            return Some((value, at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::apply;

    #[test]
    fn pieces_come_from_both_sides() {
        // Sizes 6 and 7; four bytes of the base from its second on; three own bytes.
        let delta = [6, 7, 0x91, 1, 4, 3, b'x', b'y', b'z'];
        assert_eq!(apply(b"abcdef", &delta, 100).unwrap(), b"bcdexyz");
        assert_eq!(apply(b"abcdef", &delta, 6), None);
        assert_eq!(apply(b"abcde", &delta, 100), None);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for delta in [
            &[][..],
            &[6],
            &[6, 7],
            &[6, 7, 0x91, 3, 4],
            &[6, 7, 0],
            &[6, 7, 9, b'x'],
            &[6, 1, 2, b'x', b'y'],
            &[0x80; 40],
        ] {
            assert_eq!(apply(b"abcdef", delta, 100), None, "{delta:?}");
        }
    }
}
