//! How much a value reads like words, from the frequency of its trigrams.

/// One bit for each folded trigram that is common in ordinary text, by six bits of each byte.
static COMMON: [u32; 1 << 13] = common(include_bytes!("../../literal/trigrams.txt"));

/// A trigram counts as common from so many occurrences per hundred million positions on.
const COMMON_FROM: u64 = 3000;

/// Six bits of a printable byte after folding: its place in `0x20..0x40` or `0x60..0x80`.
const fn code(byte: u8) -> usize {
    let folded = byte | 0x20;
    ((folded & 0x1F) | ((folded & 0x40) >> 1)) as usize
}

const fn index(gram: [u8; 3]) -> usize {
    code(gram[0]) << 12 | code(gram[1]) << 6 | code(gram[2])
}

/// Reads the checked-in table at compile time. Its lines are `abc COUNT`; comments start with `# `.
const fn common(text: &[u8]) -> [u32; 1 << 13] {
    let mut bits = [0; 1 << 13];
    let mut at = 0;
    while at + 4 < text.len() {
        let start = at;
        let comment = text[start] == b'#' && text[start + 1] == b' ' && text[start + 2] != b' ';
        let gram = [text[start], text[start + 1], text[start + 2]];
        at += 4;
        let mut count = 0;
        while at < text.len() && text[at] != b'\n' {
            if !comment && text[at] >= b'0' && text[at] <= b'9' {
                count = count * 10 + (text[at] - b'0') as u64;
            }
            at += 1;
        }
        at += 1;
        if !comment && count >= COMMON_FROM {
            bits[index(gram) >> 5] |= 1 << (index(gram) & 31);
        }
    }
    bits
}

/// The share of a value's letter trigrams that are common in ordinary text: 0 for random letters and values without three letters in a row, near 1 for words.
pub(super) fn familiarity(value: &[u8]) -> f32 {
    let mut letters = 0;
    let mut known = 0;
    for gram in value.windows(3) {
        let gram = [gram[0], gram[1], gram[2]];
        if gram.iter().all(u8::is_ascii_alphabetic) {
            letters += 1;
            known += u32::from(COMMON[index(gram) >> 5] >> (index(gram) & 31) & 1 != 0);
        }
    }
    // Against all trigrams of the value, so that three letters in a long number weigh little.
    let all = value.len().saturating_sub(2).max(1) as f32;
    if letters == 0 { 0.0 } else { known as f32 / all }
}

#[cfg(test)]
mod tests {
    use super::familiarity;

    #[test]
    fn words_are_familiar_and_random_letters_are_not() {
        for words in ["configuration", "passwordHash", "interface", "some_function_name"] {
            assert!(
                familiarity(words.as_bytes()) > 0.5,
                "{words} {}",
                familiarity(words.as_bytes())
            );
        }
        for random in ["xkqjvzwbqp", "8fJq2LxZ0vKp", "4f9d3c2b1a7e", "zzqxjk"] {
            assert!(
                familiarity(random.as_bytes()) < 0.3,
                "{random} {}",
                familiarity(random.as_bytes())
            );
        }
    }
}
