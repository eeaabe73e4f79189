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
            entropy -= share * log2(share);
        }
    }
    entropy
}

/// The logarithm to base two of a positive number that is not subnormal.
///
/// It is the same on every platform, so that a value is judged the same everywhere; and the program needs no `libm`, whose loading would take a tenth of its start.
#[must_use]
pub(crate) fn log2(number: f32) -> f32 {
    let number = f64::from(number);
    // number = 2^exponent * mantissa, with the mantissa between the roots of 1/2 and 2.
    let bits = number.to_bits();
    let mut exponent = (bits >> 52) as i32 - 1023;
    let mut mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa /= 2.0;
        exponent += 1;
    }
    // ln m = 2 artanh((m - 1) / (m + 1)), whose next term would be below 1e-12.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let mut sum = 1.0 / 13.0;
    for odd in [11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        sum = sum * square + 1.0 / odd;
    }
    (f64::from(exponent) + 2.0 * s * sum * std::f64::consts::LOG2_E) as f32
}

#[cfg(test)]
mod tests {
    use super::{log2, shannon};

    #[test]
    fn logarithms_are_those_of_the_standard_library() {
        for over in 1..=300u16 {
            for under in 1..=over {
                let share = f32::from(under) / f32::from(over);
                for number in [share, 1.0 / share, f32::from(under * over.min(200))] {
                    let exact = f64::from(number).log2();
                    let error = (f64::from(log2(number)) - exact).abs();
                    assert!(
                        error <= exact.abs() * f64::from(f32::EPSILON) / 2.0 + 1e-11,
                        "{number}"
                    );
                }
            }
        }
        for power in -126..=127i16 {
            assert_eq!(log2(f32::from(power).exp2()), f32::from(power));
        }
    }

    #[test]
    fn known_values() {
        assert_eq!(shannon(b""), 0.0);
        assert_eq!(shannon(b"aaaa"), 0.0);
        assert_eq!(shannon(b"abab"), 1.0);
        let all: Vec<u8> = (0..=255).collect();
        assert!((shannon(&all) - 8.0).abs() < 1e-4);
    }
}
