//! The hook in the text of a settings file.

use std::fmt;

use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};

use super::command::program_of;
use super::plugin::is_ours;
use super::splice::Container;
use crate::moment::Moment;

/// How long Claude Code waits for an answer, in seconds: longer than a chain of hooks takes where nothing else is set, so that its answer, not its absence, decides.
const TIMEOUT: u32 = 30;

/// The key of all hooks.
const HOOKS: &str = "hooks";

/// What is written into settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Installation {
    /// The command line that a shell runs; see [`command_line`](super::command_line).
    pub command: String,
    /// Tool calls are blocked where the command cannot be run, crashes or takes too long (`onFailure`). Otherwise they go on, as Claude Code does by itself.
    pub fail_closed: bool,
}

/// What the text of a settings file says about the hook.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Installed {
    /// Its entries, in the order of the text.
    pub entries: Vec<Entry>,
    /// Whether all hooks of Claude Code are switched off (`disableAllHooks`), where the file says so. Of several files the narrowest counts.
    pub disabled: Option<bool>,
    /// Whether the plugin is switched on (`enabledPlugins`), where the file says so. Of several files the narrowest counts.
    pub plugin: Option<bool>,
}

/// An entry of the hook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The name of the event it is entered for, such as `PreToolUse`.
    pub event: String,
    /// The command line.
    pub command: String,
    /// Whether its failure blocks what it judges.
    pub fail_closed: bool,
    path: [usize; 4],
}

/// What is left of a settings file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rest {
    /// A text, which is the old one where no entry was there.
    Text(String),
    /// Nothing: the text is one that [`installed`] made from nothing.
    Nothing,
}

/// Why a settings text is left alone. It quotes nothing of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingsError {
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Syntax { line: usize, column: usize, what: String },
    NoObject,
    NoSettings,
    Shape { key: String, expected: &'static str },
    Unsafe,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Syntax { line, column, what } => {
                write!(f, "line {line}, column {column}: not valid JSON: {what}")
            }
            Kind::NoObject => f.write_str("does not hold a JSON object"),
            Kind::NoSettings => f.write_str("holds comments and no settings"),
            Kind::Shape { key, expected } => write!(f, "`{key}` is not {expected}"),
            Kind::Unsafe => f.write_str("cannot be edited without a change to other settings"),
        }
    }
}

impl std::error::Error for SettingsError {}

impl From<Kind> for SettingsError {
    fn from(kind: Kind) -> Self {
        Self { kind }
    }
}

/// A group of `hooks.EVENT` as it is written.
#[derive(Serialize)]
struct Group<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    matcher: Option<&'static str>,
    hooks: [Handler<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Handler<'a> {
    r#type: &'static str,
    command: &'a str,
    timeout: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    on_failure: Option<&'static str>,
}

impl Installation {
    fn group(&self, moment: Moment) -> Group<'_> {
        let of_tools =
            matches!(moment, Moment::PreToolUse | Moment::PostToolUse | Moment::PostToolUseFailure);
        let on_failure = self.blocks_at(moment.name()).then_some("block");
        Group {
            matcher: of_tools.then_some("*"),
            hooks: [Handler {
                r#type: "command",
                command: &self.command,
                timeout: TIMEOUT,
                on_failure,
            }],
        }
    }

    fn blocks_at(&self, event: &str) -> bool {
        self.fail_closed && event == Moment::PreToolUse.name()
    }

    /// Whether the entries are those that would be written, as far as they say what runs and what its failure means: a timeout or a matcher of the user's own is kept.
    fn is_there(&self, entries: &[Entry]) -> bool {
        entries.len() == Moment::INSTALLED.len()
            && Moment::INSTALLED.iter().all(|moment| {
                entries.iter().any(|entry| {
                    entry.event == moment.name()
                        && entry.command == self.command
                        && entry.fail_closed == self.blocks_at(&entry.event)
                })
            })
    }
}

/// Finds the hook in the text of a settings file.
///
/// # Errors
/// The text is not JSON with comments, or its outermost value is not an object.
pub fn find(source: &str) -> Result<Installed, SettingsError> {
    let text = without_mark(source);
    let Some(root) = root(text)? else { return Ok(Installed::default()) };
    let disabled = last(&root, "disableAllHooks").and_then(|(_, value)| truth(value));
    Ok(Installed { entries: entries(&root), disabled, plugin: plugin_of(&root) })
}

