//! Statements: what is assigned, imported and walked through.

use super::Language;
use super::cursor::Cursor;
use super::lexer::{Kind, Token};
use super::scanner::Scanner;
use super::value::Value;
use crate::commands::words::words;

/// True for a word that stands between operands, or behind them.
pub(super) fn is_joint(name: &str) -> bool {
    words("if unless for foreach while until and or not xor in of do then else end rescue is as from cmp eq ne x lt gt le ge")
        .contains(name)
}

impl Scanner<'_, '_> {
    /// Reads statements up to a sign, which is taken, or to the end. Returns the value of the last.
    pub(super) fn statements(&mut self, cursor: &mut Cursor<'_>, close: Option<&str>) -> Value {
        let mut last = Value::nothing();
        while !cursor.at_end() {
            if let Some(sign) = close
                && cursor.blocks == 0
                && cursor.take(sign)
            {
                break;
            }
            let before = cursor.at;
            match cursor.peek() {
                Some(Token::End { indented }) => {
                    cursor.at += 1;
                    cursor.conditional = indented && self.language == Language::Python;
                }
                Some(Token::Sign("{")) => {
                    cursor.at += 1;
                    cursor.blocks += 1;
                }
                Some(Token::Sign("}")) => {
                    cursor.at += 1;
                    cursor.blocks = cursor.blocks.saturating_sub(1);
                }
                _ => last = self.statement(cursor),
            }
            if cursor.at <= before {
                cursor.at = before + 1;
            }
            if !self.spend(cursor, 1) {
                break;
            }
        }
        last
    }

    /// Reads statements of a block inside an expression, behind its opening sign.
    pub(super) fn block(&mut self, cursor: &mut Cursor<'_>) -> Value {
        if !self.enter(cursor) {
            return Value::nothing();
        }
        let outer = (cursor.brackets, cursor.blocks, cursor.conditional);
        (cursor.brackets, cursor.blocks) = (0, 0);
        let value = self.statements(cursor, Some("}"));
        (cursor.brackets, cursor.blocks, cursor.conditional) = outer;
        self.run.ascend();
        value
    }

    fn statement(&mut self, cursor: &mut Cursor<'_>) -> Value {
        let Some(Token::Name(word)) = cursor.peek() else { return self.spoken(cursor) };
        match (word, self.language) {
            ("import" | "from", Language::Python) => self.python_import(cursor),
            ("import" | "export", Language::JavaScript)
                if !matches!(cursor.ahead(1), Some(Token::Sign("(" | "."))) =>
            {
                self.script_import(cursor);
            }
            ("const" | "let" | "var", _) => {
                cursor.at += 1;
                if cursor.is_sign("{") {
                    self.destructured(cursor);
                }
            }
            ("for" | "foreach", _) => self.walk(cursor),
            ("do", Language::AppleScript) if cursor.ahead(1) == Some(Token::Name("shell")) => {
                cursor.at += 3;
                let line = self.expression(cursor);
                return self.line("do shell script", &line);
            }
            (
                "if" | "elif" | "elsif" | "while" | "unless" | "until" | "else" | "try" | "except"
                | "catch" | "rescue" | "when" | "case" | "switch" | "finally",
                _,
            ) => {
                cursor.at += 1;
                cursor.conditional = true;
            }
            ("def" | "function" | "class" | "sub" | "module" | "package", _)
                if matches!(cursor.ahead(1), Some(Token::Name(_))) =>
            {
                cursor.at += 2;
                cursor.conditional = true;
                // The receiver in the name of a method.
                while matches!(cursor.peek(), Some(Token::Sign("." | "::" | ":"))) {
                    cursor.at += 2;
                }
            }
            (
                "with" | "return" | "async" | "await" | "my" | "our" | "local" | "then" | "begin"
                | "do" | "use" | "end" | "pass" | "global" | "nonlocal" | "ensure" | "public"
                | "private" | "static" | "BEGIN" | "END",
                _,
            ) if !matches!(cursor.ahead(1), Some(Token::Sign("." | "(" | "="))) => {
                cursor.at += 1;
            }
            _ => return self.spoken(cursor),
        }
        Value::nothing()
    }

    /// An expression, with what follows it in the statement.
    fn spoken(&mut self, cursor: &mut Cursor<'_>) -> Value {
        // `unlink $_ for …`: what is walked through stands behind.
        if self.language == Language::Perl
            && let Some(ahead) = cursor.find_word(&["for", "foreach"])
        {
            let start = cursor.at;
            cursor.at += ahead + 1;
            let walked = self.expression(cursor);
            self.bind("_", element(&walked), false);
            let end = cursor.at;
            cursor.at = start;
            let value = self.expression(cursor);
            cursor.at = cursor.at.max(end);
            return value;
        }
        let conditional = cursor.conditional || cursor.blocks > 0;
        let value = self.expression(cursor);
        if self.language == Language::Python
            && cursor.take_word("as")
            && let Some(name) = cursor.name()
        {
            cursor.at += 1;
            self.bind(name, value.clone(), conditional);
        }
        value
    }

