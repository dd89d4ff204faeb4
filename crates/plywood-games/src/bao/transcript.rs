//! Game transcripts as in figure C.4: a head of `key: value` lines, then a line for every two plies, `12: 5R 7R*; why`.

use plywood_core::Error;

/// A game as it was written down.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The facts in the head: South, North, place, date, winner, time, takasia.
    pub head: Vec<(String, String)>,
    /// The moves, South's and North's in turn.
    pub moves: Vec<String>,
    /// Comments, each with the number of moves made before it.
    pub comments: Vec<(usize, String)>,
}

impl Transcript {
    /// Reads a transcript; the moves are not checked against the rules.
    pub fn read(text: &str) -> Result<Transcript, Error> {
        let mut game = Transcript::default();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let wrong = |message: String| Error::new(format!("line {number}: {message}"));
            let (key, rest) =
                line.split_once(':').ok_or_else(|| wrong(format!("expected a colon in {line:?}")))?;
            let Ok(turn) = key.trim().parse::<usize>() else {
                if !game.moves.is_empty() {
                    return Err(wrong(format!("expected the number of a move, found {:?}", key.trim())));
                }
                game.head.push((key.trim().to_string(), rest.trim().to_string()));
                continue;
            };
            let due = game.moves.len() / 2 + 1;
            if turn != due || game.moves.len() % 2 == 1 {
                return Err(wrong(format!("expected move {due}, found {turn}")));
            }
            let (moves, comment) = rest
                .split_once(';')
                .ok_or_else(|| wrong("expected a semicolon after the moves".to_string()))?;
            let moves: Vec<&str> = moves.split_whitespace().collect();
            if moves.is_empty() || moves.len() > 2 {
                return Err(wrong(format!("expected South's move and North's, found {} moves", moves.len())));
            }
            game.moves.extend(moves.into_iter().map(str::to_string));
            if !comment.trim().is_empty() {
                game.comments.push((game.moves.len(), comment.trim().to_string()));
            }
        }
        Ok(game)
    }

    /// The transcript as it is read.
    pub fn write(&self) -> String {
        let mut text: String = self.head.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
        for (index, pair) in self.moves.chunks(2).enumerate() {
            let made = 2 * index + pair.len();
            let said: Vec<&str> = self
                .comments
                .iter()
                .filter(|(after, _)| *after == made)
                .map(|(_, comment)| &comment[..])
                .collect();
            let comment = said.join(", ");
            let gap = if comment.is_empty() { "" } else { " " };
            text += &format!("{}: {};{gap}{comment}\n", index + 1, pair.join(" "));
        }
        text
    }
}
