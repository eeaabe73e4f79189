use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use prescan_sources::{Options, Progress, Reason, Summary, stream, walk};

use crate::tree::{Form, Remember, Visit};

fn visit(mut reader: impl Read, whole_max: usize) -> (Summary<Remember>, Progress) {
    let options = Options { whole_max, ..Options::default() };
    let progress = Progress::default();
    let visitor = Remember::default();
    let summary = stream(Path::new("input"), &mut reader, &options, visitor, &progress);
    (summary, progress)
}

fn only(summary: &Summary<Remember>) -> &Visit {
    let [Remember(visits)] = &summary.visitors[..] else { panic!("visitors") };
    let [visit] = &visits[..] else { panic!("visits") };
    visit
}

#[test]
fn a_short_stream_is_one_slice() {
    for content in [&b""[..], b"x", b"0123456789"] {
        let (summary, progress) = visit(content, 10);
        assert_eq!(only(&summary).form, Form::Bytes);
        assert_eq!(only(&summary).bytes, content);
        assert_eq!((summary.files, summary.bytes), (1, content.len() as u64));
        assert_eq!(progress.bytes(), content.len() as u64);
    }
}

#[test]
fn a_long_stream_is_a_stream_from_its_first_byte() {
    let content = vec![b'y'; 100_000];
    let (summary, progress) = visit(&content[..], 10);
    assert_eq!(only(&summary).form, Form::Stream);
    assert_eq!(only(&summary).bytes, content);
    assert_eq!((summary.files, summary.bytes), (1, 100_000));
    assert_eq!((progress.files(), progress.bytes()), (1, 100_000));
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
}

#[test]
fn what_came_before_a_failure_is_visited_and_the_failure_is_listed() {
    let (summary, _) = visit(b"abc".chain(Broken), 10);
    assert_eq!(only(&summary).bytes, b"abc");
    assert!(matches!(summary.problems[0].reason, Reason::Io { .. }));
    assert!(summary.incomplete());

    let (summary, _) = visit(Broken, 10);
    assert_eq!(summary.files, 0);
    assert!(summary.incomplete());

    let (summary, _) = visit([b'x'; 50].chain(Broken), 10);
    assert_eq!(summary.files, 0);
    assert!(summary.incomplete(), "the visitor met the failure");
}

const CHILD: &str = "SOURCES_TEST_READS_STDIN";

/// Standard input belongs to the whole process, so the test runs itself in another one.
#[test]
fn a_dash_is_standard_input() {
    if std::env::var_os(CHILD).is_some() {
        let roots = [PathBuf::from("-"), PathBuf::from("-")];
        let options = Options { whole_max: 10, ..Options::default() };
        let summary = walk(&roots, &options, Remember::default, &Progress::default());
        assert_eq!(only(&summary).path, Path::new("-"));
        assert_eq!(only(&summary).form, Form::Stream);
        assert_eq!(only(&summary).bytes, b"piped into the test");
        return;
    }
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "streams::a_dash_is_standard_input", "--nocapture"])
        .env(CHILD, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"piped into the test").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}
