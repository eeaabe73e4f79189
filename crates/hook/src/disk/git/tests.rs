//! Repositories made by git itself, and broken ones.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use prescan_core::commands::{Files as _, Work};

use crate::disk::Disk;

/// A repository in a folder of its own; `None`, with a word, where there is no git.
struct Tree {
    folder: tempfile::TempDir,
}

fn git(folder: &Path, args: &[&str]) -> bool {
    let mut command = Command::new("git");
    command.current_dir(folder).args([
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b",
        "-c",
        "gc.auto=0",
    ]);
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.args(args).status().is_ok_and(|status| status.success())
}

impl Tree {
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        if !git(folder.path(), &["init", "-q", "-b", "main"]) {
            eprintln!("SKIPPED: there is no git on this machine");
            return None;
        }
        let tree = Self { folder };
        tree.write("src/a.rs", "a\n").write("src/deep/b.rs", "b\n").write("one.txt", "1\n");
        tree.write(".gitignore", "*.o\n/out-of-tree/\nlocal.*\n");
        tree.git(&["add", "-A"]).git(&["commit", "-qm", "x"]);
        Some(tree)
    }

    fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    fn write(&self, name: &str, text: &str) -> &Self {
        let path = self.root().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    fn git(&self, args: &[&str]) -> &Self {
        assert!(git(&self.root(), args), "git {args:?}");
        self
    }

    fn is(&self, path: &str, work: Work) -> Option<bool> {
        let path = self.root().join(path);
        Disk::default().is_clean(path.to_str().unwrap().trim_end_matches('/'), work)
    }

    /// Tracked, untracked, any.
    fn all(&self, path: &str) -> [Option<bool>; 3] {
        [Work::Tracked, Work::Untracked, Work::Any].map(|work| self.is(path, work))
    }

    fn ignored(&self, path: &str) -> Option<bool> {
        Disk::default().is_ignored(self.root().join(path).to_str().unwrap())
    }
}

const YES: Option<bool> = Some(true);
const NO: Option<bool> = Some(false);

#[test]
fn a_fresh_commit_is_clean() {
    let Some(tree) = Tree::new() else { return };
    for path in ["", "src", "src/deep", "src/a.rs", "one.txt"] {
        assert_eq!(tree.all(path), [YES, YES, YES], "{path}");
    }
    assert_eq!(tree.is("missing", Work::Any), NO);
}

#[test]
fn every_kind_of_change_is_seen() {
    for (what, expected) in [
        ("modify", [NO, YES, NO]),
        ("stage", [NO, YES, NO]),
        ("stage and take back", [NO, YES, NO]),
        ("add", [NO, YES, NO]),
        ("announce", [NO, YES, NO]),
        ("leave", [YES, NO, NO]),
        ("ignored", [YES, YES, YES]),
        ("ignored and dear", [YES, YES, NO]),
        ("delete", [YES, YES, YES]),
        ("run", [NO, YES, NO]),
        ("hide", [NO, YES, NO]),
        ("empty", [YES, YES, YES]),
        ("untrack", [NO, NO, NO]),
    ] {
        let Some(tree) = Tree::new() else { return };
        match what {
            "modify" => drop(tree.write("src/a.rs", "b\n")),
            "stage" => drop(tree.write("src/a.rs", "b\n").git(&["add", "."])),
            "stage and take back" => {
                tree.write("src/a.rs", "b\n").git(&["add", "."]).write("src/a.rs", "a\n");
            }
            "add" => drop(tree.write("src/new.rs", "n\n").git(&["add", "."])),
            "announce" => drop(tree.write("src/new.rs", "n\n").git(&["add", "-N", "."])),
            "leave" => drop(tree.write("src/new/x.rs", "n\n")),
            "ignored" => drop(tree.write("src/x.o", "o")),
            "ignored and dear" => drop(tree.write("src/local.db", "o")),
            "delete" => std::fs::remove_file(tree.root().join("src/a.rs")).unwrap(),
            "run" => {
                use std::os::unix::fs::PermissionsExt as _;
                let mode = std::fs::Permissions::from_mode(0o755);
                std::fs::set_permissions(tree.root().join("src/a.rs"), mode).unwrap();
            }
            "hide" => {
                tree.git(&["update-index", "--assume-unchanged", "src/a.rs"])
                    .write("src/a.rs", "b\n");
            }
            "empty" => std::fs::create_dir(tree.root().join("src/empty")).unwrap(),
            "untrack" => drop(tree.git(&["rm", "-q", "--cached", "src/a.rs"])),
            other => unreachable!("{other}"),
        }
        assert_eq!(tree.all("src"), expected, "{what}");
        assert_eq!(tree.all(""), expected, "{what} in the root");
        assert_eq!(tree.all("one.txt"), [YES; 3], "{what} beside it");
    }
}

