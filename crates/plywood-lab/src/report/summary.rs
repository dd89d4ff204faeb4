//! A match in words: results, intervals, crosstable, ratings, and the block that engine developers paste.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{Table, show_number};
use crate::matches::PairingResult;
use crate::stats::{Decision, Interval, Trinomial, Z95, bradley_terry};

/// The summary of all pairings of a run.
pub fn text(results: &[PairingResult]) -> String {
    let mut out = results_table(results).text();
    for result in results {
        if results.len() == 1 {
            out += "\n";
            out += &by_seat(result);
            out += &endings(result);
            out += "\n";
            out += &block(result);
        }
        if let Some(warning) = result.copies.warning() {
            let _ = writeln!(out, "warning: {}: {warning}", versus(result));
        }
    }
    if results.len() > 1 {
        let _ = write!(out, "\n{}\n{}", crosstable(results).text(), ratings(results));
    }
    out
}

/// The summary as one object; a single pairing's numbers are at its top.
pub fn object(run: &str, interrupted: bool, results: &[PairingResult]) -> Value {
    let one = |result: &PairingResult| {
        let score = result.score();
        json!({
            "contestants": result.contestants,
            "games": result.games,
            "wins": result.total.wins(),
            "draws": result.total.draws(),
            "losses": result.total.losses(),
            "score": score.map(|s| s.value),
            "low": score.map(|s| s.low),
            "high": score.map(|s| s.high),
            "distinct": result.copies.distinct,
            "warning": result.copies.warning(),
            "result": result,
        })
    };
    let mut object = match results {
        [single] => one(single),
        _ => json!({ "pairings": results.iter().map(one).collect::<Vec<_>>() }),
    };
    object["run"] = json!(run);
    object["interrupted"] = json!(interrupted);
    object
}

/// The players of a pairing against each other.
pub fn versus(result: &PairingResult) -> String {
    result.contestants.join(" against ")
}

/// One line a pairing.
pub fn results_table(results: &[PairingResult]) -> Table {
    let mut table =
        Table::new(["pairing", "games", "wins", "draws", "losses", "score", "95 %", "Elo", "distinct"]);
    for result in results {
        let (score, elo) = result.estimate.map_or((None, None), |e| (Some(e.score), Some(e.elo)));
        let ends = |interval: Option<Interval>, decimals| {
            interval.map_or("–".to_string(), |i| {
                format!("{} … {}", show_number(i.low, decimals), show_number(i.high, decimals))
            })
        };
        let value = |interval: Option<Interval>, decimals| {
            interval.map_or("–".to_string(), |i| show_number(i.value, decimals))
        };
        table.row([
            versus(result),
            result.games.to_string(),
            result.total.wins().to_string(),
            result.total.draws().to_string(),
            result.total.losses().to_string(),
            value(score, 4),
            ends(score, 4),
            value(elo, 1),
            result.copies.distinct.to_string(),
        ]);
    }
    table
}

fn by_seat(result: &PairingResult) -> String {
    let mut table = Table::new(["seat of the first player", "games", "wins", "draws", "losses"]);
    for (seat, Trinomial([losses, draws, wins])) in result.by_seat.iter().enumerate() {
        let numbers = [wins + draws + losses, *wins, *draws, *losses].map(|n| n.to_string());
        table.row(std::iter::once((seat + 1).to_string()).chain(numbers));
    }
    table.text()
}

fn endings(result: &PairingResult) -> String {
    let parts: Vec<String> =
        result.endings.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    format!("endings: {}; mean length {} steps\n", parts.join(", "), show_number(result.plies, 1))
}

/// Elo, normalised Elo, superiority, pairs and test, one a line.
pub fn block(result: &PairingResult) -> String {
    let mut out = String::new();
    let Some(estimate) = result.estimate else { return "no games yet\n".to_string() };
    let line = |interval: &Interval| {
        format!(
            "{:.2} +/- {:.2} (95%) [{:.2}, {:.2}]",
            interval.value,
            interval.half_width(),
            interval.low,
            interval.high
        )
    };
    let _ = writeln!(out, "Elo   | {}", line(&estimate.elo));
    let _ = writeln!(out, "nElo  | {}", line(&estimate.normalised));
    let _ = writeln!(out, "LOS   | {:.2} %", 100.0 * estimate.superiority);
    if let Some(sprt) = &result.sprt {
        let decided = match sprt.decision {
            Decision::Continue => "undecided",
            Decision::AcceptH0 => "H0 accepted",
            Decision::AcceptH1 => "H1 accepted",
        };
        let test = &sprt.test;
        let _ = writeln!(
            out,
            "LLR   | {:.2} ({:.2}, {:.2}) {} [{:.2}, {:.2}] {decided}",
            sprt.ratio,
            sprt.bounds.0,
            sprt.bounds.1,
            test.model.name(),
            test.elo0,
            test.elo1
        );
    }
    let Trinomial([losses, draws, wins]) = result.total;
    let _ = writeln!(out, "Games | N: {} W: {wins} L: {losses} D: {draws}", result.games);
    if let Some(pairs) = result.pairs {
        let _ = writeln!(out, "Ptnml | {:?}", pairs.0);
    }
    out
}

