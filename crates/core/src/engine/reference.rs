//! The naive twin of the engine.
