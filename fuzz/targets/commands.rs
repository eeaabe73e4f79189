//! Any text as a command line: it is understood, or said not to be, in bounded time, and what is found stands in the line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use prescan_core::commands::{Shell, View, analyse, command_words};

fuzz_target!(|data: &[u8]| {
    let line = String::from_utf8_lossy(data);
    for shell in [Shell::Posix, Shell::PowerShell, Shell::Cmd, Shell::Unknown] {
        let view = View {
            home: Some("/home/me"),
            cwd: Some("/home/me/project"),
            workspace: Some("/home/me/project"),
            files: None,
            programs: Some(prescan_rules::programs()),
            shell,
        };
        let found = analyse(&line, &view);
        for effect in &found.effects {
            assert!(effect.span.start <= effect.span.end && effect.span.end <= line.len() as u64);
            assert!(!effect.explain().is_empty());
        }
        let _ = command_words(&line, &view);
    }
});
