//! Entries of the settings.

use super::*;
use crate::hook::{Hook as _, OnError};

fn read(yaml: &str) -> Result<ExternalHook, String> {
    serde_saphyr::from_str(yaml).map_err(|error| error.to_string())
}

fn invalid(fields: Value) -> String {
    let error = entry(fields).into_hook(Path::new("."), None, &|_| None).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("hook `{}`: {}", error.hook(), error.to_string().split_once(": ").unwrap().1)
    );
    error.to_string()
}

#[test]
fn an_entry_is_read() {
    let hook = read(
        "name: ticket-check\n\
         command: [/usr/local/bin/check, --json]\n\
         match: { tools: [Bash, 'mcp__*'], events: [tool:pre, stop] }\n\
         timeout: 500ms\n\
         on_error: block\n\
         env: [PATH]\n\
         breaker: { failures: 3, pause: 2m }\n",
    )
    .unwrap();
    let words = ["/usr/local/bin/check", "--json"].map(str::to_owned).to_vec();
    assert_eq!(hook.command, Some(CommandLine::Program(words)));
    assert_eq!(hook.matching.events, [EventKind::ToolPre, EventKind::Stop]);
    assert_eq!(hook.timeout.duration().as_millis(), 500);
    assert_eq!(hook.on_error, OnError::Block);
    assert_eq!(hook.breaker, BreakerLimits { failures: 3, pause: Period::from_secs(120) });
    // What is written again is the same entry.
    let written = serde_json::to_value(&hook).unwrap();
    assert_eq!(serde_json::from_value::<ExternalHook>(written).unwrap(), hook);
}

#[test]
fn what_is_not_said_has_a_default() {
    let hook = read("name: check\ncommand: ./check --json\n").unwrap();
    assert_eq!(hook.command, Some(CommandLine::Shell("./check --json".to_owned())));
    assert_eq!(
        hook.matching,
        Matching { tools: vec!["*".to_owned()], events: vec![EventKind::ToolPre] }
    );
    assert_eq!(hook.timeout, Period::from_secs(5));
    assert_eq!(hook.on_error, OnError::Allow);
    assert_eq!(hook.env, None);
    assert_eq!(hook.breaker, BreakerLimits { failures: 5, pause: Period::from_secs(60) });
    assert!(!hook.allow_http);
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let cases = [
        ("command: [a]\n", "name"),
        ("name: a\ncomand: b\n", "comand"),
        ("name: a\ncommand: { b: c }\n", "a list of a program and its arguments"),
        ("name: a\ncommand: b\nmatch: { tool: [c] }\n", "tool"),
        ("name: a\ncommand: b\nmatch: { events: [tool:before] }\n", "tool:before"),
        ("name: a\ncommand: b\ntimeout: soon\n", "a span of time"),
        ("name: a\ncommand: b\non_error: deny\n", "deny"),
        ("name: a\ncommand: b\nbreaker: { failures: -1 }\n", "-1"),
    ];
    for (yaml, part) in cases {
        let error = read(yaml).unwrap_err();
        assert!(error.contains(part), "{yaml}: {error}");
    }
}

#[test]
fn what_contradicts_itself_is_an_error() {
    let cases = [
        (json!({}), "one of `command` and `url` is needed"),
        (json!({ "command": "a", "url": "https://b" }), "`command` and `url` exclude one another"),
        (
            json!({ "command": "a", "headers": { "b": "c" } }),
            "`headers` belongs to a hook with `url`",
        ),
        (
            json!({ "command": "a", "allow_http": true }),
            "`allow_http` belongs to a hook with `url`",
        ),
        (json!({ "command": " " }), "`command` is empty"),
        (json!({ "command": [] }), "`command` is empty"),
        (json!({ "command": ["", "a"] }), "`command` is empty"),
        (json!({ "command": ["a", "b\u{0}"] }), "`command` holds a NUL character"),
        (json!({ "command": "a", "timeout": 0 }), "`timeout` is zero"),
        (json!({ "command": "a", "match": { "events": [] } }), "`match.events` is empty"),
        (json!({ "command": "a", "match": { "tools": [] } }), "`match.tools` is empty"),
        (json!({ "command": "a", "breaker": { "failures": 0 } }), "`breaker.failures` is zero"),
        (
            json!({ "command": "a", "env": ["B=C"] }),
            "`B=C` in `env` is no name of an environment variable",
        ),
        (
            json!({ "url": "/nowhere" }),
            "`url` is no address with `https://` or `http://` and a host",
        ),
        (json!({ "url": "https://a b" }), "`url` is no address"),
        (json!({ "url": "policy.example" }), "`url` is neither `https://` nor `http://`"),
        (json!({ "url": "ftp://a/" }), "`url` is neither `https://` nor `http://`"),
        (json!({ "url": "https://a:b@c/" }), "`url` holds credentials, which belong in `headers`"),
        (
            json!({ "url": "http://policy.example/" }),
            "`url` is `http://` on another machine, which needs `allow_http: true`",
        ),
        (
            json!({ "url": "http://localhost.example/" }),
            "`url` is `http://` on another machine, which needs `allow_http: true`",
        ),
        (
            json!({ "url": "https://a", "headers": { "b c": "d" } }),
            "header `b c` is no name of a header",
        ),
        (
            json!({ "url": "https://a", "headers": { "Host": "b" } }),
            "header `Host` is set by prescan itself",
        ),
        (
            json!({ "url": "https://a", "headers": { "b": "c\nd" } }),
            "header `b` has a value that no header can have",
        ),
        (
            json!({ "url": "https://a", "headers": { "b": "${HOME" } }),
            "header `b` has a `${` without a `}`",
        ),
        (
            json!({ "url": "https://a", "headers": { "b": "${TOKEN}" } }),
            "header `b` uses `${TOKEN}`, which is not listed in `env`",
        ),
    ];
    for (fields, what) in cases {
        assert_eq!(invalid(fields.clone()), format!("hook `check`: {what}"), "{fields}");
    }
    for name in ["", "a b", "a/b", "\u{1b}[2Ja", &"a".repeat(65)] {
        let error = invalid(json!({ "name": name, "command": "a" }));
        assert!(error.ends_with("a name is 1 to 64 letters, digits, `-`, `_` and `.`"), "{error}");
        assert!(!error.contains('\u{1b}'));
    }
}

