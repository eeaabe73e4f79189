//! A hook that is an endpoint.

use std::ffi::OsString;
use std::io::Read as _;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use rustls::crypto::ring;
use ureq::http::uri::Scheme;
use ureq::http::{HeaderName, HeaderValue, Uri};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Timeout};

use super::answer;
use super::config::ExternalHook;
use super::hook::Reply;
use super::invalid::Kind;
use super::text;
use crate::hook::HookError;

/// Headers that say how the message is sent, which is not the settings' concern.
const OWN_HEADERS: &[&str] = &[
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "host",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// An address with all that it is called with.
pub(super) struct Endpoint {
    caller: Arc<Caller>,
    /// The first variable that a header needs and that is not set.
    missing: Option<String>,
}

struct Caller {
    uri: Uri,
    headers: Vec<(HeaderName, HeaderValue)>,
    agent: OnceLock<Agent>,
}

impl Endpoint {
    /// The endpoint of that hook, with the variables in its headers filled in.
    pub(super) fn new(
        hook: &ExternalHook,
        url: &str,
        environment: &dyn Fn(&str) -> Option<OsString>,
    ) -> Result<Self, Kind> {
        let uri = address(url, hook.allow_http)?;
        let mut headers = Vec::new();
        let mut missing = None;
        for (name, template) in &hook.headers {
            let shown = || text::line(name, 64);
            let header: HeaderName =
                name.parse().map_err(|_| Kind::Header(shown(), "is no name of a header"))?;
            if OWN_HEADERS.contains(&header.as_str()) {
                return Err(Kind::Header(shown(), "is set by prescan itself"));
            }
            let allowed = hook.environment_names();
            let value = fill_in(&shown(), template, &allowed, &mut |variable| {
                let value = environment(variable);
                if value.is_none() {
                    missing.get_or_insert_with(|| variable.to_owned());
                }
                value.unwrap_or_default()
            })?;
            let mut value = HeaderValue::from_bytes(value.trim().as_bytes())
                .map_err(|_| Kind::Header(shown(), "has a value that no header can have"))?;
            value.set_sensitive(true);
            headers.push((header, value));
        }
        let caller = Arc::new(Caller { uri, headers, agent: OnceLock::new() });
        Ok(Self { caller, missing })
    }

    /// Posts that and waits for the answer, at the longest to that moment.
    pub(super) async fn ask(&self, body: Vec<u8>, end: Instant) -> Result<Reply, HookError> {
        if let Some(variable) = &self.missing {
            return Err(HookError::new(format!(
                "a header needs the environment variable `{variable}`, which is not set"
            )));
        }
        let caller = Arc::clone(&self.caller);
        // Dropped, the call goes on until its own timeout, which is the same.
        blocking::unblock(move || caller.post(&body, end)).await
    }
}

impl Caller {
    fn post(&self, body: &[u8], end: Instant) -> Result<Reply, HookError> {
        let agent = match self.agent.get() {
            Some(agent) => agent,
            None => {
                let encrypted = self.uri.scheme() == Some(&Scheme::HTTPS);
                let tls = if encrypted { Some(tls(trusted()?)) } else { None };
                self.agent.get_or_init(|| agent(tls))
            }
        };
        // Not before the end, however the clock is rounded; a timeout of zero is none.
        let left = end.saturating_duration_since(Instant::now()) + Duration::from_millis(1);
        let mut request = agent
            .post(&self.uri)
            .config()
            .timeout_global(Some(left))
            .build()
            .content_type("application/json")
            .header("accept", "application/json");
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let response = request.send(body).map_err(|error| failure(&error))?;
        match response.status().as_u16() {
            200 => {}
            204 => return Ok(Reply::Nothing),
            status => return Err(HookError::new(format!("it answered with status {status}"))),
        }
        let mut answer = Vec::new();
        let limit = answer::LONGEST as u64 + 1;
        let mut reader = response.into_body().into_with_config().limit(limit).reader();
        reader
            .by_ref()
            .take(limit)
            .read_to_end(&mut answer)
            .map_err(|error| failure(&ureq::Error::from(error)))?;
        if answer.len() > answer::LONGEST {
            return Err(answer::too_long());
        }
        Ok(Reply::Json(answer))
    }
}

/// The address, where it may be called.
fn address(url: &str, allow_http: bool) -> Result<Uri, Kind> {
    let uri: Uri = url.parse().map_err(|_| Kind::Url("is no address"))?;
    let host = uri.host().unwrap_or_default();
    if host.is_empty() {
        return Err(Kind::Url("is no address with `https://` or `http://` and a host"));
    }
    if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
        return Err(Kind::Url("holds credentials, which belong in `headers`"));
    }
    match uri.scheme_str() {
        Some("https") => Ok(uri),
        Some("http") if allow_http || is_loopback(host) => Ok(uri),
        Some("http") => {
            Err(Kind::Url("is `http://` on another machine, which needs `allow_http: true`"))
        }
        _ => Err(Kind::Url("is neither `https://` nor `http://`")),
    }
}

