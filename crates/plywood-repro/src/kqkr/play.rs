//! A game of the ending: the players, the moves, and what each is worth by the database.

use std::collections::HashSet;
use std::sync::Arc;

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::random::{Rng, below, derive, seeded, unit};
use plywood_core::{Budget, Error, Exact, Game, Knowledge, Notation, Oracle, Player, Spec, Stop, Task, Turn};
use plywood_games::chess::{Chess, Position, write_uci};
use serde::{Deserialize, Serialize};

/// Moves that a drawn game counts.
const DRAWN: f64 = 51.0;
/// Budgets are drawn this much to either side.
const SPREAD: f64 = 0.2;
/// Both players take a position that comes again for a draw, as chess programs do while they search: else White walks in
/// circles. The game itself is drawn when it comes for the third time.
const RULES: &str = "chess(repetitions=2)";
const DRAWN_AT: usize = 3;
/// What both players share: null moves, late moves searched less, captures beyond the horizon. So 200,000 nodes are 11 plies, as
/// in the thesis; checks that cost no depth would leave 8.
const SHARED: &str = "null=on, lmr=2, etc=on, quiescence=on, table=32MB";
/// Plies that the heuristic program may give away, and how many White is taken to overlook as often as not.
const GIVEN: u32 = 2;
const OVERLOOKED: f64 = 3.0;

/// Who defends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defender {
    /// The first move that keeps the distance.
    First,
    /// OM search that speculates so deep.
    Speculating(u32),
    /// Jansen's R: any move that keeps the distance.
    Random,
    /// Jansen's B: of those the one after which the smallest share of White's moves is right (formula 2.7).
    BestOptimal,
    /// Jansen's HP: the best mean over White's replies, given away at most a move (formulas 2.4 and 2.5).
    Heuristic,
}

impl Defender {
    pub fn of_depth(depth: u32) -> Defender {
        if depth == 0 { Defender::First } else { Defender::Speculating(depth) }
    }

    /// A number below a hundred.
    pub fn number(self) -> u64 {
        match self {
            Defender::First => 0,
            Defender::Speculating(depth) => u64::from(depth),
            Defender::Random => 50,
            Defender::BestOptimal => 51,
            Defender::Heuristic => 52,
        }
    }
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ply {
    /// The move, as UCI has it.
    pub chosen: String,
    /// Plies to mate before it, negative where the one on turn is mated; zero for a draw.
    pub before: i32,
    /// The same after it, still for the one who moved.
    pub after: i32,
    /// Nodes, evaluations and depth of the search; zero where there was none.
    pub nodes: u64,
    pub evaluations: u64,
    pub depth: u32,
    /// Plies to mate that the search expected, where it expected a mate.
    pub expected: Option<u32>,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// The moves, White's first.
    pub plies: Vec<Ply>,
    /// How it ended: converted, mated, stalemated, fifty or repeated.
    pub ending: String,
}

impl Told {
    pub fn drawn(&self) -> bool {
        ["stalemated", "fifty", "repeated"].contains(&self.ending.as_str())
    }

    /// Moves to the end.
    pub fn length(&self) -> f64 {
        if self.drawn() { DRAWN } else { self.plies.len().div_ceil(2) as f64 }
    }

    /// The moves of White, or of Black.
    pub fn of_side(&self, black: bool) -> impl Iterator<Item = &Ply> {
        self.plies.iter().skip(usize::from(black)).step_by(2)
    }

    /// What White's moves lose, in moves; a win that is thrown away loses as much as a draw would count.
    pub fn errors(&self) -> impl Iterator<Item = u32> {
        let lost = |ply: &Ply| if ply.after > 0 { (ply.after + 1 - ply.before) / 2 } else { DRAWN as i32 };
        self.of_side(false).filter(|ply| ply.before > 0).map(move |ply| lost(ply).max(0) as u32)
    }

    /// Moves of White that were priced.
    pub fn priced(&self) -> f64 {
        self.errors().count().max(1) as f64
    }

    /// What Black expected beyond what the database says, in moves, for each move of Black that expected a
    /// mate.
    pub fn surplus(&self) -> Vec<f64> {
        let more = |ply: &Ply| Some(f64::from(ply.expected? as i32 + ply.before) / 2.0);
        self.of_side(true).filter(|ply| ply.before < 0).filter_map(more).collect()
    }
}

/// What all games share.
pub struct Setting {
    game: Chess,
    facade: Box<dyn AnyGame>,
    oracle: Arc<dyn Oracle<Chess>>,
    nodes: u64,
}

/// Plies to mate for a player: negative where that player is mated, zero for a draw.
fn signed(exact: Exact<i32>, player: Player) -> i32 {
    let plies = exact.distance.unwrap_or(0) as i32;
    exact.payoff * if player == Player::FIRST { plies } else { -plies }
}

/// What the players see of a game: as many of its last positions as differ from each other, so that it is no draw yet, and to
/// walk in the same circle again is one.
fn seen(
    facade: &dyn AnyGame,
    game: &Chess,
    passed: &[Position],
    plies: &[Ply],
) -> Result<Box<dyn AnyLine>, Error> {
    let mut keys = HashSet::new();
    let differ = passed.iter().rev().take_while(|position| keys.insert(game.key(position))).count();
    let from = passed.len() - differ;
    let mut line = facade.read(&game.write_position(&passed[from]))?;
    for ply in &plies[from..] {
        line.step(&ply.chosen)?;
    }
    Ok(line)
}

/// How a game ended whose last position has no moves.
fn without_moves(position: &Position) -> &'static str {
    if position.in_check() { "mated" } else { "stalemated" }
}

