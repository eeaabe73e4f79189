//! Well-known places: tables of names, and what they say about a path.

use super::credentials::{self, Secrecy, is_env};
use super::paths::covers;
use super::target::{Marks, TargetClass};
use super::words::{Words, words};

/// Folders that tools fill and can fill again.
const OUTPUT: Words = words(
    "target node_modules dist build out .venv venv __pycache__ .next .nuxt .cache \
     .parcel-cache .turbo .svelte-kit .gradle .tox .nox .pytest_cache .mypy_cache \
     .ruff_cache coverage htmlcov .nyc_output .angular _build .eggs DerivedData tmp temp \
     .tmp logs .dart_tool bazel-bin bazel-out .vite storybook-static site-packages \
     .coverage obj cmake-build-debug cmake-build-release Pods .serverless .terraform",
);
/// Temporary folders. Their contents are free, they themselves are not.
const TEMP: Words = words("/tmp /var/tmp /dev/shm /run/shm");
/// Trees that belong to the system, however deep.
const SYSTEM: Words = words(
    "/bin /boot /etc /lib /lib32 /lib64 /libx32 /proc /root /run /sbin /sys /usr /System \
     /Library /Applications /cores /nix/store /var/lib /var/log /var/db /var/spool \
     /var/run /efi",
);
/// Folders whose own entries are as dear as they are, and what is deeper is not: folders of users, of mounts.
const SHALLOW: Words = words(
    "/home /Users /mnt /media /Volumes /opt /var /srv /mnt/c /mnt/d /mnt/c/Users /c \
     /c/Users /d /nix /snap",
);
/// Under home, with all that is in it: credentials, settings of shells, hooks and agents.
const HOME: Words = words(
    ".ssh .aws .gnupg .kube .docker .azure .config/gcloud .config/gh .claude .codex .gemini \
     .cursor .config/prescan .local/state/prescan .local/share/keyrings .password-store \
     .netrc .npmrc .pypirc .git-credentials .gitconfig .vault-token .cargo/credentials.toml \
     .openclaw Library/Keychains .mozilla .config/google-chrome",
);
/// The one place of this kind whose name holds a blank.
const HOME_SUPPORT: &str = "Library/Application Support";
/// Under home, themselves but not their entries.
const HOME_FOLDERS: Words = words(
    ".config .local .local/share .local/state .local/bin Documents Desktop Downloads \
     Pictures Music Videos Movies Library",
);
/// Start-up files of shells, under home.
const PROFILES: Words = words(
    ".bashrc .bash_profile .bash_login .bash_logout .profile .zshrc .zshenv .zprofile \
     .zlogin .config/fish/config.fish .kshrc .cshrc .tcshrc",
);
/// The guard's own places, under home.
const GUARD: Words = words(
    ".claude .claude/settings.json .claude/settings.local.json .claude/hooks \
     .config/prescan .local/state/prescan .local/share/prescan .local/bin/prescan \
     .cargo/bin/prescan .codex/config.toml .codex/hooks.json .gemini/settings.json \
     .cursor/hooks.json",
);
/// The guard's own files, by how a path ends.
const GUARD_ENDS: Words = words(
    "/.claude /.claude/settings.json /.claude/settings.local.json /.claude/hooks \
     /prescan.yaml /prescan.yml /.prescan.yaml /.config/prescan /bin/prescan \
     /.codex/hooks.json /.cursor/hooks.json /.gemini/settings.json",
);
/// Extensions of databases, dumps, keys and states.
const DATA: Words =
    words("sql bak db sqlite sqlite3 pem key tfstate dump rdb mdb kdbx p12 pfx backup duckdb");
/// Below `/dev`, files that take or give bytes and keep nothing.
const STREAMS: Words = words("null zero full random urandom stdin stdout stderr tty ptmx console");

/// Whether what lies at an absolute path belongs to the system.
pub(super) enum Tree {
    /// It does, or it is a root of a tree.
    Protected,
    /// It does not.
    Free,
}

