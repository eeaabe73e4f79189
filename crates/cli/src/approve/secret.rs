//! The secret that approvals need where the user has set one.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use argon2::{Algorithm, Argon2, Params, Version};
use serde::{Deserialize, Serialize};

const NAME: &str = "approval-secret.json";

/// How many bytes the file may have.
const FILE_LIMIT: u64 = 4096;

/// How many bytes a secret may have.
const SECRET_LIMIT: u64 = 4096;

/// How many characters a secret has at least.
const SHORTEST: usize = 8;

/// The second recommended choice of RFC 9106, section 4: 64 MiB, three passes, four lanes.
const MEMORY: u32 = 64 * 1024;
const PASSES: u32 = 3;
const LANES: u32 = 4;

/// What is kept of a secret: a slow hash and the salt that went into it.
#[derive(Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct Secret {
    algorithm: String,
    salt: [u8; 16],
    hash: [u8; 32],
}

/// What stands for the algorithm and its costs.
const ALGORITHM: &str = "argon2id m=65536 t=3 p=4";

impl Secret {
    /// The secret of that folder, where one is set. What cannot be read is an error, so that damage does not do away with it.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(NAME);
        let name = || path.display().to_string();
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_file() => {}
            Ok(_) => bail!("{}: is not a regular file", name()),
            // A link that leads nowhere is a secret that is lost, not one that was never set.
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
                return Ok(None);
            }
            Err(error) => return Err(error).with_context(name),
        }
        let mut bytes = Vec::new();
        File::open(&path).with_context(name)?.take(FILE_LIMIT).read_to_end(&mut bytes)?;
        match serde_json::from_slice::<Self>(&bytes) {
            Ok(secret) if secret.algorithm == ALGORITHM => Ok(Some(secret)),
            _ => bail!("{}: does not hold the hash of a secret", name()),
        }
    }

    /// Keeps a secret's hash in that folder, and says where.
    pub(super) fn write(folder: &Path, typed: &str) -> Result<PathBuf> {
        if typed.chars().count() < SHORTEST {
            bail!("a secret has {SHORTEST} characters or more; nothing was changed");
        }
        let mut salt = [0; 16];
        getrandom::fill(&mut salt).context("the system gave no random bytes")?;
        let secret = Self { algorithm: ALGORITHM.to_owned(), salt, hash: hash(typed, &salt)? };
        create_folder(folder)?;
        let path = folder.join(NAME);
        let temporary = folder.join(format!("{NAME}.{}", std::process::id()));
        replace(&path, &temporary, &serde_json::to_vec(&secret)?)
            .with_context(|| path.display().to_string())?;
        Ok(path)
    }

    /// Whether that is the secret.
    pub(super) fn is(&self, typed: &str) -> bool {
        let Ok(hash) = hash(typed, &self.salt) else { return false };
        // Every byte is compared, so that the time says nothing about the first that differs.
        hash.iter().zip(self.hash).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
    }
}

fn hash(typed: &str, salt: &[u8]) -> Result<[u8; 32]> {
    let failed = |error| anyhow::anyhow!("the secret cannot be hashed: {error}");
    let params = Params::new(MEMORY, PASSES, LANES, Some(32)).map_err(failed)?;
    let mut hash = [0; 32];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(typed.as_bytes(), salt, &mut hash)
        .map_err(failed)?;
    Ok(hash)
}

/// Puts a file, for the user alone, in the place of another by way of a temporary one.
pub(super) fn replace(path: &Path, temporary: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options
        .open(temporary)
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| fs::rename(temporary, path));
    if written.is_err() {
        // The error that is returned says more than one of the cleaning would.
        let _ = fs::remove_file(temporary);
    }
    written
}

/// Makes the folder of the user's settings, for the user alone.
pub(super) fn create_folder(folder: &Path) -> Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).with_context(|| folder.display().to_string())
}

/// Asks on the terminal, without showing what is typed.
pub(super) fn prompt(text: &str) -> Result<String> {
    Ok(rpassword::prompt_password(text)?)
}

/// The first line of standard input.
pub(super) fn read_line() -> Result<String> {
    let mut line = String::new();
    io::stdin()
        .lock()
        .take(SECRET_LIMIT)
        .read_line(&mut line)
        .context("the secret cannot be read from standard input")?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_again_and_nowhere_written() {
        let root = tempfile::TempDir::new().unwrap();
        let folder = root.path().join("prescan");
        assert!(Secret::read(&folder).unwrap().is_none());
        let path = Secret::write(&folder, "long enough").unwrap();
        let secret = Secret::read(&folder).unwrap().unwrap();
        assert!(secret.is("long enough"));
        assert!(!secret.is("long enough "));
        assert!(!secret.is(""));
        let first = fs::read(&path).unwrap();
        assert!(!String::from_utf8(first.clone()).unwrap().contains("long enough"));
        Secret::write(&folder, "long enough").unwrap();
        assert_ne!(fs::read(&path).unwrap(), first, "the salt is new each time");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn a_short_secret_is_refused() {
        let root = tempfile::TempDir::new().unwrap();
        assert!(Secret::write(root.path(), "7 chars").is_err());
        assert!(Secret::read(root.path()).unwrap().is_none());
    }

    #[test]
    fn damage_does_not_do_away_with_the_secret() {
        let root = tempfile::TempDir::new().unwrap();
        let path = root.path().join(NAME);
        let other = br#"{"algorithm":"argon2id m=4294967295 t=3 p=4","salt":[],"hash":[]}"#;
        for content in [&b""[..], b"{}", b"\xff", other] {
            fs::write(&path, content).unwrap();
            assert!(Secret::read(root.path()).is_err());
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(Secret::read(root.path()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nowhere_does_not_do_away_with_the_secret() {
        let root = tempfile::TempDir::new().unwrap();
        std::os::unix::fs::symlink("nowhere", root.path().join(NAME)).unwrap();
        assert!(Secret::read(root.path()).is_err());
    }
}
