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
        ("secret", "9f8a7c6b5d4e3f2a1b0c9d8e7f6a5b4c"),
        ("api_key", "kJ8s7Hg3Lq0Zp2Xw9Vb4Nm1Tr6Yc5Ud"),
        ("auth_token", "8b1a9953c4611296a827abf8c47804d7"),
        ("client_secret", "Zx8-Qw3_Lk0.Pv9Rt2Yb"),
    ] {
        assert!(passes(key, value, true), "{key}={value} {:?}", explain(key, value));
    }
    assert!(passes("DB_PASSWORD", "Xk29!vbQz71", false));
    assert!(passes("API_SECRET", "9f8a7c6b5d4e3f2a1b0c9d8e7f6a5b4c", false));
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
