//! Where file systems, and parts of them, are mounted.

/// The mount points of this process; `None` where they are not known.
#[cfg(target_os = "linux")]
pub(super) fn all() -> Option<Vec<String>> {
    /// Machines with thousands of containers have a list of megabytes.
    const LIMIT: usize = 1 << 20;
    let text = super::read::text(std::path::Path::new("/proc/self/mountinfo"), LIMIT)?;
    Some(points(&text))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn all() -> Option<Vec<String>> {
    None
}

/// The fifth field of each line of `/proc/self/mountinfo`, see proc_pid_mountinfo(5).
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "the file is of Linux"))]
fn points(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.split(' ').nth(4)).map(unescaped).collect()
}

/// Blanks and backslashes are written as three octal digits.
fn unescaped(field: &str) -> String {
    let mut out: Vec<u8> = Vec::with_capacity(field.len());
    let mut rest = field.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let octal = (*first == b'\\').then(|| behind.get(..3)).flatten();
        let byte =
            octal.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 8).ok());
        out.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &behind[3..] } else { behind };
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Whether a folder lies on another device than the folder it is in, which is what can be told everywhere on Unix.
#[cfg(all(unix, not(target_os = "linux")))]
pub(super) fn is_point(path: &std::path::Path) -> Option<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let own = path.symlink_metadata().ok()?;
    let parent = path.parent()?.symlink_metadata().ok()?;
    Some(own.is_dir() && own.dev() != parent.dev())
}

#[cfg(test)]
mod tests {
    use super::points;

    #[test]
    fn mount_points_are_the_fifth_field() {
        let text = "22 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw\n\
                    40 22 8:1 /srv/x /home/ada/my\\040data rw - ext4 /dev/sda1 rw\n\
                    short line\n";
        assert_eq!(points(text), ["/", "/home/ada/my data"]);
    }
}
