//! How much one decision may read.

use std::cell::Cell;

/// Entries of folders, questions about files, and their like: a few milliseconds.
const STEPS: usize = 10_000;
/// Bytes of files that are compared with what git has.
const BYTES: usize = 8 << 20;

/// What is left to be read. Where it runs out, nothing is known any more.
#[derive(Debug)]
pub(super) struct Budget {
    steps: Cell<usize>,
    bytes: Cell<usize>,
}

impl Default for Budget {
    fn default() -> Self {
        Self { steps: Cell::new(STEPS), bytes: Cell::new(BYTES) }
    }
}

impl Budget {
    /// Takes steps, where that many are left.
    pub(super) fn take(&self, steps: usize) -> Option<()> {
        take(&self.steps, steps)
    }

    /// Takes bytes, where that many are left.
    pub(super) fn take_bytes(&self, bytes: usize) -> Option<()> {
        take(&self.bytes, bytes)
    }

    /// True where that many steps are left.
    pub(super) fn has(&self, steps: usize) -> bool {
        self.steps.get() >= steps
    }
}

fn take(left: &Cell<usize>, count: usize) -> Option<()> {
    let rest = left.get().checked_sub(count);
    left.set(rest.unwrap_or(0));
    rest.map(|_| ())
}
