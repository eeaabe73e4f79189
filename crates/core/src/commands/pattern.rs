//! A command as a pattern: `rm -rf /` means the command, not the text.

use super::options::{Options, Spec};
use super::paths;
use super::run::{Arg, SimpleCommand, basename};
use super::words::{Words, words};
use super::{Programs, View, command_words};

/// A command to compare with. Its program must be the same, each of its flags must be there in some spelling, and each of its operands must
/// be among the command's. More flags and operands do no harm. Wrappers are taken off both.
///
/// ```
/// use prescan_core::commands::{View, command_words, pattern::CommandPattern};
///
/// let pattern = CommandPattern::parse("rm -rf /", None).ok_or("no command")?;
/// let matches = |line| command_words(line, &View::default()).iter().any(|command| pattern.matches(command));
/// assert!(matches("command rm --recursive --force / --no-preserve-root"));
/// assert!(!matches("rm -rf /tmp/build"));
/// assert!(!matches("echo 'never rm -rf /'"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug)]
pub struct CommandPattern {
    program: String,
    flags: Vec<String>,
    operands: Vec<Operand>,
}

/// What an operand of a pattern must equal.
#[derive(Clone, Debug)]
struct Operand {
    text: String,
    glob: bool,
    /// True for what is compared as a path: the others are words such as `push`.
    path: bool,
}

/// Letters and long names that mean the same, as `letter=name`, for the programs that patterns are about.
const SAME: &[(&str, Words)] = &[
    ("rm", words("r=recursive R=recursive f=force v=verbose i=interactive d=dir")),
    ("cp", words("r=recursive R=recursive f=force a=archive")),
    ("chmod", words("R=recursive f=quiet v=verbose")),
    ("chown", words("R=recursive f=quiet h=no-dereference")),
    ("chgrp", words("R=recursive f=quiet")),
    ("git", words("f=force d=delete n=dry-run q=quiet a=all m=message")),
    ("docker", words("f=force v=volumes a=all")),
    ("kubectl", words("f=filename n=namespace A=all-namespaces")),
    ("mv", words("f=force")),
    ("ln", words("f=force s=symbolic")),
];

/// Programs whose patterns name words before their options, with the options in front that take a value.
const VALUES: &[(&str, Spec)] = &[
    (
        "git",
        Spec {
            values: "Cc",
            longs: words("git-dir work-tree namespace"),
            leading: false,
            single_dash: false,
        },
    ),
    (
        "kubectl",
        Spec { values: "n", longs: words("namespace context"), leading: false, single_dash: false },
    ),
    (
        "docker",
        Spec { values: "Hc", longs: words("host context"), leading: false, single_dash: false },
    ),
    ("terraform", Spec { values: "", longs: words(""), leading: false, single_dash: true }),
];

impl CommandPattern {
    /// Reads a pattern; `programs` tell which of its words are wrappers. `None` where it is no command: empty, more than one command, or a first word that no program has, such as `DROP`.
    #[must_use]
    pub fn parse(text: &str, programs: Option<&Programs>) -> Option<Self> {
        if !names_program(text) {
            return None;
        }
        let commands = command_words(text, &View { programs, ..View::default() });
        let mut innermost = commands.iter().filter(|command| !command.wrapper);
        let command = innermost.next().or_else(|| commands.last())?;
        if innermost.next().is_some() {
            return None;
        }
        let options = options(command);
        Some(Self {
            program: command.name().to_owned(),
            flags: flags(command.name(), &options),
            operands: options.operands.iter().map(|arg| operand(arg, command)).collect(),
        })
    }

