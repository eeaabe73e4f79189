//! Paths and addresses as URIs (RFC 3986).

/// A path as a URI reference, and whether it is relative.
///
/// An absolute path becomes a `file` URI, drive letters included (RFC 8089 appendix E.2). A leading
/// `./` is dropped, so that both spellings of a path give one location.
pub(crate) fn of_path(path: &str) -> (String, bool) {
    let drive = matches!(path.as_bytes(), [letter, b':', b'/', ..] if letter.is_ascii_alphabetic());
    if path.starts_with('/') {
        return (format!("file://{}", encode(path, path_char)), false);
    }
    if drive {
        let (drive, rest) = path.split_at(2);
        return (format!("file:///{drive}{}", encode(rest, path_char)), false);
    }
    let mut path = path;
    while let Some(rest) = path.strip_prefix("./") {
        path = rest.trim_start_matches('/');
    }
    (encode(path, path_char), true)
}

/// The address of a web page as a valid URI, or `None` where it is none. Characters that a URI may
/// not hold are percent-encoded.
pub(crate) fn of_page(address: &str) -> Option<String> {
    let (scheme, rest) = address.split_once("://")?;
    if scheme != "http" && scheme != "https" {
        return None;
    }
    let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    let named = !host.is_empty()
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'));
    if !named || !port.bytes().all(|byte| byte.is_ascii_digit()) || port.len() > 5 {
        return None;
    }
    let (front, fragment) = match rest.split_once('#') {
        Some((front, fragment)) => (front, Some(fragment)),
        None => (rest, None),
    };
    let mut uri = format!("{scheme}://{authority}{}", encode_rest(front));
    if let Some(fragment) = fragment {
        uri.push('#');
        uri.push_str(&encode_rest(fragment));
    }
    Some(uri)
}

/// RFC 3986 section 3.3: what a path segment may hold, and the slash between segments. The colon is
/// left out, as it would end a scheme in the first segment of a relative reference.
fn path_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/' | b'@' | b'!' | b'$' | b'&' | b'\'')
        || matches!(byte, b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=')
}

/// Encodes what follows an authority. A `%` that begins an escape is one already.
fn encode_rest(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for (at, piece) in text.split('%').enumerate() {
        let escape =
            piece.as_bytes().get(..2).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit));
        if at > 0 {
            encoded.push_str(if escape { "%" } else { "%25" });
        }
        encoded.push_str(&encode(piece, |byte| path_char(byte) || matches!(byte, b':' | b'?')));
    }
    encoded
}

fn encode(text: &str, plain: impl Fn(u8) -> bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if plain(byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_stay_relative() {
        assert_eq!(of_path("src/main.rs"), ("src/main.rs".to_owned(), true));
        assert_eq!(of_path("./a b/ü#.txt"), ("a%20b/%C3%BC%23.txt".to_owned(), true));
        assert_eq!(of_path("c:x/100%?"), ("c%3Ax/100%25%3F".to_owned(), true));
        assert_eq!(of_path("../[id]/p\\q"), ("../%5Bid%5D/p%5Cq".to_owned(), true));
        assert_eq!(of_path(".//x"), ("x".to_owned(), true));
    }

    #[test]
    fn absolute_paths_become_file_uris() {
        assert_eq!(of_path("/etc/a b"), ("file:///etc/a%20b".to_owned(), false));
        assert_eq!(of_path("C:/a/b"), ("file:///C:/a/b".to_owned(), false));
        assert_eq!(of_path("//server/share"), ("file:////server/share".to_owned(), false));
    }

    #[test]
    fn only_web_pages_are_linked() {
        let page = |address| of_page(address).unwrap_or_default();
        assert_eq!(page("https://example.org"), "https://example.org");
        assert_eq!(page("https://example.org:80/a?b=c#d#e"), "https://example.org:80/a?b=c#d%23e");
        assert_eq!(page("https://example.org/a b%2F%zz"), "https://example.org/a%20b%2F%25zz");
        assert_eq!(page("javascript:alert(1)"), "");
        assert_eq!(page("https://[::1"), "");
        assert_eq!(page("https://"), "");
        assert_eq!(page("https://user@example.org"), "");
        assert_eq!(page("docs/rule.md"), "");
    }
}
