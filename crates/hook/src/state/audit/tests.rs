use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, UNIX_EPOCH};

use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::decision::{Action, Decision, Failure, Reason};
use crate::event::{Event, EventKind};
use crate::state::{StateError, StateFolder, Timestamp};

fn record(second: u64, args: Value) -> AuditRecord {
    let mut event = Event::new(EventKind::ToolPre, "Bash", args.clone());
    event.session_key = "s1".to_owned();
    let decision = Decision::because(Reason::new(Action::Block, "fs.delete", "deletes the home"));
    let time = Timestamp::new(UNIX_EPOCH + Duration::from_secs(second));
    AuditRecord { args, ..AuditRecord::new(time, &event, &decision) }
}

fn folder(root: &TempDir) -> StateFolder {
    StateFolder::new(root.path().join("state"))
}

fn log(root: &TempDir, max_bytes: u64, keep: usize) -> AuditLog {
    let patience = Duration::from_millis(1);
    AuditLog::with_settings(folder(root), AuditSettings { max_bytes, keep, patience })
}

/// Everything that is new to a reader, by its argument `n`.
fn numbers(reader: &mut AuditReader) -> Vec<u64> {
    let mut numbers = Vec::new();
    reader
        .poll(|line| {
            numbers.push(line.record.args["n"].as_u64().unwrap());
            true
        })
        .unwrap();
    numbers
}

fn append(log: &AuditLog, second: u64) {
    log.append(record(second, json!({ "n": second }))).unwrap();
}

#[test]
fn a_record_is_read_back_as_it_was() {
    let root = TempDir::new().unwrap();
    let mut whole = record(1, json!({ "command": "rm -rf ~\n\u{1b}[2J" }));
    whole.rules = "0f".to_owned();
    whole.cwd = Some("/home/x".to_owned());
    whole.warnings.push("look out".to_owned());
    whole.failures.push(Failure { hook: "h".to_owned(), what: "panicked".to_owned() });
    whole.patch = json!([{ "op": "remove", "path": "/a" }]);
    whole.approval = Some(AuditApproval::Requested("ab".to_owned()));
    let whole = whole.with_duration(Duration::from_micros(170));
    AuditLog::new(folder(&root)).append(whole.clone()).unwrap();
    let mut read = Vec::new();
    AuditReader::new(folder(&root))
        .poll(|line| {
            read.push(line);
            true
        })
        .unwrap();
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].record, whole);
    let json: Value = serde_json::from_str(&read[0].raw).unwrap();
    assert_eq!(json["time"], "1970-01-01T00:00:01.000Z");
    assert_eq!(json["type"], "tool:pre");
    assert_eq!(json["sessionKey"], "s1");
    assert_eq!(json["durationMicros"], 170);
    assert_eq!(json["approval"], json!({ "requested": "ab" }));
    assert_eq!(json["pid"], std::process::id());
}

#[test]
fn what_is_long_is_cut_with_a_mark() {
    let mut long = record(1, json!({ "command": "é".repeat(1_000_000) }));
    long.cwd = Some("c".repeat(10_000));
    long.warnings = vec!["w".repeat(10_000); 100];
    let line = long.into_line().unwrap();
    let value: Value = serde_json::from_slice(&line).unwrap();
    assert_eq!(value["args"]["cut"], true);
    assert!(value["args"]["start"].as_str().unwrap().starts_with("{\"command\":\"éé"));
    assert!(value["cwd"].as_str().unwrap().ends_with("…[cut]"));
    let warnings = value["warnings"].as_array().unwrap();
    assert_eq!(warnings.last().unwrap(), "…[cut] 68 more");
    assert!(line.len() < 200_000, "{}", line.len());
}

proptest! {
    #[test]
    fn any_texts_give_one_line(text in any::<String>(), repeat in 0..3000_usize, second: u64) {
        let mut any = record(1, json!({ "text": text.repeat(repeat), "other": [text.clone()] }));
        any.time = Timestamp::new(UNIX_EPOCH).after(Duration::from_secs(second));
        any.tool_name = text.repeat(repeat);
        any.patch = Value::String(text);
        let line = any.into_line().unwrap();
        prop_assert_eq!(line.iter().filter(|byte| **byte == b'\n').count(), 1);
        prop_assert!(serde_json::from_slice::<AuditRecord>(&line).is_ok());
    }
}

#[test]
fn full_files_make_room_and_the_oldest_goes() {
    let root = TempDir::new().unwrap();
    let log = log(&root, 1, 2);
    (1..=5).for_each(|second| append(&log, second));
    assert_eq!(numbers(&mut AuditReader::new(folder(&root))), [3, 4, 5]);
    assert!(!folder(&root).path().join("audit.3.jsonl").exists());
}

