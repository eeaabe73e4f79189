//! The JSON Schema of rule files, for editors.

use crate::commands::CommandFile;
use crate::format::RuleFile;

/// The schema as pretty-printed JSON with a final newline. `rules/schema.json` holds it; a test keeps the two equal.
#[must_use]
pub fn json_schema() -> String {
    printed(&schemars::schema_for!(RuleFile))
}

/// The schema of files about commands, in the same form. `rules/commands/schema.json` holds it.
#[must_use]
pub fn commands_json_schema() -> String {
    printed(&schemars::schema_for!(CommandFile))
}

fn printed(schema: &schemars::Schema) -> String {
    let mut text = format!("{:#}", schema.as_value());
    text.push('\n');
    text
}
