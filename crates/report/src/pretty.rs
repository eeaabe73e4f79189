//! Text for people: findings by file, each with its source line, and a summary.

mod excerpt;
mod page;
mod summary;

use std::collections::HashSet;
use std::io::{self, Write};

use self::page::{Flow, Page, ink};
use crate::visible::visible;
use crate::{Excerpt, Outcome, Record, RuleInfo, Style, order};

/// Writes the report.
pub(crate) fn write(outcome: &Outcome, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let page = &mut Page::new(style, out);
    for file in order::records(outcome).chunk_by(|a, b| a.path == b.path) {
        if let Some(first) = file.first() {
            // Never broken, so that it can be copied.
            page.paint(ink::PATH, &visible(&first.path))?;
            page.end_line()?;
        }
        let mut explained = HashSet::new();
        for record in file {
            heading(record, page)?;
            source(record, page)?;
            let rule = record.rule.as_ref();
            if explained.insert((&rule.why, &rule.fix, &rule.docs)) {
                explain(rule, page)?;
            }
            page.end_line()?;
        }
    }
    summary::write(outcome, page)
}

fn heading(record: &Record, page: &mut Page<'_>) -> io::Result<()> {
    let place = format!("{}:{}", record.start.line, record.start.column);
    let rule = format!("[{}]", record.rule.id);
    let mut flow = Flow::new(2, 6)
        .word(0, ink::PLAIN, &place)
        .word(2, ink::severity(record.severity), record.severity.name())
        .prose(2, ink::PLAIN, &record.rule.title)
        .word(1, ink::DIM, &rule)
        .word(2, ink::DIM, "confidence:")
        .word(1, ink::DIM, record.confidence.name());
    if !record.via.is_empty() {
        flow = flow.word(2, ink::DIM, "via:").word(1, ink::DIM, &record.via);
    }
    page.flow(&flow)
}

/// The source line with its line number; and the matched text where the line does not show it.
fn source(record: &Record, page: &mut Page<'_>) -> io::Result<()> {
    if let Some(excerpt) = &record.excerpt {
        let number = record.start.line.to_string();
        let gutter = 4 + number.len() + 3;
        let marked = excerpt::mark(excerpt, page.width() - gutter);
        page.space(4)?;
        page.paint(ink::DIM, &format!("{number} |"))?;
        page.space(usize::from(!marked.line.is_empty()))?;
        page.paint(ink::PLAIN, &marked.line)?;
        page.end_line()?;
        page.space(4 + number.len() + 1)?;
        page.paint(ink::DIM, "|")?;
        page.space(1 + marked.before)?;
        page.paint(ink::severity(record.severity), &"^".repeat(marked.under))?;
        page.end_line()?;
    }
    let shown = record.excerpt.is_some() && record.via.is_empty();
    if !shown && !record.matched.is_empty() {
        const LABEL: &str = "match:";
        let whole =
            Excerpt { text: record.matched.clone(), mark: 0..0, cut_left: false, cut_right: false };
        page.space(4)?;
        page.paint(ink::DIM, LABEL)?;
        page.space(1)?;
        let room = page.width() - 4 - LABEL.len() - 1;
        page.paint(ink::PLAIN, &excerpt::mark(&whole, room).line)?;
        page.end_line()?;
    }
    Ok(())
}

fn explain(rule: &RuleInfo, page: &mut Page<'_>) -> io::Result<()> {
    let fix = rule.fix.as_deref().unwrap_or_default();
    let docs = rule.docs.as_deref().unwrap_or_default();
    for (label, text) in [("why:", rule.why.as_str()), ("fix:", fix), ("docs:", docs)] {
        if !text.trim().is_empty() {
            page.flow(&Flow::new(4, 6).word(0, ink::DIM, label).prose(1, ink::PLAIN, text))?;
        }
    }
    Ok(())
}