impl Setting {
    pub fn new(nodes: u64) -> Result<Setting, Error> {
        let game = Chess::default();
        let oracle = game.oracle(&"endings(of=KQKR)".parse()?)?;
        Ok(Setting { game, facade: plywood_players::game(RULES)?, oracle, nodes })
    }

    /// Plies to mate for the player who moved to a position, or is on turn there.
    fn price(&self, position: &Position, player: Player) -> i32 {
        self.oracle.probe(&self.game, position).map_or(0, |exact| signed(exact, player))
    }

    fn player(&self, defender: Option<Defender>) -> Result<Option<Box<dyn AnyPlayer>>, Error> {
        let spec = match defender {
            None => format!("pvs(eval=positional, {SHARED})"),
            Some(Defender::First) => format!("pvs(eval=positional, oracle=endings(of=KQKR), {SHARED})"),
            Some(Defender::Speculating(depth)) => format!(
                "om(own=positional, opponent=positional, oracle=endings(of=KQKR), risk=strict, speculate={depth}, pvs=on, {SHARED})"
            ),
            Some(_) => return Ok(None),
        };
        self.facade.player(&spec.parse::<Spec>()?).map(Some)
    }

    /// Plays a game.
    pub fn play(&self, start: &str, defender: Defender, seed: u64, stop: &Stop) -> Result<Told, Error> {
        let mut players = [self.player(None)?, self.player(Some(defender))?];
        let mut position = self.game.read_position(start)?;
        let men = position.board().occupied().len();
        let mut rng = seeded(seed);
        let (mut plies, mut passed) = (Vec::new(), Vec::new());
        let ending = loop {
            passed.push(position.clone());
            if self.game.turn(&position) == Turn::Over {
                break without_moves(&position);
            }
            let left = 100u32.saturating_sub(position.board().halfmove_clock().into());
            if left == 0 {
                break "fifty";
            }
            let key = self.game.key(&position);
            if passed.iter().filter(|before| self.game.key(before) == key).count() >= DRAWN_AT {
                break "repeated";
            }
            if position.board().occupied().len() < men {
                break "converted";
            }
            let mover = position.mover();
            let budget = (self.nodes as f64 * (1.0 - SPREAD + 2.0 * SPREAD * unit(&mut rng))) as u64;
            let search_seed = derive(seed, plies.len() as u64);
            let report = match &mut players[mover.index()] {
                Some(player) => {
                    // What was found before the last moves knows nothing of repetitions since.
                    player.new_game();
                    let line = seen(&*self.facade, &self.game, &passed, &plies)?;
                    player.think(&*line, Task::new(Budget::nodes(budget)).seed(search_seed).stop(stop))?
                }
                None => plywood_core::Report::default(),
            };
            let chosen = match &report.best {
                Some(best) => self.game.read_move(&position, best)?,
                None => self.by_database(&position, defender, &mut rng),
            };
            let after = self.game.play(&position, chosen);
            plies.push(Ply {
                chosen: write_uci(&position, chosen),
                before: self.price(&position, mover),
                after: self.price(&after, mover),
                nodes: report.nodes,
                evaluations: report.evaluations,
                // Searches go on for as long as they may, but a tree ends where the fifty moves do.
                depth: report.depth.min(left),
                // A draw or a win that Black hopes for has no plies to mate.
                expected: report
                    .counters
                    .get("predicted plies")
                    .filter(|_| report.value < 0.0)
                    .map(|plies| *plies as u32),
            });
            position = after;
            if stop.raised() {
                break "stopped";
            }
        };
        Ok(Told { plies, ending: ending.to_string() })
    }

