//! The line on the terminal that says how far a scan is.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use console::Term;
use prescan_sources::Progress;

/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(100);
const SPINNER: [char; 4] = ['|', '/', '-', '\\'];

/// Draws until the sender is dropped, then takes the line away.
pub(crate) fn draw(progress: &Progress, stopped: &Receiver<()>) {
    let started = Instant::now();
    let term = Term::stderr();
    for spinner in SPINNER.into_iter().cycle() {
        if stopped.recv_timeout(TICK) != Err(RecvTimeoutError::Timeout) {
            break;
        }
        let bytes = amount(progress.bytes());
        let seconds = started.elapsed().as_secs();
        let line = format!("{spinner} {} files, {bytes} {seconds}s", progress.files());
        // A terminal that takes no line is no reason to end the scan.
        let _ = term.clear_line().and_then(|()| term.write_str(&line));
    }
    let _ = term.clear_line();
}

/// Bytes with the unit that leaves one to four digits before the point.
fn amount(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let power = bytes.ilog2() / 10;
    let hundredths = (u128::from(bytes) * 100) >> (10 * power);
    let unit = UNITS[power as usize - 1];
    format!("{}.{:02} {unit}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::amount;

    #[test]
    fn amounts_have_the_unit_that_fits() {
        for (bytes, shown) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.00 KiB"),
            (1_048_575, "1023.99 KiB"),
            (1_048_576, "1.00 MiB"),
            (1_610_612_736, "1.50 GiB"),
            (u64::MAX, "15.99 EiB"),
        ] {
            assert_eq!(amount(bytes), shown);
        }
    }
}
