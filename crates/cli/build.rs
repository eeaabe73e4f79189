//! Links the unwinder into the program where that makes it start faster: on Linux with glibc.
//!
//! There, Rust's library takes the unwinder from `libgcc_s.so`, and a program loads, maps and binds
//! that file at each start, which is a tenth of the start of a hook (`benches/start`). The same code
//! lies in `libgcc_eh.a` beside the compiler; where it is linked first, `--as-needed` leaves the
//! shared file out.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RUSTC_LINKER");
    let setting = |name: &str| std::env::var(name).unwrap_or_default();
    let is_glibc =
        setting("CARGO_CFG_TARGET_OS") == "linux" && setting("CARGO_CFG_TARGET_ENV") == "gnu";
    // A static program has the archive anyway.
    let is_static =
        setting("CARGO_CFG_TARGET_FEATURE").split(',').any(|feature| feature == "crt-static");
    if is_glibc && !is_static && has_archive() {
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }
}

/// Whether the linker finds `libgcc_eh.a`. One that does not know it, or the question, is left alone.
fn has_archive() -> bool {
    let linker = std::env::var("RUSTC_LINKER").unwrap_or_else(|_| "cc".to_owned());
    let Ok(answer) = Command::new(linker).arg("-print-file-name=libgcc_eh.a").output() else {
        return false;
    };
    // A compiler that lacks the file answers with the bare name.
    let path = String::from_utf8_lossy(&answer.stdout);
    Path::new(path.trim()).is_absolute() && Path::new(path.trim()).is_file()
}
