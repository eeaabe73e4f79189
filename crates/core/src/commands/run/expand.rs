//! Words into arguments: `~`, braces, variables, substitutions, splitting.

use std::rc::Rc;

use super::arg::{Arg, Flow, basename};
use super::braces;
use super::{Run, Sink};
use crate::commands::Unclear;
use crate::commands::paths::{self, UNKNOWN};
use crate::commands::syntax::{Node, Param, ParamOp, Part, Word};
use crate::commands::words::words;

/// The longest value that is kept, in bytes.
const MAX_VALUE: usize = 1 << 16;

/// The longest listing that stands for its output, in bytes.
const MAX_LISTING: usize = 120;

/// Arguments under construction.
#[derive(Default)]
struct Fields {
    done: Vec<Arg>,
    open: Option<Arg>,
}

impl Fields {
    fn open(&mut self) -> &mut Arg {
        self.open.get_or_insert_default()
    }

    fn close(&mut self) {
        self.done.extend(self.open.take());
    }

    /// Text of the line.
    fn text(&mut self, text: &str, quoted: bool) {
        let arg = self.open();
        arg.text.push_str(text);
        arg.quoted |= quoted;
        arg.glob |= !quoted && has_glob(text);
    }

    /// A value, which is split at blanks where it is not quoted.
    fn value(&mut self, value: &Arg, quoted: bool) {
        if quoted {
            let arg = self.open();
            arg.text.push_str(&value.text);
            arg.quoted = true;
            arg.absorb(value);
            return;
        }
        let mut rest = value.text.as_str();
        while !rest.is_empty() {
            let blank = rest.find([' ', '\t', '\n']).unwrap_or(rest.len());
            if blank > 0 {
                let arg = self.open();
                arg.text.push_str(&rest[..blank]);
                arg.glob |= has_glob(&rest[..blank]);
                arg.absorb(value);
            }
            if blank < rest.len() {
                self.close();
            }
            rest = rest[blank..].trim_start_matches([' ', '\t', '\n']);
        }
    }
}

fn has_glob(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, b'*' | b'?' | b'['))
}

