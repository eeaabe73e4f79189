//! Whole reports, and what holds for all of them.

#![expect(clippy::unwrap_used, reason = "a helper that fails is a test that fails")]

mod arbitrary;
mod every_format;
mod json;
mod pretty;
mod sample;
mod sarif;
