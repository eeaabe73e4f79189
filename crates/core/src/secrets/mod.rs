//! What tells a credential from text that looks like one.

pub mod checks;
pub mod entropy;
pub(crate) mod generic;
pub mod placeholder;
