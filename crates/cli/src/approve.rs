//! `prescan approve`.

mod agent;
mod allowlist;
mod secret;

use std::io::{self, BufRead as _, IsTerminal as _, Read as _, Write as _};
use std::time::{Duration, SystemTime};

use anyhow::{Result, bail};
use prescan_hook::{
    Approvals, Approved, Code, Grant, PendingRequest, StateError, StateFolder, Term, Timestamp,
};
use prescan_report::visible;

use crate::args::ApproveArguments;
use crate::exit::Exit;
use crate::places;

/// How long a call that is let through once may take to come.
const ONCE: Duration = Duration::from_secs(30 * 60);

/// How many bytes an answer may have.
const ANSWER_LIMIT: u64 = 1024;

pub(crate) fn run(arguments: &ApproveArguments) -> Result<Exit> {
    let approvals = Approvals::new(StateFolder::new(places::state()?));
    if arguments.set_secret {
        return set_secret(&approvals);
    }
    if arguments.list {
        return list(&approvals);
    }
    if let Some(id) = &arguments.revoke {
        let id = Some(id.as_str()).filter(|id| *id != "all");
        return revoke(&approvals, id);
    }
    approve(&approvals, arguments)
}

fn approve(approvals: &Approvals, arguments: &ApproveArguments) -> Result<Exit> {
    let secret = secret::Secret::read(&places::settings()?)?;
    // Refused before the code is looked at: whoever may not approve learns nothing about codes.
    match &secret {
        None => require_person(arguments)?,
        Some(_) if !arguments.secret_stdin => require_terminal()?,
        Some(_) => {}
    }
    let code: Code = arguments.code.as_deref().unwrap_or_default().parse()?;
    let term = term(arguments);
    let request = approvals.find(&code, SystemTime::now())?;
    show(&request, &term)?;
    if let Some(secret) = &secret {
        let typed =
            if arguments.secret_stdin { secret::read_line()? } else { secret::prompt("Secret: ")? };
        approvals.try_secret(|| secret.is(&typed))?;
    }
    if !arguments.secret_stdin && !says_yes()? {
        bail!("not approved; the code stays good until {}", request.expires);
    }
    let done = match approvals.approve(&code, &term, SystemTime::now())? {
        Approved::Granted(grant) if grant.once => {
            format!("Approved: the same call goes through once until {}.", grant.until)
        }
        Approved::Granted(grant) => {
            format!("Approved: the same call goes through until {}.", grant.until)
        }
        Approved::Allow(entry) => {
            let path = allowlist::add(&places::settings()?, &entry)?;
            format!("Approved: {} allows the same call from now on.", path.display())
        }
    };
    writeln!(io::stdout(), "{done}")?;
    Ok(Exit::Clean)
}

fn term(arguments: &ApproveArguments) -> Term {
    match (&arguments.reason, arguments.duration) {
        (Some(reason), _) => Term::Always { reason: reason.clone() },
        (None, Some(duration)) => Term::For(duration),
        (None, None) => Term::Once(ONCE),
    }
}

/// Without a secret, a terminal that no agent's host opened is what tells the user from an agent.
fn require_person(arguments: &ApproveArguments) -> Result<()> {
    if arguments.secret_stdin {
        bail!("there is no secret to compare with: `prescan approve --set-secret` sets one");
    }
    no_agent("set a secret with `prescan approve --set-secret`")?;
    require_terminal()
}

fn no_agent(otherwise: &str) -> Result<()> {
    if let Some(name) = agent::sign() {
        bail!(
            "refused: by the environment variable `{name}`, an agent's host started this; approve in a terminal of your own, or {otherwise}"
        );
    }
    Ok(())
}

fn require_terminal() -> Result<()> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() || !has_controlling_terminal() {
        bail!(
            "refused: only a person at a terminal approves, or whoever knows the secret (`--secret-stdin`)"
        );
    }
    Ok(())
}

#[cfg(unix)]
fn has_controlling_terminal() -> bool {
    std::fs::File::open("/dev/tty").is_ok()
}

#[cfg(not(unix))]
fn has_controlling_terminal() -> bool {
    true
}

