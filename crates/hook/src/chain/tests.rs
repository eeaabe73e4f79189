//! The chain with hooks of every temper.

use serde_json::json;

use super::*;
use crate::event::EventKind;
use crate::hook::{Judgement, OnError, ready};

/// A hook made of a function.
struct Of<F> {
    name: &'static str,
    on_error: OnError,
    judge: F,
}

impl<F> Hook for Of<F>
where
    F: Fn(&Event) -> Judgement<'static> + Send + Sync,
{
    fn name(&self) -> &str {
        self.name
    }

    fn on_error(&self) -> OnError {
        self.on_error
    }

    fn applies(&self, event: &Event) -> bool {
        event.kind == EventKind::ToolPre
    }

    fn judge<'a>(&'a self, event: &'a Event, _deadline: Instant) -> Judgement<'a> {
        (self.judge)(event)
    }
}

fn hook(
    name: &'static str,
    judge: impl Fn(&Event) -> Judgement<'static> + Send + Sync + 'static,
) -> Box<dyn Hook> {
    Box::new(Of { name, on_error: OnError::Allow, judge })
}

fn says(name: &'static str, action: Action) -> Box<dyn Hook> {
    hook(name, move |_| ready(Ok(Verdict::because(Reason::new(action, name, "said so")))))
}

fn replaces(name: &'static str, args: Value) -> Box<dyn Hook> {
    hook(name, move |_| {
        ready(Ok(Verdict {
            args: Some(args.clone()),
            ..Verdict::because(Reason::new(Action::Modify, name, "better so"))
        }))
    })
}

fn decide(hooks: Vec<Box<dyn Hook>>) -> Decision {
    let event = Event::new(EventKind::ToolPre, "Bash", json!({"command": "ls", "n": 1}));
    Chain::new(hooks).decide_blocking(event)
}

fn rules(decision: &Decision) -> Vec<&str> {
    decision.reasons.iter().map(|reason| reason.rule.as_str()).collect()
}

#[test]
fn an_empty_chain_allows() {
    assert_eq!(decide(Vec::new()), Decision::allow());
}

#[test]
fn the_strongest_action_wins_and_all_reasons_are_listed() {
    for (first, second) in [(Action::Ask, Action::Allow), (Action::Allow, Action::Ask)] {
        let decision = decide(vec![says("one", first), says("two", second)]);
        assert_eq!(decision.action, Action::Ask);
        assert_eq!(rules(&decision), ["one", "two"]);
        assert_eq!(decision.reasons[0].hook, "one");
    }
}

#[test]
fn a_block_ends_the_chain() {
    let decision = decide(vec![
        says("one", Action::Ask),
        says("two", Action::Block),
        hook("three", |_| panic!("must not run")),
    ]);
    assert_eq!(decision.action, Action::Block);
    assert_eq!(rules(&decision), ["one", "two"]);
    assert!(decision.failures.is_empty());
}

#[test]
fn each_hook_sees_what_the_one_before_left() {
    let decision = decide(vec![
        replaces("one", json!({"command": "ls -l", "n": 1})),
        hook("two", |event| {
            assert_eq!(event.args["command"], "ls -l");
            ready(Ok(Verdict::allow()))
        }),
        replaces("three", json!({"command": "ls -la"})),
    ]);
    assert_eq!(decision.action, Action::Modify);
    assert_eq!(decision.modified_args, Some(json!({"command": "ls -la"})));
    assert!(decision.failures.is_empty(), "{:?}", decision.failures);
    let mut args = json!({"command": "ls", "n": 1});
    json_patch::patch(&mut args, &decision.patch).expect("a patch that applies");
    assert_eq!(Some(args), decision.modified_args);
}

#[test]
fn a_failure_is_what_on_error_says_and_never_silent() {
    for (on_error, action) in [
        (OnError::Allow, Action::Allow),
        (OnError::Ask, Action::Ask),
        (OnError::Block, Action::Block),
    ] {
        let judges: [fn(&Event) -> Judgement<'static>; 3] = [
            |_| panic!("on purpose"),
            |_| Box::pin(async { panic!("on purpose, later") }),
            |_| ready(Err(HookError::new("no answer"))),
        ];
        for judge in judges {
            let decision = decide(vec![Box::new(Of { name: "bad", on_error, judge })]);
            assert_eq!(decision.action, action);
            assert_eq!(decision.failures.len(), 1);
            assert_eq!(decision.warnings.len(), 1);
        }
    }
}

#[test]
fn a_failure_does_not_undo_what_another_hook_decided() {
    let bad = || hook("bad", |_| panic!("on purpose"));
    let decision = decide(vec![bad(), says("good", Action::Block)]);
    assert_eq!((decision.action, decision.failures.len()), (Action::Block, 1));
    let decision = decide(vec![says("good", Action::Ask), bad()]);
    assert_eq!((decision.action, decision.failures.len()), (Action::Ask, 1));
}

#[test]
fn a_hook_that_never_ends_is_left_at_the_deadline() {
    let chain = Chain::new(vec![
        hook("endless", |_| Box::pin(std::future::pending())),
        says("good", Action::Ask),
    ])
    .with_deadline(Duration::from_millis(20));
    let decision = chain.decide_blocking(Event::new(EventKind::ToolPre, "Bash", Value::Null));
    assert_eq!(decision.action, Action::Ask);
    assert_eq!(decision.failures[0].hook, "endless");
}

#[test]
fn a_hook_is_not_asked_about_what_does_not_concern_it() {
    let chain = Chain::new(vec![hook("any", |_| panic!("must not run"))]);
    let decision = chain.decide_blocking(Event::new(EventKind::Stop, "", Value::Null));
    assert_eq!(decision, Decision::allow());
}

#[test]
fn a_verdict_without_a_reason_gets_one() {
    let decision = decide(vec![hook("terse", |_| {
        ready(Ok(Verdict { action: Action::Block, ..Verdict::allow() }))
    })]);
    assert_eq!(decision.action, Action::Block);
    assert!(decision.explanation().is_some_and(|text| text.contains("`terse`")));
}
