//! A throw-away folder, and the program run in it.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder that is gone when the test ends. The program runs in it, and nothing of the machine's own settings reaches it.
pub struct Folder {
    root: TempDir,
    home: TempDir,
}

impl Folder {
    pub fn new() -> Self {
        Self { root: TempDir::new().unwrap(), home: TempDir::new().unwrap() }
    }

    /// A folder with one file.
    pub fn with(path: &str, bytes: impl AsRef<[u8]>) -> Self {
        Self::new().and(path, bytes)
    }

    /// The same with one more file.
    pub fn and(self, path: &str, bytes: impl AsRef<[u8]>) -> Self {
        self.write(path, bytes);
        self
    }

    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap()
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    pub fn root(&self) -> &Path {
        self.root.path()
    }

    /// A path in the home folder of whoever runs the program.
    pub fn at_home(&self, path: &str) -> String {
        self.home.path().join(path).to_str().unwrap().to_owned()
    }

    /// The program, about to start in the folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_prescan"));
        command
            .args(arguments)
            .current_dir(self.root())
            .env("NO_COLOR", "1")
            .env("HOME", self.home.path())
            .env("XDG_CONFIG_HOME", self.home.path())
            .env_remove("XDG_STATE_HOME")
            .env_remove("CLAUDE_CONFIG_DIR")
            .env_remove("CLAUDE_PROJECT_DIR")
            .env_remove("CLAUDE_CODE_ENTRYPOINT")
            .env_remove("CLICOLOR_FORCE")
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::null());
        command
    }

    pub fn prescan(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments).output().unwrap())
    }

    /// The program with something on its standard input.
    pub fn prescan_reading(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        std::thread::scope(|scope| {
            // The program may end before it has read everything.
            scope.spawn(move || drop(stdin.write_all(input)));
            Run::of(child.wait_with_output().unwrap())
        })
    }

    /// `scan --format jsonl` with more arguments.
    pub fn scan(&self, arguments: &[&str]) -> Run {
        self.prescan(&[&["scan", "--format", "jsonl"], arguments].concat())
    }
}

/// What a run of the program came to.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    fn of(output: std::process::Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Both streams, for what must stand on neither.
    pub fn everything(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    /// The output with the time it took left out, which is the only thing that differs between equal scans.
    pub fn timeless(&self) -> String {
        let lines = self.out.lines().map(|line| {
            if line.starts_with("scanned ") {
                return line.split(" in ").next().unwrap().to_owned();
            }
            match line.split_once("\"elapsed_ms\":") {
                Some((before, after)) => {
                    let number = |c: char| c.is_ascii_digit() || c == ' ';
                    format!("{before}\"elapsed_ms\":_{}", after.trim_start_matches(number))
                }
                None => line.to_owned(),
            }
        });
        lines.map(|line| line + "\n").collect()
    }

    /// The objects of a JSON Lines report that have this type.
    fn objects(&self, kind: &str) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{self:?}"));
        let lines = self.out.lines().map(parse);
        lines.filter(|object: &Value| object["type"] == kind).collect()
    }

    pub fn findings(&self) -> Vec<Value> {
        self.objects("finding")
    }

    pub fn problems(&self) -> Vec<Value> {
        self.objects("problem")
    }

    pub fn summary(&self) -> Value {
        self.objects("summary").pop().unwrap_or_else(|| panic!("no summary: {self:?}"))
    }

    /// The rules of the findings, in order.
    pub fn rules(&self) -> Vec<String> {
        self.texts("rule")
    }

    /// The paths of the findings, in order and without `./`.
    pub fn paths(&self) -> Vec<String> {
        let plain = |path: String| path.strip_prefix("./").unwrap_or(&path).to_owned();
        self.texts("path").into_iter().map(plain).collect()
    }

    fn texts(&self, key: &str) -> Vec<String> {
        self.findings().iter().map(|finding| finding[key].as_str().unwrap().to_owned()).collect()
    }

    /// The report's JSON document.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("{self:?}"))
    }
}
