//! The hook that calls what is outside.

use std::fmt;
use std::future::Future;
use std::time::{Duration, Instant, SystemTime};

use async_io::Timer;
use futures_lite::FutureExt as _;

use super::answer;
use super::breaker::{Breaker, Gate, time_of_day};
use super::command::Program;
use super::config::Matching;
use super::glob;
use super::http::Endpoint;
use super::period::Period;
use crate::decision::Verdict;
use crate::event::{Event, EventKind};
use crate::hook::{Hook, HookError, Judgement, OnError};

/// The environment variable that is `1` for the commands of hooks. Where it is set, external hooks stay silent: a hook that starts an agent whose hooks start an agent would never end.
pub const RECURSION_VARIABLE: &str = "PRESCAN_HOOK";

/// The longest timeout of a hook.
pub(super) const LONGEST_TIMEOUT: Period = Period::from_secs(600);

/// How much before the chain's deadline a hook ends, so that it can note its failure before it is dropped.
const MARGIN: Duration = Duration::from_millis(10);

/// What a hook said, before it is read.
pub(super) enum Reply {
    /// Nothing, which allows.
    Nothing,
    /// What should be an answer in JSON.
    Json(Vec<u8>),
    /// A block, with words for the reason.
    Block(Vec<u8>),
}

/// What is called.
pub(super) enum Target {
    Program(Program),
    Endpoint(Endpoint),
}

/// An external hook, made by [`ExternalHook::into_hook`](super::ExternalHook::into_hook).
pub struct External {
    pub(super) name: String,
    pub(super) matching: Matching,
    pub(super) timeout: Period,
    pub(super) on_error: OnError,
    pub(super) target: Target,
    pub(super) breaker: Breaker,
    pub(super) silent: bool,
    pub(super) clock: Box<dyn Fn() -> SystemTime + Send + Sync>,
}

impl External {
    /// The hook with another clock than the system's, for the pauses of a hook that keeps failing.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        self.clock = Box::new(clock);
        self
    }

    async fn answer(&self, event: &Event, deadline: Instant) -> Result<Verdict, HookError> {
        let start = Instant::now();
        let end = deadline.checked_sub(MARGIN).unwrap_or(start);
        if end <= start {
            return Err(HookError::new("no time was left for it"));
        }
        if let Gate::SkipUntil(time) = self.breaker.gate((self.clock)()) {
            let (time, failures) = (time_of_day(time), self.breaker.limit());
            return Err(HookError::new(format!(
                "skipped until {time} after {failures} failures in a row"
            )));
        }
        let own_end = start + self.timeout.duration();
        let (end, late) = if own_end <= end {
            (own_end, format!("no answer within {}", self.timeout))
        } else {
            (end, "no answer before the time for all hooks together was over".to_owned())
        };
        let mut answer = within(end, self.call(event, end)).await;
        // A call over HTTP has a timeout of its own, which may be seen first.
        if answer.is_err() && Instant::now() >= end {
            answer = Err(HookError::new(late));
        }
        match (self.breaker.record(answer.is_ok(), (self.clock)()), answer) {
            (Ok(()), answer) => answer,
            (Err(error), Ok(mut verdict)) => {
                let (name, kind) = (&self.name, error.kind());
                verdict.warnings.push(format!("{name}: its state cannot be written: {kind}"));
                Ok(verdict)
            }
            (Err(error), Err(failure)) => Err(HookError::new(format!(
                "{failure}; nor can its state be written: {}",
                error.kind()
            ))),
        }
    }

    async fn call(&self, event: &Event, end: Instant) -> Result<Verdict, HookError> {
        let mut text = wire(event)?;
        let reply = match &self.target {
            Target::Program(program) => {
                // A line, so that a command may read it as one.
                text.push(b'\n');
                program.ask(&text).await?
            }
            Target::Endpoint(endpoint) => endpoint.ask(text, end).await?,
        };
        match reply {
            Reply::Nothing => Ok(Verdict::allow()),
            Reply::Block(words) => Ok(answer::blocked(&self.name, &words)),
            Reply::Json(json) => answer::read(&self.name, event, &json),
        }
    }
}

/// Without what is called, which may hold credentials.
impl fmt::Debug for External {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("External").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Hook for External {
    fn name(&self) -> &str {
        &self.name
    }

    fn on_error(&self) -> OnError {
        self.on_error
    }

    fn applies(&self, event: &Event) -> bool {
        let of_a_tool = matches!(event.kind, EventKind::ToolPre | EventKind::ToolPost);
        let tools = &self.matching.tools;
        !self.silent
            && self.matching.events.contains(&event.kind)
            && (!of_a_tool || tools.iter().any(|tool| glob::matches(tool, &event.tool_name)))
    }

    fn judge<'a>(&'a self, event: &'a Event, deadline: Instant) -> Judgement<'a> {
        Box::pin(self.answer(event, deadline))
    }
}

/// What the future gives, or an error at that time. The future is dropped then.
async fn within<T>(
    end: Instant,
    future: impl Future<Output = Result<T, HookError>>,
) -> Result<T, HookError> {
    let timeout = async {
        Timer::at(end).await;
        Err(HookError::new("no answer in time"))
    };
    future.or(timeout).await
}

/// The event in its wire form.
fn wire(event: &Event) -> Result<Vec<u8>, HookError> {
    let text = serde_json::to_vec(event).or_else(|_| {
        // A path that is not Unicode has no form in JSON, and must not be a way round the hook.
        let lossy = |path: &std::path::PathBuf| path.to_string_lossy().into_owned().into();
        let mut event = event.clone();
        event.cwd = event.cwd.as_ref().map(lossy);
        event.workspace = event.workspace.as_ref().map(lossy);
        event.transcript = event.transcript.as_ref().map(lossy);
        serde_json::to_vec(&event)
    });
    text.map_err(|_| HookError::new("the event cannot be written as JSON"))
}
