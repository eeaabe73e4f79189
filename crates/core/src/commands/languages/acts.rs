//! What functions do, and calls of them.

use super::Language;
use super::cursor::Cursor;
use super::lexer::Token;
use super::scanner::{Args, Scanner};
use super::tables;
use super::value::Value;
use crate::commands::run::Flow;

/// What a function does. A method's first argument is what it is called on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Act {
    /// Deletes trees, or lists of them.
    DeleteTree,
    /// Deletes files; a tree where an option says so.
    DeleteFile,
    /// Deletes folders that are empty.
    DeleteEmpty,
    /// Writes a text to a file in place of what it holds.
    Write,
    /// Writes behind what a file holds.
    Append,
    /// Cuts a file off.
    Truncate,
    /// Opens a file in a mode.
    Open,
    /// `open` of Perl.
    OpenPerl,
    /// Reads a file, or an address.
    Read,
    Move,
    Copy,
    /// Changes permissions of a path, by a mode.
    Mode,
    /// Changes permissions or owners of trees: the path is the last argument.
    ModeTree,
    /// Changes the folder.
    Folder,

    /// A line that a shell runs.
    Line,
    /// A program and its arguments, in a list or one by one, or a line.
    Start,
    /// A program, and its arguments from the program's name on.
    Replace,
    /// As `Replace`, behind a mode.
    ReplaceMode,
    /// Code of the same language.
    Code,
    /// A function that code makes.
    Module,
    /// A member by its name.
    Member,
    /// A function for each member of a list.
    Each,
    /// Statements of SQL.
    Sql,
    /// Loses all data of a database, or all that a filter does not choose.
    DropAll,
    DropFiltered,
    /// As `DropFiltered`, of a collection.
    Remove,
    /// `drop` of a collection.
    DropCollection,
    Shutdown,
    /// A command of MongoDB in an object.
    Command,

    /// Fetches from an address.
    Fetch,
    /// Fetches from an address into a file.
    Download,
    Print,
    ReadInput,

    /// The first argument as it is.
    Same,
    /// Paths put together.
    Join,
    /// A list as one text, or texts put together.
    Concat,
    Home,
    HereFolder,
    TempFolder,
    Expand,
    Parent,
    Environment,
    Glob,
    Inside,
    Base64,
    Hex,
    Rot13,
    /// Decoded from something in a way that is not followed.
    Decoded,
    Characters,
    Format,
    Substitute,
    Split,
    Reverse,
    Shift,
    Walk,
}

impl Act {
    /// True for a function that does the same without brackets.
    pub(super) fn needs_nothing(self) -> bool {
        matches!(
            self,
            Self::Home | Self::HereFolder | Self::TempFolder | Self::Shift | Self::ReadInput
        )
    }
}

impl Scanner<'_, '_> {
    /// Calls a value.
    pub(super) fn apply(&mut self, _: &mut Cursor<'_>, callee: Value, args: Args) -> Value {
        match callee {
            Value::Name(name) => self.call(&name, args),
            _ => Value::hidden("a call", args.flow()),
        }
    }

    /// Calls a function by its name.
    pub(super) fn call(&mut self, name: &str, args: Args) -> Value {
        if let Some(act) = tables::function(self.language, name) {
            return self.perform(act, name, args);
        }
        // A method of something that is not known.
        if let Some((receiver, method)) = name.rsplit_once('.')
            && let Some(act) = tables::method(self.language, method)
        {
            let mut args = args;
            args.list.insert(0, Value::Name(receiver.to_owned()));
            return self.perform(act, method, args);
        }
        self.unknown(name, args)
    }

    /// A function that nothing is known of: what it returns comes from where its arguments come from.
    fn unknown(&mut self, name: &str, args: Args) -> Value {
        let mut flow = args.flow();
        let mut addresses =
            args.list.iter().filter_map(Value::known).filter(|text| is_address(text));
        if let Some(address) = addresses.next() {
            self.sends(&args);
            flow.remote.get_or_insert_with(|| crate::commands::tools::shown(address));
        }
        if flow == Flow::default() {
            Value::name(format!("{name}()"))
        } else {
            Value::hidden(&format!("{name}(…)"), flow)
        }
    }

