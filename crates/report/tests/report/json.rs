use prescan_report::{Format, Outcome, Record, Style};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::arbitrary;
use crate::sample::{self, report};

fn lines(outcome: &Outcome) -> Vec<Value> {
    let text = report(Format::Jsonl, outcome, &Style::default());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of_type<'a>(values: &'a [Value], name: &str) -> Vec<&'a Value> {
    values.iter().filter(|value| value["type"] == name).collect()
}

fn expected(record: &Record) -> Value {
    json!({
        "type": "finding",
        "rule": record.rule.id,
        "title": record.rule.title,
        "severity": record.severity.name(),
        "confidence": record.confidence.name(),
        "path": record.path,
        "line": record.start.line,
        "column": record.start.column,
        "end_line": record.end.line,
        "end_column": record.end.column,
        "offset": record.offset,
        "length": record.length,
        "match": record.matched,
        "via": Some(&record.via).filter(|via| !via.is_empty()),
        "fingerprint": record.fingerprint,
    })
}

/// Values in an order of their own.
fn sorted(mut values: Vec<Value>) -> Vec<String> {
    values.sort_by_key(Value::to_string);
    values.iter().map(Value::to_string).collect()
}

#[test]
fn lines_of_the_sample() {
    let expected = r#"
{"type":"finding","rule":"generic.password","title":"Password","severity":"medium","confidence":"generic","path":"a b/[x].env","line":1,"column":5,"end_line":1,"end_column":13,"offset":105,"length":8,"match":"****","via":null,"fingerprint":"fp-1"}
{"type":"finding","rule":"acme.token","title":"Acme token","severity":"high","confidence":"format","path":"src/order.py","line":3,"column":10,"end_line":3,"end_column":18,"offset":310,"length":8,"match":"acme****","via":null,"fingerprint":"fp-3"}
{"type":"finding","rule":"acme.token","title":"Acme token","severity":"critical","confidence":"verified","path":"src/order.py","line":12,"column":8,"end_line":12,"end_column":16,"offset":1208,"length":8,"match":"acme****","via":"base64>hex","fingerprint":"fp-12"}
{"type":"problem","path":"","reason":"no git repository here","incomplete":true}
{"type":"problem","path":"b/locked","reason":"permission denied","incomplete":true}
{"type":"problem","path":"vendor/big.bin","reason":"larger than 100 MB","incomplete":false}
{"type":"summary","version":"0.1.0","verdict":"findings","incomplete":true,"findings":3,"severities":{"critical":1,"high":1,"medium":1,"low":0,"info":0},"files":120,"bytes":3456789,"problems":3,"suppressed":1,"elapsed_ms":52}
"#;
    let text = report(Format::Jsonl, &sample::outcome(), &Style::default());
    assert_eq!(text, expected.trim_start());
}

#[test]
fn document_of_an_empty_scan() {
    let expected = r#"{
  "tool": "prescan",
  "version": "0.1.0",
  "summary": {
    "type": "summary",
    "version": "0.1.0",
    "verdict": "clean",
    "incomplete": false,
    "findings": 0,
    "severities": {
      "critical": 0,
      "high": 0,
      "medium": 0,
      "low": 0,
      "info": 0
    },
    "files": 2,
    "bytes": 10,
    "problems": 0,
    "suppressed": 0,
    "elapsed_ms": null
  },
  "findings": [],
  "problems": []
}
"#;
    let outcome =
        Outcome { files: 2, bytes: 10, tool_version: "0.1.0".to_owned(), ..Outcome::default() };
    assert_eq!(report(Format::Json, &outcome, &Style::default()), expected);
}

#[test]
fn an_incomplete_scan_without_findings_is_not_clean() {
    let outcome =
        Outcome { problems: vec![sample::problem("x", "unreadable", true)], ..Outcome::default() };
    let lines = lines(&outcome);
    assert_eq!(of_type(&lines, "summary")[0]["verdict"], "incomplete");
}

proptest! {
    #[test]
    fn lines_parse_back_to_the_records(outcome in arbitrary::outcome()) {
        let lines = lines(&outcome);
        let findings = of_type(&lines, "finding").into_iter().cloned().collect();
        let records = outcome.records.iter().map(expected).collect();
        prop_assert_eq!(sorted(findings), sorted(records));
        prop_assert_eq!(of_type(&lines, "problem").len(), outcome.problems.len());
        prop_assert_eq!(&lines.last().unwrap()["type"], "summary");
        prop_assert_eq!(lines.len(), outcome.records.len() + outcome.problems.len() + 1);
    }

    #[test]
    fn the_document_holds_the_same_objects_as_the_lines(outcome in arbitrary::outcome()) {
        let text = report(Format::Json, &outcome, &Style::default());
        let document: Value = serde_json::from_str(&text).unwrap();
        let mut objects = document["findings"].as_array().unwrap().clone();
        objects.extend(document["problems"].as_array().unwrap().iter().cloned());
        objects.push(document["summary"].clone());
        prop_assert_eq!(objects, lines(&outcome));
        prop_assert_eq!(&document["tool"], "prescan");
        prop_assert_eq!(&document["version"], &outcome.tool_version);
    }
}
