use super::{Secrecy, is_around, is_env, of};

const HOME: &str = "/home/ada";

#[test]
fn keys_and_credentials_are_known_by_their_names() {
    for path in [
        "/home/ada/.ssh/id_ed25519",
        "/home/ada/.ssh/work/deploy",
        "/home/ada/.ssh",
        "/home/bob/.aws/credentials",
        "/root/.kube/config",
        "/Users/eve/Library/Keychains/login.keychain-db",
        "/home/ada/.config/gh/hosts.yml",
        "/home/ada/.config/gcloud/configurations/config_default",
        "/home/ada/.gnupg/private-keys-v1.d/A.key",
        "/home/ada/.aws/sso/cache/a.json",
        "/home/ada/.npmrc",
        "/srv/app/.env",
        "/srv/app/.env.production",
        "/srv/app/prod.env",
        "/srv/app/.pgpass",
        "/srv/app/deploy/server.key",
        "/srv/app/deploy/ca.key",
        "/srv/app/deploy/privkey.pem",
        "/srv/app/deploy/client-cert-key.pem",
        "/srv/app/upload.jks",
        "/srv/app/secrets.yaml",
        "/srv/app/service-account-prod.json",
        "/etc/shadow",
        "/etc/kubernetes/admin.conf",
        "/etc/ssh/ssh_host_rsa_key",
        "/etc/ssl/private/site.pem",
        "/run/secrets/db_password",
        "/proc/17/environ",
        "c:/users/ada/.aws/credentials",
    ] {
        assert_eq!(of(path, HOME), Some(Secrecy::Key), "{path}");
    }
    for path in ["/home/ada/.vault-token", "/var/run/secrets/kubernetes.io/serviceaccount/token"] {
        assert_eq!(of(path, HOME), Some(Secrecy::Token), "{path}");
    }
    for path in [
        "/home/ada/.aws/config",
        "/home/bob/.bash_history",
        "/srv/app/.npmrc",
        "/etc/passwd",
        "/proc/self/environ",
        "/proc/\u{FDD0}/environ",
    ] {
        assert_eq!(of(path, HOME), Some(Secrecy::Private), "{path}");
    }
}

#[test]
fn what_is_made_to_be_shown_is_no_secret() {
    for path in [
        "/home/ada/.ssh/id_ed25519.pub",
        "/home/ada/.ssh/config",
        "/home/ada/.ssh/config.d/work",
        "/home/ada/.ssh/known_hosts.old",
        "/home/ada/.ssh/README.md",
        "/srv/app/.env.example",
        "/srv/app/versions.env",
        "/srv/app/.environment",
        "/srv/app/deploy/fullchain.pem",
        "/srv/app/deploy/server.crt",
        "/srv/app/deploy/public.key",
        "/srv/app/deploy/public-key.pem",
        "/srv/app/tests/fixtures/server.key",
        "/srv/app/testdata/id_rsa",
        "/srv/app/credentials.example.json",
        "/srv/chart/templates/secrets.yaml",
        "/srv/app/src/credentials.rs",
        "/usr/share/doc/x/key.pem",
        "/etc/ssl/certs/Root_1.pem",
        "/home/ada/.kube/cache/x",
        "/home/ada/src/app/.aws-sam/build",
        "/proc/17/status",
        "/home/ada/key",
        "/",
        "",
    ] {
        assert_eq!(of(path, HOME), None, "{path}");
    }
}

#[test]
fn patterns_may_mean_a_secret_where_they_say_something_of_its_name() {
    for pattern in [
        "/home/ada/.aws/credential?",
        "/home/ada/.aws/*",
        "/home/*/.aws/credentials",
        "/home/ada/.ssh/*",
        "/home/ada/.ssh/id_*",
        "/srv/app/.env*",
        "/srv/app/.net[r]c",
        "/srv/app/*.pem",
        "/srv/app/*_rsa",
    ] {
        assert_eq!(of(pattern, HOME), Some(Secrecy::Key), "{pattern}");
    }
    for pattern in [
        "/srv/app/*",
        "/srv/app/.*",
        "/srv/app/*.json",
        "/srv/app/src/*.rs",
        "/home/ada/.ssh/*.pub",
        "/srv/app/certs/*.crt",
        "/srv/[",
    ] {
        assert_eq!(of(pattern, HOME), None, "{pattern}");
    }
}

#[test]
fn a_long_pattern_is_not_compared() {
    let long = format!("/srv/{}", "?/".repeat(100_000));
    assert_eq!(of(&long, HOME), None);
}

#[test]
fn folders_around_credentials_are_known() {
    for folder in [
        "/",
        "/home",
        "/home/ada",
        "/home/ada/*",
        "/home/ada/.*",
        "/home/bob",
        "/root",
        "/home/ada/.config",
        "/home/ada/.aws",
        "/home/ada/.local/share",
        "/etc",
    ] {
        assert!(is_around(folder, HOME), "{folder}");
    }
    for folder in ["/home/ada/src", "/home/ada/src/*", "/srv", "/tmp", "/home/ada/.cache/x", "/usr"]
    {
        assert!(!is_around(folder, HOME), "{folder}");
    }
}

#[test]
fn stages_of_env_files_are_told_from_their_examples() {
    for name in [".env", ".env.local", ".env.production", "staging.env"] {
        assert!(is_env(name), "{name}");
    }
    for name in
        [".env.example", ".env.sample", ".env.vault", ".envrc", "build.env", ".env-x", "env"]
    {
        assert!(!is_env(name), "{name}");
    }
}
