//! How commands end, and what is left of them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use futures_lite::future;

use super::commands::folder;
use super::*;
use crate::hook::Hook as _;

/// A pipe with a name that the processes of a hook write to, until the last one is gone.
struct Witness {
    path: PathBuf,
    reader: JoinHandle<String>,
}

impl Witness {
    fn new(folder: &Path) -> Self {
        let path = folder.join("witness");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let read = path.clone();
        let reader = thread::spawn(move || fs::read_to_string(read).unwrap());
        Self { path, reader }
    }

    /// What was written, once nobody holds the pipe any more.
    fn says(self) -> String {
        // A reader that nobody ever wrote to would wait for ever.
        drop(fs::File::options().read(true).write(true).open(&self.path).unwrap());
        self.reader.join().unwrap()
    }
}

#[test]
fn output_without_end_is_cut_off_and_its_writer_killed() {
    let folder = folder();
    let witness = Witness::new(folder.path());
    let fields = json!({ "command": "exec 3>witness; exec yes" });
    let decision = decide(hook_in(folder.path(), fields));
    assert_eq!(failure(&decision), "its answer is longer than 1048576 bytes");
    assert_eq!(witness.says(), "");
}

#[test]
fn what_never_ends_is_killed_with_all_that_it_started() {
    let folder = folder();
    let witness = Witness::new(folder.path());
    // The shell waits; two processes below it hold both pipes and the witness.
    let line = "exec 3>witness; (sleep 30; echo survived >&3) & (sleep 30; echo survived >&3)";
    let fields = json!({ "command": line, "timeout": "700ms" });
    let decision = decide(hook_in(folder.path(), fields));
    assert_eq!(failure(&decision), "no answer within 700ms");
    assert_eq!(witness.says(), "");
}

#[test]
fn an_answer_does_not_count_before_the_command_ends() {
    let line = "echo '{\"action\":\"block\"}'; exec >&- 2>&-; exec sleep 30";
    let fields = json!({ "command": line, "timeout": "500ms" });
    assert_eq!(failure(&decide(hook_in(folder().path(), fields))), "no answer within 500ms");
}

#[test]
fn what_it_leaves_behind_is_killed_and_not_waited_for() {
    let folder = folder();
    let witness = Witness::new(folder.path());
    let line = "exec 3>witness; (sleep 30; echo survived >&3) & echo '{\"action\":\"ask\"}'";
    let fields = json!({ "command": line, "timeout": "15s" });
    let decision = decide(hook_in(folder.path(), fields));
    assert_eq!(decision.action, Action::Ask, "{decision:?}");
    assert_eq!(witness.says(), "");
}

#[test]
fn a_process_that_leaves_the_group_with_the_pipe_is_not_waited_for() {
    // In a session of its own it is out of reach. It ends by itself.
    let line = "setsid sleep 20 & echo '{\"action\":\"ask\"}'";
    let fields = json!({ "command": line, "timeout": "10s" });
    let decision = decide(hook_in(folder().path(), fields));
    assert_eq!(decision.action, Action::Ask, "{decision:?}");
    let flood = "setsid sh -c 'exec timeout 20 yes >&2' & echo '{\"action\":\"ask\"}'";
    let fields = json!({ "command": flood, "timeout": "10s" });
    let decision = decide(hook_in(folder().path(), fields));
    assert_eq!(decision.action, Action::Ask, "{decision:?}");
}

#[test]
fn a_dropped_judgement_kills_it() {
    let folder = folder();
    let witness = Witness::new(folder.path());
    let line = "exec 3>witness; touch ready; sleep 30; echo survived >&3";
    let hook = hook_in(folder.path(), json!({ "command": line }));
    let event = event();
    let ready = folder.path().join("ready");
    future::block_on(async {
        let mut judgement = hook.judge(&event, Instant::now() + Duration::from_secs(60));
        while !ready.exists() {
            assert!(future::poll_once(&mut judgement).await.is_none());
            async_io::Timer::after(Duration::from_millis(5)).await;
        }
    });
    assert_eq!(witness.says(), "");
}

#[test]
fn the_time_of_the_chain_ends_it_too() {
    let folder = folder();
    let witness = Witness::new(folder.path());
    let line = "exec 3>witness; sleep 30; echo survived >&3";
    let hook = hook_in(folder.path(), json!({ "command": line }));
    let chain = Chain::new(vec![Box::new(hook)]).with_deadline(Duration::from_millis(600));
    let decision = chain.decide_blocking(event());
    let late = "no answer before the time for all hooks together was over";
    assert_eq!(failure(&decision), late);
    assert_eq!(witness.says(), "");
}

#[test]
fn without_time_it_is_not_started() {
    let folder = folder();
    let hook = hook_in(folder.path(), json!({ "command": "touch started" }));
    let event = event();
    let error = future::block_on(hook.judge(&event, Instant::now())).unwrap_err();
    assert_eq!(error.to_string(), "no time was left for it");
    assert!(!folder.path().join("started").exists());
}

#[test]
fn a_flood_of_errors_without_end_is_ended_by_the_timeout() {
    let fields = json!({ "command": "exec yes >&2", "timeout": "500ms" });
    assert_eq!(failure(&decide(hook_in(folder().path(), fields))), "no answer within 500ms");
}

#[test]
fn it_may_be_asked_from_many_threads_at_once() {
    let line = "read -r line; sleep 0.05; echo '{\"action\":\"ask\",\"reason\":\"asked\"}'";
    let folder = folder();
    let hook = hook_in(folder.path(), json!({ "command": line }));
    let chain = Arc::new(Chain::new(vec![Box::new(hook)]));
    let threads: Vec<_> = (0..8)
        .map(|_| {
            let chain = Arc::clone(&chain);
            thread::spawn(move || chain.decide_blocking(event()))
        })
        .collect();
    for thread in threads {
        assert_says(&thread.join().unwrap(), Action::Ask, "check: asked");
    }
}
