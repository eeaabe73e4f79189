//! Spans of time as a settings file writes them.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest span that can be written.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// A span of time: a number of seconds, or a number with a unit, `ms`, `s`, `m` or `h`, such as `500ms`, `1.5s` or `2m`. At most 24 hours; whole milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Period(Duration);

impl Period {
    /// A span of that many seconds, at most 24 hours.
    #[must_use]
    pub const fn from_secs(seconds: u32) -> Self {
        let longest = LONGEST.as_secs();
        Self(Duration::from_secs(if seconds as u64 > longest { longest } else { seconds as u64 }))
    }

    /// The span.
    #[must_use]
    pub const fn duration(self) -> Duration {
        self.0
    }

    fn from_number(number: f64, unit: f64) -> Option<Self> {
        let milliseconds = Duration::try_from_secs_f64(number * unit).ok()?.as_millis();
        let span = Duration::from_millis(u64::try_from(milliseconds).ok()?);
        // A span above nothing is not rounded to nothing.
        let span = if number > 0.0 { span.max(Duration::from_millis(1)) } else { span };
        (span <= LONGEST).then_some(Self(span))
    }

    fn from_text(text: &str) -> Option<Self> {
        let unit_at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (number, unit) = text.split_at(unit_at);
        let unit = match unit {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return None,
        };
        let number = number.trim_end();
        if !number.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        Self::from_number(number.parse().ok()?, unit)
    }
}

/// As the settings write it: `5s`, `1500ms`.
impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.subsec_millis() == 0 {
            write!(f, "{}s", self.0.as_secs())
        } else {
            write!(f, "{}ms", self.0.as_millis())
        }
    }
}

impl fmt::Debug for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Period {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Period {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OfAny)
    }
}

struct OfAny;

impl OfAny {
    fn checked<E: de::Error>(
        period: Option<Period>,
        unexpected: de::Unexpected<'_>,
    ) -> Result<Period, E> {
        period.ok_or_else(|| E::invalid_value(unexpected, &Self))
    }
}

impl Visitor<'_> for OfAny {
    type Value = Period;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a span of time of at most 24 h, such as `500ms`, `5s`, `2m` or a number of seconds",
        )
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Period, E> {
        // Numbers that lose digits here are far beyond the limit.
        #[expect(clippy::cast_precision_loss, reason = "what loses digits is refused as too long")]
        let seconds = value as f64;
        Self::checked(Period::from_number(seconds, 1.0), de::Unexpected::Unsigned(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Period, E> {
        match u64::try_from(value) {
            Ok(value) => self.visit_u64(value),
            Err(_) => Self::checked(None, de::Unexpected::Signed(value)),
        }
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Period, E> {
        Self::checked(Period::from_number(value, 1.0), de::Unexpected::Float(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Period, E> {
        Self::checked(Period::from_text(value), de::Unexpected::Str(value))
    }
}

impl JsonSchema for Period {
    fn schema_name() -> Cow<'static, str> {
        "Period".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A span of time: a number of seconds, or a number with a unit, such as `500ms`, `5s`, `2m` or `1h`. At most 24 hours.",
            "anyOf": [
                { "type": "number", "minimum": 0, "maximum": LONGEST.as_secs() },
                { "type": "string", "pattern": r"^[0-9]+(\.[0-9]*)? *(ms|s|m|h)?$" },
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: serde_json::Value) -> Result<u128, serde_json::Error> {
        serde_json::from_value::<Period>(value).map(|period| period.duration().as_millis())
    }

    #[test]
    fn numbers_are_seconds_and_units_are_units() {
        let cases = [
            (json!(5), 5_000),
            (json!(0.25), 250),
            (json!("5"), 5_000),
            (json!("500ms"), 500),
            (json!("5s"), 5_000),
            (json!("1.5 s"), 1_500),
            (json!("2m"), 120_000),
            (json!("24h"), 86_400_000),
            (json!(0), 0),
            (json!(1e-9), 1),
        ];
        for (written, milliseconds) in cases {
            assert_eq!(read(written.clone()).unwrap(), milliseconds, "{written}");
        }
    }

    #[test]
    fn anything_else_is_refused_with_what_is_expected() {
        let cases = [
            json!(-1),
            json!(86_401),
            json!(1e300),
            json!(u64::MAX),
            json!("25h"),
            json!("-5s"),
            json!("5 days"),
            json!("s"),
            json!("inf"),
            json!("nan"),
            json!("1e9"),
            json!(""),
            json!(true),
            json!(["5s"]),
        ];
        for written in cases {
            let error = read(written.clone()).unwrap_err().to_string();
            assert!(error.contains("a span of time"), "{written}: {error}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for milliseconds in [0, 1, 999, 1_000, 1_500, 86_400_000] {
            let period = Period(Duration::from_millis(milliseconds));
            let written = serde_json::to_value(period).unwrap();
            assert_eq!(read(written).unwrap(), u128::from(milliseconds));
        }
        assert_eq!(serde_json::to_value(Period::from_secs(5)).unwrap(), json!("5s"));
    }
}
