//! Scans as front doors run them, and what their records hold.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod excerpts;
mod faults;
mod pieces;
mod texts;
