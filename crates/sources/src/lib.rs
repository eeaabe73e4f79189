//! Where bytes come from: paths on a command line, folders and streams become blobs, handed to
//! one visitor a thread.
//!
//! - [`walk`] visits files, folders and standard input; [`Options`] says how, [`Summary`] what came of it.
//! - [`stream`] visits one reader: standard input, a response, a decompressor.
//! - [`Visitor`] is what the caller brings; it gets a [`Blob`]: a path and its [`Content`].
//! - [`Problem`] is a path that gave no bytes, or not all of them, and the [`Reason`];
//!   [`Problem::incomplete`] says whether the scan may still be called complete.
//! - [`Progress`] counts while the walk runs, for another thread to read.
//! - [`segments`] and [`chunks`] cut large files and streams into [`Segment`]s with context on
//!   both sides, as a [`Layout`] says, so that nothing is lost at an edge.
//!
//! ```
//! use prescan_sources::{Blob, Content, Options, Progress, Visitor, walk};
//!
//! #[derive(Default)]
//! struct Lines(usize);
//!
//! impl Visitor for Lines {
//!     fn blob(&mut self, blob: Blob<'_>) -> std::io::Result<()> {
//!         if let Content::Bytes(bytes) = blob.content {
//!             self.0 += bytes.iter().filter(|&&byte| byte == b'\n').count();
//!         }
//!         Ok(())
//!     }
//! }
//!
//! let summary = walk(&["src".into()], &Options::default(), Lines::default, &Progress::default());
//! let lines: usize = summary.visitors.iter().map(|visitor| visitor.0).sum();
//! assert!(lines > 100 && !summary.incomplete());
//! ```
//!
//! # What this crate does not do
//!
//! It knows no rules, finds nothing, prints nothing and keeps no state between calls. It does not
//! decode, unpack or look inside `.git`. The order of visits is not defined: callers sort.

mod aligned;
mod blob;
mod chunks;
mod gate;
mod mounts;
mod problem;
mod read;
mod roots;
mod segments;
mod stream;
mod walk;
mod worker;

pub use blob::{Blob, Content, LargeFile, Progress, Visitor};
pub use chunks::chunks;
pub use problem::{Problem, Reason};
pub use segments::{Layout, Segment, segments};
pub use stream::stream;
pub use walk::{Options, Summary, walk};
