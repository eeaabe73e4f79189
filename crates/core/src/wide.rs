//! Chooses the fastest instantiation of the hot loops for the machine they run on.
//!
//! The only unsafe code of the workspace. Each loop is one portable source; its safe twin is the baseline instantiation, and both run under the same tests.
#![expect(
    unsafe_code,
    reason = "calling a function compiled for AVX2 needs a run-time check that the compiler cannot see"
)]

#[cfg(target_arch = "x86_64")]
use std::sync::OnceLock;
#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::decode::base64::{self, Stretches};
use crate::literal::{Block, Hit, Pass, Search, Table, probe};
#[cfg(target_arch = "x86_64")]
use crate::literal::{FOLD, MULTIPLIER, SLOT_BITS};

/// Finds every hit of the literal pass with the widest instruction set at hand.
pub(crate) fn find_literals(
    search: &Search<'_>,
    text: &[u8],
    pass: &mut Pass,
    on_hits: &mut dyn FnMut(&[Hit]),
) {
    #[cfg(target_arch = "x86_64")]
    match width(text.len()) {
        // SAFETY: the functions need AVX2, BMI1 and BMI2, and `ask` has seen all three.
        Width::Gather => return unsafe { find_literals_gather(search, text, pass, on_hits) },
        // SAFETY: as above.
        Width::Avx2 => return unsafe { find_literals_avx2(search, text, pass, on_hits) },
        Width::Baseline => {}
    }
    search.find(text, pass, on_hits, probe, |_, _| {});
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
    match width(text.len()) {
        // SAFETY: the functions need AVX2, BMI1 and BMI2, and `ask` has seen all three.
        Width::Gather => {
            return unsafe { find_both_gather(search, text, pass, stretches, on_hits) };
        }
        // SAFETY: as above.
        Width::Avx2 => return unsafe { find_both_avx2(search, text, pass, stretches, on_hits) },
        Width::Baseline => {}
    }
    search.find(text, pass, on_hits, probe, |at, bytes| {
        stretches.note(at, base64::full_lanes(bytes))
    });
}

/// [`base64::classify`] with the widest instruction set that is known to be at hand: the literal pass, which comes before, asks.
pub(crate) fn classify(bytes: &[u8; base64::STRIDE]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if WIDTH.get().is_some_and(|width| *width != Width::Baseline) {
        // SAFETY: the function needs AVX2, BMI1 and BMI2, and `ask` has seen all three.
        return unsafe { classify_avx2(bytes) };
    }
    base64::classify(bytes)
}

/// Which instantiation runs.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    /// What every processor of the architecture has.
    Baseline,
    /// AVX2, BMI1 and BMI2.
    Avx2,
    /// The same, and gather instructions that are faster than single loads.
    Gather,
}

/// From so many bytes of text on it pays to ask what the processor has. A virtual machine takes fifty microseconds to answer, and a hook looks at a few hundred bytes. Tests are to
/// run every instantiation, whatever the length of their texts.
#[cfg(target_arch = "x86_64")]
const WORTH_ASKING: usize = if cfg!(any(test, feature = "reference")) { 1 } else { 64 << 10 };

#[cfg(target_arch = "x86_64")]
static WIDTH: OnceLock<Width> = OnceLock::new();

/// What this processor has, for a text of that length; the baseline as long as it was not worth asking.
#[cfg(target_arch = "x86_64")]
fn width(len: usize) -> Width {
    static SEEN: AtomicUsize = AtomicUsize::new(0);
    if let Some(width) = WIDTH.get() {
        return *width;
    }
    let seen = SEEN.fetch_add(len, Ordering::Relaxed).saturating_add(len);
    if seen < WORTH_ASKING { Width::Baseline } else { *WIDTH.get_or_init(ask) }
}

#[cfg(target_arch = "x86_64")]
fn ask() -> Width {
    // Miri interprets no vector instructions; it checks the baseline.
    let wide = !cfg!(miri)
        && std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2");
    match wide {
        false => Width::Baseline,
        true if gathers_fast() => Width::Gather,
        true => Width::Avx2,
    }
}

/// True for AMD's Zen 3 and later. Processors of other makers gather several times slower since the mitigation of Gather Data Sampling (CVE-2022-40982), and nothing tells which
/// of them do.
#[cfg(target_arch = "x86_64")]
fn gathers_fast() -> bool {
    use std::arch::x86_64::__cpuid;
    let vendor = __cpuid(0);
    if (vendor.ebx, vendor.edx, vendor.ecx) != (0x6874_7541, 0x6974_6E65, 0x444D_4163) {
        return false;
    }
    let version = __cpuid(1).eax;
    let family = (version >> 8 & 0xF) + (version >> 20 & 0xFF);
    family >= 0x19
}

