//! Which rules run.

use crate::credentials::{github, stripe, stripe_test};
use crate::folder::Folder;

/// A file with three findings: GitHub, Stripe, Stripe test.
fn three() -> Folder {
    Folder::with("a.txt", format!("{}\n{}\n{}\n", github(1), stripe(1), stripe_test(1)))
}

const GITHUB: &str = "github.personal-access-token";
const STRIPE: &str = "stripe.secret-key";
const STRIPE_TEST: &str = "stripe.test-key";

#[test]
fn all_of_them_unless_told_otherwise() {
    assert_eq!(three().scan(&[]).rules(), [GITHUB, STRIPE, STRIPE_TEST]);
}

#[test]
fn only_runs_what_it_names() {
    let folder = three();
    assert_eq!(folder.scan(&["--only", GITHUB]).rules(), [GITHUB]);
    assert_eq!(folder.scan(&["--only", "stripe.*"]).rules(), [STRIPE, STRIPE_TEST]);
    let list = format!("{GITHUB},{STRIPE}");
    assert_eq!(folder.scan(&["--only", &list]).rules(), [GITHUB, STRIPE]);
    assert_eq!(folder.scan(&["--only", GITHUB, "--only", STRIPE]).rules(), [GITHUB, STRIPE]);
}

#[test]
fn skip_leaves_out_what_it_names() {
    let folder = three();
    assert_eq!(folder.scan(&["--skip", GITHUB]).rules(), [STRIPE, STRIPE_TEST]);
    assert_eq!(folder.scan(&["--skip", "stripe.*"]).rules(), [GITHUB]);
    assert_eq!(folder.scan(&["--skip", "*"]).code, 0);
}

/// What a rule that does not run would have won is another's.
#[test]
fn a_rule_that_does_not_run_takes_nothing_from_others() {
    let folder = Folder::with("a.txt", format!("password = \"{}\"\n", github(1)));
    assert_eq!(folder.scan(&[]).rules(), [GITHUB]);
    assert_eq!(folder.scan(&["--skip", "github.*"]).rules(), ["generic.password"]);
    assert_eq!(folder.scan(&["--only", "generic.*"]).rules(), ["generic.password"]);
}

#[test]
fn skip_is_stronger_than_only() {
    let run = three().scan(&["--only", "stripe.*", "--skip", STRIPE]);
    assert_eq!(run.rules(), [STRIPE_TEST]);
}

#[test]
fn a_name_that_no_rule_has_is_an_error_beside_ones_that_exist() {
    let folder = three();
    for flag in ["--only", "--skip"] {
        for name in ["githb.personal-access-token", "githb.*", "", "GITHUB.*"] {
            let run = folder.scan(&[flag, &format!("{GITHUB},{name}")]);
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{flag} {name:?}");
            let said = format!(
                "prescan: no rule is called `{name}`: `prescan rules list` shows them all\n"
            );
            assert_eq!(run.err, said);
        }
    }
}

#[test]
fn a_rule_alone_still_has_its_second_part() {
    use crate::credentials::expand;
    let pair = |folder: &Folder, arguments: &[&str]| folder.scan(arguments).rules();
    let id = expand("aws_access_key_id = AKIA<[A-NQ-Z2-5]:1><base32:15>", 3);
    let key = expand("secret_key = <base64:40>", 3);
    let folder = Folder::with("credentials", format!("{id}\n{key}\n"));
    let all = pair(&folder, &[]);
    assert!(all.len() > 1, "{all:?}");
    for rule in all {
        assert_eq!(pair(&folder, &["--only", &rule]), [rule.as_str()]);
    }
}
