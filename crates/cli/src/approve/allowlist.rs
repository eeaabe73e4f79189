//! `allow.yaml`: calls that the user allows in every session.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use prescan_hook::{ALLOW_FILE, AllowEntry, read_settings};
use prescan_report::{hidden, visible};

use super::secret::{create_folder, replace};

/// How many bytes the file may have.
const LIMIT: u64 = 1024 * 1024;

/// Adds an entry to the list in that folder, and says where the list is. What is in it stays as it is, comments too.
pub(super) fn add(folder: &Path, entry: &AllowEntry) -> Result<PathBuf> {
    create_folder(folder)?;
    let path = folder.join(ALLOW_FILE);
    if fs::metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
        bail!("{}: is not a regular file", path.display());
    }
    let file = open(&path).with_context(|| path.display().to_string())?;
    // Two that add at the same time would mend the same missing line feed.
    file.lock()?;
    if !lists(&path, entry)? {
        append(&file, folder, entry).with_context(|| path.display().to_string())?;
    }
    Ok(path)
}

/// Whether that file, which must be a settings file, has the entry.
fn lists(path: &Path, entry: &AllowEntry) -> Result<bool> {
    let event = entry.event.to_string();
    Ok(read_settings(path)?.allow.iter().any(|it| it.event.as_ref() == Some(&event)))
}

fn append(mut file: &File, folder: &Path, entry: &AllowEntry) -> Result<()> {
    let mut before = String::new();
    file.take(LIMIT).read_to_string(&mut before)?;
    let mut text = text(entry)?;
    if !before.lines().any(|line| line.trim_end() == "allow:") {
        text.insert_str(0, "allow:\n");
    }
    if !before.is_empty() && !before.ends_with('\n') {
        text.insert(0, '\n');
    }
    // What cannot be read back would make the whole list useless.
    let trial = folder.join(format!("{ALLOW_FILE}.{}", std::process::id()));
    replace(&trial, &trial.with_added_extension("new"), (before + &text).as_bytes())?;
    let listed = lists(&trial, entry);
    fs::remove_file(&trial)?;
    if !listed? {
        bail!("the entry cannot be added after what is there");
    }
    file.write_all(text.as_bytes())?;
    Ok(())
}

/// The entry as an item of the list. What is no setting is a comment.
fn text(entry: &AllowEntry) -> Result<String> {
    let mut reason = String::new();
    // A string of JSON is one of YAML, except for characters that YAML wants escaped.
    for c in serde_json::to_string(&entry.reason)?.chars() {
        match u32::from(c) {
            code if !hidden(c) => reason.extend(char::from_u32(code)),
            code @ ..=0xffff => reason.push_str(&format!("\\u{code:04x}")),
            code => reason.push_str(&format!("\\U{code:08x}")),
        }
    }
    Ok(format!(
        "  # {}, {}\n  - event: \"{}\"\n    reason: {reason}\n",
        visible(&entry.tool),
        entry.added,
        entry.event
    ))
}

fn open(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    Ok(options.open(path)?)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use prescan_hook::{Event, EventHash, EventKind, Timestamp};
    use proptest::prelude::*;

    use super::*;

    fn entry(tool: &str, reason: &str) -> AllowEntry {
        let event = Event::new(EventKind::ToolPre, tool, serde_json::json!({}));
        AllowEntry {
            tool: tool.to_owned(),
            event: EventHash::of(&event),
            reason: reason.to_owned(),
            added: Timestamp::new(SystemTime::UNIX_EPOCH),
        }
    }

    /// The hashes and reasons that a list holds.
    fn read(path: &Path) -> Vec<(String, String)> {
        let allow = read_settings(path).unwrap().allow;
        allow.into_iter().map(|it| (it.event.unwrap(), it.reason)).collect()
    }

    fn pair(entry: &AllowEntry) -> (String, String) {
        (entry.event.to_string(), entry.reason.clone())
    }

    #[test]
    fn entries_are_added_below_what_is_there() {
        let root = tempfile::TempDir::new().unwrap();
        let folder = root.path().join("prescan");
        let first = entry("Bash", "our own: script");
        let path = add(&folder, &first).unwrap();
        let with_comment = fs::read_to_string(&path).unwrap() + "# checked in spring";
        fs::write(&path, &with_comment).unwrap();
        let second = entry("Write", "yes");
        add(&folder, &second).unwrap();
        add(&folder, &first).unwrap();
        assert_eq!(read(&path), [pair(&first), pair(&second)]);
        assert!(fs::read_to_string(&path).unwrap().starts_with(&with_comment));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no other file stays");
    }

    #[test]
    fn a_file_that_cannot_be_added_to_stays_as_it_is() {
        let root = tempfile::TempDir::new().unwrap();
        let path = root.path().join(ALLOW_FILE);
        for content in ["nonsense: Bash\n", "- [", "allow: []\n", "allow:\n- event: x\n"] {
            fs::write(&path, content).unwrap();
            assert!(add(root.path(), &entry("Bash", "x")).is_err(), "{content}");
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
            assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1, "no other file stays");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_back(tool: String, reason in "(?s).*[^\\s]+.*") {
            let root = tempfile::TempDir::new().unwrap();
            let entry = entry(&tool, &reason);
            let path = add(root.path(), &entry).unwrap();
            prop_assert_eq!(read(&path), [pair(&entry)]);
        }
    }
}