/// Whether `enabledPlugins` switches the plugin on, from whichever marketplace.
fn plugin_of(root: &Object<'_>) -> Option<bool> {
    let plugins = object(last(root, "enabledPlugins")?.1)?;
    let ours = plugins.properties.iter().filter(|plugin| is_ours(plugin.name.as_str()));
    ours.filter_map(|plugin| truth(&plugin.value)).max()
}

const fn truth(value: &Value<'_>) -> Option<bool> {
    match value {
        Value::BooleanLit(lit) => Some(lit.value),
        _ => None,
    }
}

/// The text of a settings file with the hook in it: the same text where it is there already. Entries of the hook with another command line are replaced.
///
/// `None` stands for a file that is not there. Every byte of the text stays, in its order; what is added has the text's own line ends and indent.
///
/// # Errors
/// The text is not JSON with comments, or holds something else where the hook has to go.
pub fn installed(
    source: Option<&str>,
    installation: &Installation,
) -> Result<String, SettingsError> {
    let Some(source) = source else { return from_nothing(installation).map(|text| text + "\n") };
    if installation.is_there(&find(source)?.entries) {
        return Ok(source.to_owned());
    }
    let Rest::Text(rest) = removed(source)? else { return installed(None, installation) };
    let mut text = without_mark(&rest).to_owned();
    if text.trim().is_empty() {
        text.push_str(&from_nothing(installation)?);
    } else {
        for &moment in Moment::INSTALLED {
            text = with_moment(&text, moment, installation)?;
        }
    }
    // INVARIANT: what was added is found again, so that it can be taken out.
    if !installation.is_there(&find(&text)?.entries) {
        return Err(Kind::Unsafe.into());
    }
    Ok(format!("{}{text}", mark(source)))
}

/// The text of a settings file without the hook, and without the brackets that came with it. What [`installed`] made of a text becomes that text again, byte by byte.
///
/// # Errors
/// The text is not JSON with comments, or its outermost value is not an object.
pub fn removed(source: &str) -> Result<Rest, SettingsError> {
    let mut text = without_mark(source).to_owned();
    let mut alone = false;
    while let Some(root) = root(&text)? {
        let mut entries = entries(&root);
        // The last one added is taken out first: what was added before it may be part of its line's indent.
        entries.sort_by_key(|entry| {
            Moment::INSTALLED.iter().position(|moment| moment.name() == entry.event)
        });
        let Some(entry) = entries.pop() else { break };
        let rest;
        (rest, alone) = without_entry(&text, &root, entry.path).ok_or(Kind::Unsafe)?;
        if entries_of(&rest).ok().map(|left| left.len()) != Some(entries.len()) {
            return Err(Kind::Unsafe.into());
        }
        text = rest;
    }
    if alone && text == "{}\n" && mark(source).is_empty() {
        return Ok(Rest::Nothing);
    }
    if alone && text.trim_start() == "{}" {
        text.truncate(text.len() - "{}".len());
    }
    Ok(Rest::Text(format!("{}{text}", mark(source))))
}

fn entries_of(text: &str) -> Result<Vec<Entry>, SettingsError> {
    Ok(root(text)?.map(|root| entries(&root)).unwrap_or_default())
}

/// The object of a file that holds nothing else.
fn from_nothing(installation: &Installation) -> Result<String, SettingsError> {
    let [first, rest @ ..] = Moment::INSTALLED else { return Err(Kind::Unsafe.into()) };
    let only = One(HOOKS, One(first.name(), [installation.group(*first)]));
    let mut text = serde_json::to_string_pretty(&only).map_err(|_| Kind::Unsafe)?;
    for &moment in rest {
        text = with_moment(&text, moment, installation)?;
    }
    Ok(text)
}

/// An object with one member.
struct One<'a, T>(&'a str, T);

impl<T: Serialize> Serialize for One<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0, &self.1)?;
        map.end()
    }
}

fn with_moment(
    text: &str,
    moment: Moment,
    installation: &Installation,
) -> Result<String, SettingsError> {
    let name = moment.name();
    let group = installation.group(moment);
    let root = root(text)?.ok_or(Kind::NoSettings)?;
    let Some((_, hooks)) = last(&root, HOOKS) else {
        let hooks = One(name, [group]);
        return Ok(Container::of_object(text, &root).append(Some(HOOKS), &hooks));
    };
    let Value::Object(hooks) = hooks else {
        return Err(Kind::Shape { key: HOOKS.to_owned(), expected: "an object" }.into());
    };
    match last(hooks, name) {
        None => Ok(Container::of_object(text, hooks).append(Some(name), &[group])),
        Some((_, Value::Array(groups))) => {
            Ok(Container::of_array(text, groups).append(None, &group))
        }
        Some(_) => Err(Kind::Shape { key: format!("{HOOKS}.{name}"), expected: "an array" }.into()),
    }
}

