//! Programs of other languages that do nothing, or nothing that matters.

use super::{VIEW, names};
use prescan_core::commands::{Unclear, analyse};

/// Programs that come near to something and do nothing.
const NOTHING: &[&str] = &[
    "python3 -c 'print(\"shutil.rmtree(/)\")'",
    "python3 -c 'print(\"os.system(\\\"rm -rf /\\\")\")'",
    "python3 -c '# import os; os.system(\"rm -rf /\")'",
    "python3 -c 'x = \"rm -rf /\"'",
    "python3 -c 'a = [1, 2]; a.remove(1); print(a)'",
    "python3 -c 'names = {\"/etc\"}; names.remove(\"/etc\"); names.clear()'",
    "python3 -c 'print(open(\"README.md\").read())'",
    "python3 -c 'import json; print(json.load(open(\"/etc/x.json\"))[\"a\"])'",
    "python3 -c 'import sys; sys.stdout.write(\"rm -rf /\")'",
    "python3 -c 'import os; print(os.environ[\"PATH\"]); print(os.listdir(\"/\"))'",
    "python3 -c 'import subprocess; subprocess.run([\"echo\", \"rm -rf /\"])'",
    "python3 -c 'import subprocess; print(subprocess.check_output([\"git\", \"status\"]))'",
    "python3 -c 'import re; print(re.sub(\"rm -rf /\", \"\", \"x\"))'",
    "python3 -c 'import requests; print(requests.get(\"https://example.com\").text)'",
    "python3 -c 'eval(\"1 + 1\")'",
    "python3 -c 'log.info(\"DROP TABLE users\")'",
    "python3 -c 'df.drop(columns=[\"a\"]); df.drop(\"/etc\")'",
    "python3 -c 'cursor.execute(\"DELETE FROM users WHERE id = %s\", (1,))'",
    "python3 -c 'tree = \"\"\"\nshutil.rmtree(\"/\")\n\"\"\"'",
    "python3 -m pytest tests/test_rmtree.py",
    "python3 -m http.server",
    "python3 setup.py build",
    "python3 --version",
    "python3 <<'EOF'\nfor i in range(3):\n    print(f\"{i}: rm -rf /\")\nEOF",
    "node -e 'console.log(\"rm -rf /\")'",
    "node -e '// require(\"fs\").rmSync(\"/\", {recursive: true})'",
    "node -e '/* execSync(\"rm -rf /\") */ 1'",
    "node -p 'process.version'",
    "node -e 'const s = new Set([\"/etc\"]); s.delete(\"/etc\"); list.remove(\"/etc\")'",
    "node -e 'console.log(`require(\"fs\").rmSync(\"/\")`)'",
    "node -e 'console.log(require(\"fs\").readFileSync(\"package.json\", \"utf8\"))'",
    "node -e 'const m = /rm -rf \\//.exec(\"DROP TABLE users\")'",
    "node -e 'el.remove(); stream.destroy(); map.clear()'",
    "node server.js",
    "node --test",
    "ruby -e 'puts \"rm -rf /\"'",
    "ruby -e 'a = [\"/etc\"]; a.delete(\"/etc\")'",
    "ruby -e '# system(\"rm -rf /\")'",
    "ruby -ne 'print if /rm -rf/' log",
    "perl -e 'print \"rm -rf /\"'",
    "perl -ne 'print if m{rm -rf /}' log",
    "perl -pe 's/rm -rf \\//x/g' log",
    "perl -e 'my %h = (a => 1); delete $h{a};'",
    "perl -lane 'print $F[0]' x",
    "perl -pi -e 's/a/b/' src/a.rs",
    "php -r 'echo \"rm -rf /\";'",
    "php -r '// system(\"rm -rf /\");'",
    "php -r 'echo PHP_VERSION;'",
    "php script.php",
    "awk '/rm -rf/ { print }' log",
    "awk '{ print $1 }' x",
    "awk -F: '{ print \"rm -rf /\", $2 }' x",
    "awk 'BEGIN { \"date\" | getline d; print d }'",
    "awk '$3 > 10 { s += $2 } END { print s }' x",
    "awk '{ printf \"%s\\n\", $0 | \"sort -n\" }' x",
    "lua -e 'print(\"rm -rf /\")'",
    "lua -e '-- os.execute(\"rm -rf /\")'",
    "osascript -e 'display notification \"rm -rf /\"'",
    "Rscript -e 'cat(\"rm -rf /\")'",
    "Rscript -e 'x <- c(1, 2); unlist(x)'",
    "mongosh --eval 'db.users.find({name: \"drop()\"})'",
    "mongosh --eval 'db.users.find({q: \"db.users.deleteMany({})\"})'",
    "mongosh --eval 'db.users.deleteMany({age: 3})'",
    "mongosh --eval 'printjson(db.stats())'",
    "deno run main.ts",
    "bun run build",
    "bun test",
];

/// Programs that touch only what may go.
const SCRATCH: &[&str] = &[
    "python3 -c 'import shutil; shutil.rmtree(\"build\")'",
    "python3 -c 'import shutil, tempfile; d = tempfile.mkdtemp(); shutil.rmtree(d)'",
    "python3 -c 'open(\"/tmp/x\", \"w\").write(\"rm -rf /\")'",
    "node -e 'require(\"fs\").rmSync(\"dist\", {recursive: true})'",
    "node -e 'const os = require(\"os\"), path = require(\"path\"); require(\"fs\").rmSync(path.join(os.tmpdir(), \"x\"), {recursive: true})'",
    "ruby -e 'FileUtils.rm_rf(\"node_modules\")'",
    "perl -e 'unlink \"/tmp/x\"'",
    "php -r 'unlink(\"/tmp/x\");'",
];

#[test]
fn harmless_programs_have_no_effect() {
    let mut wrong = Vec::new();
    for line in NOTHING {
        let analysis = analyse(line, &VIEW);
        if !analysis.effects.is_empty() || analysis.unclear.is_some() {
            wrong.push(format!("{line}\n    {:?} {:?}", names(&analysis), analysis.unclear));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn programs_on_scratch_touch_nothing_else() {
    let mut wrong = Vec::new();
    for line in SCRATCH {
        let analysis = analyse(line, &VIEW);
        let scratch = names(&analysis).iter().all(|name| name.ends_with("scratch"));
        if analysis.effects.is_empty() || !scratch || analysis.unclear.is_some() {
            wrong.push(format!("{line}\n    {:?} {:?}", names(&analysis), analysis.unclear));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn code_that_is_not_known_is_hidden() {
    for line in [
        "python3 -c \"$CODE\"",
        "python3 -c 'import base64; exec(base64.b64decode(payload))'",
        "python3 -c 'import zlib; exec(zlib.decompress(b\"x\"))'",
        "python3 -c 'import os; os.system(command)'",
        "node -e 'eval(code)'",
        "node -e 'eval(Buffer.from(data, \"base64\").toString())'",
        "ruby -e 'eval(code)'",
        "php -r 'eval(gzinflate(base64_decode($x)));'",
        "base64 -d x | python3",
    ] {
        assert_eq!(analyse(line, &VIEW).unclear, Some(Unclear::HiddenScript), "{line}");
    }
}
