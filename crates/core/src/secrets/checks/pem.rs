//! Private keys in armor, and whether a passphrase protects them.

use super::armor::Armor;
use super::encoding::base64;
use super::{Candidate, Verdict, judge, whole_or_value};

/// How every OpenSSH private key starts.
const OPENSSH: &[u8] = b"openssh-key-v1\0";

/// An armored private key of at least 64 base64 characters that decode. Source: RFC 7468, RFC
/// 1421, RFC 9580 and OpenSSH's PROTOCOL.key. Verified when the decoded bytes start as a DER
/// sequence of just their length, as an OpenSSH key or as an OpenPGP secret-key packet. Other
/// bytes pass, since an encrypted or redacted body may be anything.
pub(super) fn private_key(candidate: Candidate<'_>) -> Verdict {
    let Some(armor) = Armor::read(candidate.whole).filter(|armor| is_private(armor.label)) else {
        return Verdict::Fail;
    };
    match armor.body() {
        Some(body) if body.starts_with(OPENSSH) || is_der(&body) => Verdict::Verified,
        Some(body) if armor.label.starts_with(b"PGP") && is_secret_packet(&body) => {
            Verdict::Verified
        }
        Some(_) => Verdict::Pass,
        None => Verdict::Fail,
    }
}

/// The key is encrypted: by its label, by `Proc-Type: 4,ENCRYPTED`, or by the cipher an OpenSSH
/// key names. An OpenPGP key counts as not encrypted, since its packets are not read.
pub(super) fn encrypted(candidate: Candidate<'_>) -> Verdict {
    judge(is_encrypted(candidate.whole))
}

/// The reverse of [`encrypted`].
pub(super) fn not_encrypted(candidate: Candidate<'_>) -> Verdict {
    judge(!is_encrypted(candidate.whole))
}

/// A private key in DER, written in base64 without armor: 48 bytes or more. Source: RFC 8017
/// appendix A.1.2, RFC 5208 and RFC 5915. Verified when it is one sequence of just its length that
/// starts with a version.
pub(super) fn der_private_key(candidate: Candidate<'_>) -> Verdict {
    whole_or_value(candidate, |text| {
        let der = base64(text).unwrap_or_default();
        let header = if der.get(1).is_some_and(|length| *length < 0x80) { 2 } else { 4 };
        let versioned = |at: usize| matches!(der.get(at..at + 3), Some([2, 1, 0 | 1]));
        match der.len() {
            48.. if is_der(&der) && (versioned(header) || versioned(3)) => Verdict::Verified,
            48.. => Verdict::Pass,
            _ => Verdict::Fail,
        }
    })
}

fn is_private(label: &[u8]) -> bool {
    memchr::memmem::find(label, b"PRIVATE KEY").is_some()
}

fn is_encrypted(whole: &[u8]) -> bool {
    let Some(armor) = Armor::read(whole) else {
        return false;
    };
    armor.says_encrypted()
        || memchr::memmem::find(armor.label, b"ENCRYPTED").is_some()
        || memchr::memmem::find(armor.label, b"OPENSSH").is_some() && names_cipher(&armor)
}

/// The cipher's name follows the magic of an OpenSSH key as a 32-bit length and that many bytes.
fn names_cipher(armor: &Armor<'_>) -> bool {
    let body = armor.body().unwrap_or_default();
    body.strip_prefix(OPENSSH).is_some_and(|rest| !rest.starts_with(b"\0\0\0\x04none"))
}

/// A DER SEQUENCE whose length is that of the whole.
fn is_der(body: &[u8]) -> bool {
    let Some([0x30, first]) = body.first_chunk() else {
        return false;
    };
    let width = match first {
        0x81..=0x84 => usize::from(first & 0x7f),
        _ => 0,
    };
    let long = body.get(2..2 + width).unwrap_or_default();
    let length = match width {
        0 => usize::from(*first),
        _ => big_endian(long),
    };
    *first != 0x80 && *first <= 0x84 && length == body.len().saturating_sub(2 + width)
}

