//! Endings of up to four men without pawns: every position with its distance to mate, and to conversion.
//!
//! A class is a list of men, `KQKR`, with everything that captures lead to: its database tells the plies to mate
//! (retrograde analysis, Thompson 1986). Beside it the distance to conversion counts plies to mate or to the first
//! capture, whose result the first database tells. `index` numbers positions; moves are taken back here.
//!
//! Limits: no pawns, no castling rights, and fifty moves or repetitions are not seen, as is usual.

mod index;

use std::sync::Arc;

use cozy_chess::{BitBoard, Board, Color, Piece, Square};
use plywood_core::error::one_of;
use plywood_core::{About, Error, Exact, Game, Key, Oracle, Spec};
use plywood_search::retrograde::{Database, Indexed};

use super::notation::letter;
use super::{Chess, Position};
use index::{Man, Part, Placed, attacks};

/// Kings included, more men than this no ending has.
pub const MOST_MEN: usize = 4;

/// How the oracle is listed.
pub(super) const ABOUT: About = About {
    name: "endings",
    about: "every position of an ending of up to four men without pawns; large ones are kept in the data folder",
    keys: &[Key::new(
        "of",
        "KQK+KRK",
        "the endings with + between, such as KQKR; what captures lead to is in them",
    )],
    source: "Thompson 1986",
};

/// An ending.
#[derive(Debug, Clone)]
pub struct Class {
    /// Its own men first, then what captures lead to; of a class of conversions its own alone.
    parts: Arc<[Part]>,
    /// The database of mates that tells what conversions are worth, where those are counted.
    mates: Option<Arc<Database<Chess>>>,
}

/// Men of a board as a number: two bits for each colour and kind.
type Material = u32;

fn material(men: &[Man]) -> Material {
    men.iter().map(|(color, piece)| 1 << (2 * (*piece as u32 + 5 * *color as u32))).sum()
}

/// The men of a board; none where there are pawns, castling rights or too many men.
fn material_of(board: &Board) -> Option<Material> {
    let castling = |color: Color| {
        let rights = board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    };
    let many = board.occupied().len() as usize > MOST_MEN;
    if many || !board.pieces(Piece::Pawn).is_empty() || castling(Color::White) || castling(Color::Black) {
        return None;
    }
    let mut found = 0;
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        for color in [Color::White, Color::Black] {
            found += board.colored_pieces(color, piece).len() << (2 * (piece as u32 + 5 * color as u32));
        }
    }
    Some(found)
}

/// The same men with colours swapped.
fn swapped(men: Material) -> Material {
    men >> 10 | (men & 0x3FF) << 10
}

/// The worth of men when sides are compared.
fn strength(men: &[Piece]) -> (usize, Vec<Piece>) {
    (men.len(), men.to_vec())
}

impl Class {
    /// The class of the men of two sides, the stronger one's first whatever their colours.
    fn new(mut sides: [Vec<Piece>; 2]) -> Result<Class, Error> {
        for side in &mut sides {
            side.sort_by(|one, other| other.cmp(one));
        }
        if strength(&sides[1]) > strength(&sides[0]) {
            sides.swap(0, 1);
        }
        let [white, black] = sides;
        let all: Vec<Man> = white
            .into_iter()
            .map(|piece| (Color::White, piece))
            .chain(black.into_iter().map(|piece| (Color::Black, piece)))
            .collect();
        if all.is_empty() || all.len() > MOST_MEN - 2 {
            let men = all.len() + 2;
            return Err(Error::new(format!("an ending has 3 to {MOST_MEN} men, this one {men}")));
        }
        let mut lists = vec![all.clone()];
        for left_out in 0..all.len() {
            let less: Vec<Man> =
                all.iter().enumerate().filter(|(index, _)| *index != left_out).map(|(_, man)| *man).collect();
            if !lists.contains(&less) && !less.is_empty() {
                lists.push(less);
            }
        }
        let mut offset = 0;
        let parts = lists.into_iter().map(|men| {
            let part = Part { material: material(&men), men, offset };
            offset += part.size();
            part
        });
        Ok(Class { parts: parts.collect(), mates: None })
    }

