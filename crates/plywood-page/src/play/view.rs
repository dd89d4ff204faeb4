//! A game under way, as the page describes it.

use plywood_core::Turn;
use plywood_core::facade::AnyLine;
use plywood_core::picture::{Theme, What};
use plywood_lab::report::worth;
use plywood_study::tutor::{Model, Remark};
use serde::Serialize;

use super::table::{Seat, Table};

/// A game that is being played.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct View {
    /// Its name in the API.
    pub id: String,
    /// The game's spec.
    pub game: String,
    /// Who sits where: `person`, `tutor`, or a player's spec.
    pub seats: Vec<String>,
    /// What values are counted in.
    pub unit: String,
    /// The position it started from.
    pub start: String,
    /// Moves and events so far.
    pub steps: Vec<String>,
    /// How often the game was changed: of two answers the one that says more is the newer.
    pub version: u64,
    /// Whether something can be taken back.
    pub undo: bool,
    /// Whether the board is turned by half.
    pub turned: bool,
    /// The position now.
    pub board: Board,
    /// What happened in this request, a board after each step; the last is the position now.
    pub frames: Vec<Board>,
    /// The job that thinks for the player on turn.
    pub thinking: Option<String>,
    /// What the tutor says of the last move of a person.
    #[schema(value_type = Option<Object>)]
    pub remark: Option<Remark>,
    /// What the tutor believes of the person, where it sits at the table.
    #[schema(value_type = Option<Object>)]
    pub pupil: Option<Model>,
}

/// A position to look at and to click.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Board {
    /// The step that led here.
    pub step: Option<String>,
    /// The position as text.
    pub position: String,
    /// Whose turn it is: `player`, `chance` or `over`.
    pub turn: &'static str,
    /// The player on turn, from 1.
    pub mover: Option<usize>,
    /// Legal moves.
    pub moves: Vec<String>,
    /// What clicks on cells mean.
    #[schema(value_type = [Object])]
    pub targets: Vec<plywood_core::picture::Target>,
    /// Names of cells.
    pub cells: Vec<String>,
    /// What the last step changed, in order, with the centres of the cells and how large they are.
    pub last: Vec<Changed>,
    /// The picture.
    pub svg: String,
    /// Whose turn it is or how the game ended, in words.
    pub words: String,
    /// What each player got, where the game is over.
    pub payoffs: Option<Vec<f64>>,
}

/// What the last step did to a cell.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct Changed {
    /// The cell.
    pub cell: usize,
    /// What happened: `left`, `passed`, `came` or `taken`.
    #[schema(value_type = String)]
    pub what: What,
    /// The centre of the cell in the picture.
    pub x: f64,
    /// The same, from above.
    pub y: f64,
    /// Its smaller side.
    pub size: f64,
    /// How many seeds lie there afterwards, where they are counted.
    pub count: Option<u32>,
    /// Those seeds as a piece of SVG.
    pub seeds: Option<String>,
}

impl Board {
    /// Looks at the end of a line.
    pub fn new(line: &dyn AnyLine, turned: bool, result: impl FnOnce(&[f64]) -> String) -> Board {
        let mut picture = line.picture();
        if turned {
            picture = picture.turned();
        }
        let (turn, mover) = match line.turn() {
            Turn::Player(player) => ("player", Some(player.index() + 1)),
            Turn::Chance => ("chance", None),
            Turn::Over => ("over", None),
        };
        let payoffs = (turn == "over").then(|| line.payoffs());
        let caption = picture.caption.text.clone();
        let words = match &payoffs {
            Some(payoffs) => result(payoffs),
            None if caption.is_empty() => plywood_lab::report::position::turn_in_words(line.turn()),
            None => caption,
        };
        let last = picture.last.iter().map(|change| {
            let area = picture.cells[change.cell].area;
            let (x, y) = area.centre();
            let seeds = change.count.and_then(|count| picture.seeds_svg(change.cell, count));
            Changed {
                cell: change.cell,
                what: change.what,
                x,
                y,
                size: area.size(),
                count: change.count,
                seeds,
            }
        });
        Board {
            step: line.steps().last().cloned(),
            position: line.position(),
            turn,
            mover,
            moves: line.moves(),
            last: last.collect(),
            cells: picture.cells.iter().map(|cell| cell.name.clone()).collect(),
            svg: picture.svg(Theme::Page),
            targets: picture.targets,
            words,
            payoffs,
        }
    }
}

impl View {
    /// Looks at a game, after some steps whose boards were kept.
    pub fn new(id: &str, table: &Table, mut frames: Vec<Board>) -> View {
        let board = table.board();
        frames.pop();
        frames.push(board.clone());
        View {
            id: id.to_string(),
            game: table.game.spec(),
            seats: table.seats.iter().map(ToString::to_string).collect(),
            unit: worth::unit(&*table.game).to_string(),
            start: table.line.start(),
            steps: table.line.steps(),
            version: table.version,
            undo: table.can_undo(),
            turned: table.turned,
            board,
            frames,
            thinking: table.thinking.as_ref().filter(|job| !job.is_over()).map(|job| job.id.clone()),
            remark: table.remark.clone(),
            pupil: table.seats.contains(&Seat::Tutor).then(|| table.pupil.model(&*table.game)),
        }
    }
}
