//! Which paths hold keys and credentials: tables of names, and how patterns are compared with them.

use super::paths::{UNKNOWN, covers};
use super::wild::Wild;
use super::words::{Words, words};

/// How much harm there is in a thing that gets out, least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Secrecy {
    /// The whole workspace, with whatever lies in it.
    Work,
    /// May be looked at here and is nobody else's business: the environment, histories, settings beside keys.
    Private,
    /// Made to be shown to one server, in a header.
    Token,
    /// A key or a file of credentials.
    Key,
}

/// Keys and credentials under any folder, as files or as folders full of them. Each starts with a dot.
const DOTTED: Words = words(
    ".aws/credentials .aws/sso/cache .aws/cli/cache .kube/config .docker/config.json .gnupg \
     .password-store .config/gcloud/application_default_credentials.json \
     .config/gcloud/credentials.db .config/gcloud/access_tokens.db \
     .config/gcloud/legacy_credentials .config/gh/hosts.yml .config/hub .config/glab-cli \
     .config/doctl/config.yaml .config/rclone/rclone.conf .config/github-copilot .config/op \
     .config/hcloud/cli.toml .config/scw/config.yaml .config/ngrok/ngrok.yml .ngrok2/ngrok.yml \
     .config/solana/id.json .config/pypoetry/auth.toml .config/composer/auth.json \
     .composer/auth.json .config/containers/auth.json .oci/config .fly/config.yml \
     .railway/config.json .terraform.d/credentials.tfrc.json .terraformrc \
     .cargo/credentials .cargo/credentials.toml .gem/credentials .m2/settings-security.xml \
     .claude/.credentials.json .codex/auth.json .gemini/oauth_creds.json .netrc .pgpass .pypirc \
     .boto .s3cfg .my.cnf .mylogin.cnf .git-credentials .vault-token .htpasswd .dockercfg \
     .passwd-s3fs .vault_pass .bitcoin/wallet.dat .electrum/wallets .ethereum/keystore \
     .gnome2/keyrings .local/share/keyrings .age/key.txt .config/sops/age/keys.txt .snowsql/config \
     .databrickscfg .kaggle/kaggle.json .huggingface/token .cache/huggingface/token .twurlrc \
     .openclaw/credentials",
);
/// Those under a home alone.
const HOMES: Words = words(
    ".npmrc .config/gcloud .azure Library/Keychains .mozilla/firefox .config/google-chrome \
     .config/chromium .config/BraveSoftware .thunderbird .config/Bitwarden .config/Slack",
);
/// The two of these whose name holds a blank.
const SPACED: [&str; 2] =
    ["Library/Application Support/Google/Chrome", "Library/Application Support/Firefox"];