#[test]
fn a_commit_in_a_pack_with_deltas_is_read() {
    let Some(tree) = Tree::new() else { return };
    for number in 0..30 {
        tree.write(&format!("src/n{number}.rs"), &"line\n".repeat(number));
        tree.git(&["add", "."]).git(&["commit", "-qm", &"same message ".repeat(20)]);
    }
    tree.git(&["repack", "-adfq", "--depth=50", "--window=50"]).git(&["pack-refs", "--all"]);
    tree.git(&["prune-packed"]);
    assert_eq!(tree.all(""), [YES; 3]);
    // With its cache of folders out of date the index is compared with trees.
    tree.git(&["rm", "-q", "--cached", "one.txt"]).git(&["add", "one.txt"]);
    assert_eq!(tree.all(""), [YES; 3]);
    tree.write("src/n3.rs", "other").git(&["add", "."]);
    assert_eq!(tree.all("src/deep"), [YES; 3]);
    assert_eq!(tree.is("src", Work::Tracked), NO);
}

#[test]
fn other_forms_of_the_index_are_read_or_left_alone() {
    for (setting, expected) in [
        (&["update-index", "--index-version", "4"][..], YES),
        (&["update-index", "--index-version", "3"], YES),
        (&["update-index", "--untracked-cache"], YES),
        (&["update-index", "--split-index"], None),
    ] {
        let Some(tree) = Tree::new() else { return };
        if git(&tree.root(), setting) {
            assert_eq!(tree.all("src"), [expected; 3], "{setting:?}");
            tree.write("src/a.rs", "b\n");
            let changed = expected.map(|_| false);
            assert_eq!(tree.is("src", Work::Any), changed, "{setting:?}");
        }
    }
}

#[test]
fn settings_that_change_what_files_mean_are_not_guessed() {
    for setting in
        ["core.worktree=/", "core.bare=true", "include.path=x", "extensions.objectformat=sha256"]
    {
        let Some(tree) = Tree::new() else { return };
        let (key, value) = setting.split_once('=').unwrap();
        tree.git(&["config", key, value]);
        assert_eq!(tree.all("src"), [None; 3], "{setting}");
        assert_eq!(tree.ignored("x.o"), None, "{setting}");
    }
}

#[test]
fn what_a_repository_wants_to_run_is_not_run() {
    let Some(tree) = Tree::new() else { return };
    let mark = tree.root().join("ran");
    let line = format!("touch {}", mark.display());
    for key in
        ["core.fsmonitor", "filter.x.clean", "filter.x.process", "core.hooksPath", "core.pager"]
    {
        tree.git(&["config", key, &line]);
    }
    std::fs::remove_file(&mark).unwrap_or_default();
    tree.write(".git/info/attributes", "* filter=x\n").write("src/a.rs", "b\n");
    assert_eq!(tree.is("src", Work::Any), NO);
    assert_eq!(tree.ignored("x.o"), YES);
    assert!(!mark.exists());
}

