//! From a decision to Claude Code's JSON.

use std::fmt;

use prescan_hook::{Action, Decision};
use serde_json::{Map, Value, json};

use crate::decode::{DecodeError, ReplyTo};
use crate::moment::Moment;

/// The exit code with which Claude Code takes standard error for the reason not to go on. It reads no JSON then.
const BLOCKED: u8 = 2;

/// The reason where a decision has none.
const UNEXPLAINED: &str = "prescan: this cannot be let through as it is";

/// What a hook leaves to Claude Code: written whole, or not at all. Half a JSON text counts as none.
#[must_use]
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// For standard output: nothing, or one JSON object and a line end.
    pub stdout: Vec<u8>,
    /// For standard error.
    pub stderr: Vec<u8>,
    /// The exit code of the process.
    pub exit: u8,
}

impl Reply {
    /// Nothing to say: Claude Code goes on as it would without a hook, asking its user where it would ask.
    pub fn empty() -> Self {
        Self::default()
    }

    fn json(answer: Map<String, Value>) -> Self {
        if answer.is_empty() {
            return Self::empty();
        }
        let mut stdout = Value::Object(answer).to_string().into_bytes();
        stdout.push(b'\n');
        Self { stdout, ..Self::default() }
    }
}

/// Without the texts: new arguments may hold secrets.
impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reply")
            .field("stdout", &self.stdout.len())
            .field("stderr", &self.stderr.len())
            .field("exit", &self.exit)
            .finish()
    }
}

/// Says a decision in Claude Code's words (2.1; see <https://code.claude.com/docs/en/hooks>).
///
/// - Nothing is ever approved: a `permissionDecision` of `allow` would keep Claude Code from asking its user. New arguments need none.
/// - What a hook changed is said to the user and to the model.
/// - Where Claude Code cannot ask, a decision to ask has come here as one to block already; one that has not is denied by Claude Code when nobody is there. After a tool call and at a prompt a question keeps the
///   agent from going on; at the end of a turn it is put to the user, who has the word then.
/// - The end of a turn that a hook has kept from ending before is never blocked, and notes wait there for nothing: given one, Claude Code starts another turn.
/// - The exit code is 0. [`encode_without_stdout`] is for when standard output is lost.
pub fn encode(to: ReplyTo, decision: &Decision) -> Reply {
    let mut answer = Answer::new(to.moment, decision);
    match to.moment {
        Moment::PreToolUse => answer.before_tool(),
        Moment::PostToolUse => answer.after_tool(),
        Moment::PostToolUseFailure | Moment::SessionStart => answer.advise(),
        Moment::UserPromptSubmit => answer.at_prompt(),
        Moment::Stop | Moment::SubagentStop => answer.at_stop(to.kept_going),
    }
    answer.finish()
}

/// The answer to a call that could not be read: a tool call is put to the user, anything else goes on with a warning.
pub fn encode_undecodable(error: &DecodeError) -> Reply {
    if error.moment() == Some(Moment::PreToolUse) {
        return encode_unread(&error.to_string());
    }
    let warning = format!("prescan could not read what Claude Code told it: {error}");
    Reply::json(Map::from_iter([("systemMessage".to_owned(), warning.into())]))
}

/// The answer where not even the bytes of a call are at hand, with what is wrong in words: a question about a tool call. At any other moment Claude Code ignores it.
pub fn encode_unread(what: &str) -> Reply {
    let specific = json!({
        "hookEventName": Moment::PreToolUse.name(),
        "permissionDecision": "ask",
        "permissionDecisionReason": format!("prescan could not read this call: {what}"),
    });
    Reply::json(Map::from_iter([("hookSpecificOutput".to_owned(), specific)]))
}