fn is_loopback(host: &str) -> bool {
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    host.eq_ignore_ascii_case("localhost")
        || address.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// The template with a variable's value in place of every `${NAME}`.
fn fill_in(
    header: &str,
    template: &str,
    allowed: &[&str],
    variable: &mut dyn FnMut(&str) -> OsString,
) -> Result<String, Kind> {
    let mut value = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("${") {
        let (name, after) = after
            .split_once('}')
            .ok_or_else(|| Kind::Header(header.to_owned(), "has a `${` without a `}`"))?;
        if !allowed.contains(&name) {
            return Err(Kind::NotInEnv(header.to_owned(), text::line(name, 64)));
        }
        value.push_str(before);
        let filled = variable(name).into_string();
        value.push_str(
            &filled.map_err(|_| {
                Kind::Header(header.to_owned(), "uses a variable that is not Unicode")
            })?,
        );
        rest = after;
    }
    value.push_str(rest);
    Ok(value)
}

/// What sends requests.
fn agent(tls: Option<TlsConfig>) -> Agent {
    let mut config = Agent::config_builder()
        .http_status_as_error(false)
        // A hook that moves is a failure: following would send the event to somebody else.
        .max_redirects(0)
        .max_redirects_will_error(false)
        // The environment that this process happens to have says nothing about the hook.
        .proxy(None)
        .max_idle_connections(0)
        .user_agent(concat!("prescan/", env!("CARGO_PKG_VERSION")));
    if let Some(tls) = tls {
        config = config.tls_config(tls);
    }
    config.build().into()
}

fn tls(roots: Vec<Certificate<'static>>) -> TlsConfig {
    TlsConfig::builder()
        .root_certs(RootCerts::Specific(Arc::new(roots)))
        .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
        .build()
}

/// The certificate authorities that the system trusts: what a company adds for its own servers counts, and none is compiled in to grow old.
fn trusted() -> Result<Vec<Certificate<'static>>, HookError> {
    let found = rustls_native_certs::load_native_certs();
    if found.certs.is_empty() {
        return Err(HookError::new("the system has no certificate authorities"));
    }
    Ok(found.certs.iter().map(|root| Certificate::from_der(root).to_owned()).collect())
}

/// What went wrong, in words without address and headers.
fn failure(error: &ureq::Error) -> HookError {
    HookError::new(match error {
        ureq::Error::Timeout(Timeout::Resolve | Timeout::Connect) => {
            "no connection in time".to_owned()
        }
        ureq::Error::Timeout(_) => "no answer in time".to_owned(),
        ureq::Error::HostNotFound => "its host is not known".to_owned(),
        ureq::Error::ConnectionFailed => "no connection".to_owned(),
        ureq::Error::Io(error) => match error.get_ref().and_then(|inner| inner.downcast_ref()) {
            Some(error) => not_secure(error).to_owned(),
            None => format!("the connection failed: {}", error.kind()),
        },
        ureq::Error::Tls(_) | ureq::Error::TlsRequired => "no secure connection".to_owned(),
        ureq::Error::Rustls(error) => not_secure(error).to_owned(),
        ureq::Error::BodyExceedsLimit(_) => return answer::too_long(),
        ureq::Error::LargeResponseHeader(..) => "the head of its answer is too long".to_owned(),
        ureq::Error::Protocol(_) | ureq::Error::Http(_) => "its answer is not HTTP".to_owned(),
        _ => "the call failed".to_owned(),
    })
}

fn not_secure(error: &rustls::Error) -> &'static str {
    match error {
        rustls::Error::InvalidCertificate(_) => "its certificate is not trusted",
        _ => "no secure connection",
    }
}

#[cfg(test)]
mod tests;
