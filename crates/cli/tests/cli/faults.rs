//! What an error message must not hold.

use crate::credentials::{github, stripe};
use crate::folder::Folder;
use crate::redaction::assert_hidden;

/// A file with secrets that is named by mistake where rules or settings were meant.
#[test]
fn a_file_of_secrets_that_is_taken_for_rules_or_settings_is_not_printed() {
    let secrets = [github(1), stripe(1)];
    let [one, two] = &secrets;
    for text in [
        format!("TOKEN={one}\nKEY={two}\n"),
        format!("token: {one}\nkey: {two}\n"),
        format!("{one}: {two}\n"),
        format!("severity: {one}\n"),
        format!("only: [{one}]\n"),
        format!("rules: [{one}]\n"),
        format!("rules: {one}\nprovider: {two}\n"),
        format!("provider: x\nrules:\n  - id: {one}\n    title: {two}\n"),
        format!("[{one}, '{two}\n"),
    ] {
        let folder = Folder::with("secrets.yaml", &text);
        for arguments in [
            &["scan", "--rules", "secrets.yaml"][..],
            &["scan", "--config", "secrets.yaml"],
            &["rules", "check", "secrets.yaml"],
            &["rules", "test", "secrets.yaml"],
            &["explain", "acme.key", "--rules", "secrets.yaml"],
        ] {
            let run = folder.prescan(arguments);
            if run.code == 2 {
                assert!(run.err.starts_with("prescan: "), "{run:?}");
            }
            assert_hidden(&run.everything(), &secrets, &format!("{arguments:?} {text}"));
        }
    }
}

#[test]
fn a_secret_that_is_typed_by_mistake_is_not_printed() {
    let secret = github(1);
    let folder = Folder::new();
    for arguments in [
        &["explain", &secret][..],
        &["rules", "show", &secret],
        &["scan", "--only", &secret],
        &["scan", "--config", &secret],
        &["scan", "--rules", &secret],
        &["scan", "--output", &format!("missing/{secret}")],
    ] {
        let run = folder.prescan(arguments);
        assert_eq!(run.code, 2);
        assert!(run.err.contains("ghp_********"), "{run:?}");
        assert_hidden(&run.everything(), std::slice::from_ref(&secret), &format!("{arguments:?}"));
    }
}
