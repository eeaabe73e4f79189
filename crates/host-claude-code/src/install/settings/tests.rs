use serde_json::json;

use super::*;

mod any;

fn ours() -> Installation {
    Installation { command: "/usr/bin/prescan hook claude-code".to_owned(), fail_closed: false }
}

#[track_caller]
fn install(source: &str) -> String {
    installed(Some(source), &ours()).unwrap()
}

/// The text with the hook, which becomes the old text again.
#[track_caller]
fn there_and_back(source: &str) -> String {
    let text = install(source);
    assert_eq!(removed(&text), Ok(Rest::Text(source.to_owned())), "{text}");
    text
}

const FROM_NOTHING: &str = r#"{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "command": "/usr/bin/prescan hook claude-code",
            "timeout": 30
          }
        ]
      }
    ],
    "PostToolUse": [
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "command": "/usr/bin/prescan hook claude-code",
            "timeout": 30
          }
        ]
      }
    ],
    "PostToolUseFailure": [
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "command": "/usr/bin/prescan hook claude-code",
            "timeout": 30
          }
        ]
      }
    ],
    "UserPromptSubmit": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/usr/bin/prescan hook claude-code",
            "timeout": 30
          }
        ]
      }
    ],
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/usr/bin/prescan hook claude-code",
            "timeout": 30
          }
        ]
      }
    ],
    "SessionStart": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/usr/bin/prescan hook claude-code",
            "timeout": 30
          }
        ]
      }
    ]
  }
}
"#;

#[test]
fn a_file_that_is_not_there_comes_and_goes() {
    assert_eq!(installed(None, &ours()).as_deref(), Ok(FROM_NOTHING));
    assert_eq!(removed(FROM_NOTHING), Ok(Rest::Nothing));
    assert_eq!(install(FROM_NOTHING), FROM_NOTHING);
}

#[test]
fn a_file_that_was_empty_stays() {
    for source in ["", "\n", "{}", "{}\n", "{\n}\n", "{\n\n}", "\u{feff}{}\r\n", "\u{feff}"] {
        there_and_back(source);
    }
}

#[test]
fn brackets_that_were_empty_stay() {
    for source in [
        "{\n  \"hooks\": {}\n}\n",
        "{\"hooks\":{}}",
        "{\"hooks\": { }, \"a\": 1}",
        "{\n  \"hooks\": {\n    \"PreToolUse\": [],\n    \"Stop\": [\n    ]\n  }\n}",
        "{\"hooks\":{\"Stop\":[]}}",
        "{\n\t\"hooks\": { // none yet\n\t}\n}",
        "{ /* nothing */ }",
    ] {
        there_and_back(source);
    }
}

#[test]
fn settings_of_others_stay_where_they_are() {
    let source = r#"{
	"model": "opus", // the large one
	"hooks": {
		"Stop": [
			{ "hooks": [{ "type": "command", "command": "say done" }] } // rings
		],
	},
}
"#;
    let text = there_and_back(source);
    let start = "{\n\t\"model\": \"opus\", // the large one\n\t\"hooks\": {\n\t\t\"Stop\": [\n\t\t\t{ \"hooks\": [{ \"type\": \"command\", \"command\": \"say done\" }] }, // rings\n\t\t\t{\n\t\t\t\t\"hooks\": [\n";
    assert!(text.starts_with(start), "{text}");
    assert!(text.ends_with("\t\t\t}\n\t\t],\n\t},\n}\n"), "{text}");
}

