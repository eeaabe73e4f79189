//! `prescan hook`: the pairs below `tests/hosts/whole` of the repository, and input of every kind.
//!
//! A folder there holds `event.json`, what a host says, and `reply.json`, what it gets to hear under the built-in policy; an empty one for no answer. `{{github}}` stands for a
//! token, `CODE` for an approval code. `PRESCAN_BLESS=1` writes the replies anew.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use serde_json::Value;

use crate::credentials;
use crate::folder::Folder;

fn pairs() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hosts/whole");
    let mut pairs = Vec::new();
    for host in std::fs::read_dir(root).unwrap() {
        let host = host.unwrap().path();
        let name = host.file_name().unwrap().to_str().unwrap().to_owned();
        for pair in std::fs::read_dir(host).unwrap() {
            pairs.push((name.clone(), pair.unwrap().path()));
        }
    }
    pairs.sort();
    pairs
}

/// The answer with what differs from run to run taken out.
fn steady(answer: &str, folder: &Folder) -> String {
    let text = answer.replace(folder.root().to_str().unwrap(), "FOLDER");
    let Some(at) = text.find("prescan approve ").map(|at| at + "prescan approve ".len()) else {
        return text;
    };
    // Eight characters and a dash, wherever the answer repeats it.
    let code = text[at..].get(..9).filter(|code| code.as_bytes()[4] == b'-');
    code.map_or(text.clone(), |code| text.replace(code, "CODE"))
}

#[test]
fn every_event_gets_its_reply() {
    let token = credentials::github(7);
    let bless = std::env::var_os("PRESCAN_BLESS").is_some();
    let pairs = pairs();
    assert!(pairs.len() > 20);
    let mut wrong = Vec::new();
    for (host, pair) in pairs {
        let event = std::fs::read_to_string(pair.join("event.json")).unwrap();
        let folder = Folder::new();
        let run = folder
            .prescan_reading(&["hook", &host], event.replace("{{github}}", &token).as_bytes());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", pair.display());
        let reply = steady(&run.out, &folder);
        // What is masked in a result is the rest of it, the secret is in no answer.
        assert!(!reply.contains(&token), "{}", pair.display());
        let shown = match serde_json::from_str::<Value>(&reply) {
            Ok(value) => format!("{value:#}\n"),
            Err(_) if reply.is_empty() => reply,
            Err(error) => panic!("{}: {error}: {reply}", pair.display()),
        };
        let file = pair.join("reply.json");
        if bless {
            std::fs::write(&file, shown).unwrap();
        } else if std::fs::read_to_string(&file).unwrap() != shown {
            wrong.push(format!("{}: {shown}", pair.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a host would take for an answer.
fn is_answer(host: &str, run: &crate::folder::Run) -> bool {
    let object =
        |text: &str| serde_json::from_str::<Value>(text).is_ok_and(|value| value.is_object());
    match host {
        "claude-code" => run.code == 0 && (run.out.is_empty() || object(&run.out)),
        _ => run.code == 0 && object(&run.out) && run.out.contains("\"action\""),
    }
}

#[test]
fn input_of_every_kind_gets_an_answer() {
    let folder = Folder::new();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let long = format!(
        "{{\"type\":\"tool:pre\",\"toolName\":\"x\",\"args\":\"{}\"}}",
        "a".repeat(3 << 20)
    );
    for host in ["generic", "claude-code"] {
        for input in
            ["", "{", "null", "[]", "{}", "\u{feff}{}", "{\"type\":\"tool:pre\"}", &deep, &long]
        {
            let run = folder.prescan_reading(&["hook", host], input.as_bytes());
            assert!(is_answer(host, &run), "{host}: {run:?}");
        }
    }
}

#[test]
fn a_call_that_cannot_be_read_is_not_let_through() {
    let folder = Folder::new();
    let cut =
        br#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf /"#;
    let run = folder.prescan_reading(&["hook", "claude-code"], cut);
    assert!(run.out.contains("\"permissionDecision\":\"ask\""), "{run:?}");
    let half = br#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf / \ud800"}}"#;
    let run = folder.prescan_reading(&["hook", "claude-code"], half);
    assert!(run.out.contains("\"permissionDecision\":\"deny\""), "{run:?}");
}

/// A host that reads nothing still gets to know what must not happen.
#[cfg(target_os = "linux")]
#[test]
fn a_lost_standard_output_is_no_yes() {
    use std::io::Write as _;
    let event = br#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf /"}}"#;
    let folder = Folder::new();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut child = folder
        .command(&["hook", "claude-code"])
        .stdin(std::process::Stdio::piped())
        .stdout(full)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(event).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("deletes recursively"));
}

#[test]
fn the_grammar_and_the_short_way_answer_alike() {
    let event = br#"{"type":"tool:pre","toolName":"exec","args":{"command":"git reset --hard"}}"#;
    let ask = |arguments: &[&str]| {
        let folder = Folder::new();
        let run = folder.prescan_reading(arguments, event);
        serde_json::from_str::<Value>(&run.out).unwrap()["action"].clone()
    };
    assert_eq!(ask(&["hook", "generic", "--can-ask"]), "ask");
    // Flags in front are left to the grammar.
    assert_eq!(ask(&["hook", "--can-ask", "generic"]), "ask");
    assert_eq!(ask(&["hook", "generic"]), "block");
    assert_eq!(Folder::new().prescan(&["hook", "no-such-host"]).code, 2);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_get_an_answer(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        command in ".{0,80}",
    ) {
        let folder = Folder::new();
        for host in ["generic", "claude-code"] {
            let run = folder.prescan_reading(&["hook", host], &bytes);
            prop_assert!(is_answer(host, &run), "{:?}", run);
            let call = serde_json::json!({
                "type": "tool:pre", "toolName": "Bash", "args": {"command": command},
                "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": command},
            });
            let run = folder.prescan_reading(&["hook", host], call.to_string().as_bytes());
            prop_assert!(is_answer(host, &run), "{:?}", run);
        }
    }
}
