//! Appendix B: the two games of 1977 and the printed lines, move by move with what each move loses.

use std::sync::Arc;

use plywood_core::{Error, Game, Line, Notation, Oracle, Player, Turn};
use plywood_games::chess::Chess;
use plywood_games::chess::endings::Class;
use plywood_lab::report::{Mark, Plot, Series};
use plywood_search::retrograde::{Database, Indexed};

use crate::published::{self, Entry};
use crate::{Context, Evidence, Grid, Measured, Ruling};

/// Distance to mate and to conversion, in plies.
struct Tables {
    game: Chess,
    mates: Arc<Database<Chess>>,
    conversions: Database<Chess>,
}

/// A move with what is left after it and what it lost, in plies.
#[derive(Debug, Clone, PartialEq)]
struct Priced {
    number: u16,
    white: bool,
    san: String,
    mate: Option<i32>,
    mate_lost: Option<i32>,
    conversion: Option<i32>,
    conversion_lost: Option<i32>,
}

impl Tables {
    fn new() -> Result<Tables, Error> {
        let game = Chess::default();
        let mates = Arc::new(Database::at_hand(&game, game.read_class("KQKR")?)?);
        let conversions = Database::at_hand(&game, Class::conversion(mates.clone()))?;
        Ok(Tables { game, mates, conversions })
    }

    /// Plies to the end that White forces; none where White does not, or the database does not hold the
    /// position.
    fn plies(&self, database: &Database<Chess>, position: &<Chess as Game>::Position) -> Option<i32> {
        if self.game.turn(position) != Turn::Over {
            self.game.number(database.class(), position)?;
        }
        let exact = database.probe(&self.game, position)?;
        exact.distance.filter(|_| exact.payoff == 1).map(|plies| plies as i32)
    }

    fn price(&self, line: &Line<Chess>) -> Vec<Priced> {
        let men = line.start().board().occupied().len();
        let moves = line.positions().windows(2).enumerate();
        moves
            .map(|(index, pair)| {
                let (before, after) = (&pair[0], &pair[1]);
                let white = before.mover() == Player::FIRST;
                // White loses what is more than one ply less, Black what is less than that.
                let lost = |before: Option<i32>, after: Option<i32>| {
                    let more = after? + 1 - before?;
                    Some(if white { more } else { -more })
                };
                let mate = [before, after].map(|position| self.plies(&self.mates, position));
                let whole = |position: &<Chess as Game>::Position| position.board().occupied().len() == men;
                let conversion = [before, after]
                    .map(|position| self.plies(&self.conversions, position).filter(|_| whole(position)));
                // After a capture nothing is left to convert.
                let converted = if whole(before) && !whole(after) { Some(0) } else { conversion[1] };
                Priced {
                    number: before.board().fullmove_number(),
                    white,
                    san: line.write_step(index),
                    mate: mate[1],
                    mate_lost: lost(mate[0], mate[1]),
                    conversion: conversion[1],
                    conversion_lost: lost(conversion[0], converted),
                }
            })
            .collect()
    }
}

/// The moves as a file: numbers in plies.
fn file(lines: &[(String, String, Vec<Priced>)]) -> String {
    let mut text =
        "# move, side, SAN, DTM after (plies), DTM lost (plies), DTC after (plies), DTC lost (plies)\n"
            .to_string();
    let told = |plies: Option<i32>| plies.map_or("None".to_string(), |plies| plies.to_string());
    for (name, start, moves) in lines {
        text += &format!("# {name} start {start}\n");
        for priced in moves {
            let side = if priced.white { "W" } else { "B" };
            let numbers =
                [priced.mate, priced.mate_lost, priced.conversion, priced.conversion_lost].map(told);
            text += &format!("{}\t{side}\t{}\t{}\n", priced.number, priced.san, numbers.join("\t"));
        }
    }
    text
}

/// White's errors against the distance to mate: how many, and moves in all.
fn errors(moves: &[Priced]) -> (usize, i32) {
    let lost: Vec<i32> =
        moves.iter().filter(|priced| priced.white).filter_map(|priced| priced.mate_lost).collect();
    (lost.iter().filter(|plies| **plies > 0).count(), lost.iter().sum::<i32>() / 2)
}

