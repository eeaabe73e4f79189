//! Chooses the fastest instantiation of the hot loops for the machine they run on.
//!
//! The only unsafe code of the workspace. Each loop is one portable source; its safe twin is the baseline instantiation, and both run under the same tests.
#![expect(
    unsafe_code,
    reason = "calling a function compiled for AVX2 needs a run-time check that the compiler cannot see"
)]

use crate::decode::base64::{self, Stretches};
use crate::literal::{Hit, Pass, Search};

/// Finds every hit of the literal pass with the widest instruction set at hand.
pub(crate) fn find_literals(
    search: &Search<'_>,
    text: &[u8],
    pass: &mut Pass,
    on_hits: &mut dyn FnMut(&[Hit]),
) {
    #[cfg(target_arch = "x86_64")]
    if wide_enough() {
        // SAFETY: `find_literals_avx2` needs AVX2, BMI1 and BMI2, and `wide_enough` has just seen all three.
        unsafe { find_literals_avx2(search, text, pass, on_hits) };
        return;
    }
    search.find(text, pass, on_hits, |_, _| {});
}

/// The same, noting stretches of base64 characters in passing.
pub(crate) fn find_literals_and_stretches(
    search: &Search<'_>,
    text: &[u8],
    pass: &mut Pass,
    stretches: &mut Stretches,
    on_hits: &mut dyn FnMut(&[Hit]),
) {
    #[cfg(target_arch = "x86_64")]
    if wide_enough() {
        // SAFETY: the function needs AVX2, BMI1 and BMI2, and `wide_enough` has just seen all three.
        unsafe { find_literals_and_stretches_avx2(search, text, pass, stretches, on_hits) };
        return;
    }
    search.find(text, pass, on_hits, |at, bytes| stretches.note(at, base64::classify(bytes)));
}

#[cfg(target_arch = "x86_64")]
fn wide_enough() -> bool {
    // Miri interprets no vector instructions; it checks the baseline.
    !cfg!(miri)
        && std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
}

/// The same source, which the compiler turns into vector hashes and shifts where it may use AVX2. It emits no gather instruction, which is slow on some
/// processors.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn find_literals_avx2(
    search: &Search<'_>,
    text: &[u8],
    pass: &mut Pass,
    on_hits: &mut dyn FnMut(&[Hit]),
) {
    search.find(text, pass, on_hits, |_, _| {});
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn find_literals_and_stretches_avx2(
    search: &Search<'_>,
    text: &[u8],
    pass: &mut Pass,
    stretches: &mut Stretches,
    on_hits: &mut dyn FnMut(&[Hit]),
) {
    search.find(text, pass, on_hits, |at, bytes| stretches.note(at, classify_avx2(bytes)));
}

/// [`base64::classify`] by two table lookups of sixteen entries: a byte is in a run when its low nibble's entry has the bit of its high nibble.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn classify_avx2(bytes: &[u8; base64::STRIDE]) -> u64 {
    use std::arch::x86_64::{
        __m256i, _mm_loadu_si128, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8,
        _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_set1_epi8, _mm256_setzero_si256,
        _mm256_shuffle_epi8, _mm256_srli_epi16,
    };
    const HIGH_NIBBLES: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
    let table = |entries: &[u8; 16]| {
        // SAFETY: the load reads sixteen bytes, which the array has, and needs no alignment.
        _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(entries.as_ptr().cast()) })
    };
    let (low, high) = (table(&base64::LOW_NIBBLES), table(&HIGH_NIBBLES));
    let half = |bytes: &[u8; 32]| {
        // SAFETY: the load reads 32 bytes, which the array has, and needs no alignment.
        let bytes: __m256i = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
        let high_nibble = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), _mm256_set1_epi8(15));
        // A byte from 128 on gives zero in the first lookup, as its top bit asks.
        let bits = _mm256_and_si256(
            _mm256_shuffle_epi8(low, bytes),
            _mm256_shuffle_epi8(high, high_nibble),
        );
        !_mm256_movemask_epi8(_mm256_cmpeq_epi8(bits, _mm256_setzero_si256())) as u32
    };
    let [first, second] = [0, 32].map(|at| bytes[at..].first_chunk().map_or(0, half));
    u64::from(first) | u64::from(second) << 32
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn both_classifiers_agree_on_every_byte_at_every_place() {
        use crate::decode::base64;
        if !super::wide_enough() {
            return;
        }
        for byte in 0..=255 {
            for place in 0..base64::STRIDE {
                let mut bytes = [b'.'; base64::STRIDE];
                bytes[place] = byte;
                // SAFETY: `wide_enough` has just seen the features.
                let wide = unsafe { super::classify_avx2(&bytes) };
                assert_eq!(wide, base64::classify(&bytes), "{byte} at {place}");
            }
        }
    }
}
