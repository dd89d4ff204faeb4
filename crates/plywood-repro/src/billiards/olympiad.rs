//! Tables 4.18 and 4.19: the Computer Olympiads, with stand-ins for programs that are gone.
//!
//! Section 4.5 says in a few sentences what each of them did; a stand-in is what switches of our player make of it. What they come to says something about these ideas, and nothing about the programs.

use plywood_core::Error;

use super::matches::{BREAK, FRAMES, Match, Met, play};
use crate::{Context, Estimate, Evidence, Grid, Measured, Ruling};

/// A program: its name, the player that stands in for it, and what that has of it.
struct Program {
    name: &'static str,
    spec: String,
    about: &'static str,
}

fn elix() -> Program {
    Program {
        name: "Elix",
        spec: "pickpocket(search=mc, depth=1, samples=5, centre=0.2, apart=0.3, banks=on)".to_string(),
        about: "one ply of sampling, features of the table and a threshold for banks in place of its rules, which are not known",
    }
}

fn sky_net() -> Program {
    Program {
        name: "SkyNet",
        spec: "pickpocket(search=prob, depth=3, chances=sampled, eval=count, below=\"15:2:4\")".to_string(),
        about: "three plies without noise, success sampled at every node, and a leaf by how many shots there are",
    }
}

fn pool_master() -> Program {
    Program {
        name: "PoolMaster",
        spec: "pickpocket(search=prob, depth=1, chances=ignored, specify=on)".to_string(),
        about: "one ply of shots that are found for where they leave the cue ball, beside the usual ones, as if all of them \
                succeeded",
    }
}

fn snooze() -> Program {
    Program { name: "Snooze", spec: "greedy".to_string(), about: "nothing is known of it: greedy" }
}

struct Cup {
    game: &'static str,
    programs: Vec<Program>,
    /// Games of a pair in the document.
    games: usize,
}

/// What everybody did against everybody: the result of the row against the column.
struct Table {
    met: Vec<((usize, usize), Met)>,
}

impl Table {
    fn of(&self, row: usize, column: usize) -> Option<(&Met, usize)> {
        self.met.iter().find_map(|((one, other), met)| match (row, column) {
            pair if pair == (*one, *other) => Some((met, 0)),
            pair if pair == (*other, *one) => Some((met, 1)),
            _ => None,
        })
    }
}

