//! The matches of the tournaments, and what they come to position by position.

use plywood_core::files::write_whole;
use plywood_core::{Error, Played};
use plywood_games::loa::POSITIONS;
use plywood_lab::experiment::Experiment;

use crate::{Context, Effort, Estimate};

/// The search depths.
pub const DEPTHS: [u32; 4] = [2, 3, 4, 5];
/// Start positions in the thesis, and here.
pub const ALL: usize = 30;
/// Start positions by depth that fit into two minutes.
const DEFAULT: [f64; 4] = [30.0, 30.0, 6.0, 1.0];

/// A tournament: the evaluations of the first player and of the second.
#[derive(Clone, Copy)]
pub struct Tournament {
    /// Its letter.
    pub letter: char,
    /// V1.
    pub first: &'static str,
    /// V2.
    pub second: &'static str,
}

const NETWORK_A: &str = "network(weights=a)";
const NETWORK_B: &str = "network(weights=b)";
const CENTRE: &str = "centre";

/// The three of them.
pub const TOURNAMENTS: [Tournament; 3] = [
    Tournament { letter: 'A', first: NETWORK_A, second: NETWORK_B },
    Tournament { letter: 'B', first: NETWORK_A, second: CENTRE },
    Tournament { letter: 'C', first: CENTRE, second: NETWORK_A },
];

/// How the first player searches.
#[derive(Clone, Copy, PartialEq)]
pub enum Method {
    /// Alpha-beta, in the control.
    AlphaBeta,
    /// OM search that knows the opponent's evaluation.
    Om(Sight),
    /// PrOM search with this probability of the own evaluation.
    Prom(f64),
}

/// How far the opponent looks in the model.
#[derive(Clone, Copy, PartialEq)]
pub enum Sight {
    /// To the leaves of our own tree, as algorithm 3.8 has it: a ply less than the opponent will.
    Leaves,
    /// As many plies as the opponent will.
    Full,
}

/// What the small table inside holds is of the depth asked for and no other.
const TABLE: &str = "table=1MB, match=exact";

fn alpha_beta(eval: &str, depth: u32) -> String {
    format!("ab(eval={eval}, depth={depth}, {TABLE})")
}

impl Method {
    fn player(self, tournament: Tournament, depth: u32) -> String {
        let Tournament { first, second, .. } = tournament;
        match self {
            Method::AlphaBeta => alpha_beta(first, depth),
            Method::Om(sight) => {
                let probe = if sight == Sight::Full { format!(", probe={depth}") } else { String::new() };
                format!("om(own={first}, opponent={second}, depth={depth}{probe}, {TABLE})")
            }
            Method::Prom(own) => {
                let types = format!("either(type(p={own}), type(eval={second}, p={}))", 1.0 - own);
                format!("prom(own={first}, types={types}, depth={depth}, {TABLE})")
            }
        }
    }
}

/// What the first player got at each start position, colours swapped: points less the other's, from -2 to 2. As many as
/// were played, in the order of the positions; one list a depth.
pub type Points = [Vec<f64>; 4];

/// How many positions are played at each depth.
pub fn positions(context: &Context) -> [usize; 4] {
    match context.effort {
        Effort::Glance => [1, 0, 0, 0],
        Effort::Full => [ALL; 4],
        // There are no more than thirty, and playing one twice would bring the same games.
        Effort::Times(factor) => DEFAULT.map(|default| ((default * factor) as usize).min(ALL)),
    }
}

/// Plays a match at every depth.
pub fn play(
    context: &Context,
    tournament: Tournament,
    method: Method,
    (from, to): (f64, f64),
) -> Result<Points, Error> {
    let folder = context.shared_folder();
    let file = "positions.txt";
    let path = folder.join(file);
    let told = |error: std::io::Error| Error::new(format!("{}: {error}", path.display()));
    std::fs::create_dir_all(&folder).map_err(told)?;
    write_whole(&path, POSITIONS.as_bytes()).map_err(told)?;
    let context = context.within(&folder);
    let mut points = Points::default();
    // A ply costs about five times as much.
    let work = |depth: u32| 5f64.powi(depth as i32 - 2);
    let all: f64 = DEPTHS.into_iter().map(work).sum();
    let mut done = 0.0;
    for ((depth, count), list) in DEPTHS.into_iter().zip(positions(&context)).zip(&mut points) {
        let players = [method.player(tournament, depth), alpha_beta(tournament.second, depth)];
        let share = |done: f64| from + (to - from) * done / all;
        if count > 0 {
            let experiment = Experiment {
                openings: format!("file(path={file})"),
                ..Experiment::of_match("loa", &players, 2 * count as u32, context.seed)
            };
            let name = format!("{} against {}", players[0], players[1]);
            let games = context.games(&name, &experiment, (share(done), share(done + work(depth))))?;
            *list = by_position(&games);
            list.truncate(count);
        }
        done += work(depth);
    }
    Ok(points)
}

