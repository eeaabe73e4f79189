use super::parse;

/// Key and value that the parser binds for the first `literal` in the text.
fn bound<'t>(text: &'t str, literal: &str) -> Option<(&'t str, &'t str)> {
    let start = text.to_ascii_lowercase().find(literal)?;
    let found = parse(text.as_bytes(), start..start + literal.len())?;
    Some((&text[found.key], &text[found.value]))
}

#[test]
fn binds_a_value_to_its_own_key() {
    for (text, key, value) in [
        ("password = \"hunter2\"", "password", "hunter2"),
        ("db.password=hunter2", "db.password", "hunter2"),
        ("DB_PASSWORD='hun\\'ter2'", "DB_PASSWORD", "hun\\'ter2"),
        ("export DB_PASSWORD=hunter2; ls", "DB_PASSWORD", "hunter2"),
        ("{\"password\": \"hunter2\", \"x\": 1}", "password", "hunter2"),
        ("{\\\"password\\\": \\\"hunter2\\\"}", "password", "hunter2"),
        ("password: hunter2 # comment", "password", "hunter2"),
        ("password: p&a;ss", "password", "p&a;ss"),
        ("mysql --password=hunter2 -h x", "password", "hunter2"),
        ("mysql --password hunter2 -h x", "password", "hunter2"),
        ("<password>hunter2</password>", "password", "hunter2"),
        ("<add key=\"password\" value=\"hunter2\"/>", "password", "hunter2"),
        ("{\"key\":\"password\",\"value\":\"hunter2\"}", "password", "hunter2"),
        ("- name: DB_PASSWORD\n  value: hunter2\n", "DB_PASSWORD", "hunter2"),
        ("user.setPassword(\"hunter2\")", "user.setPassword", "hunter2"),
        ("props.put(\"password\", \"hunter2\")", "password", "hunter2"),
        ("config['password'] = 'hunter2'", "password", "hunter2"),
        ("password := `hunter2`", "password", "hunter2"),
        ("\"password\" => \"hunter2\"", "password", "hunter2"),
        ("password: str = \"hunter2\"", "password", "hunter2"),
        ("const PASSWORD: &'static str = \"hunter2\";", "PASSWORD", "hunter2"),
        ("password = b\"hunter2\"", "password", "hunter2"),
        ("ALTER ROLE x WITH PASSWORD 'hunter2';", "PASSWORD", "hunter2"),
        ("https://x/?password=hunter2&y=1", "password", "hunter2"),
        ("\"password\" : \"AuthService.register\", \"x\"", "password", "AuthService.register"),
    ] {
        assert_eq!(bound(text, "password"), Some((key, value)), "{text}");
    }
    assert_eq!(
        bound("Authorization: Bearer abc.def", "authorization"),
        Some(("Authorization", "abc.def"))
    );
    assert_eq!(
        bound("'Authorization': 'Basic abc='", "authorization"),
        Some(("Authorization", "abc="))
    );
    assert_eq!(bound("-H 'X-Api-Key: abc123'", "api-key"), Some(("X-Api-Key", "abc123")));
}

#[test]
fn binds_nothing_where_there_is_no_value() {
    for text in [
        "if password == \"hunter2\"",
        "password",
        "password =",
        "password = \"\"",
        "passwordless = \"x\"",
        "the password is x",
        "password(x)",
        "get(\"password\", other)",
        "password::hash = 1",
        "\"password\", \"user\"",
        "password =~ /x/",
        "password = \"unclosed\nx\"",
    ] {
        assert_eq!(bound(text, "password"), None, "{text}");
    }
    assert_eq!(bound("tokenizer = \"abc\"", "token"), None);
    assert_eq!(bound("xpwdy = \"abc\"", "pwd"), None);
    assert_eq!(bound("twilioauthtoken = \"abc\"", "twilio").map(|found| found.1), Some("abc"));
}