#[test]
fn this_machine_may_be_called_without_encryption() {
    for host in ["localhost", "LOCALHOST:8080", "127.0.0.1", "127.9.8.7:1", "[::1]", "[::1]:80"] {
        let hook = entry(json!({ "url": format!("http://{host}/decide") }));
        assert!(hook.into_hook(Path::new("."), None, &|_| None).is_ok(), "{host}");
    }
    let hook = entry(json!({ "url": "http://policy.example/", "allow_http": true }));
    assert!(hook.into_hook(Path::new("."), None, &|_| None).is_ok());
}

#[test]
fn it_applies_to_what_it_matches() {
    let hook =
        |matching: Value| hook_in(Path::new("."), json!({ "command": "a", "match": matching }));
    let about = |kind, tool| Event::new(kind, tool, Value::Null);
    let all = hook(json!({}));
    assert!(all.applies(&about(EventKind::ToolPre, "Bash")));
    assert!(all.applies(&about(EventKind::ToolPre, "")));
    assert!(!all.applies(&about(EventKind::ToolPost, "Bash")));
    assert!(!all.applies(&about(EventKind::Stop, "")));
    let some = hook(json!({ "tools": ["Bash", "mcp__*"], "events": ["tool:post", "stop"] }));
    assert!(some.applies(&about(EventKind::ToolPost, "mcp__db__query")));
    assert!(!some.applies(&about(EventKind::ToolPost, "Read")));
    assert!(!some.applies(&about(EventKind::ToolPre, "Bash")));
    assert!(some.applies(&about(EventKind::Stop, "")));
}

#[test]
fn within_a_hook_it_is_silent() {
    let applies = |value: &'static str| {
        let environment =
            move |name: &str| (name == RECURSION_VARIABLE).then(|| std::ffi::OsString::from(value));
        let hook = entry(json!({ "command": "a" }));
        hook.into_hook(Path::new("."), None, &environment).unwrap().applies(&event())
    };
    assert!(!applies("1"));
    assert!(applies(""));
}

#[test]
fn credentials_are_in_no_debug_output() {
    let hook = entry(json!({
        "url": "https://policy.example/hunter2",
        "headers": { "Authorization": "hunter2" },
    }));
    assert!(!format!("{hook:?}").contains("hunter2"));
    let hook = hook.into_hook(Path::new("."), None, &|_| None).unwrap();
    assert!(!format!("{hook:?}").contains("hunter2"));
}

#[test]
fn the_schema_describes_every_field() {
    let schema = schemars::schema_for!(ExternalHook).to_value();
    let properties = schema["properties"].as_object().unwrap();
    let written = entry(json!({
        "command": "a", "url": "b", "headers": { "c": "d" }, "allow_http": true, "env": ["E"],
    }));
    let written = serde_json::to_value(written).unwrap();
    let names =
        |object: &Value| -> Vec<String> { object.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(names(&schema["properties"]), names(&written));
    for (name, property) in properties {
        assert!(property["description"].is_string(), "{name}: {property}");
    }
    assert_eq!(schema["required"], json!(["name"]));
    assert_eq!(schema["additionalProperties"], json!(false));
    assert_eq!(schema["properties"]["timeout"]["default"], json!("5s"));
}

/// The blocks of the page in that language.
fn blocks(language: &str) -> Vec<&'static str> {
    let page = include_str!("../../../../../docs/external-hooks.md");
    page.split("```")
        .skip(1)
        .step_by(2)
        .filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n'))
        .collect()
}

#[test]
fn the_page_shows_what_is_read() {
    #[derive(serde::Deserialize)]
    struct File {
        hooks: Vec<ExternalHook>,
    }
    let [settings] = blocks("yaml").try_into().unwrap();
    let file: File = serde_saphyr::from_str(settings).unwrap();
    assert_eq!(file.hooks.len(), 2);
    for hook in file.hooks {
        assert!(hook.into_hook(Path::new("."), None, &|_| None).is_ok());
    }
    let [event, answer] = blocks("json").try_into().unwrap();
    let event: Event = serde_json::from_str(event).unwrap();
    assert_eq!(event.args, json!({ "command": "make deploy" }));
    let verdict = super::super::answer::read("check", &event, answer.as_bytes()).unwrap();
    assert_eq!(verdict.reasons[0].message, "check: deploys need a ticket");
}
