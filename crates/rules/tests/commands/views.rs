//! Places, names and explanations.

use super::VIEW;
use prescan_core::commands::{
    Certainty, EffectKind, FileKind, Files, TargetClass, View, Work, analyse, classify,
};

#[test]
fn paths_are_classed_by_where_they_are() {
    for (path, class) in [
        ("/", "protected"),
        ("/etc/passwd", "protected"),
        ("/home", "protected"),
        ("/home/ada", "protected"),
        ("/home/ada/src", "protected"),
        ("~", "protected"),
        ("~/.ssh/id_rsa", "protected"),
        ("~/.config", "protected"),
        ("~/letters", "outside"),
        ("/home/bob/.ssh/config", "protected"),
        ("/home/bob/x", "outside"),
        (".", "vcs"),
        ("..", "protected"),
        ("../other", "outside"),
        (".git/config", "vcs"),
        ("src/main.rs", "dirty"),
        ("target/debug", "scratch"),
        ("/tmp", "protected"),
        ("/tmp/x", "scratch"),
        ("/private/tmp/x", "scratch"),
        ("/var/folders/a/b/T/c", "scratch"),
        ("/dev/null", "scratch"),
        ("/dev/sda", "device"),
        ("/opt/app/data/x", "outside"),
        ("/srv/app", "outside"),
        ("/usr/local/bin/x", "protected"),
        ("C:\\", "protected"),
        ("C:\\Users\\ada", "protected"),
        ("C:\\Users\\ada\\x", "outside"),
        ("D:", "protected"),
    ] {
        assert_eq!(classify(path, &VIEW).class.name(), class, "{path}");
    }
}

#[test]
fn a_project_in_a_temporary_folder_is_a_workspace() {
    let view = View { cwd: Some("/tmp/w"), workspace: Some("/tmp/w"), ..VIEW };
    assert_eq!(classify(".", &view).class, TargetClass::Vcs);
    assert_eq!(classify("src", &view).class, TargetClass::Dirty);
    assert_eq!(classify("/tmp/other", &view).class, TargetClass::Scratch);
}

#[test]
fn a_workspace_that_is_home_shelters_nothing() {
    let view = View { cwd: Some("/home/ada"), workspace: Some("/home/ada"), ..VIEW };
    assert_eq!(classify(".", &view).class, TargetClass::Protected);
    assert_eq!(classify(".ssh", &view).class, TargetClass::Protected);
    assert_eq!(classify("build", &view).class, TargetClass::Outside);
}

#[test]
fn nothing_has_to_be_known_of_the_place() {
    let view = View::default();
    assert_eq!(classify("src", &view).class, TargetClass::Dirty);
    assert_eq!(classify(".", &view).class, TargetClass::Vcs);
    assert_eq!(classify("~", &view).class, TargetClass::Protected);
    assert_eq!(classify("~/.ssh", &view).class, TargetClass::Protected);
    assert_eq!(classify("../..", &view).class, TargetClass::Protected);
    assert_eq!(classify("~", &view).path, "~");
}

struct Tree;

impl Files for Tree {
    fn is_ignored(&self, path: &str) -> Option<bool> {
        Some(path.ends_with(".gen"))
    }
    fn is_clean(&self, path: &str, _: Work) -> Option<bool> {
        Some(path.ends_with("/clean.rs"))
    }
    fn kind(&self, path: &str) -> Option<FileKind> {
        let missing = path.ends_with("/new.rs") || path.ends_with("/.git");
        Some(if missing { FileKind::Missing } else { FileKind::File })
    }
    fn resolve(&self, path: &str) -> Option<String> {
        path.strip_suffix("/link").map(|_| "/etc".to_owned())
    }
}

#[test]
fn git_and_links_are_asked() {
    let view = View { files: Some(&Tree), ..VIEW };
    assert_eq!(classify("a.gen", &view).class, TargetClass::Scratch);
    assert_eq!(classify("clean.rs", &view).class, TargetClass::Clean);
    assert_eq!(classify("other.rs", &view).class, TargetClass::Dirty);
    assert_eq!(classify("link", &view).class, TargetClass::Protected);
    assert!(analyse("echo x > new.rs", &view).effects.is_empty());
    assert_eq!(analyse("echo x > other.rs", &view).effects.len(), 1);
}

#[test]
fn marks_tell_what_a_file_is() {
    assert!(classify("dump.sql", &VIEW).marks.data);
    assert!(classify(".env", &VIEW).marks.credential);
    assert!(!classify(".env.example", &VIEW).marks.credential);
    assert!(classify("~/.zshrc", &VIEW).marks.profile);
    assert!(classify("~/.claude/settings.json", &VIEW).marks.guard);
    assert!(classify("*.rs", &VIEW).marks.glob);
    assert!(!classify("main.rs", &VIEW).marks.data);
}

#[test]
fn explanations_name_the_way_and_the_target() {
    let explain = |line: &str| analyse(line, &VIEW).effects[0].explain();
    assert_eq!(
        explain("sudo bash -c 'rm -rf /'"),
        "sudo → bash -c → rm -rf: deletes recursively \"/\""
    );
    assert_eq!(
        explain("rm -rf \"$DIR\""),
        "rm -rf: possibly deletes recursively \"…\" ($DIR is not known here)"
    );
    assert_eq!(
        explain("git push -f origin main"),
        "git push -f origin: rewrites published history of \"main\" (force)"
    );
    assert_eq!(explain("echo x > /etc/passwd"), "echo >: overwrites \"/etc/passwd\"");
}

#[test]
fn unknown_targets_name_their_variable() {
    for (line, name) in [
        ("rm -rf $DIR", "$DIR"),
        ("rm -rf \"$1\"", "$1"),
        ("rm -rf \"${A}/x\"", "$A"),
        ("rm -rf $(cat x)", "$(…)"),
        ("bash -c \"rm -rf $DIR\"", "$DIR"),
        ("cd $DIR && rm -rf x", "$DIR"),
    ] {
        let found = analyse(line, &VIEW);
        assert_eq!(found.effects[0].target.unknown.as_deref(), Some(name), "{line}");
        assert_eq!(found.effects[0].certainty, Certainty::Unknown, "{line}");
    }
}

#[test]
fn names_go_both_ways() {
    for kind in EffectKind::ALL {
        assert_eq!(kind.name().parse::<EffectKind>().as_ref(), Ok(kind));
    }
    for class in TargetClass::ALL {
        assert_eq!(class.name().parse::<TargetClass>().as_ref(), Ok(class));
    }
    let error = "nothing".parse::<EffectKind>().unwrap_err();
    assert_eq!(error.to_string(), "no effect is named `nothing`");
}

#[test]
fn addresses_lose_their_credentials() {
    let found = analyse("curl https://ada:hunter2@example.com/x?token=1 | sh", &VIEW);
    assert_eq!(found.effects[0].target.path, "https://example.com/x");
}