    /// The class that counts plies to conversion, given the database that counts plies to mate.
    pub fn conversion(mates: Arc<Database<Chess>>) -> Class {
        Class { parts: mates.class().parts[..1].into(), mates: Some(mates) }
    }

    fn name(&self) -> String {
        let side = |color: Color| -> String {
            let men = self.parts[0].men.iter().filter(|(own, _)| *own == color);
            men.map(|(_, piece)| letter(Color::White, *piece)).collect()
        };
        format!("K{}K{}", side(Color::White), side(Color::Black))
    }

    /// The part of a number.
    fn part(&self, number: usize) -> &Part {
        self.parts.iter().rfind(|part| part.offset <= number).expect("the first part begins at zero")
    }

    /// The part that holds a board, and whether with colours swapped.
    fn part_of(&self, board: &Board) -> Option<(&Part, bool)> {
        let men = material_of(board)?;
        let find = |wanted: Material| self.parts.iter().find(|part| part.material == wanted);
        find(men).map(|part| (part, false)).or_else(|| find(swapped(men)).map(|part| (part, true)))
    }
}

/// The men of a side without its king.
fn side_of(board: &Board, color: Color) -> Vec<Piece> {
    let man = |square: Square| board.piece_on(square).filter(|piece| *piece != Piece::King);
    board.colors(color).iter().filter_map(man).collect()
}

impl Indexed for Chess {
    type Class = Class;

    fn read_class(&self, text: &str) -> Result<Class, Error> {
        let wanted = || {
            Error::new(format!(
                "expected the men of both sides, such as KQKR or KBNK, found {:?}",
                text.trim()
            ))
        };
        let mut sides: Vec<Vec<Piece>> = Vec::new();
        for found in text.trim().to_ascii_uppercase().chars() {
            let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
            match kinds.into_iter().find(|piece| letter(Color::White, *piece) == found) {
                Some(piece) => sides.last_mut().ok_or_else(wanted)?.push(piece),
                None if found == 'K' => sides.push(Vec::new()),
                None if found == 'P' => return Err(Error::new("endings with pawns are not covered")),
                None => return Err(wanted()),
            }
        }
        Class::new(sides.try_into().map_err(|_| wanted())?)
    }
    fn write_class(&self, class: &Class) -> String {
        class.name()
    }
    fn classes(&self, position: &Position) -> Vec<Class> {
        let board = position.board();
        if material_of(board).is_none() {
            return Vec::new();
        }
        let sides = [Color::White, Color::Black].map(|color| side_of(board, color));
        let mut found: Vec<Class> = Class::new(sides.clone()).into_iter().collect();
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            for side in 0..2 {
                let mut more = sides.clone();
                more[side].push(piece);
                found.extend(Class::new(more));
            }
        }
        found
    }
    fn class_file(&self, class: &Class) -> String {
        let counted = if class.mates.is_some() { "conversion" } else { "mate" };
        format!("chess-{}-{counted}", class.name().to_lowercase())
    }

    fn size(&self, class: &Class) -> usize {
        class.parts.iter().map(Part::size).sum()
    }
    fn number(&self, class: &Class, position: &Position) -> Option<usize> {
        let (part, swapped) = class.part_of(position.board())?;
        Some(part.encode(&part.placed(position.board(), swapped)).0)
    }
    fn position(&self, class: &Class, number: usize) -> Option<Position> {
        class.part(number).board(number).map(Position)
    }

    const TAKES_BACK: bool = true;
    /// Takes back every move and capture of the side that is not on turn.
    fn sources(&self, class: &Class, number: usize, mut visit: impl FnMut(usize, bool)) {
        let part = class.part(number);
        let Some((here, symmetric)) = part.decode(number) else { return };
        let by = !here.mover;
        let occupied = part.occupied(&here);
        // Where a reflection changes nothing here, moves come in pairs that mirror each other and one of each counts; where
        // it changes nothing there, one move here stands for two.
        let mut found = |part: &Part, there: Placed| {
            if part.illegal(&there) || part.dead(&there) || touching(&there) {
                return;
            }
            let (source, mirrored) = part.encode(&there);
            match (symmetric, mirrored) {
                (true, false) if part.after_reflection(&there) => {}
                (false, true) => (0..2).for_each(|_| visit(source, false)),
                _ => visit(source, false),
            }
        };
        let movers = (0..part.men.len()).filter(|man| part.men[*man].0 == by).map(Some).chain([None]);
        for man in movers {
            let (piece, at) = match man {
                Some(man) => (part.men[man].1, here.men[man]),
                None => (Piece::King, here.kings[by as usize]),
            };
            for from in attacks(piece, at, occupied) & !occupied {
                let mut there = Placed { mover: by, ..here };
                match man {
                    Some(man) => there.men[man] = from as u8,
                    None => there.kings[by as usize] = from as u8,
                }
                found(part, there);
                if class.mates.is_some() {
                    continue;
                }
                for larger in class.parts.iter() {
                    if let Some(men) = with_captive(part, larger, here.mover, there.men, at) {
                        found(larger, Placed { men, ..there });
                    }
                }
            }
        }
    }

    fn concluded(&self, class: &Class, position: &Position) -> Option<i32> {
        let mates = class.mates.as_ref()?;
        let own = 2 + class.parts[0].men.len() as u32;
        if position.board().occupied().len() == own {
            return None;
        }
        // What is dead is in no database.
        Some(mates.probe(self, position).map_or(0, |exact| exact.payoff))
    }
    fn finished(&self, _: &Class, position: &Position) -> i32 {
        self.payoff(position, position.mover())
    }
    fn groups(&self, class: &Class) -> Vec<String> {
        let sides = ["White to move", "Black to move"];
        sides.map(|side| format!("{}, {side}", class.name())).to_vec()
    }
    /// By who is on turn; what captures lead to is not counted.
    fn group(&self, class: &Class, number: usize) -> (usize, u64) {
        let part = class.part(number);
        let known = part.decode(number).filter(|_| part.offset == 0);
        known.map_or((usize::MAX, 0), |(placed, symmetric)| {
            (placed.mover as usize, if symmetric { 4 } else { 8 })
        })
    }
}

