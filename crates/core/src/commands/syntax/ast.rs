//! The tree of a script. Spans are byte offsets into the text that was parsed.

use std::ops::Range;
use std::rc::Rc;

/// A command.
#[derive(Debug, Clone)]
pub(in super::super) enum Node {
    /// Assignments, words and redirections.
    Simple(Simple),
    /// Two or more commands joined by pipes.
    Pipeline(Vec<Node>),
    /// A command that the shell does not wait for.
    Background(Box<Node>),
    /// `coproc`: a command beside the line, and the variable that holds its descriptors.
    Coprocess { name: String, body: Rc<[Node]> },
    /// `{ … }`, or what is read as one.
    Group(Vec<Node>, Vec<Redirect>),
    /// `( … )`.
    Subshell(Vec<Node>, Vec<Redirect>),
    /// `if`, `while` and `until`: lists of which some run.
    Branches(Vec<Vec<Node>>, Vec<Redirect>),
    /// `while true` and `until false`: the condition and the body, which runs without end.
    Endless(Vec<Vec<Node>>, Vec<Redirect>),
    /// `for` and `select`; without words it walks the arguments.
    For { name: String, words: Option<Vec<Word>>, body: Vec<Node>, redirects: Vec<Redirect> },
    /// `case`.
    Case { word: Word, arms: Vec<Vec<Node>>, redirects: Vec<Redirect> },
    /// A definition.
    Function { name: String, body: Rc<Node> },
    /// Words whose substitutions run, and nothing else: `[[ … ]]`, `(( … ))`.
    Test(Vec<Word>),
    /// A command that runs after `&&` or `||`.
    Next(Joined, Box<Node>),
}

/// What joins a command to the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Joined {
    And,
    Or,
}

/// A simple command.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Simple {
    /// Name, and the value; an array has a word for each element.
    pub assigns: Vec<(String, Vec<Word>)>,
    pub words: Vec<Word>,
    pub redirects: Vec<Redirect>,
    pub span: Range<usize>,
}

/// An operator that redirects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Op {
    Read,
    Write,
    Append,
    ReadWrite,
    /// `>&`: a descriptor, or a file where the word is no number.
    Duplicate,
    /// `<&`.
    DuplicateRead,
    /// A here-document or a here-string: the word is the text.
    Text,
}

/// A redirection.
#[derive(Debug, Clone)]
pub(in super::super) struct Redirect {
    pub op: Op,
    /// The descriptor, where it is written.
    pub fd: Option<u32>,
    /// The variable that is given the number of the descriptor: `{name}>file`.
    pub name: Option<String>,
    pub target: Word,
}

/// A word, before any expansion.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Word {
    pub parts: Vec<Part>,
}

/// A part of a word.
#[derive(Debug, Clone)]
pub(in super::super) enum Part {
    /// Text that is neither quoted nor escaped: wildcards, braces and `~` mean something.
    Bare(String),
    /// Text that means itself.
    Quoted(String),
    /// A variable.
    Param(Param),
    /// `$( … )` and backquotes.
    Command { body: Vec<Node>, quoted: bool },
    /// `<( … )` and `>( … )`.
    Process { body: Rc<[Node]>, write: bool },
    /// `$(( … ))`: a number that is not worked out.
    Number,
}

/// `$name` or `${name…}`.
#[derive(Debug, Clone)]
pub(in super::super) struct Param {
    pub name: String,
    pub op: ParamOp,
    /// The word behind the operator.
    pub word: Option<Box<Word>>,
    pub quoted: bool,
}

/// What `${…}` does with the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum ParamOp {
    Plain,
    /// `-` and `:-`: the word where there is no value.
    Default,
    /// `=` and `:=`.
    Assign,
    /// `+` and `:+`: the word where there is a value.
    Alternate,
    /// `?` and `:?`: stops where there is no value.
    Require,
    /// `#` and `##`.
    CutFront,
    /// `%` and `%%`.
    CutBack,
    /// Anything whose result is not worked out.
    Other,
}
