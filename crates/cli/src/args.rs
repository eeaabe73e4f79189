//! What was typed, nothing resolved.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Scans what an AI agent is about to do, before it does it; and source trees, logs and streams for credentials.
#[derive(Parser, Debug)]
#[command(version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Lists, shows, checks and tests rules
    #[command(subcommand)]
    Rules(RulesCommand),
}

#[derive(Subcommand, Debug)]
pub(crate) enum RulesCommand {
    /// Lists the built-in rules
    List {
        /// Also those of these rule files or folders
        #[arg(long, value_name = "FILE|DIR")]
        rules: Vec<PathBuf>,
    },
    /// Shows one rule
    Show {
        /// The rule's id
        id: String,
        /// Also look in these rule files or folders
        #[arg(long, value_name = "FILE|DIR")]
        rules: Vec<PathBuf>,
    },
    /// Lints rule files
    Check {
        /// Rule files or folders
        #[arg(required = true, value_name = "FILE|DIR")]
        files: Vec<PathBuf>,
    },
    /// Runs the examples of rule files with every built-in rule loaded beside them
    Test {
        /// Rule files or folders
        #[arg(required = true, value_name = "FILE|DIR")]
        files: Vec<PathBuf>,
    },
    /// Lists the named checks that rules can use
    Checks,
    /// Prints the JSON Schema of rule files, for editors
    Schema,
}
