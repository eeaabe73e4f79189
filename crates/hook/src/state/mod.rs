//! What is kept between two runs: the audit log, requests for approval and what was granted.
//!
//! Nothing here reads the environment or the clock: the caller passes the folder and the time. And nothing here decides: where the folder cannot be used, the caller has an error to show as a
//! warning, and the decision stands as it is.

mod approvals;
mod audit;
mod error;
mod files;
mod folder;
mod timestamp;

pub use approvals::{
    AllowEntry, Approvals, Approved, Code, EventHash, Grant, Issued, Listing, PendingRequest,
    RequestText, Term,
};
pub use audit::{AuditApproval, AuditLine, AuditLog, AuditReader, AuditRecord, AuditSettings};
pub use error::StateError;
pub use folder::StateFolder;
pub use timestamp::{InvalidTimestamp, Timestamp};
