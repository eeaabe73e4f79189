//! Folders that are as anybody may leave them.

#![cfg(unix)]

use std::os::unix::fs::symlink;

use super::*;

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    (folder, root)
}

fn pipe(path: &Path) {
    rustix::fs::mknodat(
        rustix::fs::CWD,
        path,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .unwrap();
}

#[test]
fn links_are_followed_as_far_as_the_path_exists() {
    let (_folder, root) = folder();
    std::fs::create_dir(root.join("real")).unwrap();
    symlink(root.join("real"), root.join("link")).unwrap();
    symlink(root.join("nowhere"), root.join("dangling")).unwrap();
    symlink(root.join("loop"), root.join("loop")).unwrap();
    let disk = Disk::default();
    let resolve = |path: &str| disk.resolve(root.join(path).to_str().unwrap());
    let at = |path: &str| root.join(path).to_str().map(str::to_owned);
    assert_eq!(resolve("link/a/b"), at("real/a/b"));
    assert_eq!(resolve("real"), at("real"));
    assert_eq!(resolve("missing/a"), at("missing/a"));
    assert_eq!(resolve("link/../x"), at("x"));
    assert_eq!(resolve("dangling"), at("nowhere"));
    assert_eq!(resolve("dangling/x"), at("nowhere/x"));
    assert_eq!(resolve("loop/x"), at("loop/x"));
    let kind = |path: &str| disk.kind(root.join(path).to_str().unwrap());
    assert_eq!(kind("dangling"), Some(FileKind::Link));
    assert_eq!(kind("real"), Some(FileKind::Folder));
    assert_eq!(kind("real/x"), Some(FileKind::Missing));
}

#[test]
fn pipes_and_devices_are_not_waited_for() {
    let (_folder, root) = folder();
    pipe(&root.join("pipe"));
    symlink(root.join("pipe"), root.join("link")).unwrap();
    let disk = Disk::default();
    for path in ["pipe", "link"] {
        assert_eq!(disk.text(root.join(path).to_str().unwrap()), None, "{path}");
    }
    assert_eq!(disk.text("/dev/zero"), None);
    assert_eq!(disk.kind(root.join("pipe").to_str().unwrap()), Some(FileKind::Other));
    pipe(&root.join("package.json"));
    assert_eq!(disk.manifest_script("package.json", root.to_str().unwrap(), "x"), None);
    pipe(&root.join(".git"));
    let disk = Disk::default();
    assert_eq!(disk.is_clean(root.join("x").to_str().unwrap(), Work::Any), None);
}

#[test]
fn a_repository_of_pipes_answers_nothing() {
    let (_folder, root) = folder();
    let git = root.join(".git");
    std::fs::create_dir_all(git.join("info")).unwrap();
    std::fs::write(git.join("config"), "[core]\n").unwrap();
    for name in ["HEAD", "index", "packed-refs", "info/exclude"] {
        pipe(&git.join(name));
    }
    pipe(&root.join(".gitignore"));
    let disk = Disk::default();
    let path = root.join("x");
    let path = path.to_str().unwrap();
    assert_eq!(disk.is_ignored(path), None);
    for work in [Work::Any, Work::Tracked, Work::Untracked] {
        assert_eq!(disk.is_clean(path, work), None);
    }
    assert_eq!(disk.work_tree(root.to_str().unwrap()).as_deref(), root.to_str());
}

#[test]
fn only_texts_of_a_size_that_people_write_are_read() {
    let (_folder, root) = folder();
    let write = |name: &str, bytes: &[u8]| {
        let path = root.join(name);
        std::fs::write(&path, bytes).unwrap();
        Disk::default().text(path.to_str().unwrap())
    };
    assert_eq!(write("a", b"echo").as_deref(), Some("echo"));
    assert_eq!(write("b", b"a\0b"), None);
    assert_eq!(write("c", b"\xff"), None);
    assert!(write("d", &vec![b'x'; MAX_SCRIPT]).is_some());
    assert_eq!(write("e", &vec![b'x'; MAX_SCRIPT + 1]), None);
}

#[test]
fn a_folder_with_too_many_names_is_not_known() {
    let (_folder, root) = folder();
    for number in 0..=MAX_MEMBERS {
        std::fs::write(root.join(format!("f{number}")), "").unwrap();
    }
    assert_eq!(Disk::default().members(root.to_str().unwrap()), None);
    std::fs::remove_file(root.join("f0")).unwrap();
    assert_eq!(Disk::default().members(root.to_str().unwrap()).unwrap().len(), MAX_MEMBERS);
}

#[test]
fn a_spent_budget_knows_nothing() {
    let (_folder, root) = folder();
    std::fs::write(root.join("x"), "echo").unwrap();
    let path = root.join("x");
    let path = path.to_str().unwrap();
    let disk = Disk::default();
    assert!(disk.kind(path).is_some());
    while disk.budget.take(1).is_some() {}
    assert_eq!(disk.kind(path), None);
    assert_eq!(disk.text(path), None);
    assert_eq!(disk.members(root.to_str().unwrap()), None);
    assert_eq!(disk.is_ignored(path), None);
}

#[test]
fn scripts_of_packages_are_found_upwards() {
    let (_folder, root) = folder();
    std::fs::create_dir_all(root.join("a/b")).unwrap();
    let manifest = r#"{"scripts": {"clean": "rm -rf dist", "all": ["a", "@clean"], "odd": 1}}"#;
    std::fs::write(root.join("package.json"), manifest).unwrap();
    let disk = Disk::default();
    let deep = root.join("a/b");
    let script = |name: &str| disk.manifest_script("package.json", deep.to_str().unwrap(), name);
    let clean = script("clean").unwrap();
    assert_eq!(
        (clean.folder.as_str(), clean.lines),
        (root.to_str().unwrap(), vec!["rm -rf dist".to_owned()])
    );
    assert_eq!(script("all").unwrap().lines, ["a", "@clean"]);
    assert_eq!(script("odd"), None);
    assert_eq!(script("none"), None);
    std::fs::write(root.join("a/package.json"), "not JSON").unwrap();
    assert_eq!(
        Disk::default().manifest_script("package.json", deep.to_str().unwrap(), "clean"),
        None
    );
}

#[test]
fn nothing_that_was_read_is_shown() {
    let (_folder, root) = folder();
    std::fs::write(root.join("x"), "hunter2").unwrap();
    let disk = Disk::default();
    assert!(disk.text(root.join("x").to_str().unwrap()).is_some());
    assert!(!format!("{disk:?}").contains("hunter2"));
}
