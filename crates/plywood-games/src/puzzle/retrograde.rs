//! Every board of the 3x3 puzzle, numbered for retrograde analysis: the cells of all tiles but the last. Boards that cannot
//! be reached have numbers too, and no position.

use plywood_core::Error;
use plywood_search::retrograde::Indexed;

use super::pattern::Index;
use super::{Sliding, Tiles};

/// All boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct All;

impl Sliding {
    fn index(&self) -> Index {
        Index::new(self.cells(), self.cells() - 1)
    }
}

impl Indexed for Sliding {
    type Class = All;

    fn read_class(&self, text: &str) -> Result<All, Error> {
        match (text.trim(), self.side()) {
            ("all", 3) => Ok(All),
            ("all", _) => {
                Err(Error::new("a board of 16 cells has too many positions; puzzle(size=3) has 181440"))
            }
            (other, _) => Err(Error::new(format!("expected the class all, found {other:?}"))),
        }
    }
    fn write_class(&self, _: &All) -> String {
        "all".to_string()
    }
    fn classes(&self, _: &Tiles) -> Vec<All> {
        self.read_class("all").into_iter().collect()
    }
    fn class_file(&self, _: &All) -> String {
        format!("puzzle-{}x{}", self.side(), self.side())
    }

    fn size(&self, _: &All) -> usize {
        self.index().len()
    }
    fn number(&self, _: &All, tiles: &Tiles) -> Option<usize> {
        let mut cells = [0; super::MOST];
        (0..self.cells()).for_each(|cell| cells[tiles.tile(cell)] = cell as u8);
        Some(self.index().number(cells.into_iter().take(self.cells() - 1)))
    }
    fn position(&self, _: &All, number: usize) -> Option<Tiles> {
        let last = self.cells() - 1;
        let mut board = [last as u8; super::MOST];
        let (cells, _) = self.index().cells(number);
        (0..last).for_each(|tile| board[usize::from(cells[tile])] = tile as u8);
        let tiles = Tiles::of(board.into_iter().take(self.cells()));
        self.solvable(&tiles).then_some(tiles)
    }
}

#[cfg(test)]
mod tests {
    use plywood_core::{Budget, Exact, Line, Oracle, Search, Stop, Task};
    use plywood_search::retrograde::Database;
    use plywood_search::single::ida::Ida;

    use super::super::pattern::{Patterns, Set};
    use super::*;

    /// Every board has the distance that a forward search finds.
    #[test]
    fn every_board_has_the_distance_of_forward_search() {
        let game = Sliding::new(3, 1);
        let database = Database::build(&game, All, &Stop::new()).unwrap();
        let estimate = Patterns::new(&game, Set::named(&game, "44").unwrap(), None).unwrap();
        let mut search = Ida::new(estimate);
        let mut boards = 0;
        for number in 0..game.size(&All) {
            let Some(tiles) = game.position(&All, number) else { continue };
            assert_eq!(game.number(&All, &tiles), Some(number));
            let line = Line::from(game, tiles);
            let report = search.think(&line, Task::new(Budget::ENDLESS).seed(1));
            let exact = database.probe(&game, &tiles).expect("all are known");
            assert_eq!(exact, Exact { payoff: 1, distance: report.distance }, "{tiles:?}");
            boards += 1;
        }
        assert_eq!(boards, 181_440);
        let summary = database.summary(&game);
        assert_eq!((summary.positions, summary.wins), (181_439, 181_439), "all but the goal");
        assert_eq!(summary.most.map(|(plies, _)| plies), Some(31));
    }

    #[test]
    fn the_large_board_is_refused() {
        assert!(Sliding::new(4, 1).read_class("all").is_err());
        assert!(Sliding::new(3, 1).read_class("some").is_err());
    }
}
