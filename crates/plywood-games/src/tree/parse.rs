//! Reads a written tree.

use std::sync::Arc;

use plywood_core::{Error, Player, Turn};

use super::{Node, Tree};

/// Trees are written by people: deeper ones are a mistake.
const DEEPEST: u32 = 500;
/// Values of a leaf, and players, at most.
const MOST: usize = 8;

/// Reads a tree.
pub fn parse(text: &str) -> Result<Tree, Error> {
    let mut parser = Parser { text, at: 0, nodes: Vec::new(), numbered: None, width: None, deepest: 0 };
    parser.node(None, 0)?;
    if parser.peek().is_some() {
        return Err(parser.error("expected the end of the tree"));
    }
    let values = || parser.nodes.iter().flat_map(|node| node.values.iter().copied());
    let (low, high) = values()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    let width = parser.width.unwrap_or(1);
    let players = if parser.numbered == Some(true) { width } else { 2 };
    let highest = parser.nodes.iter().filter_map(|node| match node.turn {
        Turn::Player(player) => Some(player.index() + 1),
        _ => None,
    });
    if let Some(highest) = highest.max().filter(|highest| *highest > players) {
        return Err(Error::at(
            text,
            0,
            format!("leaves have {players} payoffs, but player {highest} is on turn somewhere"),
        ));
    }
    // Two players see a value from both sides.
    let bounds = if players > 2 { (low, high) } else { (low.min(-high), high.max(-low)) };
    Ok(Tree {
        chance: parser.nodes.iter().any(|node| node.turn == Turn::Chance),
        players,
        functions: if players > 2 { 1 } else { width },
        bounds,
        height: parser.deepest,
        nodes: Arc::from(parser.nodes),
    })
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    nodes: Vec<Node>,
    /// Whether nodes name their player by number; none until the first decision node.
    numbered: Option<bool>,
    /// How many values a leaf has; none until the first.
    width: Option<usize>,
    deepest: u32,
}

