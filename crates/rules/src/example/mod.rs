//! Examples: templates that expand, with a fixed seed, into many texts.

mod generator;
mod template;

pub use generator::GeneratorError;
pub use template::{Instance, Template};

/// How many texts each example becomes in a test.
pub const INSTANCES: u64 = 100;
