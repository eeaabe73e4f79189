use prescan_core::literal::*;
use std::time::Instant;
fn main() {
    let lits: Vec<Literal> = std::fs::read_to_string("/tmp/lits.txt").unwrap().lines().map(|l| { let p: Vec<&str>=l.split(' ').collect();
        Literal { bytes: (0..p[0].len()/2).map(|i| u8::from_str_radix(&p[0][2*i..2*i+2],16).unwrap()).collect::<Vec<u8>>().into(), nocase: p[1]=="1", left_boundary: p[2]=="1" } }).collect();
    let t0=Instant::now();
    let set = LiteralSet::new(lits.clone()).unwrap();
    println!("build {:?}", t0.elapsed());
    let t = set.tables().unwrap();
    let bits: u32 = t.table.iter().map(|w| w.count_ones()).sum();
    let max = t.starts.windows(2).map(|p| p[1]-p[0]).max();
    println!("fill {:.3}% entries {} max slot {:?}", bits as f64/(t.table.len() as f64*32.0)*100.0, t.entries.len(), max);
    let text = std::fs::read("/tmp/src.bin").unwrap();
    let sl = 32 - t.table.len().trailing_zeros();
    let mut n=0u64; let mut i=0; while i+4<=text.len() { let w=u32::from_le_bytes([text[i],text[i+1],text[i+2],text[i+3]])|0x20202020; let s=((w<<8).wrapping_mul(0x9E3779B1)>>sl) as usize; if t.table[s]>>((w>>24)&31)&1!=0 { n+=1; } i+=2; }
    println!("candidates {:.0}/MB", n as f64/text.len() as f64*1e6);
    let f=(0..t.starts.len()-1).max_by_key(|&s| t.starts[s+1]-t.starts[s]).unwrap(); for e in &t.entries[t.starts[f] as usize..t.starts[f+1] as usize] { println!("  {:?} {:?} {:08x}", String::from_utf8_lossy(&lits[e.literal as usize].bytes), String::from_utf8_lossy(&e.window.to_le_bytes()), e.window_mask); }
    let mut pass=Pass::default(); let mut best=f64::MAX; let mut hits=0;
    let near: Vec<u8> = { let f=(0..t.starts.len()-1).max_by_key(|&s| t.starts[s+1]-t.starts[s]).unwrap(); let e=t.entries[t.starts[f] as usize]; e.window.to_le_bytes().iter().map(|&b| if b==0 {b'~'} else {b}).cycle().take(4<<20).collect() };
    for _ in 0..15 { let t0=cpu(); hits=0; set.find(&text,&mut pass,&mut |b| hits+=b.len()); best=best.min(cpu()-t0); }
    println!("pass {:.0} MB/s hits {}", text.len() as f64/best/1e6, hits);
    best=f64::MAX; for _ in 0..9 { let t0=cpu(); set.find(&near,&mut pass,&mut |b| hits+=b.len()); best=best.min(cpu()-t0); }
    println!("near {:.0} MB/s", near.len() as f64/best/1e6);
    if std::env::args().len()>1 { 
    let ac=aho_corasick::AhoCorasick::builder().ascii_case_insensitive(true).match_kind(aho_corasick::MatchKind::Standard).kind(Some(aho_corasick::AhoCorasickKind::DFA)).build(lits.iter().map(|l| &l.bytes)).unwrap();
    best=f64::MAX; for _ in 0..5 { let t0=cpu(); hits=ac.find_overlapping_iter(&text).count(); best=best.min(cpu()-t0); }
    println!("ac {:.0} MB/s {}", text.len() as f64/best/1e6, hits);
    best=f64::MAX; for _ in 0..5 { let t0=cpu(); hits=ac.find_overlapping_iter(&near).count(); best=best.min(cpu()-t0); }
    println!("ac near {:.0} MB/s {}", near.len() as f64/best/1e6, hits); }
}
fn cpu() -> f64 { let s=std::fs::read_to_string("/proc/thread-self/schedstat").unwrap(); s.split(' ').next().unwrap().parse::<f64>().unwrap()/1e9 }
