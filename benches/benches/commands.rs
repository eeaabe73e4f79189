//! What one decision about a command line costs: the analysis alone, and with the policy and the files of this machine.
#![allow(missing_docs, reason = "criterion's macros make public items")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use prescan_core::commands::{View, analyse};
use prescan_hook::{Date, Disk, Settings, Surroundings, judge_command};

/// Lines as agents run them, with a name each, from the plainest to what nests and decodes.
const LINES: &[(&str, &str)] = &[
    ("plain", "ls -la src/components"),
    ("git", "git status --short && git diff --stat HEAD~1"),
    ("test", "cd frontend && npm test -- --watch=false 2>&1 | tail -40"),
    ("search", "grep -rn 'rm -rf' --include='*.rs' crates | head -20"),
    (
        "commit",
        "git add -A && git commit -m \"fix: do not DROP TABLE users; keep 'rm -rf /' as text\"",
    ),
    (
        "build",
        "RUSTFLAGS=\"-C target-cpu=native\" cargo build --release 2>&1 | grep -E '^(warning|error)' || true",
    ),
    ("delete", "rm -rf node_modules dist && npm ci"),
    ("loop", "for f in src/*.ts; do sed -i 's/foo/bar/g' \"$f\"; done"),
    ("nested", "sudo bash -c 'cd /srv/app && find . -name \"*.log\" -mtime +7 -delete'"),
    (
        "heredoc",
        "cat > notes.md <<'EOF'\n# Notes\nNever run rm -rf / here.\nEOF\ncat notes.md | wc -l",
    ),
    (
        "sql",
        "psql -h db -d app -c \"SELECT id, name FROM users WHERE created_at > now() - interval '1 day'\"",
    ),
    ("python", "python3 -c \"import json,sys; d=json.load(open('a.json')); print(d['x'])\""),
    ("decoded", "echo cm0gLXJmIH4= | base64 -d | sh"),
    (
        "cloud",
        "kubectl -n staging get pods -o json | jq '.items[].metadata.name' | xargs -n1 kubectl -n staging logs --tail=5",
    ),
];

fn commands(criterion: &mut Criterion) {
    let home = std::env::var("HOME").unwrap_or_else(|_| "/root".to_owned());
    let cwd =
        std::env::current_dir().map_or_else(|_| home.clone(), |cwd| cwd.display().to_string());
    let view = View {
        home: Some(&home),
        cwd: Some(&cwd),
        workspace: Some(&cwd),
        programs: Some(prescan_rules::programs()),
        ..View::default()
    };
    let surroundings =
        Surroundings::new(Settings::default(), Some((&home).into()), Date::of_unix_seconds(0));
    let mut group = criterion.benchmark_group("commands");
    group.throughput(Throughput::Elements(1)).sample_size(20);
    for (name, line) in LINES {
        group.bench_function(BenchmarkId::new("analysis", name), |bencher| {
            bencher.iter(|| analyse(black_box(line), &view));
        });
        group.bench_function(BenchmarkId::new("decision", name), |bencher| {
            bencher.iter(|| {
                let disk = Disk::default();
                let view = View { files: Some(&disk), ..view };
                judge_command(black_box(line), &view, &surroundings).verdict()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, commands);
criterion_main!(benches);