/// The same decision for when standard output cannot be written. What must not happen is refused by the exit code, with the reason on standard error. What would be asked or called with other arguments is refused too: no exit code says that.
pub fn encode_without_stdout(to: ReplyTo, decision: &Decision) -> Reply {
    let refuses = match to.moment {
        Moment::PreToolUse => decision.action >= Action::Ask || decision.modified_args.is_some(),
        Moment::UserPromptSubmit => decision.action >= Action::Ask,
        Moment::Stop | Moment::SubagentStop => decision.action == Action::Block && !to.kept_going,
        Moment::PostToolUse | Moment::PostToolUseFailure | Moment::SessionStart => false,
    };
    let mut lines = decision.warnings.clone();
    let explanation = decision.explanation();
    lines.extend(explanation.or_else(|| refuses.then(|| UNEXPLAINED.to_owned())));
    let exit = if refuses { BLOCKED } else { 0 };
    Reply { stdout: Vec::new(), stderr: lines.join("\n").into_bytes(), exit }
}

/// An answer in the making.
struct Answer<'d> {
    moment: Moment,
    decision: &'d Decision,
    top: Map<String, Value>,
    specific: Map<String, Value>,
    /// Lines for the user.
    warnings: Vec<String>,
    /// Lines for the model.
    notes: Vec<String>,
}

impl<'d> Answer<'d> {
    fn new(moment: Moment, decision: &'d Decision) -> Self {
        let (warnings, notes) = (decision.warnings.clone(), decision.notes.clone());
        Self { moment, decision, top: Map::new(), specific: Map::new(), warnings, notes }
    }

    fn explanation(&self) -> String {
        self.decision.explanation().unwrap_or_else(|| UNEXPLAINED.to_owned())
    }

    /// Tells the user and the model why something was changed.
    fn announce(&mut self) {
        let explanation = self.explanation();
        self.warnings.push(explanation.clone());
        self.notes.push(explanation);
    }

    fn before_tool(&mut self) {
        let mut action = self.decision.action;
        if action < Action::Block
            && let Some(args) = &self.decision.modified_args
        {
            if args.is_object() {
                self.specific.insert("updatedInput".to_owned(), args.clone());
            } else {
                // Claude Code would drop them and call the tool with what was to be changed.
                action = Action::Ask;
            }
        }
        match action {
            Action::Allow => {}
            Action::Modify => self.announce(),
            Action::Ask | Action::Block => {
                let word = if action == Action::Ask { "ask" } else { "deny" };
                self.specific.insert("permissionDecision".to_owned(), word.into());
                self.specific
                    .insert("permissionDecisionReason".to_owned(), self.explanation().into());
            }
        }
    }

    fn after_tool(&mut self) {
        if let Some(result) = &self.decision.modified_result {
            self.specific.insert("updatedToolOutput".to_owned(), result.clone());
        }
        match self.decision.action {
            Action::Allow => {}
            Action::Modify => self.announce(),
            Action::Ask | Action::Block => self.block(),
        }
    }

    fn at_prompt(&mut self) {
        match self.decision.action {
            Action::Allow => {}
            Action::Modify => self.announce(),
            Action::Ask | Action::Block => self.block(),
        }
    }

    fn at_stop(&mut self, kept_going: bool) {
        let notes = std::mem::take(&mut self.notes);
        match self.decision.action {
            Action::Allow => {}
            Action::Block if !kept_going => {
                self.block();
                let lines = std::iter::once(self.explanation()).chain(notes);
                let reason = lines.collect::<Vec<_>>().join("\n");
                self.top.insert("reason".to_owned(), reason.into());
            }
            Action::Modify | Action::Ask | Action::Block => self.warnings.push(self.explanation()),
        }
    }

    /// For moments at which nothing can be kept from happening.
    fn advise(&mut self) {
        if self.decision.action > Action::Allow {
            self.announce();
        }
    }

    fn block(&mut self) {
        self.top.insert("decision".to_owned(), "block".into());
        self.top.insert("reason".to_owned(), self.explanation().into());
    }

    fn finish(mut self) -> Reply {
        if !self.notes.is_empty() {
            self.specific.insert("additionalContext".to_owned(), self.notes.join("\n").into());
        }
        if !self.warnings.is_empty() {
            self.top.insert("systemMessage".to_owned(), self.warnings.join("\n").into());
        }
        if !self.specific.is_empty() {
            self.specific.insert("hookEventName".to_owned(), self.moment.name().into());
            self.top.insert("hookSpecificOutput".to_owned(), Value::Object(self.specific));
        }
        Reply::json(self.top)
    }
}
