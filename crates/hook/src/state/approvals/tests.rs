mod hostile;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::event::{Event, EventKind};
use crate::state::StateFolder;

const MINUTE: Duration = Duration::from_secs(60);
const TEXT: RequestText<'_> = RequestText { call: "rm -rf build", reason: "deletes" };

fn at(minutes: u32) -> SystemTime {
    SystemTime::UNIX_EPOCH + MINUTE * (30_000_000 + minutes)
}

fn event(command: &str) -> Event {
    let mut event = Event::new(EventKind::ToolPre, "Bash", json!({ "command": command }));
    event.session_key = "session 1".to_owned();
    event.cwd = Some("/srv/x".into());
    event
}

fn approvals(root: &TempDir) -> Approvals {
    Approvals::new(StateFolder::new(root.path().join("state")))
}

fn issue(approvals: &Approvals, event: &Event, minutes: u32) -> Issued {
    approvals.request(event, TEXT, at(minutes)).unwrap()
}

const ONCE: Term = Term::Once(Duration::from_secs(30 * 60));

/// Every file below a folder with what it holds.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    found
}

#[test]
fn a_yes_lets_the_same_call_through_once() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let call = event("rm -rf build");
    assert_eq!(approvals.take(&call, at(0)).unwrap(), None);
    let issued = issue(&approvals, &call, 0);
    assert_eq!(approvals.take(&call, at(1)).unwrap(), None, "nobody said yes yet");
    let shown = approvals.find(&issued.code, at(1)).unwrap();
    assert_eq!((shown.id.as_str(), shown.call.as_str()), (issued.id.as_str(), "rm -rf build"));
    let granted = approvals.approve(&issued.code, &ONCE, at(1)).unwrap();
    let taken = approvals.take(&call, at(2)).unwrap().unwrap();
    assert_eq!(granted, Approved::Granted(taken.clone()));
    assert_eq!(taken.id, issued.id);
    assert_eq!(approvals.take(&call, at(2)).unwrap(), None, "used up");
}

#[test]
fn a_code_is_used_up() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let issued = issue(&approvals, &event("a"), 0);
    approvals.approve(&issued.code, &ONCE, at(1)).unwrap();
    assert!(approvals.approve(&issued.code, &ONCE, at(1)).unwrap_err().is_wrong_code());
}

#[test]
fn any_other_call_is_not_let_through() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let call = event("rm -rf build");
    let issued = issue(&approvals, &call, 0);
    approvals.approve(&issued.code, &Term::For(MINUTE * 5), at(0)).unwrap();
    let others = [
        event("rm -rf buile"),
        event("rm -rf build "),
        Event { session_key: "session 2".to_owned(), ..call.clone() },
        Event { cwd: Some("/srv/y".into()), ..call.clone() },
        Event { host: "codex".into(), ..call.clone() },
        Event { tool_name: "Bash2".to_owned(), ..call.clone() },
    ];
    for other in &others {
        assert_eq!(approvals.take(other, at(1)).unwrap(), None, "{other:?}");
    }
    assert!(approvals.take(&call, at(1)).unwrap().is_some());
}

proptest! {
    #[test]
    fn one_changed_byte_is_another_call(command in "[ -~]{1,40}", at_byte: prop::sample::Index, by in 1..95_u8) {
        let mut bytes = command.clone().into_bytes();
        let place = at_byte.index(bytes.len());
        bytes[place] = b' ' + (bytes[place] - b' ' + by) % 95;
        let changed = String::from_utf8(bytes).unwrap();
        prop_assume!(changed != command);
        prop_assert_ne!(EventHash::in_session(&event(&command)), EventHash::in_session(&event(&changed)));
    }
}

#[test]
fn a_time_is_over_when_it_is_over() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let call = event("a");
    let issued = issue(&approvals, &call, 0);
    assert!(approvals.find(&issued.code, at(10)).unwrap_err().is_wrong_code(), "the code");
    let issued = issue(&approvals, &call, 20);
    approvals.approve(&issued.code, &Term::For(MINUTE * 5), at(20)).unwrap();
    for minute in [20, 24] {
        assert!(approvals.take(&call, at(minute)).unwrap().is_some());
    }
    assert_eq!(approvals.take(&call, at(25)).unwrap(), None);
    assert_eq!(approvals.take(&call, at(24)).unwrap(), None, "it was removed");
}

