//! Walks folders with one visitor a thread.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;

use ignore::WalkBuilder;

use crate::blob::{Progress, Visitor};
use crate::gate::{Gate, IGNORE_FILE};
use crate::mounts::Mounts;
use crate::problem::Problem;
use crate::read::{self, Open};
use crate::roots::{Plan, plan};
use crate::segments::Pool;
use crate::worker::{Crew, Tally};

/// The biggest `whole_max`: each thread may have a buffer of that size.
const WHOLE_MAX: usize = 1 << 30;

/// How to walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Whether ignore files count: `.prescanignore` (the strongest), `.gitignore`,
    /// `.git/info/exclude` and git's global one, in the folders walked and in those above.
    ///
    /// As for git itself, the last three count only inside a repository: outside, a stray
    /// `.gitignore` in a folder above must not silence a scan. `.ignore` never counts; it is
    /// about searching, and hides files that are committed. Turn this off to walk everything.
    pub ignore_files: bool,
    /// Whether symbolic links met while walking are followed. Named ones always are. A file with
    /// several links to it is then visited once for each.
    pub follow: bool,
    /// How many threads walk; 0 means one a core. There is at most one visitor a thread, and one
    /// for standard input.
    pub threads: usize,
    /// Files up to this many bytes come as one slice, bigger ones as
    /// [`Content::Large`](crate::Content::Large). Each thread has a buffer of
    /// this size, of which it takes as much memory as the biggest file that it meets. At most 1 GiB.
    pub whole_max: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { ignore_files: true, follow: false, threads: 0, whole_max: 4 << 20 }
    }
}

impl Options {
    /// What a buffer may hold.
    pub(crate) fn whole_limit(&self) -> usize {
        self.whole_max.min(WHOLE_MAX)
    }

    fn thread_count(&self, plan: &Plan) -> usize {
        let threads = match self.threads {
            0 => available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        if plan.folders { threads } else { threads.min(plan.roots.len()) }
    }
}

/// What came of a walk.
#[derive(Debug)]
pub struct Summary<V> {
    /// How many blobs were visited without an error.
    pub files: u64,
    /// How many bytes they held.
    pub bytes: u64,
    /// What could not be read, and what was passed by, sorted by path.
    pub problems: Vec<Problem>,
    /// The visitors, with whatever they gathered, in no particular order.
    pub visitors: Vec<V>,
}

impl<V> Summary<V> {
    /// Whether bytes that the caller asked for went unread: such a scan is never clean.
    #[must_use]
    pub fn incomplete(&self) -> bool {
        self.problems.iter().any(Problem::incomplete)
    }

    pub(crate) fn new(tally: Tally, visitors: Vec<V>) -> Self {
        let Tally { files, bytes, mut problems } = tally;
        problems.sort_by_cached_key(|problem| (problem.path.clone(), problem.reason.to_string()));
        problems.dedup();
        Self { files, bytes, problems, visitors }
    }
}

/// Visits every file named by or below `roots`, in parallel and in no particular order.
///
/// Each thread calls `make` once, when it meets its first blob, and calls that visitor with one
/// blob after the other. `-` stands for standard input (a file of that name is `./-`), which is
/// read first.
///
/// - A named path is always read, also when an ignore file hides it. It may be a link.
/// - Two roots that are the same place count once; a root inside another is visited as the inner one.
/// - Hidden files are visited. Folders called `.git` are not, unless named; a `.git` that is a
///   file, as in work trees and submodules, is a file like any other.
/// - Links met on the way are passed by, unless [`Options::follow`] is set.
/// - FIFOs, sockets, devices and pseudo file systems such as `/proc` are listed and never opened.
///
/// A folder of a million files costs some hundreds of megabytes while it is walked, as the list
/// of its entries is held in memory.
pub fn walk<V: Visitor>(
    roots: &[PathBuf],
    options: &Options,
    make: impl Fn() -> V + Sync,
    progress: &Progress,
) -> Summary<V> {
    let system = System { open: &read::open, mounts: Mounts::read() };
    walk_with(roots, options, &make, progress, system)
}

/// What a walk asks the system; tests bring their own.
struct System<'a> {
    open: Open<'a>,
    mounts: Mounts,
}

fn walk_with<V: Visitor, F: Fn() -> V + Sync>(
    roots: &[PathBuf],
    options: &Options,
    make: &F,
    progress: &Progress,
    system: System<'_>,
) -> Summary<V> {
    let System { open, mounts } = system;
    let mut plan = plan(roots, &mounts);
    let skips = std::mem::take(&mut plan.skips);
    let gate = Arc::new(Gate::new(skips, options.follow.then_some(mounts), options.ignore_files));
    plan.roots.retain(|root| root.is_file() || gate.admits_root(root));

    let tally = Tally { problems: std::mem::take(&mut plan.problems), ..Tally::default() };
    let gathered = Mutex::new((tally, Vec::new()));
    let (whole_max, pool) = (options.whole_limit(), Pool::default());
    let crew = Crew { make, open, progress, whole_max, pool: &pool, gathered: &gathered };
    if plan.stdin {
        crew.worker().stdin();
    }
    if let ([file], false) = (&plan.roots[..], plan.folders) {
        // Starting a thread takes longer than reading a file.
        crew.worker().named(file);
    } else if !plan.roots.is_empty() {
        walker(&plan, options, &gate).build_parallel().visit(&mut &crew);
    }
    let (mut tally, visitors) = gathered.into_inner().unwrap_or_else(PoisonError::into_inner);
    tally.problems.append(&mut gate.take_problems());
    Summary::new(tally, visitors)
}

/// The walker's options. What costs a system call an entry is off: sorting, sizes, one file
/// system only.
fn walker(plan: &Plan, options: &Options, gate: &Arc<Gate>) -> WalkBuilder {
    let mut builder = WalkBuilder::from_iter(&plan.roots);
    builder
        .standard_filters(options.ignore_files)
        .ignore(false)
        .hidden(false)
        .require_git(true)
        .follow_links(options.follow)
        .threads(options.thread_count(plan));
    if options.ignore_files {
        builder.add_custom_ignore_filename(IGNORE_FILE);
    }
    let gate = Arc::clone(gate);
    builder.filter_entry(move |entry| gate.admits(entry));
    builder
}

#[cfg(test)]
mod tests;
