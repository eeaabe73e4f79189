//! What was typed, nothing resolved.

mod command;
mod state;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::hook::Host;

pub(crate) use command::{CommandArguments, ShellName};
pub(crate) use state::{ApproveArguments, LogArguments};

/// Scans what an AI agent is about to do, before it does it; and source trees, logs and streams for credentials.
#[derive(Parser, Debug)]
#[command(version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Finds credentials in files, folders and streams
    ///
    /// Exit code: 0 when nothing was found, 1 when there are findings, 2 on an error or when a part could not be scanned.
    Scan(ScanArguments),
    /// Says why a rule exists, or why something is a finding
    Explain(ExplainArguments),
    /// Says what a command line would do, and whether the policy lets it
    ///
    /// Exit code: 0 when it is allowed, 1 when it is asked about or blocked, 2 on an error. With `--jsonl` 0 when every line was answered.
    #[command(name = "command")]
    Line(CommandArguments),
    /// Judges one event of an agent: standard input to standard output
    Hook(HookArguments),
    /// Checks and shows the settings
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Puts the hook into an agent's settings
    Init(InitArguments),
    /// Takes the hook out of an agent's settings
    Uninstall(UninstallArguments),
    /// Finds out whether the installed hook works
    ///
    /// Exit code: 0 when it is alive, 1 when it is not, 2 on an error.
    Doctor(DoctorArguments),
    /// Lists, shows, checks and tests rules
    #[command(subcommand)]
    Rules(RulesCommand),
    /// Lets a call through that was stopped
    Approve(ApproveArguments),
    /// Shows what was decided
    Log(LogArguments),
}

#[derive(Args, Debug)]
pub(crate) struct HookArguments {
    /// Whose events they are
    pub(crate) host: Host,
    /// The caller can put a question to its user and act on the answer
    #[arg(long)]
    pub(crate) can_ask: bool,
}

/// An agent whose settings prescan can edit.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Agent {
    /// Claude Code
    ClaudeCode,
}

/// Whose settings. Without one: the project's inside of a project, else the user's.
#[derive(Args, Clone, Copy, Debug, Default)]
#[group(multiple = false)]
pub(crate) struct ScopeArguments {
    /// The settings of everybody who works on the project
    #[arg(long)]
    pub(crate) project: bool,
    /// The settings of the user in this project only
    #[arg(long)]
    pub(crate) local: bool,
    /// The settings of the user in all projects
    #[arg(long)]
    pub(crate) user: bool,
}

#[derive(Args, Debug)]
pub(crate) struct InitArguments {
    /// The agent
    pub(crate) agent: Agent,
    #[command(flatten)]
    pub(crate) scope: ScopeArguments,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Have tool calls blocked when prescan cannot be run, crashes or takes too long; they go on otherwise
    #[arg(long)]
    pub(crate) fail_closed: bool,
}

#[derive(Args, Debug)]
pub(crate) struct UninstallArguments {
    /// The agent
    pub(crate) agent: Agent,
    #[command(flatten)]
    pub(crate) scope: ScopeArguments,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Args, Debug)]
pub(crate) struct DoctorArguments {
    /// The agent
    #[arg(default_value = "claude-code")]
    pub(crate) agent: Agent,
}

/// Which rules run and what they report.
#[derive(Args, Debug, Default)]
pub(crate) struct RuleArguments {
    /// Also run the rules of these files or folders; one with a built-in rule's id takes its place
    #[arg(long, value_name = "FILE|DIR")]
    pub(crate) rules: Vec<PathBuf>,
    /// Report only what these rules find: an id, or `vendor.*`
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Do not report what these rules find: an id, or `vendor.*`
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    pub(crate) skip: Vec<String>,
    /// Leave out findings that are less sure
    #[arg(long, value_name = "LEVEL", value_parser = ["generic", "context", "format", "verified"])]
    pub(crate) min_confidence: Option<String>,
    /// Leave out findings that are less severe
    #[arg(long, value_name = "LEVEL", value_parser = ["info", "low", "medium", "high", "critical"])]
    pub(crate) severity: Option<String>,
    /// How deep base64, hexadecimal and percent escapes are followed; 0 for not at all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=4))]
    pub(crate) decode_depth: Option<u8>,
    /// Report findings beside `prescan:allow` comments too
    #[arg(long)]
    pub(crate) no_inline_allow: bool,
}

/// How paths are walked.
#[derive(Args, Debug, Default)]
pub(crate) struct WalkArguments {
    /// Files and folders to scan, `-` for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Scan what `.gitignore` and `.prescanignore` leave out
    #[arg(long)]
    pub(crate) no_ignore: bool,
    /// Follow symbolic links while walking
    #[arg(long)]
    pub(crate) follow: bool,
    /// How many threads scan; 0 for one a core
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}

#[derive(Args, Debug)]
pub(crate) struct ScanArguments {
    #[command(flatten)]
    pub(crate) walk: WalkArguments,
    #[command(flatten)]
    pub(crate) rules: RuleArguments,
    /// How the report is written
    #[arg(long, value_name = "FORMAT", default_value = "pretty", value_parser = ["pretty", "json", "jsonl", "sarif"])]
    pub(crate) format: String,
    /// Write the report to this file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print the secrets themselves
    #[arg(long)]
    pub(crate) show_secrets: bool,
    /// When to use colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(crate) color: When,
    /// No progress, and no text report when nothing was found
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Settings file; without it `prescan.yaml` of the current folder is read
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// A rule's id, or the fingerprint of a finding
    pub(crate) what: String,
    #[command(flatten)]
    pub(crate) walk: WalkArguments,
    /// Also the rules of these files or folders
    #[arg(long, value_name = "FILE|DIR")]
    pub(crate) rules: Vec<PathBuf>,
    /// Settings file; without it `prescan.yaml` of the current folder is read
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
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
    Schema {
        /// That of files about commands instead
        #[arg(long)]
        commands: bool,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum ConfigCommand {
    /// Says what is wrong with settings files
    Check {
        /// Settings files; without one, those that count in the current folder
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Prints the settings that count in the current folder
    Show {
        /// Say of each where it comes from
        #[arg(long)]
        origin: bool,
    },
    /// Prints the JSON Schema of settings files, for editors
    Schema,
}
