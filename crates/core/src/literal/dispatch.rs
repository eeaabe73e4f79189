//! Chooses the fastest instantiation of the sweep for the machine it runs on.
//!
//! The only unsafe code of the workspace. Its safe twin is the baseline instantiation of the same source, and both run under the same tests.
#![expect(
    unsafe_code,
    reason = "calling a function compiled for AVX2 needs a run-time check that the compiler cannot see"
)]

use super::scan::Search;
use super::{Hit, Pass};

/// Finds every hit with the widest instruction set at hand.
pub(super) fn find(
    search: &Search<'_>,
    text: &[u8],
    pass: &mut Pass,
    on_hits: &mut dyn FnMut(&[Hit]),
) {
    #[cfg(target_arch = "x86_64")]
    if wide_enough() {
        // SAFETY: `find_avx2` needs AVX2, BMI1 and BMI2, and `wide_enough` has just seen all three.
        unsafe { find_avx2(search, text, pass, on_hits) };
        return;
    }
    find_baseline(search, text, pass, on_hits);
}

/// The instantiation that runs everywhere.
pub(super) fn find_baseline(
    search: &Search<'_>,
    text: &[u8],
    pass: &mut Pass,
    on_hits: &mut dyn FnMut(&[Hit]),
) {
    search.find(text, pass, on_hits);
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
fn find_avx2(search: &Search<'_>, text: &[u8], pass: &mut Pass, on_hits: &mut dyn FnMut(&[Hit])) {
    search.find(text, pass, on_hits);
}