#[test]
fn nothing_is_granted_for_more_than_a_day() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let call = event("a");
    let issued = issue(&approvals, &call, 0);
    approvals.approve(&issued.code, &Term::For(Duration::MAX), at(0)).unwrap();
    assert!(approvals.take(&call, at(24 * 60 - 1)).unwrap().is_some());
    assert_eq!(approvals.take(&call, at(24 * 60)).unwrap(), None);
}

#[test]
fn a_clock_set_back_prolongs_nothing() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let call = event("a");
    let issued = issue(&approvals, &call, 60 * 24 * 7);
    approvals.approve(&issued.code, &ONCE, at(60 * 24 * 7)).unwrap();
    assert_eq!(approvals.take(&call, at(0)).unwrap(), None);
}

#[test]
fn always_is_an_entry_and_no_grant() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let call = event("a");
    let issued = issue(&approvals, &call, 0);
    let always = Term::Always { reason: "our own script".to_owned() };
    let Approved::Allow(entry) = approvals.approve(&issued.code, &always, at(0)).unwrap() else {
        panic!("a grant")
    };
    assert_eq!((entry.tool.as_str(), entry.reason.as_str()), ("Bash", "our own script"));
    let elsewhere = Event { session_key: "session 2".to_owned(), ..call.clone() };
    assert_eq!(entry.event, EventHash::of(&elsewhere));
    assert_eq!(approvals.take(&call, at(0)).unwrap(), None);
}

#[test]
fn a_newer_request_for_the_same_call_voids_the_older_code() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let (old, new) = (issue(&approvals, &event("a"), 0), issue(&approvals, &event("a"), 1));
    assert_eq!(approvals.pending(at(1)).unwrap().entries.len(), 1);
    assert!(approvals.find(&old.code, at(1)).unwrap_err().is_wrong_code());
    assert_eq!(approvals.find(&new.code, at(1)).unwrap().id, new.id);
}

#[test]
fn the_oldest_of_too_many_requests_gives_way() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let issued: Vec<Issued> =
        (0..65).map(|n| issue(&approvals, &event(&n.to_string()), n / 10)).collect();
    let pending = approvals.pending(at(7)).unwrap().entries;
    assert_eq!(pending.len(), 64);
    let last = &issued[64];
    assert_eq!(approvals.find(&last.code, at(7)).unwrap().id, last.id);
    assert!(pending.iter().filter(|request| request.created == at(0).into()).count() == 9);
}

#[test]
fn requests_that_are_over_are_removed() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    issue(&approvals, &event("a"), 0);
    assert_eq!(approvals.pending(at(10)).unwrap().entries.len(), 0);
    assert_eq!(fs::read_dir(root.path().join("state/pending")).unwrap().count(), 0);
}

#[test]
fn ten_wrong_codes_drop_all_requests() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let issued = issue(&approvals, &event("a"), 0);
    let other = |n: usize| issued.code.to_string().replace(|_: char| true, &n.to_string());
    let wrong = |n: usize| other(n)[..8].parse::<Code>().unwrap();
    for n in 0..9 {
        let error = approvals.find(&wrong(n), at(0)).unwrap_err();
        assert!(error.to_string().contains(&format!("{} more", 9 - n)), "{error}");
    }
    assert_eq!(approvals.pending(at(0)).unwrap().entries.len(), 1);
    let error = approvals.approve(&wrong(9), &ONCE, at(0)).unwrap_err();
    assert!(error.to_string().starts_with("too many wrong tries"), "{error}");
    assert!(approvals.find(&issued.code, at(0)).is_err());
    assert_eq!(approvals.pending(at(0)).unwrap().entries.len(), 0);
}

#[test]
fn a_right_code_forgives_wrong_ones() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let issued = issue(&approvals, &event("a"), 0);
    for _ in 0..3 {
        for _ in 0..9 {
            assert!(approvals.find(&"00000000".parse().unwrap(), at(0)).is_err());
        }
        assert!(approvals.find(&issued.code, at(0)).is_ok());
    }
}

