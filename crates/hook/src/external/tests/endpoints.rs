//! Endpoints: servers on this machine, and what each way to behave leads to.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use super::*;

/// A server that takes one call and behaves in that way. It gives the address and, later, the request.
fn server(behave: impl FnOnce(&mut TcpStream) + Send + 'static) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/decide", listener.local_addr().unwrap());
    let (send, requests) = mpsc::channel();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = send.send(request(&mut stream));
        behave(&mut stream);
    });
    (address, requests)
}

/// Reads a request with a body of a given length.
fn request(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    let mut chunk = [0; 4_096];
    loop {
        let length = stream.read(&mut chunk).unwrap();
        text.extend_from_slice(&chunk[..length]);
        let request = String::from_utf8(text.clone()).unwrap();
        let Some((head, body)) = request.split_once("\r\n\r\n") else { continue };
        let expected = head
            .lines()
            .find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
        if length == 0 || body.len() >= expected.unwrap_or(0_usize) {
            return request;
        }
    }
}

fn answer(stream: &mut TcpStream, status: &str, body: &str) {
    let head =
        format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
    // Whoever was cut off does not read on.
    let _ = stream.write_all((head + body).as_bytes());
}

/// What the chain decides with a hook that calls such a server.
fn decides(behave: impl FnOnce(&mut TcpStream) + Send + 'static) -> Decision {
    let (url, _requests) = server(behave);
    decide(hook_in(Path::new("."), json!({ "url": url })))
}

fn decides_soon(behave: impl FnOnce(&mut TcpStream) + Send + 'static) -> Decision {
    let (url, _requests) = server(behave);
    decide(hook_in(Path::new("."), json!({ "url": url, "timeout": "500ms" })))
}

#[test]
fn it_gets_the_event_and_the_headers_and_its_answer_decides() {
    let body = r#"{"action":"block","reason":"it is Friday"}"#;
    let (url, requests) = server(move |stream| answer(stream, "200 OK", body));
    let fields = json!({
        "url": url,
        "headers": { "Authorization": "Bearer ${TOKEN}", "X-Team": "a${TEAM}${TEAM}b" },
        "env": ["TOKEN", "TEAM"],
    });
    let environment = |name: &str| match name {
        "TOKEN" => Some("k-17".into()),
        "TEAM" => Some("-".into()),
        _ => None,
    };
    let hook = entry(fields).into_hook(Path::new("."), None, &environment).unwrap();
    assert_says(&decide(hook), Action::Block, "check: it is Friday");
    let request = requests.recv().unwrap();
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("POST /decide HTTP/1.1\r\n"), "{head}");
    let head = head.to_lowercase();
    for line in ["content-type: application/json", "authorization: bearer k-17", "x-team: a--b"] {
        assert_eq!(head.lines().filter(|had| *had == line).count(), 1, "{line} in {head}");
    }
    assert_eq!(body, serde_json::to_string(&event()).unwrap());
}

#[test]
fn no_content_allows() {
    assert_eq!(decides(|stream| answer(stream, "204 No Content", "")), Decision::allow());
}

#[test]
fn an_answer_in_pieces_is_read() {
    let decision = decides(|stream| {
        let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
        stream.write_all(head.as_bytes()).unwrap();
        for piece in ["{\"action\":", "\"ask\"}"] {
            let piece = format!("{:x}\r\n{piece}\r\n", piece.len());
            stream.write_all(piece.as_bytes()).unwrap();
        }
        stream.write_all(b"0\r\n\r\n").unwrap();
    });
    assert_eq!(decision.action, Action::Ask, "{decision:?}");
}

#[test]
fn any_other_status_is_a_failure() {
    let body = r#"{"action":"allow"}"#;
    for status in ["201 Created", "400 Bad Request", "404 Not Found", "500 Oops", "503 Later"] {
        let decision = decides(move |stream| answer(stream, status, body));
        let code = &status[..3];
        assert_eq!(failure(&decision), format!("it answered with status {code}"));
    }
}