#[test]
fn ignored_is_what_git_says() {
    let Some(tree) = Tree::new() else { return };
    tree.write("src/.gitignore", "gen/\n!keep.o\n").write("src/gen/x", "").write("forced.o", "f");
    tree.write(".git/info/exclude", "private\n");
    tree.git(&["add", "-f", "forced.o"]);
    for (path, expected) in [
        ("a.o", YES),
        ("deep/er/a.o", YES),
        ("src/keep.o", NO),
        ("src/gen", YES),
        ("src/gen/x", YES),
        ("gen", NO),
        ("forced.o", NO),
        ("private", YES),
        ("src/private/x", YES),
        ("src/a.rs", NO),
        ("", NO),
    ] {
        assert_eq!(tree.ignored(path), expected, "{path}");
    }
}

#[test]
fn work_trees_have_an_index_of_their_own() {
    let Some(tree) = Tree::new() else { return };
    let other = tempfile::tempdir().unwrap();
    let other = other.path().canonicalize().unwrap().join("w");
    tree.git(&["worktree", "add", "-q", "-b", "topic", other.to_str().unwrap()]);
    let is = || Disk::default().is_clean(other.to_str().unwrap(), Work::Any);
    assert_eq!(is(), YES);
    std::fs::write(other.join("one.txt"), "2\n").unwrap();
    assert_eq!(is(), NO);
    assert_eq!(tree.is("", Work::Any), YES);
}

#[test]
fn a_repository_inside_is_not_looked_into() {
    let Some(tree) = Tree::new() else { return };
    std::fs::create_dir(tree.root().join("inner")).unwrap();
    assert!(git(&tree.root().join("inner"), &["init", "-q"]));
    tree.write("inner/x", "1");
    assert_eq!(tree.is("", Work::Tracked), YES);
    for work in [Work::Untracked, Work::Any] {
        assert_ne!(tree.is("", work), YES);
    }
    std::fs::remove_file(tree.root().join("inner/x")).unwrap();
    assert_eq!(tree.is("", Work::Any), None);
    let Some(tree) = Tree::new() else { return };
    tree.git(&[
        "update-index",
        "--add",
        "--cacheinfo",
        "160000,0123456789012345678901234567890123456789,sub",
    ]);
    assert_eq!(tree.is("", Work::Tracked), None);
    assert_eq!(tree.is("src", Work::Tracked), YES);
}

#[test]
fn more_than_the_budget_is_not_known() {
    let Some(tree) = Tree::new() else { return };
    for number in 0..200 {
        tree.write(&format!("many/{number}"), "x");
    }
    tree.git(&["add", "."]).git(&["commit", "-qm", "many"]);
    let disk = Disk::default();
    while disk.budget.has(150) {
        disk.budget.take(1).unwrap();
    }
    let path = tree.root().join("many");
    assert_eq!(disk.is_clean(path.to_str().unwrap(), Work::Any), None);
    assert_eq!(tree.is("many", Work::Any), YES);
}

#[test]
fn broken_files_of_git_give_no_answer_and_no_end() {
    let Some(tree) = Tree::new() else { return };
    tree.git(&["repack", "-adq"]).git(&["update-index", "--index-version", "4"]);
    let pack = tree.root().join(".git/objects/pack");
    let mut files = vec![tree.root().join(".git/index"), tree.root().join(".git/HEAD")];
    for entry in std::fs::read_dir(pack).unwrap() {
        files.push(entry.unwrap().path());
    }
    for file in files {
        let whole = std::fs::read(&file).unwrap();
        let mut permissions = std::fs::metadata(&file).unwrap().permissions();
        std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o644);
        std::fs::set_permissions(&file, permissions).unwrap();
        for cut in 0..whole.len() {
            std::fs::write(&file, &whole[..cut]).unwrap();
            let _ = tree.all("src");
            let mut bent = whole.clone();
            bent[cut] ^= 0xff;
            std::fs::write(&file, &bent).unwrap();
            let _ = tree.all("src");
        }
        std::fs::write(&file, &whole).unwrap();
    }
    assert_eq!(tree.is("src", Work::Tracked), YES);
}
