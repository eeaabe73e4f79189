//! How often windows occur in ordinary text, from a checked-in table of trigrams.
//!
//! `trigrams.txt` is made by `cargo run -p prescan-core --example trigrams -- DIR…`; its head names what it was made from. Only rarely wrong guesses matter: a bad
//! estimate costs speed, never a hit.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

use super::{SLOTS, bit, slot};

/// The frequency of a trigram that the table does not list.
const UNSEEN: f64 = 2e-8;

/// Frequencies per text position.
pub(super) struct Frequencies {
    trigrams: HashMap<[u8; 3], f64>,
    pairs: HashMap<[u8; 2], f64>,
    /// How often ordinary text probes each bit of each slot.
    probes: Vec<f32>,
}

impl Frequencies {
    /// The checked-in table, parsed once.
    pub(super) fn embedded() -> &'static Self {
        static EMBEDDED: OnceLock<Frequencies> = OnceLock::new();
        EMBEDDED.get_or_init(|| Self::parse(include_str!("trigrams.txt")))
    }

    /// Reads lines of `abc COUNT`, where the count is per hundred million positions. Lines that start with `# ` and lines it cannot read are passed over.
    fn parse(text: &str) -> Self {
        let mut found =
            Self { trigrams: HashMap::new(), pairs: HashMap::new(), probes: vec![0.0; SLOTS * 32] };
        for line in text.lines().filter(|line| !line.starts_with("# ")) {
            let (Some(gram), Some(count)) = (line.as_bytes().first_chunk::<3>(), line.get(4..))
            else {
                continue;
            };
            let Ok(count) = count.parse::<f64>() else { continue };
            let gram = gram.map(|byte| byte | 0x20);
            let share = count / 1e8;
            found.trigrams.insert(gram, share);
            *found.pairs.entry([gram[1], gram[2]]).or_default() += share;
        }
        found.count_probes();
        found
    }

    fn count_probes(&mut self) {
        let mut next: HashMap<[u8; 2], Vec<(u8, f64)>> = HashMap::new();
        for (&[a, b, c], share) in &self.trigrams {
            next.entry([a, b]).or_default().push((c, *share));
        }
        for (&[a, b, c], share) in &self.trigrams {
            let followers = next.get(&[b, c]).map(Vec::as_slice).unwrap_or_default();
            let all: f64 = followers.iter().map(|(_, share)| share).sum();
            for (d, follows) in followers {
                let window = u32::from_le_bytes([a, b, c, *d]);
                self.probes[probe(window)] += (share * follows / all) as f32;
            }
        }
    }

    /// How often a folded window occurs.
    pub(super) fn window(&self, folded: u32) -> f64 {
        let [a, b, c, d] = folded.to_le_bytes();
        // A second-order chain: P(abcd) = P(abc) P(d | bc).
        let pair = self.pairs.get(&[b, c]).copied().unwrap_or(UNSEEN);
        self.trigram([a, b, c]) * self.trigram([b, c, d]) / pair.max(UNSEEN)
    }

    /// How often ordinary text probes the bit of this window.
    pub(super) fn probes(&self, folded: u32) -> f64 {
        f64::from(self.probes[probe(folded)]) + UNSEEN / 32.0
    }

    fn trigram(&self, gram: [u8; 3]) -> f64 {
        self.trigrams.get(&gram).copied().unwrap_or(UNSEEN)
    }
}

/// The index of a window's bit among those of all slots.
fn probe(folded: u32) -> usize {
    slot(folded) * 32 + bit(folded) as usize
}

/// Text that gives no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrequencyError;

impl fmt::Display for FrequencyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the texts hold fewer than three bytes")
    }
}

impl std::error::Error for FrequencyError {}

/// Counts folded trigrams and writes the `keep` most frequent as a table, for the tool that makes `trigrams.txt`. `_`, which folding turns into
/// a control character, is written as itself. Trigrams with other bytes outside printable ASCII (after folding) are counted for the total only.
///
/// # Errors
/// When the texts are too short to hold a trigram.
pub fn trigram_table<T: AsRef<[u8]>>(
    texts: impl IntoIterator<Item = T>,
    keep: usize,
) -> Result<String, FrequencyError> {
    let mut counts: HashMap<[u8; 3], u64> = HashMap::new();
    let mut total: u64 = 0;
    for text in texts {
        for gram in text.as_ref().windows(3) {
            total += 1;
            let folded = [gram[0] | 0x20, gram[1] | 0x20, gram[2] | 0x20];
            if folded.iter().all(|byte| (0x20..0x80).contains(byte)) {
                *counts.entry(folded).or_default() += 1;
            }
        }
    }
    if total == 0 {
        return Err(FrequencyError);
    }
    let mut rows: Vec<([u8; 3], u64)> = counts.into_iter().collect();
    rows.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    rows.truncate(keep);
    rows.sort_unstable();
    let mut table = String::new();
    for (gram, count) in rows {
        let share = (count as f64 * 1e8 / total as f64).round() as u64;
        let gram = gram.map(|byte| if byte == b'_' | 0x20 { b'_' } else { byte });
        table.push_str(&format!("{} {share}\n", String::from_utf8_lossy(&gram)));
    }
    Ok(table)
}
