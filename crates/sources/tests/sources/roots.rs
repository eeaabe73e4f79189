use prescan_sources::{Options, Reason};

use crate::tree::Tree;

#[test]
fn a_root_that_does_not_exist_is_listed_and_the_others_are_walked() {
    let tree = Tree::of(&["a"]);
    let walked = tree.walk_with(&["nowhere", "a", "a/b"], &Options::default());
    assert_eq!(walked.paths(), ["a"]);
    walked.listed(&[("a/b", Reason::NotFound), ("nowhere", Reason::NotFound)], true);
}

#[test]
fn nested_and_repeated_roots_are_visited_once() {
    let tree = Tree::of(&["a/1", "a/b/2", "a/b/c/3", "ab/4", "top"]);
    for roots in [
        &["a", "ab"][..],
        &["a", "a/b", "ab"],
        &["a/b/c", "ab/4", "a/b", "a/", "a", "a/1", "ab", "ab"],
        &["a/b/../b/./c", "a", "ab/."],
    ] {
        let walked = tree.walk_with(roots, &Options { threads: 2, ..Options::default() });
        let mut seen: Vec<_> = walked.visits.iter().map(|visit| visit.bytes.clone()).collect();
        seen.sort();
        assert_eq!(seen, [&b"a/1"[..], b"a/b/2", b"a/b/c/3", b"ab/4"], "{roots:?}");
        assert_eq!(walked.problems, []);
    }
}

#[test]
fn many_named_files_are_each_visited_once() {
    let names: Vec<String> = (0..40).map(|number| format!("f{number:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let tree = Tree::of(&names);
    tree.walk_with(&names, &Options::default()).visited(&names);
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::*;

    fn follow() -> Options {
        Options { follow: true, ..Options::default() }
    }

    #[test]
    fn links_met_while_walking_are_passed_by_in_silence() {
        let tree = Tree::of(&["a/1", "b/2"]);
        symlink(tree.path("a"), tree.path("b/folder")).unwrap();
        symlink(tree.path("a/1"), tree.path("b/file")).unwrap();
        symlink(tree.path("nowhere"), tree.path("b/dangling")).unwrap();
        tree.walk_with(&["b"], &Options::default()).visited(&["b/2"]);
    }

    #[test]
    fn a_named_link_is_followed() {
        let tree = Tree::of(&["a/1"]);
        symlink("a", tree.path("folder")).unwrap();
        symlink("a/1", tree.path("file")).unwrap();
        tree.walk_with(&["folder"], &Options::default()).visited(&["folder/1"]);
        tree.walk_with(&["file"], &Options::default()).visited(&["file"]);
    }

    #[test]
    fn a_named_link_into_another_root_is_not_visited_twice() {
        let tree = Tree::of(&["a/1", "a/b/2"]);
        symlink("a/b", tree.path("link")).unwrap();
        tree.walk_with(&["a", "link"], &Options::default()).visited(&["a/1", "link/2"]);
        symlink("a", tree.path("same")).unwrap();
        tree.walk_with(&["a", "same"], &Options::default()).visited(&["a/1", "a/b/2"]);
    }

    #[test]
    fn a_named_link_to_nowhere_is_not_found() {
        let tree = Tree::new();
        symlink("nowhere", tree.path("link")).unwrap();
        symlink("self", tree.path("self")).unwrap();
        tree.walk_with(&["link"], &Options::default()).listed(&[("link", Reason::NotFound)], true);
        tree.walk_with(&["self"], &Options::default())
            .listed(&[("self", Reason::SymlinkLoop)], true);
    }

    #[test]
    fn links_are_followed_on_request_and_loops_are_listed() {
        let tree = Tree::of(&["a/1", "b/2"]);
        symlink("../a", tree.path("b/folder")).unwrap();
        symlink("../a/1", tree.path("b/file")).unwrap();
        symlink("..", tree.path("a/up")).unwrap();
        symlink("nowhere", tree.path("b/dangling")).unwrap();
        symlink("self", tree.path("b/self")).unwrap();
        let walked = tree.walk_with(&["b"], &follow());
        assert_eq!(walked.paths(), ["b/2", "b/file", "b/folder/1"]);
        let looped = ["b/folder/up", "b/self"].map(|path| (path, Reason::SymlinkLoop));
        let dangling = ("b/dangling", Reason::DanglingLink);
        walked.listed(&[dangling, looped[0].clone(), looped[1].clone()], false);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn followed_links_do_not_lead_to_pseudo_file_systems() {
        let tree = Tree::of(&["a"]);
        symlink("/proc", tree.path("proc")).unwrap();
        symlink("/proc/version", tree.path("version")).unwrap();
        let walked = tree.walk_with(&[""], &follow());
        assert_eq!(walked.paths(), ["a"]);
        let pseudo = ["proc", "version"].map(|path| (path, Reason::PseudoFileSystem));
        walked.listed(&pseudo, false);
    }
}
