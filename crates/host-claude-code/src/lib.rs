//! Claude Code as a host of prescan's hooks.
