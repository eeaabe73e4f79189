//! One scanner a thread: blobs in, records out.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use prescan_core::redact::{fingerprint, merged};
use prescan_core::{
    CONTEXT_AFTER, CONTEXT_BEFORE, Codec, Engine, Found, Resolved, Scratch, Segment, Span, decode,
    resolve,
};
use prescan_report::{Record, RuleInfo};
use prescan_sources::{Blob, Content, Layout, Visitor, chunks};

use crate::Settings;
use crate::draft::{Draft, draft};
use crate::lines::Lines;
use crate::place::{self, Text};
use crate::records::{Before, Context, Parts, record, rule_infos};

/// What all scanners of a run share.
pub(crate) struct Shared<'e> {
    engine: &'e Engine,
    settings: &'e Settings,
    /// The fingerprint of the findings to explain.
    explained: Option<&'e str>,
    /// Made when the first finding needs it.
    rules: std::sync::OnceLock<Vec<Arc<RuleInfo>>>,
}

impl<'e> Shared<'e> {
    pub(crate) fn new(engine: &'e Engine, settings: &'e Settings) -> Self {
        Self { engine, settings, explained: None, rules: std::sync::OnceLock::new() }
    }

    /// The same, keeping reasons for the findings with that fingerprint.
    pub(crate) fn explaining(self, fingerprint: &'e str) -> Self {
        Self { explained: Some(fingerprint), ..self }
    }

    fn reasons(&self, found: &Found<'_>) -> Vec<String> {
        let Some(wanted) = self.explained else { return Vec::new() };
        let rule = self.engine.rule(found.finding.rule);
        if fingerprint(rule.id(), found.candidate.whole) != wanted {
            return Vec::new();
        }
        self.engine.reasons(found)
    }
}

/// A thread's scanner.
pub(crate) struct Scanner<'s> {
    shared: &'s Shared<'s>,
    scratch: Scratch,
    pub(crate) records: Vec<Record>,
    pub(crate) suppressed: u64,
    /// The findings to explain and their reasons.
    pub(crate) explained: Vec<(Record, Vec<String>)>,
}

/// What a part of an input holds.
#[derive(Default)]
struct Harvest {
    found: Vec<Resolved<Draft>>,
    /// Line ends, and characters behind the last, of each part.
    parts: Vec<(u64, Before, bool)>,
    /// The input starts with a byte order mark.
    marked: bool,
}

impl Harvest {
    fn add(&mut self, mut other: Self) {
        self.found.append(&mut other.found);
        self.parts.append(&mut other.parts);
        self.marked |= other.marked;
    }
}

impl<'s> Scanner<'s> {
    pub(crate) fn new(shared: &'s Shared<'s>) -> Self {
        Self {
            shared,
            scratch: Scratch::default(),
            records: Vec::new(),
            suppressed: 0,
            explained: Vec::new(),
        }
    }

    fn whole(&mut self, path: &str, bytes: &[u8]) -> Harvest {
        let decode_depth = self.shared.settings.decode_depth;
        let segment = Segment { decode_depth, ..Segment::whole(bytes).with_path(path) };
        let text = Text { bytes, encoding: segment.encoding };
        let mut found = Vec::new();
        let mut lines = Lines::default();
        let shared = self.shared;
        shared.engine.scan_segment(&mut self.scratch, &segment, &mut |one| {
            found.push(draft(&one, text, 0, 0, &mut lines, shared.reasons(&one)));
        });
        if found.is_empty() {
            // The usual file allocates nothing.
            return Harvest::default();
        }
        Harvest { found, parts: vec![(0, Before::default(), false)], marked: text.mark() > 0 }
    }

    /// Resolves overlaps and keeps what is to be reported.
    fn keep(&mut self, path: &str, mut found: Vec<Resolved<Draft>>, parts: &Parts) {
        let secrets: Vec<Span> = merged(found.iter().map(|one| one.finding.span).collect());
        let settings = self.shared.settings;
        if let Some(only) = &settings.only {
            found.retain(|one| only.contains(&one.finding.rule));
        }
        resolve(&mut found);
        let rules = self.shared.rules.get_or_init(|| rule_infos(self.shared.engine));
        let context =
            Context { rules, path, parts, secrets: &secrets, show_secrets: settings.show_secrets };
        for one in &found {
            if one.finding.confidence < settings.min_confidence
                || one.finding.severity < settings.min_severity
            {
                continue;
            }
            if one.payload.allowed && settings.inline_allow {
                self.suppressed += 1;
                continue;
            }
            let record = record(&context, one);
            if self.shared.explained == Some(record.fingerprint.as_str()) {
                self.explained.push((record.clone(), one.payload.reasons.clone()));
            }
            self.records.push(record);
        }
    }