/// An OpenPGP packet of tag 5 (secret key) that fits into `body` and has a known version.
fn is_secret_packet(body: &[u8]) -> bool {
    let (length, rest) = match body {
        [0x94, length, rest @ ..] => (usize::from(*length), rest),
        [0x95, high, low, rest @ ..] => (big_endian(&[*high, *low]), rest),
        [0x96, a, b, c, d, rest @ ..] => (big_endian(&[*a, *b, *c, *d]), rest),
        [0xc5, length @ 0..=191, rest @ ..] => (usize::from(*length), rest),
        [0xc5, high @ 192..=223, low, rest @ ..] => {
            (usize::from(high - 192) * 256 + usize::from(*low) + 192, rest)
        }
        [0xc5, 255, a, b, c, d, rest @ ..] => (big_endian(&[*a, *b, *c, *d]), rest),
        _ => return false,
    };
    length <= rest.len() && matches!(rest.first(), Some(3..=6))
}

fn big_endian(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |number, byte| number << 8 | usize::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets::checks::encoding::LENIENT;
    use base64::Engine as _;

    /// DER, OpenSSH or any other bytes with a varied rest.
    fn key(start: &[u8], length: usize) -> Vec<u8> {
        let fill = (0..=u8::MAX).cycle().map(|n| n.wrapping_mul(37)).take(length - start.len());
        start.iter().copied().chain(fill).collect()
    }

    fn der() -> Vec<u8> {
        key(&[0x30, 0x82, 0x01, 0x20, 2, 1, 0], 292)
    }

    /// The armor around `body` in lines of 64, with `newline` between them.
    fn armor(label: &str, headers: &str, body: &[u8], newline: &str) -> String {
        let text = LENIENT.encode(body);
        let lines: Vec<&str> =
            text.as_bytes().chunks(64).map(|line| str::from_utf8(line).unwrap()).collect();
        let (head, body) = (headers.replace('\n', newline), lines.join(newline));
        let (begin, end) = ("-----BEGIN ", "-----END ");
        format!("{begin}{label}-----{newline}{head}{body}{newline}{end}{label}-----")
    }

    fn run(check: fn(Candidate<'_>) -> Verdict, text: &str) -> Verdict {
        check(Candidate::token(text.as_bytes(), b""))
    }

    const LABEL: &str = "RSA PRIVATE KEY";
    const LEGACY: &str = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233445566778899\n";

    #[test]
    fn reads_every_way_to_write_a_block() {
        for newline in [
            "\n",
            "\r\n",
            " ",
            "\\n",
            "\\r\\n",
            "\\\\n",
            "\\\\\\\\r\\\\\\\\n",
            "\n    ",
            "\n# ",
            "\\n\" +\n  \"",
            "\" + \"",
            "\\\n",
            "\\u000a",
        ] {
            let text = armor(LABEL, "", &der(), newline);
            assert_eq!(run(private_key, &text), Verdict::Verified, "{newline:?}");
        }
        let text = armor(LABEL, "", &der(), "\\n").replace('/', "\\/").replace('+', "\\u002B");
        assert_eq!(run(private_key, &text), Verdict::Verified);
        let text = armor(LABEL, "", &der(), "\n");
        let unfinished = text.split("-----END").next().unwrap();
        assert_eq!(run(private_key, unfinished), Verdict::Verified);
    }

    #[test]
    fn skips_headers_in_lines_and_on_one_line() {
        for newline in ["\n", " ", "\\n"] {
            let text = armor(LABEL, LEGACY, &key(&[9], 256), newline);
            assert_eq!(run(private_key, &text), Verdict::Pass, "{newline:?}");
            assert_eq!(run(encrypted, &text), Verdict::Pass, "{newline:?}");
            assert_eq!(run(not_encrypted, &text), Verdict::Fail, "{newline:?}");
        }
        let packet = key(&[0x95, 0x01, 0x00, 4], 300);
        let comments = "Version: GnuPG v2\nComment: a key of mine\n\n";
        let text = armor("PGP PRIVATE KEY BLOCK", comments, &packet, "\n");
        let text = text.replace("\n-----END", "\n=aB3d\n-----END");
        assert_eq!(run(private_key, &text), Verdict::Verified);
    }

    #[test]
    fn tells_ciphers_apart() {
        let ssh = |cipher: &[u8]| {
            let start = [OPENSSH, &[0, 0, 0, cipher.len() as u8], cipher].concat();
            armor("OPENSSH PRIVATE KEY", "", &key(&start, 300), "\n")
        };
        let plain = ssh(b"none");
        assert_eq!(run(private_key, &plain), Verdict::Verified);
        assert_eq!(run(encrypted, &plain), Verdict::Fail);
        assert_eq!(run(not_encrypted, &plain), Verdict::Pass);
        assert_eq!(run(encrypted, &ssh(b"aes256-ctr")), Verdict::Pass);
        let pkcs8 = armor("ENCRYPTED PRIVATE KEY", "", &der(), "\n");
        assert_eq!(run(encrypted, &pkcs8), Verdict::Pass);
        assert_eq!(run(private_key, &pkcs8), Verdict::Verified);
        assert_eq!(run(encrypted, "no key"), Verdict::Fail);
        let ssh2 = armor("SSH2 ENCRYPTED PRIVATE KEY", "", &key(&[0x3f, 0x6f], 200), "\n");
        let ssh2 = ssh2.replace("-----BEGIN", "---- BEGIN").replace("KEY-----", "KEY ----");
        let ssh2 = ssh2.replace("-----END", "---- END");
        assert_eq!(run(encrypted, &ssh2), Verdict::Pass);
        assert_eq!(run(private_key, &ssh2), Verdict::Pass);
    }

    #[test]
    fn passes_bodies_that_are_no_der() {
        let mut body = der();
        body[3] = 0x21;
        assert_eq!(run(private_key, &armor(LABEL, "", &body, "\n")), Verdict::Pass);
        assert_eq!(run(private_key, &armor(LABEL, "", &key(&[1], 48), "\n")), Verdict::Pass);
        let ed25519 = key(&[0x30, 0x2e, 2, 1, 0], 48);
        assert_eq!(run(private_key, &armor("PRIVATE KEY", "", &ed25519, " ")), Verdict::Verified);
    }

    #[test]
    fn refuses_placeholders_and_public_parts() {
        let text = armor(LABEL, "", &der(), "\n");
        assert_eq!(run(private_key, &text.replace("PRIVATE", "PUBLIC")), Verdict::Fail);
        assert_eq!(run(private_key, &text.replace(LABEL, "CERTIFICATE")), Verdict::Fail);
        assert_eq!(run(private_key, &armor(LABEL, "", &key(&[1], 45), "\n")), Verdict::Fail);
        assert_eq!(run(private_key, &armor(LABEL, "", &[0; 200], "\n")), Verdict::Fail);
        let (begin, end) = (format!("-----BEGIN {LABEL}-----"), format!("-----END {LABEL}-----"));
        assert_eq!(run(private_key, &format!("{begin}\n...\n{end}")), Verdict::Fail);
        assert_eq!(run(private_key, &begin), Verdict::Fail);
        assert_eq!(run(private_key, "-----BEGIN "), Verdict::Fail);
        assert_eq!(run(private_key, &text[5..]), Verdict::Fail);
    }

    #[test]
    fn reads_blocks_in_diffs() {
        for mark in ["+", "-"] {
            let text = armor(LABEL, "", &der(), &format!("\n{mark}"));
            assert_eq!(run(private_key, &text), Verdict::Verified, "{mark}");
        }
    }

    #[test]
    fn reads_keys_without_armor() {
        let text = LENIENT.encode(der());
        assert_eq!(run(der_private_key, &text), Verdict::Verified);
        assert_eq!(run(der_private_key, &text[..text.len() - 4]), Verdict::Pass);
        let ed25519 = LENIENT.encode(key(&[0x30, 0x2e, 2, 1, 0], 48));
        assert_eq!(run(der_private_key, &ed25519), Verdict::Verified);
        assert_eq!(run(der_private_key, &ed25519[..60]), Verdict::Fail);
    }

    #[test]
    fn reads_openpgp_packet_lengths() {
        assert!(is_secret_packet(&[0x94, 1, 4]) && is_secret_packet(&[0x96, 0, 0, 0, 1, 4]));
        assert!(is_secret_packet(&[0xc5, 1, 5]) && is_secret_packet(&[0xc5, 255, 0, 0, 0, 1, 6]));
        assert!(is_secret_packet(&key(&[0xc5, 192, 0, 4], 200)));
        assert!(!is_secret_packet(&[0x94, 9, 4]) && !is_secret_packet(&[0x99, 0, 1, 4]));
    }
}
