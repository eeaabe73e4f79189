//! One-time codes, short enough to be typed.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use crate::state::error::StateError;
use crate::state::files::hex;

/// Crockford's base 32 (<https://www.crockford.com/base32.html>): without I, L, O, which are read as 1 and 0, and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// How many characters a code has, five bits each.
const LENGTH: usize = 8;

/// A one-time code of 40 random bits, shown as `K7QX-M3RT`.
///
/// It is read without regard to case, dashes and blanks, and with the look-alikes O, I and L. What is stored of it is a hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Code([u8; LENGTH]);

impl Code {
    /// A new one.
    pub(super) fn random() -> Result<Self, StateError> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes).map_err(|_| StateError::random())?;
        Ok(Self(bytes.map(|byte| ALPHABET[usize::from(byte % 32)])))
    }

    /// What is stored in its place.
    pub(super) fn hash(&self) -> String {
        hex(&Sha256::new()
            .chain_update(b"prescan approval code 1\0")
            .chain_update(self.0)
            .finalize())
    }
}

impl FromStr for Code {
    type Err = StateError;

    fn from_str(text: &str) -> Result<Self, StateError> {
        let mut code = [0; LENGTH];
        let mut length = 0;
        for c in text.chars().filter(|c| !matches!(c, '-' | ' ')) {
            let symbol = match c.to_ascii_uppercase() {
                'O' => b'0',
                'I' | 'L' => b'1',
                c => u8::try_from(c).map_err(|_| StateError::not_a_code())?,
            };
            if length == LENGTH || !ALPHABET.contains(&symbol) {
                return Err(StateError::not_a_code());
            }
            code[length] = symbol;
            length += 1;
        }
        if length < LENGTH {
            return Err(StateError::not_a_code());
        }
        Ok(Self(code))
    }
}

/// The code itself, for whoever it is issued to.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, symbol) in self.0.iter().enumerate() {
            if at == LENGTH / 2 {
                f.write_str("-")?;
            }
            write!(f, "{}", char::from(*symbol))?;
        }
        Ok(())
    }
}

/// Without the code.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn codes_are_read_as_people_write_them() {
        let code: Code = "10AX-M3R1".parse().unwrap();
        for written in ["10AXM3R1", "10ax-m3r1", " 1oax m3rl ", "IOAX-M3RI"] {
            assert!(written.parse::<Code>().unwrap() == code, "{written}");
        }
        assert_eq!(code.to_string(), "10AX-M3R1");
        assert_eq!(format!("{code:?}"), "Code");
    }

    #[test]
    fn what_is_no_code_is_an_error() {
        for wrong in
            ["", "K7QX-M3R", "K7QX-M3RTT", "K7QX-M3RU", "K7QX-M3Rt\n", "Ｋ7QXM3RT", "../../etc"]
        {
            assert!(wrong.parse::<Code>().unwrap_err().is_wrong_code(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_code_or_an_error(text in ".{0,24}") {
            if let Ok(code) = text.parse::<Code>() {
                prop_assert!(code.to_string().parse::<Code>().unwrap() == code);
            }
        }
    }

    #[test]
    fn every_code_is_read_back_as_itself() {
        for _ in 0..1000 {
            let code = Code::random().unwrap();
            assert!(code.to_string().to_lowercase().parse::<Code>().unwrap() == code);
        }
    }
}
