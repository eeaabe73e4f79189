use std::sync::{Arc, LazyLock};

use jsonschema::{Draft, Validator};
use prescan_core::Severity;
use prescan_report::{Format, Outcome, Position, Record, RuleInfo, Style};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::arbitrary;
use crate::sample::{self, problem, record, report};

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../data/sarif-2.1.0-rtm.5.json");
    // The pattern of two properties that prescan does not write holds a stray bracket, which the
    // validator refuses to read.
    serde_json::from_str(&text.replace("{2}]?$", "{2}?$")).unwrap()
});

/// The schema under the draft it names, and under one that knows what a `uri-reference` is.
static VALIDATORS: LazyLock<[Validator; 2]> = LazyLock::new(|| {
    [Draft::Draft4, Draft::Draft7].map(|draft| {
        let options = jsonschema::options().with_draft(draft).should_validate_formats(true);
        options.build(&SCHEMA).unwrap()
    })
});

fn sarif(outcome: &Outcome) -> Value {
    let text = report(Format::Sarif, outcome, &Style::default());
    serde_json::from_str(&text).unwrap()
}

fn complaints(log: &Value) -> Vec<String> {
    VALIDATORS
        .iter()
        .flat_map(|validator| validator.iter_errors(log))
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().unwrap()
}

fn rules(log: &Value) -> &Vec<Value> {
    log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap()
}

#[test]
fn the_validators_do_complain() {
    let mut log = sarif(&sample::outcome());
    assert_eq!(complaints(&log), Vec::<String>::new());
    let region = "/runs/0/results/0/locations/0/physicalLocation/region";
    log.pointer_mut(region).unwrap()["endColumn"] = json!(0);
    assert_eq!(complaints(&log).len(), 2);
    log.pointer_mut(region).unwrap()["endColumn"] = json!(9);
    let artifact = "/runs/0/results/0/locations/0/physicalLocation/artifactLocation";
    log.pointer_mut(artifact).unwrap()["uri"] = json!("a b");
    assert_eq!(complaints(&log).len(), 1);
}

#[test]
fn a_log_with_one_finding() {
    let finding = record(&sample::acme(), "a b/[x].env", 3, 10);
    let outcome = Outcome {
        records: vec![finding],
        problems: vec![problem("b", "permission denied", true)],
        tool_version: "0.1.0".to_owned(),
        ..Outcome::default()
    };
    let expected = r#"{
  "version": "2.1.0",
  "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
  "runs": [
    {
      "tool": {
        "driver": {
          "name": "prescan",
          "version": "0.1.0",
          "informationUri": "https://github.com/prescan/prescan",
          "rules": [
            {
              "id": "acme.token",
              "shortDescription": {
                "text": "Acme token"
              },
              "fullDescription": {
                "text": "WHY"
              },
              "help": {
                "text": "WHY\n\nFix: Revoke it in the console.\n\nDocumentation: https://acme.example/tokens",
                "markdown": "**Why:** WHY\n\n**Fix:** Revoke it in the console.\n\n[Documentation](<https://acme.example/tokens>)"
              },
              "helpUri": "https://acme.example/tokens",
              "defaultConfiguration": {
                "level": "error"
              },
              "properties": {
                "security-severity": "8.0",
                "provider": "Acme",
                "tags": [
                  "security",
                  "token"
                ]
              }
            }
          ]
        }
      },
      "invocations": [
        {
          "executionSuccessful": false,
          "toolExecutionNotifications": [
            {
              "level": "error",
              "message": {
                "text": "permission denied"
              },
              "locations": [
                {
                  "physicalLocation": {
                    "artifactLocation": {
                      "uri": "b",
                      "uriBaseId": "%SRCROOT%"
                    }
                  }
                }
              ]
            }
          ]
        }
      ],
      "originalUriBaseIds": {
        "%SRCROOT%": {
          "description": {
            "text": "The folder that relative paths start from."
          }
        }
      },
      "columnKind": "unicodeCodePoints",
      "results": [
        {
          "ruleId": "acme.token",
          "ruleIndex": 0,
          "level": "error",
          "message": {
            "text": "Acme token: acme****"
          },
          "locations": [
            {
              "physicalLocation": {
                "artifactLocation": {
                  "uri": "a%20b/%5Bx%5D.env",
                  "uriBaseId": "%SRCROOT%"
                },
                "region": {
                  "startLine": 3,
                  "startColumn": 10,
                  "endLine": 3,
                  "endColumn": 18,
                  "byteOffset": 310,
                  "byteLength": 8
                }
              }
            }
          ],
          "partialFingerprints": {
            "prescan/v1": "fp-3"
          },
          "rank": 75,
          "properties": {
            "severity": "high",
            "confidence": "format"
          }
        }
      ]
    }
  ]
}
"#;
    let why = &sample::acme().why;
    let text = report(Format::Sarif, &outcome, &Style::default());
    assert_eq!(text, expected.replace("WHY", why));
}

