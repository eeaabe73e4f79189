//! Any bytes as Claude Code's input: they are read or refused, and whatever is decided, the answer is one that Claude Code takes.

#![no_main]

#[path = "../../crates/host-claude-code/tests/host/accepted.rs"]
mod accepted;

use accepted::objection;
use libfuzzer_sys::fuzz_target;
use prescan_hook::{Action, Decision, Reason};
use prescan_host_claude_code::{
    Environment, Moment, decode, encode, encode_undecodable, encode_without_stdout,
};

fuzz_target!(|data: &[u8]| {
    let call = match decode(data, &Environment::default()) {
        Ok(None) => return,
        Ok(Some(call)) => call,
        Err(error) => {
            let reply = encode_undecodable(&error);
            let moment = error.moment().unwrap_or(Moment::Stop);
            assert_eq!(objection(&reply.stdout, moment.name()), None);
            assert!(!reply.stdout.is_empty());
            return;
        }
    };
    let text = String::from_utf8_lossy(data);
    for &action in Action::ALL {
        let mut decision = Decision::because(Reason::new(action, "fuzz", text.clone()));
        for changed in [false, true] {
            if changed {
                // Arguments of any kind, as a hook of the user's may return them.
                decision.modified_args = Some(call.event.args.clone());
                decision.modified_result = call.event.result.clone();
                decision.notes.push(text.clone().into_owned());
            }
            let reply = encode(call.reply_to, &decision);
            assert_eq!(objection(&reply.stdout, call.reply_to.moment.name()), None);
            assert_eq!(reply.exit, 0);
            let _ = encode_without_stdout(call.reply_to, &decision);
        }
    }
});