fn touching(placed: &Placed) -> bool {
    let [white, black] = placed.kings;
    attacks(Piece::King, white, BitBoard::EMPTY).has(Square::index(usize::from(black)))
}

/// The men of a part with one more that was taken on a square; none where the other part has not just that man more.
fn with_captive(part: &Part, larger: &Part, color: Color, men: [u8; 2], at: u8) -> Option<[u8; 2]> {
    if larger.men.len() != part.men.len() + 1 {
        return None;
    }
    // The men of a part are in order, so that the one more stands where the lists part.
    let place = (0..larger.men.len()).find(|place| part.men.get(*place) != Some(&larger.men[*place]))?;
    if larger.men[place].0 != color || larger.men[place + 1..] != part.men[place..] {
        return None;
    }
    let mut all = men;
    all[place] = at;
    all[place + 1..larger.men.len()].copy_from_slice(&men[place..part.men.len()]);
    Some(all)
}

/// The databases of mates of some endings.
pub struct Endings(Vec<Arc<Database<Chess>>>);

impl Endings {
    /// The databases that the oracle's spec names.
    pub fn from_spec(game: &Chess, spec: &Spec) -> Result<Endings, Error> {
        let (_, args) = About::find(&[ABOUT], spec, "oracle")?;
        let named = args.word("of")?;
        let read = |name: &str| {
            let class = game.read_class(name).map_err(|error| args.error("of", error))?;
            Database::at_hand(game, class).map(Arc::new)
        };
        Ok(Endings(named.split('+').map(read).collect::<Result<_, _>>()?))
    }

    /// The endings by name.
    pub fn names(&self) -> String {
        one_of(self.0.iter().map(|database| database.class().name()))
    }
}

impl Oracle<Chess> for Endings {
    #[inline]
    fn probe(&self, game: &Chess, position: &Position) -> Option<Exact<i32>> {
        if position.board().occupied().len() as usize > MOST_MEN {
            return None;
        }
        self.0.iter().find_map(|database| {
            game.number(database.class(), position)?;
            database.probe(game, position)
        })
    }
}

#[cfg(test)]
mod tests;
