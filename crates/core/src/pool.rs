//! Places in pools.
//!
//! A reference in a static has to be adjusted when the program is loaded, and its page be copied for that. A place does not: tables that are made of places stay
//! read-only data, which costs nothing until it is read.

use std::borrow::Cow;

/// A range of one of an engine's pools.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Index of the first element.
    pub start: u32,
    /// How many there are.
    pub len: u32,
}

impl Place {
    /// The most elements a pool may have, so that places can name them all.
    pub(crate) const MAX: usize = u32::MAX as usize;

    /// The place of what goes behind `len` elements of a pool, of which there are at most [`MAX`](Self::MAX).
    pub(crate) const fn behind(len: usize, count: usize) -> Self {
        Self { start: len as u32, len: count as u32 }
    }

    /// The indices.
    #[inline]
    #[must_use]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// Puts elements at a pool's end.
pub(crate) fn append<T: Clone>(
    pool: &mut Cow<'static, [T]>,
    items: impl IntoIterator<Item = T>,
) -> Place {
    let pool = pool.to_mut();
    let start = pool.len();
    pool.extend(items);
    Place::behind(start, pool.len() - start)
}
