//! Programs of `awk`: what they print into files and programs, and what they run.

use super::acts::Act;
use super::cursor::Cursor;
use super::lexer::Token;
use super::scanner::{Args, Scanner};
use super::value::Value;

impl Scanner<'_, '_> {
    /// Reads a program of `awk`.
    pub(super) fn awk(&mut self, cursor: &mut Cursor<'_>) {
        while let Some(token) = cursor.peek() {
            let before = cursor.at;
            match token {
                Token::Name("print" | "printf") => {
                    cursor.at += 1;
                    self.awk_print(cursor);
                }
                Token::Name(
                    "if" | "else" | "while" | "for" | "do" | "function" | "func" | "return"
                    | "BEGIN" | "END" | "in" | "next" | "delete",
                ) => cursor.at += 1,
                Token::Sign("{" | "}") | Token::End { .. } => cursor.at += 1,
                _ => {
                    let value = self.expression(cursor);
                    self.awk_pipe(cursor, &value);
                }
            }
            if cursor.at <= before {
                cursor.at = before + 1;
            }
            if !self.spend(cursor, 1) {
                return;
            }
        }
    }

    /// `print … > file`, `print … | "line"`.
    fn awk_print(&mut self, cursor: &mut Cursor<'_>) {
        let mut args = Args::default();
        while !self.at_statement_end(cursor.peek()) {
            let before = cursor.at;
            match cursor.peek() {
                Some(Token::Sign(sign @ (">" | ">>"))) => {
                    cursor.at += 1;
                    let path = Args::of(self.operand(cursor));
                    let act = if sign == ">" { Act::Truncate } else { Act::Append };
                    drop(self.perform(act, "print", path));
                    return;
                }
                Some(Token::Sign("|" | "|&")) => {
                    cursor.at += 1;
                    let line = self.expression(cursor);
                    drop(self.line("print |", &line));
                    self.fed(&line, &args);
                    return;
                }
                Some(Token::Sign(",")) => cursor.at += 1,
                _ => args.list.push(self.expression(cursor)),
            }
            if cursor.at <= before {
                cursor.at = before + 1;
            }
            if !self.spend(cursor, 1) || args.list.len() > super::value::MAX_MEMBERS {
                return;
            }
        }
        drop(self.perform(Act::Print, "print", args));
    }

    /// What is printed into a shell runs there.
    fn fed(&mut self, line: &Value, args: &Args) {
        let shell = line.known().is_some_and(|line| {
            matches!(line.split(' ').next(), Some("sh" | "bash" | "/bin/sh" | "/bin/bash" | "zsh"))
        });
        if shell && let Some(text) = args.first() {
            drop(self.line("print |", text));
        }
    }

    /// `"line" | getline`.
    fn awk_pipe(&mut self, cursor: &mut Cursor<'_>, value: &Value) {
        if !matches!(cursor.peek(), Some(Token::Sign("|" | "|&"))) {
            return;
        }
        cursor.at += 1;
        if cursor.take_word("getline") {
            let output = self.line("getline", value);
            if let Some(Token::Name(name)) = cursor.peek() {
                self.bind(name, output, false);
            }
        }
    }
}
