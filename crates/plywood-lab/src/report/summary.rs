//! A match in words: results, intervals, crosstable, ratings, and the block that engine developers paste.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{Table, show_number};
use crate::matches::PairingResult;
use crate::stats::{Decision, Field, Interval, Pentanomial, RatingError, Ratings, Trinomial, Z95, luce};

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
        for sentence in not_counted(result) {
            let _ = writeln!(out, "note: {}: {sentence}", versus(result));
        }
        if let Some(warning) = result.copies.warning() {
            let _ = writeln!(out, "warning: {}: {warning}", versus(result));
        }
    }
    if results.len() > 1 && results.iter().all(is_duel) {
        let _ = write!(out, "\n{}", crosstable(results).text());
    }
    if results.len() > 1 || !results.iter().all(is_duel) {
        let _ = write!(out, "\n{}", ratings(results));
    }
    out
}

/// The games that are stored but not counted, in words.
fn not_counted(result: &PairingResult) -> Vec<String> {
    let told = |count: u64, why: &str| {
        let games = if count == 1 { "1 more game is".to_string() } else { format!("{count} more games are") };
        (count > 0).then(|| format!("{games} stored but not counted: {why}"))
    };
    let whole = match result.standings.len() {
        2 => "the other game of the pair is still to be played",
        _ => "the other games of the opening are still to be played",
    };
    let after = match &result.sprt {
        Some(sprt) if sprt.decision != Decision::Continue => "the test was decided before",
        _ => "fewer were asked for",
    };
    [told(result.unpaired, whole), told(result.beyond, after)].into_iter().flatten().collect()
}

/// Whether two players met.
fn is_duel(result: &PairingResult) -> bool {
    result.standings.len() == 2
}

/// The results as one object, of the same shape whatever they are: every number has a name, and numbers that JSON has
/// none for are the words `Infinity` and `-Infinity`.
pub fn object(results: &[PairingResult]) -> Value {
    let (names, rated) = rate(results);
    let ratings = rated.ok().filter(|_| names.len() > 2).map(|ratings| {
        let one = |(place, name): (usize, &String)| {
            json!({ "name": name, "elo": ratings.elo[place], "error": Z95 * ratings.error(place) })
        };
        names.iter().enumerate().map(one).collect::<Vec<_>>()
    });
    json!({ "pairings": results.iter().map(pairing_object).collect::<Vec<_>>(), "ratings": ratings })
}

fn pairing_object(result: &PairingResult) -> Value {
    let counted = |Trinomial([losses, draws, wins]): Trinomial| json!({ "games": wins + draws + losses, "wins": wins, "draws": draws, "losses": losses });
    let seats = result.by_seat.iter().enumerate().map(|(seat, counts)| {
        let mut counts = counted(*counts);
        counts["seat"] = json!(seat + 1);
        counts
    });
    let contestants = result.standings.iter().zip(&result.meeting.names).zip(&result.meeting.contestants);
    let contestants = contestants.map(|((standing, name), spec)| {
        let seats = standing.by_seat.iter().enumerate().map(|(seat, score)| {
            json!({ "seat": seat + 1, "games": score.games, "points": score.points })
        });
        json!({
            "name": name, "spec": spec, "wins": standing.wins, "shared": standing.shared, "points": standing.points,
            "score": standing.score, "seats": seats.collect::<Vec<_>>(),
        })
    });
    let pairs = result.pairs.map(|Pentanomial([ll, ld, level, wd, ww])| {
        json!({ "lost_both": ll, "lost_and_drawn": ld, "level": level, "won_and_drawn": wd, "won_both": ww })
    });
    let estimate = result.estimate;
    let mut object = counted(result.total);
    let more = json!({
        "contestants": contestants.collect::<Vec<_>>(),
        "fair_share": result.fair_share(),
        "score": result.score(),
        "elo": estimate.map(|estimate| estimate.elo),
        "normalised_elo": estimate.map(|estimate| estimate.normalised),
        "superiority": estimate.map(|estimate| estimate.superiority),
        "seats": seats.collect::<Vec<_>>(),
        "pairs": pairs,
        "sprt": result.sprt.map(|sprt| json!({
            "model": sprt.test.model.name(), "elo0": sprt.test.elo0, "elo1": sprt.test.elo1,
            "alpha": sprt.test.alpha, "beta": sprt.test.beta, "ratio": plywood_core::number::Number(sprt.ratio),
            "lower": sprt.bounds.0, "upper": sprt.bounds.1, "decision": sprt.decision,
        })),
        "endings": result.endings,
        "mean_steps": result.plies,
        "distinct": result.copies.distinct,
        "unpaired": result.unpaired,
        "beyond": result.beyond,
        "warning": result.copies.warning(),
    });
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.extend(more);
    }
    object
}