/// Those of the system: files, and folders with all that is in them.
const SYSTEM: Words = words(
    "/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/master.passwd /etc/krb5.keytab \
     /etc/security/opasswd /etc/ssl/private /etc/kubernetes/admin.conf \
     /etc/kubernetes/super-admin.conf /etc/kubernetes/controller-manager.conf \
     /etc/kubernetes/scheduler.conf /etc/kubernetes/kubelet.conf /etc/rancher/k3s/k3s.yaml \
     /var/run/secrets /run/secrets /etc/wireguard /etc/ppp/chap-secrets /etc/ppp/pap-secrets \
     /etc/NetworkManager/system-connections /etc/letsencrypt/accounts /Library/Keychains",
);
/// Tokens for one server.
const TOKENS: Words = words(
    "/var/run/secrets/kubernetes.io/serviceaccount/token \
     /run/secrets/kubernetes.io/serviceaccount/token",
);
/// What may be looked at and must not leave.
const PRIVATE: Words = words(
    ".aws .npmrc .bash_history .zsh_history .sh_history .python_history .node_repl_history \
     .psql_history .mysql_history .sqlite_history .rediscli_history \
     .local/share/fish/fish_history",
);
/// The same, of the system.
const PRIVATE_SYSTEM: Words = words("/etc/passwd /etc/sudoers /etc/sudoers.d");
/// Names of private keys and of files of credentials wherever they lie.
const NAMES: Words = words(
    "id_rsa id_dsa id_ecdsa id_ecdsa_sk id_ed25519 id_ed25519_sk _netrc wallet.dat kubeconfig \
     master.key secrets.yml secrets.yaml secrets.json secrets.toml secrets.ini \
     credentials.yml credentials.yaml credentials.json credentials.toml credentials.ini \
     credentials.csv client_secret.json client_secrets.json service-account.json \
     service_account.json serviceaccount.json accessKeys.csv rootkey.csv key4.db logins.json",
);
/// Extensions of private keys, and of stores of keys.
const KEYS: Words = words("pem key p12 pfx p8 ppk jks keystore kdbx kdb keytab agekey");
/// Words in the name of a `.pem` that holds nothing private.
const OPEN: Words = words("cert chain dhparam root bundle csr");
/// Files of `~/.ssh` that hold no secret, by how their name starts.
const SSH_OPEN: Words =
    words("config known_hosts authorized_keys environment rc allowed_signers moduli README readme");
/// Folders whose keys are made to be shown.
const SHOWN: Words = words(
    "fixtures fixture testdata test-data test_data __fixtures__ __tests__ tests test spec specs \
     examples example samples sample mocks mock docs doc node_modules site-packages dist-packages",
);
/// What names a copy of a file of credentials without the credentials.
const SHARED: Words = words("example sample template dist schema defaults default vault");
/// The longest pattern that is compared, in bytes.
const MAX_PATTERN: usize = 4096;

/// How much harm there is in what lies at a path; `None` where there is none. A folder of credentials counts as they do.
pub(super) fn of(path: &str, home: &str) -> Option<Secrecy> {
    let at = Place::of(path, home);
    if at.is_open() {
        return None;
    }
    if in_system(path, TOKENS) || at.name == ".vault-token" {
        return Some(Secrecy::Token);
    }
    if at.is_key() {
        return Some(Secrecy::Key);
    }
    let environment = at.process().is_some();
    let private = environment || at.in_any(PRIVATE) || in_system(path, PRIVATE_SYSTEM);
    private.then_some(Secrecy::Private)
}

/// True for a folder that holds credentials among other things, by what is known of homes and systems: home itself, `~/.config`, `/etc`.
pub(super) fn is_around(path: &str, home: &str) -> bool {
    let folder = path.trim_end_matches(['*', '.']).trim_end_matches('/');
    if covers(if folder.is_empty() { "/" } else { folder }, home)
        || matches!(folder, "/home" | "/Users" | "/etc" | "/run" | "/proc")
    {
        return true;
    }
    let Some(rest) = behind_home(folder, home) else { return false };
    let rest = rest.trim_start_matches('/');
    let below = |place: &str| place.strip_prefix(rest).is_some_and(|rest| rest.starts_with('/'));
    rest.is_empty() || DOTTED.iter().chain(HOMES.iter()).chain(SPACED).any(below)
}

/// True for a folder, or a pattern for all that is in it, whose name says that keys are kept in it.
pub(super) fn is_store(path: &str) -> bool {
    let folder = path.strip_suffix("/*").unwrap_or(path);
    let name = &folder[folder.rfind('/').map_or(0, |at| at + 1)..];
    words("certs keys secrets .secrets private private_keys private-keys credentials")
        .contains(name)
}

/// `.env` and its variants for a stage, but not the examples that are meant to be shared.
pub(super) fn is_env(name: &str) -> bool {
    let stages = words("prod production staging secret secrets local dev development live");
    if let Some(stage) = name.strip_suffix(".env").filter(|stage| !stage.is_empty()) {
        return stages.contains(stage);
    }
    let Some(rest) = name.strip_prefix(".env") else { return false };
    rest.is_empty() || rest.starts_with('.') && !SHARED.iter().any(|word| rest.ends_with(word))
}

