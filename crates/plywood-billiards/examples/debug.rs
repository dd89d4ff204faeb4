use plywood_billiards::{physics::*, layout::Layout, shot::Shot, table::*};
fn main() {
    let mut args = std::env::args().skip(1);
    let preset = args.next().unwrap();
    let layout: Layout = args.next().unwrap().parse().unwrap();
    let shot: Shot = args.next().unwrap().parse().unwrap();
    let mut table = Table::preset(&preset).unwrap();
    if let Some(m) = args.next() { if m=="elastic" { table.collision = Collision::Elastic; table.cushion.model=CushionModel::Simple; } }
    let arena = Arena::new(table).unwrap();
    let mut sim = Simulator::new(&arena);
    let mut trace = Trace::default();
    sim.start_unchecked(&layout, &shot, &mut trace);
    sim.run(&mut trace);
    for e in &trace.events {
        let ball = match e.kind { EventKind::Strike{ball}|EventKind::Change{ball,..}|EventKind::Boundary{ball,..} => ball, EventKind::Balls{first,..} => first };
        let s = trace.sample(ball, e.time).unwrap();
        let name = if let EventKind::Boundary{surface,..} = e.kind { arena.surface_name(surface) } else {""};
        println!("{:.12} {:?} {} r=({:.12},{:.12}) v=({:.6e},{:.6e}) w=({:.3e},{:.3e},{:.3e}) {:?}", e.time, e.kind, name, s.position.x, s.position.y, s.velocity.x, s.velocity.y, s.spin.x,s.spin.y,s.spin.z, s.motion);
    }
}
