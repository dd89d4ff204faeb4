//! Realization probabilities: how often players choose a move of a kind where there is one, and what such a move costs
//! (Tsuruoka, Yokoyama and Chikayama 2002).
//!
//! A move of probability `p` costs `ln p / ln c` plies, between a half and four of them, where `c` is such that the moves
//! that were played cost one ply in the mean. Kinds that were never seen cost a ply.

use std::path::Path;

use plywood_core::Error;
use plywood_core::labelled::Kind;

use super::PLY;

/// The file of what was counted.
const REALIZATION_FILE: Kind =
    Kind { name: "realization counts", version: 1, made_by: "`plywood train GAME realization from=RUN`" };

/// The least and the most that a move costs.
const COSTS: (f64, f64) = (0.5 * PLY as f64, 4.0 * PLY as f64);

/// How often kinds of moves were there, and chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The game.
    pub game: String,
    /// Where the moves come from.
    pub note: String,
    /// For each kind: its number, positions with such a move, and positions where one was played.
    pub kinds: Vec<(u16, u64, u64)>,
}

impl Counted {
    /// Reads a file.
    pub fn load(path: &Path) -> Result<Counted, Error> {
        REALIZATION_FILE.load(path, Counted::read)
    }

    /// Reads a file's text.
    pub fn read(text: &str) -> Result<Counted, Error> {
        let file = REALIZATION_FILE.read_whole(text)?;
        let mut kinds = Vec::new();
        for row in file.rows::<u64>("kind", 3)? {
            match (u16::try_from(row[0]), row[1], row[2]) {
                (Ok(kind), seen, chosen) if chosen <= seen => kinds.push((kind, seen, chosen)),
                _ => {
                    let why =
                        format!("it is damaged: kind {} was chosen {} times of {}", row[0], row[2], row[1]);
                    return Err(Error::new(why));
                }
            }
        }
        let word = |key| file.value(key).map(str::to_string);
        Ok(Counted { game: word("game")?, note: word("note")?, kinds })
    }

    /// Writes a file.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        REALIZATION_FILE.save(path, &self.text())
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let head = [("game", self.game.clone()), ("note", self.note.clone())];
        let kinds = self.kinds.iter().map(|(kind, seen, chosen)| ("kind", format!("{kind} {seen} {chosen}")));
        REALIZATION_FILE.text(head.into_iter().chain(kinds))
    }

    /// The probability that a kind is played where it can be; a kind that was never played keeps a little.
    pub fn probability(seen: u64, chosen: u64) -> f64 {
        (chosen as f64 + 0.5) / (seen as f64 + 1.0)
    }
}

/// The costs of moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Realization {
    /// By kind, in parts of a ply.
    costs: Vec<u32>,
    /// Whether moves that look best are verified by a null window first.
    pub(super) enhanced: bool,
    /// The file it was read from; empty where it was made otherwise.
    pub(super) file: String,
}

impl Realization {
    /// The costs of moves by the counts.
    pub fn new(counted: &Counted, enhanced: bool) -> Realization {
        let logarithm = |seen, chosen| Counted::probability(seen, chosen).ln();
        let played: u64 = counted.kinds.iter().map(|kind| kind.2).sum();
        let total: f64 =
            counted.kinds.iter().map(|(_, seen, chosen)| *chosen as f64 * logarithm(*seen, *chosen)).sum();
        // The logarithm of what costs a ply, below zero.
        let usual = if played > 0 { (total / played as f64).min(-1e-9) } else { -1.0 };
        let most = counted.kinds.iter().map(|kind| usize::from(kind.0) + 1).max().unwrap_or(0);
        let mut costs = vec![PLY; most];
        for (kind, seen, chosen) in counted.kinds.iter().filter(|kind| kind.1 > 0) {
            let cost = f64::from(PLY) * logarithm(*seen, *chosen) / usual;
            costs[usize::from(*kind)] = cost.clamp(COSTS.0, COSTS.1).round() as u32;
        }
        Realization { costs, enhanced, file: String::new() }
    }

    /// The cost of a move of a kind, in parts of a ply.
    #[inline]
    pub(super) fn cost(&self, kind: u16) -> u32 {
        self.costs.get(usize::from(kind)).copied().unwrap_or(PLY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(kinds: &[(u16, u64, u64)]) -> Counted {
        Counted { game: "loa".into(), note: "some".into(), kinds: kinds.to_vec() }
    }

    #[test]
    fn unlikely_moves_cost_more_and_the_usual_one_a_ply() {
        let costs =
            Realization::new(&counted(&[(0, 1000, 500), (2, 1000, 499), (3, 1000, 1), (4, 0, 0)]), false);
        assert_eq!(
            [0, 2, 1, 4, 9].map(|kind| costs.cost(kind)),
            [PLY; 5],
            "the usual, and what was not seen"
        );
        assert_eq!(costs.cost(3), 4 * PLY, "no more than four");
        let costs = Realization::new(&counted(&[(0, 1000, 990), (1, 1000, 10)]), false);
        assert_eq!(costs.cost(0), PLY / 2, "no less than a half");
        // A quarter is half as likely as a half, twice: it costs twice as much.
        let costs = Realization::new(&counted(&[(0, 1 << 40, 1 << 39), (1, 1 << 20, 1 << 18)]), false);
        assert_eq!([0, 1].map(|kind| costs.cost(kind)), [PLY, 2 * PLY]);
    }

    #[test]
    fn files_are_read_as_they_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.counts");
        let counts = counted(&[(0, 10, 3), (7, 5, 5)]);
        counts.save(&path).unwrap();
        assert_eq!(Counted::load(&path), Ok(counts));
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("7 5 5", "7 5 6")).unwrap();
        assert!(Counted::load(&path).unwrap_err().to_string().contains("chosen 6 times of 5"));
    }
}
