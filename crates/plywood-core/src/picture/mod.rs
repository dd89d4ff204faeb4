//! A position as a picture: what to see, and what clicks mean.
//!
//! A [`Picture`] is plain data that knows no game: cells, pieces that stand on them, lines and labels, the
//! last change, and [`Target`]s. A target names the move that a short sequence of clicked cells means: one
//! cell for a disc, two for a piece that moves, three if a direction or a promotion must be chosen as well.
//! No sequence is the beginning of another one, so a move is known as soon as its last cell is clicked.
//!
//! [`svg`] draws a picture, in light and dark; reports, pages and files show that drawing. [`grid`] lays out
//! boards of squares, and [`tree`] draws trees. [`plain`] is the picture of a game that describes none: its
//! drawing in characters, and one button a move. [`look`] defines the look of pieces; [`shape`] and [`paint`]
//! are the means of drawing.

pub mod check;
pub mod grid;
pub mod look;
pub mod paint;
pub mod plain;
pub mod shape;
pub mod svg;
pub mod tree;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

pub use grid::Grid;
pub use look::Look;
pub use paint::Paint;
pub use shape::{Anchor, Form, Leg, Pen, Point, Shape};
pub use svg::Theme;

use crate::game::{Player, Turn};
use crate::notation::Notation;
use crate::value::Value;

/// A position as a picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// The subject in a few words.
    pub title: String,
    /// The position in words, for those who do not see it; [`Picture::in_words`] where it is empty.
    pub description: String,
    /// How wide it is, in pixels of its natural size.
    pub width: f64,
    /// How high it is, without its caption.
    pub height: f64,
    /// The shapes under the pieces: the board.
    pub ground: Vec<Shape>,
    /// The places of the board, and buttons.
    pub cells: Vec<Cell>,
    /// The pieces on the board.
    pub pieces: Vec<Piece>,
    /// The shapes over the pieces: rows, ways, arrows.
    pub lines: Vec<Shape>,
    /// Names and numbers.
    pub labels: Vec<Shape>,
    /// Heaps of seeds whose numbers stand beside them, so that a page can show them change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heaps: Vec<Heap>,
    /// The last changes, in the order in which they happened.
    pub last: Vec<Change>,
    /// The meaning of clicks; empty unless a player is on turn.
    pub targets: Vec<Target>,
    /// Who is on turn, or how the game ended.
    pub caption: Caption,
}

/// A place of the board, or a button.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Its name, unique in a picture.
    pub name: String,
    /// Where it is.
    pub area: Area,
    /// How it shows.
    pub kind: Kind,
}

/// How a cell shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// As it is drawn on the ground; with a dot where it is empty and can be clicked.
    Spot,
    /// As it is drawn on the ground, nothing else.
    Zone,
    /// As a button with its name on it.
    Button,
    /// As a button that appears when the clicks before it were made.
    Choice,
}

/// A rectangle, or the ellipse in it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// To the right edge.
    pub width: f64,
    /// To the lower edge.
    pub height: f64,
    /// Whether it is round.
    pub round: bool,
}

/// Something that stands on the board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// Its name, such as `white knight`.
    pub name: String,
    /// The cell it stands on, where it stands on one.
    pub cell: Option<usize>,
    /// Its centre.
    pub at: Point,
    /// Its height.
    pub size: f64,
    /// Its look.
    pub look: Look,
}

/// A heap of seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heap {
    /// The cell it lies in.
    pub cell: usize,
    /// Which piece it is; none where it lies in several piles.
    pub piece: Option<usize>,
    /// Which label says how many there are.
    pub label: usize,
}

/// A change of a cell in the last step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The cell.
    pub cell: usize,
    /// The change.
    pub what: What,
    /// How many seeds lie in its heap afterwards, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

/// The changes that a cell can undergo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// Something left it.
    Left,
    /// Something passed through, or a seed was sown there.
    Passed,
    /// Something came to stay.
    Came,
    /// The piece there was taken or turned.
    Taken,
}

/// A move as clicks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The cells to click, one after the other.
    pub clicks: Vec<usize>,
    /// The move, as the game writes it.
    pub play: String,
}

/// The line under a picture.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Caption {
    /// Its text.
    pub text: String,
    /// The sign before it: the colour of the player on turn, a die.
    pub chips: Vec<Look>,
}

impl Area {
    /// A rectangle.
    pub const fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Area {
        Area { x, y, width, height, round: false }
    }
    /// A circle.
    pub fn circle((x, y): Point, radius: f64) -> Area {
        Area { x: x - radius, y: y - radius, width: 2.0 * radius, height: 2.0 * radius, round: true }
    }
    /// Its middle.
    pub fn centre(&self) -> Point {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
    /// Its smaller side.
    pub fn size(&self) -> f64 {
        self.width.min(self.height)
    }
    /// Whether a point lies in it.
    pub fn holds(&self, (x, y): Point) -> bool {
        let (across, down) = ((x - self.x) / self.width, (y - self.y) / self.height);
        match self.round {
            true => (across - 0.5).powi(2) + (down - 0.5).powi(2) <= 0.25,
            false => (0.0..=1.0).contains(&across) && (0.0..=1.0).contains(&down),
        }
    }
}

impl Picture {
    /// An empty picture of a size.
    pub fn new(title: impl Into<String>, width: f64, height: f64) -> Picture {
        Picture {
            title: title.into(),
            description: String::new(),
            width,
            height,
            ground: Vec::new(),
            cells: Vec::new(),
            pieces: Vec::new(),
            lines: Vec::new(),
            labels: Vec::new(),
            heaps: Vec::new(),
            last: Vec::new(),
            targets: Vec::new(),
            caption: Caption::default(),
        }
    }

