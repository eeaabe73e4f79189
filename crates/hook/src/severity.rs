//! How a severity is written: by its name. For `#[serde(with = "crate::severity")]`.

use prescan_core::Severity;
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How bad it is: the names, for a schema.
#[derive(JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(dead_code, reason = "describes what is read")]
pub(crate) enum SeverityName {
    /// Worth knowing.
    Info,
    /// Little harm.
    Low,
    /// Some harm.
    Medium,
    /// Much harm.
    High,
    /// Harm that cannot be undone.
    Critical,
}

pub(crate) fn serialize<S: Serializer>(
    severity: &Option<Severity>,
    output: S,
) -> Result<S::Ok, S::Error> {
    severity.map(Severity::name).serialize(output)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    input: D,
) -> Result<Option<Severity>, D::Error> {
    let Some(name) = Option::<String>::deserialize(input)? else { return Ok(None) };
    let known = Severity::ALL.iter().copied().find(|severity| severity.name() == name);
    known.map(Some).ok_or_else(|| {
        let names: Vec<&str> = Severity::ALL.iter().map(|severity| severity.name()).collect();
        D::Error::custom(format!("there is no level `{name}`: the levels are {}", names.join(", ")))
    })
}
