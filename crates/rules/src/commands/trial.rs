//! The examples of a file.

use std::collections::BTreeSet;
use std::fmt;

use prescan_core::commands::{EffectKind, Programs, View, analyse};

use super::CommandFile;

/// Least number of examples with an effect, and without.
const MIN_EXAMPLES: usize = 1;

/// An example that does not hold, or a lack of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandFailure {
    program: String,
    message: String,
}

impl fmt::Display for CommandFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.program, self.message)
    }
}

impl CommandFile {
    /// Runs the examples with all programs, in a project of some user: each line must have the effect it stands under, and each effect and each way to start must have one.
    #[must_use]
    pub fn check(&self, programs: &Programs) -> Vec<CommandFailure> {
        let view = View {
            home: Some("/home/ada"),
            cwd: Some("/home/ada/src/loom"),
            workspace: Some("/home/ada/src/loom"),
            programs: Some(programs),
            ..View::default()
        };
        let mut failures = Vec::new();
        let mut fail = |message: String| {
            let program = self.programs.first().cloned().unwrap_or_default();
            failures.push(CommandFailure { program, message });
        };
        for (effect, lines) in &self.examples {
            let known =
                effect == "none" || EffectKind::ALL.iter().any(|kind| kind.name() == effect);
            if !known {
                fail(format!("no effect is called `{effect}`"));
            }
            for line in lines {
                let analysis = analyse(line, &view);
                let found: BTreeSet<&str> =
                    analysis.effects.iter().map(|effect| effect.kind.name()).collect();
                let holds = if effect == "none" {
                    found.is_empty()
                } else {
                    found.contains(effect.as_str())
                };
                if !holds || analysis.unclear.is_some() {
                    let found: Vec<String> =
                        analysis.effects.iter().map(|effect| effect.explain()).collect();
                    let unclear = analysis
                        .unclear
                        .map(|why| format!(", not understood: {why}"))
                        .unwrap_or_default();
                    fail(format!(
                        "`{line}` should have the effect `{effect}`, found {found:?}{unclear}"
                    ));
                }
            }
        }
        let wanted: BTreeSet<&str> =
            self.effects.iter().map(|entry| entry.effect.as_str()).chain(["none"]).collect();
        for effect in wanted {
            if self.examples.get(effect).map_or(0, Vec::len) < MIN_EXAMPLES {
                fail(format!("an example of `{effect}` is missing"));
            }
        }
        failures
    }
}