/// The players of a pairing against each other.
pub fn versus(result: &PairingResult) -> String {
    result.meeting.names.join(" against ")
}

fn ends(interval: Option<Interval>, decimals: usize) -> String {
    interval.map_or("–".to_string(), |i| {
        format!("{} … {}", show_number(i.low, decimals), show_number(i.high, decimals))
    })
}

fn value(interval: Option<Interval>, decimals: usize) -> String {
    interval.map_or("–".to_string(), |i| show_number(i.value, decimals))
}

/// One line a pairing of two, from the view of its first player; of more a line each.
pub fn results_table(results: &[PairingResult]) -> Table {
    if !results.iter().all(is_duel) {
        return standings_table(results);
    }
    let mut table =
        Table::new(["pairing", "games", "wins", "draws", "losses", "score", "95 %", "Elo", "distinct"]);
    for result in results {
        table.row([
            versus(result),
            result.games.to_string(),
            result.total.wins().to_string(),
            result.total.draws().to_string(),
            result.total.losses().to_string(),
            value(result.score(), 4),
            ends(result.score(), 4),
            value(result.estimate.map(|estimate| estimate.elo), 1),
            result.copies.distinct.to_string(),
        ]);
    }
    table
}

fn standings_table(results: &[PairingResult]) -> Table {
    let mut table = Table::new([
        "table", "player", "games", "wins", "shared", "points", "score", "95 %", "fair", "distinct",
    ]);
    for (number, result) in results.iter().enumerate() {
        for (name, standing) in result.meeting.names.iter().zip(&result.standings) {
            table.row([
                (number + 1).to_string(),
                name.clone(),
                result.games.to_string(),
                standing.wins.to_string(),
                standing.shared.to_string(),
                show_number(standing.points, 2),
                value(standing.score, 4),
                ends(standing.score, 4),
                show_number(result.fair_share(), 4),
                result.copies.distinct.to_string(),
            ]);
        }
    }
    table
}

fn by_seat(result: &PairingResult) -> String {
    if !is_duel(result) {
        return every_seat(result);
    }
    let mut table = Table::new(["seat of the first player", "games", "wins", "draws", "losses"]);
    for (seat, Trinomial([losses, draws, wins])) in result.by_seat.iter().enumerate() {
        let numbers = [wins + draws + losses, *wins, *draws, *losses].map(|n| n.to_string());
        table.row(std::iter::once((seat + 1).to_string()).chain(numbers));
    }
    table.text()
}