/// A path, taken apart.
struct Place<'p> {
    path: &'p str,
    /// Its last part.
    name: &'p str,
    /// What stands behind the home it is in, or behind its first slash.
    rest: &'p str,
    /// True where it is in a home.
    home: bool,
    /// Its parts as patterns, where it has a wildcard.
    parts: Vec<(&'p str, Option<Wild>)>,
}

impl<'p> Place<'p> {
    fn of(path: &'p str, home: &str) -> Self {
        let name = &path[path.rfind('/').map_or(0, |at| at + 1)..];
        let behind = behind_home(path, home);
        let parts = match is_wild(path) && path.len() <= MAX_PATTERN {
            true => path.split('/').map(pattern).collect(),
            false => Vec::new(),
        };
        let rest = behind.unwrap_or(path).trim_start_matches('/');
        Self { path, name, rest, home: behind.is_some(), parts }
    }

    /// True for what is public by its name, whatever folder it is in.
    fn is_open(&self) -> bool {
        let name = self.name;
        name.contains(".pub") || name.ends_with(".crt") || name.ends_with(".csr")
    }

    fn is_key(&self) -> bool {
        self.is_in_ssh()
            || self.in_any(DOTTED)
            || self.home && self.in_home()
            || in_system(self.path, SYSTEM)
            || self.process().is_some_and(|process| !process.is_own())
            || !self.is_shown() && (self.is_named() || self.has_key_extension())
    }

    /// `~/.ssh` and what is in it, without what is made to be public.
    fn is_in_ssh(&self) -> bool {
        if self.path.ends_with("/.ssh") {
            return true;
        }
        let Some((_, inner)) = self.path.split_once("/.ssh/") else {
            return self.path.starts_with("/etc/ssh/") && self.name.ends_with("_key");
        };
        let open = |name: &str| {
            SSH_OPEN.iter().any(|open| name.starts_with(open))
                || name.ends_with(".md")
                || name.ends_with(".txt")
        };
        !inner.split('/').any(open)
    }

    /// True where one of the places stands in the path, between slashes.
    fn in_any(&self, places: Words) -> bool {
        match self.parts.is_empty() {
            true => {
                self.path.contains("/.") && places.iter().any(|place| stands_in(self.path, place))
            }
            false => places.iter().any(|place| self.may_be(place)),
        }
    }

    fn in_home(&self) -> bool {
        let own = |place: &str| covers(place, self.rest);
        HOMES.iter().any(own) || SPACED.into_iter().any(own)
    }

    /// True where the parts of the pattern may stand for those of the place. Of each name that is spelled by a wildcard alone nothing can be
    /// said, so one at least has to be spelled out, or have two letters.
    fn may_be(&self, place: &str) -> bool {
        let names: Vec<&str> = place.split('/').filter(|name| !name.is_empty()).collect();
        self.parts.windows(names.len()).any(|parts| {
            let fits = |((part, wild), name): (&(&str, Option<Wild>), &&str)| {
                part == name
                    || wild.as_ref().is_some_and(|wild| {
                        wild.matches(name.as_bytes())
                            && part.starts_with('.') == name.starts_with('.')
                    })
            };
            let says = |((part, _), name): (&(&str, Option<Wild>), &&str)| {
                part == name || part.bytes().filter(u8::is_ascii_alphanumeric).count() > 1
            };
            parts.iter().zip(&names).all(fits) && parts.iter().zip(&names).any(says)
        })
    }

