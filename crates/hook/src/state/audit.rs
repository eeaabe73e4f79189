//! What was decided, one line each, for whoever asks afterwards.

mod log;
mod reader;
mod record;

pub use log::{AuditLog, AuditSettings};
pub use reader::{AuditLine, AuditReader};
pub use record::{AuditApproval, AuditRecord};

/// The file that is written to.
const FILE: &str = "audit.jsonl";

/// The name of the file that was the `age`-th before the one that is written to; 0 is that one.
fn name(age: usize) -> String {
    if age == 0 { FILE.to_owned() } else { format!("audit.{age}.jsonl") }
}

/// How names of files begin that processes write to which cannot get the lock.
const SIBLING: &str = "audit.pid-";

#[cfg(test)]
mod tests;