impl Run<'_> {
    /// The arguments that words stand for.
    pub(super) fn words(&mut self, words: &[Word]) -> Vec<Arg> {
        let mut args = Vec::with_capacity(words.len());
        for word in words {
            if !self.step(1) {
                break;
            }
            if !self.step(braces::cost(&word.parts) / 64) {
                break;
            }
            match braces::expand(&word.parts) {
                None => args.append(&mut self.fields(&word.parts)),
                Some(all) => {
                    for parts in &all {
                        if !self.step(1) {
                            break;
                        }
                        args.append(&mut self.fields(parts));
                    }
                }
            }
        }
        args
    }

    /// The one value that a word stands for where nothing is split: in an assignment, a redirection, a here-document.
    pub(super) fn value(&mut self, word: &Word) -> Arg {
        let mut fields = Fields::default();
        self.expand_into(&word.parts, true, &mut fields);
        fields.close();
        let mut fields = fields.done.into_iter();
        let mut whole = fields.next().unwrap_or_default();
        for field in fields {
            whole.text.push(' ');
            whole.text.push_str(&field.text);
            whole.absorb(&field);
        }
        whole
    }

    fn fields(&mut self, parts: &[Part]) -> Vec<Arg> {
        let mut fields = Fields::default();
        self.expand_into(parts, false, &mut fields);
        fields.close();
        fields.done
    }

    fn expand_into(&mut self, parts: &[Part], whole: bool, fields: &mut Fields) {
        for (index, part) in parts.iter().enumerate() {
            let length = match part {
                Part::Bare(text) | Part::Quoted(text) => text.len(),
                _ => 0,
            };
            if !self.step(length / 64) {
                return;
            }
            match part {
                Part::Bare(text) if index == 0 && text.starts_with('~') => {
                    let (home, rest) = self.tilde(text, parts.len() == 1);
                    fields.text(&home, true);
                    fields.text(rest, false);
                }
                Part::Bare(text) if index == 0 && assigned_home(text).is_some() => {
                    let at = assigned_home(text).unwrap_or_default();
                    let (home, rest) = self.tilde(&text[at..], parts.len() == 1);
                    fields.text(&text[..at], false);
                    fields.text(&home, true);
                    fields.text(rest, false);
                }
                Part::Bare(text) => fields.text(text, false),
                Part::Quoted(text) => fields.text(text, true),
                Part::Number => fields.value(&Arg::hidden("$((…))"), true),
                Part::Param(param) => self.param(param, whole, fields),
                Part::Command { body, quoted } => {
                    let output = self.captured(body);
                    fields.value(&output, *quoted || whole);
                }
                Part::Process { body, write } => {
                    let arg = self.process(body, *write);
                    fields.value(&arg, true);
                }
            }
            let too_long = fields.open.as_mut().is_some_and(|arg| arg.text.len() > MAX_VALUE);
            // Text that stands in the line is already bounded by the line.
            if too_long && !matches!(part, Part::Bare(_) | Part::Quoted(_)) {
                self.fault(Unclear::TooMuchWork);
                fields.open = Some(Arg::hidden("a long value"));
            }
        }
    }

    /// `~`, `~user`, `~+`: the folder, and the rest of the text.
    fn tilde<'t>(&self, text: &'t str, alone: bool) -> (String, &'t str) {
        let end = text.find('/').unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        match &name[1..] {
            "" => (paths::home(self.view).to_owned(), rest),
            "+" => (self.scope.cwd.clone(), rest),
            "root" => ("/root".to_owned(), rest),
            user if alone && user.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') => {
                (format!("/home/{user}"), rest)
            }
            _ => (String::new(), text),
        }
    }

    /// `<( … )` and `>( … )`: the name of a descriptor.
    fn process(&mut self, body: &Rc<[Node]>, write: bool) -> Arg {
        if write {
            drop(
                self.with_sink(Sink::Shown, |run| {
                    run.apart(|run| run.list(body, &Flow::default()))
                }),
            );
            let number = self.open_process(Flow::default(), body);
            return Arg::plain(format!("/dev/fd/{number}"));
        }
        let flow = self.output_of(body);
        let number = self.open_process(flow.clone(), &Rc::from([]));
        Arg { flow: Some(Box::new(flow)), ..Arg::plain(format!("/dev/fd/{number}")) }
    }

    /// The output of a substitution.
    fn captured(&mut self, body: &[Node]) -> Arg {
        let flow = self.output_of(body);
        let known = flow.text.is_some();
        let text = match &flow.text {
            Some(text) => text.trim_end_matches('\n').to_owned(),
            None => UNKNOWN.to_string(),
        };
        let unknown = (!known || text.contains(UNKNOWN)).then(|| match listing(body) {
            Some(listing) => format!("$({listing})"),
            None => "$(…)".to_owned(),
        });
        let flow = flow.has_origin().then(|| Box::new(flow));
        Arg { text, unknown, flow, ..Arg::default() }
    }

    fn param(&mut self, param: &Param, whole: bool, fields: &mut Fields) {
        let quoted = param.quoted || whole;
        if param.name == "IFS" && param.op == ParamOp::Plain && !self.scope.vars.contains_key("IFS")
        {
            if !quoted {
                fields.close();
            }
            return;
        }
        let known = self.lookup(&param.name);
        let word = |run: &mut Self| param.word.as_ref().map(|word| run.value(word));
        let values = match (param.op, known) {
            (ParamOp::Plain | ParamOp::Require, Some(values)) => values,
            (ParamOp::Default | ParamOp::Assign, Some(values))
                if values.iter().any(|value| !value.text.is_empty()) =>
            {
                values
            }
            (ParamOp::Default | ParamOp::Assign, _) => {
                let value = word(self).unwrap_or_default();
                if param.op == ParamOp::Assign {
                    self.scope.vars.insert(param.name.clone(), [value.clone()].into());
                }
                vec![value]
            }
            (ParamOp::Alternate, Some(_) | None) => word(self).into_iter().collect(),
            (ParamOp::CutFront | ParamOp::CutBack, Some(values)) => {
                let cut = word(self).unwrap_or_default();
                values.iter().map(|value| trimmed(value, &cut, param)).collect()
            }
            (ParamOp::Plain | ParamOp::Require, None) => {
                drop(word(self));
                vec![Arg::hidden(format!("${}", param.name))]
            }
            // A part of the value, or what is made of it.
            (_, _) => {
                drop(word(self));
                vec![Arg::hidden(format!("${{{}}}", param.name))]
            }
        };
        for (index, value) in values.iter().enumerate() {
            if !self.step(value.text.len() / 64) {
                return;
            }
            if index > 0 {
                fields.close();
            }
            fields.value(value, quoted);
        }
    }

    /// The value of a variable as another program sees it; `None` where it is not known here.
    pub(in super::super) fn variable(&mut self, name: &str) -> Option<Arg> {
        if matches!(name, "0" | "@" | "*") {
            return None;
        }
        self.lookup(name)?.into_iter().next()
    }

    /// The values of a variable; `None` where it is not known here.
    fn lookup(&mut self, name: &str) -> Option<Vec<Arg>> {
        let name = self.referred(name).to_owned();
        let name = name.as_str();
        if let Some(values) = self.scope.vars.get(name) {
            return Some(values.to_vec());
        }
        let plain = |text: &str| Some(vec![Arg::plain(text)]);
        match name {
            "HOME" => plain(paths::home(self.view)),
            "PWD" => {
                let cwd = self.scope.cwd.clone();
                let unknown = cwd.contains(UNKNOWN).then(|| "$PWD".to_owned());
                Some(vec![Arg { unknown, ..Arg::plain(cwd) }])
            }
            "TMPDIR" | "TMP" | "TEMP" => plain("/tmp"),
            "CLAUDE_PROJECT_DIR" => plain(paths::workspace(self.view)),
            "@" | "*" => self.scope.args.clone(),
            "0" => plain("sh"),
            "SHELL" | "BASH" => plain("/bin/sh"),
            _ => {
                let index: usize = name.parse().ok()?;
                let args = self.scope.args.as_ref()?;
                let value = args.get(index.checked_sub(1)?).cloned();
                // A script that is given too little says so and ends; its paths are not those of an empty word.
                if value.is_none() && !self.running.is_empty() {
                    return None;
                }
                Some(value.into_iter().collect())
            }
        }
    }
}

