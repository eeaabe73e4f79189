//! Throughput of the literal pass and of the whole built-in rule set, beside what they are compared with.
#![allow(missing_docs, reason = "criterion's macros make public items")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use prescan_benches::{aho_corasick, dense_text, near_miss_text, source_text};
use prescan_core::literal::Pass;
use prescan_core::{Scratch, Segment};

fn engines(criterion: &mut Criterion) {
    let engine = prescan_rules::builtin();
    let literals = &engine.parts().literals;
    let automaton = aho_corasick(literals.literals());
    for (name, text) in [
        ("source", source_text()),
        ("dense", dense_text(engine)),
        ("near-miss", near_miss_text(engine)),
    ] {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(10);
        group.bench_function(BenchmarkId::from_parameter("memchr"), |bencher| {
            bencher.iter(|| memchr::memchr(0, black_box(&text)));
        });
        group.bench_function(BenchmarkId::from_parameter("aho-corasick"), |bencher| {
            bencher.iter(|| automaton.find_overlapping_iter(black_box(&text)).count());
        });
        group.bench_function(BenchmarkId::from_parameter("literal-pass"), |bencher| {
            let mut pass = Pass::default();
            bencher.iter(|| {
                let mut hits = 0;
                literals.find(black_box(&text), &mut pass, &mut |batch| hits += batch.len());
                hits
            });
        });
        group.bench_function(BenchmarkId::from_parameter("all-rules"), |bencher| {
            let mut scratch = Scratch::default();
            bencher.iter(|| {
                let mut found = 0;
                engine.scan_segment(&mut scratch, &Segment::whole(black_box(&text)), &mut |_| {
                    found += 1
                });
                found
            });
        });
        group.finish();
    }
}

criterion_group!(benches, engines);
criterion_main!(benches);
