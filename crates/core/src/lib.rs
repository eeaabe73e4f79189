//! The engine of prescan: bytes in, findings out.
//!
//! A *rule* says what to look for. An [`Engine`] is a compiled, immutable set of rules: one [literal pass](literal) over the bytes, then an
//! [exact check](verify) around each hit, then judgement by checksums, entropy and context. A [`Finding`] is a rule and a span; it never holds the secret's text.
//!
//! This crate does no I/O, reads no clock and no environment, and prints nothing. The built-in rules and the YAML format live in `prescan-rules`.
//!
//! ```
//! use prescan_core::{Boundary, Confidence, Engine, Kind, RuleSpec, Scratch, Severity, Whole};
//!
//! let rule = RuleSpec {
//!     id: "acme.api-key".into(),
//!     title: "Acme API key".into(),
//!     literals: vec!["acme_".into()],
//!     value: Some("[a-z0-9]{8}".into()),
//!     ..RuleSpec::token()
//! };
//! let engine = Engine::compile(&[rule])?;
//! let findings = engine.scan(&mut Scratch::default(), b"key: acme_k4v9q2x7");
//! assert_eq!(findings[0].span.start, 5);
//! # Ok::<(), prescan_core::BuildError>(())
//! ```

mod allow;
mod assign;
pub mod commands;
pub mod decode;
mod engine;
mod finding;
pub mod literal;
mod pool;
pub mod redact;
mod rule;
pub mod secrets;
pub mod verify;
mod wide;

#[cfg(any(test, feature = "reference"))]
pub use engine::reference;
pub use engine::{
    BuildError, CONTEXT_AFTER, CONTEXT_BEFORE, Engine, Found, MAX_DECODE_DEPTH, MAX_RULES, Parts,
    Resolved, Scratch, Segment, WAKES_PERCENT, resolve,
};
pub use finding::{Codec, Confidence, Finding, RuleId, Severity, Span, Via};
pub use pool::Place;
pub use rule::{
    BACK_REACH, Boundary, Component, ComponentSpec, DEFAULT_REACH, Facts, Kind, MAX_REACH,
    MAX_WITHIN, Part, PartSpec, PatternId, Record, Rule, RuleSpec, Rules, Whole,
};
