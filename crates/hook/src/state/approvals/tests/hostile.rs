//! Files that hold what nobody wrote there, and what is in their way.

use super::*;

/// The file of a grant for that call, which is there.
fn grant_file(root: &TempDir, approvals: &Approvals, call: &Event) -> PathBuf {
    let issued = issue(approvals, call, 0);
    approvals.approve(&issued.code, &ONCE, at(0)).unwrap();
    root.path().join("state/grants").join(EventHash::in_session(call).file_name())
}

#[test]
fn files_that_hold_something_else_grant_nothing() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let call = event("a");
    let path = grant_file(&root, &approvals, &call);
    let good = fs::read(&path).unwrap();
    let huge = [&good[..], &vec![b' '; 1 << 20]].concat();
    let contents =
        [&b""[..], b"{}", b"\xff\xff", b"null", &[b'['; 60_000], &good[..good.len() / 2], &huge];
    for content in contents {
        fs::write(&path, content).unwrap();
        let error = approvals.take(&call, at(0)).unwrap_err();
        assert_eq!(error.path(), Some(&*path));
        let listing = approvals.grants(at(0)).unwrap();
        assert_eq!((listing.entries.len(), listing.problems.len()), (0, 1));
    }
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(approvals.take(&call, at(0)).is_err());
    assert!(approvals.revoke(None).is_err());
}

#[test]
fn a_grant_under_another_name_grants_nothing() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let path = grant_file(&root, &approvals, &event("harmless"));
    let other = event("rm -rf /");
    fs::rename(&path, path.with_file_name(EventHash::in_session(&other).file_name())).unwrap();
    assert_eq!(approvals.take(&other, at(0)).unwrap(), None);
}

#[test]
fn what_is_in_the_way_of_a_request_is_an_error() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let call = event("a");
    let folder = root.path().join("state/pending");
    fs::create_dir_all(folder.join(EventHash::in_session(&call).file_name())).unwrap();
    assert!(approvals.request(&call, TEXT, at(0)).is_err());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file stays");
    fs::remove_dir_all(&folder).unwrap();
    fs::write(&folder, "").unwrap();
    assert!(approvals.request(&call, TEXT, at(0)).is_err());
    assert!(approvals.pending(at(0)).is_err());
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let call = event("a");
    let path = grant_file(&root, &approvals, &call);
    let elsewhere = root.path().join("elsewhere");
    fs::rename(&path, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &path).unwrap();
    let error = approvals.take(&call, at(0)).unwrap_err();
    assert!(error.to_string().ends_with("is a symbolic link"), "{error}");
}

#[test]
fn long_texts_are_cut_and_read_back() {
    let root = TempDir::new().unwrap();
    let approvals = approvals(&root);
    let long = "\u{1}é".repeat(100_000);
    let mut call = event(&long);
    call.tool_name = long.clone();
    call.session_key = long.clone();
    call.host = long.clone().into();
    call.cwd = Some(long.clone().into());
    let text = RequestText { call: &long, reason: &long };
    let issued = approvals.request(&call, text, at(0)).unwrap();
    let shown = approvals.find(&issued.code, at(0)).unwrap();
    assert!(shown.call.ends_with("…[cut]") && shown.call.len() < 5000);
    approvals.approve(&issued.code, &ONCE, at(0)).unwrap();
    assert!(approvals.take(&call, at(0)).unwrap().is_some());
}
