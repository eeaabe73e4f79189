//! Tests over the whole table, and the checksums on published values.

use super::encoding::{BASE62, base64, digits};
use super::{CHECKS, Candidate, Check, CheckId, Verdict, find};
use proptest::prelude::*;

fn check(name: &str) -> &'static Check {
    let CheckId(at) = find(name).unwrap();
    &CHECKS[usize::from(at)]
}

fn judge(name: &str, whole: &[u8]) -> Verdict {
    (check(name).run)(Candidate::token(whole, whole))
}

fn tail(name: &str, text: &[u8]) -> Option<Vec<u8>> {
    (check(name).tail.unwrap())(text)
}

#[test]
fn the_table_is_sorted_and_every_name_is_found() {
    assert!(CHECKS.windows(2).all(|pair| pair[0].name < pair[1].name));
    for (at, check) in CHECKS.iter().enumerate() {
        assert_eq!(find(check.name), Some(CheckId(at as u16)));
        assert!(check.about.ends_with('.') && check.about.len() < 100, "{}", check.name);
    }
    assert_eq!(find("no-such-check"), None);
}

#[test]
fn a_candidate_shows_lengths_only() {
    let candidate = Candidate::token(b"hush-hush", b"hush");
    assert_eq!(format!("{candidate:?}"), "Candidate { whole_len: 9, value_len: 4 }");
}

/// Values from provider documentation and unit tests, in pieces so that no scanner trips over
/// this file.
const PUBLISHED: &[(&str, &[&str])] = &[
    ("grafana-crc32", &["glsa_", "yscW25imSKJIuav8", "zF37RZmnbiDvB05G", "_fcaaf58a"]),
    ("cloudflare-crc32", &["cfut_", "ZE4CrcFhEIDXk9vL2sTL", "eARsFp2ZZYbydVDhhIUq", "8573bbfe"]),
    ("cloudflare-crc32", &["cfat_", "ZE4CrcFhEIDXk9vL2sTL", "eARsFp2ZZYbydVDhhIUq", "8573bbfe"]),
    (
        "confluent-crc32",
        &["cflt", "T8d8RzkNseTMEDKcjNM1BZTFPHqRn", "/dQm9q7w6SjzZ12wZfwjaJdip", "HZtDjw"],
    ),
    ("nkey-crc16", &["SUACSSL3UAHUDXKFSNVU", "ZRF5UHPMWZ6BFDTJ7M6USD", "XIEDNPPQYYYCU3VY"]),
    ("nkey-crc16", &["UDXU4RCSJNZOIQHZNWX", "HXORDPRTGNJAHAHFRGZNEE", "JCPQTT2M7NLCNF4"]),
    (
        "age-bech32",
        &["AGE-SECRET-", "KEY-1N9JEPW6DWJ0ZQUDX63F5A", "03GX8QUW7PXDE39N8UYF82V", "Z9PC8UFS3M7XA9"],
    ),
    (
        "nsec-bech32",
        &["nsec1", "vl029mgpspedva04g90vltkh", "6fvh240zqtv9k0t9af8935ke", "9laqsnlfe5"],
    ),
    ("wif-base58check", &["5HueCGU8rMjxEXxiPuD5BD", "ku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"]),
];

#[test]
fn published_values_are_verified_and_one_changed_character_is_not() {
    for (name, pieces) in PUBLISHED {
        let token = pieces.concat().into_bytes();
        assert_eq!(judge(name, &token), Verdict::Verified, "{name}");
        for at in 0..token.len() {
            // `cfut_` and `cfat_` share their sums: the prefix is not hashed.
            if *name == "cloudflare-crc32" && at == 2 {
                continue;
            }
            let mut changed = token.clone();
            changed[at] = if changed[at] == b'a' { b'c' } else { b'a' };
            assert_ne!(judge(name, &changed), Verdict::Verified, "{name} at {at}");
        }
    }
}

#[test]
fn crates_io_unit_test_values_pass() {
    let body = ["cio_tp_", "gGK6jurSwKyl9V3A", "z19z7YEFQI9aoOO"].concat();
    assert_eq!(tail("crates-tp-xor", body.as_bytes()).unwrap(), b"d");
    assert_eq!(judge("crates-tp-xor", format!("{body}d").as_bytes()), Verdict::Pass);
    assert_eq!(judge("crates-tp-xor", format!("{body}e").as_bytes()), Verdict::Fail);
    let zeros = format!("cio_tp_{}", "0".repeat(31));
    assert_eq!(judge("crates-tp-xor", format!("{zeros}w").as_bytes()), Verdict::Pass);
}

