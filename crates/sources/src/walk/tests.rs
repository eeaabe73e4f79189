//! What needs a hand in the opening of files: files that vanish, change or may not be read.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::*;
use crate::blob::{Blob, Content};
use crate::problem::Reason;
use crate::segments::{Layout, Segment};

#[derive(Debug, Default)]
struct Bytes(Vec<u8>);

impl Visitor for Bytes {
    fn blob(&mut self, blob: Blob<'_>) -> io::Result<()> {
        match blob.content {
            Content::Bytes(bytes) => self.0.extend_from_slice(bytes),
            Content::Large(file) => file.segments(Layout::with_context(0, 0), || |_| {})?,
            Content::Stream(_) => return Err(io::Error::other("a stream")),
        }
        Ok(())
    }
}

fn options() -> Options {
    Options { threads: 2, whole_max: 1000, ..Options::default() }
}

fn walk_opening(
    root: &Path,
    open: impl Fn(&Path) -> io::Result<File> + Sync,
) -> (Summary<Bytes>, Progress) {
    let progress = Progress::default();
    let system = System { open: &open, mounts: Mounts::default() };
    let roots = [root.to_path_buf()];
    let summary = walk_with(&roots, &options(), &Bytes::default, &progress, system);
    (summary, progress)
}

fn folder(files: &[(&str, usize)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, len) in files {
        fs::write(dir.path().join(name), vec![b'x'; *len]).unwrap();
    }
    dir
}

#[test]
fn a_file_that_may_not_be_read_makes_the_scan_incomplete() {
    let dir = folder(&[("open", 3), ("secret", 5)]);
    let (summary, progress) = walk_opening(dir.path(), |path| {
        if path.ends_with("secret") {
            return Err(ErrorKind::PermissionDenied.into());
        }
        read::open(path)
    });
    assert_eq!(summary.problems.len(), 1);
    assert_eq!(summary.problems[0].path, dir.path().join("secret"));
    assert_eq!(summary.problems[0].reason, Reason::PermissionDenied);
    assert!(summary.incomplete());
    assert_eq!((summary.files, summary.bytes), (1, 3));
    assert_eq!((progress.files(), progress.bytes()), (1, 3));
}

#[test]
fn a_file_that_vanishes_before_it_is_opened_is_listed() {
    let dir = folder(&[("here", 3), ("gone", 5)]);
    let open = |path: &Path| {
        if path.ends_with("gone") {
            fs::remove_file(path)?;
        }
        read::open(path)
    };
    let (summary, _) = walk_opening(dir.path(), open);
    assert_eq!(summary.problems[0].reason, Reason::Vanished);
    assert_eq!(summary.files, 1);
    assert!(!summary.incomplete(), "met while walking");

    let dir = folder(&[("gone", 5)]);
    let (summary, _) = walk_opening(&dir.path().join("gone"), open);
    assert_eq!(summary.problems[0].reason, Reason::NotFound);
    assert!(summary.incomplete(), "named");
}

#[test]
fn a_file_that_becomes_a_folder_is_an_error() {
    let dir = folder(&[("odd", 5)]);
    let (summary, _) = walk_opening(dir.path(), |path| {
        fs::remove_file(path)?;
        fs::create_dir(path)?;
        read::open(path)
    });
    assert!(matches!(summary.problems[0].reason, Reason::Io { .. }));
    assert!(summary.incomplete());
}

#[test]
fn a_file_that_shrinks_below_its_listed_size_is_read_as_it_is() {
    let dir = folder(&[("log", 5000)]);
    let (summary, _) = walk_opening(dir.path(), |path| {
        fs::write(path, "short")?;
        read::open(path)
    });
    assert_eq!((summary.files, summary.bytes), (1, 5));
}

#[test]
fn a_large_file_that_shrinks_while_it_is_read_has_changed() {
    struct Shrink(std::path::PathBuf);
    impl Visitor for Shrink {
        fn blob(&mut self, blob: Blob<'_>) -> io::Result<()> {
            let Content::Large(file) = blob.content else { panic!("not large") };
            File::options().write(true).open(&self.0)?.set_len(2000)?;
            file.segments(Layout { segment: 512, before: 9, after: 9 }, || |_| {})
        }
    }
    let dir = folder(&[("log", 5000)]);
    let path = dir.path().join("log");
    let roots = [dir.path().to_path_buf()];
    let summary = walk(&roots, &options(), || Shrink(path.clone()), &Progress::default());
    assert_eq!(summary.problems[0].reason, Reason::Changed);
    assert!(summary.incomplete());
    assert_eq!(summary.files, 0);
}

