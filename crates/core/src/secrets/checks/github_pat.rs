//! GitHub fine-grained personal access tokens.

use super::encoding::{BASE32, last};
use super::{Candidate, Verdict};
use sha2::{Digest as _, Sha256};

/// Prefix, 22 characters, `_` and 43 characters.
const HASHED: usize = 77;
/// The sum and eight characters of unknown meaning.
const WIDTH: usize = 93;

/// Characters 78 to 85 of `github_pat_…` are the first eight of the base32 SHA-256 of the 77
/// before them. Source: recomputed on published examples; the meaning of the last eight is not
/// known, so they are not looked at.
pub(super) fn run(candidate: Candidate<'_>) -> Verdict {
    let whole = candidate.whole;
    match whole.split_at_checked(HASHED) {
        Some((hashed, rest)) if whole.len() == WIDTH && rest.starts_with(&sum(hashed)) => {
            Verdict::Verified
        }
        _ => Verdict::Fail,
    }
}

/// Completes `github_pat_`, 22 characters, `_` and 43 characters with eight more.
pub(super) fn tail(text: &[u8]) -> Option<Vec<u8>> {
    last(text, HASHED).map(sum)
}

fn sum(hashed: &[u8]) -> Vec<u8> {
    let digest = Sha256::digest(hashed);
    // Eight base32 characters are the first forty bits.
    let bits = digest.iter().take(5).fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
    (0..8).rev().map(|at| BASE32[(bits >> (at * 5) & 31) as usize]).collect()
}
