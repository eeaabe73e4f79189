//! What a value is made of.

/// Counts over a value's bytes.
pub(super) struct Makeup {
    pub lower: usize,
    pub upper: usize,
    pub digits: usize,
    pub marks: usize,
    pub blanks: usize,
    /// How often a letter and a digit stand side by side.
    pub switches: usize,
    /// How often two bytes of different kinds stand side by side: lower, upper, digit, other.
    changes: usize,
    /// Nothing but hexadecimal digits of one case, some of them letters.
    pub hex: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lower,
    Upper,
    Digit,
    Mark,
}

impl Kind {
    fn of(byte: u8) -> Self {
        match byte {
            b'a'..=b'z' => Self::Lower,
            b'A'..=b'Z' => Self::Upper,
            b'0'..=b'9' => Self::Digit,
            _ => Self::Mark,
        }
    }
}

impl Makeup {
    pub(super) fn of(value: &[u8]) -> Self {
        let mut counts = [0; 4];
        let (mut switches, mut changes, mut hex_digits) = (0, 0, 0);
        let mut last = None;
        for &byte in value {
            let kind = Kind::of(byte);
            counts[kind as usize] += 1;
            hex_digits += usize::from(byte.is_ascii_hexdigit());
            // An underscore is a part of names.
            if byte == b'_' {
                continue;
            }
            if let Some(last) = last
                && last != kind
            {
                changes += 1;
                switches += usize::from(
                    (last == Kind::Digit && kind != Kind::Mark)
                        || (kind == Kind::Digit && last != Kind::Mark),
                );
            }
            last = Some(kind);
        }
        let [lower, upper, digits, others] = counts;
        let blanks = value.iter().filter(|byte| **byte == b' ').count();
        let one_case = (lower == 0) != (upper == 0);
        let hex = hex_digits == value.len() && one_case;
        Self { lower, upper, digits, marks: others - blanks, blanks, switches, changes, hex }
    }

    pub(super) const fn letters(&self) -> usize {
        self.lower + self.upper
    }

    /// One capital in front, as words of a user interface have.
    pub(super) const fn is_title(&self) -> bool {
        self.upper == 1 && self.digits == 0 && self.marks == 0
    }

    /// Letters of both cases that change as often as in random text.
    pub(super) const fn is_mixed(&self, len: usize) -> bool {
        len >= 20 && self.lower > 3 && self.upper > 3 && self.changes * 3 >= len
    }

    /// The kinds of characters change as often as in random text; expressions and names keep to one kind for longer.
    pub(super) const fn is_jumbled(&self, len: usize) -> bool {
        len >= 8 && self.digits > 0 && self.changes * 2 >= len - 1
    }
}
