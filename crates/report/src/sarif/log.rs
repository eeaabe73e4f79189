//! The objects of a SARIF log, as far as prescan fills them. Section numbers are those of SARIF
//! 2.1.0 (OASIS Standard, 27 March 2020).

use std::collections::BTreeMap;

use serde::Serialize;

/// `sarifLog`, section 3.13. The version comes first, as 3.13.2 asks.
#[derive(Serialize)]
pub(crate) struct Log<'a> {
    pub(crate) version: &'static str,
    #[serde(rename = "$schema")]
    pub(crate) schema: &'static str,
    pub(crate) runs: [Run<'a>; 1],
}

/// `run`, section 3.14.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Run<'a> {
    pub(crate) tool: Tool<'a>,
    pub(crate) invocations: [Invocation; 1],
    pub(crate) original_uri_base_ids: BTreeMap<&'static str, Base>,
    pub(crate) column_kind: &'static str,
    pub(crate) results: Vec<Finding<'a>>,
}

/// `tool`, section 3.18.
#[derive(Serialize)]
pub(crate) struct Tool<'a> {
    pub(crate) driver: Driver<'a>,
}

/// `toolComponent`, section 3.19.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Driver<'a> {
    pub(crate) name: &'static str,
    pub(crate) version: &'a str,
    pub(crate) information_uri: &'static str,
    pub(crate) rules: Vec<Rule<'a>>,
}

/// `reportingDescriptor`, section 3.49.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Rule<'a> {
    pub(crate) id: &'a str,
    pub(crate) short_description: Message,
    pub(crate) full_description: Message,
    pub(crate) help: Help,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) help_uri: Option<String>,
    pub(crate) default_configuration: Configuration,
    pub(crate) properties: RuleProperties<'a>,
}

/// `multiformatMessageString` (section 3.12) with both its texts.
#[derive(Serialize)]
pub(crate) struct Help {
    pub(crate) text: String,
    pub(crate) markdown: String,
}

/// `reportingConfiguration`, section 3.50.
#[derive(Serialize)]
pub(crate) struct Configuration {
    pub(crate) level: &'static str,
}

/// The property bag of a rule: `security-severity` and the tag `security` are what GitHub's code
/// scanning reads ("SARIF support for code scanning", reportingDescriptor object).
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct RuleProperties<'a> {
    pub(crate) security_severity: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(crate) provider: &'a str,
    pub(crate) tags: Vec<&'a str>,
}

/// `invocation`, section 3.20.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Invocation {
    pub(crate) execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) tool_execution_notifications: Vec<Notification>,
}

/// `notification`, section 3.58.
#[derive(Serialize)]
pub(crate) struct Notification {
    pub(crate) level: &'static str,
    pub(crate) message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) locations: Vec<Location>,
}

/// An `artifactLocation` in `originalUriBaseIds` (section 3.14.14). The `uri` is left out, which
/// keeps the machine's folders out of the log and equal scans equal.
#[derive(Serialize)]
pub(crate) struct Base {
    pub(crate) description: Message,
}

/// `message` (section 3.11), or a `multiformatMessageString` with plain text alone.
#[derive(Serialize)]
pub(crate) struct Message {
    pub(crate) text: String,
}

/// `result`, section 3.27.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Finding<'a> {
    pub(crate) rule_id: &'a str,
    pub(crate) rule_index: usize,
    pub(crate) level: &'static str,
    pub(crate) message: Message,
    pub(crate) locations: [Location; 1],
    pub(crate) partial_fingerprints: BTreeMap<&'static str, &'a str>,
    pub(crate) rank: u32,
    pub(crate) properties: FindingProperties<'a>,
}

/// The property bag of a result.
#[derive(Serialize)]
pub(crate) struct FindingProperties<'a> {
    pub(crate) severity: &'static str,
    pub(crate) confidence: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(crate) via: &'a str,
}

/// `location`, section 3.28.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Location {
    pub(crate) physical_location: PhysicalLocation,
}

/// `physicalLocation`, section 3.29.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PhysicalLocation {
    pub(crate) artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) region: Option<Region>,
}

/// `artifactLocation`, section 3.4.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ArtifactLocation {
    pub(crate) uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) uri_base_id: Option<&'static str>,
}

/// `region`, section 3.30.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Region {
    pub(crate) start_line: u64,
    pub(crate) start_column: u64,
    pub(crate) end_line: u64,
    pub(crate) end_column: u64,
    pub(crate) byte_offset: u64,
    pub(crate) byte_length: u64,
}