impl Parser<'_> {
    fn error(&self, message: impl Into<String>) -> Error {
        Error::at(self.text, self.at, message)
    }

    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    /// Characters as long as they fit.
    fn word(&mut self, fits: impl Fn(char) -> bool) -> &str {
        self.peek();
        let rest = &self.text[self.at..];
        let length = rest.find(|letter| !fits(letter)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn number(&mut self) -> Result<f64, Error> {
        self.peek();
        let start = self.at;
        let word =
            self.word(|letter| letter.is_ascii_digit() || matches!(letter, '.' | '-' | '+' | 'e' | 'E'));
        let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| Error::at(self.text, start, "expected a node or a number"))
    }

    /// Reads a node and everything below it; returns its place.
    fn node(&mut self, parent: Option<u32>, depth: u32) -> Result<u32, Error> {
        if depth > DEEPEST {
            return Err(self.error(format!("the tree is deeper than {DEEPEST} plies")));
        }
        self.deepest = self.deepest.max(depth);
        let place = self.nodes.len() as u32;
        let opening = self.peek();
        let start = self.at;
        let turn = match opening {
            Some('(' | '[') => {
                self.number_players(false, start)?;
                Turn::Player(if opening == Some('(') { Player::FIRST } else { Player::SECOND })
            }
            Some('{') => Turn::Chance,
            Some(digit @ '1'..='9') if self.text[self.at + 1..].starts_with('(') => {
                self.number_players(true, start)?;
                let player = digit as u8 - b'1';
                if usize::from(player) >= MOST {
                    return Err(self.error(format!("there are {MOST} players at most")));
                }
                self.at += 1;
                Turn::Player(Player(player))
            }
            _ => Turn::Over,
        };
        let name = String::new();
        self.nodes.push(Node {
            turn,
            parent,
            name,
            probability: 1.0,
            children: Vec::new(),
            values: Vec::new(),
        });
        if turn == Turn::Over {
            self.leaf(place)?;
            return Ok(place);
        }
        self.at += 1;
        let closing = match opening {
            Some('[') => ']',
            Some('{') => '}',
            _ => ')',
        };
        while !self.take(closing) {
            self.child(place, depth, turn == Turn::Chance, closing)?;
        }
        if self.nodes[place as usize].children.is_empty() {
            self.at -= closing.len_utf8();
            return Err(self.error("a node has at least one child"));
        }
        if turn == Turn::Chance {
            self.probabilities(place, start)?;
        }
        Ok(place)
    }

    fn number_players(&mut self, numbered: bool, start: usize) -> Result<(), Error> {
        if *self.numbered.get_or_insert(numbered) == numbered {
            return Ok(());
        }
        Err(Error::at(self.text, start, "a tree has either ( ) and [ ] or players by number, not both"))
    }

    fn child(&mut self, parent: u32, depth: u32, chance: bool, closing: char) -> Result<(), Error> {
        if matches!(self.peek(), None | Some(')' | ']' | '}')) {
            return Err(self.error(format!("expected {closing:?} or another child")));
        }
        let start = self.at;
        let mut name = (self.nodes[parent as usize].children.len() + 1).to_string();
        let mut probability = None;
        if chance {
            let head = self.text[start..].split(['(', '[', '{', ' ']).next().unwrap_or_default();
            if head.contains(':') {
                let value = self.number()?;
                if !(value > 0.0 && value <= 1.0) {
                    return Err(Error::at(self.text, start, "a probability is above 0 and at most 1"));
                }
                self.take(':');
                probability = Some(value);
            }
        } else if self.text[start..].starts_with(|letter: char| letter.is_alphabetic()) {
            let word = self.word(|letter| letter.is_alphanumeric() || letter == '_').to_string();
            if !self.take('=') {
                return Err(Error::at(self.text, start, "expected a node, a number or name=node"));
            }
            name = word;
        }
        let taken =
            self.nodes[parent as usize].children.iter().any(|child| self.nodes[*child as usize].name == name);
        if taken {
            return Err(Error::at(self.text, start, format!("{name} names two children")));
        }
        // Either every event has a probability or none has: zero stands for none until all are known.
        let others =
            self.nodes[parent as usize].children.first().map(|child| self.nodes[*child as usize].probability);
        if chance && others.is_some_and(|other| (other > 0.0) != probability.is_some()) {
            return Err(Error::at(self.text, start, "either every event has a probability or none has"));
        }
        let child = self.node(Some(parent), depth + 1)?;
        let below = &mut self.nodes[child as usize];
        below.name = name;
        below.probability = probability.unwrap_or(if chance { 0.0 } else { 1.0 });
        self.nodes[parent as usize].children.push(child);
        Ok(())
    }

    fn probabilities(&mut self, place: u32, start: usize) -> Result<(), Error> {
        let children = self.nodes[place as usize].children.clone();
        let total: f64 = children.iter().map(|child| self.nodes[*child as usize].probability).sum();
        if total > 0.0 && (total - 1.0).abs() > 1e-9 {
            return Err(Error::at(self.text, start, format!("the probabilities sum to {total}, not to 1")));
        }
        for child in &children {
            let probability = &mut self.nodes[*child as usize].probability;
            *probability = if total > 0.0 { *probability } else { 1.0 / children.len() as f64 };
        }
        Ok(())
    }

    fn leaf(&mut self, place: u32) -> Result<(), Error> {
        self.peek();
        let start = self.at;
        let mut values = vec![self.number()?];
        while self.text[self.at..].starts_with('/') {
            self.at += 1;
            values.push(self.number()?);
        }
        if values.len() > MOST {
            return Err(Error::at(self.text, start, format!("a leaf has {MOST} values at most")));
        }
        let width = *self.width.get_or_insert(values.len());
        if width != values.len() {
            let message = format!("this leaf has {} values, the first one {width}", values.len());
            return Err(Error::at(self.text, start, message));
        }
        if self.numbered == Some(true) && width < 3 {
            return Err(Error::at(
                self.text,
                start,
                "with players by number a leaf has a payoff for each, three at least",
            ));
        }
        self.nodes[place as usize].values = values;
        Ok(())
    }
}
