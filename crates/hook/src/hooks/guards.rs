//! Patterns of a user's own.

use prescan_core::commands::pattern::CommandPattern;
use prescan_core::commands::{SimpleCommand, command_words};
use prescan_rules::{PartKind, tools};
use regex_automata::meta::Regex;
use regex_automata::util::syntax::Config as Syntax;

use super::Surroundings;
use super::commands::{Scene, quoted};
use crate::decision::{Action, Reason, Verdict};
use crate::event::{Event, EventKind};
use crate::hook::HookError;
use crate::parts::{Part, Place, joined_commands, parts};
use crate::settings::{Guard, GuardAction, GuardMatch};

/// The largest automaton of a guard, in bytes.
const MAX_AUTOMATON: usize = 4 << 20;
/// Programs that print, search or store their arguments: text among these is not done.
const PRINTERS: &[&str] = &[
    "echo",
    "printf",
    "print",
    "grep",
    "egrep",
    "fgrep",
    "rg",
    "ag",
    "ack",
    "cat",
    "git",
    "gh",
    "man",
    "which",
    "write-output",
    "write-host",
];

pub(crate) fn verdict(event: &Event, surroundings: &Surroundings) -> Result<Verdict, HookError> {
    let parts = parts(event, surroundings.tools());
    let joined = joined_commands(event, surroundings.tools());
    let scene = Scene::of(event, surroundings);
    for guard in &surroundings.settings.guards {
        let guard = &guard.value;
        let found =
            Matcher::new(guard).map_err(HookError::new)?.find(event, &scene, &parts, &joined);
        let Some(found) = found else { continue };
        return Ok(speak(guard, found));
    }
    Ok(Verdict::allow())
}

fn speak(guard: &Guard, pointer: String) -> Verdict {
    let action = match guard.action {
        GuardAction::Allow => return Verdict::allow(),
        GuardAction::Warn => Action::Allow,
        GuardAction::Ask => Action::Ask,
        GuardAction::Block => Action::Block,
    };
    let why = guard.reason.as_deref().unwrap_or("The settings say so.");
    let message = format!("It matches the guard `{}`. {why}", quoted(&guard.pattern));
    let mut reason = Reason::new(action, &format!("guards.{}", quoted(&guard.pattern)), message);
    reason.severity = guard.severity;
    reason.part = Some(pointer);
    let mut verdict = Verdict::allow();
    if guard.action == GuardAction::Warn {
        verdict.warnings.push(format!("prescan: {}", reason.message));
    }
    verdict.push(reason);
    verdict
}

/// How a guard finds what it is about.
enum Matcher {
    Command(CommandPattern),
    /// Text that a command would pass on to something that runs it, such as `DROP TABLE`, in lower case.
    CommandText(String),
    CommandRegex(Box<Regex>),
    Text(GuardMatch, String),
    Regex(GuardMatch, Box<Regex>),
    Path(String),
}

impl Matcher {
    /// The matcher of a guard.
    ///
    /// # Errors
    /// When the pattern is empty or no regular expression, in words.
    fn new(guard: &Guard) -> Result<Self, String> {
        let pattern = guard.pattern.trim();
        if pattern.is_empty() {
            return Err("a guard has an empty pattern".to_owned());
        }
        if guard.regex {
            let regex = Regex::builder()
                .configure(Regex::config().nfa_size_limit(Some(MAX_AUTOMATON)))
                .syntax(Syntax::new().unicode(false).utf8(false))
                .build(pattern)
                .map_err(|error| {
                    let cause =
                        error.syntax_error().map_or_else(|| error.to_string(), ToString::to_string);
                    format!("guard `{}`: no regular expression: {cause}", quoted(pattern))
                })?;
            let regex = Box::new(regex);
            return Ok(match guard.place {
                GuardMatch::Command => Self::CommandRegex(regex),
                place => Self::Regex(place, regex),
            });
        }
        Ok(match guard.place {
            GuardMatch::Command => {
                match CommandPattern::parse(pattern, Some(prescan_rules::programs())) {
                    Some(pattern) => Self::Command(pattern),
                    None => Self::CommandText(words(pattern)),
                }
            }
            GuardMatch::Path => Self::Path(pattern.to_owned()),
            place => Self::Text(place, pattern.to_lowercase()),
        })
    }

    /// The JSON Pointer of the first part in which it finds something.
    fn find(
        &self,
        event: &Event,
        scene: &Scene,
        parts: &[Part<'_>],
        joined: &[(String, String)],
    ) -> Option<String> {
        let command = |test: &dyn Fn(&[SimpleCommand], &str) -> bool| {
            let lines = parts
                .iter()
                .filter(|part| part.place == Place::Part(PartKind::Command))
                .map(|part| (&part.pointer, part.text));
            let joined = joined.iter().map(|(pointer, line)| (pointer, line.as_str()));
            let view = scene.view();
            lines
                .chain(joined)
                .find(|(_, line)| test(&command_words(line, &view), line))
                .map(|(pointer, _)| pointer.clone())
        };
        let text = |place: GuardMatch, test: &dyn Fn(&str) -> bool| {
            let looked_at = parts.iter().filter(|part| looks_at(place, part.place, event.kind));
            looked_at.into_iter().find(|part| test(part.text)).map(|part| part.pointer.clone())
        };
        match self {
            Self::Command(pattern) => {
                command(&|commands, _| commands.iter().any(|one| pattern.matches(one)))
            }
            Self::CommandText(wanted) => command(&|commands, _| {
                commands.iter().filter(|one| !PRINTERS.contains(&one.name())).any(|one| {
                    one.args.iter().any(|arg| words(&arg.text).contains(wanted.as_str()))
                })
            }),
            Self::CommandRegex(regex) => command(&|_, line| regex.is_match(line)),
            Self::Text(place, wanted) => {
                text(*place, &|text| text.to_lowercase().contains(wanted.as_str()))
            }
            Self::Regex(place, regex) => text(*place, &|text| regex.is_match(text)),
            Self::Path(glob) => text(GuardMatch::Path, &|path| tools::matches(glob, path)),
        }
    }
}

/// A text in lower case with single blanks between its words.
fn words(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn looks_at(place: GuardMatch, part: Place, event: EventKind) -> bool {
    match place {
        GuardMatch::Command => part == Place::Part(PartKind::Command),
        GuardMatch::Args => event == EventKind::ToolPre,
        GuardMatch::Message => part == Place::Part(PartKind::Message),
        GuardMatch::Path => matches!(part, Place::Part(PartKind::Path | PartKind::Read)),
    }
}

/// Whether every guard can be used.
///
/// # Errors
/// For the first that cannot, in words.
pub(crate) fn check(guards: &[Guard]) -> Result<(), String> {
    guards.iter().try_for_each(|guard| Matcher::new(guard).map(drop))
}
