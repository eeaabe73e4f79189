//! Many lines at once: one JSON object a line in, one out, in the same order.

use std::io::{self, BufRead, BufReader, BufWriter, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::ValueEnum as _;
use serde::{Deserialize, Serialize};

use super::Judge;
use super::shown::Answer;
use crate::args::ShellName;
use crate::exit::Exit;

/// The longest question, in bytes. Behind it is skipped to the next line.
const MAX_QUESTION: usize = 8 << 20;
/// How much is read at a time, in bytes.
const BUFFER: usize = 64 << 10;

/// A line to judge.
#[derive(Deserialize)]
struct Question {
    command: String,
    #[serde(default)]
    cwd: Option<PathBuf>,
    #[serde(default)]
    shell: Option<String>,
}

/// What is answered where a question cannot be read: nobody may take it for a yes.
#[derive(Serialize)]
struct Fault {
    decision: &'static str,
    error: String,
}

/// Answers every line of standard input.
pub(super) fn run(judge: &Judge<'_>) -> Result<Exit> {
    let mut input = BufReader::with_capacity(BUFFER, io::stdin().lock());
    let mut out = BufWriter::new(io::stdout().lock());
    let mut exit = Exit::Clean;
    let mut bytes = Vec::new();
    while next(&mut input, &mut bytes).context("standard input cannot be read")? {
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        match answer(judge, &bytes) {
            Ok(answer) => serde_json::to_writer(&mut out, &answer)?,
            Err(error) => {
                exit = Exit::Error;
                serde_json::to_writer(&mut out, &Fault { decision: "ask", error })?;
            }
        }
        out.write_all(b"\n")?;
        // Who asks one question at a time waits for its answer.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(exit)
}

fn answer(judge: &Judge<'_>, bytes: &[u8]) -> Result<Answer, String> {
    if bytes.len() > MAX_QUESTION {
        return Err(format!("the line is longer than {MAX_QUESTION} bytes"));
    }
    // The error's own words would quote the line.
    let question: Question = serde_json::from_slice(bytes).map_err(|error| {
        format!("column {}: this is no JSON object with a text `command`", error.column())
    })?;
    let shell = match &question.shell {
        Some(name) => ShellName::from_str(name, true)
            .map_err(|_| "the shell is none of posix, powershell, cmd and unknown".to_owned())?
            .into(),
        None => judge.shell,
    };
    let cwd = question.cwd.map_or_else(|| judge.cwd.clone(), |cwd| judge.cwd.join(cwd));
    Ok(Answer::of(&judge.judge(&question.command, &cwd, shell)))
}

/// Reads a line, of a longer one than is understood one byte more than that. False at the end.
fn next(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut any = false;
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = (MAX_QUESTION + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let read = part.len() + usize::from(end.is_some());
        input.consume(read);
        if end.is_some() {
            return Ok(true);
        }
    }
}