#[test]
fn a_text_of_one_line_stays_one() {
    let text = there_and_back(r#"{"model": "opus"}"#);
    assert!(text.starts_with(r#"{"model": "opus", "hooks":{"PreToolUse":[{"matcher":"*""#));
    assert!(!text.contains('\n'));
}

#[test]
fn line_ends_and_indent_are_those_of_the_text() {
    let text = there_and_back("{\r\n    \"model\": \"opus\"\r\n}");
    assert!(text.starts_with("{\r\n    \"model\": \"opus\",\r\n    \"hooks\": {\r\n        \"Pre"));
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
}

#[test]
fn installing_twice_changes_nothing_and_another_command_is_a_replacement() {
    let source = "{\n  \"a\": 1\n}\n";
    let once = install(source);
    assert_eq!(install(&once), once);
    let moved = Installation { command: command("/opt/prescan"), fail_closed: true };
    let again = installed(Some(&once), &moved).unwrap();
    let found = find(&again).unwrap();
    assert_eq!(found.entries.len(), Moment::INSTALLED.len());
    for entry in &found.entries {
        assert_eq!(entry.command, moved.command);
        assert_eq!(entry.fail_closed, entry.event == "PreToolUse");
    }
    assert_eq!(removed(&again), Ok(Rest::Text(source.to_owned())));
}

fn command(program: &str) -> String {
    super::super::command_line(program)
}

#[test]
fn a_timeout_and_a_matcher_of_the_user_are_kept() {
    let mine = install("{}").replacen("30", "5", 1).replacen("\"*\"", "\"Bash\"", 1);
    assert_eq!(install(&mine), mine);
}

#[test]
fn only_our_entries_are_taken_out_of_a_group() {
    let source = r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"lint"},{"type":"command","command":"prescan hook claude-code"},{"type":"command","command":"audit"}]}]}}"#;
    let rest = r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"lint"},{"type":"command","command":"audit"}]}]}}"#;
    assert_eq!(removed(source), Ok(Rest::Text(rest.to_owned())));
}

#[test]
fn what_stands_beside_a_comment_is_not_swallowed_by_it() {
    let source = "{\"hooks\":{\"Stop\":[{}, // first\n {\"hooks\":[{\"command\":\"prescan hook claude-code\"}]}, {\"hooks\":[]}\n]}}";
    let Ok(Rest::Text(rest)) = removed(source) else { panic!("{:?}", removed(source)) };
    assert_eq!(rest, "{\"hooks\":{\"Stop\":[{}, // first\n  {\"hooks\":[]}\n]}}");
}

#[test]
fn after_the_client_has_written_the_file_anew_our_entries_still_go() {
    let text = install("{\n  // mine\n  \"model\": \"opus\"\n}");
    let anew: serde_json::Value = serde_json::from_str(&text.replace("// mine", "")).unwrap();
    let Ok(Rest::Text(rest)) = removed(&serde_json::to_string_pretty(&anew).unwrap()) else {
        panic!("nothing is left")
    };
    assert_eq!(serde_json::from_str::<serde_json::Value>(&rest).unwrap(), json!({"model": "opus"}));
}

#[test]
fn of_equal_keys_the_last_is_the_one_that_counts() {
    let text = there_and_back("{\"hooks\": {\"Stop\": 1}, \"hooks\": {\"Stop\": []}}");
    assert!(text.starts_with("{\"hooks\": {\"Stop\": 1}, \"hooks\": {\"Stop\": [ {"));
}

#[test]
fn hooks_that_are_switched_off_are_found_out() {
    assert_eq!(find("{\"disableAllHooks\": true}").unwrap().disabled, Some(true));
    assert_eq!(find("{\"disableAllHooks\": false}").unwrap().disabled, Some(false));
    assert_eq!(find(""), Ok(Installed::default()));
}

#[test]
fn a_broken_text_is_an_error_with_its_place() {
    for (source, expected) in [
        ("{\n  \"a\": 1\n  \"b\": 2\n}", "line 2, column 9: not valid JSON: expected comma"),
        ("[]", "does not hold a JSON object"),
        ("// nothing\n", "holds comments and no settings"),
        ("{\"hooks\": []}", "`hooks` is not an object"),
        ("{\"hooks\": {\"Stop\": {}}}", "`hooks.Stop` is not an array"),
    ] {
        let error = installed(Some(source), &ours()).unwrap_err();
        assert_eq!(error.to_string(), expected, "{source}");
    }
    let deep = "[".repeat(100_000);
    assert!(find(&deep).unwrap_err().to_string().ends_with("nesting depth exceeded"));
}
