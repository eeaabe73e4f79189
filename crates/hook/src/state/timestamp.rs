//! Points in time, as state files write them.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The last millisecond that RFC 3339 can name: the end of the year 9999, in milliseconds since 1970.
const LAST: u64 = 253_402_300_799_999;

/// A point in time to the millisecond, in UTC, written as in RFC 3339: `2026-12-01T09:30:00.250Z`.
///
/// All have the same length, so their texts sort as they do. Times before 1970 and after 9999 become the nearest one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timestamp(u64);

impl Timestamp {
    /// That time, cut to the millisecond.
    #[must_use]
    pub fn new(time: SystemTime) -> Self {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(u64::try_from(since.as_millis()).unwrap_or(LAST).min(LAST))
    }

    /// The same as a system time.
    #[must_use]
    pub fn time(self) -> SystemTime {
        UNIX_EPOCH + Duration::from_millis(self.0)
    }

    /// So much later.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        let millis = u64::try_from(duration.as_millis()).unwrap_or(LAST);
        Self(self.0.saturating_add(millis).min(LAST))
    }

    /// How long this is after that; nothing where it is before.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        Self::new(time)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&humantime::format_rfc3339_millis(self.time()), f)
    }
}

/// Reads RFC 3339 with any offset, and shorter forms in UTC: `2026-12-01`, `2026-12-01 09:30:00`.
impl FromStr for Timestamp {
    type Err = InvalidTimestamp;

    fn from_str(text: &str) -> Result<Self, InvalidTimestamp> {
        let whole;
        let (text, east) = match (text.len(), offset(text)) {
            (10, _) => {
                whole = format!("{text}T00:00:00Z");
                (whole.as_str(), 0)
            }
            (_, Some((local, east))) => (local, east),
            (_, None) => (text, 0),
        };
        let local = humantime::parse_rfc3339_weak(text).map_err(|_| InvalidTimestamp)?;
        let shift = Duration::from_secs(u64::from(i32::unsigned_abs(east)) * 60);
        let time = if east > 0 { local.checked_sub(shift) } else { local.checked_add(shift) };
        time.map(Self::new).ok_or(InvalidTimestamp)
    }
}

/// Cuts `+02:00` or `-03:30` off the end of a time: what is before it, and the minutes east of UTC.
fn offset(text: &str) -> Option<(&str, i32)> {
    // A date alone ends like an offset.
    let at = text.len().checked_sub(6).filter(|at| *at >= 19 && text.is_char_boundary(*at))?;
    let (local, offset) = text.split_at(at);
    let (hours, minutes) = offset.get(1..)?.split_once(':')?;
    let digits = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
    if !digits(hours) || !digits(minutes) {
        return None;
    }
    let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
    if hours > 23 || minutes > 59 {
        return None;
    }
    match offset.as_bytes().first()? {
        b'+' => Some((local, hours * 60 + minutes)),
        b'-' => Some((local, -(hours * 60 + minutes))),
        _ => None,
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// A text that is no time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct InvalidTimestamp;

impl fmt::Display for InvalidTimestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("is not a time: write one as in RFC 3339, such as `2026-12-01T09:30:00Z`")
    }
}

impl std::error::Error for InvalidTimestamp {}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> String {
        text.parse::<Timestamp>().map_or_else(|error| error.to_string(), |time| time.to_string())
    }

    #[test]
    fn times_are_written_to_the_millisecond_in_utc() {
        let time = UNIX_EPOCH + Duration::new(1_709_210_096, 789_900_000);
        assert_eq!(Timestamp::new(time).to_string(), "2024-02-29T12:34:56.789Z");
        assert_eq!(text("2024-02-29T12:34:56.789Z"), "2024-02-29T12:34:56.789Z");
    }

    #[test]
    fn offsets_are_taken_off() {
        assert_eq!(text("2026-12-01T00:30:00+02:00"), "2026-11-30T22:30:00.000Z");
        assert_eq!(text("2026-12-01T00:30:00.5-03:30"), "2026-12-01T04:00:00.500Z");
        assert_eq!(text("2026-12-01"), "2026-12-01T00:00:00.000Z");
    }

    #[test]
    fn what_is_no_time_is_an_error() {
        for wrong in [
            "",
            "now",
            "2026-13-01",
            "2026-12-01T25:00:00Z",
            "2026-12-01T00:00:00+99:00",
            "ééééééééééééé",
            "2026-12-1é",
        ] {
            assert!(wrong.parse::<Timestamp>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_that_cannot_be_written_become_the_nearest() {
        assert_eq!(
            Timestamp::new(UNIX_EPOCH - Duration::from_secs(1)).to_string(),
            "1970-01-01T00:00:00.000Z"
        );
        let far = Timestamp::new(UNIX_EPOCH).after(Duration::MAX);
        assert_eq!(far.to_string(), "9999-12-31T23:59:59.999Z");
        assert_eq!(text(&far.to_string()), far.to_string());
    }
}
