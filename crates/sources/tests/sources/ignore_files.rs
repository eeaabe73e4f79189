use prescan_sources::{Options, Reason};

use crate::tree::Tree;

fn everything() -> Options {
    Options { ignore_files: false, ..Options::default() }
}

#[test]
fn nested_ignore_files_hide_files_and_bring_them_back() {
    let tree = Tree::of(&["a.log", "a.txt", "sub/a.log", "sub/keep.log", "target/x"]);
    tree.repository();
    tree.file(".gitignore", "*.log\n/target/\n");
    tree.file("sub/.gitignore", "!keep.log\n");
    tree.walk().visited(&[".gitignore", "a.txt", "sub/.gitignore", "sub/keep.log"]);
}

#[test]
fn the_own_ignore_file_is_stronger_than_gits_and_works_without_a_repository() {
    let tree = Tree::of(&["a.log", "b.log", "c.txt"]);
    tree.file(".prescanignore", "c.txt\n!b.log\n");
    tree.walk().visited(&[".prescanignore", "a.log", "b.log"]);
    tree.repository();
    tree.file(".gitignore", "*.log\n");
    tree.walk().visited(&[".gitignore", ".prescanignore", "b.log"]);
}

#[test]
fn ignore_files_above_the_root_count() {
    let tree = Tree::of(&["sub/a.log", "sub/b.txt", "sub/c.md"]);
    tree.repository();
    tree.file(".gitignore", "*.log\n");
    tree.file(".prescanignore", "*.md\n");
    tree.walk_with(&["sub"], &Options::default()).visited(&["sub/b.txt"]);
}

#[test]
fn the_exclude_file_of_a_repository_counts() {
    let tree = Tree::of(&["a", "b"]);
    tree.file(".git/info/exclude", "b\n");
    tree.walk().visited(&["a"]);
}

#[test]
fn gits_ignore_files_count_only_inside_a_repository() {
    let tree = Tree::of(&["a.log"]);
    tree.file(".gitignore", "*.log\n");
    tree.walk().visited(&[".gitignore", "a.log"]);
}

#[test]
fn ignore_files_of_search_tools_do_not_count() {
    let tree = Tree::of(&["a"]);
    tree.repository();
    tree.file(".ignore", "a\n");
    tree.file(".rgignore", "a\n");
    tree.walk().visited(&[".ignore", ".rgignore", "a"]);
}

#[test]
fn all_ignore_files_can_be_turned_off() {
    let tree = Tree::of(&["a.log", "b.txt", "sub/c"]);
    tree.file(".git/info/exclude", "sub\n");
    tree.file(".gitignore", "*.log\n");
    tree.file(".prescanignore", "*.txt\n");
    tree.walk().visited(&[".gitignore", ".prescanignore"]);
    tree.walk_with(&[""], &everything()).visited(&[
        ".gitignore",
        ".prescanignore",
        "a.log",
        "b.txt",
        "sub/c",
    ]);
}

#[test]
fn what_is_named_is_visited_though_ignored_and_only_once() {
    let tree = Tree::of(&["a", "keep.log", "lose.log", "target/x"]);
    tree.repository();
    tree.file(".gitignore", "*.log\ntarget\n");
    tree.walk_with(&["", "keep.log", "target"], &Options::default()).visited(&[
        ".gitignore",
        "a",
        "keep.log",
        "target/x",
    ]);
}

#[test]
fn a_line_that_is_not_valid_is_listed_and_the_others_count() {
    let tree = Tree::of(&["a.log", "b.txt"]);
    tree.file(".prescanignore", "*.log\n{bad\n");
    let walked = tree.walk();
    assert_eq!(walked.paths(), [".prescanignore", "b.txt"]);
    assert!(!walked.incomplete);
    let [(path, Reason::IgnoreLine(text))] = &walked.problems[..] else {
        panic!("{:?}", walked.problems)
    };
    assert_eq!(path, ".prescanignore");
    assert!(text.starts_with("line 2: "), "{text}");
}

#[cfg(unix)]
mod blocked {
    use super::*;
    use crate::special::fifo;

    #[test]
    fn a_fifo_for_an_ignore_file_is_listed_instead_of_waited_for() {
        for name in [".gitignore", ".prescanignore", ".git/info/exclude"] {
            let tree = Tree::of(&["a", "sub/b", "sub/.git/info/x"]);
            let path = format!("sub/{name}");
            fifo(&tree.path(&path));
            let walked = tree.walk();
            assert_eq!(walked.paths(), ["a"], "{name}");
            walked.listed(&[(&path, Reason::IgnoreFile)], true);
            // As a root, and below one.
            tree.walk_with(&["sub"], &Options::default())
                .listed(&[(&path, Reason::IgnoreFile)], true);
            let walked = tree.walk_with(&[""], &everything());
            assert!(walked.paths().contains(&"sub/b"));
        }
    }

    #[test]
    fn a_work_tree_cannot_lead_to_a_fifo() {
        let tree = Tree::of(&["a", "sub/b"]);
        let real = tree.path("real");
        tree.file("sub/.git", format!("gitdir: {}\n", real.display()));
        std::fs::create_dir(&real).unwrap();
        fifo(&real.join("commondir"));
        let options = Options { ignore_files: true, ..Options::default() };
        tree.walk_with(&["sub"], &options).listed(&[("real/commondir", Reason::IgnoreFile)], true);

        std::fs::remove_file(real.join("commondir")).unwrap();
        tree.file("real/commondir", "../common\n");
        tree.file("common/info/x", "");
        fifo(&tree.path("common/info/exclude"));
        let walked = tree.walk_with(&["sub"], &options);
        assert_eq!(walked.problems.len(), 1);
        assert!(walked.problems[0].0.ends_with("common/info/exclude") && walked.incomplete);
    }

    #[test]
    fn the_exclude_file_of_a_work_trees_repository_counts() {
        let tree = Tree::of(&["sub/a", "sub/b"]);
        tree.file("sub/.git", format!("gitdir: {}\n", tree.path("real").display()));
        tree.file("real/commondir", "../common\n");
        tree.file("common/info/exclude", "b\n");
        tree.walk_with(&["sub"], &Options::default()).visited(&["sub/.git", "sub/a"]);
    }
}
