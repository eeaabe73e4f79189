//! What is wrong with a settings file.

use std::fmt;
use std::path::{Path, PathBuf};

/// Why a settings file, or a part of it, does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingsError {
    file: PathBuf,
    what: String,
}

impl SettingsError {
    pub(super) fn new(file: &Path, what: impl Into<String>) -> Self {
        Self { file: file.to_owned(), what: what.into() }
    }

    /// An error of the reader, with a suggestion for a word that it does not know.
    pub(super) fn of_yaml(file: &Path, error: &serde_saphyr::Error) -> Self {
        Self::with_suggestion(file, error.without_snippet().to_string())
    }

    /// An error with a suggestion for the word that is not known, where its text lists what would do.
    pub(super) fn with_suggestion(file: &Path, mut what: String) -> Self {
        if let Some(suggestion) = suggestion(&what) {
            what.push_str(&format!("; did you mean `{suggestion}`?"));
        }
        Self { file: file.to_owned(), what }
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.what)
    }
}

impl std::error::Error for SettingsError {}

/// How much alike two words must be, as Jaro and Winkler measure it, for one to be suggested.
const ALIKE: f64 = 0.75;

/// Of the words that would do, the one that is most like the word that was written.
fn suggestion(message: &str) -> Option<&str> {
    let (written, expected) = message.split_once("expected")?;
    let written = written.rsplit(['`', '\'', '"']).nth(1)?;
    let words =
        expected.split(['`', '\'', '"', ',', ' ', ':', '\n']).filter(|word| !word.is_empty());
    let mut best: Option<(f64, &str)> = None;
    for word in words {
        let alike = strsim::jaro_winkler(&written.to_lowercase(), word);
        if alike >= ALIKE && best.is_none_or(|(before, _)| alike > before) {
            best = Some((alike, word));
        }
    }
    best.map(|(_, word)| word)
}
