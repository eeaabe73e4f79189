//! Settings files: finding and reading them.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::error::SettingsError;
use super::file::SettingsFile;

/// The name of a settings file.
pub const SETTINGS_FILE: &str = "prescan.yaml";
/// The name of the file, beside the user's settings, with what approvals let through for good.
pub const ALLOW_FILE: &str = "allow.yaml";
/// The largest settings file, in bytes.
pub const MAX_FILE: u64 = 1 << 20;
/// How many folders above the working directory may hold the project's settings.
const MAX_PARENTS: usize = 64;

/// Reads a settings file.
///
/// # Errors
/// When it cannot be read, is too large, is no YAML, or has a key or a value that is not known; the error names the place.
pub fn read(file: &Path) -> Result<SettingsFile, SettingsError> {
    read_if_there(file)?.ok_or_else(|| SettingsError::new(file, "there is no such file"))
}

/// The same, `None` where there is no such file.
pub(super) fn read_if_there(file: &Path) -> Result<Option<SettingsFile>, SettingsError> {
    let fault = |what: &dyn std::fmt::Display| SettingsError::new(file, what.to_string());
    let metadata = match file.metadata() {
        Ok(metadata) => metadata,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(fault(&error)),
    };
    // Nobody may have named it: a FIFO would hold up the agent for ever.
    if !metadata.is_file() {
        return Err(fault(&"is not a regular file"));
    }
    let mut source = String::new();
    std::fs::File::open(file)
        .and_then(|open| open.take(MAX_FILE + 1).read_to_string(&mut source))
        .map_err(|error| fault(&error))?;
    if source.len() as u64 > MAX_FILE {
        return Err(fault(&format!("is larger than {MAX_FILE} bytes")));
    }
    parse(file, &source).map(Some)
}

fn is_absent(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

/// Reads the text of a settings file, which is named in errors.
///
/// # Errors
/// As [`read`].
pub fn parse(file: &Path, source: &str) -> Result<SettingsFile, SettingsError> {
    let settings: Option<SettingsFile> =
        serde_saphyr::from_str(source).map_err(|error| SettingsError::of_yaml(file, &error))?;
    let settings = settings.unwrap_or_default();
    for (index, allowance) in settings.allow.iter().enumerate() {
        if let Some(fault) = allowance.fault() {
            return Err(SettingsError::new(
                file,
                format!("entry {} of `allow` {fault}", index + 1),
            ));
        }
    }
    crate::hooks::guards::check(&settings.guards)
        .and_then(|()| crate::policy::check(&settings.policy))
        .and_then(|()| prescan_rules::tools::table(&settings.tools).map(drop))
        .map_err(|what| SettingsError::with_suggestion(file, what))?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    for hook in settings.hooks.clone() {
        // The environment is looked at when the hook is made to run.
        hook.into_hook(folder, None, &|_| Some(std::ffi::OsString::new()))
            .map_err(|error| SettingsError::new(file, error.to_string()))?;
    }
    Ok(settings)
}

/// The folder with the project's settings: the first of the working directory and those above it that holds a settings file or is the root of a repository.
#[must_use]
pub fn project_folder(cwd: &Path) -> Option<PathBuf> {
    let mut folders = cwd.ancestors().take(MAX_PARENTS);
    folders
        .find(|folder| folder.join(SETTINGS_FILE).exists() || folder.join(".git").exists())
        .map(Path::to_owned)
}

/// The JSON Schema of settings files, pretty-printed with a final newline.
#[must_use]
pub fn schema() -> String {
    let schema = schemars::schema_for!(SettingsFile);
    let mut text = format!("{:#}", schema.as_value());
    text.push('\n');
    text
}
