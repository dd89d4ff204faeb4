//! Bao's own notation (appendix C): rows `A` and `B` of South, `a` and `b` of North, holes 1 to 8 from their owner's left,
//! `L` or `R` for the way the hand goes (with a capture in namua: the kichwa it sows from), `>` where the house is
//! played, `*` for takasa and `**` where it lays takasia on a hole.

use std::ops::ControlFlow;

use plywood_core::error::one_of;
use plywood_core::{Error, Game, LastOf, Notation, Picture, Player};

use super::{
    Bao, Board, HOUSE, NOTHING, STONES, STORE, Start, filled, front, options, picture, stones, takasia, total,
};
use crate::notation::{Word, Words, player_number, read_player};

/// The number of a hole from its owner's left, 1 to 8.
pub(super) fn number(hole: u8) -> u8 {
    if hole < 8 { hole + 1 } else { 16 - hole }
}

/// The letter of a hole's row.
pub(super) fn row(player: Player, hole: u8) -> char {
    match (player == Player::FIRST, hole < 8) {
        (true, true) => 'A',
        (true, false) => 'B',
        (false, true) => 'a',
        (false, false) => 'b',
    }
}

/// A hole by row and number.
pub(super) fn hole_name(player: Player, hole: u8) -> String {
    format!("{}{}", row(player, hole), number(hole))
}

/// `L` or `R`: the way the hand goes as the player sees it, or the kichwa from which captured stones are sown in namua.
fn way(board: &Board, capturing: bool, start: Start) -> char {
    let to_the_right = if board.in_namua(board.mover) && capturing {
        !start.clockwise
    } else {
        start.clockwise == (start.hole < 8)
    };
    if to_the_right { 'R' } else { 'L' }
}

