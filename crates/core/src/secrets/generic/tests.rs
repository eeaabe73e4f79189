use super::{check, score};
use crate::secrets::checks::{Candidate, Verdict};

fn passes(key: &str, value: &str, quoted: bool) -> bool {
    let candidate = Candidate {
        key: key.as_bytes(),
        quoted,
        ..Candidate::token(value.as_bytes(), value.as_bytes())
    };
    check(candidate) != Verdict::Fail
}

#[test]
fn secrets_pass() {
    for (key, value) in [
        ("password", "hunter2!x"),
        ("db_password", "Tr0ub4dor&3"),
        ("passwd", "s3cr3t-p4ss"),
        ("pwd", "Qwe!9231x"),
        ("secret", "4b8a1953c9e611296a827abf8c47804d"),
        ("password", "admin123"),
        ("password", "s3cr3t"),
        ("password", "P@ssw0rd1"),
        ("password", "vzkqhlaqxnrj"),
        ("hmac_key", "4b8a1953c9e611296a827abf8c47804d"),
        ("token", "QvzKjHsWqXnRbTfYgLpMdZcXkVwJ"),
        ("api_key", "kJ8s7Hg3Lq0Zp2Xw9Vb4Nm1Tr6Yc5Ud"),
        ("auth_token", "8b1a9953c4611296a827abf8c47804d7"),
        ("client_secret", "Zx8-Qw3_Lk0.Pv9Rt2Yb"),
    ] {
        assert!(passes(key, value, true), "{key}={value} {:?}", explain(key, value));
    }
    for (key, value) in [
        ("DB_PASSWORD", "Xk29!vbQz71"),
        ("password", "aB3$kL9*xQ2?zW1!"),
        ("API_SECRET", "4b8a1953c9e611296a827abf8c47804d"),
        ("token", "kJ8s7Hg3Lq0Zp2Xw9Vb4Nm1T"),
    ] {
        assert!(passes(key, value, false), "{key}={value} {:?}", explain(key, value));
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
        ("secret_name", "prod-db-9f8a7c6b5d4e", true),
        ("tokenId", "9f8a7c6b5d4e3f2a1b0c9d8e7f6a5b4c", true),
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
        ("next_page_token", "4b8a1953c9e611296a827abf8c47804d", true),
        ("idempotencyToken", "4b8a1953c9e611296a827abf8c47804d", true),
        ("cache_key", "4b8a1953c9e611296a827abf8c47804d", true),
        ("publicKey", "kJ8s7Hg3Lq0Zp2Xw9Vb4Nm1Tr6Yc5Ud", true),
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

fn explain(key: &str, value: &str) -> Vec<(i32, &'static str)> {
    let candidate = Candidate {
        key: key.as_bytes(),
        quoted: true,
        ..Candidate::token(value.as_bytes(), value.as_bytes())
    };
    score(candidate).reasons().collect()
}
