//! core
mod finding;
pub mod literal;
pub use finding::{Codec, Confidence, Finding, RuleId, Severity, Span, Via};
