//! Encrypted calls, with a server whose certificate is made for the test.

use std::io::Write as _;
use std::net::TcpListener;
use std::thread;

use futures_lite::future;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::json;

use super::*;

/// A certificate for `localhost`, and its key.
fn certificate() -> (CertificateDer<'static>, PrivateKeyDer<'static>) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    (made.cert.der().clone(), made.signing_key.into())
}

/// A server that answers one call with an answer that asks, and its port.
fn server(certificate: CertificateDer<'static>, key: PrivateKeyDer<'static>) -> u16 {
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let connection = ServerConnection::new(Arc::new(config)).unwrap();
        let mut stream = StreamOwned::new(connection, stream);
        // Whoever does not trust the certificate hangs up here.
        let Ok(1..) = stream.read(&mut [0; 4_096]) else { return };
        let body = r#"{"action":"ask"}"#;
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len());
        let _ = stream.write_all((head + body).as_bytes());
        stream.conn.send_close_notify();
        let _ = stream.flush();
    });
    port
}

/// What the server on that port answers a client that trusts this certificate alone.
fn ask(host: &str, port: u16, trusts: &CertificateDer<'_>) -> Result<Vec<u8>, String> {
    let url = format!("https://{host}:{port}/");
    let hook = serde_json::from_value(json!({ "name": "check", "url": url })).unwrap();
    let endpoint = Endpoint::new(&hook, &url, &|_| None).unwrap();
    let roots = vec![Certificate::from_der(trusts).to_owned()];
    endpoint.caller.agent.set(agent(Some(tls(roots)))).unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    match future::block_on(endpoint.ask(b"{}".to_vec(), end)) {
        Ok(Reply::Json(answer)) => Ok(answer),
        Ok(_) => Err("no answer".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn an_encrypted_answer_is_read() {
    let (certificate, key) = certificate();
    let port = server(certificate.clone(), key);
    assert_eq!(ask("localhost", port, &certificate).unwrap(), br#"{"action":"ask"}"#);
}

#[test]
fn a_certificate_of_somebody_else_is_not_trusted() {
    let (theirs, key) = certificate();
    let (other, _) = certificate();
    let error = ask("localhost", server(theirs, key), &other).unwrap_err();
    assert_eq!(error, "its certificate is not trusted");
}

#[test]
fn a_certificate_for_another_name_is_not_trusted() {
    let (certificate, key) = certificate();
    let port = server(certificate.clone(), key);
    let error = ask("127.0.0.1", port, &certificate).unwrap_err();
    assert_eq!(error, "its certificate is not trusted");
}
