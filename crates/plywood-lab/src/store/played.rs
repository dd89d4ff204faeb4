//! The games of a run for people and trainers: players by seat, start, steps and payoffs.

use plywood_core::Played;

use super::query::from_json;
use super::{Result, RunRow, Store};

impl Store {
    /// Every game of a run by pairing and number.
    ///
    /// # Errors
    ///
    /// If SQLite fails.
    pub fn played(&self, run: &RunRow) -> Result<Vec<Played>> {
        let (pairings, openings) = (self.pairings(run.id)?, self.openings(run.id)?);
        let sql = "SELECT pairing, number, opening, first_seat, payoffs, reason FROM game
                   WHERE run = ?1 ORDER BY pairing, number";
        let mut games = self.rows(sql, [run.id], |row| {
            let (pairing, number): (u32, u32) = (row.get(0)?, row.get(1)?);
            let (opening, first_seat): (u32, u8) = (row.get(2)?, row.get(3)?);
            let payoffs = from_json(row, 4)?;
            // Who sits where: the first contestant at the first seat, the others after it.
            let row_of = &pairings[pairing as usize];
            let mut players = row_of.contestants.clone();
            players.rotate_right(usize::from(first_seat));
            let start = openings.get(opening as usize).cloned().unwrap_or_default();
            let (game, ending) = (row_of.game.clone(), row.get(5)?);
            Ok(((pairing, number), Played { game, start, steps: Vec::new(), players, payoffs, ending }))
        })?;
        self.visit_steps(run.id, |step| {
            let place = games.binary_search_by_key(&(step.pairing, step.number), |(number, _)| *number);
            if let Ok(place) = place {
                games[place].1.steps.push(step.text);
            }
        })?;
        Ok(games.into_iter().map(|(_, game)| game).collect())
    }
}
