//! What was typed for `prescan command`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use prescan_core::commands::Shell;

use super::When;

#[derive(Args, Debug)]
pub(crate) struct CommandArguments {
    /// The command line, as one argument; `-` or none reads it from standard input
    pub(crate) line: Option<String>,
    /// Say of each effect what it is done to, how sure that is and which line of the policy speaks of it
    #[arg(long)]
    pub(crate) explain: bool,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Read `{"command","cwd"?,"shell"?}` a line from standard input, and answer each with a line of JSON in the same order; files that are missing now count as there, for the lines may be of another time
    #[arg(long, conflicts_with_all = ["line", "json", "explain"])]
    pub(crate) jsonl: bool,
    /// The folder in which it would run; this one where it is not given
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// The folder that the agent works in; the project around the working directory where it is not given
    #[arg(long, value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
    /// The language of the line
    #[arg(long, value_enum, default_value_t = ShellName::Posix)]
    pub(crate) shell: ShellName,
    /// Look at no file of this machine: every path may exist, and git knows of none
    #[arg(long)]
    pub(crate) no_files: bool,
    /// Also know what these files or folders say of programs; of one that is built in it takes the place
    #[arg(long, value_name = "FILE|DIR")]
    pub(crate) rules: Vec<PathBuf>,
    /// When to use colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(crate) color: When,
}

/// A language of command lines.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum ShellName {
    /// POSIX shells, bash and zsh
    #[value(aliases = ["sh", "bash", "zsh", "dash", "ksh"])]
    Posix,
    /// Windows PowerShell and pwsh
    #[value(name = "powershell", alias = "pwsh")]
    PowerShell,
    /// The command prompt of Windows
    Cmd,
    /// Not known: read as each of them
    Unknown,
}

impl From<ShellName> for Shell {
    fn from(name: ShellName) -> Self {
        match name {
            ShellName::Posix => Self::Posix,
            ShellName::PowerShell => Self::PowerShell,
            ShellName::Cmd => Self::Cmd,
            ShellName::Unknown => Self::Unknown,
        }
    }
}
