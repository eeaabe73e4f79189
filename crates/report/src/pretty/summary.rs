//! What a report ends with: what was scanned, what was not, and the verdict.

use std::io;
use std::time::Duration;

use prescan_core::Severity;

use super::page::{Flow, Page, ink};
use crate::{Outcome, Problem, Verdict, order};

/// How many problems of a kind are listed.
const LISTED: usize = 10;

/// Writes the summary; its last line is the verdict.
pub(crate) fn write(outcome: &Outcome, page: &mut Page<'_>) -> io::Result<()> {
    let (missed, skipped): (Vec<&Problem>, Vec<&Problem>) =
        order::problems(outcome).into_iter().partition(|problem| problem.incomplete);
    list("could not be scanned", &missed, page)?;
    list("skipped", &skipped, page)?;

    let mut scanned = format!("{} ({})", count(outcome.files, "file"), size(outcome.bytes));
    if let Some(elapsed) = outcome.elapsed {
        scanned = format!("{scanned} in {}", time(elapsed));
    }
    page.flow(&Flow::new(0, 2).word(0, ink::DIM, "scanned").prose(1, ink::DIM, &scanned))?;
    if outcome.suppressed > 0 {
        let text = format!("{} suppressed by comments", count(outcome.suppressed, "finding"));
        page.flow(&Flow::new(0, 2).prose(0, ink::DIM, &text))?;
    }
    verdict(outcome, missed.len(), page)
}

fn list(title: &str, problems: &[&Problem], page: &mut Page<'_>) -> io::Result<()> {
    if problems.is_empty() {
        return Ok(());
    }
    let heading = format!("{title} ({}):", problems.len());
    page.flow(&Flow::new(0, 2).prose(0, ink::PLAIN, &heading))?;
    for problem in problems.iter().take(LISTED) {
        let path =
            if problem.path.is_empty() { String::new() } else { format!("{}:", problem.path) };
        let flow = Flow::new(2, 6).word(0, ink::PLAIN, &path).prose(1, ink::PLAIN, &problem.reason);
        page.flow(&flow)?;
    }
    if problems.len() > LISTED {
        let more = format!("and {} more", problems.len() - LISTED);
        page.flow(&Flow::new(2, 6).prose(0, ink::PLAIN, &more))?;
    }
    page.end_line()
}

fn verdict(outcome: &Outcome, missed: usize, page: &mut Page<'_>) -> io::Result<()> {
    let missed = if missed == 1 {
        "1 item was not scanned".to_owned()
    } else {
        format!("{missed} items were not scanned")
    };
    match outcome.verdict() {
        Verdict::Clean if outcome.files == 0 => {
            say(ink::DOUBTFUL, "clean:", "nothing was scanned", page)
        }
        Verdict::Clean => say(ink::GOOD, "clean:", "no findings", page),
        Verdict::Incomplete => {
            say(ink::DOUBTFUL, "incomplete:", &format!("no findings, but {missed}"), page)
        }
        Verdict::Findings => {
            let total = format!("{}:", count(outcome.records.len() as u64, "finding"));
            let by_severity: Vec<String> = Severity::ALL
                .iter()
                .rev()
                .map(|severity| (outcome.count(*severity), severity.name()))
                .filter(|(number, _)| *number > 0)
                .map(|(number, name)| format!("{number} {name}"))
                .collect();
            let mut text = by_severity.join(", ");
            if outcome.is_incomplete() {
                text = format!("{text}; incomplete: {missed}");
            }
            say(ink::BAD, &total, &text, page)
        }
    }
}

fn say(ink: anstyle::Style, head: &str, text: &str, page: &mut Page<'_>) -> io::Result<()> {
    page.flow(&Flow::new(0, 2).prose(0, ink, head).prose(1, ink::PLAIN, text))
}

fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A number of bytes in decimal units, rounded down to a tenth.
fn size(bytes: u64) -> String {
    const UNITS: [(u64, &str); 4] =
        [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    match UNITS.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) => format!("{}.{} {name}", bytes / unit, bytes % unit / (unit / 10)),
        None => count(bytes, "byte"),
    }
}

fn time(elapsed: Duration) -> String {
    let (seconds, millis) = (elapsed.as_secs(), elapsed.subsec_millis());
    match seconds {
        0 => format!("{millis} ms"),
        1..60 => format!("{seconds}.{:02} s", millis / 10),
        _ => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_read_well() {
        assert_eq!(size(0), "0 bytes");
        assert_eq!(size(1), "1 byte");
        assert_eq!(size(999), "999 bytes");
        assert_eq!(size(1_000), "1.0 kB");
        assert_eq!(size(3_456_789), "3.4 MB");
        assert_eq!(size(u64::MAX), "18446744.0 TB");
        assert_eq!(time(Duration::from_millis(52)), "52 ms");
        assert_eq!(time(Duration::from_millis(1_259)), "1.25 s");
        assert_eq!(time(Duration::from_secs(125)), "2 min 5 s");
    }
}