#[test]
fn without_full_files_only_the_last_is_kept() {
    let root = TempDir::new().unwrap();
    let log = log(&root, 1, 0);
    (1..=3).for_each(|second| append(&log, second));
    assert_eq!(numbers(&mut AuditReader::new(folder(&root))), [3]);
}

/// The name by which the test below finds the one that is its other processes.
const WRITER: &str = "state::audit::tests::a_process_that_writes";

const RECORDS: u64 = 20;

#[test]
#[ignore = "is started by `processes_lose_nothing`, many times at once"]
fn a_process_that_writes() {
    let root = std::env::var_os("PRESCAN_TEST_STATE").unwrap();
    let settings = AuditSettings { max_bytes: 4096, keep: 150, patience: Duration::from_secs(60) };
    let log = AuditLog::with_settings(StateFolder::new(root), settings);
    for n in 0..RECORDS {
        append(&log, n);
    }
}

#[test]
fn processes_lose_nothing() {
    const PROCESSES: usize = 50;
    let root = TempDir::new().unwrap();
    let processes: Vec<_> = (0..PROCESSES)
        .map(|_| {
            Command::new(std::env::current_exe().unwrap())
                .args(["--exact", WRITER, "--ignored"])
                .env("PRESCAN_TEST_STATE", folder(&root).path())
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut process in processes {
        assert!(process.wait().unwrap().success());
    }
    let mut seen = BTreeSet::new();
    let mut lines = 0;
    let mut reader = AuditReader::new(folder(&root));
    reader
        .poll(|line| {
            lines += 1;
            seen.insert((line.record.pid, line.record.args["n"].as_u64().unwrap()));
            true
        })
        .unwrap();
    assert_eq!(lines, PROCESSES * usize::try_from(RECORDS).unwrap());
    assert_eq!(seen.len(), lines);
    assert_eq!((reader.bad_lines(), reader.unfinished()), (0, 0));
    let sizes: Vec<u64> = fs::read_dir(folder(&root).path())
        .unwrap()
        .map(|entry| entry.unwrap().metadata().unwrap().len())
        .collect();
    assert!(sizes.len() > 20, "{sizes:?}");
    assert!(sizes.iter().all(|size| *size <= 4096), "{sizes:?}");
}

#[test]
fn a_writer_that_waits_too_long_writes_beside_and_is_merged() {
    let root = TempDir::new().unwrap();
    let log = log(&root, 1 << 20, 5);
    append(&log, 1);
    append(&log, 5);
    let held = fs::File::open(folder(&root).path().join(FILE)).unwrap();
    held.lock().unwrap();
    append(&log, 3);
    append(&log, 7);
    drop(held);
    append(&log, 8);
    let beside = folder(&root).path().join(format!("{SIBLING}{}.jsonl", std::process::id()));
    assert_eq!(fs::read_to_string(beside).unwrap().lines().count(), 2);
    assert_eq!(numbers(&mut AuditReader::new(folder(&root))), [1, 3, 5, 7, 8]);
}

#[test]
fn a_line_that_a_crash_cut_short_spoils_no_other() {
    let root = TempDir::new().unwrap();
    let log = log(&root, 1 << 20, 5);
    append(&log, 1);
    let path = folder(&root).path().join(FILE);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, [&whole[..], &whole[..whole.len() / 2]].concat()).unwrap();
    let mut early = AuditReader::new(folder(&root));
    assert_eq!(numbers(&mut early), [1]);
    assert_eq!((early.bad_lines(), early.unfinished()), (0, 1));
    append(&log, 2);
    assert_eq!(numbers(&mut early), [2]);
    assert_eq!((early.bad_lines(), early.unfinished()), (1, 0));
    assert_eq!(numbers(&mut AuditReader::new(folder(&root))), [1, 2]);
}

#[test]
fn a_reader_follows_through_rotations() {
    let root = TempDir::new().unwrap();
    let log = log(&root, 1, 9);
    let mut reader = AuditReader::new(folder(&root));
    assert_eq!(numbers(&mut reader), Vec::<u64>::new());
    append(&log, 1);
    assert_eq!(numbers(&mut reader), [1]);
    (2..=6).for_each(|second| append(&log, second));
    assert_eq!(numbers(&mut reader), [2, 3, 4, 5, 6]);
    assert_eq!(numbers(&mut reader), Vec::<u64>::new());
    append(&log, 7);
    assert_eq!(numbers(&mut reader), [7]);
}

#[test]
fn a_receiver_that_stops_misses_nothing_later() {
    let root = TempDir::new().unwrap();
    let log = log(&root, 1, 9);
    (1..=3).for_each(|second| append(&log, second));
    let mut reader = AuditReader::new(folder(&root));
    reader.poll(|_| false).unwrap();
    assert_eq!(numbers(&mut reader), [2, 3]);
}

#[test]
fn lines_that_are_no_records_are_counted() {
    let root = TempDir::new().unwrap();
    let log = log(&root, 1 << 30, 5);
    append(&log, 1);
    let path = folder(&root).path().join(FILE);
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend_from_slice(b"\n{}\n\xff\xfe\n[[[[\n{\"time\":\"x\"}\n");
    bytes.extend(std::iter::repeat_n(b'[', 3_000_000));
    bytes.push(b'\n');
    fs::write(&path, bytes).unwrap();
    append(&log, 2);
    let mut reader = AuditReader::new(folder(&root));
    assert_eq!(numbers(&mut reader), [1, 2]);
    assert_eq!(reader.bad_lines(), 6);
}

fn refusal(root: &TempDir) -> String {
    let error: StateError = AuditLog::new(folder(root)).append(record(1, Value::Null)).unwrap_err();
    error.to_string()
}

#[test]
fn what_is_no_file_is_an_error() {
    let root = TempDir::new().unwrap();
    fs::create_dir_all(folder(&root).path().join(FILE)).unwrap();
    assert!(refusal(&root).ends_with("is not a regular file"), "{}", refusal(&root));
    let mut reader = AuditReader::new(folder(&root));
    assert_eq!(numbers(&mut reader), Vec::<u64>::new());
    assert_eq!(reader.take_problems().len(), 1);
}

#[test]
fn a_folder_that_cannot_be_is_an_error() {
    let root = TempDir::new().unwrap();
    fs::write(folder(&root).path(), "").unwrap();
    assert!(refusal(&root).ends_with("is not a folder"), "{}", refusal(&root));
    let below = StateFolder::new(folder(&root).path().join("below"));
    assert!(AuditLog::new(below).append(record(1, Value::Null)).is_err());
    assert!(AuditLog::new(StateFolder::new("")).append(record(1, Value::Null)).is_err());
}

#[cfg(unix)]
mod on_unix {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn nobody_else_reads_the_log() {
        let root = TempDir::new().unwrap();
        append(&log(&root, 1, 5), 1);
        append(&log(&root, 1, 5), 2);
        assert_eq!(mode(folder(&root).path()), 0o700);
        assert_eq!(mode(&folder(&root).path().join("audit.jsonl")), 0o600);
        assert_eq!(mode(&folder(&root).path().join("audit.1.jsonl")), 0o600);
    }

    #[test]
    fn links_and_pipes_are_not_written_to() {
        let root = TempDir::new().unwrap();
        let victim = root.path().join("victim");
        fs::write(&victim, "").unwrap();
        fs::create_dir(folder(&root).path()).unwrap();
        fs::set_permissions(folder(&root).path(), fs::Permissions::from_mode(0o700)).unwrap();
        let path = folder(&root).path().join(FILE);
        symlink(&victim, &path).unwrap();
        assert!(refusal(&root).ends_with("is a symbolic link"), "{}", refusal(&root));
        assert_eq!(fs::read(&victim).unwrap(), b"");
        fs::remove_file(&path).unwrap();
        let status = Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(status.success());
        assert!(refusal(&root).ends_with("is not a regular file"), "{}", refusal(&root));
    }

    #[test]
    fn a_folder_that_others_can_write_to_is_not_used() {
        let root = TempDir::new().unwrap();
        fs::create_dir(folder(&root).path()).unwrap();
        fs::set_permissions(folder(&root).path(), fs::Permissions::from_mode(0o777)).unwrap();
        assert!(refusal(&root).ends_with("can be written to by other users"));
        assert_eq!(fs::read_dir(folder(&root).path()).unwrap().count(), 0);
    }

    #[test]
    fn a_link_of_the_user_to_the_user_is_followed() {
        let root = TempDir::new().unwrap();
        let elsewhere = TempDir::new().unwrap();
        symlink(elsewhere.path(), folder(&root).path()).unwrap();
        append(&log(&root, 1, 5), 1);
        assert!(elsewhere.path().join(FILE).is_file());
    }

    #[test]
    fn a_record_is_kept_although_the_rotation_fails() {
        let root = TempDir::new().unwrap();
        let log = log(&root, 1, 1);
        append(&log, 1);
        let blocked = folder(&root).path().join("audit.1.jsonl");
        fs::create_dir(&blocked).unwrap();
        let error = log.append(record(2, json!({ "n": 2 }))).unwrap_err();
        assert_eq!(error.path(), Some(&*blocked));
        let mut reader = AuditReader::new(folder(&root));
        assert_eq!(numbers(&mut reader), [1, 2]);
    }
}
