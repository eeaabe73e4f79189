//! A throw-away folder, and a visitor that remembers everything.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use prescan_sources::{Blob, Content, Options, Progress, Reason, Summary, Visitor, walk};

/// What kind of content a blob had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    Bytes,
    Large,
    Stream,
}

/// One visit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Visit {
    pub path: PathBuf,
    pub form: Form,
    pub bytes: Vec<u8>,
}

#[derive(Debug, Default)]
pub struct Remember(pub Vec<Visit>);

impl Visitor for Remember {
    fn blob(&mut self, blob: Blob<'_>) -> io::Result<()> {
        let mut bytes = Vec::new();
        let form = match blob.content {
            Content::Bytes(slice) => {
                bytes.extend_from_slice(slice);
                Form::Bytes
            }
            Content::Large(file) => {
                file.file().read_to_end(&mut bytes)?;
                assert_eq!(bytes.len() as u64, file.len());
                Form::Large
            }
            Content::Stream(reader) => {
                reader.read_to_end(&mut bytes)?;
                Form::Stream
            }
        };
        self.0.push(Visit { path: blob.path.to_path_buf(), form, bytes });
        Ok(())
    }
}

pub struct Tree(tempfile::TempDir);

impl Tree {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Files that hold their own name.
    pub fn of(files: &[&str]) -> Self {
        let tree = Self::new();
        for file in files {
            tree.file(file, file);
        }
        tree
    }

    pub fn path(&self, name: &str) -> PathBuf {
        if name.is_empty() { self.0.path().to_path_buf() } else { self.0.path().join(name) }
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Makes the folder a git repository, as far as ignore files go.
    pub fn repository(&self) {
        fs::create_dir(self.path(".git")).unwrap();
    }

    pub fn walk(&self) -> Walked {
        self.walk_with(&[""], &Options::default())
    }

    pub fn walk_with(&self, roots: &[&str], options: &Options) -> Walked {
        let roots: Vec<PathBuf> = roots.iter().map(|root| self.path(root)).collect();
        let progress = Progress::default();
        let summary = walk(&roots, options, Remember::default, &progress);
        assert_eq!(progress.files(), summary.files);
        assert_eq!(progress.bytes(), summary.bytes);
        Walked::new(self.0.path(), summary)
    }
}

/// What a walk did, with paths relative to the tree.
#[derive(Debug)]
pub struct Walked {
    pub visits: Vec<Visit>,
    pub problems: Vec<(String, Reason)>,
    pub incomplete: bool,
}

impl Walked {
    fn new(top: &Path, summary: Summary<Remember>) -> Self {
        let incomplete = summary.incomplete();
        let files = summary.files;
        let short = |path: &Path| path.strip_prefix(top).unwrap_or(path).to_path_buf();
        let mut visits: Vec<Visit> = summary.visitors.into_iter().flat_map(|v| v.0).collect();
        visits.iter_mut().for_each(|visit| visit.path = short(&visit.path));
        visits.sort();
        assert_eq!(visits.len() as u64, files);
        let name = |path: &Path| short(path).to_string_lossy().into_owned();
        let problems = summary.problems.into_iter().map(|p| (name(&p.path), p.reason)).collect();
        Self { visits, problems, incomplete }
    }

    pub fn paths(&self) -> Vec<&str> {
        self.visits.iter().map(|visit| visit.path.to_str().unwrap()).collect()
    }

    /// Asserts that these files and no others were visited, each once, and nothing went wrong.
    pub fn visited(&self, paths: &[&str]) {
        assert_eq!(self.paths(), paths);
        assert_eq!(self.problems, []);
        assert!(!self.incomplete);
    }

    pub fn listed(&self, problems: &[(&str, Reason)], incomplete: bool) {
        let problems: Vec<(String, Reason)> =
            problems.iter().map(|(path, reason)| ((*path).to_owned(), reason.clone())).collect();
        assert_eq!(self.problems, problems);
        assert_eq!(self.incomplete, incomplete);
    }
}
