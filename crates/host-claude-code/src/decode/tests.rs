use serde_json::json;

use super::*;

fn read(input: &Value) -> Call {
    decode(input.to_string().as_bytes(), &Environment::default()).unwrap().unwrap()
}

fn pre_tool_use() -> Value {
    json!({
        "session_id": "s-1",
        "transcript_path": "/home/user/.claude/projects/p/s-1.jsonl",
        "cwd": "/home/user/project/sub",
        "permission_mode": "default",
        "agent_id": "a-1",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": "ls", "description": "lists"},
        "tool_use_id": "t-1",
    })
}

#[test]
fn a_tool_call_carries_everything_that_is_known() {
    let environment =
        Environment { project_dir: Some("/home/user/project".into()), entrypoint: None };
    let call = decode(pre_tool_use().to_string().as_bytes(), &environment).unwrap().unwrap();
    let wire = serde_json::to_value(&call.event).unwrap();
    assert_eq!(
        wire,
        json!({
            "type": "tool:pre",
            "toolName": "Bash",
            "args": {"command": "ls", "description": "lists"},
            "sessionKey": "s-1",
            "agentId": "a-1",
            "host": "claude-code",
            "cwd": "/home/user/project/sub",
            "workspace": "/home/user/project",
            "transcript": "/home/user/.claude/projects/p/s-1.jsonl",
            "canAsk": true,
        })
    );
    assert_eq!(call.reply_to, ReplyTo { moment: Moment::PreToolUse, kept_going: false });
}

#[test]
fn without_a_project_folder_the_working_folder_is_the_workspace() {
    assert_eq!(read(&pre_tool_use()).event.workspace, Some("/home/user/project/sub".into()));
}

#[test]
fn the_tools_of_servers_keep_their_names() {
    let mut input = pre_tool_use();
    input["tool_name"] = json!("mcp__mail__send");
    assert_eq!(read(&input).event.tool_name, "mcp__mail__send");
}

#[test]
fn results_and_errors_of_tools_are_the_result() {
    let mut input = pre_tool_use();
    input["hook_event_name"] = json!("PostToolUse");
    input["tool_response"] = json!({"stdout": "a.txt"});
    let call = read(&input);
    assert_eq!(call.event.kind, EventKind::ToolPost);
    assert_eq!(call.event.result, Some(json!({"stdout": "a.txt"})));
    input["hook_event_name"] = json!("PostToolUseFailure");
    input["error"] = json!("no such file");
    let call = read(&input);
    assert_eq!(call.event.kind, EventKind::ToolPost);
    assert_eq!(call.event.result, Some(json!("no such file")));
    assert_eq!(call.reply_to.moment, Moment::PostToolUseFailure);
}

#[test]
fn prompts_stops_and_starts_have_what_they_are_about_in_their_arguments() {
    let call = read(&json!({"hook_event_name": "UserPromptSubmit", "prompt": "tidy up"}));
    assert_eq!(call.event.kind, EventKind::PromptPre);
    assert_eq!(call.event.args, json!({"prompt": "tidy up"}));
    for name in ["Stop", "SubagentStop"] {
        let call = read(&json!({
            "hook_event_name": name,
            "stop_hook_active": true,
            "last_assistant_message": "Done.",
        }));
        assert_eq!(call.event.kind, EventKind::Stop);
        assert_eq!(call.event.args, json!({"message": "Done.", "active": true}));
        assert!(call.reply_to.kept_going);
    }
    let call = read(&json!({"hook_event_name": "SessionStart", "source": "resume"}));
    assert_eq!(call.event.kind, EventKind::SessionStart);
    assert_eq!(call.event.args, json!({"source": "resume"}));
}

#[test]
fn moments_without_an_answer_are_none() {
    for name in ["PreCompact", "SessionEnd", "Notification", "SomethingNew", "pretooluse"] {
        let input = json!({"hook_event_name": name, "tool_name": "Bash"}).to_string();
        assert_eq!(decode(input.as_bytes(), &Environment::default()), Ok(None), "{name}");
    }
}

