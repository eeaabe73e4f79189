//! Programs that fetch and send: where what they print comes from, and which files leave the machine.

use crate::commands::effect::{Certainty, EffectKind};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::paths;
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::target::{Target, TargetClass};
use crate::commands::words::{Words, words};

/// Options of `curl` and `wget` whose value is sent, or names a file that is, with their letters.
const SENDING: Words = words(
    "--data --data-binary --data-raw --data-ascii --data-urlencode --json --form \
     --form-string --upload-file --post-file --body-file --post-data --header --user \
     --url -d -F -T -H -u",
);
/// The options among them whose value is a path without a mark in front.
const PATHS: Words = words("--upload-file --post-file --body-file -T");
const CURL: Spec = Spec {
    values: "AbcCdDeEFhHKmoPQrtTuUwxXyYz",
    longs: words(
        "output data data-binary data-raw data-urlencode json form header user \
         upload-file request user-agent referer cookie max-time connect-timeout retry \
         proxy cacert cert key write-out url output-dir resolve retry-delay",
    ),
    ..FLAGS
};
const WGET: Spec = Spec {
    values: "OoaeiBtTwQPUlADRI",
    longs: words(
        "output-document post-file body-file post-data header user-agent directory-prefix \
         timeout tries method",
    ),
    ..FLAGS
};

/// `curl` and `wget`.
pub(super) fn fetch(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let curl = call.name == "curl";
    let options = Options::parse(call.args, if curl { &CURL } else { &WGET });
    let addresses = options.values('\0', "url").into_iter().map(str::to_owned);
    let addresses: Vec<String> =
        options.operands.iter().map(|arg| arg.text.clone()).chain(addresses).collect();
    let address = addresses.first().map_or_else(|| "an address".to_owned(), |text| shown(text));
    sends(run, call);
    let method = options.values('X', if curl { "request" } else { "method" });
    if method.first() == Some(&"DELETE") && address.contains(":9200") {
        run.on_name(EffectKind::DropData, &address);
    }
    let flow = Flow { remote: Some(address), ..Flow::default() };
    let output =
        if curl { options.values('o', "output") } else { options.values('O', "output-document") };
    let named = match output.first() {
        Some(&"-" | &"/dev/stdout") => return flow,
        Some(path) => Some((*path).to_owned()),
        // Both name the file by the last part of the address.
        None if !curl || options.short("O") || options.long("remote-name") => {
            let last =
                addresses.first().and_then(|text| text.rsplit('/').next()).unwrap_or_default();
            Some(last.split(['?', '#']).next().unwrap_or_default().to_owned())
        }
        None => return flow,
    };
    if let Some(path) = named.filter(|path| !path.is_empty()) {
        let arg = Arg::plain(path);
        if !output.is_empty() {
            run.on_path(EffectKind::Overwrite, &arg);
        }
        run.keep(&arg, flow);
    }
    Flow::default()
}

/// An address without the credentials that may stand in it.
pub(in super::super) fn shown(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    let host = rest.split('/').next().unwrap_or_default();
    let rest = match host.rsplit_once('@') {
        Some((secret, _)) => &rest[secret.len() + 1..],
        None => rest,
    };
    let plain = rest.split(['?', '#']).next().unwrap_or_default().replace(paths::UNKNOWN, "…");
    if scheme.is_empty() { plain } else { format!("{scheme}://{plain}") }
}