    /// Calls a method of a value.
    pub(super) fn invoke(
        &mut self,
        cursor: &mut Cursor<'_>,
        value: Value,
        method: &str,
        mut args: Args,
    ) -> Value {
        if let Value::Name(name) = &value {
            // `then` of a promise whose value is not known.
            return match (method, args.first()) {
                ("call" | "apply" | "bind" | "send" | "public_send", _) => {
                    self.indirect(name, method, args)
                }
                _ => self.apply(cursor, Value::name(format!("{name}.{method}")), args),
            };
        }
        if let Value::File(path) = &value {
            let path = (**path).clone();
            return self.on_file(&path, method, &args);
        }
        match method {
            // A function literal's value is what it returns; a function by its name is called.
            "then" | "map" | "forEach" | "each" | "flatMap" => match args.first() {
                Some(Value::Name(name)) if tables::function(self.language, name).is_some() => {
                    let name = name.clone();
                    let walked =
                        if method == "then" { value } else { super::statements::element(&value) };
                    self.call(&name, Args::of(walked))
                }
                Some(returned) => returned.clone(),
                None => value,
            },
            _ => match tables::method(self.language, method) {
                Some(act) => {
                    args.list.insert(0, value);
                    self.perform(act, method, args)
                }
                None => {
                    let mut flow = args.flow();
                    if let Some(own) = value.flow() {
                        flow = own.origin();
                    }
                    Value::hidden(&format!("{method}(…)"), flow)
                }
            },
        }
    }

    /// `f.call(this, …)` and `object.send(:name, …)`.
    fn indirect(&mut self, name: &str, method: &str, mut args: Args) -> Value {
        let first = (!args.list.is_empty()).then(|| args.list.remove(0));
        if matches!(method, "send" | "public_send") {
            return match first.as_ref().and_then(Value::known) {
                Some(own) => self.call(&format!("{name}.{own}"), args),
                None => Value::hidden("send(…)", args.flow()),
            };
        }
        if method == "apply"
            && let Some(Value::List(members)) = args.list.first()
        {
            args.list = members.clone();
        }
        self.call(name, args)
    }

    /// A member that is no call; in some languages it may be one.
    pub(super) fn property(&mut self, _: &mut Cursor<'_>, value: Value, name: &str) -> Value {
        let calls = matches!(self.language, Language::Ruby | Language::Perl);
        match &value {
            Value::Name(own) if tables::is_environment(own) => self.environment(name),
            Value::Name(own) => {
                let full = format!("{own}.{name}");
                if let Some(value) = self.names.get(&full) {
                    return value.clone();
                }
                if let Some(value) = self.special(&full) {
                    return value;
                }
                let acts = calls
                    && (tables::function(self.language, &full).is_some()
                        || tables::method(self.language, name).is_some());
                if acts { self.call(&full, Args::default()) } else { Value::name(full) }
            }
            Value::File(path) => {
                let path = (**path).clone();
                self.on_file(&path, name, &Args::default())
            }
            _ if calls => match tables::method(self.language, name) {
                Some(act) => self.perform(act, name, Args::of(value)),
                None => self.part(&value, name),
            },
            _ => self.part(&value, name),
        }
    }

    fn part(&mut self, value: &Value, name: &str) -> Value {
        if let Some(member) = value.member(name) {
            return member;
        }
        match name {
            "parent" => self.perform(Act::Parent, name, Args::of(value.clone())),
            "text" | "content" | "body" | "stdout" | "data" | "json" | "path" | "value" | "it" => {
                value.clone()
            }
            _ => Value::hidden(name, value.flow().map(|flow| flow.origin()).unwrap_or_default()),
        }
    }

    /// True where a token starts the arguments of a function whose name is known.
    pub(super) fn perform(&mut self, act: Act, name: &str, args: Args) -> Value {
        if !self.run.step(1) {
            return Value::nothing();
        }
        self.run.chain.push(name.to_owned());
        let value = self
            .on_files(act, &args)
            .or_else(|| self.runs(act, name, &args))
            .unwrap_or_else(|| self.computed(act, name, &args));
        self.run.chain.pop();
        value
    }
}

/// True for an address of the network.
pub(super) fn is_address(text: &str) -> bool {
    ["http://", "https://", "ftp://"].iter().any(|scheme| text.starts_with(scheme))
}

/// True for a token that ends a statement.
pub(super) fn ends(token: Option<Token<'_>>) -> bool {
    matches!(token, None | Some(Token::End { .. }))
}
