//! EPD: positions with what is known of them, a line each: `FEN without counters; bm Nf3; id "first";`.
//!
//! `bm` names the best moves and `am` those to avoid; other operations are kept as text.

use cozy_chess::Move;
use plywood_core::notation::split_score;
use plywood_core::{Error, Notation};

use super::Chess;
use super::notation::read_fen;
use super::position::Position;

/// A line of a suite.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The position.
    pub position: Position,
    /// The best moves.
    pub best: Vec<Move>,
    /// Moves to avoid.
    pub avoid: Vec<Move>,
    /// The other operations: a name and what follows it.
    pub others: Vec<(String, String)>,
}

impl Problem {
    /// The name of the line.
    pub fn id(&self) -> Option<&str> {
        self.others.iter().find(|(name, _)| name == "id").map(|(_, value)| value.as_str())
    }
    /// Whether a move solves the problem.
    pub fn solved_by(&self, chosen: Move) -> bool {
        (self.best.is_empty() || self.best.contains(&chosen)) && !self.avoid.contains(&chosen)
    }
}

/// Reads a line.
pub fn read(game: &Chess, text: &str) -> Result<Problem, Error> {
    // Four fields of the position, and the two counters of FEN where they are there.
    let mut ends = text.char_indices().filter(|(_, found)| found.is_whitespace()).map(|(at, _)| at);
    let mut split = text.len();
    let mut words = 0;
    let mut last = 0;
    loop {
        let end = ends.next().unwrap_or(text.len());
        let word = text[last..end].trim();
        if !word.is_empty() {
            if words >= 4 && word.parse::<u32>().is_err() {
                split = last;
                break;
            }
            words += 1;
            if word.ends_with(';') || words == 6 {
                split = end;
                break;
            }
        }
        if end == text.len() {
            break;
        }
        last = end;
    }
    let position = read_fen(text[..split].trim_end().trim_end_matches(';'))?;
    let mut problem = Problem { position, best: Vec::new(), avoid: Vec::new(), others: Vec::new() };
    let mut at = split;
    for operation in text[split..].split(';') {
        let words = operation.trim();
        let (name, value) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let moves = || {
            let read = |word: &str| {
                let wrong = |error: Error| Error::at(text, at, format!("{name}: {error}"));
                game.read_move(&problem.position, word).map_err(wrong)
            };
            value.split_whitespace().map(read).collect::<Result<Vec<_>, _>>()
        };
        match name {
            "" => {}
            "bm" => problem.best = moves()?,
            "am" => problem.avoid = moves()?,
            _ => problem.others.push((name.to_string(), value.trim().trim_matches('"').to_string())),
        }
        at += operation.len() + 1;
    }
    Ok(problem)
}

/// Whether a line names best moves or moves to avoid.
pub(super) fn has_operations(text: &str) -> bool {
    text.split_whitespace().any(|word| word == "bm" || word == "am")
}

/// Reads a line of a suite: EPD, or a position and perhaps a score after a `;`.
pub(super) fn read_problem(game: &Chess, text: &str) -> Result<(Position, Option<f64>), Error> {
    if has_operations(text) {
        return Ok((read(game, text)?.position, None));
    }
    let (position, score) = split_score(text)?;
    Ok((game.read_position(position)?, score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_moves_are_read_and_checked() {
        let game = Chess::default();
        let line = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";";
        let problem = read(&game, line).unwrap();
        assert_eq!(problem.id(), Some("BK.01"));
        assert!(problem.solved_by(game.read_move(&problem.position, "Qd1+").unwrap()));
        assert!(!problem.solved_by(
            game.read_move(&problem.position, "Qxf7").or(game.read_move(&problem.position, "Qd2+")).unwrap()
        ));
        let full = "4k3/8/8/8/8/8/8/R3K3 w Q - 7 30; am Ra2 Ra3; c0 \"a rook\"";
        let problem = read(&game, full).unwrap();
        assert_eq!((problem.avoid.len(), problem.position.board().halfmove_clock()), (2, 7));
        assert!(read(&game, "4k3/8/8/8/8/8/8/R3K3 w Q - bm Rb3;").unwrap_err().to_string().contains("bm"));
        assert_eq!(game.read_best(&problem.position, line).unwrap().len(), 1);
        assert_eq!(game.read_problem("4k3/8/8/8/8/8/8/R3K3 w - - 0 1; 1").unwrap().1, Some(1.0));
    }
}
