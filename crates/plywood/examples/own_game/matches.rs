use plywood::{AlphaBeta, Budget, Game, Line, Nature, Never, Player, Search, Task, Turn, Zero, mix};
use std::ops::ControlFlow;

/// Two players take one, two or three matches in turn; who takes the last one wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Matches(pub u8);
type Heap = (u8, Player); // what is left, and who is on turn

#[rustfmt::skip]
impl Game for Matches {
    type Position = Heap;
    type Move = u8;
    type Event = Never; // no chance
    type Value = i32;

    fn nature(&self) -> Nature { Nature::outcome() }
    fn start(&self) -> Heap { (self.0, Player::FIRST) }
    fn turn(&self, heap: &Heap) -> Turn { if heap.0 == 0 { Turn::Over } else { Turn::Player(heap.1) } }
    fn children<B>(&self, heap: &Heap, mut visit: impl FnMut(u8, Heap) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=heap.0.min(3)).try_for_each(|taken| visit(taken, self.play(heap, taken)))
    }
    fn play(&self, heap: &Heap, taken: u8) -> Heap { (heap.0 - taken, heap.1.other()) }
    fn payoff(&self, heap: &Heap, player: Player) -> i32 { if player == heap.1 { -1 } else { 1 } }
    fn key(&self, heap: &Heap) -> u64 { mix(u64::from(heap.0) << 8 | u64::from(heap.1.0)) }
    fn move_slots(&self) -> usize { 4 }
    fn move_slot(&self, taken: u8) -> usize { taken.into() }
}

/// The first player wins, by taking one.
pub fn main() {
    let mut search = AlphaBeta::new(Zero, Default::default());
    let report = search.think(&Line::new(Matches(21)), Task::new(Budget::ENDLESS));
    assert_eq!((report.best, report.value, report.proven), (Some(1), 1.0, true));
}
