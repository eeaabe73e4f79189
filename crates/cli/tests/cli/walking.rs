//! Which files of a folder are scanned.

use crate::credentials::github;
use crate::folder::Folder;

/// A folder in which each of these files holds a secret.
fn tree(paths: &[&str]) -> Folder {
    paths.iter().zip(0..).fold(Folder::new(), |folder, (path, seed)| folder.and(path, github(seed)))
}

#[test]
fn hidden_files_are_scanned() {
    let folder = tree(&[".env", ".config/a", "b"]);
    assert_eq!(folder.scan(&[]).paths(), [".config/a", ".env", "b"]);
}

#[test]
fn the_insides_of_git_are_scanned_only_when_named() {
    let folder = tree(&[".git/config", "a", "sub/.git/config"]);
    assert_eq!(folder.scan(&[]).paths(), ["a"]);
    assert_eq!(folder.scan(&[".git"]).paths(), [".git/config"]);
}

#[test]
fn what_git_ignores_is_left_out_inside_a_repository() {
    let folder = tree(&[".git/HEAD", "a", "b", "out/c"]).and(".gitignore", "b\nout/\n");
    assert_eq!(folder.scan(&[]).paths(), ["a"]);
    assert_eq!(folder.scan(&["--no-ignore"]).paths(), ["a", "b", "out/c"]);
    assert_eq!(folder.scan(&["b"]).paths(), ["b"], "what is named is scanned");
}

#[test]
fn a_stray_gitignore_silences_nothing() {
    let folder = tree(&["a", "b"]).and(".gitignore", "b\n");
    assert_eq!(folder.scan(&[]).paths(), ["a", "b"]);
}

#[test]
fn a_prescanignore_counts_everywhere_and_wins() {
    let folder = tree(&[".git/HEAD", "a", "b", "c"])
        .and(".gitignore", "b\n")
        .and(".prescanignore", "a\n!b\n");
    assert_eq!(folder.scan(&[]).paths(), ["b", "c"]);
    assert_eq!(folder.scan(&["--no-ignore"]).paths(), ["a", "b", "c"]);
    let bare = tree(&["a", "b"]).and(".prescanignore", "a\n");
    assert_eq!(bare.scan(&[]).paths(), ["b"]);
}

#[test]
fn a_faulty_ignore_line_is_listed_and_hides_nothing() {
    let folder = tree(&["a"]).and(".prescanignore", "a{b\n");
    let run = folder.scan(&[]);
    assert_eq!((run.code, run.paths()), (1, vec!["a".to_owned()]));
    let reason = run.problems()[0]["reason"].as_str().unwrap().to_owned();
    assert!(reason.starts_with("ignore line left out: line 1"), "{reason}");
}

#[test]
fn the_files_named_are_the_files_scanned() {
    let folder = tree(&["a", "b", "c/d"]);
    assert_eq!(folder.scan(&["b", "c"]).paths(), ["b", "c/d"]);
}

#[test]
fn a_file_called_dash_is_named_with_its_folder() {
    let folder = tree(&["-"]);
    assert_eq!(folder.scan(&["./-"]).paths(), ["-"]);
    assert_eq!(folder.scan(&["-"]).code, 0, "standard input is empty");
}

#[test]
fn paths_have_slashes_between_their_parts() {
    let run = tree(&["a/b/c.txt"]).scan(&["a"]);
    assert_eq!(run.findings()[0]["path"], "a/b/c.txt");
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn are_passed_by_unless_followed_or_named() {
        let (outside, inside) = (tree(&["secret"]), Folder::with("plain", "x"));
        symlink(outside.root(), inside.path("link")).unwrap();
        assert_eq!(inside.scan(&[]).paths().len(), 0);
        assert_eq!(inside.scan(&["--follow"]).paths(), ["link/secret"]);
        assert_eq!(inside.scan(&["link"]).paths(), ["link/secret"]);
        assert_eq!(inside.scan(&["link/secret"]).paths(), ["link/secret"]);
    }

    #[test]
    fn that_lead_back_are_listed_and_end() {
        let folder = tree(&["a/secret"]);
        symlink("..", folder.path("a/up")).unwrap();
        let run = folder.scan(&["--follow"]);
        assert_eq!((run.code, run.paths()), (1, vec!["a/secret".to_owned()]));
        assert_eq!(run.problems()[0]["reason"], "is a symbolic link that loops");
    }

    #[test]
    fn a_name_that_is_no_text_is_scanned_and_shown() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;

        let folder = Folder::new();
        let name = folder.root().join(OsStr::from_bytes(b"\xff\x1b[31m.txt"));
        // Some file systems take no such name.
        if std::fs::write(name, github(1)).is_err() {
            return;
        }
        let run = folder.scan(&[]);
        assert_eq!(run.paths(), ["\u{fffd}\u{1b}[31m.txt"]);
        assert!(!folder.prescan(&["scan"]).out.contains('\u{1b}'));
    }
}
