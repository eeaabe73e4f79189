//! Walks over real files: what is visited, what is passed by, and what is listed.
#![expect(clippy::unwrap_used, clippy::panic, reason = "tests, and what they share")]

mod ignore_files;
mod roots;
mod special;
mod streams;
mod tree;
mod walking;
