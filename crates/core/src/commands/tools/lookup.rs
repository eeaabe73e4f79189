//! From a program's name to how it is understood.

use std::borrow::Cow;

use super::{
    Tool, copies, databases, decoders, deletes, disks, documents, editors, find as find_tool, git,
    guard, interpreters, keys, network, permissions, processes, recipes, shells, streams,
};
use crate::commands::Programs;
use crate::commands::run::{Call, Flow, Run};
use crate::commands::words::{Words, words};

type Function = fn(&mut Run<'_>, &Call<'_>) -> Flow;

/// Programs whose arguments are read by a function, by name in byte order.
static FUNCTIONS: &[(&str, Function)] = &[
    (".", shells::source),
    ("Rscript", interpreters::interpreter),
    ("alias", |run, call| run.alias(call)),
    ("ash", shells::shell),
    ("at", shells::later),
    ("awk", interpreters::interpreter),
    ("base32", decoders::decoder),
    ("base64", decoders::decoder),
    ("basenc", decoders::decoder),
    ("bash", shells::shell),
    ("bat", streams::print),
    ("batch", shells::later),
    ("beeline", databases::client),
    ("blkdiscard", disks::writer),
    ("bq", databases::client),
    ("bun", interpreters::interpreter),
    ("bunzip2", decoders::decoder),
    ("bzcat", decoders::decoder),
    ("bzip2", decoders::decoder),
    ("cat", streams::print),
    ("cd", |run, call| run.change_folder(call)),
    ("cfdisk", disks::writer),
    ("chgrp", permissions::change),
    ("chmod", permissions::change),
    ("chown", permissions::change),
    ("clickhouse", databases::client),
    ("clickhouse-client", databases::client),
    ("clickhouse-local", databases::client),
    ("cmd", shells::cmd),
    ("cockroach", databases::client),
    ("command", shells::command),
    ("cp", copies::copy),
    ("cqlsh", databases::client),
    ("crontab", processes::crontab),
    ("csh", shells::shell),
    ("curl", network::fetch),
    ("cygpath", streams::path),
    ("dash", shells::shell),
    ("dd", disks::dd),
    ("declare", |run, call| run.declare(call)),
    ("del-cli", deletes::tree),
    ("deno", interpreters::interpreter),
    ("dirname", streams::path),
    ("duckdb", databases::client),
    ("echo", streams::echo),
    ("ed", editors::ed),
    ("emacs", editors::emacs),
    ("env", shells::env),
    ("eval", shells::eval),
    ("ex", editors::vim),
    ("export", |run, call| run.declare(call)),
    ("fd", shells::fd),
    ("fdfind", shells::fd),
    ("fdisk", disks::writer),
    ("find", find_tool::find),
    ("fish", shells::shell),
    ("flock", shells::flock),
    ("gawk", interpreters::interpreter),
    ("gdb", editors::debugger),
    ("gdisk", disks::writer),
    ("git", git::git),
    ("grep", streams::print),
    ("gunzip", decoders::decoder),
    ("gvim", editors::vim),
    ("gzcat", decoders::decoder),
    ("gzip", decoders::decoder),
    ("head", streams::print),
    ("hive", databases::client),
    ("impala-shell", databases::client),
    ("init", processes::init),
    ("install", copies::copy),
    ("ipython", interpreters::interpreter),
    ("ipython3", interpreters::interpreter),
    ("isql", databases::client),
    ("jruby", interpreters::interpreter),
    ("kill", processes::kill),
    ("killall", processes::by_name),
    ("killall5", processes::everything),
    ("ksh", shells::shell),
    ("less", streams::print),
    ("link", copies::copy),
    ("litecli", databases::client),
    ("lldb", editors::debugger),
    ("ln", copies::link),
    ("local", |run, call| run.declare(call)),
    ("lua", interpreters::interpreter),
    ("luajit", interpreters::interpreter),
    ("lz4", decoders::decoder),
    ("mariadb", databases::client),
    ("mawk", interpreters::interpreter),
    ("mkfs", disks::writer),
    ("mksh", shells::shell),
    ("mkswap", disks::writer),
    ("mktemp", streams::path),
    ("mongo", documents::document),
    ("mongosh", documents::document),
    ("more", streams::print),
    ("mv", copies::shift),
    ("mycli", databases::client),
    ("mysql", databases::client),
    ("mysqlsh", databases::client),
    ("nawk", interpreters::interpreter),
    ("nc", network::pipe),
    ("ncat", network::pipe),
    ("netcat", network::pipe),
    ("node", interpreters::interpreter),
    ("nodejs", interpreters::interpreter),
    ("nvim", editors::vim),
    ("openssl", decoders::decoder),
    ("osascript", interpreters::interpreter),
    ("parallel", shells::parallel),
    ("parted", disks::writer),
    ("perl", interpreters::interpreter),
    ("php", interpreters::interpreter),
    ("pkill", processes::by_name),
    ("popd", |run, call| run.unknown_folder(call)),
    ("powershell", shells::powershell),
    ("prescan", guard::own),
    ("presto", databases::client),
    ("printf", streams::printf),
    ("psql", databases::client),
    ("pushd", |run, call| run.change_folder(call)),
    ("pwd", streams::path),
    ("pwsh", shells::powershell),
    ("pypy", interpreters::interpreter),
    ("pypy3", interpreters::interpreter),
    ("python", interpreters::interpreter),
    ("python2", interpreters::interpreter),
    ("python3", interpreters::interpreter),
    ("rbash", shells::shell),
    ("read", |run, call| run.read(call)),
    ("readlink", streams::path),
    ("readonly", |run, call| run.declare(call)),
    ("realpath", streams::path),
    ("red", editors::ed),
    ("redis-cli", keys::keys),
    ("rev", decoders::turned),
    ("rimraf", deletes::tree),
    ("rm", deletes::rm),
    ("rmdir", deletes::rmdir),
    ("rsync", network::send),
    ("ruby", interpreters::interpreter),
    ("runuser", shells::su),
    ("scp", network::send),
    ("screen", shells::terminal),
    ("script", shells::script),
    ("sed", copies::sed),
    ("set", |run, call| run.set_args(call)),
    ("sfdisk", disks::writer),
    ("sftp", network::send),
    ("sgdisk", disks::writer),
    ("sh", shells::shell),
    ("shift", |run, call| run.set_args(call)),
    ("shred", deletes::shred),
    ("snowsql", databases::client),
    ("socat", network::pipe),
    ("source", shells::source),
    ("spark-sql", databases::client),
    ("sponge", copies::tee),
    ("sqlcmd", databases::client),
    ("sqlite", databases::client),
    ("sqlite3", databases::client),
    ("sqlplus", databases::client),
    ("srm", deletes::rm),
    ("su", shells::su),
    ("systemctl", processes::systemctl),
    ("tac", streams::print),
    ("tail", streams::print),
    ("tar", streams::pack),
    ("tcsh", shells::shell),
    ("tee", copies::tee),
    ("telinit", processes::init),
    ("tmux", shells::terminal),
    ("tr", decoders::turned),
    ("trap", shells::trap),
    ("trash", deletes::keep),
    ("trino", databases::client),
    ("truncate", deletes::truncate),
    ("ts-node", interpreters::interpreter),
    ("tsql", databases::client),
    ("tsx", interpreters::interpreter),
    ("typeset", |run, call| run.declare(call)),
    ("unlink", deletes::unlink),
    ("unset", |run, call| run.unset(call)),
    ("unxz", decoders::decoder),
    ("usql", databases::client),
    ("uudecode", decoders::decoder),
    ("valkey-cli", keys::keys),
    ("vi", editors::vim),
    ("view", editors::vim),
    ("vim", editors::vim),
    ("wget", network::fetch),
    ("wipefs", disks::writer),
    ("xargs", shells::xargs),
    ("xxd", decoders::decoder),
    ("xz", decoders::decoder),
    ("xzcat", decoders::decoder),
    ("zcat", decoders::decoder),
    ("zip", streams::pack),
    ("zsh", shells::shell),
    ("zstd", decoders::decoder),
    ("zstdcat", decoders::decoder),
];

