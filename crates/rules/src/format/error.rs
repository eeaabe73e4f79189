//! Errors of rule files: where, what, and what to do.

use std::fmt;

use prescan_core::BuildError;

/// A rule file that cannot be used. It prints as `file:line:column: what is wrong`, with the offending line below.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleFileError {
    file: String,
    line: usize,
    column: usize,
    message: String,
    excerpt: String,
}

impl RuleFileError {
    /// The file, as it was named.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The line, from 1; 0 when the fault has no place.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, from 1; 0 when the fault has no place.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// What is wrong and what to do.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// A fault with the file as a whole.
    #[must_use]
    pub fn whole_file(file: &str, message: String) -> Self {
        Self { file: file.to_owned(), line: 0, column: 0, message, excerpt: String::new() }
    }

    /// A fault at a byte offset of the source.
    fn at(file: &str, source: &str, offset: usize, message: String) -> Self {
        let before = source.get(..offset).unwrap_or(source);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let excerpt = source[line_start..].lines().next().unwrap_or_default().to_owned();
        Self {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message,
            excerpt,
        }
    }

    /// What the YAML reader says.
    pub(super) fn from_yaml(file: &str, source: &str, error: &serde_saphyr::Error) -> Self {
        let text = error.without_snippet().to_string();
        // The place is told apart from the text.
        let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
        let message = with_hint(message);
        let Some(place) = error.location() else { return Self::whole_file(file, message) };
        let (line, column) = (place.line() as usize, place.column() as usize);
        let excerpt = source.lines().nth(line.saturating_sub(1)).unwrap_or_default().to_owned();
        Self { file: file.to_owned(), line, column, message, excerpt }
    }

    /// A fault in a rule's field; `text` is the offending part of the field.
    pub(super) fn in_rule(
        file: &str,
        source: &str,
        rule: &str,
        field: &str,
        text: &str,
        message: String,
    ) -> Self {
        let start = offset_of_rule(source, rule).unwrap_or(0);
        let end = source[start..].find("\n  - id:").map_or(source.len(), |len| start + len);
        let body = &source[start..end];
        let leaf = field.rsplit('.').next().unwrap_or(field);
        let field_at = body.find(&format!("{leaf}:")).unwrap_or(0);
        let text_at = body[field_at..].find(text).filter(|_| !text.is_empty()).unwrap_or(0);
        Self::at(
            file,
            source,
            start + field_at + text_at,
            format!("rule `{rule}`: {leaf}: {message}"),
        )
    }

    /// What the engine's compiler says.
    pub(super) fn from_build(file: &str, source: &str, error: &BuildError) -> Self {
        let mut text = error.text();
        if let Some(rest) = error.offset().and_then(|offset| text.get(offset..))
            && !rest.is_empty()
        {
            text = rest;
        }
        if error.rule().is_empty() {
            return Self::whole_file(file, error.message().to_owned());
        }
        Self::in_rule(file, source, error.rule(), error.field(), text, error.message().to_owned())
    }
}

/// Adds advice where the reader's own words give none.
fn with_hint(message: String) -> String {
    if message.contains("unknown field") {
        return format!(
            "{message}; the rule guide lists every field, and a typing mistake is refused rather than ignored"
        );
    }
    if message.contains("unknown variant") {
        return format!("{message}; names are lower case");
    }
    message
}

fn offset_of_rule(source: &str, id: &str) -> Option<usize> {
    source.match_indices(id).find_map(|(at, _)| {
        let line_start = source[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = source[line_start..at].trim_start_matches(['-', ' ', '\'', '"']);
        let after = source[at + id.len()..]
            .lines()
            .next()
            .unwrap_or_default()
            .trim_matches(['\'', '"', ' ']);
        let ends = after.is_empty() || after.starts_with('#');
        (before.trim_end_matches(['\'', '"', ' ']) == "id:" && ends).then_some(at)
    })
}

/// The line on which a rule's id stands, from 1; 1 when it is not found.
pub(super) fn line_of_rule(source: &str, id: &str) -> usize {
    offset_of_rule(source, id).map_or(1, |at| source[..at].matches('\n').count() + 1)
}

impl fmt::Display for RuleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            return write!(f, "{}: {}", self.file, self.message);
        }
        writeln!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)?;
        writeln!(f, "  {}", self.excerpt)?;
        write!(f, "  {:>1$}", "^", self.column)
    }
}

impl std::error::Error for RuleFileError {}
