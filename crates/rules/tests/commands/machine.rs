//! What files and git say, on a machine made up of a few lines.

use std::collections::BTreeMap;

use super::{VIEW, names};
use prescan_core::commands::{
    FileKind, Files, ManifestScript, TargetClass, View, Work, analyse, classify,
};

pub(super) const ROOT: &str = "/home/ada/src/loom";

/// Files by their path: a name below the workspace, or absolute.
#[derive(Default)]
pub(super) struct Machine {
    texts: BTreeMap<String, String>,
    links: BTreeMap<String, String>,
    ignored: Vec<String>,
    clean: Vec<String>,
    mounts: Vec<String>,
    scripts: BTreeMap<String, Vec<String>>,
}

fn at(name: &str) -> String {
    if name.starts_with('/') { name.to_owned() } else { format!("{ROOT}/{name}") }
}

fn within(list: &[String], path: &str) -> bool {
    list.iter().any(|own| path == own || path.starts_with(&format!("{own}/")))
}

impl Machine {
    /// Files with their texts; a name with a slash at its end is a folder, and so is every parent.
    pub(super) fn new(files: &[(&str, &str)]) -> Self {
        let texts = files.iter().map(|(name, text)| (at(name), (*text).to_owned())).collect();
        Self { texts, ..Self::default() }
    }

    pub(super) fn link(mut self, name: &str, to: &str) -> Self {
        self.links.insert(at(name), at(to));
        self
    }

    fn ignores(mut self, names: &[&str]) -> Self {
        self.ignored = names.iter().map(|name| at(name)).collect();
        self
    }

    /// Nothing in these is lost.
    fn clean(mut self, names: &[&str]) -> Self {
        self.clean = names.iter().map(|name| at(name)).collect();
        self
    }

    fn mounted(mut self, name: &str) -> Self {
        self.mounts.push(at(name));
        self
    }

    pub(super) fn script(mut self, name: &str, lines: &[&str]) -> Self {
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        self.scripts.insert(name.to_owned(), lines);
        self
    }

    pub(super) fn effects(&self, line: &str) -> Vec<String> {
        let analysis = analyse(line, &View { files: Some(self), ..VIEW });
        assert_eq!(analysis.unclear, None, "{line}");
        names(&analysis)
    }

    pub(super) fn explained(&self, line: &str) -> Vec<String> {
        let analysis = analyse(line, &View { files: Some(self), ..VIEW });
        analysis.effects.iter().map(|effect| effect.explain().replace(ROOT, ".")).collect()
    }

    fn class(&self, path: &str) -> TargetClass {
        classify(path, &View { files: Some(self), ..VIEW }).class
    }
}

impl Files for Machine {
    fn kind(&self, path: &str) -> Option<FileKind> {
        let below = format!("{}/", path.trim_end_matches('/'));
        let mut all = self.texts.keys().chain(self.links.keys());
        Some(if self.links.contains_key(path) {
            FileKind::Link
        } else if self.texts.contains_key(path) {
            FileKind::File
        } else if all.any(|own| own.starts_with(&below)) {
            FileKind::Folder
        } else {
            FileKind::Missing
        })
    }

    fn resolve(&self, path: &str) -> Option<String> {
        let mut real = String::new();
        for part in path.split('/').filter(|part| !part.is_empty()) {
            match part {
                ".." => real.truncate(real.rfind('/').unwrap_or(0)),
                part => {
                    real = format!("{real}/{part}");
                    real = self.links.get(&real).cloned().unwrap_or(real);
                }
            }
        }
        Some(if real.is_empty() { "/".to_owned() } else { real })
    }

    fn mounts(&self, path: &str) -> Option<Vec<String>> {
        let below = |mount: &&String| within(&[path.to_owned()], mount);
        Some(self.mounts.iter().filter(below).cloned().collect())
    }

    fn members(&self, folder: &str) -> Option<Vec<String>> {
        let folder = format!("{}/", self.resolve(folder)?.trim_end_matches('/'));
        let all = self.texts.keys().chain(self.links.keys());
        let below = all.filter_map(|path| path.strip_prefix(&folder)?.split('/').next());
        let mut names: Vec<String> =
            below.filter(|name| !name.is_empty()).map(str::to_owned).collect();
        names.dedup();
        Some(names)
    }

    fn is_ignored(&self, path: &str) -> Option<bool> {
        Some(within(&self.ignored, path))
    }

    fn work_tree(&self, folder: &str) -> Option<String> {
        within(&[ROOT.to_owned()], folder).then(|| ROOT.to_owned())
    }

    fn is_clean(&self, path: &str, _: Work) -> Option<bool> {
        Some(within(&self.clean, path))
    }

    fn text(&self, path: &str) -> Option<String> {
        self.texts.get(path).cloned()
    }

    fn manifest_script(&self, _: &str, _: &str, name: &str) -> Option<ManifestScript> {
        let lines = self.scripts.get(name)?.clone();
        Some(ManifestScript { folder: ROOT.to_owned(), lines })
    }
}

