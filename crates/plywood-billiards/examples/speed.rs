use plywood_billiards::{measure::*, physics::Arena};
fn main() {
    let only = std::env::args().nth(1);
    for preset in ["poolfiz", "pooltool"] {
        let arena = Arena::preset(preset);
        for work in ALL_WORK {
            if only.as_ref().is_some_and(|o| *o != format!("{preset}-{work:?}")) { continue; }
            let s = measure(&arena, work, std::time::Duration::from_millis(700));
            println!("{preset:10} {:26} {:12.0} shots/s {:12.0} events/s {:6.1} events/shot  aim {:?}", work.name(), s.shots_per_second, s.events_per_second, s.events_per_shot, work.aim());
        }
    }
}
