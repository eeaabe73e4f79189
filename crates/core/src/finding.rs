//! What a scan yields: a rule, a span and how sure it is. Never the secret's text.

use std::fmt;

/// How bad it is when the finding is real.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing, such as an encrypted key.
    Info,
    /// Little harm, or a test credential.
    Low,
    /// A scoped or short-lived credential.
    Medium,
    /// The full API of a service.
    High,
    /// An account, an organisation or money.
    Critical,
}

/// How sure a finding is, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Confidence {
    /// A value bound to a key whose name says "secret", judged by its shape.
    Generic,
    /// The surroundings name the provider and the value has its shape.
    Context,
    /// The value has a provider's distinctive format.
    Format,
    /// A checksum or a signature-like structure inside the value holds.
    Verified,
}

macro_rules! names {
    ($type:ident, $what:literal, $($variant:ident = $name:literal),+) => {
        impl $type {
            /// Every value, weakest first.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name in rule files, on the command line and in reports.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            #[doc = concat!("The ", $what, " of that name, or `None`.")]
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)+ _ => None }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

names!(
    Severity,
    "severity",
    Info = "info",
    Low = "low",
    Medium = "medium",
    High = "high",
    Critical = "critical"
);
names!(
    Confidence,
    "confidence",
    Generic = "generic",
    Context = "context",
    Format = "format",
    Verified = "verified"
);

/// A half-open range of byte offsets into the scanned input, from its very first byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u64,
    /// Offset behind the last byte.
    pub end: u64,
}

impl Span {
    /// The number of bytes.
    #[must_use]
    pub const fn len(self) -> u64 {
        self.end - self.start
    }

    /// True where the span holds no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// True where both spans share a byte.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// An encoding that was undone to reach a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Codec {
    /// RFC 4648 base64, standard or URL-safe alphabet, with or without padding.
    Base64,
    /// Pairs of hexadecimal digits.
    Hex,
    /// `%XX` escapes of RFC 3986.
    Percent,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// UTF-32, little-endian.
    Utf32Le,
    /// UTF-32, big-endian.
    Utf32Be,
}

names!(
    Codec,
    "codec",
    Base64 = "base64",
    Hex = "hex",
    Percent = "percent",
    Utf16Le = "utf-16le",
    Utf16Be = "utf-16be",
    Utf32Le = "utf-32le",
    Utf32Be = "utf-32be"
);

/// The encodings that were undone to reach a finding, outermost first; empty for plain text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Via {
    steps: [Option<Codec>; Via::MAX],
}

impl Via {
    /// The deepest nesting that is followed: four decoders, below one text encoding.
    pub const MAX: usize = 5;

    /// This chain with `codec` as the innermost step, or `None` when it is full.
    #[must_use]
    pub fn then(mut self, codec: Codec) -> Option<Self> {
        let free = self.steps.iter_mut().find(|step| step.is_none())?;
        *free = Some(codec);
        Some(self)
    }

    /// The steps, outermost first.
    pub fn steps(self) -> impl Iterator<Item = Codec> {
        self.steps.into_iter().flatten()
    }

    /// True for plain text.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.steps[0].is_none()
    }
}

impl fmt::Display for Via {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, codec) in self.steps().enumerate() {
            if i > 0 {
                f.write_str(">")?;
            }
            f.write_str(codec.name())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Via {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Via({self})")
    }
}

/// A rule's place in its engine: the index into [`Engine::rules`](crate::Engine::rules).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleId(pub u32);

/// One thing a scan found. It holds offsets only, so printing it shows no secret.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Finding {
    /// Where the secret stands in the input. For a decoded finding: the encoded run that holds it.
    pub span: Span,
    /// The rule that found it.
    pub rule: RuleId,
    /// How bad it is.
    pub severity: Severity,
    /// How sure it is.
    pub confidence: Confidence,
    /// What was decoded on the way.
    pub via: Via,
}
