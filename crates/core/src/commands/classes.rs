//! Paths, classed by where they are and by what git says of them.

use super::paths::{UNKNOWN, absolute, covers, cwd, drive, home, shown, workspace};
use super::places::{self, Tree};
use super::target::{Marks, Target, TargetClass};
use super::wild::Wild;
use super::{FileKind, Files, View, Work};

/// How many names of folders a pattern is compared with.
const MAX_NAMES: usize = 4096;
/// How many matches of a pattern are classed.
const MAX_MATCHES: usize = 128;

/// A path as a command spells it, and what is asked about it.
#[derive(Clone, Copy)]
pub(super) struct Spelled<'a> {
    /// The path, its variables and `~` put in.
    pub path: &'a str,
    /// The folder it is relative to.
    pub cwd: &'a str,
    pub glob: Glob,
    /// True where a link at the end is what is meant, not what it leads to.
    pub keeps_link: bool,
    /// True where git is asked. Without it what lies in the workspace is dirty.
    pub asks_git: bool,
}

/// How wildcards are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Glob {
    None,
    /// A shell puts in the names that are there, without those that begin with a dot.
    Shell,
    /// The same with names that begin with a dot.
    ShellAll,
    /// It stands for what a search finds, however deep.
    Search,
}

/// Home and workspace, as they are named and as they resolve.
struct Bases<'a> {
    homes: [String; 2],
    workspaces: [String; 2],
    files: Option<&'a dyn Files>,
    asks_git: bool,
}

impl<'a> Bases<'a> {
    fn of(view: &View<'a>, asks_git: bool) -> Self {
        let both = |path: &str| {
            let real = view.files.and_then(|files| files.resolve(path));
            [path.to_owned(), real.map_or_else(|| path.to_owned(), |real| single_name(&real))]
        };
        Self {
            homes: both(home(view)),
            workspaces: both(workspace(view)),
            files: view.files,
            asks_git,
        }
    }
}

/// Classes a path.
pub(super) fn classify(spelled: &Spelled<'_>, view: &View<'_>) -> Target {
    let Spelled { path, glob, .. } = *spelled;
    if path.contains('\\') || drive(path).is_some() {
        return super::windows::classify(path, view);
    }
    let bases = Bases::of(view, spelled.asks_git);
    if path.contains(UNKNOWN) || spelled.cwd.contains(UNKNOWN) {
        let full = single_name(&absolute(path, spelled.cwd));
        let marks = Marks { glob: glob != Glob::None, ..places::marks(&full, home(view)) };
        let class = hidden(&full, &bases);
        return Target { path: shown(&full), class, marks, unknown: None };
    }
    if glob == Glob::None {
        return one(spelled, &bases);
    }
    let matched = matches!(glob, Glob::Shell | Glob::ShellAll).then(|| worst(spelled, &bases));
    matched.flatten().unwrap_or_else(|| pattern(spelled, &bases))
}

/// A path without its second names on macOS.
fn single_name(path: &str) -> String {
    let rest = path
        .strip_prefix("/private")
        .filter(|rest| ["/etc", "/tmp", "/var"].iter().any(|folder| covers(folder, rest)));
    rest.unwrap_or(path).to_owned()
}

/// One path.
fn one(spelled: &Spelled<'_>, bases: &Bases<'_>) -> Target {
    let named = single_name(&absolute(spelled.path, spelled.cwd));
    // What a process has open is its own: `/dev/stdout` leads elsewhere for each.
    let own = matches!(places::device(&named), Some(TargetClass::Scratch));
    let files = bases.files.filter(|_| !own);
    let real = files.and_then(|files| resolve(spelled, files));
    let real = real.map_or_else(|| named.clone(), |real| single_name(&real));
    let mut marks = places::marks(&real, &bases.homes[1]);
    let mut class = class_of(&real, bases);
    if real != named {
        let own = places::marks(&named, &bases.homes[0]);
        marks = union(marks, own);
        // A dear name stays dear where its content is kept elsewhere, as with files of settings that are links.
        let own = class_of(&named, &Bases { asks_git: false, ..bases.names() });
        if own >= TargetClass::Vcs {
            class = class.max(own);
        }
    }
    Target { path: shown(&real), class, marks, unknown: None }
}

impl Bases<'_> {
    fn names(&self) -> Self {
        Self {
            homes: self.homes.clone(),
            workspaces: self.workspaces.clone(),
            files: self.files,
            asks_git: self.asks_git,
        }
    }
}

fn union(left: Marks, right: Marks) -> Marks {
    Marks {
        credential: left.credential || right.credential,
        data: left.data || right.data,
        profile: left.profile || right.profile,
        guard: left.guard || right.guard,
        glob: left.glob || right.glob,
    }
}

