//! The command line in a settings file, which a shell runs.

/// What our command lines end with.
const ARGUMENTS: [&str; 2] = ["hook", crate::HOST];

/// The command line that runs a program as the hook. A path with anything but plain characters is quoted for a POSIX shell.
#[must_use]
pub fn command_line(program: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:@%,".contains(c);
    let [hook, host] = ARGUMENTS;
    if !program.is_empty() && program.chars().all(plain) {
        return format!("{program} {hook} {host}");
    }
    format!("'{}' {hook} {host}", program.replace('\'', r"'\''"))
}

/// The program that a command line runs as the hook, `None` where the command line is not ours: a single command whose program is named `prescan` and whose last words are `hook claude-code`.
#[must_use]
pub fn program_of(command: &str) -> Option<String> {
    let words = words(command)?;
    let (program, arguments) = words.split_first()?;
    // Windows has both separators, and no `\` is left in an unquoted word of a shell.
    let name = program.rsplit(['/', '\\']).next()?;
    let ours = ["prescan", "prescan.exe"].iter().any(|ours| name.eq_ignore_ascii_case(ours));
    (ours && arguments.ends_with(&ARGUMENTS.map(str::to_owned))).then(|| program.clone())
}

/// The words of a simple command as a POSIX shell splits it; `None` where there is more to it than words.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = command.trim().chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '\'' => break,
                        c => word.push(c),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '$' | '`' => return None,
                        '\\' => match chars.next()? {
                            c @ ('"' | '\\' | '$' | '`') => word.push(c),
                            c => word.extend(['\\', c]),
                        },
                        c => word.push(c),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(chars.next()?),
            '\n' | ';' | '&' | '|' | '<' | '>' | '(' | ')' | '$' | '`' | '#' => return None,
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_plain_path_stays_as_it_is_and_any_other_is_quoted() {
        assert_eq!(command_line("/usr/bin/prescan"), "/usr/bin/prescan hook claude-code");
        assert_eq!(command_line("/My Tools/prescan"), "'/My Tools/prescan' hook claude-code");
        assert_eq!(command_line("/it's/prescan"), r"'/it'\''s/prescan' hook claude-code");
    }

    #[test]
    fn our_command_lines_are_known_by_program_and_last_words() {
        for ours in [
            "prescan hook claude-code",
            "  /opt/prescan   hook claude-code ",
            "\"/a b/prescan\" hook claude-code",
            "'C:\\Tools\\prescan.exe' hook claude-code",
            "prescan --config x.yaml hook claude-code",
        ] {
            assert!(program_of(ours).is_some(), "{ours}");
        }
        for theirs in [
            "",
            "prescan",
            "prescan hook",
            "prescan hook gemini-cli",
            "prescan-wrapper hook claude-code",
            "./prescan.sh hook claude-code",
            "other prescan hook claude-code",
            "prescan hook claude-code || exit 2",
            "prescan hook claude-code; other",
            "echo 'prescan hook claude-code'",
            "prescan hook claude-code 'unfinished",
            "$HOME/prescan hook claude-code",
        ] {
            assert_eq!(program_of(theirs), None, "{theirs}");
        }
    }

    proptest! {
        #[test]
        fn the_program_of_a_command_line_is_the_one_it_was_made_for(folder in "[^\0]{0,20}") {
            let program = format!("{folder}/prescan");
            prop_assert_eq!(program_of(&command_line(&program)), Some(program));
        }
    }
}
