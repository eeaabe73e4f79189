//! `curl`: what it fetches, and what goes with the request.

use super::{Sending, from_address, shown, with_home};
use crate::commands::credentials::Secrecy;
use crate::commands::effect::EffectKind;
use crate::commands::options::abbreviates;
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::words::{Words, words};

/// Letters that take a value, and the long names that they stand for; of the others only whether they take one matters.
const LETTERS: &[(char, &str)] = &[
    ('A', "user-agent"),
    ('b', "cookie"),
    ('c', "cookie-jar"),
    ('C', "continue-at"),
    ('d', "data"),
    ('D', "dump-header"),
    ('e', "referer"),
    ('E', "cert"),
    ('F', "form"),
    ('h', "help"),
    ('H', "header"),
    ('K', "config"),
    ('m', "max-time"),
    ('o', "output"),
    ('P', "ftp-port"),
    ('Q', "quote"),
    ('r', "range"),
    ('t', "telnet-option"),
    ('T', "upload-file"),
    ('u', "user"),
    ('U', "proxy-user"),
    ('w', "write-out"),
    ('x', "proxy"),
    ('X', "request"),
    ('y', "speed-time"),
    ('Y', "speed-limit"),
    ('z', "time-cond"),
];
/// Long names that take a value.
const LONGS: Words = words(
    "abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config \
     connect-timeout connect-to continue-at cookie cookie-jar create-file-mode crlfile curves data \
     data-ascii data-binary data-raw data-urlencode delegation dns-interface dns-ipv4-addr \
     dns-servers doh-url dump-header engine etag-compare etag-save expand-data expand-url \
     expand-header expand-form form form-string ftp-account ftp-method ftp-port header hostpubmd5 \
     interface ipfs-gateway json keepalive-time key key-type krb libcurl limit-rate local-port \
     login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy \
     oauth2-bearer output output-dir parallel-max pass pinnedpubkey preproxy proto proto-default \
     proto-redir proxy proxy-header proxy-user quote random-file range rate referer request \
     request-target resolve retry retry-delay retry-max-time service-name socks4 socks4a socks5 \
     socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max \
     tls13-ciphers tlsuser tlspassword trace trace-ascii unix-socket upload-file url url-query user \
     user-agent variable write-out",
);
/// Options with a value that some versions take cut short.
const SHORTENED: Words =
    words("data-binary data-raw data-ascii data-urlencode upload-file form-string");
/// Options whose value may be `@` and a file that is sent.
const BODIES: Words =
    words("data data-ascii data-binary data-urlencode json url-query expand-data");
/// Options in which a token belongs.
const AUTHENTICATION: Words = words("header proxy-header user oauth2-bearer expand-header cookie");
/// Options with which nothing is fetched.
const TALKS: Words = words("version V help h manual M engine");

/// The arguments of a call.
#[derive(Default)]
struct Request {
    /// Options by their long names, or letters without a value, with the value where they take one.
    options: Vec<(String, Option<Arg>)>,
    addresses: Vec<Arg>,
}

impl Request {
    fn read(args: &[Arg]) -> Self {
        let mut request = Self::default();
        let mut at = 0;
        while let Some(arg) = args.get(at) {
            at += 1;
            if !arg.is_option() || arg.text == "--" {
                request.addresses.extend((arg.text != "--").then(|| arg.clone()));
                continue;
            }
            let next = args.get(at);
            at += usize::from(match arg.text.strip_prefix("--") {
                Some(name) => request.long(arg, name, next),
                None => request.cluster(arg, next),
            });
        }
        let named = |pair: &(String, Option<Arg>)| pair.0 == "url" || pair.0 == "expand-url";
        let named = request.options.iter().filter(|pair| named(pair));
        let named: Vec<Arg> = named.filter_map(|pair| pair.1.clone()).collect();
        request.addresses.extend(named);
        request
    }

    /// True where the next argument was the value.
    fn long(&mut self, arg: &Arg, name: &str, next: Option<&Arg>) -> bool {
        if let Some((name, value)) = name.split_once('=') {
            let value = Arg { text: value.to_owned(), ..arg.clone() };
            self.options.push((name.to_owned(), Some(value)));
            return false;
        }
        let short = |full: &&str| name.len() > 3 && abbreviates(name, full);
        let full = match LONGS.contains(name) {
            true => Some(name),
            false => SHORTENED.iter().find(short),
        };
        let value = full.and(next).cloned();
        let takes = value.is_some();
        self.options.push((full.unwrap_or(name).to_owned(), value));
        takes
    }

    /// True where the next argument was the value.
    fn cluster(&mut self, arg: &Arg, next: Option<&Arg>) -> bool {
        for (index, letter) in arg.text.char_indices().skip(1) {
            let Some((_, name)) = LETTERS.iter().find(|(own, _)| *own == letter) else {
                self.options.push((letter.to_string(), None));
                continue;
            };
            let attached = &arg.text[index + letter.len_utf8()..];
            let value = match attached {
                "" => next.cloned(),
                text => Some(Arg { text: text.to_owned(), ..arg.clone() }),
            };
            self.options.push(((*name).to_owned(), value));
            return attached.is_empty() && next.is_some();
        }
        false
    }

    fn has(&self, names: Words) -> bool {
        self.options.iter().any(|(name, _)| names.contains(name))
    }

    fn values<'r>(&'r self, wanted: &'r str) -> impl Iterator<Item = &'r Arg> {
        self.options
            .iter()
            .filter(move |(name, _)| name == wanted)
            .filter_map(|pair| pair.1.as_ref())
    }
}

