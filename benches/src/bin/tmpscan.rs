use prescan_core::literal::Pass;
use prescan_core::{Scratch, Segment};
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn main() {
    let text = std::fs::read(std::env::args().nth(1).unwrap()).unwrap();
    let e = prescan_rules::builtin();
    let mut s = Scratch::default();
    let mut p = Pass::default();
    let (mut b1, mut b2, mut b3) = (f64::MAX, f64::MAX, f64::MAX);
    for _ in 0..12 {
        let t = cpu();
        let mut n = 0;
        e.parts().literals.find(&text, &mut p, &mut |h| n += h.len());
        b1 = b1.min(cpu() - t);
        let t = cpu();
        e.scan_segment(&mut s, &Segment::whole(&text), &mut |_| n += 1);
        b2 = b2.min(cpu() - t);
        let t = cpu();
        prescan_core::decode::base64::runs(&text, 0..text.len(), &mut |_| n += 1);
        b3 = b3.min(cpu() - t);
    }
    println!(
        "literal {:.0} all {:.0} runs {:.0} share {:.2}",
        text.len() as f64 / b1 / 1e6,
        text.len() as f64 / b2 / 1e6,
        text.len() as f64 / b3 / 1e6,
        b1 / b2
    );
}
