//! Input recorded from the real client, where the machine has it.

use prescan_host_claude_code::{Environment, Moment, decode};
use serde_json::Value;

/// The variable that names a folder of recorded inputs: the `hook_event_name` begins each file's name.
const FOLDER: &str = "PRESCAN_SAMPLES";

#[test]
fn recorded_inputs_are_read() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.ends_with(".json") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let moment = Moment::from_name(name.split('.').next().unwrap());
        let call = decode(&bytes, &Environment::default()).unwrap();
        assert_eq!(call.as_ref().map(|call| call.reply_to.moment), moment, "{name}");
        let Some(call) = call else { continue };
        let input: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(call.event.session_key, input["session_id"], "{name}");
        assert_eq!(call.event.tool_name, input["tool_name"].as_str().unwrap_or(""), "{name}");
        read += 1;
    }
    assert!(read > 0, "{FOLDER} names a folder without samples");
}
