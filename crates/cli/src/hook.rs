//! `prescan hook`: one event of a host on standard input, the answer on standard output.

use std::io::{self, Read as _, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::SystemTime;

use clap::ValueEnum;
use prescan_hook::wire::{self, Incoming};
use prescan_hook::{Decision, Event, decide};
use prescan_host_claude_code as claude_code;

use crate::args::HookArguments;
use crate::places::places;

/// The largest event that is read, in bytes. Hosts send what a model wrote in one turn.
const MAX_EVENT: u64 = 64 << 20;

/// A program whose events are understood.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(crate) enum Host {
    /// The wire form of prescan's own protocol
    Generic,
    /// Claude Code
    ClaudeCode,
}

/// What is written where, and how the process ends.
#[derive(Default)]
struct Reply {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    exit: u8,
    /// What to do instead where standard output cannot be written.
    without_stdout: Option<Box<Reply>>,
}

/// The arguments of the plain form `hook HOST [--can-ask]`. Reading them so takes a fraction of the time that all of the command line's grammar takes to be set up; a form that is
/// not plain, or a help text, is left to it.
pub(crate) fn plain_arguments(
    mut arguments: impl Iterator<Item = std::ffi::OsString>,
) -> Option<HookArguments> {
    let mut next = || arguments.next().and_then(|argument| argument.into_string().ok());
    if next()? != "hook" {
        return None;
    }
    let host = Host::from_str(&next()?, false).ok()?;
    match next() {
        None if arguments.next().is_none() => Some(HookArguments { host, can_ask: false }),
        Some(flag) if flag == "--can-ask" && arguments.next().is_none() => {
            Some(HookArguments { host, can_ask: true })
        }
        _ => None,
    }
}

/// Answers one event. The answer is built whole and written once, and there is always one: hosts read anything else as "go on".
pub(crate) fn run(arguments: &HookArguments) -> ExitCode {
    let input = read();
    let answer = AssertUnwindSafe(|| match arguments.host {
        Host::Generic => generic(&input, arguments.can_ask),
        Host::ClaudeCode => claude(&input),
    });
    let reply = catch_unwind(answer).unwrap_or_else(|_| after_panic(arguments.host));
    let written = io::stdout().lock().write_all(&reply.stdout).and_then(|()| io::stdout().flush());
    let (reply, exit) = match (written, reply.without_stdout) {
        (Ok(()), _) => (Reply { without_stdout: None, ..reply }, None),
        (Err(_), Some(other)) => (*other, None),
        (Err(_), None) => (Reply { without_stdout: None, ..reply }, Some(ExitCode::FAILURE)),
    };
    // There is nobody left to tell.
    let _ = io::stderr().write_all(&reply.stderr);
    exit.unwrap_or(ExitCode::from(reply.exit))
}

/// What is on standard input, or why it cannot be used.
fn read() -> Result<Vec<u8>, &'static str> {
    let mut bytes = Vec::new();
    match io::stdin().lock().take(MAX_EVENT + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > MAX_EVENT => Err("it is too large"),
        Ok(_) => Ok(bytes),
        Err(_) => Err("standard input cannot be read"),
    }
}

fn now(event: Event) -> Decision {
    decide(event, &places(), SystemTime::now())
}

fn generic(input: &Result<Vec<u8>, &'static str>, can_ask: bool) -> Reply {
    let decision = match input {
        Ok(bytes) => match wire::decode(bytes, can_ask) {
            Incoming::Event(event) => now(event),
            Incoming::Decided(decision) => decision,
        },
        Err(what) => wire::undecodable(what, can_ask),
    };
    // An answer that cannot be written would be one that is never given.
    let stdout = wire::encode(&decision).unwrap_or_else(|_| b"{\"action\":\"block\"}\n".to_vec());
    Reply { stdout, ..Reply::default() }
}

fn claude(input: &Result<Vec<u8>, &'static str>) -> Reply {
    let environment = claude_code::Environment::read(|name| std::env::var_os(name));
    let (reply, otherwise) = match input {
        Ok(bytes) => match claude_code::decode(bytes, &environment) {
            Ok(Some(call)) => {
                let decision = now(call.event);
                let otherwise = claude_code::encode_without_stdout(call.reply_to, &decision);
                (claude_code::encode(call.reply_to, &decision), Some(otherwise))
            }
            Ok(None) => (claude_code::Reply::empty(), None),
            Err(error) => (claude_code::encode_undecodable(&error), None),
        },
        Err(what) => (claude_code::encode_unread(what), None),
    };
    let plain = |reply: claude_code::Reply| Reply {
        stdout: reply.stdout,
        stderr: reply.stderr,
        exit: reply.exit,
        without_stdout: None,
    };
    Reply { without_stdout: otherwise.map(|other| Box::new(plain(other))), ..plain(reply) }
}

/// The chain catches the panics of hooks; what is left is a fault of our own around it, which must not stop an agent's every call.
fn after_panic(host: Host) -> Reply {
    let warning = "prescan: internal error, this event was not judged".to_owned();
    let stdout = match host {
        Host::Generic => {
            let decision = Decision { warnings: vec![warning], ..Decision::allow() };
            wire::encode(&decision).unwrap_or_default()
        }
        Host::ClaudeCode => format!("{{\"systemMessage\":\"{warning}\"}}\n").into_bytes(),
    };
    Reply { stdout, ..Reply::default() }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::plain_arguments;
    use crate::args::{Arguments, Command};

    /// The short way reads what the grammar reads, or leaves it to the grammar.
    #[test]
    fn the_plain_form_is_read_as_the_grammar_reads_it() {
        let words = ["hook", "generic", "claude-code", "--can-ask", "--help", "scan", ""];
        let mut lines: Vec<Vec<&str>> = vec![Vec::new()];
        for _ in 0..4 {
            let longer = lines
                .iter()
                .flat_map(|line| words.iter().map(|word| [line.as_slice(), &[*word]].concat()));
            lines = longer.chain(lines.clone()).collect();
            lines.dedup();
        }
        let mut plain = 0;
        for line in lines {
            let Some(short) = plain_arguments(line.iter().map(Into::into)) else { continue };
            plain += 1;
            let whole = Arguments::try_parse_from([&["prescan"], line.as_slice()].concat());
            let Ok(Arguments { command: Command::Hook(long) }) = whole else {
                panic!("the grammar refuses {line:?}")
            };
            assert_eq!((short.host, short.can_ask), (long.host, long.can_ask), "{line:?}");
        }
        assert!(plain >= 4);
    }
}