/// Where a path leads. Behind a link, `..` is the folder above what the link leads to.
fn resolve(spelled: &Spelled<'_>, files: &dyn Files) -> Option<String> {
    let Spelled { path, cwd, keeps_link, .. } = *spelled;
    let joined = if path.starts_with('/') { path.to_owned() } else { format!("{cwd}/{path}") };
    let climbs = joined.split('/').any(|part| part == "..");
    let follow = |path: &str| {
        let climbing = if climbs { files.resolve(path) } else { None };
        climbing.or_else(|| files.resolve(&absolute(path, "/")))
    };
    if keeps_link
        && let Some((parent, name)) = joined.rsplit_once('/')
        && !matches!(name, "" | "." | "..")
    {
        let parent = follow(if parent.is_empty() { "/" } else { parent })?;
        return Some(format!("{}/{name}", parent.trim_end_matches('/')));
    }
    follow(&joined)
}

/// A path with an unknown part: what is known of it may be enough to call it harmless or protected.
fn hidden(path: &str, bases: &Bases<'_>) -> TargetClass {
    let known = &path[..path.find(UNKNOWN).unwrap_or(path.len())];
    let parent = &known[..known.rfind('/').unwrap_or(0)];
    if parent.is_empty() {
        return TargetClass::Unknown;
    }
    // `/tmp/name.…`; of `/tmp/…` the unknown part may be nothing.
    if places::in_temp(known) && !known.ends_with('/') {
        return TargetClass::Scratch;
    }
    match class_of(parent, bases) {
        // The unknown part may hold `..`, but a name generator that does so is no longer an oversight.
        TargetClass::Scratch => TargetClass::Scratch,
        TargetClass::Device => TargetClass::Device,
        _ => TargetClass::Unknown,
    }
}

fn is_wild(part: &str) -> bool {
    part.bytes().any(|byte| matches!(byte, b'*' | b'?' | b'['))
}

/// A pattern whose matches are not known: the worst that it may match.
fn pattern(spelled: &Spelled<'_>, bases: &Bases<'_>) -> Target {
    let full = single_name(&absolute(spelled.path, spelled.cwd));
    let real = bases.files.and_then(|files| files.resolve(&full));
    let full = real.map_or(full, |real| single_name(&real));
    let marks = Marks { glob: true, ..places::marks(&full, &bases.homes[1]) };
    let (folder, part, last) = first_wild(&full);
    // `*` empties the folder; a pattern for some names takes one of its entries.
    let whole = part.bytes().all(|byte| matches!(byte, b'*' | b'?' | b'.'));
    let class = if whole && last && !part.is_empty() {
        class_of(folder, bases)
    } else if folder == "/" && !part.is_empty() {
        TargetClass::Protected
    } else {
        class_of(&full, bases)
    };
    Target { path: shown(&full), class, marks, unknown: None }
}

/// The folder in front of the first part with a wildcard, that part, and whether it is the last.
pub(super) fn first_wild(full: &str) -> (&str, &str, bool) {
    let mut start = 1;
    for part in full.split('/').skip(1) {
        let end = start + part.len();
        if is_wild(part) {
            let folder = if start == 1 { "/" } else { &full[..start - 1] };
            return (folder, part, end == full.len());
        }
        start = end + 1;
    }
    (full, "", true)
}

/// The worst of what a pattern matches now; `None` where that is not known, or where it does not matter.
fn worst(spelled: &Spelled<'_>, bases: &Bases<'_>) -> Option<Target> {
    let files = bases.files?;
    let full = absolute(spelled.path, spelled.cwd);
    let (folder, ..) = first_wild(&full);
    // What lies in a protected folder is its contents, however few they are now.
    if class_of(folder, bases) >= TargetClass::Protected {
        return None;
    }
    let found = matches(&full, spelled.glob == Glob::ShellAll, files)?;
    let mut worst: Option<Target> = None;
    for path in &found {
        let keeps_link = spelled.keeps_link && !spelled.path.ends_with('/');
        let target = one(&Spelled { path, keeps_link, ..*spelled }, bases);
        worst = Some(match worst {
            None => target,
            Some(other) => Target {
                class: other.class.max(target.class),
                marks: union(other.marks, target.marks),
                ..other
            },
        });
    }
    let worst = worst?;
    let marks = Marks { glob: true, ..worst.marks };
    Some(Target { path: shown(&single_name(&full)), marks, ..worst })
}

/// The paths that a pattern stands for.
fn matches(full: &str, all: bool, files: &dyn Files) -> Option<Vec<String>> {
    let parts: Vec<&str> = full.split('/').skip(1).collect();
    let mut found = vec![String::new()];
    let mut names = 0;
    for (at, part) in parts.iter().enumerate() {
        if !is_wild(part) {
            for path in &mut found {
                path.push('/');
                path.push_str(part);
            }
            let later = parts[..at].iter().any(|part| is_wild(part));
            found.retain(|path| !later || files.kind(path) != Some(FileKind::Missing));
            continue;
        }
        // `**` may cross folders, or may not: shells differ.
        let wild = Wild::new(part.as_bytes()).filter(|_| !part.contains("**"))?;
        let mut next = Vec::new();
        for folder in &found {
            let members = match files.kind(if folder.is_empty() { "/" } else { folder })? {
                FileKind::File | FileKind::Missing | FileKind::Other => continue,
                _ => files.members(if folder.is_empty() { "/" } else { folder })?,
            };
            names += members.len();
            if names > MAX_NAMES {
                return None;
            }
            let hidden = all || part.starts_with('.');
            let fits = |name: &&String| {
                (hidden || !name.starts_with('.')) && wild.matches(name.as_bytes())
            };
            next.extend(members.iter().filter(fits).map(|name| format!("{folder}/{name}")));
        }
        if next.len() > MAX_MATCHES {
            return None;
        }
        found = next;
    }
    Some(found)
}

