//! Encodings that hide text, each with a map from decoded ranges back to the bytes they came from.

pub mod base64;
pub mod hex;
pub mod percent;
#[cfg(test)]
mod tests;
pub mod unicode;

/// How many bytes of a decoded text are looked at to tell text from data.
const SAMPLE: usize = 256;

/// True when decoded bytes look like text: at least nine in ten of a sample are printable ASCII, white space or part of UTF-8 letters.
#[must_use]
pub fn is_text(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let odd = sample.iter().filter(|&&byte| !is_text_byte(byte)).count();
    odd * 10 <= sample.len()
}

/// Printable ASCII, white space, or a byte above ASCII that UTF-8 uses.
const fn is_text_byte(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | 0x1B | b' '..=b'~')
}
