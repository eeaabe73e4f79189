//! The functions of each language that matter, by name.
//!
//! They are told apart by `match`, which compiles to comparisons: a table of names would be adjusted by the loader at each start.

mod others;
mod perl;
mod php;
mod python;
mod ruby;
mod script;

use super::Language;
use super::acts::Act;

/// What a function does, by its name with dots.
pub(super) fn function(language: Language, name: &str) -> Option<Act> {
    match language {
        Language::Python => python::function(name),
        Language::JavaScript => script::function(name),
        Language::Ruby => ruby::function(name),
        Language::Perl => perl::function(name),
        Language::Php => php::function(name),
        Language::Lua => others::lua(name),
        Language::R => others::statistics(name),
        Language::Awk => (name == "system").then_some(Act::Line),
        Language::AppleScript => None,
    }
}

/// What a method does on something that is no module.
pub(super) fn method(language: Language, name: &str) -> Option<Act> {
    match language {
        Language::Python => python::method(name),
        Language::JavaScript => script::method(name),
        Language::Ruby => ruby::method(name),
        Language::Perl => perl::method(name),
        Language::Php => php::method(name),
        Language::Lua | Language::R | Language::Awk | Language::AppleScript => None,
    }
}

/// A module's name as functions are listed under it.
pub(super) fn module(language: Language, name: &str) -> String {
    if language != Language::JavaScript {
        return name.to_owned();
    }
    let name = name.strip_prefix("node:").unwrap_or(name);
    match name {
        "fs-extra" | "graceful-fs" | "fs/promises" | "memfs" => "fs".to_owned(),
        "bun" => "Bun".to_owned(),
        "zx/globals" => "zx".to_owned(),
        "timers/promises" => "timers".to_owned(),
        name => name.to_owned(),
    }
}

/// True for what holds the variables of the environment.
pub(super) fn is_environment(name: &str) -> bool {
    matches!(name, "os.environ" | "process.env" | "Bun.env" | "ENV" | "ENVIRON" | "import.meta.env")
}
