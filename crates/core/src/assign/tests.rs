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
        ("DB_PASSWORD='x\\'yz'", "DB_PASSWORD", "x\\'yz"),
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
        ("password:hunter2,user:x", "password", "hunter2"),
        ("char password[16] = \"hunter2\";", "password", "hunter2"),
        ("password =\n    'hunter2'", "password", "hunter2"),
        ("Server=x;Password=hunter2;Database=y", "Password", "hunter2"),
        ("db.password = hunter2\r\n", "db.password", "hunter2"),
        ("$password = \"hunter2\"", "password", "hunter2"),
        ("login(user, password=\"hunter2\")", "password", "hunter2"),
        ("Password: \"hunter2\",", "Password", "hunter2"),
    ] {
        assert_eq!(bound(text, "password"), Some((key, value)), "{text}");
    }
    authorization_schemes_are_no_part();
}

fn authorization_schemes_are_no_part() {
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
        "\"password: \" + x",
        "usernameLabel: 'x', 'password:', rememberMe: 'y'",
        "split_password(\"user:x\")",
        "Moved(\"password\", \"urllib2\")",
        "token, password, 'x'",
        "password and 'x'",
    ] {
        assert_eq!(bound(text, "password"), None, "{text}");
    }
    assert_eq!(bound("tokenizer = \"abc\"", "token"), None);
    assert_eq!(bound("xpwdy = \"abc\"", "pwd"), None);
    assert_eq!(bound("twilioauthtoken = \"abc\"", "twilio").map(|found| found.1), Some("abc"));
}

#[test]
fn names_and_values_in_separate_members() {
    for text in [
        "{\"key\": \"password\", \"type\": \"string\", \"value\": \"hunter2\"}",
        "- name: PASSWORD\n  value: \"hunter2\"\n",
        "<entry key=\"password\">hunter2</entry>",
        "<string name=\"password\" translatable=\"false\">hunter2</string>",
        "<key>password</key>\n  <string>hunter2</string>",
        "<name>db.password</name><value>hunter2</value>",
        "<property name=\"password\" value=\"hunter2\"/>",
        "<password encrypted=\"false\">hunter2</password>",
    ] {
        assert_eq!(bound(text, "password").map(|found| found.1), Some("hunter2"), "{text}");
    }
    for text in [
        "<label for=\"password\">hunter2</label>",
        "[\"password\", \"value\", \"hunter2\"]",
        "{\"key\": \"password\"}, {\"value\": \"hunter2\"}",
    ] {
        assert_eq!(bound(text, "password"), None, "{text}");
    }
}

#[test]
fn calls_that_take_a_name_and_its_value() {
    for text in [
        "define('PASSWORD', 'hunter2')",
        "os.environ.setdefault(\"PASSWORD\", \"hunter2\")",
        "Map.of(\"password\", \"hunter2\")",
        "data = [(\"password\", \"hunter2\")]",
        "buildConfigField \"String\", \"PASSWORD\", '\"hunter2\"'",
        "[\"mysql\", \"--password\", \"hunter2\"]",
        "process.env.PASSWORD || 'hunter2'",
        "options.password ?? 'hunter2'",
        "builder.password(\"hunter2\")",
        "with_password(\"hunter2\")",
        "password = SecretStr(\"hunter2\")",
        "password: Some(String::from(\"hunter2\")),",
        "new PasswordAuthentication(\"ann\", \"hunter2\")",
    ] {
        assert_eq!(bound(text, "password").map(|found| found.1), Some("hunter2"), "{text}");
    }
}

#[test]
fn blanks_join_on_command_lines_and_in_settings() {
    for text in [
        "ENV PASSWORD hunter2",
        "ARG PASSWORD hunter2",
        "#define PASSWORD \"hunter2\"",
        "Connect -User x -Password hunter2",
    ] {
        assert_eq!(bound(text, "password").map(|found| found.1), Some("hunter2"), "{text}");
    }
    let drawn = "k3".repeat(12);
    let text = format!("the API key {drawn} is old");
    assert_eq!(bound(&text, "api key"), Some(("API key", drawn.as_str())));
    assert_eq!(bound("the API key of the account", "api key"), None);
}

#[test]
fn a_literal_may_reach_over_its_key() {
    assert_eq!(bound("pass = \"hunter2\"", "pass ="), Some(("pass", "hunter2")));
    assert_eq!(bound("{\"pass\": \"hunter2\"}", "pass\""), Some(("pass", "hunter2")));
    assert_eq!(bound("compass = \"hunter2\"", "pass ="), None);
}
