//! Programs that decode: of text in the line the result is known, of anything else it is hidden.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::{archives, readers};
use crate::commands::options::{FLAGS, Options, Spec};
use crate::commands::paths::UNKNOWN;
use crate::commands::run::{Arg, Call, Flow, Run};

/// Base64 with or without padding, as decoders in shells take it.
pub(in super::super) const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Decoders of bytes: `base64 -d`, `xxd -r`, `openssl enc -d`, `gunzip` and their kin.
pub(super) fn decoder(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &Spec { values: "wbo", ..FLAGS });
    let decodes = match call.name {
        "base64" | "openssl" => options.short("dD") || options.long("decode"),
        "xxd" => options.short("r"),
        "base32" | "basenc" | "gzip" | "bzip2" | "xz" | "zstd" | "lz4" => {
            options.short("d") || options.long("decompress") || options.long("decode")
        }
        _ => true,
    };
    let file = options.operands.iter().find(|arg| call.name != "openssl" || arg.text.contains('/'));
    if !decodes {
        return match archives::compress(run, call) {
            Some(flow) => flow,
            None => readers::print(run, call).origin(),
        };
    }
    let input = match file {
        Some(file) => run.contents(file),
        None => call.input.clone(),
    };
    let known = input.text.as_deref().filter(|text| !text.contains(UNKNOWN));
    let compact = |text: &str| text.split_ascii_whitespace().collect::<String>();
    let decoded = match (call.name, known) {
        ("base64", Some(text)) => LENIENT.decode(compact(text)).ok(),
        ("openssl", Some(text)) if only_base64(call.args) => LENIENT.decode(compact(text)).ok(),
        ("xxd", Some(text)) if options.short("p") => hexadecimal(&compact(text)),
        ("xxd", Some(text)) => dumped(text),
        _ => None,
    };
    match decoded {
        Some(bytes) => {
            Flow { text: Some(String::from_utf8_lossy(&bytes).into_owned()), ..input.origin() }
        }
        None => hidden(input),
    }
}

/// A result that is not known: code in it is hidden, unless it comes from the network, which says more.
fn hidden(input: Flow) -> Flow {
    let hidden = input.hidden || input.remote.is_none();
    Flow { text: None, hidden, ..input }
}

/// True where `openssl` decodes and does not decrypt.
fn only_base64(args: &[Arg]) -> bool {
    args.iter().all(|arg| {
        !arg.is_option()
            || matches!(arg.text.as_str(), "-d" | "-a" | "-base64" | "-A" | "-in" | "-out" | "-e")
    })
}

/// Pairs of hexadecimal digits as bytes.
pub(in super::super) fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let pairs = text.as_bytes().chunks_exact(2);
    pairs.map(|pair| u8::try_from(digit(&pair[0])? * 16 + digit(&pair[1])?).ok()).collect()
}

/// Lines of a dump: an offset, groups of digits, two blanks, and the text again.
fn dumped(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (_, rest) = line.split_once(':')?;
        let digits = rest.trim_start().split("  ").next().unwrap_or_default();
        bytes.append(&mut hexadecimal(&digits.replace(' ', ""))?);
    }
    Some(bytes)
}

/// `rev`, and `tr` with two sets: what they make of text in the line is known.
pub(super) fn turned(run: &mut Run<'_>, call: &Call<'_>) -> Flow {
    let options = Options::parse(call.args, &FLAGS);
    let own = call.input;
    let input = match options.operands.first() {
        Some(file) if call.name == "rev" => run.contents(file),
        _ => own.clone(),
    };
    let Some(text) = input.text.as_deref().filter(|text| !text.contains(UNKNOWN)) else {
        // Names and lists pass through these all the time: what is not known is no hidden code yet.
        return input.origin();
    };
    if !run.step(text.len() / 64) {
        return input.origin();
    }
    let turned = match (call.name, options.operands.as_slice()) {
        ("rev", _) => {
            let lines = text.split('\n').map(|line| line.chars().rev().collect::<String>());
            Some(lines.collect::<Vec<_>>().join("\n"))
        }
        (_, [set]) if options.short("d") && !options.short("cCs") => {
            set_of(&set.text).map(|set| text.chars().filter(|c| !set.contains(c)).collect())
        }
        (_, [from, to]) if !options.short("cCds") => translated(text, &from.text, &to.text),
        _ => None,
    };
    match turned {
        Some(text) => Flow { text: Some(text), ..input.origin() },
        None => input.origin(),
    }
}

fn translated(text: &str, from: &str, to: &str) -> Option<String> {
    let (from, to) = (set_of(from)?, set_of(to)?);
    let last = to.last()?;
    let turn = |c: char| match from.iter().position(|own| *own == c) {
        Some(at) => *to.get(at).unwrap_or(last),
        None => c,
    };
    Some(text.chars().map(turn).collect())
}

/// The characters of a set with its ranges; `None` for classes and for sets that are long.
fn set_of(text: &str) -> Option<Vec<char>> {
    if text.contains("[:") || text.contains("[=") || text.len() > 256 {
        return None;
    }
    let text = crate::commands::escape::decode(text);
    let chars: Vec<char> = text.chars().collect();
    let mut set = Vec::new();
    let mut at = 0;
    while let Some(first) = chars.get(at) {
        match chars.get(at + 1..at + 3) {
            Some(['-', last]) if *last as u32 - (*first as u32).min(*last as u32) < 512 => {
                set.extend(*first..=*last);
                at += 3;
            }
            _ => {
                set.push(*first);
                at += 1;
            }
        }
    }
    Some(set)
}
