//! Paths: names that stand for what is not known, and paths made absolute.

use super::View;

/// Stands for a part of a value that is not known. A noncharacter, so no honest line holds it.
pub(super) const UNKNOWN: char = '\u{FDD0}';
/// Home, where the caller did not name it.
const SOME_HOME: &str = "/home/\u{FDD1}";
/// The workspace, where the caller did not name it. Deep enough that its parents are not system roots by name.
const SOME_WORKSPACE: &str = "/home/\u{FDD1}/\u{FDD2}/\u{FDD2}";

/// The home directory, or a name that stands for it.
pub(super) fn home<'a>(view: &View<'a>) -> &'a str {
    trim(view.home.unwrap_or(SOME_HOME))
}

/// The workspace, or a name that stands for it.
pub(super) fn workspace<'a>(view: &View<'a>) -> &'a str {
    trim(view.workspace.or(view.cwd).unwrap_or(SOME_WORKSPACE))
}

/// The directory in which the line runs, or a name that stands for it.
pub(super) fn cwd<'a>(view: &View<'a>) -> &'a str {
    trim(view.cwd.or(view.workspace).unwrap_or(SOME_WORKSPACE))
}

fn trim(path: &str) -> &str {
    let short = path.trim_end_matches('/');
    if short.is_empty() { "/" } else { short }
}

/// The path joined to a directory, without `.`, `..` and doubled slashes. `..` above the root stays at the root.
pub(super) fn absolute(path: &str, cwd: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    // What is not known may be absolute.
    let base = if path.starts_with(['/', UNKNOWN]) { "" } else { cwd };
    for part in base.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let mut joined = String::with_capacity(base.len() + path.len() + 1);
    for part in &parts {
        joined.push('/');
        joined.push_str(part);
    }
    if joined.is_empty() {
        joined.push('/');
    }
    joined
}

/// A path for people: the names that stand for an unknown home or workspace are written as a shell would.
pub(super) fn shown(path: &str) -> String {
    let known = path.strip_prefix('/').filter(|rest| rest.starts_with(UNKNOWN)).unwrap_or(path);
    known.replace(SOME_WORKSPACE, ".").replace(SOME_HOME, "~").replace(UNKNOWN, "…")
}

/// The drive letter of a Windows path such as `C:` or `C:/x`.
pub(super) fn drive(path: &str) -> Option<char> {
    let bytes = path.as_bytes();
    let is_drive = bytes.len() >= 2
        && bytes[0].is_ascii_alphabetic()
        && bytes[1] == b':'
        && bytes.get(2).is_none_or(|byte| matches!(byte, b'/' | b'\\'));
    is_drive.then(|| char::from(bytes[0].to_ascii_uppercase()))
}

/// True when `inner` is `outer` or lies in it.
pub(super) fn covers(outer: &str, inner: &str) -> bool {
    outer == "/"
        || inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
