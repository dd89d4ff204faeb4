//! Pattern databases: the exact distances of the puzzle with most tiles made blank, as estimates.
//!
//! *Whole* patterns hold the blank and count every move (Culberson and Schaeffer 1998): of several the largest counts.
//! *Additive* ones count the moves of their own tiles, so that those of disjoint patterns may be summed (Korf and Felner
//! 2002). The board mirrored at its diagonal has the same distance, so every database is asked twice and the larger
//! answer counts.
//!
//! A database is a byte a placement. Large ones are made once and kept in the data folder; a file that is damaged or of
//! another version is made anew. 5-5-5 takes half a second, 6-6-3 some, 7-8 minutes and 577 MB, fringe and corner minutes
//! and 519 MB each.

mod build;
mod index;

use std::path::{Path, PathBuf};

use plywood_core::{Error, cache, files};
use plywood_search::single::Heuristic;

use super::{MOST, Slide, Sliding, Tiles};
pub(super) use index::Index;
use index::TILES;

/// The most patterns that work together.
const PATTERNS: usize = 3;

/// Patterns that work together, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// The side of the board it is for.
    pub side: usize,
    /// Whether the answers of its patterns are summed; else the largest counts.
    pub additive: bool,
    /// The tiles of each pattern; in whole ones the blank is first.
    pub patterns: &'static [&'static [u8]],
}

/// Every set, the largest of those that the search chooses from last.
pub const SETS: &[Set] = &[
    Set { name: "44", side: 3, additive: true, patterns: &[&[1, 2, 3, 4], &[5, 6, 7, 8]] },
    Set {
        name: "555",
        side: 4,
        additive: true,
        patterns: &[&[1, 2, 3, 6, 7], &[4, 5, 8, 9, 12], &[10, 11, 13, 14, 15]],
    },
    Set {
        name: "663",
        side: 4,
        additive: true,
        patterns: &[&[1, 2, 4, 5, 8, 9], &[3, 6, 7, 10, 11, 15], &[12, 13, 14]],
    },
    Set {
        name: "78",
        side: 4,
        additive: true,
        patterns: &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]],
    },
    Set { name: "fringe", side: 4, additive: false, patterns: &[&[0, 3, 7, 11, 12, 13, 14, 15]] },
    Set { name: "corner", side: 4, additive: false, patterns: &[&[0, 8, 9, 10, 12, 13, 14, 15]] },
    Set {
        name: "fringe_corner",
        side: 4,
        additive: false,
        patterns: &[&[0, 3, 7, 11, 12, 13, 14, 15], &[0, 8, 9, 10, 12, 13, 14, 15]],
    },
    Set {
        name: "fringe_corner_7",
        side: 4,
        additive: false,
        patterns: &[&[0, 3, 7, 11, 13, 14, 15], &[0, 9, 10, 12, 13, 14, 15]],
    },
    Set { name: "all", side: 3, additive: false, patterns: &[&[0, 1, 2, 3, 4, 5, 6, 7]] },
];

impl Set {
    /// The set of a name for a board.
    pub fn named(game: &Sliding, name: &str) -> Option<&'static Set> {
        SETS.iter().find(|set| set.side == game.side() && set.name == name)
    }

    /// The name of a pattern's file, and its content.
    fn file(&self, folder: &Path, tiles: &[u8]) -> (PathBuf, String) {
        let kind = if self.additive { "additive" } else { "whole" };
        let list = tiles.iter().map(u8::to_string).collect::<Vec<_>>().join("-");
        let name = format!("{kind}-{}x{}-{list}", self.side, self.side);
        (folder.join("patterns").join(format!("{name}.bin")), format!("sliding tiles {name}, version 1"))
    }

    /// Whether making it takes more than a second.
    pub fn is_large(&self) -> bool {
        self.side == 4 && self.patterns.iter().any(|tiles| tiles.len() > 5)
    }

    /// Whether every database of the set is kept in a folder.
    pub fn kept(&self, folder: &Path) -> bool {
        self.patterns.iter().all(|tiles| self.file(folder, tiles).0.exists())
    }

    /// Bytes that its databases take at most, and what is needed to make them where a folder does not keep them.
    pub(in crate::puzzle) fn most_bytes(&self, game: &Sliding, folder: &Path) -> u64 {
        let sizes = || self.patterns.iter().map(|tiles| Index::new(game.cells(), tiles.len()).len() as u64);
        let making = if self.kept(folder) { 0 } else { sizes().max().unwrap_or(0) };
        // An additive one is made in words of four bytes.
        sizes().sum::<u64>() + making * if self.additive { 4 } else { 1 }
    }

    /// The distances of a pattern: as they are kept, or made now and kept then.
    fn distances(&self, game: &Sliding, tiles: &[u8], folder: Option<&Path>) -> Result<Vec<u8>, Error> {
        let make = || if self.additive { build::additive(game, tiles) } else { build::whole(game, tiles) };
        let Some(folder) = folder else { return make() };
        let (path, name) = self.file(folder, tiles);
        let length = Index::new(game.cells(), tiles.len()).len();
        match cache::load(&path, &name) {
            Ok(distances) if distances.len() == length => Ok(distances),
            _ => {
                let distances = make()?;
                cache::save(&path, &name, &distances)?;
                Ok(distances)
            }
        }
    }
}

