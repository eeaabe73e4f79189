//! `wget`, `http` of HTTPie, and browsers of text.

use super::{Sending, from_address};
use crate::commands::credentials::Secrecy;
use crate::commands::effect::EffectKind;
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::words::words;

/// `wget`.
pub(in super::super) fn wget(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "OoaeiBtTwQPUlADRIX",
        longs: words(
            "output-document post-file body-file post-data body-data header user-agent \
             directory-prefix timeout tries method execute input-file output-file user password \
             referer load-cookies ca-certificate",
        ),
        ..FLAGS
    };
    let options = Options::parse(call.args, &spec);
    let addresses = options.operands.iter().map(|arg| arg.text.as_str());
    if options.operands.is_empty() && (options.long("version") || options.long("help")) {
        return Flow::nothing();
    }
    let sending = Sending::to(addresses.clone());
    for arg in call.args {
        let token = arg.flow.as_ref().and_then(|flow| flow.secret.as_ref());
        let token = token.is_some_and(|secret| secret.secrecy <= Secrecy::Token);
        if !(token && arg.text.contains(": ")) {
            sending.carried(run, arg);
        }
    }
    let settings = options.values('e', "execute");
    let settings = settings.iter().filter_map(|setting| setting.split_once('='));
    let settings = settings
        .filter(|(name, _)| matches!(name.trim(), "post_file" | "body_file" | "post-file"))
        .map(|(_, path)| path.trim());
    let named = options.values('\0', "post-file").into_iter();
    for path in named.chain(options.values('\0', "body-file")).chain(settings) {
        sending.file(run, &Arg::plain(path));
    }
    let address = addresses.clone().next().unwrap_or("an address").to_owned();
    if options.values('\0', "method").first() == Some(&"DELETE") && address.contains(":9200") {
        run.on_name(EffectKind::DropData, &super::shown(&address));
    }
    let flow = from_address(&address);
    let output = options.values('O', "output-document");
    let path = match output.first() {
        Some(&"-") => return flow,
        Some(path) => (*path).to_owned(),
        None => {
            let last = address.rsplit('/').next().unwrap_or_default();
            let name = last.split(['?', '#']).next().unwrap_or_default();
            match options.values('P', "directory-prefix").first() {
                Some(folder) => format!("{}/{name}", folder.trim_end_matches('/')),
                None => name.to_owned(),
            }
        }
    };
    if path.is_empty() || path.ends_with('/') {
        return Flow::default();
    }
    let arg = Arg::plain(path);
    if !output.is_empty() {
        run.on_path(EffectKind::Overwrite, &arg);
    }
    run.keep(&arg, flow)
}

/// `http`, `https` and `xh`: what is read is sent, and items may name files.
pub(in super::super) fn httpie(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "oapsAr",
        longs: words(
            "output auth print style auth-type session proxy verify cert cert-key timeout \
             max-redirects raw boundary pretty",
        ),
        ..FLAGS
    };
    let options = Options::parse(call.args, &spec);
    let is_method = |arg: &Arg| arg.text.bytes().all(|byte| byte.is_ascii_uppercase());
    let mut operands = options.operands.iter().skip_while(|arg| is_method(arg));
    let Some(address) = operands.next() else { return Flow::default() };
    let mut sending = Sending::to(std::iter::once(address.text.as_str()));
    // `:3000` is a port of this machine.
    sending.leaves &= !address.text.starts_with(':') && !options.long("offline");
    if !options.long("ignore-stdin") && !options.short("I") {
        sending.flow(run, call.input);
    }
    sending.carried(run, address);
    for item in operands {
        let token = item.flow.as_ref().and_then(|flow| flow.secret.as_ref());
        let token = token.is_some_and(|secret| secret.secrecy <= Secrecy::Token);
        let header = item.text.split_once(':').is_some_and(|(name, _)| !name.contains('='));
        if !(token && header) {
            sending.carried(run, item);
        }
        let value = item.text.split_once("=@").or_else(|| item.text.split_once(":@"));
        let upload = item.text.split_once('@').filter(|(name, _)| !name.contains(['=', ':']));
        if let Some((_, path)) = value.or(upload) {
            sending.file(run, &super::with_home(run, path.split(';').next().unwrap_or_default()));
        }
    }
    let raw = options.values('\0', "raw").len();
    if raw > 0 {
        for arg in call.args.iter().filter(|arg| arg.flow.is_some()) {
            sending.carried(run, arg);
        }
    }
    let flow = from_address(&address.text);
    match options.values('o', "output").first() {
        Some(path) => run.keep(&Arg::plain(*path), flow),
        None => flow,
    }
}

/// Browsers of text, and other programs that print what is at an address.
pub(in super::super) fn page(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    // These save what others print, and have letters for options.
    let saves = matches!(call.name, "aria2c" | "axel");
    let single_dash = !saves && call.name != "fetch";
    let spec = Spec { values: "od", longs: words("out dir o cols width"), single_dash, ..FLAGS };
    let options = Options::parse(call.args, &spec);
    let Some(address) = options.operands.iter().find(|arg| arg.text.contains('.')) else {
        return Flow::default();
    };
    let sending = Sending::to(std::iter::once(address.text.as_str()));
    for arg in call.args {
        sending.carried(run, arg);
    }
    let flow = from_address(&address.text);
    match options.values('o', "out").first() {
        Some(path) if *path != "-" => run.keep(&Arg::plain(*path), flow),
        None if saves => {
            let name = address.text.rsplit('/').next().unwrap_or_default();
            run.keep(&Arg::plain(name), flow)
        }
        _ => flow,
    }
}
