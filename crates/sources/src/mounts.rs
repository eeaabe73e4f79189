//! Which folders hold files that the kernel makes up.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// File system types whose regular files may block, be endless, or say nothing about a disk.
const PSEUDO: &[&str] = &[
    "binfmt_misc",
    "bpf",
    "cgroup",
    "cgroup2",
    "configfs",
    "cpuset",
    "debugfs",
    "devfs",
    "devpts",
    "devtmpfs",
    "efivarfs",
    "fusectl",
    "hugetlbfs",
    "mqueue",
    "nsfs",
    "proc",
    "procfs",
    "pstore",
    "rpc_pipefs",
    "securityfs",
    "selinuxfs",
    "smackfs",
    "sysfs",
    "tracefs",
];

/// Pseudo file systems wherever the mount table cannot be read, and whatever their type is said
/// to be: containers put a plain tmpfs full of devices on `/dev`.
const ALWAYS: &[&str] = &["/dev", "/proc", "/sys"];

/// The mount points of this process's view of the file system.
#[derive(Debug, Default)]
pub(crate) struct Mounts {
    /// Whether the last mount on a point, which covers the earlier ones, is a pseudo file system.
    table: BTreeMap<PathBuf, bool>,
}

impl Mounts {
    /// Reads the mount table, where there is one.
    pub(crate) fn read() -> Self {
        if !cfg!(unix) {
            return Self::default();
        }
        // Read in few calls, as the kernel makes the table up anew for each.
        let mut table = Vec::with_capacity(32 << 10);
        let read =
            File::open("/proc/self/mounts").and_then(|mut file| file.read_to_end(&mut table));
        if read.is_err() {
            table.clear();
        }
        Self::parse(&table)
    }

    /// A table of nothing but these pseudo file systems.
    #[cfg(test)]
    pub(crate) fn pseudo(points: &[PathBuf]) -> Self {
        Self { table: points.iter().map(|point| (point.clone(), true)).collect() }
    }

    fn parse(table: &[u8]) -> Self {
        let mut mounts = Self::default();
        for path in ALWAYS {
            mounts.table.insert(PathBuf::from(path), true);
        }
        for line in table.split(|&byte| byte == b'\n') {
            let mut fields = line.split(|&byte| byte == b' ').skip(1);
            let (Some(point), Some(kind)) = (fields.next(), fields.next()) else { continue };
            let point = path_of(unescape(point));
            let pseudo = PSEUDO.iter().any(|name| name.as_bytes() == kind)
                || ALWAYS.iter().any(|always| point == Path::new(always));
            mounts.table.insert(point, pseudo);
        }
        mounts
    }

    /// Whether the innermost mount that holds `path`, an absolute path without links, is pseudo.
    pub(crate) fn is_pseudo(&self, path: &Path) -> bool {
        path.ancestors().find_map(|point| self.table.get(point)).copied().unwrap_or(false)
    }

    /// The pseudo mount points strictly below `folder`, relative to it.
    pub(crate) fn pseudo_below<'a>(&'a self, folder: &'a Path) -> impl Iterator<Item = &'a Path> {
        self.table
            .iter()
            .filter(|(_, pseudo)| **pseudo)
            .filter_map(move |(point, _)| point.strip_prefix(folder).ok())
            .filter(|rest| !rest.as_os_str().is_empty())
    }
}

/// Undoes the octal escapes of the mount table (`\040` is a space).
fn unescape(field: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((&byte, tail)) = rest.split_first() {
        let octal = tail.get(..3).filter(|_| byte == b'\\').and_then(octal);
        match octal {
            Some(value) => {
                out.push(value);
                rest = &tail[3..];
            }
            None => {
                out.push(byte);
                rest = tail;
            }
        }
    }
    out
}

fn octal(digits: &[u8]) -> Option<u8> {
    let text = std::str::from_utf8(digits).ok()?;
    u8::from_str_radix(text, 8).ok()
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const TABLE: &[u8] = b"/dev/sda1 / ext4 rw 0 0\n\
        proc /proc proc rw 0 0\n\
        tmpfs /dev tmpfs rw 0 0\n\
        tmpfs /dev/shm tmpfs rw 0 0\n\
        sysfs /srv/ch\\040root/sys sysfs rw 0 0\n\
        proc /mnt proc rw 0 0\n\
        disk /mnt ext4 rw 0 0\n\
        broken\n";

    #[test]
    fn the_innermost_and_latest_mount_decides() {
        let mounts = Mounts::parse(TABLE);
        let pseudo = |path: &str| mounts.is_pseudo(Path::new(path));
        assert!(pseudo("/proc/1/environ"));
        assert!(pseudo("/sys"), "known without an entry");
        assert!(pseudo("/dev/null"), "a tmpfs full of devices");
        assert!(!pseudo("/dev/shm/work"), "a real file system below a pseudo one");
        assert!(pseudo("/srv/ch root/sys/kernel"));
        assert!(!pseudo("/procession"));
        assert!(!pseudo("/mnt/file"), "covered by a later mount");
        assert!(!pseudo("/home"));
    }

    #[test]
    fn lists_pseudo_mounts_below_a_folder() {
        let mounts = Mounts::parse(TABLE);
        let below: Vec<_> = mounts.pseudo_below(Path::new("/srv")).collect();
        assert_eq!(below, [Path::new("ch root/sys")]);
        assert_eq!(mounts.pseudo_below(Path::new("/proc")).count(), 0);
        assert!(mounts.pseudo_below(Path::new("/")).any(|rest| rest == Path::new("proc")));
    }

    #[test]
    fn keeps_backslashes_that_are_no_escapes() {
        assert_eq!(unescape(b"a\\040b\\134\\9\\"), b"a b\\\\9\\");
    }
}
