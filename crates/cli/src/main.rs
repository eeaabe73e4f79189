//! `prescan`: scans source trees, logs and streams for credentials.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "the command line is what prints")]

mod args;
mod exit;
mod rule_files;
mod rules;

use clap::Parser;

use exit::Exit;

fn main() -> std::process::ExitCode {
    let arguments = args::Arguments::parse();
    let outcome = match arguments.command {
        args::Command::Rules(command) => rules::run(command),
    };
    match outcome {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("prescan: {error:#}");
            Exit::Error.into()
        }
    }
}