#[test]
fn an_empty_scan_is_a_valid_log() {
    let log = sarif(&Outcome::default());
    assert_eq!(complaints(&log), Vec::<String>::new());
    assert_eq!(log["runs"][0]["invocations"][0], json!({"executionSuccessful": true}));
    assert_eq!(results(&log).len(), 0);
}

#[test]
fn a_rule_stands_once_in_the_table() {
    let twin = Arc::new(RuleInfo { title: "Another".to_owned(), ..(*sample::acme()).clone() });
    let mut outcome = sample::outcome();
    outcome.records.push(record(&twin, "z", 1, 1));
    let log = sarif(&outcome);
    let ids: Vec<&Value> = rules(&log).iter().map(|rule| &rule["id"]).collect();
    assert_eq!(ids, ["acme.token", "generic.password"]);
}

#[test]
fn regions_are_never_empty_and_start_at_one() {
    let at = |line, column| Position { line, column };
    let finding = |start, end| Record { start, end, ..record(&sample::acme(), "a", 1, 1) };
    let region = |finding: Record| {
        let log = sarif(&Outcome { records: vec![finding], ..Outcome::default() });
        let region = &results(&log)[0]["locations"][0]["physicalLocation"]["region"];
        ["startLine", "startColumn", "endLine", "endColumn"].map(|key| region[key].as_u64())
    };
    let numbers = |all: [u64; 4]| all.map(Some);
    assert_eq!(region(finding(at(0, 0), at(0, 0))), numbers([1, 1, 1, 2]));
    assert_eq!(region(finding(at(2, 7), at(2, 7))), numbers([2, 7, 2, 8]));
    assert_eq!(region(finding(at(2, 7), at(1, 9))), numbers([2, 7, 2, 8]));
    assert_eq!(region(finding(at(2, 7), at(3, 1))), numbers([2, 7, 3, 1]));
}

#[test]
fn skipping_on_purpose_is_a_success() {
    let outcome =
        Outcome { problems: vec![problem("x.png", "binary", false)], ..Outcome::default() };
    let invocation = &sarif(&outcome)["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], true);
    assert_eq!(invocation["toolExecutionNotifications"][0]["level"], "note");
}

#[test]
fn messages_hold_no_placeholder_and_no_link() {
    let finding = Record {
        matched: "{0} [a](b)".to_owned(),
        via: "hex".to_owned(),
        ..record(&sample::acme(), "a", 1, 1)
    };
    let log = sarif(&Outcome { records: vec![finding], ..Outcome::default() });
    assert_eq!(results(&log)[0]["message"]["text"], "Acme token: {{0}} [a] (b) (via hex)");
}

#[test]
fn absolute_paths_stand_for_themselves() {
    let finding = record(&sample::acme(), "/srv/app/.env", 1, 1);
    let log = sarif(&Outcome { records: vec![finding], ..Outcome::default() });
    let artifact = &results(&log)[0]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(artifact, &json!({"uri": "file:///srv/app/.env"}));
}

#[test]
fn worse_findings_rank_higher() {
    let levels: Vec<(Value, Value)> = Severity::ALL
        .iter()
        .map(|severity| {
            let finding = Record { severity: *severity, ..record(&sample::acme(), "a", 1, 1) };
            let log = sarif(&Outcome { records: vec![finding], ..Outcome::default() });
            (results(&log)[0]["level"].clone(), results(&log)[0]["rank"].clone())
        })
        .collect();
    let expected = [("note", 15), ("note", 35), ("warning", 55), ("error", 75), ("error", 95)];
    assert_eq!(levels, expected.map(|(level, rank)| (json!(level), json!(rank))));
}

proptest! {
    #[test]
    fn logs_are_valid_and_consistent(outcome in arbitrary::outcome()) {
        let log = sarif(&outcome);
        prop_assert_eq!(complaints(&log), Vec::<String>::new());
        prop_assert_eq!(results(&log).len(), outcome.records.len());
        for result in results(&log) {
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            prop_assert_eq!(&rules(&log)[index]["id"], &result["ruleId"]);
            let artifact = &result["locations"][0]["physicalLocation"]["artifactLocation"];
            let uri = artifact["uri"].as_str().unwrap();
            let relative = !uri.starts_with('/') && !uri.split('/').next().unwrap().contains(':');
            prop_assert_eq!(artifact.get("uriBaseId").is_some(), relative, "{}", uri);
        }
        let ids: std::collections::BTreeSet<&str> =
            rules(&log).iter().map(|rule| rule["id"].as_str().unwrap()).collect();
        prop_assert_eq!(ids.len(), rules(&log).len());
    }
}