/// The same source, which the compiler turns into vector hashes and shifts where it may use AVX2. It emits no gather instruction.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn find_literals_avx2(
    search: &Search<'_>,
    text: &[u8],
    pass: &mut Pass,
    on_hits: &mut dyn FnMut(&[Hit]),
) {
    search.find(text, pass, on_hits, probe, |_, _| {});
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn find_both_avx2(
    search: &Search<'_>,
    text: &[u8],
    pass: &mut Pass,
    stretches: &mut Stretches,
    on_hits: &mut dyn FnMut(&[Hit]),
) {
    search.find(text, pass, on_hits, probe, |at, bytes| stretches.note(at, full_lanes_avx2(bytes)));
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn find_literals_gather(
    search: &Search<'_>,
    text: &[u8],
    pass: &mut Pass,
    on_hits: &mut dyn FnMut(&[Hit]),
) {
    search.find(text, pass, on_hits, |table, block| probe_gather(table, block), |_, _| {});
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn find_both_gather(
    search: &Search<'_>,
    text: &[u8],
    pass: &mut Pass,
    stretches: &mut Stretches,
    on_hits: &mut dyn FnMut(&[Hit]),
) {
    let probe = |table: &Table, block: &Block| probe_gather(table, block);
    search.find(text, pass, on_hits, probe, |at, bytes| stretches.note(at, full_lanes_avx2(bytes)));
}

/// [`probe`] with eight windows in a vector: a load gives those four bytes apart, and the table is read by a gather.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn probe_gather(table: &Table, block: &Block) -> u32 {
    use std::arch::x86_64::{
        __m256i, _mm256_and_si256, _mm256_castsi256_ps, _mm256_i32gather_epi32, _mm256_loadu_si256,
        _mm256_movemask_ps, _mm256_mullo_epi32, _mm256_or_si256, _mm256_set1_epi32,
        _mm256_sllv_epi32, _mm256_srli_epi32, _pdep_u32,
    };
    let eight = |at: usize| {
        let Some(bytes) = block.get(at..).and_then(|rest| rest.first_chunk::<32>()) else {
            return 0;
        };
        // SAFETY: the load reads 32 bytes, which the array has, and needs no alignment.
        let window: __m256i = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
        let folded = _mm256_or_si256(window, _mm256_set1_epi32(FOLD as i32));
        // The multiplier shifts the fourth byte out.
        let hash = _mm256_mullo_epi32(folded, _mm256_set1_epi32((MULTIPLIER << 8) as i32));
        let slots = _mm256_srli_epi32::<{ 32 - SLOT_BITS as i32 }>(hash);
        // SAFETY: each index is below 2^SLOT_BITS, the length of the table.
        let words = unsafe { _mm256_i32gather_epi32::<4>(table.as_ptr().cast(), slots) };
        let shifts = _mm256_and_si256(_mm256_srli_epi32::<24>(window), _mm256_set1_epi32(31));
        let chosen = _mm256_sllv_epi32(words, shifts);
        _mm256_movemask_ps(_mm256_castsi256_ps(chosen)) as u32
    };
    let apart = eight(0) | eight(32) << 8;
    let between = eight(2) | eight(34) << 8;
    // Every other position is in the one, those between them in the other.
    _pdep_u32(apart, 0x5555_5555) | _pdep_u32(between, 0xAAAA_AAAA)
}

/// [`base64::classify`] in vectors.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn classify_avx2(bytes: &[u8; base64::STRIDE]) -> u64 {
    use std::arch::x86_64::_mm256_movemask_epi8;
    let [first, second] = outside_runs(bytes);
    let mask = |outside| !_mm256_movemask_epi8(outside) as u32;
    u64::from(mask(first)) | u64::from(mask(second)) << 32
}

/// [`base64::full_lanes`] in vectors.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn full_lanes_avx2(bytes: &[u8; base64::STRIDE]) -> u8 {
    use std::arch::x86_64::{
        __m256i, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_movemask_pd, _mm256_setzero_si256,
    };
    let [first, second] = outside_runs(bytes);
    let full = |outside: __m256i| {
        let full = _mm256_cmpeq_epi64(outside, _mm256_setzero_si256());
        _mm256_movemask_pd(_mm256_castsi256_pd(full)) as u8
    };
    full(first) | full(second) << 4
}

/// All bits of each byte that is in no run of base64, by two table lookups of sixteen entries: a byte is in a run when its low nibble's entry has the bit of its high nibble.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn outside_runs(bytes: &[u8; base64::STRIDE]) -> [std::arch::x86_64::__m256i; 2] {
    use std::arch::x86_64::{
        __m256i, _mm_loadu_si128, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8,
        _mm256_loadu_si256, _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
        _mm256_srli_epi16,
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
        _mm256_cmpeq_epi8(bits, _mm256_setzero_si256())
    };
    let [first, second] = bytes.as_chunks::<32>().0 else { return [_mm256_setzero_si256(); 2] };
    [half(first), half(second)]
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn both_probes_agree_on_any_table_and_block() {
        use crate::literal::{SLOT_BITS, probe};
        if super::ask() == super::Width::Baseline {
            return;
        }
        // A linear congruential generator fills table and blocks.
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 32) as u32
        };
        let words: Vec<u32> = (0..1usize << SLOT_BITS).map(|_| next()).collect();
        let table = words.as_slice().try_into().unwrap();
        for _ in 0..200 {
            let block = std::array::from_fn(|_| next() as u8);
            // SAFETY: `ask` has just seen the features.
            let gathered = unsafe { super::probe_gather(table, &block) };
            assert_eq!(gathered, probe(table, &block));
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn both_classifiers_agree_on_every_byte_at_every_place() {
        use crate::decode::base64;
        if super::ask() == super::Width::Baseline {
            return;
        }
        for byte in 0..=255 {
            for place in 0..base64::STRIDE {
                let mut bytes = [b'.'; base64::STRIDE];
                bytes[place] = byte;
                // SAFETY: `ask` has just seen the features.
                let wide = unsafe { super::classify_avx2(&bytes) };
                assert_eq!(wide, base64::classify(&bytes), "{byte} at {place}");
                for fill in [b'.', b'x'] {
                    bytes = [fill; base64::STRIDE];
                    bytes[place] = byte;
                    // SAFETY: as above.
                    let wide = unsafe { super::full_lanes_avx2(&bytes) };
                    assert_eq!(wide, base64::full_lanes(&bytes), "{byte} at {place}");
                }
            }
        }
    }
}
