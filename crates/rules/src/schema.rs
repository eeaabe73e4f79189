//! The JSON Schema of rule files, for editors.

use crate::format::RuleFile;

/// The schema as pretty-printed JSON with a final newline. `rules/schema.json` holds it; a test keeps the two equal.
#[must_use]
pub fn json_schema() -> String {
    let schema = schemars::schema_for!(RuleFile);
    let mut text = format!("{:#}", schema.as_value());
    text.push('\n');
    text
}