/// What `/dev` holds at a path, or `None` where the path is not a device.
pub(super) fn device(path: &str) -> Option<TargetClass> {
    if is_descriptor(path) {
        return Some(TargetClass::Scratch);
    }
    let name = path.strip_prefix("/dev/")?;
    let top = &name[..name.find('/').unwrap_or(name.len())];
    match top {
        "shm" => None,
        "fd" | "pts" | "tcp" | "udp" => Some(TargetClass::Scratch),
        _ if STREAMS.contains(name) || name.starts_with("tty") => Some(TargetClass::Scratch),
        _ => Some(TargetClass::Device),
    }
}

/// True for the names of open descriptors, and of addresses that a shell opens.
pub(super) fn is_descriptor(path: &str) -> bool {
    let folders = words("/dev/fd /proc/self/fd /dev/tcp /dev/udp");
    folders.iter().any(|folder| covers(folder, path) && path != folder)
        || matches!(path, "/dev/stdin" | "/dev/stdout" | "/dev/stderr")
}

/// True for `/`, a folder right below it, and roots of homes and mounts.
pub(super) fn is_root(path: &str) -> bool {
    path.bytes().filter(|byte| *byte == b'/').count() <= 1 || SHALLOW.contains(path)
}

/// True for what every program and every login needs to get at.
pub(super) fn is_pillar(path: &str) -> bool {
    let files = words(
        "/etc/passwd /etc/group /etc/hosts /etc/resolv.conf /usr/bin /usr/sbin /usr/lib \
         /usr/local /usr/local/bin /usr/share",
    );
    is_root(path) || SYSTEM.contains(path) || files.contains(path)
}

/// True for what is installed by hand, beside what the system brings.
pub(super) fn is_local(path: &str) -> bool {
    words("/usr/local/bin /usr/local/sbin /usr/local/lib /usr/local/share /usr/local/include")
        .iter()
        .any(|folder| covers(folder, path) && path != folder)
}

/// True for what a package manager writes and writes again.
pub(super) fn is_lock_file(path: &str) -> bool {
    let name = &path[path.rfind('/').map_or(0, |at| at + 1)..];
    words(
        "yarn.lock package-lock.json pnpm-lock.yaml bun.lock bun.lockb Cargo.lock poetry.lock \
         Gemfile.lock composer.lock Pipfile.lock uv.lock go.sum npm-shrinkwrap.json",
    )
    .contains(name)
}

/// Where an absolute path outside home, workspace and temporary folders belongs.
pub(super) fn system(path: &str) -> Tree {
    let parent = &path[..path.rfind('/').unwrap_or(0)];
    let shallow = SHALLOW.contains(parent) && parent != "/srv";
    if is_root(path) || shallow || SYSTEM.iter().any(|tree| covers(tree, path)) {
        return Tree::Protected;
    }
    // Another user's keys and settings, whose home is not known.
    let mut parts = path.splitn(4, '/').skip(1);
    if let (Some("home" | "Users"), Some(_), Some(rest)) =
        (parts.next(), parts.next(), parts.next())
        && is_settings(rest)
    {
        return Tree::Protected;
    }
    Tree::Free
}

/// True for credentials and settings under a home.
fn is_settings(rest: &str) -> bool {
    HOME.iter().chain(PROFILES.iter()).any(|place| covers(place, rest))
        || covers(HOME_SUPPORT, rest)
}

/// True for what lies in a temporary folder.
pub(super) fn in_temp(path: &str) -> bool {
    let below = |folder: &str| covers(folder, path) && path.len() > folder.len();
    TEMP.iter().any(below) || path.starts_with("/var/folders/")
}

