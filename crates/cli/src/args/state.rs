//! What was typed for the commands about what prescan keeps.

use std::time::Duration;

use clap::{Args, builder::NonEmptyStringValueParser};

use super::When;

#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("what").args(["code", "list", "revoke", "set_secret"]).required(true))]
pub(crate) struct ApproveArguments {
    /// The code that was shown when the call was stopped, such as `K7QX-M3RT`
    pub(crate) code: Option<String>,
    /// Let the same call through any number of times for so long, such as `10m`; a day at most
    #[arg(long = "for", value_name = "DURATION", value_parser = humantime::parse_duration, requires = "code")]
    pub(crate) duration: Option<Duration>,
    /// Let the same call through in every session, by an entry in `allow.yaml` of your configuration
    #[arg(long, requires_all = ["code", "reason"], conflicts_with = "duration")]
    pub(crate) always: bool,
    /// Why, for whoever reads `allow.yaml` later
    #[arg(long, value_name = "TEXT", requires = "always", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) reason: Option<String>,
    /// Read your secret from standard input, and ask nothing
    #[arg(long, requires = "code")]
    pub(crate) secret_stdin: bool,
    /// Show the calls that wait, and what is granted
    #[arg(long)]
    pub(crate) list: bool,
    /// Take back what is granted: one grant by its id, or all
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "all")]
    pub(crate) revoke: Option<String>,
    /// Set the secret that every approval needs from then on
    #[arg(long)]
    pub(crate) set_secret: bool,
}

#[derive(Args, Debug)]
pub(crate) struct LogArguments {
    /// Go on with what is added
    #[arg(long, short)]
    pub(crate) follow: bool,
    /// Print the records themselves, one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// Leave out what is older: `10m`, `2h`, or a time such as `2026-12-01` or `2026-12-01T09:30:00+01:00`
    #[arg(long, value_name = "TIME")]
    pub(crate) since: Option<String>,
    /// Only decisions of this kind
    #[arg(long, value_name = "ACTION", value_parser = ["allow", "modify", "ask", "block"])]
    pub(crate) action: Option<String>,
    /// When to use colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(crate) color: When,
}