/// Mean scores of every player from every seat, and of the seats themselves.
fn every_seat(result: &PairingResult) -> String {
    let seats = result.standings.len();
    let heads = (1..=seats).map(|seat| format!("seat {seat}"));
    let mut table = Table::new(std::iter::once("player".to_string()).chain(heads));
    let mean = |points: f64, games: u64| show_number(points / games as f64, 4);
    for (name, standing) in result.meeting.names.iter().zip(&result.standings) {
        let scores = standing.by_seat.iter().map(|seat| mean(seat.points, seat.games));
        table.row(std::iter::once(name.clone()).chain(scores));
    }
    let of_seat = |seat: usize| {
        let all = || result.standings.iter().map(|standing| standing.by_seat[seat]);
        mean(all().map(|score| score.points).sum(), all().map(|score| score.games).sum())
    };
    table.row(std::iter::once("all".to_string()).chain((0..seats).map(of_seat)));
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
    if result.games == 0 {
        return "no games yet\n".to_string();
    }
    // Elo is a measure of two.
    let Some(estimate) = result.estimate else { return String::new() };
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

/// The names of all players, by their places in the experiment's list.
fn players(results: &[PairingResult]) -> Vec<String> {
    let met = || results.iter().flat_map(|result| result.meeting.entries.iter().zip(&result.meeting.names));
    let mut names = vec![String::new(); met().map(|(entry, _)| entry + 1).max().unwrap_or(0)];
    met().for_each(|(entry, name)| names[*entry].clone_from(name));
    names
}

/// Points of every player against every other; draws are halves.
pub fn crosstable(results: &[PairingResult]) -> Table {
    let players = players(results);
    let mut points = vec![vec![0.0; players.len()]; players.len()];
    for result in results.iter().filter(|result| is_duel(result)) {
        let (a, b) = (result.meeting.entries[0], result.meeting.entries[1]);
        points[a][b] += result.standings[0].points;
        points[b][a] += result.standings[1].points;
    }
    let heads = (1..=players.len()).map(|number| number.to_string());
    let first = ["", "player"].map(str::to_string).into_iter();
    let mut table = Table::new(first.chain(heads).chain(["points".to_string()]));
    for (row, player) in players.iter().enumerate() {
        let cell = |column: usize| {
            let played = points[row][column] + points[column][row] > 0.0;
            if played { show_number(points[row][column], 1) } else { "·".to_string() }
        };
        let total = show_number(points[row].iter().sum(), 1);
        let first = [(row + 1).to_string(), player.clone()].into_iter();
        table.row(first.chain((0..players.len()).map(cell)).chain([total]));
    }
    table
}

/// Everybody's rating, by a model for as many as sit at a table.
fn rate(results: &[PairingResult]) -> (Vec<String>, Result<Ratings, RatingError>) {
    let players = players(results);
    let field = |result: &PairingResult| Field {
        players: result.meeting.entries.clone(),
        wins: result.standings.iter().map(|standing| standing.points).collect(),
    };
    let fields: Vec<Field> = results.iter().map(field).collect();
    let rated = luce(players.len(), &fields);
    (players, rated)
}

/// Ratings with 95 % errors, best first.
fn ratings(results: &[PairingResult]) -> String {
    let (players, rated) = rate(results);
    let ratings = match rated {
        Ok(ratings) => ratings,
        Err(RatingError::Unbounded(group)) => {
            let names: Vec<&str> = group.iter().map(|&player| players[player].as_str()).collect();
            return format!(
                "no ratings: between {} and the others only one side ever scored, or they never met, so their difference \
                 has no bound\n",
                names.join(", ")
            );
        }
        Err(error) => return format!("no ratings: {error}\n"),
    };
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|&a, &b| ratings.elo[b].total_cmp(&ratings.elo[a]));
    let mut table = Table::new(["player", "rating", "±"]);
    for player in order {
        let error = Z95 * ratings.error(player);
        table.row([players[player].clone(), show_number(ratings.elo[player], 1), show_number(error, 1)]);
    }
    table.text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::Meeting;
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
            payoffs: if number % 2 == 0 { payoffs(half_points) } else { payoffs(2 - half_points) },
        };
        let games: Vec<Stored> = points.iter().enumerate().map(game).collect();
        let place = |name: &str| usize::from(name.as_bytes()[0] - b'a').min(2);
        let specs = [a, b].map(str::to_string).to_vec();
        let meeting = Meeting { contestants: specs.clone(), entries: vec![place(a), place(b)], names: specs };
        PairingResult::new(meeting, true, None, u32::MAX, &games)
    }

    /// The payoffs of the two seats when the first has this number of half-points.
    fn payoffs(half_points: u8) -> Vec<f64> {
        vec![f64::from(half_points) - 1.0, 1.0 - f64::from(half_points)]
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
        let object = object(&[result("ab(depth=6)", "random", &[2, 2, 2, 1, 0, 2])]);
        let pairing = &object["pairings"][0];
        assert_eq!(
            (&pairing["games"], &pairing["wins"], &pairing["losses"]),
            (&json!(6), &json!(4), &json!(1))
        );
        assert_eq!((&pairing["pairs"]["won_both"], &pairing["seats"][1]["seat"]), (&json!(1), &json!(2)));
        // All won: Elo is infinite, and is so again after it was written.
        let won = result("a", "b", &[2, 2]);
        let read: PairingResult = serde_json::from_str(&json!(won).to_string()).unwrap();
        assert_eq!((read.estimate.unwrap().elo.value, &read), (f64::INFINITY, &won));
        assert_eq!(super::object(&[won])["pairings"][0]["elo"]["value"], json!("Infinity"));
    }

    #[test]
    fn a_round_robin_prints_crosstable_and_ratings() {
        let shown = text(&[
            result("a", "b", &[2, 0, 2, 2]),
            result("a", "c", &[2, 1, 2, 2]),
            result("b", "c", &[2, 0, 1, 2]),
        ]);
        assert!(shown.contains("\n1  a  "), "{shown}");
        assert!(shown.contains("6.5"), "{shown}");
        assert!(shown.contains("rating"), "{shown}");
        let object = object(&[result("a", "b", &[2, 0]), result("a", "c", &[2, 1])]);
        assert_eq!(
            (&object["pairings"][1]["draws"], &object["ratings"][2]["name"]),
            (&json!(1), &json!("c"))
        );
    }
}
