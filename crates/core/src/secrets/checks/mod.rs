//! stub
/// What a check is given.
#[derive(Clone, Copy)]
pub struct Candidate<'a> {
    /// w
    pub whole: &'a [u8],
    /// v
    pub value: &'a [u8],
    /// k
    pub key: &'a [u8],
    /// q
    pub quoted: bool,
}
/// V
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// V
    Verified,
    /// P
    Pass,
    /// F
    Fail,
}
/// C
pub struct Check {
    /// n
    pub name: &'static str,
    /// a
    pub about: &'static str,
    /// r
    pub run: fn(Candidate<'_>) -> Verdict,
    /// t
    pub tail: Option<fn(&[u8]) -> Option<Vec<u8>>>,
}
/// C
pub static CHECKS: &[Check] = &[];
/// I
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckId(pub u16);
/// f
pub fn find(name: &str) -> Option<CheckId> {
    CHECKS.iter().position(|c| c.name == name).map(|i| CheckId(i as u16))
}