fn play_cup(context: &Context, cup: &Cup, frames: usize) -> Result<Table, Error> {
    let count = cup.programs.len();
    let pairs: Vec<(usize, usize)> =
        (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect();
    let matches: Vec<Match> = pairs
        .iter()
        .map(|&(one, other)| Match::new(cup.game, &cup.programs[one].spec, &cup.programs[other].spec))
        .collect();
    // As many as were played, or more where that leaves a claim undecided.
    let games = if frames > FRAMES { frames } else { cup.games };
    let met = play(context, &matches, games, (0.0, 1.0))?;
    Ok(Table { met: pairs.into_iter().zip(met).collect() })
}

fn evidence(cup: &Cup, table: &Table) -> Evidence {
    let mut evidence = Evidence::new(
        "A round robin in which the lost programs have stand-ins made of switches of our player.",
    );
    for program in &cup.programs {
        evidence.replaced(format!("{} is `{}`: {}.", program.name, program.spec, program.about));
    }
    evidence.replaced(BREAK);
    let frames: Vec<String> = table.met.iter().map(|(_, met)| met.frames.len().to_string()).collect();
    evidence.scale("games a pair", frames.join(", "), cup.games);
    evidence
}

/// What a side scored in each game by the rule of 4.4: ten for a win, else the own balls pocketed.
fn points(met: &Met, side: usize) -> Vec<f64> {
    let score = |tally: &plywood_billiards::experiments::statistics::StrokeTally| {
        if tally.wins > 0 { 10.0 } else { f64::from(tally.lost_balls) }
    };
    met.frames.iter().map(|frame| score(&frame[side])).collect()
}

/// By how much a side outscored the other in a game.
fn lead(met: &Met, side: usize) -> Estimate {
    let (own, other) = (points(met, side), points(met, 1 - side));
    Estimate::mean(&own.iter().zip(other).map(|(own, other)| own - other).collect::<Vec<_>>())
}

pub fn tenth(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let champion = Program {
        name: "PickPocket",
        spec: "pickpocket(search=mc, depth=2, t0=0.65, t1=0.5)".to_string(),
        about: "the player of that year, with its thresholds",
    };
    let cup = Cup { game: "8ball", programs: vec![champion, pool_master(), elix(), sky_net()], games: 8 };
    let table = play_cup(context, &cup, frames)?;
    let mut evidence = evidence(&cup, &table);
    let of_eight = |row: usize, column: usize| {
        table.of(row, column).map(|(met, side)| Estimate::mean(&points(met, side)).times(8.0))
    };
    evidence.grid(Grid::beside(context.entry, "Points, for eight games a pair", 1, |row, column| {
        let total = (0..4).filter_map(|other| of_eight(row, other)).map(|score| score.value).sum();
        if column < 4 { of_eight(row, column).map(Into::into) } else { Some(Measured::Exact(total)) }
    }));
    let leads = (1..4).filter_map(|other| table.of(0, other)).map(|(met, side)| lead(met, side));
    let leads: Vec<Estimate> = leads.collect();
    let told: Vec<String> = leads.iter().map(|lead| lead.told(1)).collect();
    evidence.judge(
        "first",
        Ruling::all(leads.iter().map(|lead| Ruling::above(lead, 0.0))),
        format!("Points more a game against each: {}.", told.join(", ")),
    );
    evidence.judge(
        "not-significant",
        Ruling::untested(),
        "It is about the programs of that year and 24 games of each; stand-ins say nothing of it.",
    );
    Ok(evidence)
}

pub fn eleventh(context: &Context, frames: usize) -> Result<Evidence, Error> {
    let champion = Program {
        name: "PickPocket",
        spec: "pickpocket(search=mc, depth=2, t0=0.5, t1=0.18, root=on, banks=on)".to_string(),
        about: "the player of that year with every feature on",
    };
    let programs = vec![champion, elix(), sky_net(), pool_master(), snooze()];
    let cup = Cup { game: "8ball(errors=italy)", programs, games: 50 };
    let table = play_cup(context, &cup, frames)?;
    let mut evidence = evidence(&cup, &table);
    let of_fifty =
        |row: usize, column: usize| table.of(row, column).map(|(met, side)| met.won(side).times(0.5));
    evidence.grid(Grid::beside(context.entry, "Wins, for fifty games a pair", 1, |row, column| {
        let total: f64 = (0..5).filter_map(|other| of_fifty(row, other)).map(|won| won.value).sum();
        match column {
            0..=4 => of_fifty(row, column).map(Into::into),
            5 => Some(Measured::Exact(total)),
            _ => Some(Measured::Exact(total / 2.0)),
        }
    }));
    let won: Vec<Estimate> =
        (1..5).filter_map(|other| table.of(0, other)).map(|(met, side)| met.won(side)).collect();
    let told: Vec<String> = won.iter().map(|won| won.told(0)).collect();
    evidence.judge(
        "wins-every-match",
        Ruling::all(won.iter().map(|won| Ruling::within(won, (68.0, 78.0)))),
        format!("Of a hundred against each: {}.", told.join(", ")),
    );
    let wins = |row: usize| {
        let sides = (0..5).filter_map(|other| table.of(row, other)).map(|(met, side)| met.side(side));
        sides.fold((0, 0), |(wins, all), tally| (wins + u64::from(tally.wins), all + u64::from(tally.frames)))
    };
    let ahead = (1..5).map(|other| Ruling::difference(wins(0), wins(other), 0.0));
    let told: Vec<String> = (0..5).map(|row| format!("{}/{}", wins(row).0, wins(row).1)).collect();
    evidence.judge("significant", Ruling::all(ahead), format!("Wins: {}.", told.join(", ")));
    Ok(evidence)
}