/// The entry of a temporary folder that a path is or lies in: `/tmp/build` of `/tmp/build/src`.
pub(super) fn temp_entry(path: &str) -> Option<&str> {
    let folder = TEMP.iter().find(|folder| covers(folder, path) && path.len() > folder.len())?;
    let rest = &path[folder.len() + 1..];
    let end = rest.find('/').map_or(path.len(), |at| folder.len() + 1 + at);
    Some(&path[..end])
}

/// True for the name, or a pattern for names, of files that tools leave behind and make again.
pub(super) fn is_litter(name: &str) -> bool {
    let litter = words(
        ".pyc .pyo .o .obj .class .tmp .temp .swp .swo .DS_Store Thumbs.db .orig .rej .gcda \
         .gcno .tsbuildinfo .eslintcache ~",
    );
    litter.iter().any(|end| name.ends_with(end))
}

/// The class of what lies under home, outside the workspace; `rest` starts with a slash.
pub(super) fn under_home(rest: &str) -> TargetClass {
    let rest = rest.trim_start_matches('/');
    let protected = is_settings(rest) || HOME_FOLDERS.contains(rest);
    let cache = covers(".cache", rest) && rest != ".cache" || rest.starts_with(".zcompdump");
    match (protected, cache) {
        (true, _) => TargetClass::Protected,
        (_, true) => TargetClass::Scratch,
        _ => TargetClass::Outside,
    }
}

/// True for the folder of a version control system.
pub(super) fn is_vcs(name: &str) -> bool {
    matches!(name, ".git" | ".hg" | ".svn" | ".jj") || name.starts_with(".git.")
}

/// True for a folder that tools fill and can fill again.
pub(super) fn is_output(name: &str) -> bool {
    OUTPUT.contains(name) || name.ends_with(".egg-info") || name.starts_with("cmake-build-")
}

/// True for the name of a database, a dump, a backup, a key, a state file or an `.env`: what is rarely in git and cannot be made anew.
#[must_use]
pub fn is_precious(path: &str) -> bool {
    let name = &path[path.rfind('/').map_or(0, |at| at + 1)..];
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let secrecy = credentials::of(path, "/");
    DATA.contains(extension)
        || is_env(name)
        || secrecy.is_some_and(|secrecy| secrecy >= Secrecy::Token)
}

/// What a path's names say about it.
pub(super) fn marks(path: &str, home: &str) -> Marks {
    let name = &path[path.rfind('/').map_or(0, |at| at + 1)..];
    let rest = if covers(home, path) { path[home.len()..].trim_start_matches('/') } else { "" };
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    Marks {
        credential: credentials::of(path, home).is_some_and(|secrecy| secrecy >= Secrecy::Token),
        data: DATA.contains(extension) || is_env(name),
        profile: PROFILES.contains(rest),
        guard: is_guard(path, home),
        glob: false,
    }
}

/// True for the guard's own settings and state, and for hook settings of hosts.
pub(super) fn is_guard(path: &str, home: &str) -> bool {
    let rest = if covers(home, path) { path[home.len()..].trim_start_matches('/') } else { "" };
    !rest.is_empty() && (GUARD.contains(rest) || in_guard(rest))
        || GUARD_ENDS.iter().any(|end| path.ends_with(end))
        || path.contains("/.claude/hooks/")
}

fn in_guard(rest: &str) -> bool {
    words(".config/prescan .local/state/prescan .claude/hooks")
        .iter()
        .any(|place| covers(place, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_words_with_one_blank_between() {
        let tables = [
            OUTPUT,
            TEMP,
            SYSTEM,
            SHALLOW,
            HOME,
            HOME_FOLDERS,
            PROFILES,
            GUARD,
            GUARD_ENDS,
            DATA,
            STREAMS,
        ];
        for (at, table) in tables.into_iter().enumerate() {
            assert!(table.iter().next().is_some() && table.is_sound(), "table {at}");
        }
    }

    #[test]
    fn a_name_with_a_blank_is_found() {
        assert!(is_settings("Library/Application Support/x"));
        assert!(!is_settings("Library/Application"));
    }
}
