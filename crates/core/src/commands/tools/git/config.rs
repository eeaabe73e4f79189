//! Settings of git that make it run programs, or leave out those that watch over commits.

use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Arg, Flow, Run, basename};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};

/// Settings whose value is a line for the shell.
const LINES: Words = words(
    "core.sshcommand core.editor core.pager core.askpass core.fsmonitor core.gitproxy \
     sequence.editor diff.external web.browser gpg.program",
);
/// Programs that such settings usually name.
const USUAL: Words = words(
    "ssh plink tortoiseplink ssh-agent vim vi nvim nano emacs emacsclient code cursor subl \
     micro hx less more cat delta bat diff-so-fancy difft difftastic true false gpg gpg2 \
     open xdg-open zed idea",
);

/// `git config KEY VALUE`.
pub(super) fn set(run: &mut Run<'_>, args: &[Arg]) {
    let spec = Spec { values: "ft", longs: words("file blob type default"), ..FLAGS };
    let options = Options::parse(args, &spec);
    let reads = ["get", "get-all", "get-regexp", "list", "unset", "unset-all", "edit"];
    if reads.iter().any(|name| options.names().any(|given| given == *name)) || options.short("le") {
        return;
    }
    let operands = match options.operands.as_slice() {
        [verb, rest @ ..] if verb.text == "set" => rest,
        operands => operands,
    };
    if let [key, value, ..] = operands {
        note(run, &key.text, &value.text, value.unknown.as_deref());
    }
}

/// What a setting makes git do.
pub(super) fn note(run: &mut Run<'_>, key: &str, value: &str, unknown: Option<&str>) {
    let key = key.to_ascii_lowercase();
    if key == "core.hookspath" {
        let detail = "the hooks of the repository are left out";
        return change(run, &key, value, detail);
    }
    if key == "protocol.ext.allow" && value != "never" {
        return change(run, &key, value, "addresses may be programs");
    }
    let line = value.strip_prefix('!');
    let runs = key.starts_with("alias.") || key == "credential.helper" || key.ends_with(".update");
    if let Some(line) = line.filter(|_| runs || key.starts_with("credential.")) {
        drop(run.inner_script(line, &Flow::nothing()));
        if !key.starts_with("alias.") {
            change(run, &key, value, "git runs it from then on");
        }
    } else if LINES.contains(&key) || key.ends_with(".cmd") || key.ends_with(".textconv") {
        let first = value.split_ascii_whitespace().next().unwrap_or_default();
        drop(run.inner_script(value, &Flow::nothing()));
        let own = first.contains('/')
            && !["/usr/", "/bin/", "/opt/"].iter().any(|it| first.starts_with(it));
        let strange = first.contains('/') && !USUAL.contains(basename(first));
        if unknown.is_some() || own || strange {
            change(run, &key, value, "git runs it from then on");
        }
    }
}

/// Variables that stand in for settings, and the settings.
const VARIABLES: Words = words(
    "GIT_SSH_COMMAND=core.sshcommand GIT_SSH=core.sshcommand GIT_EDITOR=core.editor \
     GIT_SEQUENCE_EDITOR=sequence.editor GIT_PAGER=core.pager GIT_EXTERNAL_DIFF=diff.external \
     GIT_ASKPASS=core.askpass GIT_PROXY_COMMAND=core.gitproxy",
);

/// What a variable of git's makes it do.
pub(in super::super) fn variable(run: &mut Run<'_>, name: &str, value: &Arg) {
    if matches!(name, "GIT_CONFIG_PARAMETERS" | "GIT_CONFIG_COUNT") {
        return change(run, name, "", "settings that are not on the line");
    }
    let mut pairs = VARIABLES.iter().filter_map(|pair| pair.split_once('='));
    if let Some((_, key)) = pairs.find(|(own, _)| *own == name) {
        note(run, key, &value.text, value.unknown.as_deref());
    }
}

fn change(run: &mut Run<'_>, key: &str, value: &str, detail: &'static str) {
    let name = if value.is_empty() { key.to_owned() } else { format!("git's {key}") };
    let target = Target::named(name, TargetClass::Outside);
    run.effect(EffectKind::System, target, Certainty::Certain, Some(detail));
}
