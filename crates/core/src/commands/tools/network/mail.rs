//! Other programs that send: letters, names that are looked up, files that are handed to somebody.

use super::{Sending, from_address};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Call, Flow, Run};
use crate::commands::words::words;

/// `dig`, `nslookup`, `ping` and their kin: the name itself is what is sent, and what a server says of it is printed.
pub(in super::super) fn looks_up(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let sending = Sending::to(std::iter::empty());
    for arg in call.args {
        sending.carried(run, arg);
    }
    let name = call.args.iter().find(|arg| !arg.is_option() && arg.text.contains('.'));
    match name {
        Some(name) => from_address(&name.text),
        None => Flow::default(),
    }
}

/// `mail`, `croc`, `pastebinit` and their kin: what they read is sent, and so are the files among their arguments.
pub(in super::super) fn carries(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(
        call.args,
        &Spec { values: "sabcArSqthHif", longs: words("attach subject body file to"), ..FLAGS },
    );
    let sending = Sending::to(std::iter::empty());
    sending.flow(run, call.input);
    for arg in call.args {
        sending.carried(run, arg);
    }
    let attached = options.values('a', "attach").into_iter().chain(options.values('A', "file"));
    let attached: Vec<&str> = attached.chain(options.values('i', "body")).take(64).collect();
    for path in attached {
        sending.file(run, &super::with_home(run, path.trim_start_matches('@')));
    }
    // Addresses of people are no files; what names one is taken for it.
    for operand in options.operands.iter().filter(|arg| !arg.text.contains('@')).take(64) {
        if run.contents(operand).secret.is_some() || operand.text.contains('/') {
            sending.file(run, operand);
        }
    }
    Flow::default()
}