#[test]
fn a_large_file_that_grows_is_read_to_the_length_it_was_opened_with() {
    struct Grow(std::path::PathBuf);
    impl Visitor for Grow {
        fn blob(&mut self, blob: Blob<'_>) -> io::Result<()> {
            let Content::Large(file) = blob.content else { panic!("not large") };
            let (len, seen) = (file.len(), std::sync::atomic::AtomicU64::new(0));
            file.segments(Layout { segment: 512, before: 9, after: 9 }, || {
                |segment: Segment<'_>| {
                    let mut log = File::options().append(true).open(&self.0).unwrap();
                    log.write_all(&[b'y'; 4096]).unwrap();
                    let owned = segment.owned().len() as u64;
                    seen.fetch_add(owned, std::sync::atomic::Ordering::Relaxed);
                }
            })?;
            assert_eq!(seen.into_inner(), len);
            Ok(())
        }
    }
    let dir = folder(&[("log", 5000)]);
    let path = dir.path().join("log");
    let roots = [dir.path().to_path_buf()];
    let progress = Progress::default();
    let summary = walk(&roots, &options(), || Grow(path.clone()), &progress);
    assert_eq!((summary.files, summary.bytes), (1, 5000));
    assert_eq!(progress.bytes(), 5000, "each byte counted once");
    assert!(summary.problems.is_empty());
}

#[test]
fn a_visitor_that_fails_on_one_file_sees_the_others() {
    struct Picky;
    impl Visitor for Picky {
        fn blob(&mut self, blob: Blob<'_>) -> io::Result<()> {
            if blob.path.ends_with("b") { Err(io::Error::other("Bad taste.")) } else { Ok(()) }
        }
    }
    let dir = folder(&[("a", 1), ("b", 1), ("c", 1)]);
    let roots = [dir.path().to_path_buf()];
    let summary = walk(&roots, &options(), || Picky, &Progress::default());
    assert_eq!(summary.files, 2);
    assert_eq!(summary.problems[0].reason.to_string(), "bad taste");
    assert!(summary.incomplete());
}

#[test]
fn problems_are_sorted_by_path() {
    let names: Vec<String> = (0..50).map(|number| format!("f{number}")).collect();
    let files: Vec<(&str, usize)> = names.iter().map(|name| (name.as_str(), 1)).collect();
    let dir = folder(&files);
    let (summary, _) = walk_opening(dir.path(), |_| Err(ErrorKind::PermissionDenied.into()));
    assert_eq!(summary.problems.len(), 50);
    assert!(summary.problems.is_sorted_by(|a, b| a.path <= b.path));
}

#[test]
fn pseudo_file_systems_are_listed_once_and_not_entered() {
    let dir = tempfile::tempdir().unwrap();
    let top = fs::canonicalize(dir.path()).unwrap();
    for path in ["a/proc/1", "a/b", "sys/deep"] {
        fs::create_dir_all(top.join(path)).unwrap();
        fs::write(top.join(path).join("file"), "x").unwrap();
    }
    let pseudo = [top.join("a/proc"), top.join("a/proc/1"), top.join("sys")];
    let walk_roots = |roots: &[PathBuf], follow| {
        let system = System { open: &read::open, mounts: Mounts::pseudo(&pseudo) };
        let options = Options { follow, ..options() };
        walk_with(roots, &options, &Bytes::default, &Progress::default(), system)
    };
    for follow in [false, true] {
        let summary = walk_roots(std::slice::from_ref(&top), follow);
        assert_eq!(summary.files, 1);
        let listed: Vec<&PathBuf> = summary.problems.iter().map(|problem| &problem.path).collect();
        assert_eq!(listed, [&pseudo[0], &pseudo[2]]);
        assert!(!summary.incomplete());
        assert!(summary.problems.iter().all(|problem| problem.reason == Reason::PseudoFileSystem));
    }
    let summary = walk_roots(&[top.join("a"), top.join("sys/deep/file")], false);
    assert_eq!((summary.files, summary.problems.len()), (1, 2));
    assert!(summary.incomplete(), "a pseudo file was named");
}
