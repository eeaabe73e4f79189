//! Allowances: what is let through although the policy asks about it or blocks it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One thing that is let through. Exactly one of `command`, `path`, `secret` and `event` says what.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allowance {
    /// A command line, word for word; a last word `*` stands for any further words without operators of the shell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// A path that commands and file tools may change; `*` stands for any characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// A secret, by the fingerprint that reports print.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// A whole event, by the hash that an approval with `--always` writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Only against this policy line, guard or rule: an id, or one that ends in `*`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The last day on which it counts, such as `2027-01-31`, in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
    /// Why it is right.
    pub reason: String,
}

/// A day, `YYYY-MM-DD`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, JsonSchema)]
#[schemars(with = "String", extend("pattern" = r"^\d{4}-\d{2}-\d{2}$"))]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The day of that name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let digits =
            |text: &str, len| text.len() == len && text.bytes().all(|b| b.is_ascii_digit());
        let shaped = digits(year, 4) && digits(month, 2) && digits(day, 2);
        if parts.next().is_some() || !shaped {
            return None;
        }
        let date =
            Self { year: year.parse().ok()?, month: month.parse().ok()?, day: day.parse().ok()? };
        let days = match date.month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 => 29,
            _ => return None,
        };
        (1..=days).contains(&date.day).then_some(date)
    }

    /// The day in UTC on which that many seconds have gone by since 1970 began.
    ///
    /// Civil from days, as the proleptic Gregorian calendar counts them in eras of 400 years.
    #[must_use]
    pub fn of_unix_seconds(seconds: u64) -> Self {
        let days = seconds / 86_400 + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        let small = |value: u64| u8::try_from(value).unwrap_or(u8::MAX);
        Self { year: u16::try_from(year).unwrap_or(u16::MAX), month: small(month), day: small(day) }
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Serialize for Date {
    fn serialize<S: serde::Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        output.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        Self::parse(&text).ok_or_else(|| {
            serde::de::Error::custom(format!("`{text}` is no day: write it as `2027-01-31`"))
        })
    }
}

impl Allowance {
    /// What is wrong with it, or `None`.
    pub(super) fn fault(&self) -> Option<&'static str> {
        let given = [&self.command, &self.path, &self.secret, &self.event];
        match given.iter().filter(|what| what.is_some()).count() {
            1 => None,
            0 => Some("needs one of `command`, `path`, `secret` and `event`"),
            _ => Some("has more than one of `command`, `path`, `secret` and `event`"),
        }
    }

    /// True while it counts.
    #[must_use]
    pub fn is_current(&self, today: Date) -> bool {
        self.until.is_none_or(|until| today <= until)
    }

    /// True where it speaks of that policy line, guard or rule.
    #[must_use]
    pub fn concerns(&self, rule: &str) -> bool {
        self.rule.as_ref().is_none_or(|pattern| prescan_rules::tools::matches(pattern, rule))
    }

    /// True where it lets that command line through.
    #[must_use]
    pub fn allows_command(&self, line: &str) -> bool {
        let Some(allowed) = &self.command else { return false };
        match allowed.trim().strip_suffix(" *") {
            Some(start) => {
                let rest = line.trim().strip_prefix(start.trim_end());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' ') && is_plain(rest))
            }
            None => line.trim() == allowed.trim(),
        }
    }

    /// True where it lets that path be changed.
    #[must_use]
    pub fn allows_path(&self, path: &str) -> bool {
        // A glob that crosses `..` would reach what it does not name.
        let climbs = path.split(['/', '\\']).any(|part| part == "..");
        self.path
            .as_ref()
            .is_some_and(|pattern| !climbs && prescan_rules::tools::matches(pattern, path))
    }
}

/// True where a shell would see nothing but words.
fn is_plain(words: &str) -> bool {
    !words.contains(|c: char| {
        c.is_control()
            || matches!(
                c,
                ';' | '&'
                    | '|'
                    | '<'
                    | '>'
                    | '('
                    | ')'
                    | '{'
                    | '}'
                    | '$'
                    | '`'
                    | '"'
                    | '\''
                    | '\\'
                    | '#'
                    | '!'
            )
    })
}

#[cfg(test)]
mod tests {
    use super::{Allowance, Date};

    #[test]
    fn days_are_days() {
        assert_eq!(
            Date::parse("2027-01-31").map(|day| day.to_string()).as_deref(),
            Some("2027-01-31")
        );
        for text in [
            "2027-1-31",
            "2027-13-01",
            "2027-04-31",
            "2027-02-30",
            "2027-01-00",
            "x",
            "2027-01-01-01",
            "+027-01-01",
            "",
        ] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }

    #[test]
    fn days_are_counted_from_1970() {
        for (seconds, text) in [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (86_400, "1970-01-02"),
            (951_782_400, "2000-02-29"),
            (1_709_164_800, "2024-02-29"),
            (1_798_675_200, "2026-12-31"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(Date::of_unix_seconds(seconds).to_string(), text);
        }
    }

    #[test]
    fn a_command_is_allowed_word_for_word() {
        let allows = |allowed: &str, line: &str| {
            let allowance = Allowance { command: Some(allowed.to_owned()), ..Allowance::default() };
            allowance.allows_command(line)
        };
        assert!(allows("rm -rf cache", " rm -rf cache\n"));
        assert!(!allows("rm -rf cache", "rm -rf cache /"));
        assert!(allows("npm publish *", "npm publish"));
        assert!(allows("npm publish *", "npm publish --tag next"));
        for line in [
            "npm publish; rm -rf /",
            "npm publish $(x)",
            "npm publishx",
            "npm publish\nrm",
            "npm publish 'a'",
        ] {
            assert!(!allows("npm publish *", line), "{line}");
        }
        assert!(!Allowance::default().allows_command(""));
    }

    #[test]
    fn a_path_that_climbs_is_not_allowed() {
        let allowance = Allowance { path: Some("/srv/cache/*".to_owned()), ..Allowance::default() };
        assert!(allowance.allows_path("/srv/cache/a/b"));
        assert!(!allowance.allows_path("/srv/cache/../data"));
        assert!(!allowance.allows_path("/srv/data"));
    }
}
