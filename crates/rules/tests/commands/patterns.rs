//! Commands as patterns.

use super::VIEW;
use prescan_core::commands::command_words;
use prescan_core::commands::pattern::{CommandPattern, names_program};

fn matches(pattern: &str, line: &str) -> bool {
    let pattern = CommandPattern::parse(pattern, VIEW.programs).unwrap();
    command_words(line, &VIEW).iter().any(|command| pattern.matches(command))
}

#[test]
fn patterns_match_the_command_in_every_spelling() {
    for (pattern, line) in [
        ("rm -rf /", "rm -rf /"),
        ("rm -rf /", "sudo rm -fr / --no-preserve-root"),
        ("rm -rf /", "bash -c 'rm -r -f /'"),
        ("rm -rf /", "rm --recursive --force /"),
        ("rm -rf /", "rm -Rf //"),
        ("rm -rf /", "rm -rfv x / y"),
        ("rm -rf /", "echo / | xargs rm -rf"),
        ("rm -rf /", "D=/; rm -rf $D"),
        ("rm -rf ~", "rm -rf $HOME"),
        ("rm -rf ~", "rm -rf /home/ada/"),
        ("rm -rf .", "rm -rf ./"),
        ("rm -rf *.log", "rm -rf a.log"),
        ("rm", "/bin/rm x"),
        ("sudo rm -rf", "rm -rf x"),
        ("git push --force", "git -C x push origin main --force"),
        ("git push --force", "git push -f"),
        ("git push", "git push origin main"),
        ("git push origin main", "git push origin main"),
        ("git reset --hard", "git reset --hard HEAD~1"),
        ("terraform destroy", "terraform -chdir=x destroy"),
        ("npm publish", "cd x && npm publish --tag next"),
        ("chmod -R 777", "chmod --recursive 777 x"),
        ("sudo", "sudo ls"),
        ("mkfs.ext4", "mkfs.ext4 /dev/sda"),
    ] {
        assert!(matches(pattern, line), "{pattern} / {line}");
    }
}

#[test]
fn patterns_do_not_match_their_neighbours() {
    for (pattern, line) in [
        ("rm -rf /", "rm -rf /tmp/build"),
        ("rm -rf /", "echo \"never rm -rf /\""),
        ("rm -rf /", "rm -r /"),
        ("rm -rf /", "git commit -m 'rm -rf /'"),
        ("rm -rf /", "grep -rf / x"),
        ("rm -rf ~", "rm -rf ~/x"),
        ("git push --force", "git push --force-with-lease"),
        ("git push --force", "git push"),
        ("git push", "git stash push"),
        ("git push main", "git main push"),
        ("rm -rf *.log", "rm -rf a.txt"),
        ("rm -rf *.log", "rm -rf x/a.log"),
        ("rm", "npm rm x"),
        ("sudo", "ls sudo"),
    ] {
        let found = CommandPattern::parse(pattern, VIEW.programs).unwrap();
        let own = command_words(line, &VIEW).into_iter().find(|command| found.matches(command));
        // `git stash push` has the pattern's word, but not as the first one.
        assert!(own.is_none(), "{pattern} / {line}: {own:?}");
    }
}

#[test]
fn texts_that_are_no_commands() {
    for text in ["", "DROP TABLE", "DELETE FROM users", "TRUNCATE", "?", "a=b", "rm x; ls"] {
        assert!(CommandPattern::parse(text, VIEW.programs).is_none(), "{text}");
    }
    assert!(!names_program("DROP TABLE users"));
    assert!(names_program("drop table users"));
    assert!(names_program("rm"));
}