/// The text without the entry at a path, and whether it was all that the outermost object held. `None` for a path that is not there.
fn without_entry(text: &str, root: &Object<'_>, path: [usize; 4]) -> Option<(String, bool)> {
    let [hooks_at, event_at, group_at, handler_at] = path;
    let hooks = object(&root.properties.get(hooks_at)?.value)?;
    let groups = array(&hooks.properties.get(event_at)?.value)?;
    let handlers = array(last(object(groups.elements.get(group_at)?)?, HOOKS)?.1)?;
    let handlers = Container::of_array(text, handlers);
    if handlers.len() > 1 {
        return Some((handlers.without(handler_at), false));
    }
    let groups = Container::of_array(text, groups);
    if groups.len() > 1 || groups.is_marked() {
        return Some((groups.without(group_at), false));
    }
    let hooks = Container::of_object(text, hooks);
    if hooks.len() > 1 || hooks.is_marked() {
        return Some((hooks.without(event_at), false));
    }
    let root = Container::of_object(text, root);
    Some((root.without(hooks_at), root.len() == 1 && !root.is_marked()))
}

fn entries(root: &Object<'_>) -> Vec<Entry> {
    let mut entries = Vec::new();
    let Some((hooks_at, Value::Object(hooks))) = last(root, HOOKS) else { return entries };
    for (event_at, event) in hooks.properties.iter().enumerate() {
        let Value::Array(groups) = &event.value else { continue };
        for (group_at, group) in groups.elements.iter().enumerate() {
            let Some((_, Value::Array(handlers))) =
                object(group).and_then(|group| last(group, HOOKS))
            else {
                continue;
            };
            for (handler_at, handler) in handlers.elements.iter().enumerate() {
                let Some(handler) = object(handler) else { continue };
                let Some(command) = text_of(handler, "command") else { continue };
                if program_of(command).is_none() {
                    continue;
                }
                entries.push(Entry {
                    event: event.name.as_str().to_owned(),
                    command: command.to_owned(),
                    fail_closed: text_of(handler, "onFailure") == Some("block"),
                    path: [hooks_at, event_at, group_at, handler_at],
                });
            }
        }
    }
    entries
}

fn object<'v, 't>(value: &'v Value<'t>) -> Option<&'v Object<'t>> {
    value.as_object()
}

fn array<'v, 't>(value: &'v Value<'t>) -> Option<&'v Array<'t>> {
    value.as_array()
}

fn text_of<'v>(object: &'v Object<'_>, name: &str) -> Option<&'v str> {
    last(object, name)?.1.as_string_lit().map(|lit| lit.value.as_ref())
}

/// The member of a name. Of equal names the last counts, as it does for Claude Code.
fn last<'v, 't>(object: &'v Object<'t>, name: &str) -> Option<(usize, &'v Value<'t>)> {
    let mut members = object.properties.iter().enumerate();
    members
        .rfind(|(_, member)| member.name.as_str() == name)
        .map(|(at, member)| (at, &member.value))
}

/// The outermost object, `None` for a blank text.
fn root(text: &str) -> Result<Option<Object<'_>>, SettingsError> {
    let strict = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &strict).map_err(|error| {
        let mut what = error.kind().to_string();
        what.get_mut(..1).map(str::make_ascii_lowercase);
        Kind::Syntax { line: error.line_display(), column: error.column_display(), what }
    })?;
    match parsed.value {
        Some(Value::Object(root)) => Ok(Some(root)),
        Some(_) => Err(Kind::NoObject.into()),
        None if text.trim().is_empty() => Ok(None),
        None => Err(Kind::NoSettings.into()),
    }
}

/// The byte order mark of a text.
fn mark(source: &str) -> &str {
    &source[..source.len() - without_mark(source).len()]
}

fn without_mark(source: &str) -> &str {
    source.strip_prefix('\u{feff}').unwrap_or(source)
}

#[cfg(test)]
mod tests;
