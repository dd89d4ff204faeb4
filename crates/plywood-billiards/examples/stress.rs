use plywood_billiards::{physics::*, stress::*, table::*};
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    for (preset,_) in PRESETS {
        let arena = Arena::preset(preset);
        let t = std::time::Instant::now();
        let mut s = random_shots(&arena, n, 11);
        s.add(&breaks(&arena, n/100, 12));
        println!("{preset} {:.1}s {s:#?}", t.elapsed().as_secs_f64());
    }
}
