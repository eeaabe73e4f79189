//! Any input and any decision.

use prescan_hook::{Action, Decision, Reason};
use prescan_host_claude_code::{
    Environment, Moment, Reply, ReplyTo, decode, encode, encode_undecodable, encode_without_stdout,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::accepted::objection;

fn moment() -> impl Strategy<Value = Moment> {
    prop::sample::select(Moment::ALL)
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map("[a-z]{0,6}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn reason() -> impl Strategy<Value = Reason> {
    let action = prop::sample::select(Action::ALL);
    (action, "[a-z.]{0,8}", ".{0,20}", prop::option::of(".{0,12}")).prop_map(
        |(action, rule, message, advice)| {
            let mut reason = Reason::new(action, &rule, message);
            reason.advice = advice;
            reason
        },
    )
}

/// Decisions that a chain gives, and some that it never gives, such as a block without a reason.
fn decision() -> impl Strategy<Value = Decision> {
    let lines = || prop::collection::vec(".{0,16}", 0..3);
    let action = prop::sample::select(Action::ALL);
    let changed = || prop::option::of(value());
    (action, prop::collection::vec(reason(), 0..3), lines(), lines(), changed(), changed())
        .prop_map(|(action, reasons, warnings, notes, modified_args, modified_result)| Decision {
            action,
            reasons,
            warnings,
            notes,
            modified_args,
            modified_result,
            ..Decision::allow()
        })
}

const FIELDS: &[&str] = &[
    "session_id",
    "cwd",
    "permission_mode",
    "tool_name",
    "tool_input",
    "tool_response",
    "prompt",
    "stop_hook_active",
    "last_assistant_message",
    "hook_event_name",
];

fn field() -> impl Strategy<Value = (String, Value)> {
    (prop::sample::select(FIELDS).prop_map(str::to_owned), value())
}

#[track_caller]
fn check(reply: &Reply, moment: Moment) {
    assert_eq!(objection(&reply.stdout, moment.name()), None);
    assert_eq!((reply.exit, reply.stderr.as_slice()), (0, &b""[..]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_bytes_are_read_or_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Err(error) = decode(&bytes, &Environment::default()) {
            check(&encode_undecodable(&error), error.moment().unwrap_or(Moment::Stop));
        }
    }

    #[test]
    fn any_cut_of_a_call_is_read_or_answered(
        moment in moment(),
        mut fields in prop::collection::vec(field(), 0..6),
        cut in any::<prop::sample::Index>(),
    ) {
        fields.insert(0, ("hook_event_name".to_owned(), json!(moment.name())));
        let fields: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}:{value}", json!(name))).collect();
        let text = format!("{{{}}}", fields.join(",")).into_bytes();
        let cut = &text[..cut.index(text.len())];
        match decode(cut, &Environment::default()) {
            Err(error) => {
                let reply = encode_undecodable(&error);
                check(&reply, error.moment().unwrap_or(Moment::Stop));
                prop_assert!(!reply.stdout.is_empty());
            }
            Ok(call) => prop_assert!(false, "half a text was read: {call:?}"),
        }
        if let Ok(Some(call)) = decode(&text, &Environment::default()) {
            check(&encode(call.reply_to, &Decision::allow()), call.reply_to.moment);
        }
    }

    #[test]
    fn any_answer_is_one_that_claude_code_takes(
        moment in moment(),
        kept_going: bool,
        decision in decision(),
    ) {
        let to = ReplyTo { moment, kept_going };
        let reply = encode(to, &decision);
        check(&reply, moment);
        let text = String::from_utf8(reply.stdout).unwrap();
        prop_assert!(text.is_empty() || text.find('\n') == Some(text.len() - 1));
        if moment == Moment::PreToolUse {
            let denied = text.contains(r#""permissionDecision":"deny""#);
            let asked = text.contains(r#""permissionDecision":"ask""#);
            prop_assert_eq!(denied, decision.action == Action::Block);
            let unusable = decision.modified_args.as_ref().is_some_and(|args| !args.is_object());
            prop_assert_eq!(asked, !denied && (unusable || decision.action == Action::Ask));
        }
        if matches!(moment, Moment::Stop | Moment::SubagentStop) {
            let blocked = text.contains(r#""decision":"block""#);
            prop_assert_eq!(blocked, decision.action == Action::Block && !kept_going);
        }
    }

    #[test]
    fn what_is_refused_is_refused_without_standard_output_too(
        moment in moment(),
        kept_going: bool,
        decision in decision(),
    ) {
        let to = ReplyTo { moment, kept_going };
        let reply = encode_without_stdout(to, &decision);
        prop_assert!(reply.stdout.is_empty());
        let answer = String::from_utf8(encode(to, &decision).stdout).unwrap();
        let prevented = answer.contains(r#""permissionDecision":"#)
            || (moment != Moment::PostToolUse && answer.contains(r#""decision":"block""#));
        let changed = moment == Moment::PreToolUse && decision.modified_args.is_some();
        prop_assert_eq!(reply.exit == 2, prevented || changed);
        prop_assert!(reply.exit == 0 || !reply.stderr.is_empty());
    }
}