/// The lines of the entry with their prices.
fn priced(tables: &Tables, entry: &Entry) -> Result<Vec<(String, String, Vec<Priced>)>, Error> {
    let read = |line: &published::Line| {
        let start = tables.game.read_position(&line.start)?;
        let moves = tables.game.read_moves(&start, &line.moves).map_err(|error| error.context(&line.name))?;
        Ok((line.name.clone(), line.start.clone(), tables.price(&moves)))
    };
    entry.lines.iter().map(read).collect()
}

/// Runs the entry.
pub fn replay(context: &Context) -> Result<Evidence, Error> {
    let tables = Tables::new()?;
    let lines = priced(&tables, context.entry)?;
    let mut evidence = Evidence::new(
        "The printed moves are replayed and priced by the databases of KQKR: plies to mate, and to the capture of the rook or mate.",
    );
    evidence.reading("Each game starts from one of the two placements that fit it; the diagrams are lost.");
    let last = |moves: &[Priced]| moves.last().map_or(0, |priced| priced.number);
    let taken = |moves: &[Priced]| {
        moves.iter().find(|priced| priced.white && priced.san.contains('x')).map(|priced| priced.number)
    };
    evidence.grid(Grid::beside(context.entry, "Lines", 0, |row, column| {
        let (_, _, moves) = lines.get(row)?;
        let number = if column == 0 { Some(last(moves)) } else { taken(moves) };
        number.map(|number| Measured::Exact(f64::from(number)))
    }));
    let columns = ["errors", "moves lost"].map(String::from);
    let row = |(name, _, moves): &(String, String, Vec<Priced>)| {
        let (count, lost) = errors(moves);
        (name.clone(), vec![Measured::Exact(count as f64), Measured::Exact(f64::from(lost))])
    };
    evidence.grid(Grid::measured(
        "White's errors by distance to mate",
        &columns,
        0,
        lines.iter().map(row).collect(),
    ));
    for game in [0, 3] {
        let (name, _, moves) = &lines[game];
        let mut plot = Plot::new(name.clone(), "ply", "plies left");
        for (curve, place) in [("to mate", 0), ("to conversion", 1)] {
            let points = moves.iter().enumerate().filter_map(|(ply, priced)| {
                let left = [priced.mate, priced.conversion][place]?;
                Some((ply as f64 + 1.0, f64::from(left)))
            });
            plot = plot.with(Series::new(curve, Mark::Line, points.collect()));
        }
        evidence.plot(plot);
    }
    let starts: Vec<[Option<i32>; 2]> = [0, 3]
        .into_iter()
        .map(|game: usize| {
            let start = tables.game.read_position(&lines[game].1)?;
            Ok([&*tables.mates, &tables.conversions].map(|database| tables.plies(database, &start)))
        })
        .collect::<Result<_, Error>>()?;
    let ends: Vec<u16> = [1, 2, 4, 5].map(|line: usize| last(&lines[line].2)).to_vec();
    let moves = |plies: Option<i32>| plies.map_or(0, |plies| (plies + 1) / 2);
    evidence.judge(
        "35-moves",
        Ruling::exact(starts.iter().all(|[mate, _]| moves(*mate) == 35) && ends.iter().all(|end| *end == 35)),
        format!(
            "Mate in {} and {} moves; the four lines end at moves {ends:?}.",
            moves(starts[0][0]),
            moves(starts[1][0])
        ),
    );
    let rooks: Vec<Option<u16>> = [1, 4].map(|line: usize| taken(&lines[line].2)).to_vec();
    evidence.judge(
        "31-conversion",
        Ruling::exact(starts.iter().all(|[_, conversion]| moves(*conversion) == 31)),
        format!(
            "Conversion in {} and {} moves; the lines made with conversion tables take the rook at moves {rooks:?}.",
            moves(starts[0][1]),
            moves(starts[1][1])
        ),
    );
    evidence.judge(
        "game1-draw",
        Ruling::exact(last(&lines[0].2) == 45 && taken(&lines[0].2).is_none()),
        format!(
            "The game ends at move {} with the rook on the board; Browne erred {:?} (times, moves).",
            last(&lines[0].2),
            errors(&lines[0].2)
        ),
    );
    evidence.judge(
        "game2-win",
        Ruling::exact(taken(&lines[3].2) == Some(50)),
        format!(
            "The rook is taken at move {:?}; Browne erred {:?} (times, moves).",
            taken(&lines[3].2),
            errors(&lines[3].2)
        ),
    );
    evidence.raw.push(("browne-belle.tsv".to_string(), file(&lines)));
    Ok(evidence)
}
