//! What is listed and never opened.
#![cfg(unix)]

use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use prescan_sources::{Options, Reason};

use crate::tree::Tree;

pub fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn fifos_and_sockets_met_while_walking_are_listed() {
    let tree = Tree::of(&["a"]);
    fifo(&tree.path("pipe"));
    let _socket = UnixListener::bind(tree.path("socket")).unwrap();
    let walked = tree.walk();
    assert_eq!(walked.paths(), ["a"]);
    walked.listed(&[("pipe", Reason::Fifo), ("socket", Reason::Socket)], false);
}

#[test]
fn fifos_and_sockets_that_are_named_make_the_scan_incomplete() {
    let tree = Tree::of(&["a"]);
    fifo(&tree.path("pipe"));
    let _socket = UnixListener::bind(tree.path("socket")).unwrap();
    let walked = tree.walk_with(&["a", "pipe", "socket"], &Options::default());
    assert_eq!(walked.paths(), ["a"]);
    walked.listed(&[("pipe", Reason::Fifo), ("socket", Reason::Socket)], true);
    std::os::unix::fs::symlink("pipe", tree.path("link")).unwrap();
    tree.walk_with(&["link"], &Options::default()).listed(&[("link", Reason::Fifo)], true);
}

#[test]
fn a_named_device_is_listed() {
    let tree = Tree::new();
    tree.walk_with(&["/dev/zero"], &Options::default())
        .listed(&[("/dev/zero", Reason::Device)], true);
}

#[cfg(target_os = "linux")]
#[test]
fn a_named_pseudo_file_is_listed() {
    let tree = Tree::new();
    for path in ["/proc/version", "/proc", "/sys/kernel"] {
        tree.walk_with(&[path], &Options::default())
            .listed(&[(path, Reason::PseudoFileSystem)], true);
    }
}
