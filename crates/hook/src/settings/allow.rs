//! Allowances: what is let through although the policy asks about it or blocks it.

use std::time::{Duration, UNIX_EPOCH};

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
    /// Days since 1970 began, in UTC.
    days: u64,
}

impl Date {
    /// The last day whose year has four digits.
    const LAST: u64 = 2_932_896;

    /// The day of that name, from 1970 on.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let shape = |(at, byte): (usize, u8)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        if text.len() != 10 || !text.bytes().enumerate().all(shape) {
            return None;
        }
        let start = humantime::parse_rfc3339(&format!("{text}T00:00:00Z")).ok()?;
        Some(Self::of_unix_seconds(start.duration_since(UNIX_EPOCH).ok()?.as_secs()))
    }

    /// The day in UTC on which that many seconds have gone by since 1970 began, at most the last of the year 9999.
    #[must_use]
    pub fn of_unix_seconds(seconds: u64) -> Self {
        Self { days: (seconds / 86_400).min(Self::LAST) }
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let start = UNIX_EPOCH + Duration::from_secs(self.days * 86_400);
        let text = humantime::format_rfc3339_seconds(start).to_string();
        f.write_str(text.split('T').next().unwrap_or_default())
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

    #[test]
    fn the_last_day_is_that_of_the_year_9999() {
        for seconds in [253_402_300_799, 253_402_300_800, u64::MAX] {
            assert_eq!(Date::of_unix_seconds(seconds).to_string(), "9999-12-31");
        }
        assert_eq!(Date::parse("9999-12-31"), Some(Date::of_unix_seconds(u64::MAX)));
    }
}
