//! Shannon entropy of bytes.

/// The entropy of a value in bits per byte: 0 for an empty one or one repeated byte, 8 at most.
#[must_use]
pub fn shannon(value: &[u8]) -> f32 {
    let mut counts = [0u32; 256];
    for &byte in value {
        counts[usize::from(byte)] += 1;
    }
    let len = value.len() as f32;
    let mut entropy = 0.0;
    // Over the value and not over all counts: values are short.
    for &byte in value {
        let count = std::mem::take(&mut counts[usize::from(byte)]);
        if count > 0 {
            let share = count as f32 / len;
            entropy -= share * share.log2();
        }
    }
    entropy
}

#[cfg(test)]
mod tests {
    use super::shannon;

    #[test]
    fn known_values() {
        assert_eq!(shannon(b""), 0.0);
        assert_eq!(shannon(b"aaaa"), 0.0);
        assert_eq!(shannon(b"abab"), 1.0);
        let all: Vec<u8> = (0..=255).collect();
        assert!((shannon(&all) - 8.0).abs() < 1e-4);
    }
}
