//! Encodings that hide text, each with a map from decoded ranges back to the bytes they came from.

pub mod base64;
pub mod hex;
pub mod percent;
#[cfg(test)]
mod tests;
pub mod unicode;

/// How many bytes of a decoded text are looked at to tell text from data.
const SAMPLE: usize = 256;

/// True when decoded bytes look like text: at least nine in ten of a sample are printable ASCII, white space or part of valid UTF-8.
#[must_use]
pub fn is_text(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    odd_bytes(sample) * 10 <= sample.len()
}

/// How many bytes are no text: control characters of ASCII and what is no UTF-8.
fn odd_bytes(bytes: &[u8]) -> usize {
    let odd = |byte: &u8| byte.is_ascii() && !is_text_byte(*byte);
    let chunks = bytes.utf8_chunks();
    chunks.map(|chunk| chunk.valid().bytes().filter(odd).count() + chunk.invalid().len()).sum()
}

/// Printable ASCII or white space.
const fn is_text_byte(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | 0x1B | b' '..=b'~')
}
