//! Inputs made to be slow, deep or large.

use super::VIEW;
use prescan_core::commands::{EffectKind, MAX_DEPTH, MAX_LINE, Shell, Unclear, View, analyse};

#[test]
fn deep_nesting_is_unclear_and_not_harmless() {
    let deep = 20_000;
    for (open, close) in [
        ("$(", ")"),
        ("$(echo ", ")"),
        ("\"$(echo ", ")\""),
        ("(", ")"),
        ("{ ", "; }"),
        ("${a:-", "}"),
        ("if ", ""),
        ("while ", ""),
        ("for a in b; do ", ""),
        ("case a in b) ", ""),
        ("f() ", ""),
        ("f() { ", ""),
        ("coproc ", ""),
        ("<(", ")"),
        ("a=(", ")"),
        ("function f ", ""),
    ] {
        let line = format!("echo {}x{}", open.repeat(deep), close.repeat(deep));
        let found = analyse(&line, &VIEW);
        assert!(found.unclear.is_some() || found.effects.is_empty(), "{open}");
        let line = format!("{}rm -rf /{}", open.repeat(deep), close.repeat(deep));
        let found = analyse(&line, &VIEW);
        assert!(found.unclear.is_some() || !found.effects.is_empty(), "{open}");
    }
}

#[test]
fn moderate_nesting_is_followed() {
    let depth = MAX_DEPTH / 4;
    let line = format!("{}rm -rf /{}", "echo $(".repeat(depth), ")".repeat(depth));
    assert_eq!(analyse(&line, &VIEW).effects[0].kind, EffectKind::DeleteRecursive);
    let line = format!("{}rm -rf /", "sudo ".repeat(depth));
    assert_eq!(analyse(&line, &VIEW).effects[0].kind, EffectKind::DeleteRecursive);
    let line = format!("{}rm -rf /", "sudo ".repeat(5_000));
    assert_eq!(analyse(&line, &VIEW).unclear, Some(Unclear::TooDeep));
}

#[test]
fn growth_without_end_is_stopped() {
    let doubling = "a=xxxxxxxx\n".to_owned() + &"a=$a$a\n".repeat(200) + "rm -rf $a";
    assert_eq!(analyse(&doubling, &VIEW).unclear, Some(Unclear::TooMuchWork));
    let braces = format!("echo {}", "{a,b}".repeat(200));
    assert!(analyse(&braces, &VIEW).effects.is_empty());
    let calls = "f() { g; g; g; g; }; g() { h; h; h; h; }; h() { i; i; i; i; }; i() { j; j; j; j; }; \
                 j() { k; k; k; k; }; k() { l; l; l; l; }; l() { m; m; m; m; }; m() { n; n; n; n; }; \
                 n() { o; o; o; o; }; o() { ls; ls; ls; ls; }; f";
    assert_eq!(analyse(calls, &VIEW).unclear, Some(Unclear::TooMuchWork));
    let loops = "for a in 1 2 3 4 5 6 7 8; do ".repeat(10) + "ls" + &"; done".repeat(10);
    assert_eq!(analyse(&loops, &VIEW).unclear, Some(Unclear::TooMuchWork));
}

#[test]
fn work_is_counted_by_bytes() {
    for line in [
        "echo a > x\n".to_owned() + &"cat x >> x\n".repeat(200),
        "for a in {1..60}; do for b in {1..60}; do for c in {1..60}; do echo ".to_owned()
            + &"x".repeat(10_000)
            + "; done; done; done",
        "echo ".to_owned() + &("{a,b}".repeat(8) + " ").repeat(500),
        "a=".to_owned() + &"x".repeat(60_000) + &"\necho $a".repeat(20_000),
    ] {
        assert_eq!(analyse(&line, &VIEW).unclear, Some(Unclear::TooMuchWork), "{}", &line[..40]);
    }
}

#[test]
fn openings_without_ends_are_not_searched_again_and_again() {
    for piece in ["$[", "${a[}", "<<A ", "*(", "$((", "`", "<(", "[[ ", "iex;", "{a,", "-x a "] {
        let line = piece.repeat(MAX_LINE / piece.len());
        let _ = analyse(&line, &VIEW);
        let _ = analyse(&line, &View { shell: Shell::PowerShell, ..VIEW });
        let _ = analyse(&format!("gcloud {line}"), &VIEW);
    }
}

#[test]
fn a_long_line_is_unclear_and_its_beginning_is_read() {
    let line = "rm -rf /\n".to_owned() + &"a ".repeat(MAX_LINE);
    let found = analyse(&line, &VIEW);
    assert_eq!(found.unclear, Some(Unclear::TooLong));
    assert_eq!(found.effects[0].kind, EffectKind::DeleteRecursive);
}

#[test]
fn long_plain_texts_are_read_whole() {
    let text = "line of text\n".repeat(20_000);
    let line = format!("cat > x <<'EOF'\n{text}EOF\nrm -rf /");
    let found = analyse(&line, &VIEW);
    assert_eq!(found.unclear, None);
    assert!(found.effects.iter().any(|effect| effect.kind == EffectKind::DeleteRecursive));
}

#[test]
fn what_has_no_end_is_unclear() {
    for line in [
        "echo 'a",
        "echo \"a",
        "echo $(ls",
        "echo `ls",
        "(ls",
        "{ ls",
        "if ls;",
        "cat <<X",
        "echo ${a",
    ] {
        assert_eq!(analyse(line, &VIEW).unclear, Some(Unclear::Unparsable), "{line}");
    }
    let found = analyse("rm -rf / 'a", &VIEW);
    assert_eq!(found.effects[0].kind, EffectKind::DeleteRecursive);
}