#[test]
fn git_tells_what_can_be_restored() {
    let machine = Machine::new(&[("a.rs", ""), ("lib/x", ""), ("gen/x", ""), (".env", "")])
        .clean(&["a.rs", "lib", "gen/x"])
        .ignores(&["gen", ".env"]);
    for (path, class) in [
        ("a.rs", TargetClass::Clean),
        ("lib", TargetClass::Clean),
        ("gen", TargetClass::Scratch),
        ("other", TargetClass::Dirty),
        // Git ignores it because it must not be shared, not because it can be made anew.
        (".env", TargetClass::Dirty),
        (".git", TargetClass::Vcs),
        (".", TargetClass::Vcs),
    ] {
        assert_eq!(machine.class(path), class, "{path}");
    }
}

#[test]
fn a_repository_that_ignores_the_workspace_says_nothing_of_its_files() {
    let machine = Machine::new(&[("src/a", "")]).ignores(&[ROOT]);
    assert_eq!(machine.class("src"), TargetClass::Dirty);
}

#[test]
fn a_repository_in_the_workspace_is_not_restored_by_the_outer_one() {
    let machine = Machine::new(&[("lib/.git/HEAD", ""), ("lib/x", "")]);
    assert_eq!(machine.clean(&["lib"]).class("lib"), TargetClass::Dirty);
    let machine = Machine::new(&[("lib/.git/HEAD", ""), ("lib/x", "")]);
    assert_eq!(machine.ignores(&["lib"]).class("lib"), TargetClass::Dirty);
}

#[test]
fn links_are_judged_by_what_is_done_to_them() {
    let machine = Machine::new(&[("a/x", ""), ("/srv/data/x", ""), ("/etc/x", "")])
        .link("away", "/srv/data")
        .link("sys", "/etc")
        .link("in", "a")
        .clean(&["away", "sys"]);
    for (line, effects) in [
        ("rm away", "delete-file clean"),
        ("rm -rf away", "delete-file clean"),
        ("rm -rf sys", "delete-file clean"),
        ("rm -rf away/", "delete-recursive outside"),
        ("rm -rf away/*", "delete-recursive outside"),
        ("rm -rf sys/", "delete-recursive protected"),
        ("rm -rf sys/*", "delete-recursive protected"),
        ("rm sys/x", "delete-file protected"),
        ("cd sys && rm -rf *", "delete-recursive protected"),
        ("rm -rf sys/../usr", "delete-recursive protected"),
        ("rm -rf in/", "delete-recursive dirty"),
        ("echo x > sys/x", "overwrite protected"),
        ("mv sys /tmp/y", "move clean"),
    ] {
        let found = machine.effects(line);
        assert!(found.iter().any(|found| found == effects), "{line}: {found:?}");
    }
}

#[test]
fn a_dear_name_stays_dear_where_it_is_a_link() {
    let home = "/home/ada";
    let machine = Machine::new(&[("/home/ada/dots/rc", ""), ("/home/ada/dots/s.json", "")])
        .link(&format!("{home}/.bashrc"), "/home/ada/dots/rc")
        .link(&format!("{home}/.claude/settings.json"), "/home/ada/dots/s.json");
    assert_eq!(machine.effects("echo x > ~/.bashrc"), ["overwrite protected"]);
    assert_eq!(machine.effects("rm ~/.bashrc"), ["delete-file protected"]);
    assert!(machine.effects("echo x > ~/.claude/settings.json")[0].starts_with("tamper-guard"));
}

#[test]
fn a_workspace_and_a_home_that_are_links_are_known_by_both_names() {
    let machine = Machine::new(&[("/data/loom/src/x", ""), ("/data/loom/.git/HEAD", "")])
        .link(ROOT, "/data/loom");
    let class = |path: &str| machine.class(path);
    assert_eq!(class("src"), TargetClass::Dirty);
    assert_eq!(class("/data/loom/src"), TargetClass::Dirty);
    assert_eq!(class("/data/loom"), TargetClass::Vcs);
    assert_eq!(class("/data"), TargetClass::Protected);
    let machine = Machine::new(&[]).link("/home/ada", "/data/ada");
    assert_eq!(machine.class("/data/ada"), TargetClass::Protected);
    assert_eq!(machine.class("/data/ada/.ssh"), TargetClass::Protected);
    assert_eq!(machine.class("~/letters"), TargetClass::Outside);
}

#[test]
fn patterns_take_the_worst_of_what_they_match() {
    let machine = Machine::new(&[
        ("a.rs", ""),
        ("b.rs", ""),
        ("c.txt", ""),
        ("gen/x", ""),
        (".git/HEAD", ""),
        ("one/k/x", ""),
        ("two/k/x", ""),
    ])
    .link("l.sys", "/etc")
    .clean(&["a.rs", "c.txt", "one/k"])
    .ignores(&["gen"]);
    for (line, effect) in [
        ("rm -rf *.txt", "delete-recursive clean"),
        ("rm -rf [ac].*", "delete-recursive clean"),
        ("rm -rf *.rs", "delete-recursive dirty"),
        ("rm -rf g*", "delete-recursive scratch"),
        ("rm -rf *", "delete-recursive dirty"),
        ("rm -rf .*", "delete-recursive vcs"),
        ("shopt -s dotglob; rm -rf *", "delete-recursive vcs"),
        ("rm -rf */k", "delete-recursive dirty"),
        ("rm -rf o*/k", "delete-recursive clean"),
        ("rm -rf *.sys/", "delete-recursive protected"),
        ("rm -rf ~/*", "delete-recursive protected"),
        ("rm -rf /*", "delete-recursive protected"),
        ("rm -rf ../*", "delete-recursive protected"),
        ("find . -name '*.txt' -delete", "delete-recursive dirty"),
        ("rm -rf **/x", "delete-recursive dirty"),
    ] {
        let found = machine.effects(line);
        assert!(found.iter().any(|found| found == effect), "{line}: {found:?}");
    }
}

