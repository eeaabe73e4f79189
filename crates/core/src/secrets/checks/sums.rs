//! CRC32 sums of fixed layouts, and the one-character sum of crates.io.

use super::encoding::{BASE36, digits, hex, last, split_last};
use super::layout::{Layout, crc32_base62, crc32_base64, crc32_hex};
use super::{Candidate, Verdict};

const NPM: Layout =
    Layout { heads: &[(b"npm_", Verdict::Fail)], body: 30, gap: b"", sum: crc32_base62 };

/// npm access tokens. Source: recomputed on published examples (same arithmetic as GitHub).
pub(super) fn npm(candidate: Candidate<'_>) -> Verdict {
    NPM.judge(candidate.whole)
}

/// Completes `npm_` and thirty characters.
pub(super) fn npm_tail(text: &[u8]) -> Option<Vec<u8>> {
    NPM.tail(text)
}

// Only `vcp_` was recomputed on a published token of its own, so its siblings never reject.
const VERCEL: Layout = Layout {
    heads: &[
        (b"vcp_", Verdict::Fail),
        (b"vci_", Verdict::Pass),
        (b"vca_", Verdict::Pass),
        (b"vcr_", Verdict::Pass),
        (b"vck_", Verdict::Pass),
    ],
    body: 50,
    gap: b"",
    sum: crc32_base62,
};

/// Vercel tokens. Source: recomputed on a published example of the personal token.
pub(super) fn vercel(candidate: Candidate<'_>) -> Verdict {
    VERCEL.judge(candidate.whole)
}

/// Completes a Vercel prefix and fifty characters.
pub(super) fn vercel_tail(text: &[u8]) -> Option<Vec<u8>> {
    VERCEL.tail(text)
}

// The global key `cfk_` is documented with the same layout, but no example was seen.
const CLOUDFLARE: Layout = Layout {
    heads: &[(b"cfut_", Verdict::Fail), (b"cfat_", Verdict::Fail), (b"cfk_", Verdict::Pass)],
    body: 40,
    gap: b"",
    sum: crc32_hex,
};

/// Cloudflare API tokens. Source: the provider documents "40 characters and a checksum"; the
/// arithmetic was recomputed on a published example. The prefix is not hashed.
pub(super) fn cloudflare(candidate: Candidate<'_>) -> Verdict {
    CLOUDFLARE.judge(candidate.whole)
}

/// Completes a Cloudflare prefix and forty characters.
pub(super) fn cloudflare_tail(text: &[u8]) -> Option<Vec<u8>> {
    CLOUDFLARE.tail(text)
}

const GRAFANA: Layout =
    Layout { heads: &[(b"glsa_", Verdict::Fail)], body: 32, gap: b"_", sum: grafana_sum };

fn grafana_sum(body: &[u8]) -> Vec<u8> {
    let mut crc = crc32fast::Hasher::new();
    crc.update(b"glsa_");
    crc.update(body);
    hex(&crc.finalize().to_le_bytes())
}

/// Grafana service-account tokens. Source: Grafana's own code and API example; the prefix is
/// hashed and the sum is written least significant byte first.
pub(super) fn grafana(candidate: Candidate<'_>) -> Verdict {
    GRAFANA.judge(candidate.whole)
}

/// Completes `glsa_`, thirty-two characters and `_`.
pub(super) fn grafana_tail(text: &[u8]) -> Option<Vec<u8>> {
    GRAFANA.tail(text)
}

const ZUPLO: Layout =
    Layout { heads: &[(b"zpka_", Verdict::Fail)], body: 32, gap: b"_", sum: crc32_hex };

/// Zuplo consumer keys. Source: recomputed on two published examples.
pub(super) fn zuplo(candidate: Candidate<'_>) -> Verdict {
    ZUPLO.judge(candidate.whole)
}

/// Completes `zpka_`, thirty-two hexadecimal digits and `_`.
pub(super) fn zuplo_tail(text: &[u8]) -> Option<Vec<u8>> {
    ZUPLO.tail(text)
}

const CONFLUENT: Layout =
    Layout { heads: &[(b"cflt", Verdict::Fail)], body: 54, gap: b"", sum: crc32_base64 };

/// Confluent Cloud secrets since July 2025. Source: the provider's changelog for the prefix; the
/// arithmetic was recomputed on a published example.
pub(super) fn confluent(candidate: Candidate<'_>) -> Verdict {
    CONFLUENT.judge(candidate.whole)
}

/// Completes `cflt` and fifty-four characters.
pub(super) fn confluent_tail(text: &[u8]) -> Option<Vec<u8>> {
    CONFLUENT.tail(text)
}

// Sibling tokens have other alphabets and no sum, so a mismatch proves nothing.
const POLAR: Layout =
    Layout { heads: &[(b"polar_oat_", Verdict::Pass)], body: 37, gap: b"", sum: crc32_base62 };

/// Polar organisation access tokens. Source: the token generator in Polar's server code; no
/// published token was found to recompute, so a mismatch passes.
pub(super) fn polar(candidate: Candidate<'_>) -> Verdict {
    POLAR.judge(candidate.whole)
}

/// Completes `polar_oat_` and thirty-seven characters.
pub(super) fn polar_tail(text: &[u8]) -> Option<Vec<u8>> {
    POLAR.tail(text)
}

const CRATES: Layout =
    Layout { heads: &[(b"cio_tp_", Verdict::Fail)], body: 31, gap: b"", sum: crates_sum };

