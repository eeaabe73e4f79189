//! The grammar of POSIX shells and bash, read tolerantly: every text yields a tree, and what has no end is noted.
//!
//! One pass, in time linear in the text. The libraries that parse bash do not fit a guard: their time grows with a power of the nesting, or
//! they end the process on hostile input, and both hide how a part of a word was quoted.

mod ast;
mod compound;
mod reader;
mod redirect;
mod word;

pub(super) use ast::{Joined, Node, Op, Param, ParamOp, Part, Redirect, Simple, Word};
pub(super) use reader::parse;