impl Notation for Bao {
    fn write_position(&self, board: &Board) -> String {
        let side = |player: Player| {
            let (own, _) = board.seen_by(player);
            let row = |holes: &mut dyn Iterator<Item = u8>| {
                holes.map(|hole| stones(own, hole).to_string()).collect::<Vec<_>>().join(",")
            };
            let house = if board.houses[player.index()] { "h" } else { "" };
            let store = board.stores[player.index()];
            format!("{}/{}:{store}{house}", row(&mut (0..8)), row(&mut (8..16).rev()))
        };
        let mut text =
            format!("{} {} {}", side(Player::FIRST), side(Player::SECOND), player_number(board.mover));
        if board.barred != NOTHING {
            text += &format!(" takasia:{}", hole_name(board.mover, board.barred));
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Board, Error> {
        let mut words = Words::of(text);
        let (south, south_store, south_house) = read_side(&mut words, "South")?;
        let (north, north_store, north_house) = read_side(&mut words, "North")?;
        let mover = read_player(&mut words, 2)?;
        let mut board = Board {
            sides: [south, north],
            stores: [south_store, north_store],
            houses: [south_house, north_house],
            barred: NOTHING,
            mover,
        };
        let found = total(south) + total(north) + u32::from(south_store) + u32::from(north_store);
        if found != STONES {
            return Err(Error::new(format!("{STONES} stones are on the board and in store, not {found}")));
        }
        // South begins, and each puts one stone a turn (rule 2.2).
        let even = south_store == north_store;
        let next = if mover == Player::FIRST || south_store == 0 && even {
            even
        } else {
            south_store + 1 == north_store
        };
        if !next {
            return Err(Error::new(format!(
                "stores of {south_store} and {north_store} cannot be: each player puts one stone a turn, South first \
                 (rule 2.2)"
            )));
        }
        if let Ok(word) = words.next("the end") {
            let what = "takasia: and a hole of the player on turn, such as takasia:A3, or the end";
            let name = word.str().strip_prefix("takasia:").ok_or_else(|| word.expected(what))?;
            board.barred = takasia(&board);
            if board.stores != [0; 2] || board.barred == NOTHING || hole_name(mover, board.barred) != name {
                return Err(word.error(format!("{name} cannot be under takasia here (rule 4.1)")));
            }
            if !self.takasia {
                return Err(word.error("there is no takasia by these rules"));
            }
        }
        words.end()?;
        Ok(board)
    }

    fn write_move(&self, board: &Board, start: Start) -> String {
        let capturing = options(board).capturing;
        let mut text = if board.in_namua(board.mover) {
            number(start.hole).to_string()
        } else {
            hole_name(board.mover, start.hole)
        };
        let forced = board.in_namua(board.mover) && capturing && matches!(start.hole, 0 | 1 | 6 | 7);
        if !forced {
            text.push(way(board, capturing, start));
        }
        if start.house {
            text.push('>');
        }
        if !capturing {
            text += if self.play(board, start).barred == NOTHING { "*" } else { "**" };
        }
        text
    }

    /// Also with a row in namua, without asterisks, with the way where there is no choice and without it where one move
    /// alone is meant.
    fn read_move(&self, board: &Board, text: &str) -> Result<Start, Error> {
        let capturing = options(board).capturing;
        let asked = Asked::read(text.trim());
        let (mut meant, mut written) = (Vec::new(), Vec::new());
        let _ = self.moves(board, |start| {
            written.push(self.write_move(board, start));
            if asked.is_some_and(|asked| asked.means(board, start, way(board, capturing, start))) {
                meant.push(start);
            }
            ControlFlow::<()>::Continue(())
        });
        if let [start] = meant[..] {
            return Ok(start);
        }
        let rule = if capturing { "; a capture is obligatory (rule 1.8a)" } else { "" };
        Err(Error::new(format!(
            "{:?} is not a legal move here{rule}; legal: {}",
            text.trim(),
            one_of(written)
        )))
    }

    fn draw(&self, board: &Board) -> String {
        let cells = |player: Player, holes: &mut dyn Iterator<Item = u8>| -> String {
            let (own, _) = board.seen_by(player);
            holes.map(|hole| format!("{:>4}", stones(own, hole))).collect()
        };
        let [south, north] = [Player::FIRST, Player::SECOND];
        let numbers =
            |holes: &mut dyn Iterator<Item = u8>| holes.map(|hole| format!("{hole:>4}")).collect::<String>();
        let state = |player: Player| {
            let house = if board.houses[player.index()] { ", house owned" } else { "" };
            format!("store {}{house}", board.stores[player.index()])
        };
        format!(
            "  {}\nb {}   North\na {}   {}\nA {}   {}\nB {}   South\n  {}\n",
            numbers(&mut (1..=8).rev()),
            cells(north, &mut (8..16)),
            cells(north, &mut (0..8).rev()),
            state(north),
            cells(south, &mut (0..8)),
            state(south),
            cells(south, &mut (8..16).rev()),
            numbers(&mut (1..=8)),
        )
    }

    fn picture(&self, board: &Board, last: Option<LastOf<Self>>) -> Picture {
        picture::picture(self, board, last)
    }
}

/// A move as it was written.
#[derive(Clone, Copy)]
struct Asked {
    row: Option<char>,
    number: u8,
    way: Option<char>,
    house: bool,
}

impl Asked {
    fn read(text: &str) -> Option<Asked> {
        let text = text.trim_end_matches('*');
        let bare = text.strip_suffix('>').unwrap_or(text);
        let house = bare.len() < text.len();
        let mut letters = bare.chars().peekable();
        let row = letters.next_if(|letter| "ABab".contains(*letter));
        let number = letters.next()?.to_digit(10)? as u8;
        let way = letters.next().map(|way| way.to_ascii_uppercase());
        let is_whole = letters.next().is_none() && way.is_none_or(|way| "LR".contains(way));
        is_whole.then_some(Asked { row, number, way, house })
    }

    /// Whether this means a move that goes this way.
    fn means(&self, board: &Board, start: Start, way: char) -> bool {
        let row = row(board.mover, start.hole);
        let same_row = self.row.map_or(board.in_namua(board.mover), |asked| asked.eq_ignore_ascii_case(&row));
        same_row
            && self.number == number(start.hole)
            && self.way.is_none_or(|asked| asked == way)
            && self.house == start.house
    }
}

/// Reads one side, `0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0:22h`: its holes, its store and whether it owns its house.
fn read_side(words: &mut Words, whose: &str) -> Result<(u128, u8, bool), Error> {
    let what = format!("{whose}'s front and back row and store, such as 0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0:22h");
    let word = words.next(&what)?;
    let (rows, store) = word.split(':').ok_or_else(|| word.expected(&what))?;
    let (front_row, back_row) = rows.split('/').ok_or_else(|| word.expected(&what))?;
    let mut side = 0;
    for (row, front_row) in [(front_row, true), (back_row, false)] {
        let counts = row.split_all(',');
        if counts.len() != 8 {
            return Err(row.error(format!("expected 8 holes, found {}", counts.len())));
        }
        for (index, count) in (0u8..).zip(counts) {
            let hole = if front_row { index } else { 15 - index };
            side |= u128::from(count.number(0, STONES)?) << (8 * hole);
        }
    }
    let (store, house) = read_store(&store)?;
    if filled(front(side), 0) >> HOUSE & 1 == 0 && house {
        return Err(word.error("an empty house is not owned (rule 2.5a)"));
    }
    Ok((side, store, house))
}

fn read_store(store: &Word) -> Result<(u8, bool), Error> {
    let what = || store.expected(&format!("a store of 0 to {STORE}, and h where the house is owned"));
    let digits = store.str().strip_suffix('h').unwrap_or(store.str());
    let count = digits.parse().ok().filter(|count| *count <= STORE).ok_or_else(what)?;
    Ok((count, digits.len() < store.str().len()))
}