#[test]
fn fields_of_another_type_are_not_known_and_fail_nothing() {
    let call = read(&json!({
        "hook_event_name": "PreToolUse",
        "tool_name": 7,
        "tool_input": "rm -rf /",
        "session_id": {"id": 1},
        "agent_id": null,
        "cwd": ["/"],
        "transcript_path": false,
        "permission_mode": 3,
        "stop_hook_active": "yes",
    }));
    let mut expected = Event::new(EventKind::ToolPre, "", json!("rm -rf /"));
    expected.host = Cow::Borrowed(HOST);
    expected.can_ask = true;
    assert_eq!(call.event, expected);
    assert!(!call.reply_to.kept_going);
}

#[test]
fn nobody_is_asked_where_nobody_can_answer() {
    let asks = |mode: &str, entrypoint: &str| {
        let mut input = pre_tool_use();
        input["permission_mode"] = json!(mode);
        let environment =
            Environment { project_dir: None, entrypoint: Some(entrypoint.to_owned()) };
        decode(input.to_string().as_bytes(), &environment).unwrap().unwrap().event.can_ask
    };
    for mode in ["default", "acceptEdits", "plan", "auto"] {
        assert!(asks(mode, "cli"), "{mode}");
        assert!(!asks(mode, "sdk-cli"), "{mode}");
    }
    for mode in ["dontAsk", "bypassPermissions"] {
        assert!(!asks(mode, "cli"), "{mode}");
    }
}

#[test]
fn half_a_surrogate_pair_hides_no_command() {
    let input = br#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf / # \ud800"}}"#;
    let call = decode(input, &Environment::default()).unwrap().unwrap();
    assert_eq!(call.event.args, json!({"command": "rm -rf / # \u{fffd}"}));
}

#[test]
fn of_equal_keys_the_last_counts_as_in_javascript() {
    let input = br#"{"hook_event_name":"Stop","hook_event_name":"PreToolUse","tool_input":{"command":"ls","command":"rm"}}"#;
    let call = decode(input, &Environment::default()).unwrap().unwrap();
    assert_eq!(call.event.args, json!({"command": "rm"}));
}

#[track_caller]
fn undecodable(input: &[u8], what: &str, moment: Option<Moment>) {
    let error = decode(input, &Environment::default()).unwrap_err();
    assert_eq!((error.to_string().as_str(), error.moment()), (what, moment));
}

#[test]
fn what_cannot_be_read_says_which_moment_it_seems_to_be() {
    let pre = Some(Moment::PreToolUse);
    let broken = br#"{"hook_event_name" : "PreToolUse", "tool_input": {"#;
    undecodable(broken, "not valid JSON at line 1, column 50", pre);
    let stop = br#"{"hook_event_name":"Stop",}"#;
    undecodable(stop, "not valid JSON at line 1, column 27", Some(Moment::Stop));
    undecodable(b"", "not valid JSON at line 1, column 0", None);
    undecodable(b"[1]", "not a JSON object", None);
    undecodable(br#"{"tool_name":"Bash"}"#, "no `hook_event_name`", pre);
    undecodable(br#"{"hook_event_name":1}"#, "no `hook_event_name`", None);
    let unnamed = br#"{"tool_name":"Bash","tool_input":"#;
    undecodable(unnamed, "not valid JSON at line 1, column 33", pre);
}

#[test]
fn arguments_nested_too_deeply_do_not_pass_for_another_moment() {
    let nested = "[".repeat(500) + &"]".repeat(500);
    let input = format!(
        r#"{{"tool_input":{{"hook_event_name":"Stop","deep":{nested}}},"hook_event_name":"PreToolUse"}}"#
    );
    undecodable(input.as_bytes(), "nested too deeply", Some(Moment::PreToolUse));
}

#[test]
fn a_call_shows_no_arguments_when_it_is_debugged() {
    let mut input = pre_tool_use();
    input["tool_input"] = json!({"command": "login hunter2"});
    assert!(!format!("{:?}", read(&input)).contains("hunter2"));
}
