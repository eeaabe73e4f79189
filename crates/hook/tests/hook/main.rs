//! Events from end to end, through the library's front door.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod decisions;
mod machine;
mod places;
mod policy_examples;
