//! Scripts and recipes on a machine made up of a few lines.

use super::VIEW;
use super::machine::{Machine, ROOT};
use prescan_core::commands::{View, analyse};

#[test]
fn scripts_on_disk_count_like_what_is_typed() {
    let machine = Machine::new(&[
        ("x.sh", "rm -rf /\n"),
        ("y", "#!/usr/bin/env bash\ncd \"$(dirname \"$0\")\" && rm -rf src\n"),
        ("args.sh", "rm -rf \"$1\"\n"),
        ("vars.sh", "D=/etc\n"),
        ("loop.sh", "bash ./loop.sh\n"),
        ("odd.sh", "rm -rf 'a\n"),
        ("py", "#!/usr/bin/python3\nrm -rf /\n"),
    ]);
    for (line, effects) in [
        ("bash x.sh", "delete-recursive protected"),
        ("sh ./x.sh", "delete-recursive protected"),
        ("./x.sh", "delete-recursive protected"),
        ("sudo ./x.sh", "delete-recursive protected"),
        ("source x.sh", "delete-recursive protected"),
        (". ./x.sh", "delete-recursive protected"),
        ("bash < x.sh", "delete-recursive protected"),
        ("cat x.sh | bash", "delete-recursive protected"),
        ("cp x.sh z.sh; bash z.sh", "delete-recursive protected"),
        ("cd /tmp; ../home/ada/src/loom/y", "delete-recursive dirty"),
        ("./args.sh /etc", "delete-recursive protected"),
        ("./args.sh", "delete-recursive unknown"),
        (". vars.sh; rm -rf $D", "delete-recursive protected"),
    ] {
        assert_eq!(machine.effects(line), [effects], "{line}");
    }
    for line in
        ["bash loop.sh", "bash odd.sh", "./py", "bash nothing.sh", "bash -n x.sh", "cat x.sh"]
    {
        assert_eq!(machine.effects(line), [""; 0], "{line}");
    }
    assert_eq!(machine.explained("bash x.sh"), ["bash → x.sh → rm -rf: deletes recursively \"/\""]);
    assert!(machine.effects("ssh host ./x.sh").is_empty());
}

#[test]
fn a_long_script_leaves_the_line_to_be_read() {
    let text = "echo a b c d\n".repeat(20_000);
    let machine = Machine::new(&[("x.sh", &text)]);
    assert_eq!(machine.effects("bash x.sh; rm -rf /"), ["delete-recursive protected"]);
}

const MAKEFILE: &str = "\
BUILD := build-dir
HOME_OF = $(BUILD)/home
ifeq ($(OS),x)
endif
.PHONY: all clean
all: prog
prog: main.o ; rm -rf from-prog
clean: tidy
\t@echo cleaning
\t-rm -rf $(BUILD)
tidy:
\trm -f ${HOME_OF}/x \\
\t  two
deep:
\t$(MAKE) -C sub clean
unset:
\trm -rf $(NOWHERE)/x
shell:
\trm -rf $(shell pwd)
loop: loop
\tmake loop
money:
\tfor i in a; do rm -rf /$$i; done
";

#[test]
fn recipes_of_make_are_read() {
    let sub = "clean:\n\trm -rf here\n";
    let machine = Machine::new(&[
        ("Makefile", MAKEFILE),
        ("sub/Makefile", sub),
        ("o.mk", sub),
        ("build-dir/x", ""),
        ("from-prog/x", ""),
        ("sub/here/x", ""),
        ("here/x", ""),
    ]);
    for (line, effects) in [
        ("make", vec!["make → rm -rf: deletes recursively \"./from-prog\""]),
        (
            "make clean",
            vec![
                "make clean → rm -f: deletes \"./build-dir/home/x\"",
                "make clean → rm -f: deletes \"./two\"",
                "make clean → rm -rf: deletes recursively \"./build-dir\"",
            ],
        ),
        (
            "make -j 4 BUILD=/etc clean",
            vec![
                "make -j → rm -f: deletes \"/etc/home/x\"",
                "make -j → rm -f: deletes \"./two\"",
                "make -j → rm -rf: deletes recursively \"/etc\"",
            ],
        ),
        (
            "make -C sub clean",
            vec!["make -C sub clean → rm -rf: deletes recursively \"./sub/here\""],
        ),
        ("make -f o.mk", vec!["make -f → rm -rf: deletes recursively \"./here\""]),
        (
            "make deep",
            vec!["make deep → make -C sub clean → rm -rf: deletes recursively \"./sub/here\""],
        ),
        ("make money", vec!["make money → rm -rf: deletes recursively \"/a\""]),
        ("make -n clean", vec![]),
        ("make loop", vec![]),
        ("make missing", vec![]),
        ("make -C none clean", vec![]),
    ] {
        assert_eq!(machine.explained(line), effects, "{line}");
    }
    assert_eq!(machine.effects("make unset"), ["delete-recursive unknown"]);
    assert_eq!(machine.effects("make shell"), ["delete-recursive unknown"]);
}

