//! Makes a plan of what the caller named: what exists, what is walked, and what is met twice.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::gate::Skip;
use crate::mounts::Mounts;
use crate::problem::{Problem, Reason};

/// What to walk.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Files and folders as the caller spelled them, each place once.
    pub roots: Vec<PathBuf>,
    /// Whether any root is a folder.
    pub folders: bool,
    /// Whether standard input was named.
    pub stdin: bool,
    /// What the walk of a folder passes by, in the spelling in which it would be met.
    pub skips: HashMap<PathBuf, Skip>,
    /// Roots that cannot be read.
    pub problems: Vec<Problem>,
}

struct Root {
    /// Absolute and without links, so that two spellings of one place are equal.
    place: PathBuf,
    spelled: PathBuf,
    folder: bool,
}

/// Sorts the roots, drops those that name a place a second time, and makes the walk of a root
/// pass by the roots inside it.
///
/// A contained root is kept, and cut out of the outer one, rather than dropped: the ignore files
/// may hide it from the outer walk, and what the caller names is always read.
pub(crate) fn plan(named: &[PathBuf], mounts: &Mounts) -> Plan {
    let mut plan = Plan::default();
    let mut roots = Vec::new();
    for path in named {
        if path == Path::new("-") {
            plan.stdin = true;
            continue;
        }
        match classify(path, mounts) {
            Ok(root) => roots.push(root),
            Err(reason) => plan.problems.push(Problem::new(path, reason, true)),
        }
    }
    roots.sort_by(|a, b| (&a.place, &a.spelled).cmp(&(&b.place, &b.spelled)));
    roots.dedup_by(|later, first| later.place == first.place);

    // In path order whatever is inside a folder follows it directly, so that the folders that
    // hold the current root form a stack.
    let mut around: Vec<&Root> = Vec::new();
    for root in &roots {
        while around.pop_if(|outer| !root.place.starts_with(&outer.place)).is_some() {}
        if let Some(outer) = around.last()
            && let Ok(rest) = root.place.strip_prefix(&outer.place)
        {
            plan.skips.insert(outer.spelled.join(rest), Skip::Root);
        }
        if root.folder {
            for rest in mounts.pseudo_below(&root.place) {
                plan.skips.insert(root.spelled.join(rest), Skip::Pseudo);
            }
            around.push(root);
        }
    }
    plan.folders = roots.iter().any(|root| root.folder);
    plan.roots = roots.into_iter().map(|root| root.spelled).collect();
    plan
}

/// Looks at a root before anything is opened. A root that is a link is followed.
fn classify(path: &Path, mounts: &Mounts) -> Result<Root, Reason> {
    let metadata = fs::metadata(path).map_err(|error| Reason::opening(&error, path, true))?;
    if let Some(reason) = Reason::of_special(metadata.file_type()) {
        return Err(reason);
    }
    let place = fs::canonicalize(path)
        .or_else(|_| std::path::absolute(path))
        .map_err(|error| Reason::opening(&error, path, true))?;
    if mounts.is_pseudo(&place) {
        return Err(Reason::PseudoFileSystem);
    }
    Ok(Root { place, spelled: path.to_path_buf(), folder: metadata.is_dir() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests run in the folder of the package.
    #[test]
    fn cuts_inner_roots_out_of_the_nearest_outer_one_as_spelled() {
        let named = ["src/lib.rs", "./tests", ".", "src", "src/../src", "-"].map(PathBuf::from);
        let plan = plan(&named, &Mounts::default());
        let spelled = |paths: &[&str]| paths.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(plan.roots, spelled(&[".", "src", "src/lib.rs", "./tests"]));
        let mut skips: Vec<PathBuf> = plan.skips.into_keys().collect();
        skips.sort();
        assert_eq!(skips, spelled(&["./src", "./tests", "src/lib.rs"]));
        assert!(plan.stdin && plan.folders && plan.problems.is_empty());
    }
}
