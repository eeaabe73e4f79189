//! Scripts in the manifests of packages.

use std::path::Path;

use prescan_core::commands::ManifestScript;
use serde_json::Value;

use super::read;

/// The largest manifest that is read, in bytes.
const MAX_MANIFEST: usize = 1 << 20;
/// How many folders are looked at on the way up to the root.
const MAX_PARENTS: usize = 64;
/// The most lines of a script.
const MAX_LINES: usize = 64;

/// The script of that name in the nearest manifest.
pub(super) fn script(manifest: &str, folder: &str, name: &str) -> Option<ManifestScript> {
    for folder in Path::new(folder).ancestors().take(MAX_PARENTS) {
        let file = folder.join(manifest);
        if file.symlink_metadata().is_err() {
            continue;
        }
        let manifest: Value = serde_json::from_slice(&read::whole(&file, MAX_MANIFEST)?).ok()?;
        let lines = lines(manifest.get("scripts")?.get(name)?)?;
        return Some(ManifestScript { folder: folder.to_str()?.to_owned(), lines });
    }
    None
}

/// npm has a line for a script, Composer a line or a list of them.
fn lines(script: &Value) -> Option<Vec<String>> {
    match script {
        Value::String(line) => Some(vec![line.clone()]),
        Value::Array(lines) => {
            let lines = lines.iter().filter_map(Value::as_str).take(MAX_LINES);
            Some(lines.map(str::to_owned).collect())
        }
        _ => None,
    }
}