#[test]
fn ten_wrong_secrets_drop_all_requests() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let issued = issue(&approvals, &event("a"), 0);
    for left in (1..10).rev() {
        let error = approvals.try_secret(|| false).unwrap_err();
        assert!(error.to_string().contains(&format!("{left} more")), "{error}");
        assert!(approvals.find(&issued.code, at(0)).is_ok(), "a right code forgives no secret");
    }
    approvals.try_secret(|| true).unwrap();
    for _ in 0..9 {
        assert!(approvals.try_secret(|| false).is_err());
    }
    assert!(approvals.try_secret(|| false).unwrap_err().to_string().starts_with("too many"));
    assert!(approvals.find(&issued.code, at(0)).is_err());
}

#[test]
fn codes_and_arguments_are_in_no_file() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let secret = "correct-horse-battery";
    let mut codes = Vec::new();
    for n in 0..20_u32 {
        let call = event(&format!("curl -u {secret} {n}"));
        let issued = issue(&approvals, &call, 0);
        codes.push(issued.code.clone());
        if n % 2 == 0 {
            approvals.approve(&issued.code, &ONCE, at(0)).unwrap();
        }
        assert!(!format!("{issued:?}").contains(&issued.code.to_string()));
    }
    let files = files(root.path());
    assert_eq!(files.len(), 20);
    for (path, bytes) in files {
        let text = format!("{}{}", path.display(), String::from_utf8(bytes).unwrap());
        assert!(!text.contains(secret));
        let plain = text.to_ascii_uppercase().replace('-', "");
        for code in &codes {
            assert!(!plain.contains(&code.to_string().replace('-', "")), "{}", path.display());
        }
    }
}

#[test]
fn of_many_takers_one_has_the_grant() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let call = event("a");
    for _ in 0..50 {
        let issued = issue(&approvals, &call, 0);
        approvals.approve(&issued.code, &ONCE, at(0)).unwrap();
        let start = Barrier::new(8);
        let taken: usize = std::thread::scope(|scope| {
            let takers: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        start.wait();
                        usize::from(approvals.take(&call, at(1)).unwrap().is_some())
                    })
                })
                .collect();
            takers.into_iter().map(|taker| taker.join().unwrap()).sum()
        });
        assert_eq!(taken, 1);
    }
}

#[test]
fn of_many_yeses_with_one_code_one_counts() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    for _ in 0..20 {
        let issued = issue(&approvals, &event("a"), 0);
        let start = Barrier::new(4);
        let granted: usize = std::thread::scope(|scope| {
            let tries: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        start.wait();
                        usize::from(approvals.approve(&issued.code, &ONCE, at(0)).is_ok())
                    })
                })
                .collect();
            tries.into_iter().map(|it| it.join().unwrap()).sum()
        });
        assert_eq!(granted, 1);
    }
}

#[test]
fn grants_are_listed_and_taken_back() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let calls = [event("a"), event("b"), event("c")];
    for call in &calls {
        let issued = issue(&approvals, call, 0);
        approvals.approve(&issued.code, &Term::For(MINUTE * 60), at(0)).unwrap();
    }
    let grants = approvals.grants(at(1)).unwrap().entries;
    assert_eq!(grants.len(), 3);
    let first = approvals.take(&calls[0], at(1)).unwrap().unwrap();
    assert_eq!(approvals.revoke(Some(&first.id)).unwrap(), 1);
    assert_eq!(approvals.take(&calls[0], at(1)).unwrap(), None);
    assert!(approvals.take(&calls[1], at(1)).unwrap().is_some());
    assert_eq!(approvals.revoke(Some("../../x")).unwrap(), 0);
    assert_eq!(approvals.revoke(None).unwrap(), 2);
    assert_eq!(approvals.take(&calls[1], at(1)).unwrap(), None);
}

#[test]
fn nothing_is_there_where_there_is_no_folder() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    assert!(approvals.pending(at(0)).unwrap().entries.is_empty());
    assert!(approvals.grants(at(0)).unwrap().entries.is_empty());
    assert_eq!(approvals.revoke(None).unwrap(), 0);
    assert_eq!(approvals.take(&event("a"), at(0)).unwrap(), None);
    assert!(!root.path().join("state").exists());
}
