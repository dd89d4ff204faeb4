//! Transcripts: the squares of a game one after the other, `f5d6c3`. Passes are left out, because they are forced.

use plywood_core::{Error, Line, Notation, Step, Turn};

use crate::othello::{Othello, PASS};

/// Reads a transcript from the start of the game; white space between moves is allowed.
pub fn read(game: &Othello, text: &str) -> Result<Line<Othello>, Error> {
    let mut line = Line::new(*game);
    let letters: Vec<(usize, char)> =
        text.char_indices().filter(|(_, letter)| !letter.is_whitespace()).collect();
    for pair in letters.chunks(2) {
        let offset = pair[0].0;
        let name: String = pair.iter().map(|(_, letter)| letter).collect();
        let square = game.square(&name);
        let square = square.ok_or_else(|| Error::at(text, offset, format!("{name:?} is not a square")))?;
        play(&mut line, square).map_err(|message| Error::at(text, offset, message))?;
    }
    Ok(line)
}

/// Plays a square at the end of a line, after the pass that may be forced before it; says why it cannot be played.
pub(super) fn play(line: &mut Line<Othello>, square: u8) -> Result<(), String> {
    let name = line.game().square_name(square);
    if line.turn() == Turn::Over {
        return Err(format!("the game is over: {name} cannot be played"));
    }
    let passed = line.position().moves == 0;
    if passed {
        line.play(PASS);
    }
    if line.position().moves >> square & 1 == 1 {
        line.play(square);
        return Ok(());
    }
    if passed {
        line.undo();
    }
    Err(format!("{name} is not a legal move here"))
}

/// Writes a line as a transcript.
pub fn write(line: &Line<Othello>) -> String {
    let game = line.game();
    let mut text = String::new();
    for (step, position) in line.steps().iter().zip(line.positions()) {
        if let Step::Move(chosen) = step
            && *chosen != PASS
        {
            text += &game.write_move(position, *chosen);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::{Game, random};

    #[test]
    fn transcripts_are_read_back() {
        let game = Othello::default();
        let mut rng = random::seeded(8);
        for _ in 0..200 {
            let mut line = Line::new(game);
            while line.turn() != Turn::Over {
                line.play(game.random_move(line.position(), &mut rng));
            }
            let text = write(&line);
            let again = read(&game, &text).unwrap();
            assert_eq!(write(&again), text);
            assert_eq!(again.position().occupied(), line.position().occupied());
        }
    }

    #[test]
    fn refusals_name_the_column() {
        let game = Othello::default();
        for (text, column) in [("f5a1", 3), ("f5f", 3), ("f5 d6 z9", 7), ("f5d6f5", 5), ("f5\u{1F600}", 3)] {
            assert_eq!(read(&game, text).unwrap_err().column(), Some(column), "{text}");
        }
        assert!(read(&Othello::new(6, plywood_core::PayoffKind::Outcome), "f5").is_err());
    }
}