fn crates_sum(body: &[u8]) -> Vec<u8> {
    const LETTERS_FIRST: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let folded = body.iter().fold(0u8, |sum, byte| sum ^ byte);
    vec![LETTERS_FIRST[usize::from(folded) % LETTERS_FIRST.len()]]
}

/// crates.io trusted-publishing tokens. Source: crates.io's code and unit tests. One character
/// agrees by chance once in 62 tokens, so a match is only plausible and a mismatch is final.
pub(super) fn crates_tp(candidate: Candidate<'_>) -> Verdict {
    match CRATES.judge(candidate.whole) {
        Verdict::Verified => Verdict::Pass,
        other => other,
    }
}

/// Completes `cio_tp_` and thirty-one characters.
pub(super) fn crates_tp_tail(text: &[u8]) -> Option<Vec<u8>> {
    CRATES.tail(text)
}

/// Atlassian API tokens and organisation keys: eight upper-case hexadecimal digits over all that
/// precedes them, the `=` included. Source: recomputed on a published example in which seven of
/// the eight digits agree and the last was altered, hence never a rejection.
pub(super) fn atlassian(candidate: Candidate<'_>) -> Verdict {
    match split_last(candidate.whole, 8) {
        Some((body, sum)) if body.ends_with(b"=") && atlassian_sum(body) == sum => {
            Verdict::Verified
        }
        _ => Verdict::Pass,
    }
}

/// Completes `ATATT3…=` or `ATCTT3…=`.
pub(super) fn atlassian_tail(text: &[u8]) -> Option<Vec<u8>> {
    let start = [&b"ATATT3"[..], b"ATCTT3"]
        .iter()
        .filter_map(|head| memchr::memmem::rfind(text, head))
        .max()?;
    text.ends_with(b"=").then(|| atlassian_sum(&text[start..]))
}

fn atlassian_sum(body: &[u8]) -> Vec<u8> {
    crc32_hex(body).to_ascii_uppercase()
}

/// GitLab routable tokens, `<prefix>-<payload>.01.<LL><7>` and the older `<payload>.<LL><7>`: the
/// seven are the base36 CRC32 of everything before them. Source: recomputed on a published
/// example. An instance may put its own text in front of the `gl…-` prefix, and whether that is
/// hashed is not known, so both starts are tried.
pub(super) fn gitlab(candidate: Candidate<'_>) -> Verdict {
    let Some((body, sum)) = split_last(candidate.whole, 7) else {
        return Verdict::Fail;
    };
    let framed = body.len() > 3 && body[body.len() - 3] == b'.';
    let starts = std::iter::once(0).chain(gitlab_prefixes(body).map(|(start, _)| start));
    // A body can hold many prefixes; four are more than any real token has.
    if framed && starts.take(4).any(|start| gitlab_sum(&body[start..]) == sum) {
        Verdict::Verified
    } else {
        Verdict::Fail
    }
}

/// Completes `gl…-<payload>.01.<LL>` with the sum.
pub(super) fn gitlab_tail(text: &[u8]) -> Option<Vec<u8>> {
    let (start, _) = gitlab_prefixes(text).last()?;
    Some(gitlab_sum(&text[start..]))
}

/// Completes `gl…-<payload>` with the frame, the length of the payload and the sum.
pub(super) fn gitlab_frame_tail(text: &[u8]) -> Option<Vec<u8>> {
    let (start, payload) = gitlab_prefixes(text).last()?;
    let length = (text.len() - payload) as u64;
    let mut tail = b".01.".to_vec();
    tail.extend(digits(length, BASE36, 2));
    let mut token = text[start..].to_vec();
    token.extend_from_slice(&tail);
    tail.extend(gitlab_sum(&token));
    (length < 36 * 36).then_some(tail)
}

fn gitlab_sum(body: &[u8]) -> Vec<u8> {
    digits(crc32fast::hash(body).into(), BASE36, 7)
}

/// Where each `gl…-` prefix starts and where it ends, left to right.
fn gitlab_prefixes(text: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    memchr::memmem::find_iter(text, b"gl").filter_map(|start| {
        let name = text[start..].iter().take(8).position(|byte| !byte.is_ascii_lowercase())?;
        (name >= 4 && text[start + name] == b'-').then_some((start, start + name + 1))
    })
}

/// GitHub tokens `ghp_ gho_ ghu_ ghr_`: the last six are the base62 CRC32 of the body between
/// prefix and sum. Source: recomputed on seven published examples. `ghs_` examples do not follow
/// it, so a mismatch there passes.
pub(super) fn github(candidate: Candidate<'_>) -> Verdict {
    let whole = candidate.whole;
    let (head, rest) = match whole.split_at_checked(4) {
        Some((head, rest)) if head.starts_with(b"gh") && head.ends_with(b"_") => (head, rest),
        _ => (&b""[..], whole),
    };
    match split_last(rest, 6) {
        Some((body, sum)) if body.len() >= 30 && crc32_base62(body) == sum => Verdict::Verified,
        _ if head == b"ghs_" => Verdict::Pass,
        _ => Verdict::Fail,
    }
}

/// Completes `gh?_` and its body; thirty characters without a prefix.
pub(super) fn github_tail(text: &[u8]) -> Option<Vec<u8>> {
    let run = text.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (front, body) = split_last(text, run)?;
    let prefixed = last(front, 4).is_some_and(|head| head.starts_with(b"gh"))
        && front.ends_with(b"_")
        && body.len() >= 30;
    Some(crc32_base62(if prefixed { body } else { last(text, 30)? }))
}
