use super::{Score, check, score, scored};
use crate::secrets::checks::{Candidate, Verdict};

fn passes(key: &str, value: &str, quoted: bool) -> bool {
    let candidate = Candidate {
        key: key.as_bytes(),
        quoted,
        ..Candidate::token(value.as_bytes(), value.as_bytes())
    };
    check(candidate) != Verdict::Fail
}

/// Characters of an alphabet as a random generator draws them, the same in every run.
fn drawn(alphabet: &str, len: usize) -> String {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        alphabet.as_bytes()[(state >> 33) as usize % alphabet.len()] as char
    };
    (0..len).map(|_| next()).collect()
}

const HEX: &str = "0123456789abcdef";
const BASE62: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

#[test]
fn the_reasons_add_up_to_the_points_that_decide() {
    for key in ["password", "client_secret", "api_token", "cache_key"] {
        for value in ["hunt3r2!x", "my-s3rv1ce", "a/b.c", &drawn(HEX, 32), &drawn(BASE62, 24)] {
            for quoted in [false, true] {
                let candidate = Candidate {
                    key: key.as_bytes(),
                    quoted,
                    ..Candidate::token(value.as_bytes(), value.as_bytes())
                };
                let explained = score(candidate);
                let sum: i32 = explained.reasons().map(|(points, _)| points).sum();
                assert_eq!(sum, explained.points(), "{key} {value}");
                assert_eq!(sum, scored(candidate, Score::default()).points(), "{key} {value}");
            }
        }
    }
}

#[test]
fn secrets_pass() {
    for (key, value) in [
        ("password", concat!("hunt", "3r2!x")),
        ("db_password", concat!("Tr0ub", "4dor&3")),
        ("passwd", concat!("s3cr3t-", "p4ss")),
        ("password", concat!("adm", "in123")),
        ("password", concat!("s3c", "r3t")),
        ("password", concat!("P@ss", "w0rd1")),
        ("password", concat!("vzkqhl", "aqxnrj")),
        ("jwt_secret", concat!("my-s3", "rv1ce!x")),
        ("client_secret", concat!("Zx8-Qw3_", "Lk0.Pv9Rt2Yb")),
    ] {
        assert!(passes(key, value, true), "{key}={value} {:?}", explain(key, value));
    }
    for (key, alphabet, len) in [
        ("secret", HEX, 32),
        ("secret", HEX, 40),
        ("api_key", BASE62, 32),
        ("auth_token", BASE62, 20),
        ("token", LETTERS, 36),
        ("hmac_key", HEX, 32),
        ("acme_key", BASE62, 40),
    ] {
        let value = drawn(alphabet, len);
        for quoted in [true, false] {
            assert!(passes(key, &value, quoted), "{key}={value} {:?}", explain(key, &value));
        }
    }
    for value in [concat!("Xk29!", "vbQz71"), concat!("aB3$kL9*", "xQ2?zW1!")] {
        assert!(passes("DB_PASSWORD", value, false), "{value} {:?}", explain("password", value));
    }
}

#[test]
fn names_paths_calls_and_sentences_do_not() {
    for (key, value, quoted) in [
        ("password", "password", true),
        ("password", "Enter your password", true),
        ("password_field", "user[password2]", true),
        ("password", "settings.db.password2", false),
        ("password", "getpass()", false),
        ("token", "AuthTokenProvider", true),
        ("token", "next_page_token", true),
        ("vault_key", "inf-vsqt-01-secret-id", true),
        ("secret", "/run/secrets/db-4711", true),
        ("password", "${DB_PASSWORD}", true),
        ("password", "process.env.PASSWORD1", false),
        ("token", "string", false),
        ("auth_token", "00000000-0000-0000-0000-000000000000", true),
        ("access_token", "c7a3f0de-2b1c-4d5e-8f90-a1b2c3d4e5f6", true),
        ("token", "12345678901234567890", true),
        ("secret", "mySecretKeyName", true),
        ("password", "test_password", true),
        ("password", "Wachtwoord", true),
        ("password", "letmein", true),
        ("Password", "super::Win32::UNICODE_STRING2", false),
        ("privateKey", "4096i32", false),
        ("pass", "0x0B95", true),
        ("token", "#d8dee9", true),
        ("token-previewer", "^3.0.0", true),
        ("password_last", "2016-09-08T21:47:36Z", true),
        ("master_key_spec", "ECC_NIST_P521", true),
        ("secret", "\\x6d\\x61\\x73\\x74\\x65\\x72", true),
        ("hashed_password", "$argon2id$v=19$m=65536,t=3,p=4$C29tZXNhbHQ", true),
        ("password", "ENC(kJ8s7Hg3Lq0Zp2Xw9)", true),
        ("token", "[0-9A-Za-z]{1,32}x", true),
        ("key", "int32/Elem=int32", false),
        ("private_key", "x25519.X25519PrivateKey", false),
        ("password", "utf8_to_utf16_dup(v", false),
        ("key", "server1.pem", true),
        ("secret", "sk-<base62:32>", true),
    ] {
        assert!(!passes(key, value, quoted), "{key}={value} {:?}", explain(key, value));
    }
}

#[test]
fn keys_of_other_things_have_no_secrets() {
    let value = drawn(HEX, 32);
    for key in [
        "secret_name",
        "tokenId",
        "next_page_token",
        "idempotencyToken",
        "cache_key",
        "publicKey",
        "password_hash",
        "isPassword",
        "csrf-token",
    ] {
        assert!(!passes(key, &value, true), "{key} {:?}", explain(key, &value));
    }
}

fn explain(key: &str, value: &str) -> Vec<(i32, &'static str)> {
    let candidate = Candidate {
        key: key.as_bytes(),
        quoted: true,
        ..Candidate::token(value.as_bytes(), value.as_bytes())
    };
    score(candidate).reasons().collect()
}
