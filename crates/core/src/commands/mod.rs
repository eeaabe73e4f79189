//! What a command line would do, understood as a shell would.
//!
//! [`analyse`] reads a line (or a script) and returns [`Effect`]s: what is done, to which [`Target`], how sure it is, and through which
//! wrappers. It decides nothing. The same effect is found through any spelling: `rm -fr /`, `sudo rm --recursive /`, `bash -c "rm -r /"` and
//! `D=/; rm -rf "$D"` differ in their [`chain`](Effect::chain) only. Text that nothing runs, such as the arguments of `echo`, has no effect.
//!
//! - [`View`] is what the caller knows of the place: home, working directory, workspace, and optionally files and git.
//! - [`classify`] classes a path the same way, for tools that write files.
//! - [`command_words`] yields the simple commands of a line, and [`pattern::CommandPattern`] matches them against a command such as `rm -rf /`.
//!
//! ```
//! use prescan_core::commands::{EffectKind, TargetClass, View, analyse};
//!
//! let found = analyse("command sh -c 'cd / && rm -fr *'", &View::default());
//! assert_eq!(found.effects[0].kind, EffectKind::DeleteRecursive);
//! assert_eq!(found.effects[0].target.class, TargetClass::Protected);
//! assert_eq!(found.effects[0].explain(), "command → sh -c → rm -fr: deletes recursively \"/*\"");
//! assert!(analyse("echo 'never run rm -rf /'", &View::default()).effects.is_empty());
//! ```
//!
//! Nothing is executed and no file is opened: what files hold, and what git says of them, is asked of the caller's [`Files`]. Every input gives a result in bounded time: past [`MAX_LINE`], [`MAX_DEPTH`] or [`MAX_WORK`]
//! the analysis says [`Unclear`], with what was found up to there.

mod classes;
mod credentials;
mod effect;
mod escape;
mod files;
mod languages;
mod options;
mod paths;
pub mod pattern;
mod places;
mod programs;
mod quick;
mod run;
mod syntax;
mod target;
mod tools;
mod wild;
mod windows;
mod words;

pub use effect::{Analysis, Certainty, Effect, EffectKind, Unclear, UnknownName};
pub use files::{FileKind, Files, ManifestScript, Work};
pub use places::is_precious;
pub use programs::{
    EffectSpec, ProgramError, ProgramPlace, ProgramSpec, Programs, Starts, StartsSpec,
};
pub use run::{Arg, SimpleCommand};
pub use target::{Marks, Target, TargetClass, classify, locate};
pub use wild::Wild;

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 1 << 20;
/// How deep constructs, and scripts inside scripts, may be nested.
pub const MAX_DEPTH: usize = 48;
/// How many steps an analysis may take. A step is a command, a word, or 64 bytes of a value.
pub const MAX_WORK: usize = 50_000;

/// Which language a line is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shell {
    /// POSIX shells, bash and zsh.
    #[default]
    Posix,
    /// Windows PowerShell and `pwsh`.
    PowerShell,
    /// The command prompt of Windows.
    Cmd,
    /// Not known: read as each of them.
    Unknown,
}

/// What the caller knows about the place where a line would run.
#[derive(Clone, Copy, Default)]
pub struct View<'a> {
    /// The user's home directory, absolute.
    pub home: Option<&'a str>,
    /// The directory in which the line runs, absolute.
    pub cwd: Option<&'a str>,
    /// The folder the agent works in, absolute; `cwd` where it is not given.
    pub workspace: Option<&'a str>,
    /// Files and git.
    pub files: Option<&'a dyn Files>,
    /// What is known of programs; without it only of those that need reading.
    pub programs: Option<&'a Programs>,
    /// The language of the line.
    pub shell: Shell,
}

impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View")
            .field("home", &self.home)
            .field("cwd", &self.cwd)
            .field("workspace", &self.workspace)
            .field("files", &self.files.is_some())
            .field("programs", &self.programs.is_some())
            .field("shell", &self.shell)
            .finish()
    }
}

/// What a line would do.
pub fn analyse(line: &str, view: &View<'_>) -> Analysis {
    if line.len() > MAX_LINE {
        let end = (0..=MAX_LINE).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
        let mut analysis = analyse(&line[..end], view);
        analysis.unclear = Some(Unclear::TooLong);
        return analysis;
    }
    let console = tools::console_of(line);
    if view.shell == Shell::Posix && console.is_none() && quick::is_harmless(line, view) {
        return Analysis::default();
    }
    run::run(line, view).analysis
}

/// The simple commands of a line, in the order in which they would run: wrappers, and what they run, each as a command of its own.
///
/// Bounds as for [`analyse`]: past them the rest is left out.
#[must_use]
pub fn command_words(line: &str, view: &View<'_>) -> Vec<SimpleCommand> {
    if line.len() > MAX_LINE {
        return Vec::new();
    }
    run::run(line, view).commands
}