/// All players of the pairings in the order they appear.
fn players(results: &[PairingResult]) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    for player in results.iter().flat_map(|result| &result.contestants) {
        if !all.contains(&player.as_str()) {
            all.push(player);
        }
    }
    all
}

/// Points of everybody against everybody; draws are halves.
fn points(results: &[PairingResult], players: &[&str]) -> Vec<Vec<f64>> {
    let mut points = vec![vec![0.0; players.len()]; players.len()];
    let place = |name: &str| players.iter().position(|player| *player == name);
    for result in results.iter().filter(|result| result.contestants.len() == 2) {
        let (Some(a), Some(b)) = (place(&result.contestants[0]), place(&result.contestants[1])) else {
            continue;
        };
        let Trinomial([losses, draws, wins]) = result.total;
        points[a][b] += wins as f64 + draws as f64 / 2.0;
        points[b][a] += losses as f64 + draws as f64 / 2.0;
    }
    points
}

/// Points of every player against every other.
pub fn crosstable(results: &[PairingResult]) -> Table {
    let players = players(results);
    let points = points(results, &players);
    let heads = (1..=players.len()).map(|number| number.to_string());
    let mut table = Table::new(["player".to_string()].into_iter().chain(heads).chain(["points".to_string()]));
    for (row, player) in players.iter().enumerate() {
        let cell = |column: usize| {
            let played = points[row][column] + points[column][row] > 0.0;
            if played { show_number(points[row][column], 1) } else { "·".to_string() }
        };
        let total = show_number(points[row].iter().sum(), 1);
        let name = format!("{} {player}", row + 1);
        table.row(std::iter::once(name).chain((0..players.len()).map(cell)).chain([total]));
    }
    table
}

/// Bradley-Terry ratings with 95 % errors, best first.
fn ratings(results: &[PairingResult]) -> String {
    let players = players(results);
    let ratings = match bradley_terry(&points(results, &players)) {
        Ok(ratings) => ratings,
        Err(error) => return format!("no ratings: {error}\n"),
    };
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|&a, &b| ratings.elo[b].total_cmp(&ratings.elo[a]));
    let mut table = Table::new(["player", "rating", "±"]);
    for player in order {
        let error = Z95 * ratings.error(player);
        table.row([players[player].to_string(), show_number(ratings.elo[player], 1), show_number(error, 1)]);
    }
    table.text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::writer::Stored;

    fn result(a: &str, b: &str, points: &[u8]) -> PairingResult {
        let game = |(number, &half_points): (usize, &u8)| Stored {
            pairing: 0,
            number: number as u32,
            first_seat: (number % 2) as u8,
            half_points,
            reason: "rules".to_string(),
            hash: number as u64 / 3,
            plies: 9,
        };
        let games: Vec<Stored> = points.iter().enumerate().map(game).collect();
        PairingResult::new(&[a.to_string(), b.to_string()], true, None, &games)
    }

    #[test]
    fn one_pairing_prints_the_block_and_warns_of_copies() {
        let shown = text(&[result("ab(depth=6)", "random", &[2, 2, 2, 1, 0, 2])]);
        for part in [
            "Ptnml | [0, 0, 1, 1, 1]",
            "Games | N: 6 W: 4 L: 1 D: 1",
            "LOS   |",
            "only 2 of 6 games are distinct",
        ] {
            assert!(shown.contains(part), "{part} is missing in\n{shown}");
        }
        let object = object("first", false, &[result("ab(depth=6)", "random", &[2, 2, 2, 1, 0, 2])]);
        assert_eq!(
            (&object["run"], &object["games"], &object["wins"]),
            (&json!("first"), &json!(6), &json!(4))
        );
        assert_eq!(object["result"]["total"], json!([1, 1, 4]));
        // All won: Elo is infinite, and is so again after it was written.
        let won = result("a", "b", &[2, 2]);
        let read: PairingResult = serde_json::from_str(&json!(won).to_string()).unwrap();
        assert_eq!((read.estimate.unwrap().elo.value, read), (f64::INFINITY, won));
    }

    #[test]
    fn a_round_robin_prints_crosstable_and_ratings() {
        let shown = text(&[
            result("a", "b", &[2, 0, 2, 2]),
            result("a", "c", &[2, 1, 2, 2]),
            result("b", "c", &[2, 0, 1, 2]),
        ]);
        assert!(shown.contains("1 a"), "{shown}");
        assert!(shown.contains("6.5"), "{shown}");
        assert!(shown.contains("rating"), "{shown}");
        let object = object("all", true, &[result("a", "b", &[2, 0]), result("a", "c", &[2, 1])]);
        assert_eq!((&object["interrupted"], &object["pairings"][1]["draws"]), (&json!(true), &json!(1)));
    }
}