/// The points of the first player by start position, of those whose two games are there.
fn by_position(games: &[Played]) -> Vec<f64> {
    let Some(first) = games.first().map(|game| &game.players[0]) else { return Vec::new() };
    let seat = |game: &Played| usize::from(&game.players[0] != first);
    let pair = |pair: &[Played]| match pair {
        [one, other] if one.start == other.start && seat(one) != seat(other) => {
            Some(one.payoffs[seat(one)] + other.payoffs[seat(other)])
        }
        _ => None,
    };
    games.chunks(2).map_while(pair).collect()
}

/// Points over sixty games from some positions.
pub fn total(list: &[f64]) -> Estimate {
    Estimate::mean(list).times(ALL as f64)
}

/// How many points over sixty games one match brings more than another, position by position.
pub fn more(one: &[f64], other: &[f64]) -> Estimate {
    total(&one.iter().zip(other).map(|(one, other)| one - other).collect::<Vec<_>>())
}

/// How many points one match brings more than another over all depths together. A position is one observation at whatever
/// depths it was played; where few were played they weigh more, which makes the error larger, not smaller.
pub fn more_in_sum(one: &Points, other: &Points) -> Estimate {
    let counts = [0, 1, 2, 3].map(|place| one[place].len().min(other[place].len()));
    let (most, least) = (counts.into_iter().max().unwrap_or(0), counts.into_iter().min().unwrap_or(0));
    let sums: Vec<f64> = (0..most)
        .map(|position| {
            let depths = (0..4).filter(|place| position < counts[*place]);
            let weighed = depths.map(|place| {
                (one[place][position] - other[place][position]) * most as f64 / counts[place] as f64
            });
            weighed.sum()
        })
        .collect();
    let mut sum = total(&sums);
    sum.size = least as u64;
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(start: &str, players: [&str; 2], payoff: f64) -> Played {
        Played {
            game: "loa".into(),
            start: start.into(),
            steps: Vec::new(),
            players: players.map(str::to_string).to_vec(),
            payoffs: vec![payoff, -payoff],
            ending: "rules".into(),
        }
    }

    #[test]
    fn points_are_the_first_players_in_both_seats() {
        let games = [
            game("p", ["om", "ab"], 1.0),
            game("p", ["ab", "om"], -1.0),
            game("q", ["om", "ab"], 0.0),
            game("q", ["ab", "om"], 1.0),
            game("r", ["om", "ab"], 1.0),
        ];
        assert_eq!(by_position(&games), [2.0, -1.0], "the last one has but one game");
        // 42-18 is +24: over thirty positions, 0.8 each.
        let list: Vec<f64> = (0..30).map(|place| if place < 18 { 2.0 } else { -1.0 }).collect();
        assert!((total(&list).value - 24.0).abs() < 1e-9);
        assert_eq!(more(&[2.0, 0.0], &[0.0, 1.0]).value, 15.0);
    }

    #[test]
    fn a_sum_over_depths_is_the_sum_of_the_depths() {
        let one = [vec![1.0, 2.0, 0.0, 1.0], vec![2.0, 0.0], vec![1.0], vec![2.0]];
        let other = [vec![0.0; 4], vec![1.0; 2], vec![0.0], vec![-2.0]];
        let parts: f64 = (0..4).map(|place| more(&one[place], &other[place]).value).sum();
        let sum = more_in_sum(&one, &other);
        assert!((sum.value - parts).abs() < 1e-9, "{} {parts}", sum.value);
        assert_eq!(sum.size, 1);
    }

    /// The positions that ship are thirty, all different, and those that the command in their first line makes.
    #[test]
    fn there_are_thirty_positions_to_start_from() {
        use plywood_lab::experiment::{Openings, problems};
        let game = plywood_registry::game("loa").unwrap();
        let list = problems(&*game, POSITIONS.as_bytes(), None).unwrap();
        let list: Vec<String> = list.into_iter().map(|one| one.text).collect();
        let different: std::collections::HashSet<&String> = list.iter().collect();
        assert_eq!((list.len(), different.len()), (ALL, ALL));
        let command = POSITIONS.lines().next().unwrap();
        let words: Vec<&str> = command.split('"').collect();
        assert_eq!([words[0], words[2]], ["# plywood openings loa ", " --count 30 --seed 1"]);
        let rule = Openings::read(words[1], std::path::Path::new("")).unwrap();
        assert_eq!(rule.make(&*game, 6, 1).unwrap(), list[..6], "the first two games");
    }
}
