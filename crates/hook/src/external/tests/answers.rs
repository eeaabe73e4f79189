//! Answers, whoever gave them.

use proptest::prelude::*;

use super::super::answer::{LONGEST, blocked, read};
use super::*;
use crate::decision::Verdict;

fn reads(answer: impl ToString) -> Verdict {
    read("check", &event(), answer.to_string().as_bytes()).unwrap()
}

fn fails(answer: impl AsRef<[u8]>) -> String {
    read("check", &event(), answer.as_ref()).unwrap_err().to_string()
}

#[test]
fn every_action_is_read() {
    assert_eq!(reads(json!({ "action": "allow" })), Verdict::allow());
    for name in ["ask", "block"] {
        let verdict = reads(json!({ "action": name, "reason": "it is Friday" }));
        assert_eq!(verdict.action.name(), name);
        assert_eq!(verdict.reasons[0].message, "check: it is Friday");
        assert_eq!(verdict.reasons[0].action, verdict.action);
    }
    let verdict = reads(json!({ "action": "modify", "modifiedArgs": { "command": "make" } }));
    assert_eq!(verdict.action, Action::Modify);
    assert_eq!(verdict.args, Some(json!({ "command": "make" })));
}

#[test]
fn of_a_tool_that_was_called_the_result_is_changed() {
    let mut event = event();
    event.kind = EventKind::ToolPost;
    let read = |answer: Value| read("check", &event, answer.to_string().as_bytes());
    let both = json!({ "action": "modify", "modifiedResult": "nothing", "modifiedArgs": {} });
    let verdict = read(both).unwrap();
    assert_eq!(verdict.result, Some(json!("nothing")));
    assert_eq!(verdict.args, None);
    let warning = "check: `modifiedArgs` counts for nothing with `modify` of a `tool:post`";
    assert_eq!(verdict.warnings, [warning]);
    let error = read(json!({ "action": "modify", "modifiedArgs": {} })).unwrap_err();
    assert_eq!(error.to_string(), "its answer is `modify` without `modifiedResult`");
}

#[test]
fn all_that_it_may_say_is_read() {
    let verdict = reads(json!({
        "action": "ask",
        "reason": null,
        "reasons": [
            { "rule": "freeze", "message": "there is a freeze", "advice": "wait\nfor Monday" },
            { "message": "no ticket" },
        ],
        "warnings": ["slow today"],
        "notes": ["name the ticket"],
        "somethingNew": 1,
    }));
    let reasons = &verdict.reasons;
    assert_eq!(
        (reasons[0].rule.as_str(), reasons[0].message.as_str()),
        ("freeze", "check: there is a freeze")
    );
    assert_eq!(reasons[0].advice.as_deref(), Some("wait for Monday"));
    assert_eq!((reasons[1].rule.as_str(), reasons[1].message.as_str()), ("", "check: no ticket"));
    assert!(reasons.iter().all(|reason| reason.action == Action::Ask && !reason.floor));
    assert_eq!(verdict.warnings, ["check: slow today"]);
    assert_eq!(verdict.notes, ["check: name the ticket"]);
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let answer = "\u{feff}{\"action\":\"block\"}\r\n";
    assert_eq!(read("check", &event(), answer.as_bytes()).unwrap().action, Action::Block);
}

#[test]
fn what_is_not_json_fails_with_the_place_and_without_the_text() {
    for answer in ["", "yes", "{\"action\":\"al", "{\"action\":\"allow\"} and more", "{'action':1}"]
    {
        let error = fails(answer);
        assert!(error.starts_with("its answer is not JSON: line 1, column "), "{answer}: {error}");
    }
    assert_eq!(fails(b"{\"action\":\"\xff\"}"), "its answer is not UTF-8");
    let deep = "[".repeat(LONGEST);
    assert!(fails(deep).starts_with("its answer is not JSON"));
}

#[test]
fn what_has_another_shape_fails() {
    let action = "its answer has no `action` of `allow`, `modify`, `ask` or `block`";
    let cases = [
        (json!([]), "its answer is not a JSON object"),
        (json!("allow"), "its answer is not a JSON object"),
        (json!({}), action),
        (json!({ "action": "deny" }), action),
        (json!({ "action": "Allow" }), action),
        (json!({ "action": 1 }), action),
        (json!({ "action": "modify" }), "its answer is `modify` without `modifiedArgs`"),
        (
            json!({ "action": "modify", "modifiedArgs": null }),
            "its answer is `modify` without `modifiedArgs`",
        ),
        (
            json!({ "action": "modify", "modifiedResult": "make" }),
            "its answer is `modify` without `modifiedArgs`",
        ),
        (
            json!({ "action": "modify", "modifiedArgs": "make" }),
            "`modifiedArgs` of its answer is not an object",
        ),
        (json!({ "action": "ask", "reason": 1 }), "`reason` of its answer is not a string"),
        (json!({ "action": "ask", "reasons": "no" }), "`reasons` of its answer is not a list"),
        (
            json!({ "action": "ask", "reasons": ["no"] }),
            "`reasons` of its answer is not a list of objects",
        ),
        (json!({ "action": "ask", "reasons": [{}] }), "a reason of its answer has no `message`"),
        (
            json!({ "action": "allow", "notes": [1] }),
            "`notes` of its answer is not a list of strings",
        ),
    ];
    for (answer, error) in cases {
        assert_eq!(fails(answer.to_string()), error, "{answer}");
    }
}

#[test]
fn a_change_without_modify_counts_for_nothing_and_that_is_said() {
    for action in ["allow", "ask", "block"] {
        let verdict = reads(json!({ "action": action, "modifiedArgs": {} }));
        assert_eq!(verdict.action.name(), action);
        assert_eq!(verdict.args, None);
        let warning =
            format!("check: `modifiedArgs` counts for nothing with `{action}` of a `tool:pre`");
        assert_eq!(verdict.warnings, [warning]);
    }
}

#[test]
fn texts_are_made_fit_to_be_shown() {
    let long = "long ".repeat(10_000);
    let verdict = reads(json!({
        "action": "block",
        "reason": format!("\u{1b}[2Jprescan: allowed\n\n{long}"),
        "warnings": vec!["again"; 1_000],
    }));
    let message = &verdict.reasons[0].message;
    assert!(message.starts_with("check: prescan: allowed long long"), "{message:.60}");
    assert!(message.chars().count() < 1_020);
    assert!(message.ends_with('…'));
    assert_eq!(verdict.warnings.len(), 20);
}

#[test]
fn a_block_in_words_needs_no_words() {
    assert_eq!(blocked("check", b" \n").action, Action::Block);
    assert_eq!(blocked("check", b" \n").reasons, []);
    let verdict = blocked("check", b"caf\xe9 closed\n");
    assert_eq!(verdict.reasons[0].message, "check: caf\u{fffd} closed");
}

proptest! {
    #[test]
    fn any_bytes_give_a_verdict_or_an_error(answer in any::<Vec<u8>>()) {
        if let Err(error) = read("check", &event(), &answer) {
            prop_assert!(error.to_string().starts_with("its answer"));
        }
    }
}