    /// `import a.b as c` and `from a import b as c`.
    fn python_import(&mut self, cursor: &mut Cursor<'_>) {
        let from = cursor.take_word("from");
        let mut module = String::new();
        if from {
            module = self.dotted(cursor);
        }
        if !cursor.take_word("import") {
            return;
        }
        let _ = cursor.take("(");
        loop {
            if from && cursor.take("*") {
                self.stars.push(module);
                return;
            }
            let path = self.dotted(cursor);
            if path.is_empty() {
                return;
            }
            let own = if cursor.take_word("as") {
                cursor.next().map_or("", |token| match token {
                    Token::Name(name) => name,
                    _ => "",
                })
            } else {
                ""
            };
            let full = if from { format!("{module}.{path}") } else { path.clone() };
            // `import a.b` makes `a` known, which is what it is called anyway.
            if !own.is_empty() {
                self.bind(own, Value::name(full), false);
            } else if from {
                self.bind(&path, Value::name(full), false);
            }
            if !cursor.take(",") || !self.spend(cursor, 1) {
                return;
            }
        }
    }

    fn dotted(&mut self, cursor: &mut Cursor<'_>) -> String {
        let mut path = String::new();
        while let Some(Token::Name(part)) = cursor.peek()
            && part != "import"
            && path.len() < 64
        {
            path.push_str(part);
            cursor.at += 1;
            if !cursor.take(".") {
                break;
            }
            path.push('.');
        }
        path
    }

    /// `import a, {b as c} from "d"` and `import * as a from "d"`.
    fn script_import(&mut self, cursor: &mut Cursor<'_>) {
        cursor.at += 1;
        let Some(ahead) = cursor.find_word(&["from"]) else { return };
        let Some(Token::Text(module, Kind::Plain)) = cursor.ahead(ahead + 1) else { return };
        let module = super::tables::module(self.language, module);
        while !matches!(cursor.peek(), Some(Token::Name("from")) | None) {
            if cursor.is_sign("{") {
                self.pairs(cursor, &module);
                continue;
            }
            if let Some(Token::Name(name)) = cursor.peek()
                && name != "as"
            {
                self.bind(name, Value::name(module.clone()), false);
            }
            cursor.at += 1;
            if !self.spend(cursor, 1) {
                return;
            }
        }
        cursor.at += 2;
    }

    /// `{a, b: c} = value` behind `const`.
    fn destructured(&mut self, cursor: &mut Cursor<'_>) {
        let start = cursor.at;
        // What is taken apart stands behind.
        let mut ahead = 1;
        while ahead < 64 && cursor.ahead(ahead).is_some_and(|token| token != Token::Sign("}")) {
            ahead += 1;
        }
        if cursor.ahead(ahead + 1) != Some(Token::Sign("=")) {
            return;
        }
        cursor.at += ahead + 2;
        let value = self.expression(cursor);
        let end = cursor.at;
        if let Value::Name(module) = value {
            cursor.at = start;
            self.pairs(cursor, &module);
        }
        cursor.at = cursor.at.max(end);
    }

    /// The names in braces, as parts of a module.
    fn pairs(&mut self, cursor: &mut Cursor<'_>, module: &str) {
        cursor.at += 1;
        while let Some(token) = cursor.next() {
            match token {
                Token::Name(name) => {
                    let renamed = cursor.take(":") || cursor.take_word("as");
                    let own = if renamed { cursor.name().unwrap_or(name) } else { name };
                    cursor.at += usize::from(renamed);
                    self.bind(own, Value::name(format!("{module}.{name}")), false);
                }
                Token::Sign("}") => return,
                _ => {}
            }
            if !self.spend(cursor, 1) {
                return;
            }
        }
    }

    /// `for x in values`, `for (const x of values)`, `foreach (values as $x)`, `for my $x (values)`.
    fn walk(&mut self, cursor: &mut Cursor<'_>) {
        cursor.at += 1;
        cursor.conditional = true;
        let start = cursor.at;
        let _ = cursor.take_word("await");
        let open = cursor.take("(");
        for word in ["my", "our", "const", "let", "var"] {
            let _ = cursor.take_word(word);
        }
        if self.language == Language::Php && open {
            let walked = self.expression(cursor);
            if cursor.take_word("as") {
                let mut name = cursor.name();
                cursor.at += 1;
                if cursor.take("=>") {
                    name = cursor.name();
                    cursor.at += 1;
                }
                self.bind(name.unwrap_or("_"), element(&walked), false);
            }
            return;
        }
        if self.language == Language::Perl {
            let name = if open { None } else { cursor.name() };
            cursor.at += usize::from(name.is_some());
            if name.is_some() && !cursor.is_sign("(") {
                cursor.at = start;
                return;
            }
            if open {
                cursor.at = start;
            }
            let walked = self.expression(cursor);
            self.bind(name.unwrap_or("_"), element(&walked), false);
            return;
        }
        let Some(ahead) = cursor.find_word(&["in", "of"]) else {
            cursor.at = start;
            return;
        };
        let names: Vec<&str> = (0..ahead.min(8))
            .filter_map(|ahead| match cursor.ahead(ahead) {
                Some(Token::Name(name) | Token::Variable(name)) => Some(name),
                _ => None,
            })
            .collect();
        cursor.at += ahead + 1;
        let walked = self.expression(cursor);
        for (index, name) in names.iter().enumerate() {
            let value =
                if index == 0 { element(&walked) } else { Value::hidden(name, part(&walked)) };
            self.bind(name, value, false);
        }
    }
}

/// Where a part of a value comes from.
fn part(value: &Value) -> crate::commands::run::Flow {
    value.flow().map(|flow| flow.origin()).unwrap_or_default()
}

/// Any member of a value.
pub(super) fn element(value: &Value) -> Value {
    match value {
        Value::Name(name) => Value::hidden(name, part(value)),
        Value::Map(_) => Value::hidden("a key", part(value)),
        Value::List(members) if members.is_empty() => Value::hidden("a member", part(value)),
        Value::List(_) | Value::Text(_) | Value::File(_) => value.clone(),
    }
}