#[test]
fn prefixes_whose_sum_is_not_confirmed_never_reject() {
    let body = "a1B2c3D4e5".repeat(6);
    for (name, token) in [
        ("github-crc32", format!("ghs_{}", &body[..36])),
        ("vercel-crc32", format!("vck_{}", &body[..56])),
        ("cloudflare-crc32", format!("cfk_{}", &body[..48])),
        ("polar-crc32", format!("polar_oat_{}", &body[..43])),
        ("atlassian-crc32", format!("ATATT3{body}=0A1B2C3D")),
    ] {
        assert_eq!(judge(name, token.as_bytes()), Verdict::Pass, "{name}");
    }
    for (name, token) in [
        ("github-crc32", format!("ghp_{}", &body[..36])),
        ("vercel-crc32", format!("vcp_{}", &body[..56])),
        ("cloudflare-crc32", format!("cfut_{}", &body[..48])),
        ("npm-crc32", format!("npm_{}", &body[..36])),
    ] {
        assert_eq!(judge(name, token.as_bytes()), Verdict::Fail, "{name}");
    }
}

#[test]
fn gitlab_sums_hold_in_both_frames_and_behind_an_instance_prefix() {
    for front in ["glpat-", "acme-glpat-", "glrtr-", "glrt-t2_"] {
        for frame in [".01.0r", ".0r"] {
            let text = format!("{front}{}{frame}", "Ab_-".repeat(7));
            let sum = tail("gitlab-routable-crc32", text.as_bytes()).unwrap();
            assert_eq!(sum.len(), 7);
            let token = [text.as_bytes(), &sum].concat();
            assert_eq!(judge("gitlab-routable-crc32", &token), Verdict::Verified, "{text}");
        }
    }
    // The sum may cover the instance prefix too.
    let text = format!("acme-glpat-{}.01.0r", "Ab_-".repeat(7));
    let sum = digits(crc32fast::hash(text.as_bytes()).into(), super::encoding::BASE36, 7);
    let token = [text.as_bytes(), &sum].concat();
    assert_eq!(judge("gitlab-routable-crc32", &token), Verdict::Verified);
    let unframed = tail("gitlab-routable-crc32", b"glpat-abcdefgh").unwrap();
    let token = [&b"glpat-abcdefgh"[..], &unframed].concat();
    assert_eq!(judge("gitlab-routable-crc32", &token), Verdict::Fail);
}

/// A check with a sum, what stands before its tail, and how long the tail is.
fn summed() -> impl Strategy<Value = (&'static str, String, usize)> {
    let one = |name: &'static str, pattern: &str, width: usize| {
        let text = proptest::string::string_regex(pattern).unwrap();
        text.prop_map(move |text| (name, text, width)).boxed()
    };
    proptest::strategy::Union::new([
        one("github-crc32", "gh[pour]_[A-Za-z0-9]{30}", 6),
        one("github-crc32", "ghr_[A-Za-z0-9]{70}", 6),
        one("npm-crc32", "npm_[A-Za-z0-9]{30}", 6),
        one("gitlab-routable-crc32", "glpat-[A-Za-z0-9_-]{27}[.]01[.]0r", 7),
        one("gitlab-routable", "gl(pat|rt)-[A-Za-z0-9_-]{27,90}", 13),
        one("vercel-crc32", "vc[piark]_[A-Za-z0-9]{50}", 6),
        one("cloudflare-crc32", "cf(at|ut|k)_[A-Za-z0-9]{40}", 8),
        one("grafana-crc32", "glsa_[A-Za-z0-9]{32}_", 8),
        one("zuplo-crc32", "zpka_[0-9a-f]{32}_", 8),
        one("cask", "[A-Za-z0-9]{52}JQQJ9[9DH][A-Z][A-L][A-Za-z0-9]{16}AZDO", 4),
        one("confluent-crc32", "cflt[A-Za-z0-9+/]{54}", 6),
        one("atlassian-crc32", "AT[AC]TT3[A-Za-z0-9_-]{177}=", 8),
        one("polar-crc32", "polar_oat_[A-Za-z0-9]{37}", 6),
        one("nkey-crc16", "S[ACNOPUX][A-Z2-7]{52}", 4),
        one("nkey-crc16", "[ACNOPUX][A-Z2-7]{51}", 4),
        one("age-bech32", "AGE-SECRET-KEY-(PQ-)?1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{52}", 6),
        one("nsec-bech32", "nsec1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{52}", 6),
        one("wif-base58check", "5J[1-9A-HJ-NP-Za-km-z]{43}", 6),
        one("wif-base58check", "(Kx|L2)[1-9A-HJ-NP-Za-km-z]{43}", 7),
    ])
}