#[test]
fn recipes_of_just_and_task_are_read() {
    let just = "dir := \"out-dir\"\n\n# words\n[private]\nclean target='x': first\n    @rm -rf {{dir}}\n    rm -rf sub/{{target}}\n\nfirst:\n  rm one\n\nalias c := first\n\nall: \n  #!/usr/bin/env bash\n  cd sub\n  rm two\n";
    let task = "version: '3'\ntasks:\n  default:\n    deps: [tidy]\n    cmds:\n      - task: clean\n  clean:\n    desc: words\n    cmds:\n      - rm -rf out-dir\n      - cmd: rm \"two\"\n  tidy: rm one\n  vars:\n    cmds: ['rm {{.X}}']\n";
    let machine = Machine::new(&[
        ("justfile", just),
        ("Taskfile.yml", task),
        ("sub/x/y", ""),
        ("sub/etc/x", ""),
        ("out-dir/x", ""),
        ("out-dir/x", ""),
    ]);
    for (line, effects) in [
        (
            "just clean",
            vec!["delete-file ./one", "delete-recursive ./out-dir", "delete-recursive ./sub/x"],
        ),
        (
            "just",
            vec!["delete-file ./one", "delete-recursive ./out-dir", "delete-recursive ./sub/x"],
        ),
        (
            "just clean /etc",
            vec!["delete-file ./one", "delete-recursive ./out-dir", "delete-recursive ./sub/etc"],
        ),
        ("cd sub && just c", vec!["delete-file ./one"]),
        ("just all", vec!["delete-file ./sub/two"]),
        ("just -n clean", vec![]),
        ("just --list", vec![]),
        ("task", vec!["delete-file ./one", "delete-recursive ./out-dir", "delete-file ./two"]),
        ("task tidy", vec!["delete-file ./one"]),
        ("task vars", vec!["delete-file …"]),
        ("task -n clean", vec![]),
    ] {
        let analysis = analyse(line, &View { files: Some(&machine), ..VIEW });
        let found = analysis
            .effects
            .iter()
            .map(|effect| format!("{} {}", effect.kind, effect.target.path.replace(ROOT, ".")));
        let found: Vec<String> = found.collect();
        assert_eq!(found, effects, "{line}");
    }
}

#[test]
fn scripts_of_packages_are_read() {
    let machine = Machine::new(&[("out-dir/x", "")])
        .script("clean", &["rm -rf out-dir"])
        .script("preclean", &["rm before"])
        .script("postclean", &["npm run clean"])
        .script("test", &["rm tested"])
        .script("wipe", &["rm -rf out-dir"])
        .script("all", &["@wipe", "rm last"])
        .script("show", &["rm"]);
    for (line, effects) in [
        ("npm run clean", vec!["delete-file", "delete-recursive"]),
        ("npm --prefix sub run clean", vec!["delete-file", "delete-recursive"]),
        ("pnpm clean", vec!["delete-file", "delete-recursive"]),
        ("yarn run clean", vec!["delete-file", "delete-recursive"]),
        ("bun run clean", vec!["delete-file", "delete-recursive"]),
        ("npm test", vec!["delete-file"]),
        ("npm t", vec!["delete-file"]),
        ("composer run all", vec!["delete-recursive", "delete-file"]),
        ("npm run show -- -rf /etc", vec!["delete-recursive"]),
        ("npm clean", vec![]),
        ("npm run none", vec![]),
        ("npm publish", vec!["publish"]),
        ("yarn publish", vec!["publish"]),
    ] {
        let found = machine.effects(line);
        let kinds: Vec<&str> = found.iter().filter_map(|name| name.split(' ').next()).collect();
        assert_eq!(kinds, effects, "{line}");
    }
    assert_eq!(
        machine.explained("npm run clean")[1],
        "npm run clean → rm -rf: deletes recursively \"./out-dir\""
    );
}

#[test]
fn recipes_without_end_come_to_an_end() {
    let wide: String =
        (0..200).map(|at| format!("t{at}: t{} t{}\n\trm -rf d{at}\n", at + 1, at + 2)).collect();
    let grows = "A = $(B)$(B)\nB = $(C)$(C)\nC = $(A)$(A)\nx:\n\trm -rf $(A)\n";
    let own = "all:\n\tmake all; make all; make all\n\tbash x.sh\n";
    let scripts = "make; ./x.sh; make; sh x.sh\n";
    for text in [wide.as_str(), grows, own, "x: x\n\t$(x\n", "$(", "\t\n:\n=\n:=\n"] {
        let machine = Machine::new(&[
            ("Makefile", text),
            ("x.sh", scripts),
            ("justfile", text),
            ("Taskfile.yml", text),
        ]);
        for line in ["make t0", "make x", "make", "just", "just t0", "task", "./x.sh"] {
            let _ = analyse(line, &View { files: Some(&machine), ..VIEW });
        }
    }
}

#[test]
fn programs_of_other_languages_on_disk_are_read() {
    let python = "import os, shutil\nshutil.rmtree('out-dir')\nos.system('python3 x.py')\n";
    let machine = Machine::new(&[
        ("x.py", python),
        ("x", &format!("#!/usr/bin/env python3\n{python}")),
        ("x.js", "require('fs').rmSync('out-dir', { recursive: true })"),
        ("x.rb", "require 'fileutils'\nFileUtils.rm_rf('out-dir')"),
        ("x.awk", "BEGIN { system(\"rm -rf out-dir\") }"),
        ("out-dir/x", ""),
    ]);
    for line in [
        "python x.py",
        "python3 -u ./x.py --flag",
        "cat x.py | python3",
        "./x",
        "node x.js",
        "bun x.js",
        "bun run x.js",
        "ruby x.rb",
        "awk -f x.awk",
    ] {
        let found = machine.effects(line);
        assert!(
            found.iter().any(|name| name.starts_with("delete-recursive ")),
            "{line}: {found:?}"
        );
    }
    assert!(machine.effects("python none.py").is_empty());
    assert!(machine.effects("cat x.py").is_empty());
}
