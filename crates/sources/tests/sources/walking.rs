use prescan_sources::{Options, Progress, Reason, walk};

use crate::tree::{Form, Remember, Tree};

#[test]
fn visits_each_of_many_small_files_once_whatever_the_threads() {
    let tree = Tree::new();
    for number in 0..1000 {
        tree.file(&format!("d{}/e{}/f{number}", number % 7, number % 31), number.to_string());
    }
    for threads in [1, 2, 8] {
        let options = Options { threads, ..Options::default() };
        let summary = walk(&[tree.path("")], &options, Remember::default, &Progress::default());
        assert_eq!(summary.files, 1000);
        assert_eq!(summary.bytes, (0..1000).map(|n: u32| n.to_string().len() as u64).sum());
        assert!(summary.visitors.len() <= threads && summary.problems.is_empty());
        let mut seen: Vec<u32> = summary
            .visitors
            .iter()
            .flat_map(|visitor| &visitor.0)
            .map(|visit| std::str::from_utf8(&visit.bytes).unwrap().parse().unwrap())
            .collect();
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..1000));
    }
}

#[test]
fn a_big_file_arrives_as_large_with_all_its_bytes() {
    let tree = Tree::of(&["small"]);
    let content: Vec<u8> = (0u32..10 << 18).flat_map(u32::to_le_bytes).collect();
    assert_eq!(content.len(), 10 << 20);
    tree.file("big", &content);
    let walked = tree.walk();
    walked.visited(&["big", "small"]);
    assert_eq!(walked.visits[0].form, Form::Large);
    assert!(walked.visits[0].bytes == content);
    assert_eq!(walked.visits[1].form, Form::Bytes);
}

#[test]
fn files_up_to_whole_max_arrive_whole() {
    let tree = Tree::new();
    for len in [0, 1, 99, 100, 101, 102] {
        tree.file(&format!("{len:03}"), vec![b'x'; len]);
    }
    let options = Options { whole_max: 100, ..Options::default() };
    let walked = tree.walk_with(&[""], &options);
    let forms: Vec<(usize, Form)> =
        walked.visits.iter().map(|visit| (visit.bytes.len(), visit.form)).collect();
    let whole = [0, 1, 99, 100].map(|len| (len, Form::Bytes));
    assert_eq!(forms[..4], whole);
    assert_eq!(forms[4..], [(101, Form::Large), (102, Form::Large)]);
}

#[test]
fn a_smaller_file_after_a_bigger_one_shows_nothing_of_it() {
    let tree = Tree::new();
    tree.file("a", vec![b'a'; 5000]);
    tree.file("b", "bb");
    tree.file("c", vec![b'c'; 3000]);
    let walked = tree.walk_with(&[""], &Options { threads: 1, ..Options::default() });
    for visit in &walked.visits {
        let letter = visit.path.to_str().unwrap().as_bytes()[0];
        assert!(visit.bytes.iter().all(|&byte| byte == letter));
    }
    assert_eq!(walked.visits[1].bytes, b"bb");
}

#[test]
fn hidden_files_and_folders_are_visited() {
    let tree = Tree::of(&[".env", ".aws/credentials", "a"]);
    tree.walk().visited(&[".aws/credentials", ".env", "a"]);
}

#[test]
fn git_folders_are_passed_by_unless_named() {
    let tree = Tree::of(&[".git/config", "a", "nested/.git/HEAD", "nested/b"]);
    tree.walk().visited(&["a", "nested/b"]);
    tree.walk_with(&["", ".git"], &Options::default()).visited(&[".git/config", "a", "nested/b"]);
}

#[test]
fn a_git_file_is_a_file_like_any_other() {
    let tree = Tree::of(&["module/a"]);
    tree.file("module/.git", "gitdir: /nowhere/outside/the/mount\n");
    tree.walk().visited(&["module/.git", "module/a"]);
}

#[test]
fn no_roots_is_no_files() {
    let tree = Tree::of(&["a"]);
    tree.walk_with(&[], &Options::default()).visited(&[]);
}

#[test]
fn a_path_longer_than_the_system_takes_is_listed_not_lost() {
    let tree = Tree::of(&["a"]);
    // Too long to be made in one go: the second half is moved to the end of the first.
    let half = vec!["d".repeat(200); 15].join("/");
    tree.file(&format!("{half}/f"), "x");
    tree.file(&format!("second/{half}/f"), "x");
    std::fs::rename(tree.path("second"), tree.path(&format!("{half}/second"))).unwrap();
    let walked = tree.walk();
    assert_eq!(walked.paths(), ["a", format!("{half}/f").as_str()]);
    assert!(matches!(&walked.problems[..], [(_, Reason::Io { .. })]));
    assert!(walked.incomplete);
}

#[test]
fn a_deep_tree_is_walked_to_its_end() {
    let tree = Tree::new();
    let deep = format!("{}f", "d/".repeat(500));
    tree.file(&deep, "end");
    let walked = tree.walk_with(&[""], &Options { threads: 2, ..Options::default() });
    assert_eq!(walked.visits[0].bytes, b"end");
    assert_eq!(walked.problems, []);
}

#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_utf8() {
    use std::os::unix::ffi::OsStrExt;

    let tree = Tree::new();
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9 \n\xff");
    std::fs::create_dir(tree.path("").join(name)).unwrap();
    std::fs::write(tree.path("").join(name).join(name), "x").unwrap();
    let walked = tree.walk();
    assert_eq!(walked.visits.len(), 1);
    assert_eq!(walked.visits[0].path, std::path::Path::new(name).join(name));
}