/// `curl` and `curlie`.
pub(in super::super) fn curl(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let request = Request::read(call.args);
    if request.addresses.is_empty() && request.has(TALKS) {
        return Flow::nothing();
    }
    let sending = Sending::to(request.addresses.iter().map(|arg| arg.text.as_str()));
    sends(run, call, &request, &sending);
    configured(run, call, &request);
    let flow = fetched(run, &request);
    let method = request.values("request").next();
    if let Some(address) = &flow.remote
        && method.is_some_and(|method| method.text == "DELETE")
        && address.contains(":9200")
    {
        run.on_name(EffectKind::DropData, address);
    }
    saved(run, &request, flow)
}

/// What comes back: what a file of this machine holds, or something from elsewhere.
fn fetched(run: &mut Run<'_>, request: &Request) -> Flow {
    let mut addresses = request.addresses.iter();
    let mut flow = match addresses.next() {
        None => return from_address("an address"),
        Some(first) => one(run, first),
    };
    for address in addresses.take(16) {
        flow = flow.origin().mixed(&one(run, address));
    }
    flow
}

fn one(run: &mut Run<'_>, address: &Arg) -> Flow {
    let scheme = address.text.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("file://"));
    if !scheme {
        return from_address(&address.text);
    }
    let rest = &address.text[7..];
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    run.contents(&Arg { text: path.to_owned(), flow: None, ..address.clone() })
}

/// Writes what comes back to where it is saved; the rest is printed.
fn saved(run: &mut Run<'_>, request: &Request, flow: Flow) -> Flow {
    let folder = request.values("output-dir").last();
    let below = |name: &Arg| match folder {
        Some(folder) if !name.text.starts_with('/') => Arg {
            text: format!("{}/{}", folder.text.trim_end_matches('/'), name.text),
            ..name.clone()
        },
        _ => name.clone(),
    };
    if let Some(name) = request.values("output").next() {
        if name.text == "-" {
            return flow;
        }
        let path = below(name);
        run.on_path(EffectKind::Overwrite, &path);
        return run.keep(&path, flow);
    }
    if request.has(words("O remote-name remote-name-all")) {
        for address in request.addresses.iter().take(16) {
            let plain = address.text.split(['?', '#']).next().unwrap_or_default();
            let name = plain.rsplit('/').next().unwrap_or_default();
            if !name.is_empty() {
                run.keep(&below(&Arg::plain(name)), flow.clone());
            }
        }
        return Flow::nothing();
    }
    flow
}

/// Notes what goes with the request.
fn sends(run: &mut Run<'_>, call: &Call<'_>, request: &Request, sending: &Sending) {
    for address in &request.addresses {
        sending.carried(run, address);
    }
    for (name, value) in &request.options {
        let Some(value) = value else { continue };
        let token = value.flow.as_ref().and_then(|flow| flow.secret.as_ref());
        let token = token.is_some_and(|secret| secret.secrecy <= Secrecy::Token);
        if !(token && AUTHENTICATION.contains(name)) {
            sending.carried(run, value);
        }
        for path in files(name, &value.text) {
            if path == "-" || path == "." && name == "upload-file" {
                sending.flow(run, call.input);
            } else {
                let path = with_home(run, path).text;
                sending.file(run, &Arg { text: path, glob: false, ..value.clone() });
            }
        }
    }
}

/// The files that an option names whose contents are sent.
fn files<'v>(name: &str, value: &'v str) -> Vec<&'v str> {
    let whole = |path: &'v str| vec![path];
    match name {
        "upload-file" => match value.strip_prefix('{').and_then(|list| list.strip_suffix('}')) {
            Some(list) => list.split(',').collect(),
            None => whole(value),
        },
        "form" => {
            let content = value.split_once('=').map_or(value, |(_, content)| content);
            let Some(list) = content.strip_prefix(['@', '<']) else { return Vec::new() };
            let path = |part: &'v str| part.split(';').next().unwrap_or_default().trim_matches('"');
            list.split(',').map(path).collect()
        }
        "header" | "proxy-header" => value.strip_prefix('@').map(whole).unwrap_or_default(),
        "cookie" if !value.contains('=') => whole(value),
        "variable" | "data-urlencode" | "url-query" => match value.split_once('@') {
            Some((name, path)) if !name.contains('=') => whole(path),
            _ => Vec::new(),
        },
        name if BODIES.contains(name) => match value.rsplit_once('@') {
            // What other clients take, with a name in front, is meant the same way.
            Some((front, path)) if front.is_empty() || front.ends_with('=') => {
                whole(path.split(';').next().unwrap_or_default())
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// A file of options, where the line holds its text: each line is an option.
fn configured(run: &mut Run<'_>, call: &Call<'_>, request: &Request) {
    for path in request.values("config").take(4) {
        let flow = if path.text == "-" { call.input.clone() } else { run.contents(path) };
        let mut args = Vec::new();
        for line in flow.text.iter().flat_map(|text| text.lines()).take(64) {
            let line = line.trim();
            let (name, value) = line.split_once(['=', ' ', ':']).unwrap_or((line, ""));
            let name = name.trim().trim_start_matches('-');
            if name.is_empty() || name.starts_with('#') || name == "config" {
                continue;
            }
            args.push(Arg::plain(format!("--{name}")));
            let value = value.trim().trim_start_matches(['=', ':']).trim().trim_matches('"');
            args.extend((!value.is_empty()).then(|| Arg::plain(value)));
        }
        let inner = Request::read(&args);
        let addresses = request.addresses.iter().chain(&inner.addresses);
        let sending = Sending::to(addresses.map(|arg| arg.text.as_str()));
        sends(run, call, &inner, &sending);
        let flow = match inner.addresses.first() {
            Some(address) => Flow { remote: Some(shown(&address.text)), ..Flow::default() },
            None => Flow::default(),
        };
        drop(saved(run, &inner, flow));
    }
}