    /// A move by the database alone.
    fn by_database(&self, position: &Position, defender: Defender, rng: &mut Rng) -> <Chess as Game>::Move {
        let mover = position.mover();
        let mut moves = Vec::new();
        let _ = self.game.children(position, |chosen, after| {
            moves.push((chosen, self.price(&after, mover), after));
            std::ops::ControlFlow::<()>::Continue(())
        });
        // A draw or a win first, else the longest way to mate.
        let worth = |plies: i32| if plies < 0 { f64::from(-plies) } else { 1e6 - f64::from(plies) };
        let best = moves.iter().map(|(_, plies, _)| worth(*plies)).fold(0.0, f64::max);
        let given = if defender == Defender::Heuristic { f64::from(GIVEN) } else { 0.0 };
        moves.retain(|(_, plies, _)| worth(*plies) >= best - given);
        if defender == Defender::Random {
            return moves[below(rng, moves.len())].0;
        }
        let merit = |after: &Position| match defender {
            Defender::BestOptimal => -self.right_share(after),
            _ => self.mean_reply(after),
        };
        let merits: Vec<f64> = moves.iter().map(|(_, _, after)| merit(after)).collect();
        let place = (0..moves.len())
            .max_by(|one, other| merits[*one].total_cmp(&merits[*other]).then(other.cmp(one)));
        moves[place.expect("a player on turn has a move")].0
    }

    /// What White's replies lead to: plies to mate for White.
    fn replies(&self, position: &Position) -> Vec<i32> {
        let mut found = Vec::new();
        if self.game.turn(position) != Turn::Over {
            let _ = self.game.children(position, |_, after| {
                found.push(self.price(&after, position.mover()));
                std::ops::ControlFlow::<()>::Continue(())
            });
        }
        found
    }

    /// The share of White's replies that keep the shortest mate.
    fn right_share(&self, position: &Position) -> f64 {
        let replies = self.replies(position);
        let shortest = replies.iter().filter(|plies| **plies > 0).min();
        let right = replies.iter().filter(|plies| Some(*plies) == shortest).count();
        right as f64 / replies.len().max(1) as f64
    }

    /// The mean distance after White's replies, each the less likely the more it loses.
    fn mean_reply(&self, position: &Position) -> f64 {
        let replies = self.replies(position);
        let far = |plies: i32| if plies > 0 { f64::from(plies) } else { 2.0 * DRAWN };
        let shortest = replies.iter().map(|plies| far(*plies)).fold(f64::INFINITY, f64::min);
        let chance = |plies: i32| libm::exp2((shortest - far(plies)) / OVERLOOKED);
        let total: f64 = replies.iter().map(|plies| chance(*plies)).sum();
        replies.iter().map(|plies| chance(*plies) * far(*plies)).sum::<f64>() / total.max(f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(before: i32, after: i32, expected: Option<u32>) -> Ply {
        Ply { chosen: String::new(), before, after, nodes: 0, evaluations: 0, depth: 0, expected }
    }

    #[test]
    fn the_second_time_is_played_on_and_the_same_circle_is_a_draw() {
        let (game, facade) = (Chess::default(), plywood_registry::game(RULES).unwrap());
        let mut passed = vec![game.read_position("8/8/8/4k3/8/8/4r3/K6Q w - - 0 1").unwrap()];
        let mut plies: Vec<Ply> = Vec::new();
        let mut go = |chosen: &str| {
            let last = passed.last().unwrap();
            passed.push(game.play(last, game.read_move(last, chosen).unwrap()));
            plies.push(Ply { chosen: chosen.into(), ..ply(0, 0, None) });
            seen(&*facade, &game, &passed, &plies).unwrap()
        };
        for chosen in ["h1h8", "e5e4", "h8h1"] {
            go(chosen);
        }
        let mut line = go("e4e5");
        assert_ne!(line.turn(), Turn::Over, "the start came for the second time");
        line.step("h1h8").unwrap();
        assert_eq!((line.turn(), line.ending().as_str()), (Turn::Over, "history"));
        // Elsewhere, what came twice before is no draw of today.
        assert_ne!(go("h1h5").turn(), Turn::Over);
    }

    #[test]
    fn a_stalemate_is_a_draw_and_no_mate() {
        let ending = |text: &str| {
            let position = Chess::default().read_position(text).unwrap();
            assert_eq!(Chess::default().turn(&position), Turn::Over, "{text}");
            Told { plies: vec![ply(3, 0, None)], ending: without_moves(&position).into() }
        };
        let mated = ending("7k/6Q1/6K1/8/8/8/8/r7 b - - 0 1");
        assert_eq!((mated.ending.as_str(), mated.drawn(), mated.length()), ("mated", false, 1.0));
        // The queen has taken the rook, and the game was thrown away by it.
        let stalemated = ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!((stalemated.ending.as_str(), stalemated.drawn()), ("stalemated", true));
        assert_eq!(stalemated.length(), DRAWN);
    }

    #[test]
    fn errors_and_surplus_are_counted_in_moves() {
        let plies = vec![
            ply(69, 68, None),
            ply(-68, -67, Some(72)),
            ply(67, 70, None),
            ply(-70, -69, None),
            ply(69, 0, None),
        ];
        let game = Told { plies, ending: "fifty".into() };
        assert_eq!(game.errors().collect::<Vec<_>>(), [0, 2, 51]);
        assert_eq!((game.surplus(), game.length(), game.priced()), (vec![2.0], 51.0, 3.0));
        let won = Told { ending: "converted".into(), ..game };
        assert_eq!(won.length(), 3.0);
    }
}
