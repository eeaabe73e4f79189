//! `nc` and its kin: what they read goes to a host, and what the host says is what they print.

use super::{Sending, from_address};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Arg, Call, Flow, Run};
use crate::commands::words::words;

/// `nc`, `ncat`, `netcat`.
pub(in super::super) fn netcat(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        values: "ecpswgGiIoqXxTWm",
        longs: words(
            "exec sh-exec lua-exec source-port source proxy proxy-type proxy-auth wait delay \
             idle-timeout max-conns output ssl-cert ssl-key",
        ),
        ..FLAGS
    };
    let options = Options::parse(call.args, &spec);
    // A socket of this machine.
    if options.short("U") || options.long("unixsock") {
        return Flow::default();
    }
    let listens = options.short("l") || options.long("listen");
    let Some(host) = options.operands.first().map(|arg| arg.text.as_str()).or_else(|| {
        let port = options.values('p', "source-port").first().copied();
        listens.then(|| port.unwrap_or("a host"))
    }) else {
        return Flow::default();
    };
    // Whoever connects is served.
    let sending =
        if listens { Sending::to(std::iter::empty()) } else { Sending::to([host].into_iter()) };
    for arg in call.args {
        sending.carried(run, arg);
    }
    let program = options.values('e', "exec").into_iter().map(|line| (line, false));
    let line = options.values('c', "sh-exec").into_iter().map(|line| (line, true));
    for (line, shell) in program.chain(line).take(8) {
        serves(run, line, shell, host, &sending);
    }
    sending.flow(run, call.input);
    from_address(host)
}

/// Runs a program whose streams are a host's.
fn serves(run: &mut Run<'_>, line: &str, shell: bool, host: &str, sending: &Sending) {
    let input = from_address(host);
    let output = run.passed(|run| {
        if shell {
            return run.apart(|run| run.inner_script(line, &input));
        }
        let words: Vec<Arg> = line.split_ascii_whitespace().map(Arg::plain).collect();
        run.apart(|run| run.start(&words, &input))
    });
    sending.flow(run, &output);
}

/// `telnet` and others that take a host and a port and have no options that matter.
pub(in super::super) fn telnet(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &Spec { values: "lenESXkb", ..FLAGS });
    let Some(host) = options.operands.first().map(|arg| arg.text.as_str()) else {
        return Flow::default();
    };
    let sending = Sending::to([host].into_iter());
    sending.flow(run, call.input);
    for arg in call.args {
        sending.carried(run, arg);
    }
    from_address(host)
}

/// `openssl s_client`.
pub(in super::super) fn secure_client(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let spec = Spec {
        longs: words(
            "connect host port servername cert key CAfile CApath proxy starttls alpn showcerts-not",
        ),
        single_dash: true,
        ..FLAGS
    };
    let options = Options::parse(call.args, &spec);
    let named = options.values('\0', "connect").first().copied();
    let host = named.or_else(|| options.operands.get(1).map(|arg| arg.text.as_str()));
    let host = host.unwrap_or("a host").to_owned();
    Sending::to([host.as_str()].into_iter()).flow(run, call.input);
    from_address(&host)
}