/// The databases of a set as an estimate.
pub struct Patterns {
    additive: bool,
    index: [Index; PATTERNS],
    tiles: &'static [&'static [u8]],
    distances: Vec<Vec<u8>>,
    /// The pattern of each tile; one beyond the last where it is in none.
    of: [u8; MOST],
    /// The cells mirrored at the diagonal, and so the tiles, whose cells at the goal are their numbers.
    mirror: [u8; MOST],
}

/// Where the tiles are, on the board and its mirror image, and what the patterns say of both.
#[derive(Debug, Clone, Copy)]
pub struct State {
    /// The cell of each tile, four bits each.
    cells: [u64; 2],
    distances: [[u8; PATTERNS]; 2],
    estimate: u32,
}

impl Patterns {
    /// The databases of a set, kept in a folder where one is given.
    pub fn new(game: &Sliding, set: &Set, folder: Option<&Path>) -> Result<Patterns, Error> {
        let tiles = set.patterns;
        let distances =
            tiles.iter().map(|tiles| set.distances(game, tiles, folder)).collect::<Result<_, _>>()?;
        let pattern = |tile: u8| tiles.iter().position(|tiles| tiles.contains(&tile)).unwrap_or(tiles.len());
        let side = game.side();
        let mirrored =
            |cell: usize| if cell < game.cells() { cell % side * side + cell / side } else { cell };
        Ok(Patterns {
            additive: set.additive,
            index: std::array::from_fn(|nth| {
                Index::new(game.cells(), tiles.get(nth).map_or(1, |tiles| tiles.len()))
            }),
            tiles,
            distances,
            of: std::array::from_fn(|tile| pattern(tile as u8) as u8),
            mirror: std::array::from_fn(|cell| mirrored(cell) as u8),
        })
    }

    /// The databases of a set, kept in the data folder of the user unless they are made as fast as read.
    pub fn kept(game: &Sliding, set: &Set) -> Result<Patterns, Error> {
        let folder = files::data_folder();
        Patterns::new(game, set, if set.is_large() { Some(&folder) } else { None })
    }

    /// Bytes of the databases.
    pub fn bytes(&self) -> usize {
        self.distances.iter().map(Vec::len).sum()
    }

    /// The estimate of a pattern for tiles in cells.
    #[inline(always)]
    fn look(&self, nth: usize, cells: u64) -> u8 {
        let places = self.tiles[nth].iter().map(|tile| (cells >> (4 * tile) & 15) as u8);
        self.distances[nth][self.index[nth].number(places)]
    }

    /// The estimate of the patterns together.
    #[inline(always)]
    fn together(&self, distances: &[u8; PATTERNS]) -> u32 {
        let distances = distances.iter().map(|distance| u32::from(*distance));
        if self.additive { distances.sum() } else { distances.max().unwrap_or(0) }
    }
}

impl Heuristic<Sliding> for Patterns {
    type State = State;

    fn root(&self, game: &Sliding, tiles: &Tiles) -> State {
        let mut cells = [0; 2];
        for cell in 0..game.cells() {
            let tile = tiles.tile(cell);
            cells[0] |= (cell as u64) << (4 * tile);
            cells[1] |= u64::from(self.mirror[cell]) << (4 * self.mirror[tile]);
        }
        let look = |cells: u64| {
            std::array::from_fn(|nth| if nth < self.tiles.len() { self.look(nth, cells) } else { 0 })
        };
        let distances: [[u8; PATTERNS]; 2] = cells.map(look);
        let estimate = distances.iter().map(|distances| self.together(distances)).max().unwrap_or(0);
        State { cells, distances, estimate }
    }

    #[inline]
    fn advance(
        &self,
        _: &Sliding,
        state: &State,
        before: &Tiles,
        _: Slide,
        after: &Tiles,
        enough: u32,
    ) -> State {
        let mut next = *state;
        let (from, to) = (after.blank(), before.blank());
        let tile = before.tile(from);
        let moved = [(tile, from, to), {
            let mirror = |cell: usize| usize::from(self.mirror[cell & 15]);
            (mirror(tile), mirror(from), mirror(to))
        }];
        next.estimate = 0;
        for (side, (tile, from, to)) in moved.into_iter().enumerate() {
            let turned = (from ^ to) as u64;
            // The tile and the blank change places.
            next.cells[side] ^= turned << (4 * tile) ^ turned;
            if self.additive {
                let nth = usize::from(self.of[tile & 15]);
                next.distances[side][nth] = self.look(nth, next.cells[side]);
            } else {
                for nth in 0..self.tiles.len() {
                    next.distances[side][nth] = self.look(nth, next.cells[side]);
                }
            }
            next.estimate = next.estimate.max(self.together(&next.distances[side]));
            if next.estimate >= enough {
                break;
            }
        }
        next
    }

    #[inline(always)]
    fn estimate(&self, state: &State) -> u32 {
        state.estimate
    }
}

const _: () = assert!(TILES >= 8, "the patterns of eight fit");
