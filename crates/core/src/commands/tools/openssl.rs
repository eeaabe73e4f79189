//! `openssl`: a decoder, a reader of keys, and a client.

use super::{decoders, network};
use crate::commands::credentials::Secrecy;
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::run::{Arg, Call, Flow, Run, Secret};
use crate::commands::words::words;
use std::rc::Rc;

/// `openssl`.
pub(super) fn openssl(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let verb = call.args.first().map_or("", |arg| arg.text.as_str());
    let has = |names: &[&str]| call.args.iter().any(|arg| names.contains(&arg.text.as_str()));
    if verb == "s_client" {
        return network::secure_client(run, call);
    }
    if has(&["-d", "-decrypt"]) {
        return decoders::decoder(run, call);
    }
    let spec = Spec {
        longs: words("in out k pass passin passout K iv S md kfile inkey inform outform"),
        single_dash: true,
        ..FLAGS
    };
    let options = Options::parse(call.args, &spec);
    let input = match options.values('\0', "in").first() {
        Some(path) => run.contents(&Arg::plain(*path)),
        None => call.input.clone(),
    };
    let passes = match verb {
        "rsa" | "pkey" | "ec" | "dsa" | "pkcs12" | "pkcs8" => {
            !has(&["-pubout", "-noout", "-nokeys"])
        }
        "enc" | "base64" | "zlib" | "asn1parse" | "smime" | "cms" => true,
        cipher => ["aes", "des", "camellia", "aria", "chacha", "bf", "rc"]
            .iter()
            .any(|start| cipher.starts_with(start)),
    };
    if !passes {
        return Flow::default();
    }
    let mut flow = input.origin();
    let ciphered = !matches!(
        verb,
        "rsa" | "pkey" | "ec" | "dsa" | "pkcs12" | "pkcs8" | "base64" | "asn1parse"
    ) && !has(&["-base64"])
        || verb == "enc" && call.args.iter().any(|arg| is_cipher(&arg.text));
    if ciphered && let Some(secret) = &flow.secret {
        // Nobody reads it from a terminal; whoever gets the file may have the password, too.
        let secrecy = secret.secrecy.min(Secrecy::Private);
        flow.secret = Some(Rc::new(Secret { secrecy, ..(**secret).clone() }));
    }
    match options.values('\0', "out").first() {
        Some(path) => run.keep(&Arg::plain(*path), flow),
        None => flow,
    }
}

fn is_cipher(option: &str) -> bool {
    ["-aes", "-des", "-camellia", "-aria", "-chacha"].iter().any(|start| option.starts_with(start))
}