/// Notes credentials that are sent.
fn sends(run: &mut Run<'_>, call: &Call<'_>) {
    let mut option = "";
    for arg in call.args {
        let text = arg.text.as_str();
        let (name, value) = match text.split_once('=') {
            Some((name, value)) if text.starts_with("--") => (name, value),
            _ if text.starts_with('-')
                && !text.starts_with("--")
                && text.len() > 2
                && SENDING.contains(&text[..2.min(text.len())]) =>
            {
                text.split_at(2)
            }
            _ => (option, text),
        };
        option = if arg.is_option() { text } else { "" };
        if let Some(secret) = arg.flow.as_ref().and_then(|flow| flow.secret.clone()) {
            leaks(run, &secret);
        }
        if !SENDING.contains(name) {
            continue;
        }
        let file =
            value.rsplit_once('@').filter(|(before, _)| before.is_empty() || before.ends_with('='));
        let path = match file {
            Some((_, "-")) => {
                if let Some(secret) = call.input.secret.clone() {
                    leaks(run, &secret);
                }
                continue;
            }
            Some((_, path)) => path.split(';').next().unwrap_or_default(),
            None if PATHS.contains(name) => value,
            None => continue,
        };
        if path == "-" || path == "." {
            if let Some(secret) = call.input.secret.clone() {
                leaks(run, &secret);
            }
            continue;
        }
        // The shell leaves a `~` behind the mark alone, but the intent is plain.
        let home = paths::home(run.view);
        let path = path
            .strip_prefix("~/")
            .map_or_else(|| path.to_owned(), |rest| format!("{home}/{rest}"));
        let contents = run.contents(&Arg::plain(path));
        if let Some(secret) = contents.secret {
            leaks(run, &secret);
        }
    }
}

fn leaks(run: &mut Run<'_>, secret: &str) {
    let target = run.target(&Arg::plain(secret));
    run.effect(EffectKind::Exfiltrate, target, Certainty::Certain, None);
}

/// `host:path` and addresses of other machines.
fn is_elsewhere(text: &str) -> bool {
    let colon = text.find(':').filter(|at| *at > 1 || text.len() == 2);
    text.contains("://") || colon.is_some_and(|at| !text[..at].contains('/') && at > 0)
}

/// `scp`, `rsync` and `sftp`.
pub(super) fn send(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "iPoFlcSJDeTBf",
        longs: words("rsh exclude include filter files-from"),
        ..FLAGS
    };
    let options = Options::parse(call.args, &spec);
    let Some((target, sources)) = options.operands.split_last() else { return Flow::default() };
    if is_elsewhere(&target.text) {
        for source in sources {
            let path = run.target(source);
            let whole_home = path.path == paths::home(run.view) || path.path == "/";
            if path.marks.credential || whole_home {
                leaks(run, &paths::absolute(&source.text, &run.scope.cwd));
            }
        }
        return Flow::default();
    }
    let dry = options.short("n") && call.name == "rsync" || options.long("dry-run");
    let deletes = options.names().any(|name| name.starts_with("delete"));
    if call.name == "rsync" && deletes && !dry {
        let found = run.target(target);
        run.effect(
            EffectKind::DeleteRecursive,
            found,
            Certainty::Possible,
            Some("what the source lacks"),
        );
    } else if call.name == "scp" {
        let found = run.target(target);
        if found.class == TargetClass::Device || found.marks.guard {
            run.effect(EffectKind::Overwrite, found, Certainty::Certain, None);
        }
    }
    Flow::default()
}

/// `nc` and its kin: the input goes to a host, and with `-e` a shell does.
pub(super) fn pipe(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    if let Some(secret) = call.input.secret.clone() {
        leaks(run, &secret);
    }
    let options = Options::parse(
        call.args,
        &Spec { values: "ecpswgGiIoqX", longs: words("exec sh-exec"), ..FLAGS },
    );
    let runs = !options.values('e', "exec").is_empty()
        || options.long("sh-exec")
        || !options.values('c', "sh-exec").is_empty();
    let host = options.operands.first().map_or("a host", |arg| arg.text.as_str());
    if runs {
        let target = Target::named(host, TargetClass::Remote);
        run.effect(
            EffectKind::RunRemoteCode,
            target,
            Certainty::Certain,
            Some("a shell for a host"),
        );
    }
    Flow { remote: Some(host.to_owned()), ..Flow::default() }
}