    /// True for a name that says what the file holds.
    fn is_named(&self) -> bool {
        let name = self.name;
        let account = ["service-account", "service_account", "client_secret", "gcp-key"];
        let json = name.strip_suffix(".json").is_some_and(|stem| {
            account.iter().any(|start| stem.starts_with(start))
                || stem.contains("firebase-adminsdk")
        });
        let chart = self.path.contains("/templates/") || self.path.contains("/locales/");
        if chart || SHARED.iter().any(|word| name.contains(word)) && !name.starts_with(".env") {
            return false;
        }
        NAMES.contains(name)
            || is_env(name)
            || json
            || !self.parts.is_empty() && (self.fits_name(".env") || self.fits_key())
    }

    /// True for a pattern that may mean the name of a key.
    fn fits_key(&self) -> bool {
        NAMES.iter().filter(|name| name.starts_with("id_")).any(|name| self.fits_name(name))
    }

    fn fits_name(&self, name: &str) -> bool {
        self.parts.last().is_some_and(|(part, wild)| {
            part.bytes().filter(u8::is_ascii_alphanumeric).count() > 1
                && part.starts_with('.') == name.starts_with('.')
                && wild.as_ref().is_some_and(|wild| wild.matches(name.as_bytes()))
        })
    }

    fn has_key_extension(&self) -> bool {
        let Some((stem, extension)) = self.name.rsplit_once('.') else { return false };
        if !KEYS.contains(extension) || in_system(self.path, words("/etc/ssl/certs /usr")) {
            return false;
        }
        let stem = stem.to_ascii_lowercase();
        let mut parts = stem.split(|c: char| !c.is_ascii_alphanumeric());
        if stem.contains("pub") || matches!(stem.as_str(), "debug" | "truststore") {
            return false;
        }
        let open = OPEN.iter().any(|word| stem.contains(word)) || parts.any(|part| part == "ca");
        extension != "pem" || !open || stem.contains("key") || stem.contains("priv")
    }

    /// True for what lies among tests and examples.
    fn is_shown(&self) -> bool {
        let folders = self.rest.rsplit_once('/').map_or("", |(folders, _)| folders);
        folders.split('/').any(|folder| SHOWN.contains(folder))
    }

    /// The process whose environment `/proc/…/environ` is.
    fn process(&self) -> Option<Process<'p>> {
        let inner = self.path.strip_prefix("/proc/")?.strip_suffix("/environ")?;
        (!inner.contains('/')).then_some(Process(inner))
    }
}

/// A process as it is named below `/proc`.
struct Process<'p>(&'p str);

impl Process<'_> {
    /// True for the shell itself. A number that is not known is most likely its own, as in `/proc/$$/environ`.
    fn is_own(&self) -> bool {
        matches!(self.0, "self" | "thread-self") || self.0.chars().eq([UNKNOWN])
    }
}

/// What stands behind the home that a path is in: the user's, or another one's by its usual place.
fn behind_home<'p>(path: &'p str, home: &str) -> Option<&'p str> {
    if covers(home, path) && home != "/" {
        return Some(&path[home.len()..]);
    }
    if covers("/root", path) {
        return Some(&path["/root".len()..]);
    }
    let rest = path.strip_prefix("/home/").or_else(|| path.strip_prefix("/Users/"))?;
    Some(&rest[rest.find('/').unwrap_or(rest.len())..])
}

fn in_system(path: &str, places: Words) -> bool {
    places.iter().any(|place| covers(place, path))
}

/// True where the place stands in the path with a slash, or nothing, on both sides.
fn stands_in(path: &str, place: &str) -> bool {
    let mut from = 0;
    while let Some(at) = path[from..].find(place) {
        let (start, end) = (from + at, from + at + place.len());
        if path[..start].ends_with('/') && (end == path.len() || path[end..].starts_with('/')) {
            return true;
        }
        from = start + 1;
    }
    false
}

fn is_wild(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, b'*' | b'?' | b'['))
}

fn pattern(part: &str) -> (&str, Option<Wild>) {
    (part, if is_wild(part) { Wild::new(part.as_bytes()) } else { None })
}

#[cfg(test)]
mod tests;
