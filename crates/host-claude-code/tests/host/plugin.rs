//! The plugin of the repository.

use std::fs;
use std::path::Path;

use prescan_host_claude_code::Moment;
use prescan_host_claude_code::install::{Installation, find, installed};
use serde_json::Value;

fn file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).unwrap()
}

fn json(path: &str) -> Value {
    serde_json::from_str(&file(path)).unwrap()
}

#[test]
fn its_hooks_are_those_that_an_installation_writes() {
    let command = "prescan hook claude-code".to_owned();
    let written = installed(None, &Installation { command, fail_closed: false }).unwrap();
    let written: Value = serde_json::from_str(&written).unwrap();
    assert_eq!(json("plugins/claude-code/hooks/hooks.json")["hooks"], written["hooks"]);
    let found = find(&file("plugins/claude-code/hooks/hooks.json")).unwrap().entries;
    let events: Vec<&str> = found.iter().map(|entry| entry.event.as_str()).collect();
    let names: Vec<&str> = Moment::INSTALLED.iter().map(|moment| moment.name()).collect();
    assert_eq!(events, names);
}

#[test]
fn the_marketplace_offers_it_under_its_name_and_version() {
    let market = json(".claude-plugin/marketplace.json");
    let offered = &market["plugins"][0];
    let folder = offered["source"].as_str().unwrap();
    let plugin = json(&format!("{folder}/.claude-plugin/plugin.json"));
    assert_eq!(plugin["name"], offered["name"]);
    assert_eq!(plugin["version"], env!("CARGO_PKG_VERSION"));
    assert!(market["owner"]["name"].is_string());
}
