//! Writes the hook into settings files.
