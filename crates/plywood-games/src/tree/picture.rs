//! The tree around a node, the node marked and its children to click.

use plywood_core::picture::tree::{Node, Tone, Twig, fold, tree};
use plywood_core::picture::{Caption, Picture};
use plywood_core::{Notation, Player, Turn};

use super::Tree;

/// Nodes side by side and rows that are shown.
const ACROSS: usize = 40;
const ROWS: usize = 8;
/// How far above a node the drawing of a high tree begins.
const ABOVE: usize = 2;

/// The kind of a node by whose turn it is.
pub(crate) fn kind(turn: Turn, players: usize) -> Node {
    match turn {
        Turn::Over => Node::End,
        Turn::Chance => Node::Chance,
        Turn::Player(player) if players > 2 => Node::Player(player.0),
        Turn::Player(Player::FIRST) => Node::Max,
        Turn::Player(_) => Node::Min,
    }
}

/// Whose turn it is in a tree, in words.
pub(crate) fn turn_in_words(turn: Turn) -> String {
    match turn {
        Turn::Player(player) => format!("player {} to move", player.0 + 1),
        Turn::Chance => "chance decides".to_string(),
        Turn::Over => "the game is over".to_string(),
    }
}

pub(super) fn picture(game: &Tree, here: u32) -> Picture {
    let above = |place: &u32| game.node(*place).parent;
    let path: Vec<u32> = std::iter::successors(Some(here), above).collect();
    let root = if game.height as usize >= ROWS { path[ABOVE.min(path.len() - 1)] } else { 0 };
    let mut growth = Growth { game, here, path: &path, twigs: Vec::new() };
    growth.grow(root, None, false);
    let twigs = fold(growth.twigs, ACROSS, ROWS);
    let mut picture = tree("Written tree", &twigs, &[]);
    let cell = |child: u32| {
        let name = game.write_position(&child);
        twigs.iter().position(|twig| twig.name == name).expect("children of the position are kept")
    };
    picture.aim(game, &here, |child| vec![cell(child)]);
    let turn = turn_in_words(game.node(here).turn);
    picture.caption =
        Caption { text: format!("{turn} at {}", game.write_position(&here)), chips: Vec::new() };
    picture.description = format!("{}. {}", game.draw(&here).trim_end(), picture.caption.text);
    picture
}

/// A drawing under way.
struct Growth<'a> {
    game: &'a Tree,
    here: u32,
    /// From the position up to the root.
    path: &'a [u32],
    twigs: Vec<Twig>,
}

impl Growth<'_> {
    /// Adds a node and all under it; what is neither on the way to the position nor below it stands back.
    fn grow(&mut self, place: u32, parent: Option<usize>, below: bool) {
        let node = self.game.node(place);
        let tone = match (place == self.here, below || self.path.contains(&place)) {
            (true, _) => Tone::Here,
            (false, true) => Tone::Plain,
            (false, false) => Tone::Faint,
        };
        let step = match node.parent.map(|parent| self.game.node(parent).turn) {
            Some(Turn::Chance) => format!("{} · {}", node.name, short(node.probability)),
            _ => node.name.clone(),
        };
        let index = self.twigs.len();
        self.twigs.push(Twig {
            value: node.values.iter().map(f64::to_string).collect::<Vec<_>>().join("/"),
            step,
            name: self.game.write_position(&place),
            tone,
            keep: self.path.contains(&place) || node.parent == Some(self.here),
            ..Twig::new(parent, kind(node.turn, self.game.players))
        });
        let below = below || place == self.here;
        node.children.iter().for_each(|child| self.grow(*child, Some(index), below));
    }
}

/// A probability with four digits at most.
pub(crate) fn short(probability: f64) -> String {
    let text = format!("{probability:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
