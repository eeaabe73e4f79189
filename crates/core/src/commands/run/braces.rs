//! Brace expansion: `/{usr,etc}`, `{1..3}`.

use crate::commands::syntax::Part;

/// How many words one word may become.
const MAX_WORDS: usize = 256;

/// A character that may belong to a brace, or a part that may not.
#[derive(Clone)]
enum Piece {
    Char(char),
    Part(Part),
}

/// How much work an expansion may be, in pieces that are copied.
pub(super) fn cost(parts: &[Part]) -> usize {
    let length = |part: &Part| match part {
        Part::Bare(text) => text.len(),
        _ => 1,
    };
    let braces = |part: &Part| match part {
        Part::Bare(text) => text.bytes().filter(|byte| *byte == b'{').count(),
        _ => 0,
    };
    let rounds: usize = parts.iter().map(braces).sum();
    // Each brace at least doubles the words, up to the most there may be.
    let words = MAX_WORDS.min(1 << rounds.min(8));
    if rounds == 0 { 0 } else { words * parts.iter().map(length).sum::<usize>() }
}

/// The words that a word stands for; `None` where it has no brace expansion.
pub(super) fn expand(parts: &[Part]) -> Option<Vec<Vec<Part>>> {
    let has_brace = |part: &Part| matches!(part, Part::Bare(text) if text.contains('{'));
    if !parts.iter().any(has_brace) {
        return None;
    }
    let mut pieces = Vec::new();
    for part in parts {
        match part {
            Part::Bare(text) => pieces.extend(text.chars().map(Piece::Char)),
            other => pieces.push(Piece::Part(other.clone())),
        }
    }
    let mut waiting = vec![pieces];
    let mut done = Vec::new();
    // Each round replaces one brace of one word, so the number of words bounds the rounds with it.
    while let Some(word) = waiting.pop() {
        match split(&word) {
            Some(words) if waiting.len() + done.len() + words.len() <= MAX_WORDS => {
                waiting.extend(words.into_iter().rev());
            }
            _ => done.push(assemble(word)),
        }
    }
    Some(done)
}

/// Replaces the first brace that has alternatives.
fn split(word: &[Piece]) -> Option<Vec<Vec<Piece>>> {
    let mut from = 0;
    // Braces without alternatives are passed over; how many is bounded so that a row of them stays cheap.
    for _ in 0..16 {
        let open =
            from + word[from..].iter().position(|piece| matches!(piece, Piece::Char('{')))?;
        if let Some((close, commas)) = closing(word, open) {
            let inner: Vec<&[Piece]> = alternatives(word, open, close, &commas);
            let bodies = if inner.len() > 1 {
                inner.into_iter().map(<[Piece]>::to_vec).collect()
            } else {
                range(&word[open + 1..close])
            };
            if !bodies.is_empty() {
                let join = |body: Vec<Piece>| {
                    let mut joined = word[..open].to_vec();
                    joined.extend(body);
                    joined.extend_from_slice(&word[close + 1..]);
                    joined
                };
                return Some(bodies.into_iter().map(join).collect());
            }
        }
        from = open + 1;
    }
    None
}

/// The matching bracket, and the commas of its own level.
fn closing(word: &[Piece], open: usize) -> Option<(usize, Vec<usize>)> {
    let mut depth = 0_usize;
    let mut commas = Vec::new();
    for (offset, piece) in word[open..].iter().enumerate().take(4096) {
        match piece {
            Piece::Char('{') => depth += 1,
            Piece::Char('}') => {
                depth -= 1;
                if depth == 0 {
                    return Some((open + offset, commas));
                }
            }
            Piece::Char(',') if depth == 1 => commas.push(open + offset),
            _ => {}
        }
    }
    None
}

fn alternatives<'w>(
    word: &'w [Piece],
    open: usize,
    close: usize,
    commas: &[usize],
) -> Vec<&'w [Piece]> {
    let mut from = open + 1;
    let mut found = Vec::with_capacity(commas.len() + 1);
    for end in commas.iter().copied().chain([close]) {
        found.push(&word[from..end]);
        from = end + 1;
    }
    found
}

/// `1..9` and `a..e`.
fn range(inner: &[Piece]) -> Vec<Vec<Piece>> {
    let text: String = inner
        .iter()
        .map_while(|piece| if let Piece::Char(c) = piece { Some(*c) } else { None })
        .collect();
    let Some((first, last)) = text.split_once("..") else { return Vec::new() };
    let chars = |text: String| text.chars().map(Piece::Char).collect();
    if let (Ok(first), Ok(last)) = (first.parse::<i32>(), last.parse::<i32>()) {
        let (low, high) = (first.min(last), first.max(last));
        return (low..=high).take(64).map(|number| chars(number.to_string())).collect();
    }
    match (first.as_bytes(), last.as_bytes()) {
        ([first], [last]) if first.is_ascii_alphabetic() && last.is_ascii_alphabetic() => {
            (*first..=*last).map(|byte| vec![Piece::Char(char::from(byte))]).collect()
        }
        _ => Vec::new(),
    }
}

fn assemble(word: Vec<Piece>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for piece in word {
        match (piece, parts.last_mut()) {
            (Piece::Char(c), Some(Part::Bare(text))) => text.push(c),
            (Piece::Char(c), _) => parts.push(Part::Bare(c.into())),
            (Piece::Part(part), _) => parts.push(part),
        }
    }
    parts
}