#[test]
fn a_redirect_is_not_followed() {
    let (other, requests) = server(|stream| answer(stream, "200 OK", r#"{"action":"allow"}"#));
    for status in ["302 Found", "307 Temporary Redirect"] {
        let head = format!("HTTP/1.1 {status}\r\nlocation: {other}\r\ncontent-length: 0\r\n\r\n");
        let decision = decides(move |stream| stream.write_all(head.as_bytes()).unwrap());
        let code = &status[..3];
        assert_eq!(failure(&decision), format!("it answered with status {code}"));
    }
    assert!(requests.try_recv().is_err());
}

#[test]
fn an_answer_that_cannot_be_read_is_a_failure() {
    for (body, what) in [
        ("", "its answer is not JSON"),
        ("<html>", "its answer is not JSON"),
        ("{\"action\":\"ma", "its answer is not JSON"),
        ("{\"action\":\"maybe\"}", "its answer has no `action`"),
    ] {
        let decision = decides(move |stream| answer(stream, "200 OK", body));
        assert!(failure(&decision).starts_with(what), "{body}: {decision:?}");
    }
}

#[test]
fn half_a_body_is_a_failure() {
    // What came is an answer in itself; what was promised is longer.
    let text = "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{\"action\":\"allow\"}";
    let decision = decides(move |stream| stream.write_all(text.as_bytes()).unwrap());
    assert!(failure(&decision).starts_with("the connection failed: "), "{decision:?}");
}

#[test]
fn what_is_not_http_is_a_failure() {
    for text in ["", "\r\n\r\n", "SSH-2.0-server\r\n", "HTTP/1.1 two hundred\r\n\r\n"] {
        let decision = decides(move |stream| stream.write_all(text.as_bytes()).unwrap());
        assert!(!failure(&decision).is_empty(), "{text}: {decision:?}");
    }
}

#[test]
fn a_huge_answer_is_cut_off() {
    for head in [
        "HTTP/1.1 200 OK\r\ncontent-length: 999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n",
    ] {
        let decision = decides(move |stream| {
            let _ = stream.write_all(head.as_bytes());
            // Until the other side hangs up.
            while stream.write_all(&[b' '; 65_536]).is_ok() {}
        });
        assert_eq!(failure(&decision), "its answer is longer than 1048576 bytes");
    }
}

#[test]
fn the_longest_answer_is_read() {
    let pad = |length: usize| {
        decides(move |stream| {
            let body = format!("{}{{\"action\":\"ask\"}}", " ".repeat(length));
            answer(stream, "200 OK", &body);
        })
    };
    let own = r#"{"action":"ask"}"#.len();
    assert_eq!(pad((1 << 20) - own).action, Action::Ask);
    assert_eq!(failure(&pad((1 << 20) - own + 1)), "its answer is longer than 1048576 bytes");
}

#[test]
fn a_huge_head_is_a_failure() {
    let decision = decides(|stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n");
        while stream.write_all(b"x-padding: padding padding padding padding\r\n").is_ok() {}
    });
    assert!(!failure(&decision).is_empty());
}

#[test]
fn silence_is_ended_by_the_timeout() {
    // The channel keeps the connection open until the test is over.
    let (over, wait) = mpsc::channel::<()>();
    let decision = decides_soon(move |_| {
        let _ = wait.recv();
    });
    assert_eq!(failure(&decision), "no answer within 500ms");
    drop(over);
}

#[test]
fn a_slow_drip_is_ended_by_the_timeout() {
    let decision = decides_soon(|stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
        while stream.write_all(b" ").is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
    });
    assert_eq!(failure(&decision), "no answer within 500ms");
    let decision = decides_soon(|stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nx-slow: ");
        while stream.write_all(b".").is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
    });
    assert_eq!(failure(&decision), "no answer within 500ms");
}

#[test]
fn the_time_of_the_chain_ends_it_too() {
    let (over, wait) = mpsc::channel::<()>();
    let (url, _requests) = server(move |_| {
        let _ = wait.recv();
    });
    let hook = hook_in(Path::new("."), json!({ "url": url }));
    let chain = Chain::new(vec![Box::new(hook)]).with_deadline(Duration::from_millis(400));
    let late = "no answer before the time for all hooks together was over";
    assert_eq!(failure(&chain.decide_blocking(event())), late);
    drop(over);
}

#[test]
fn a_refused_connection_is_a_failure() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    let fields = json!({ "url": url, "on_error": "block" });
    let decision = decide(hook_in(Path::new("."), fields));
    assert_eq!(failure(&decision), "the connection failed: connection refused");
    assert_eq!(decision.action, Action::Block);
}

#[test]
fn a_server_without_encryption_is_no_secure_one() {
    let url = plain_server();
    let url = url.replace("http:", "https:");
    let decision = decide(hook_in(Path::new("."), json!({ "url": url })));
    let what = failure(&decision);
    // A machine without certificate authorities says so instead.
    let expected = ["no secure connection", "the system has no certificate authorities"];
    assert!(expected.contains(&what), "{what}");
}

/// A server that answers whatever comes first in plain text.
fn plain_server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut first = [0; 16];
        let _ = stream.read(&mut first);
        answer(&mut stream, "400 Bad Request", "");
    });
    address
}

#[test]
fn a_header_whose_variable_is_not_set_is_a_failure_and_nothing_is_sent() {
    let (url, requests) = server(|stream| answer(stream, "204 No Content", ""));
    let fields =
        json!({ "url": url, "headers": { "Authorization": "${TOKEN}" }, "env": ["TOKEN"] });
    let hook = entry(fields).into_hook(Path::new("."), None, &|_| None).unwrap();
    let what = "a header needs the environment variable `TOKEN`, which is not set";
    assert_eq!(failure(&decide(hook)), what);
    assert!(requests.try_recv().is_err());
}

#[test]
fn one_that_keeps_failing_is_skipped() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    let state = tempfile::tempdir().unwrap();
    let decide_now = || {
        let fields = json!({ "url": url, "breaker": { "failures": 1, "pause": "24h" } });
        decide(entry(fields).into_hook(Path::new("."), Some(state.path()), &|_| None).unwrap())
    };
    assert_eq!(failure(&decide_now()), "the connection failed: connection refused");
    assert!(failure(&decide_now()).starts_with("skipped until "));
}
