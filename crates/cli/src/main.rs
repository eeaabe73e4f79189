//! `prescan`: judges what an agent is about to do, and scans source trees, logs and streams for credentials.

mod agents;
mod approve;
mod args;
mod command;
mod config;
mod doctor;
mod exit;
mod explain;
mod fault;
mod hook;
mod init;
mod log;
mod places;
mod progress;
mod rule_files;
mod rules;
mod scan;
mod settings;
mod uninstall;

use clap::Parser;

use exit::Exit;

/// Why musl's own allocator is not used: `benches/start/README.md`.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> std::process::ExitCode {
    std::panic::set_hook(Box::new(fault::on_panic));
    if let Some(arguments) = hook::plain_arguments(std::env::args_os().skip(1)) {
        return hook::run(&arguments);
    }
    let arguments = args::Arguments::parse();
    let outcome = match &arguments.command {
        args::Command::Scan(arguments) => scan::run(arguments),
        args::Command::Explain(arguments) => explain::run(arguments),
        args::Command::Line(arguments) => command::run(arguments),
        args::Command::Hook(arguments) => return hook::run(arguments),
        args::Command::Config(command) => config::run(command),
        args::Command::Init(arguments) => init::run(arguments),
        args::Command::Uninstall(arguments) => uninstall::run(arguments),
        args::Command::Doctor(arguments) => doctor::run(arguments),
        args::Command::Rules(command) => rules::run(command),
        args::Command::Approve(arguments) => approve::run(arguments),
        args::Command::Log(arguments) => log::run(arguments),
    };
    match outcome {
        Ok(exit) => exit.into(),
        Err(error) if fault::is_closed_pipe(&error) => Exit::Clean.into(),
        Err(error) => {
            fault::report(&error);
            Exit::Error.into()
        }
    }
}