    /// Adds a cell and says which one it is.
    pub fn cell(&mut self, name: impl Into<String>, area: Area, kind: Kind) -> usize {
        self.cells.push(Cell { name: name.into(), area, kind });
        self.cells.len() - 1
    }

    /// Puts a piece on a cell, a little smaller than the cell.
    pub fn put(&mut self, cell: usize, look: Look, name: impl Into<String>) {
        let area = self.cells[cell].area;
        self.pieces.push(Piece {
            name: name.into(),
            cell: Some(cell),
            at: area.centre(),
            size: 0.8 * area.size(),
            look,
        });
    }

    /// Puts a piece that stands on no cell.
    pub fn put_at(&mut self, at: Point, size: f64, look: Look, name: impl Into<String>) {
        self.pieces.push(Piece { name: name.into(), cell: None, at, size, look });
    }

    /// Notes what happened to a cell in the last step.
    pub fn changed(&mut self, cell: usize, what: What) {
        self.last.push(Change { cell, what, count: None });
    }

    /// Notes what happened to a heap, and how many seeds lie there afterwards.
    pub fn sown(&mut self, cell: usize, what: What, count: u32) {
        self.last.push(Change { cell, what, count: Some(count) });
    }

    /// Puts a heap of seeds on a cell, with the label that says how many there are.
    pub fn heap(&mut self, cell: usize, count: u32, name: impl Into<String>, label: Shape) {
        self.heaps.push(Heap { cell, piece: Some(self.pieces.len()), label: self.labels.len() });
        self.put(cell, Look::Seeds(count), name);
        self.labels.push(label);
    }

    /// Adds the targets of all moves of a position: the clicks that mean each. None unless a player is on turn.
    pub fn aim<G: Notation>(
        &mut self,
        game: &G,
        position: &G::Position,
        mut clicks: impl FnMut(G::Move) -> Vec<usize>,
    ) {
        if !matches!(game.turn(position), Turn::Player(_)) {
            return;
        }
        let _ = game.moves(position, |chosen| {
            let play = game.write_move(position, chosen);
            self.targets.push(Target { clicks: clicks(chosen), play });
            ControlFlow::<()>::Continue(())
        });
    }

    /// The picture of a game that is over for a reason the position does not show.
    pub fn ended(mut self, why: impl Into<String>) -> Picture {
        self.targets.clear();
        self.caption = Caption { text: why.into(), chips: Vec::new() };
        self
    }

    /// The name of a cell with its piece: `e4, white pawn`.
    pub fn cell_in_words(&self, cell: usize) -> String {
        let here = self.pieces.iter().filter(|piece| piece.cell == Some(cell)).map(|piece| &piece.name);
        std::iter::once(&self.cells[cell].name).chain(here).cloned().collect::<Vec<_>>().join(", ")
    }

    /// The position in words: what stands where, and whose turn it is.
    pub fn in_words(&self) -> String {
        if !self.description.is_empty() {
            return self.description.clone();
        }
        let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for piece in &self.pieces {
            let at = piece.cell.map(|cell| self.cells[cell].name.as_str());
            places.entry(&piece.name).or_default().extend(at);
        }
        let mut sentences: Vec<String> =
            places
                .into_iter()
                .map(|(name, cells)| {
                    if cells.is_empty() { name.to_string() } else { format!("{name}: {}", cells.join(", ")) }
                })
                .collect();
        sentences.push(self.caption.text.clone());
        sentences.retain(|sentence| !sentence.is_empty());
        sentences.join(". ")
    }

    /// The picture turned by half, so that the other side is near. Buttons stay, text stays upright.
    pub fn turned(mut self) -> Picture {
        let (width, height) = (self.width, self.height);
        let turn = |point: &mut Point| *point = (width - point.0, height - point.1);
        for cell in self.cells.iter_mut().filter(|cell| matches!(cell.kind, Kind::Spot | Kind::Zone)) {
            let area = &mut cell.area;
            (area.x, area.y) = (width - area.x - area.width, height - area.y - area.height);
        }
        self.pieces.iter_mut().for_each(|piece| turn(&mut piece.at));
        for shape in self.ground.iter_mut().chain(&mut self.lines).chain(&mut self.labels) {
            shape.turn(&turn, (width, height));
        }
        self
    }
}

impl Caption {
    /// Who is on turn or how the game ended, given what the players are called and look like.
    pub fn of<G: Notation>(game: &G, position: &G::Position, players: &[(&str, Look)]) -> Caption {
        let one =
            |player: Player, text: String| Caption { text, chips: vec![players[player.index()].1.clone()] };
        let name = |player: Player| players[player.index()].0;
        match game.turn(position) {
            Turn::Player(player) => one(player, format!("{} to move", name(player))),
            Turn::Chance => Caption { text: "chance decides".to_string(), chips: Vec::new() },
            Turn::Over => {
                let payoffs: Vec<f64> = (0..players.len())
                    .map(|player| game.payoff(position, Player(player as u8)).to_f64())
                    .collect();
                let most = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let mut best = (0..).map(Player).zip(&payoffs).filter(|(_, payoff)| **payoff == most);
                match (best.next(), best.next()) {
                    (Some((winner, _)), None) => one(winner, format!("{} wins", name(winner))),
                    _ => Caption { text: "a draw".to_string(), chips: Vec::new() },
                }
            }
        }
    }
}