/// Tools that are installed with a `g` in front where the system has its own.
const GNU: Words = words(
    "rm rmdir mv cp ln dd chmod chown chgrp shred truncate unlink tee find xargs sed awk tar cat \
     head tail env nice nohup timeout stdbuf chroot install base64 base32",
);

/// Programs among them whose words say what they do.
const WITH_VERBS: Words = words("git prescan systemctl");

/// A program's name as it is looked up. Some systems tell neither case apart nor ask for the ending.
pub(in super::super) fn canonical<'n>(name: &'n str, programs: Option<&Programs>) -> Cow<'n, str> {
    let stem = name.strip_suffix(".exe").or_else(|| name.strip_suffix(".EXE")).unwrap_or(name);
    // `rimraf@5`, as runners of packages take it.
    let stem = match stem.split_once('@') {
        Some((name, _)) if !name.is_empty() && find(name, programs).is_some() => name,
        _ => stem,
    };
    // The GNU tools under the names that other systems give them.
    let stem = stem.strip_prefix('g').filter(|name| GNU.contains(name)).unwrap_or(stem);
    if stem.bytes().any(|byte| byte.is_ascii_uppercase()) && find(stem, programs).is_none() {
        return stem.to_ascii_lowercase().into();
    }
    stem.into()
}

/// How a program is understood; `None` where nothing is known of it.
pub(in super::super) fn find<'t>(name: &str, programs: Option<&'t Programs>) -> Option<Tool<'t>> {
    if let Ok(at) = FUNCTIONS.binary_search_by_key(&name, |(own, _)| own) {
        return Some(Tool::Function(FUNCTIONS[at].1, WITH_VERBS.contains(name)));
    }
    if let Some(function) = recipes::reader(name) {
        return Some(Tool::Function(function, true));
    }
    if let Some(program) = programs.and_then(|programs| programs.find(name)) {
        return Some(Tool::Program(program));
    }
    // `python3.12`.
    if name.ends_with(|c: char| c.is_ascii_digit()) && interpreters::is_interpreter(name) {
        return Some(Tool::Function(interpreters::interpreter, false));
    }
    // `mkfs.ext4`, `newfs_apfs`.
    let base = name.split(['.', '_']).next().unwrap_or(name);
    matches!(base, "mkfs" | "newfs" if base != name).then_some(Tool::Function(disks::writer, false))
}

#[cfg(test)]
mod tests {
    use super::{FUNCTIONS, find};

    #[test]
    fn every_function_is_found_by_its_name() {
        for (name, _) in FUNCTIONS {
            assert!(find(name, None).is_some(), "{name}");
        }
        assert!(FUNCTIONS.is_sorted_by(|left, right| left.0 < right.0));
        assert!(find("nothing-of-that-name", None).is_none());
    }
}