fn says_yes() -> Result<bool> {
    let mut out = io::stdout();
    write!(out, "Let this through? (yes/no) ")?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().take(ANSWER_LIMIT).read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes"))
}

fn set_secret(approvals: &Approvals) -> Result<Exit> {
    no_agent("set it there")?;
    require_terminal()?;
    let folder = places::settings()?;
    if let Some(old) = secret::Secret::read(&folder)? {
        let typed = secret::prompt("Secret so far: ")?;
        approvals.try_secret(|| old.is(&typed))?;
    }
    let typed = secret::prompt("New secret: ")?;
    if typed != secret::prompt("Once more: ")? {
        bail!("the two are not the same; nothing was changed");
    }
    let path = secret::Secret::write(&folder, &typed)?;
    writeln!(
        io::stdout(),
        "Every approval needs this secret from now on. Its hash is in {}.",
        path.display()
    )?;
    Ok(Exit::Clean)
}

/// Shows what a yes would let through.
fn show(request: &PendingRequest, term: &Term) -> io::Result<()> {
    let reach = match term {
        Term::Once(duration) => format!("once, within {}", humantime::format_duration(*duration)),
        Term::For(duration) => {
            format!("any number of times for {}", humantime::format_duration(*duration))
        }
        Term::Always { .. } => "always, in every session".to_owned(),
    };
    let mut out = io::stdout().lock();
    lines(&mut out, request)?;
    line(&mut out, "allow", &reach)
}

fn lines(out: &mut impl io::Write, request: &PendingRequest) -> io::Result<()> {
    line(out, "call", &request.call)?;
    line(out, "tool", &request.tool)?;
    line(out, "host", &request.host)?;
    line(out, "session", &request.session)?;
    line(out, "folder", request.cwd.as_deref().unwrap_or_default())?;
    line(out, "reason", &request.reason)?;
    line(out, "asked", &age(request.created))
}

fn age(time: Timestamp) -> String {
    let seconds = Timestamp::new(SystemTime::now()).since(time).as_secs();
    format!("{} ago", humantime::format_duration(Duration::from_secs(seconds)))
}

/// One line, whatever the text holds; none where it holds nothing.
fn line(out: &mut impl io::Write, name: &str, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    writeln!(out, "  {name:<8} {}", visible(text))
}

fn list(approvals: &Approvals) -> Result<Exit> {
    let now = SystemTime::now();
    let (pending, grants) = (approvals.pending(now)?, approvals.grants(now)?);
    let mut out = io::stdout().lock();
    writeln!(out, "{} waiting, {} granted", pending.entries.len(), grants.entries.len())?;
    for request in &pending.entries {
        writeln!(out, "\nwaiting {}", visible(&request.id))?;
        lines(&mut out, request)?;
    }
    for grant in &grants.entries {
        list_grant(&mut out, grant)?;
    }
    report(pending.problems.iter().chain(&grants.problems))
}

fn list_grant(out: &mut impl io::Write, grant: &Grant) -> io::Result<()> {
    writeln!(out, "\ngranted {}", visible(&grant.id))?;
    line(out, "call", &grant.call)?;
    line(out, "tool", &grant.tool)?;
    line(out, "host", &grant.host)?;
    line(out, "session", &grant.session)?;
    let reach = if grant.once { "once" } else { "any number of times" };
    line(out, "allow", &format!("{reach}, until {}", grant.until))
}

fn report<'a>(problems: impl Iterator<Item = &'a StateError>) -> Result<Exit> {
    let mut exit = Exit::Clean;
    for problem in problems {
        writeln!(io::stderr(), "prescan: {}", visible(&problem.to_string()))?;
        exit = Exit::Error;
    }
    Ok(exit)
}

fn revoke(approvals: &Approvals, id: Option<&str>) -> Result<Exit> {
    let revoked = approvals.revoke(id)?;
    if let Some(id) = id
        && revoked == 0
    {
        bail!("there is no grant `{id}`: `prescan approve --list` shows them");
    }
    writeln!(io::stdout(), "{revoked} taken back")?;
    Ok(Exit::Clean)
}
