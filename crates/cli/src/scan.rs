//! `prescan scan`.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result};
use prescan_core::Engine;
use prescan_report::{Format, Outcome, Style, Verdict, write};
use prescan_scan::Settings;
use prescan_sources::Progress;

use crate::args::{ScanArguments, When};
use crate::exit::Exit;
use crate::{config, progress, settings};

pub(crate) fn run(arguments: &ScanArguments) -> Result<Exit> {
    let config = config::read(arguments.config.as_deref())?;
    let engine = settings::engine(&arguments.rules, &config)?;
    let mut settings = settings::scan(&arguments.walk, &arguments.rules, &config);
    settings.only = settings::selection(&engine, &arguments.rules, &config)?;
    settings.show_secrets = arguments.show_secrets;
    if settings.sources.threads > 0 {
        rayon::ThreadPoolBuilder::new().num_threads(settings.sources.threads).build_global()?;
    }
    let shown = !arguments.quiet && io::stderr().is_terminal();
    let outcome = with_progress(shown, &engine, &arguments.walk.paths, &settings);
    report(arguments, &outcome)?;
    Ok(match outcome.verdict() {
        _ if outcome.is_incomplete() => Exit::Error,
        Verdict::Findings => Exit::Findings,
        Verdict::Clean | Verdict::Incomplete => Exit::Clean,
    })
}

/// Scans, and shows how far it is on a terminal.
fn with_progress(shown: bool, engine: &Engine, paths: &[PathBuf], settings: &Settings) -> Outcome {
    let started = Instant::now();
    let count = Progress::default();
    let mut outcome = if shown {
        std::thread::scope(|scope| {
            let (stop, stopped) = std::sync::mpsc::channel::<()>();
            let watched = &count;
            scope.spawn(move || progress::draw(watched, &stopped));
            let outcome = prescan_scan::scan(engine, paths, settings, watched);
            drop(stop);
            outcome
        })
    } else {
        prescan_scan::scan(engine, paths, settings, &count)
    };
    outcome.elapsed = Some(started.elapsed());
    outcome
}

fn report(arguments: &ScanArguments, outcome: &Outcome) -> Result<()> {
    let format = Format::from_name(&arguments.format).unwrap_or_default();
    let nothing = outcome.verdict() == Verdict::Clean;
    if let Some(path) = &arguments.output {
        let style = Style { color: arguments.color == When::Always, width: usize::MAX };
        return to_file(path, |out| write(format, outcome, &style, out));
    }
    if nothing && arguments.quiet && format == Format::Pretty {
        return Ok(());
    }
    let style = Style { color: colored(arguments.color), width: width() };
    let mut out = BufWriter::new(io::stdout().lock());
    match write(format, outcome, &style, &mut out) {
        // Whoever read the report has seen enough of it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

fn to_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let name = || path.display().to_string();
    let mut out = BufWriter::new(File::create(path).with_context(name)?);
    write(&mut out).with_context(name)?;
    out.flush().with_context(name)
}

/// Colour on a terminal, unless NO_COLOR is set to anything but the empty string (no-color.org).
pub(crate) fn colored(when: When) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            io::stdout().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    }
}

/// The terminal's width; no limit in a pipe.
fn width() -> usize {
    if !io::stdout().is_terminal() {
        return usize::MAX;
    }
    usize::from(console::Term::stdout().size().1)
}