    fn blob_text(&mut self, path: &str, content: Content<'_>) -> io::Result<()> {
        let layout = Layout::with_context(CONTEXT_BEFORE, CONTEXT_AFTER);
        match content {
            Content::Bytes(bytes) => {
                let all = self.whole(path, bytes);
                self.finish(path, all);
            }
            Content::Large(file) => {
                let mut head = [0; 512];
                let encoding = decode::unicode::detect(head_of(file.file(), &mut head)?);
                let all = Mutex::new(Harvest::default());
                let shared = self.shared;
                file.segments(layout, || {
                    let mut worker = Worker {
                        shared,
                        scratch: Scratch::default(),
                        lines: Lines::default(),
                        encoding: Some(encoding),
                    };
                    let all = &all;
                    move |segment| {
                        let mut own = Harvest::default();
                        worker.visit(path, segment, &mut own);
                        all.lock().unwrap_or_else(PoisonError::into_inner).add(own);
                    }
                })?;
                let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
                self.finish(path, all);
            }
            Content::Stream(reader) => {
                let mut all = Harvest::default();
                let mut worker = Worker {
                    shared: self.shared,
                    scratch: std::mem::take(&mut self.scratch),
                    lines: Lines::default(),
                    encoding: None,
                };
                let read = chunks(reader, layout, |segment| worker.visit(path, segment, &mut all));
                self.scratch = worker.scratch;
                self.finish(path, all);
                read?;
            }
        }
        Ok(())
    }

    fn finish(&mut self, path: &str, mut all: Harvest) {
        if all.found.is_empty() {
            return;
        }
        all.parts.sort_unstable_by_key(|part| part.0);
        let mut parts = Parts::new();
        let mut before = Before { lines: 0, chars: -i64::from(all.marked) };
        for (start, inside, broken) in all.parts {
            parts.insert(start, before);
            before.lines += inside.lines;
            before.chars = if broken { inside.chars } else { before.chars + inside.chars };
        }
        self.keep(path, all.found, &parts);
    }
}

/// Scans the segments of one long input.
struct Worker<'s> {
    shared: &'s Shared<'s>,
    scratch: Scratch,
    lines: Lines,
    /// The input's encoding; not known before the first chunk of a stream.
    encoding: Option<Option<Codec>>,
}

impl Worker<'_> {
    fn visit(&mut self, path: &str, segment: prescan_sources::Segment<'_>, all: &mut Harvest) {
        let encoding = *self.encoding.get_or_insert_with(|| decode::unicode::detect(segment.bytes));
        let text = Text { bytes: segment.bytes, encoding };
        self.lines.reset();
        let lines = &mut self.lines;
        let part = Segment {
            text: segment.bytes,
            start: segment.start,
            from: segment.from,
            to: segment.to,
            path,
            encoding,
            decode_depth: self.shared.settings.decode_depth,
        };
        let shared = self.shared;
        shared.engine.scan_segment(&mut self.scratch, &part, &mut |one| {
            all.found.push(draft(
                &one,
                text,
                segment.start,
                segment.from,
                lines,
                shared.reasons(&one),
            ));
        });
        let (line, broken) = text.line_start(segment.from, segment.to);
        let inside = Before {
            lines: text.newlines(segment.from, segment.to),
            chars: text.chars(line, segment.to) as i64,
        };
        all.marked |= segment.start == 0 && text.mark() > 0;
        all.parts.push((segment.start + segment.from as u64, inside, broken));
    }
}

/// The first bytes of a file, without moving in it.
fn head_of<'h>(file: &std::fs::File, head: &'h mut [u8]) -> io::Result<&'h [u8]> {
    let mut len = 0;
    #[cfg(unix)]
    while len < head.len() {
        match std::os::unix::fs::FileExt::read_at(file, &mut head[len..], len as u64)? {
            0 => break,
            read => len += read,
        }
    }
    #[cfg(not(unix))]
    {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = file;
        file.seek(SeekFrom::Start(0))?;
        len = file.read(head)?;
        file.seek(SeekFrom::Start(0))?;
    }
    Ok(&head[..len])
}

impl Visitor for Scanner<'_> {
    fn blob(&mut self, blob: Blob<'_>) -> io::Result<()> {
        let path = place::display(blob.path);
        // A fault of the engine on one file must not hide what the others hold.
        match catch_unwind(AssertUnwindSafe(|| self.blob_text(&path, blob.content))) {
            Ok(result) => result,
            Err(_) => {
                self.scratch = Scratch::default();
                Err(io::Error::other("the engine failed on this file"))
            }
        }
    }
}