/// The class of an absolute path without unknown parts.
fn class_of(path: &str, bases: &Bases<'_>) -> TargetClass {
    let Bases { homes, workspaces, .. } = bases;
    if let Some(class) = places::device(path) {
        return class;
    }
    if homes.iter().any(|home| places::is_guard(path, home) || covers(path, home)) {
        return TargetClass::Protected;
    }
    let is_workspace = workspaces.iter().any(|workspace| workspace == path);
    if !is_workspace && workspaces.iter().any(|workspace| covers(path, workspace)) {
        return TargetClass::Protected;
    }
    let sheltered = |workspace: &String| {
        !homes.iter().any(|home| covers(workspace, home)) && !places::is_root(workspace)
    };
    if workspaces.iter().all(sheltered)
        && let Some(workspace) = workspaces.iter().find(|workspace| covers(workspace, path))
    {
        return inside(path, workspace, bases);
    }
    if places::in_temp(path) {
        // Who works in a temporary folder has more than scratch beside the workspace.
        let beside = |workspace: &String| {
            places::temp_entry(workspace).is_some_and(|entry| covers(entry, path))
        };
        return match workspaces.iter().any(beside) {
            true => TargetClass::Outside,
            false => TargetClass::Scratch,
        };
    }
    if let Some(home) = homes.iter().find(|home| covers(home, path)) {
        return places::under_home(&path[home.len()..]);
    }
    match places::system(path) {
        Tree::Protected => TargetClass::Protected,
        Tree::Free => TargetClass::Outside,
    }
}

/// A path in the workspace.
fn inside(path: &str, workspace: &str, bases: &Bases<'_>) -> TargetClass {
    let rest = path[workspace.len()..].trim_start_matches('/');
    if rest.is_empty() || rest.split('/').any(places::is_vcs) {
        return TargetClass::Vcs;
    }
    let name = &rest[rest.rfind('/').map_or(0, |at| at + 1)..];
    let output = rest.split('/').any(places::is_output) || places::is_litter(name);
    let Some(files) = bases.files.filter(|_| bases.asks_git) else {
        return if output { TargetClass::Scratch } else { TargetClass::Dirty };
    };
    if output {
        // Some projects keep what they write by hand under such a name.
        let changed = files.is_clean(path, Work::Tracked) == Some(false);
        return if changed { TargetClass::Dirty } else { TargetClass::Scratch };
    }
    if files.is_ignored(path) == Some(true) {
        // A repository around the workspace that ignores all of it says nothing about what is in it.
        let whole = files.is_ignored(workspace) == Some(true);
        // Ignored is also what must not be shared: keys, databases, local settings.
        let dear = whole || places::is_precious(path) || is_repository(path, files);
        return if dear { TargetClass::Dirty } else { TargetClass::Scratch };
    }
    match files.is_clean(path, Work::Any) {
        Some(true) if !is_repository(path, files) => TargetClass::Clean,
        _ => TargetClass::Dirty,
    }
}

/// True for a repository in the workspace: what it has committed goes with it.
fn is_repository(path: &str, files: &dyn Files) -> bool {
    let kind = files.kind(&format!("{path}/.git"));
    kind.is_some_and(|kind| kind != FileKind::Missing)
}

/// Whether something is mounted where a recursive effect on the path would reach.
pub(super) fn reaches_mount(path: &str, glob: bool, files: &dyn Files) -> bool {
    let pattern: Vec<Option<Wild>> = match glob {
        true => path.split('/').map(|part| Wild::new(part.as_bytes())).collect(),
        false => Vec::new(),
    };
    let folder = if glob { first_wild(path).0 } else { path };
    let fits = |mount: &String| {
        let mut parts = mount.split('/');
        covers(folder, mount)
            && pattern.iter().all(|wild| {
                let part = parts.next();
                part.is_some_and(|part| {
                    wild.as_ref().is_none_or(|wild| wild.matches(part.as_bytes()))
                })
            })
    };
    files.mounts(folder).is_some_and(|mounts| mounts.iter().any(fits))
}

/// Classes a path as a shell would read it from a command: relative to the view's working directory, with wildcards, `~` and `..`.
pub(super) fn read(path: &str, view: &View<'_>, asks_git: bool) -> Target {
    let expanded = match path.strip_prefix('~') {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("{}{rest}", home(view)),
        _ => path.to_owned(),
    };
    let glob = if is_wild(path) { Glob::Shell } else { Glob::None };
    let cwd = cwd(view);
    classify(&Spelled { path: &expanded, cwd, glob, keeps_link: false, asks_git }, view)
}
