//! Made-up credentials that the built-in rules find. The same seed gives the same one.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use prescan_rules::example::Template;

/// Expands a template of a rule's examples. Other templates of the same seed share no characters.
pub fn expand(template: &str, seed: u64) -> String {
    let seed = template.bytes().fold(seed, |seed, byte| seed.wrapping_mul(257) + u64::from(byte));
    String::from_utf8(Template::parse(template).unwrap().expand(seed).unwrap().text).unwrap()
}

/// `github.personal-access-token`, critical and verified.
pub fn github(seed: u64) -> String {
    expand("ghp_<base62:30><tail:github-crc32>", seed)
}

/// `stripe.secret-key`, critical and of format.
pub fn stripe(seed: u64) -> String {
    expand("sk_live_<base62:24>", seed)
}

/// `stripe.test-key`, low.
pub fn stripe_test(seed: u64) -> String {
    expand("sk_test_<base62:24>", seed)
}

/// `generic.password` when assigned to one, high and generic.
pub fn password(seed: u64) -> String {
    expand("<password:14>", seed)
}

/// `private-key.pem`, critical; many lines ended by newline.
pub fn pem(seed: u64) -> String {
    expand("<pem:RSA PRIVATE KEY>", seed)
}

/// As [`github`], in base64 and alone in it.
pub fn encoded_github(seed: u64) -> String {
    STANDARD.encode(github(seed))
}