/// Changes that keep a sum: the two Cloudflare prefixes share theirs, and so do the Vercel ones
/// and GitHub's, since those prefixes are not hashed.
fn is_in_free_prefix(name: &str, at: usize) -> bool {
    match name {
        "github-crc32" | "vercel-crc32" => at < 4,
        "cloudflare-crc32" => at < 5,
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_tail_is_verified_and_any_other_character_is_not(
        (name, body, width) in summed(),
        front in "[ -~]{0,8}[ =:\"]",
        at in any::<prop::sample::Index>(),
        with in prop::sample::select(BASE62),
    ) {
        let tail_alone = tail(name, body.as_bytes()).unwrap();
        prop_assert_eq!(tail_alone.len(), width, "{}", name);
        let fronted = format!("{front}{body}");
        let tail_behind = tail(name, fronted.as_bytes()).unwrap();
        prop_assert_eq!(&tail_alone, &tail_behind, "{}", name);

        let token = [body.as_bytes(), &tail_alone].concat();
        prop_assert_eq!(judge(name, &token), Verdict::Verified, "{}", name);

        let at = at.index(token.len());
        if token[at] != with && !is_in_free_prefix(name, at) {
            let mut changed = token;
            changed[at] = with;
            prop_assert_ne!(judge(name, &changed), Verdict::Verified, "{} at {}", name, at);
        }
    }

    #[test]
    fn a_fine_grained_token_is_verified_by_its_first_85_characters(
        body in "github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{43}",
        rest in "[A-Za-z0-9]{8}",
        at in 0usize..85,
        with in prop::sample::select(BASE62),
    ) {
        let sum = tail("github-pat-sha256", body.as_bytes()).unwrap();
        prop_assert_eq!(sum.len(), 8);
        let token = [body.as_bytes(), &sum, rest.as_bytes()].concat();
        prop_assert_eq!(judge("github-pat-sha256", &token), Verdict::Verified);
        let mut changed = token.clone();
        changed[at] = with;
        if changed != token {
            prop_assert_eq!(judge("github-pat-sha256", &changed), Verdict::Fail);
        }
    }

    #[test]
    fn sums_that_prove_nothing_pass_with_their_tail(
        crates in "cio_tp_[A-Za-z0-9]{31}",
        openshift in "sha256~[A-Za-z0-9_-]{42}",
    ) {
        for (name, body) in [("crates-tp-xor", crates), ("openshift-tail", openshift)] {
            let token = [body.as_bytes(), &tail(name, body.as_bytes()).unwrap()].concat();
            prop_assert_eq!(judge(name, &token), Verdict::Pass);
        }
    }

    #[test]
    fn no_bytes_make_a_check_panic(
        whole in prop::collection::vec(any::<u8>(), 0..400),
        value in prop::collection::vec(any::<u8>(), 0..80),
    ) {
        run_all(&whole, &value);
    }

    #[test]
    fn no_text_like_a_token_makes_a_check_panic(
        whole in "(ghp_|glpat-|ATATT3|-----BEGIN |eyJ|SU|5J|AGE-SECRET-KEY-1|pypi-|[{]\"kty\"|)\
                  [A-Za-z0-9+/=_.:~\\\\\"'{}\\[\\] \\n$%é-]{0,120}",
        value in "[A-Za-z0-9+/=_.:$%{}-]{0,60}",
    ) {
        run_all(whole.as_bytes(), value.as_bytes());
    }
}

fn run_all(whole: &[u8], value: &[u8]) {
    for check in CHECKS {
        let _ = (check.run)(Candidate::token(whole, value));
        let _ = (check.run)(Candidate::token(whole, whole));
        let _ = check.tail.and_then(|tail| tail(whole));
    }
}

#[test]
fn short_and_long_texts_are_safe() {
    for length in (0..200).chain([5_000, 65_536]) {
        for byte in [b'a', b'A', b'=', b'"', b'\\', b'{', b'.', b'1', 0xff] {
            let whole = vec![byte; length];
            run_all(&whole, &whole);
        }
    }
    assert!(base64(&[b'='; 10]).is_some_and(|bytes| bytes.is_empty()));
}