#[test]
fn what_is_mounted_in_a_folder_protects_it() {
    let machine = Machine::new(&[("a/m/x", ""), ("b/x", "")])
        .clean(&["a", "b"])
        .mounted("a/m")
        .mounted(ROOT)
        .mounted("/tmp/jail/home");
    for (line, effect) in [
        ("rm -rf a/m", "delete-recursive protected"),
        ("rm -rf a", "delete-recursive protected"),
        ("rm -rf a*", "delete-recursive protected"),
        ("rm -rf b", "delete-recursive clean"),
        ("rm -rf b*", "delete-recursive clean"),
        ("rm -rf /tmp/jail", "delete-recursive protected"),
        ("chmod -R u+w a", "change-permissions protected"),
        ("rm b/x", "delete-file clean"),
    ] {
        assert_eq!(machine.effects(line), [effect], "{line}");
    }
}

#[test]
fn work_is_only_discarded_where_there_is_some() {
    let clean = Machine::new(&[("src/a.rs", "")]).clean(&[ROOT]);
    let dirty = Machine::new(&[("src/a.rs", ""), ("docs/x", "")]).clean(&["docs"]);
    for line in [
        "git reset --hard",
        "cd src && git reset --hard HEAD~1",
        "git checkout -- .",
        "git restore .",
        "git clean -fd",
        "git clean -fdx",
        "git switch -f main",
        "git checkout -- src/a.rs",
        "git checkout :/",
        "git fetch && git reset --hard origin/main",
    ] {
        assert_eq!(clean.effects(line), ["discard-work clean"], "{line}");
        assert_ne!(dirty.effects(line), ["discard-work clean"], "{line}");
    }
    assert_eq!(dirty.effects("git checkout -- docs"), ["discard-work clean"]);
    assert_eq!(dirty.effects("git clean -fd docs"), ["discard-work clean"]);
    for line in ["git checkout -- '*.md'", "git restore ':!src'", "git checkout -- 'docs/[x]'"] {
        assert_ne!(dirty.effects(line), ["discard-work clean"], "{line}");
        assert_eq!(clean.effects(line), ["discard-work clean"], "{line}");
    }
    // Git's answers are about another repository, or of a time before.
    for line in [
        "git --git-dir=/x/.git reset --hard",
        "export GIT_DIR=/x; git reset --hard",
        "GIT_WORK_TREE=/x git reset --hard",
        "git stash pop && git reset --hard",
        "mv notes src/ && git clean -fd",
        "ssh host git reset --hard",
    ] {
        let found = clean.effects(line);
        assert!(!found.iter().any(|found| found == "discard-work clean"), "{line}: {found:?}");
    }
}

#[test]
fn what_was_moved_into_a_folder_is_not_in_git() {
    let machine = Machine::new(&[("src/a", ""), ("notes", "")]).clean(&["src"]);
    assert_eq!(machine.effects("rm -rf src"), ["delete-recursive clean"]);
    let found = machine.effects("mv notes src/ && rm -rf src");
    assert!(found.contains(&"delete-recursive dirty".to_owned()), "{found:?}");
}

#[test]
fn a_file_is_one_file_however_it_is_deleted() {
    let machine = Machine::new(&[("a.rs", ""), ("dump.sql", ""), ("src/b", "")]);
    assert_eq!(machine.effects("rm -rf a.rs"), ["delete-file dirty"]);
    assert_eq!(
        machine.effects("rm -rf dump.sql src"),
        ["delete-file dirty", "delete-recursive dirty"]
    );
}

#[test]
fn nothing_is_deleted_where_nothing_is() {
    let machine = Machine::new(&[("src/a", "")]);
    assert_eq!(machine.effects("rm -rf new"), [""; 0]);
    assert_eq!(machine.effects("cd src && rm -rf new && mkdir new"), [""; 0]);
    assert_eq!(machine.effects("sudo bash -c 'rm -rf new'"), [""; 0]);
    for line in [
        "ln -s /etc new && rm -rf new/",
        "ln -s /etc new && rm -rf new/x",
        "mkdir new && sudo mount --bind / new && rm -rf new",
        "rm -rf new/",
        "mv src new && rm -rf new",
    ] {
        let found = machine.effects(line);
        assert!(found.iter().any(|found| found.starts_with("delete-recursive")), "{line}");
    }
}