    /// True where the command is the pattern's.
    #[must_use]
    pub fn matches(&self, command: &SimpleCommand) -> bool {
        if self.program != command.name() {
            return false;
        }
        let options = options(command);
        let flags = flags(command.name(), &options);
        if !self.flags.iter().all(|flag| flags.contains(flag)) {
            return false;
        }
        // Words such as `push` keep their order, and the verb comes first; paths may stand anywhere.
        if let (Some(verb), true) = (self.operands.first(), command.verbs)
            && !verb.path
            && !options.operands.first().is_some_and(|arg| verb.equals(arg, command))
        {
            return false;
        }
        let mut from = 0;
        self.operands.iter().all(|wanted| {
            let given = options.operands.iter().enumerate();
            let found = given
                .skip(if wanted.path { 0 } else { from })
                .find(|(_, arg)| wanted.equals(arg, command));
            if let Some((at, _)) = found
                && !wanted.path
            {
                from = at + 1;
            }
            found.is_some()
        })
    }
}

/// True where the first word of a pattern could be a program: not a verb of SQL in capitals, not a sentence's punctuation.
#[must_use]
pub fn names_program(text: &str) -> bool {
    let first = text.split_ascii_whitespace().next().unwrap_or_default();
    let name = basename(first);
    let letters = name.bytes().any(|byte| byte.is_ascii_alphabetic());
    let capitals = letters && !name.bytes().any(|byte| byte.is_ascii_lowercase());
    let plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'+');
    !name.is_empty() && !capitals && name.bytes().all(plain) && !first.contains('=')
}

fn options(command: &SimpleCommand) -> Options<'_> {
    let spec = VALUES.iter().find(|(name, _)| *name == command.name()).map(|(_, spec)| *spec);
    Options::parse(&command.args, &spec.unwrap_or_default())
}

/// The flags by one name each: long where letter and long name mean the same.
fn flags(program: &str, options: &Options<'_>) -> Vec<String> {
    let same = SAME.iter().find(|(name, _)| *name == program).map_or(words(""), |row| row.1);
    let pairs = same.iter().filter_map(|pair| pair.split_once('='));
    let letters = options.letters().map(|letter| {
        let letter = letter.to_string();
        let long = pairs.clone().find(|(short, _)| *short == letter).map(|(_, long)| long);
        long.map_or(letter, str::to_owned)
    });
    let longs = options.names().map(|given| {
        let long = pairs
            .clone()
            .map(|(_, long)| long)
            .find(|long| given.len() > 1 && long.starts_with(given));
        long.unwrap_or(given).to_owned()
    });
    letters.chain(longs).collect()
}

fn is_path(text: &str) -> bool {
    text.contains('/') || matches!(text, "." | ".." | "~" | "*") || text.starts_with('.')
}

fn operand(arg: &Arg, command: &SimpleCommand) -> Operand {
    let path = is_path(&arg.text) || arg.text == command.home;
    Operand { text: arg.text.clone(), glob: arg.glob, path }
}

impl Operand {
    fn equals(&self, arg: &Arg, command: &SimpleCommand) -> bool {
        if !self.path {
            return if self.glob { wild(&self.text, &arg.text) } else { self.text == arg.text };
        }
        // A pattern's home is whichever home the command has.
        let own_home = paths::home(&View::default());
        let own = match self.text.strip_prefix(own_home) {
            Some(rest) => format!("{}{rest}", command.home),
            None => self.text.clone(),
        };
        let own = paths::absolute(&own, &command.cwd);
        let given = paths::absolute(&arg.text, &command.cwd);
        own == given || self.glob && wild(&own, &given)
    }
}

/// Compares with `*` and `?`, neither of which crosses a folder.
fn wild(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while t < text.len() {
        if pattern.get(p) == Some(&b'*') {
            retry = Some((p + 1, t));
            p += 1;
        } else if pattern.get(p) == Some(&text[t])
            || pattern.get(p) == Some(&b'?') && text[t] != b'/'
        {
            p += 1;
            t += 1;
        } else if let Some((after, from)) = retry.filter(|(_, from)| text[*from] != b'/') {
            retry = Some((after, from + 1));
            (p, t) = (after, from + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}
