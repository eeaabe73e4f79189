//! Paths: made absolute, and classed by where they are.

use super::View;
use super::places::{self, Tree};
use super::target::{Marks, Target, TargetClass};

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

/// Classes a path whose variables and `~` are already put in.
pub(super) fn classify(path: &str, cwd: &str, glob: bool, view: &View<'_>) -> Target {
    if path.contains('\\') || drive(path).is_some() {
        return super::windows::classify(path, view);
    }
    // A second name of the same place on macOS.
    let full = absolute(path, cwd);
    let full = match full.strip_prefix("/private") {
        Some(rest) if rest.starts_with("/etc") || rest.starts_with("/tmp") => rest.to_owned(),
        Some(rest) if rest.starts_with("/var") => rest.to_owned(),
        _ => full,
    };
    let resolved = view.files.and_then(|files| files.resolve(&full)).unwrap_or(full);
    let marks = Marks { glob, ..places::marks(&resolved, home(view)) };
    let class = if path.contains(UNKNOWN) || cwd.contains(UNKNOWN) {
        hidden(&resolved, view)
    } else if glob {
        members(&resolved, view)
    } else {
        class_of(&resolved, view)
    };
    Target { path: shown(&resolved), class, marks, unknown: None }
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

/// A path with an unknown part: what is known of it may be enough to call it harmless or protected.
fn hidden(path: &str, view: &View<'_>) -> TargetClass {
    let known = &path[..path.find(UNKNOWN).unwrap_or(path.len())];
    let parent = &known[..known.rfind('/').unwrap_or(0)];
    if parent.is_empty() {
        return TargetClass::Unknown;
    }
    // `/tmp/name.…`; of `/tmp/…` the unknown part may be nothing.
    if places::in_temp(known) && !known.ends_with('/') {
        return TargetClass::Scratch;
    }
    match class_of(parent, view) {
        // The unknown part may hold `..`, but a name generator that does so is no longer an oversight.
        TargetClass::Scratch => TargetClass::Scratch,
        TargetClass::Device => TargetClass::Device,
        _ => TargetClass::Unknown,
    }
}

/// The worst member of a pattern.
fn members(path: &str, view: &View<'_>) -> TargetClass {
    let wild = |part: &str| part.bytes().any(|byte| matches!(byte, b'*' | b'?' | b'['));
    let mut folder = String::new();
    let mut parts = path.split('/').skip(1).peekable();
    while let Some(part) = parts.next() {
        if !wild(part) {
            folder.push('/');
            folder.push_str(part);
            continue;
        }
        let base = if folder.is_empty() { "/" } else { folder.as_str() };
        let whole = part.bytes().all(|byte| matches!(byte, b'*' | b'?' | b'.'));
        // `*` empties the folder; a pattern for some names takes one of its entries.
        let class = if whole && parts.peek().is_none() {
            class_of(base, view)
        } else if base == "/" {
            TargetClass::Protected
        } else {
            let rest: Vec<&str> = parts.by_ref().collect();
            let mut member = format!("{base}/{part}");
            for name in rest {
                member.push('/');
                member.push_str(name);
            }
            class_of(&member, view)
        };
        return class;
    }
    class_of(path, view)
}

/// The class of an absolute path without unknown parts.
fn class_of(path: &str, view: &View<'_>) -> TargetClass {
    let (home, workspace) = (home(view), workspace(view));
    if let Some(class) = places::device(path) {
        return class;
    }
    if places::marks(path, home).guard {
        return TargetClass::Protected;
    }
    if covers(path, home) || covers(path, workspace) && path != workspace {
        return TargetClass::Protected;
    }
    let sheltered = !covers(workspace, home) && !places::is_root(workspace);
    if sheltered && covers(workspace, path) {
        return inside(path, workspace, view);
    }
    if places::in_temp(path) {
        return TargetClass::Scratch;
    }
    if covers(home, path) {
        return places::under_home(&path[home.len()..]);
    }
    match places::system(path) {
        Tree::Protected => TargetClass::Protected,
        Tree::Free => TargetClass::Outside,
    }
}

/// True when `inner` is `outer` or lies in it.
pub(super) fn covers(outer: &str, inner: &str) -> bool {
    outer == "/"
        || inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A path in the workspace.
fn inside(path: &str, workspace: &str, view: &View<'_>) -> TargetClass {
    let rest = path[workspace.len()..].trim_start_matches('/');
    if rest.is_empty() || rest.split('/').any(places::is_vcs) {
        return TargetClass::Vcs;
    }
    if rest.split('/').any(places::is_output) {
        return TargetClass::Scratch;
    }
    let Some(files) = view.files else { return TargetClass::Dirty };
    if files.is_ignored(path) == Some(true) {
        TargetClass::Scratch
    } else if files.is_clean(path) == Some(true) {
        TargetClass::Clean
    } else {
        TargetClass::Dirty
    }
}
