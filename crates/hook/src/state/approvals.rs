//! Letting one call through that was stopped, by the word of the user.

mod code;
mod grant;
mod hash;
mod request;
mod store;

pub use code::Code;
pub use grant::{AllowEntry, Approved, Grant, Term};
pub use hash::EventHash;
pub use request::{Issued, PendingRequest, RequestText};
pub use store::{Approvals, Listing};

#[cfg(test)]
mod tests;
