//! Section 2.1.2: Slagle and Dixon's M & N search at kalah, against minimax of the same depth and beside a ply more.

use plywood_core::facade::AnyGame;
use plywood_core::random::{below, seeded};
use plywood_core::{Budget, Error, Spec, Stop, Turn};

use crate::{Context, Estimate, Evidence, Grid, Ruling};

/// Random plies before each game, which both players start once.
const OPENING: usize = 4;
const WITH_BONUS: &str = "mn(depth=2, m=2, n=2, bonus=1, reach=4, deepening=off, table=off)";
const MINIMAX: &str = "minimax(depth=2, deepening=off)";
const DEEPER: &str = "minimax(depth=3, deepening=off)";

/// The margin of the first player over the second, both seats from one random opening taken together.
fn margin(game: &dyn AnyGame, players: [&str; 2], seed: u64) -> Result<f64, Error> {
    let mut opening = game.start();
    let mut rng = seeded(seed);
    for _ in 0..OPENING {
        let moves = opening.moves();
        opening.step(&moves[below(&mut rng, moves.len())])?;
    }
    let mut total = 0.0;
    for seat in 0..2 {
        let mut players = players.map(|spec| game.player(&spec.parse::<Spec>()?));
        let mut line = opening.boxed_clone();
        while let Turn::Player(player) = line.turn() {
            let thinker = players[player.index() ^ seat].as_mut().map_err(|error| error.clone())?;
            let report = thinker.think(&*line, &Budget::UNLIMITED, seed, &Stop::new(), &mut ())?;
            line.step(&report.best.ok_or_else(|| Error::new("a player has no move"))?)?;
        }
        total += line.payoffs()[seat] / 2.0;
    }
    Ok(total)
}

/// Runs both matches.
pub fn m_and_n(context: &Context) -> Result<Evidence, Error> {
    let pairs = context.effort.amount(8000, 8000);
    let game = plywood_players::game("kalah")?;
    let mut found = Vec::new();
    for (place, first) in [WITH_BONUS, DEEPER].into_iter().enumerate() {
        let at = |place: usize| place as f64 / 2.0;
        let margins = context
            .seeds(pairs, (at(place), at(place + 1)), |seed| margin(&*game, [first, MINIMAX], seed))?;
        let margins = margins.into_iter().collect::<Result<Vec<f64>, Error>>()?;
        found.push(Estimate::mean(&margins));
    }
    let mut evidence = Evidence::new(format!(
        "Random openings of {OPENING} plies at kalah(6, 4), each from both seats; {WITH_BONUS} and {DEEPER}, both against {MINIMAX}."
    ));
    evidence.reading("The evaluation is the difference of the stores.");
    evidence.reading(
        "The coefficients of the bonus are not in the text: one stone for an equal second move, nothing for one four stones worse.",
    );
    evidence.scale("openings", pairs, "not said");
    evidence.grid(Grid::beside(context.entry, "Margins", 2, |row, _| Some(found[row].into())));
    let told = |one: &Estimate| format!("{} stones a game", one.told(2));
    evidence.judge("gain", Ruling::above(&found[0], 0.0), format!("{}.", told(&found[0])));
    evidence.judge(
        "less-than-a-ply",
        Ruling::above(&found[1].minus(found[0]), 0.0),
        format!("{} against {}.", told(&found[0]), told(&found[1])),
    );
    Ok(evidence)
}