/// Where the `~` of `name=~` stands, which is expanded behind any word that looks like an assignment.
fn assigned_home(text: &str) -> Option<usize> {
    let at = text.find("=~")?;
    let name = text[..at].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (name && at > 0).then_some(at + 1)
}

/// `${name#pattern}` and `${name%pattern}` for patterns without wildcards; else the result is hidden.
fn trimmed(value: &Arg, cut: &Arg, param: &Param) -> Arg {
    if has_glob(&cut.text) || !cut.is_known() {
        return Arg::hidden(format!("${}", param.name));
    }
    let cut = cut.text.as_str();
    let text = match param.op {
        ParamOp::CutFront => value.text.strip_prefix(cut),
        _ => value.text.strip_suffix(cut),
    };
    Arg { text: text.unwrap_or(&value.text).to_owned(), ..value.clone() }
}

/// The words of a substitution that lists processes: who kills them must know which.
fn listing(body: &[Node]) -> Option<String> {
    let [node] = body else { return None };
    let stages = match node {
        Node::Pipeline(stages) => stages.as_slice(),
        node => std::slice::from_ref(node),
    };
    let mut text = String::new();
    for stage in stages {
        let Node::Simple(simple) = stage else { return None };
        if !text.is_empty() {
            text.push_str(" | ");
        }
        for (at, word) in simple.words.iter().enumerate() {
            let [Part::Bare(part) | Part::Quoted(part)] = word.parts.as_slice() else {
                return None;
            };
            if at > 0 {
                text.push(' ');
            }
            text.push_str(part);
        }
    }
    let first = text.split(' ').next().unwrap_or_default();
    let lists = words("ps pgrep pidof lsof").contains(basename(first));
    (lists && text.len() <= MAX_LISTING).then_some(text)
}
