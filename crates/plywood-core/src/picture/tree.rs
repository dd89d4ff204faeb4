//! Trees as pictures: the step that led to a node above it, its value in it, notes below it, and nothing on
//! the edges.
//!
//! A node and its texts form a block. Blocks stand side by side in rows; a subtree is as wide as its blocks
//! need, and a parent stands above the middle of its children. Edges begin below the lowest note of a row and
//! end above the text over a child, so they cross only the empty strip between two rows.
//!
//! A large tree is folded ([`fold`]): each node shows as many children as fit, and the number of the others.

use super::shape::{Leg, Point, Shape, width_of, wrap};
use super::{Area, Kind, Paint, Picture};

/// A node of a drawn tree. Parents come before their children.
#[derive(Debug, Clone, PartialEq)]
pub struct Twig {
    /// Its parent; none for a root.
    pub parent: Option<usize>,
    /// The kind of node.
    pub node: Node,
    /// The text in it.
    pub value: String,
    /// The step that leads to it.
    pub step: String,
    /// The text below it.
    pub notes: Vec<String>,
    /// Its name.
    pub name: String,
    /// How it stands out.
    pub tone: Tone,
    /// Whether it is shown whatever is folded.
    pub keep: bool,
    /// The identity that its maker gave it; a sign for folded nodes has the identity of the node above.
    pub number: usize,
}

/// Kinds of nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node {
    /// The first of two players is on turn.
    Max,
    /// The second of two players is on turn.
    Min,
    /// An event happens by chance.
    Chance,
    /// One of several players is on turn, counted from zero.
    Player(u8),
    /// The game is over.
    End,
    /// It was never searched.
    Cut,
    /// There is more than is shown.
    More,
}

/// How a node stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tone {
    /// As the others.
    #[default]
    Plain,
    /// Less than the others.
    Faint,
    /// The one that matters.
    Here,
}

/// A line of the legend: a node or a text, and what it means.
#[derive(Debug, Clone, PartialEq)]
pub enum Key {
    /// A kind of node.
    Node(Node),
    /// A text as it stands in the tree.
    Text(String),
}

/// The height of a node.
const HIGH: f64 = 32.0;
/// The empty strip between two rows.
const STRIP: f64 = 34.0;
/// Between two blocks of a row.
const GAP: f64 = 12.0;
const MARGIN: f64 = 18.0;
const VALUE: f64 = 13.0;
const STEP: f64 = 12.5;
const NOTE: f64 = 11.0;
/// From one line of text to the next, as a share of the letters' height.
const LEADING: f64 = 1.3;
/// The least width of a picture with a legend.
const LEGEND_WIDTH: f64 = 440.0;

impl Twig {
    /// A node without texts.
    pub fn new(parent: Option<usize>, node: Node) -> Twig {
        Twig {
            parent,
            node,
            value: String::new(),
            step: String::new(),
            notes: Vec::new(),
            name: String::new(),
            tone: Tone::Plain,
            keep: false,
            number: 0,
        }
    }

    /// How wide the node itself is.
    fn wide(&self) -> f64 {
        match self.node {
            Node::Cut => 18.0,
            Node::More => width_of(&self.value, STEP),
            _ => (width_of(&self.value, VALUE) * 1.07 + 18.0).max(40.0),
        }
    }

    /// How wide the node is with its texts.
    fn block(&self) -> f64 {
        let notes = self.notes.iter().map(|note| width_of(note, NOTE));
        notes.fold(self.wide().max(width_of(&self.step, STEP)), f64::max) + GAP
    }
}

/// For each node its children in order.
fn children(twigs: &[Twig]) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); twigs.len()];
    for (place, twig) in twigs.iter().enumerate() {
        if let Some(parent) = twig.parent {
            children[parent].push(place);
        }
    }
    children
}

/// For each node how many steps it is below its root.
fn plies(twigs: &[Twig]) -> Vec<usize> {
    let mut plies: Vec<usize> = Vec::with_capacity(twigs.len());
    for twig in twigs {
        plies.push(twig.parent.map_or(0, |parent| plies[parent] + 1));
    }
    plies
}

/// A tree of at most `most_rows` rows with at most `most_across` places side by side, except for nodes to
/// keep: the first children of every node, as many as fit everywhere, and how many there are besides. What is
/// left comes in the order of a walk, every node before what hangs from it.
pub fn fold(twigs: Vec<Twig>, most_across: usize, most_rows: usize) -> Vec<Twig> {
    let children = children(&twigs);
    let plies = plies(&twigs);
    let rows = plies.iter().max().map_or(1, |ply| ply + 1).min(most_rows.max(1));
    let most = children.iter().map(Vec::len).max().unwrap_or(0);
    let roots: Vec<usize> = (0..twigs.len()).filter(|place| twigs[*place].parent.is_none()).collect();
    let mut plan = Plan { twigs: &twigs, children: &children, plies: &plies, rows, width: 2 };
    let fits = |plan: &Plan| roots.iter().map(|root| plan.across(*root)).sum::<usize>() <= most_across;
    // As many rows as fit with two children a node, then as many children as fit.
    while plan.rows > 1 && !fits(&plan) {
        plan.rows -= 1;
    }
    let (mut fitting, mut large) = (plan.width, most + 1);
    while fitting + 1 < large {
        plan.width = fitting.midpoint(large);
        if fits(&plan) {
            fitting = plan.width;
        } else {
            large = plan.width;
        }
    }
    plan.width = fitting;
    let mut folded = Vec::new();
    for root in roots {
        plan.take(root, None, &mut folded);
    }
    folded
}

/// How many rows and how many children of a node are shown.
struct Plan<'a> {
    twigs: &'a [Twig],
    children: &'a [Vec<usize>],
    plies: &'a [usize],
    rows: usize,
    width: usize,
}

impl Plan<'_> {
    /// The children of a node that are shown, and whether there are more.
    fn shown(&self, place: usize) -> (Vec<usize>, usize) {
        let all = &self.children[place];
        let deep = self.plies[place] + 1 >= self.rows;
        // One that does not fit takes as much room as saying so.
        let width = if deep {
            0
        } else if all.len() == self.width + 1 {
            all.len()
        } else {
            self.width
        };
        let shown: Vec<usize> = (all.iter().enumerate())
            .filter(|(index, child)| *index < width || self.twigs[**child].keep)
            .map(|(_, child)| *child)
            .collect();
        let hidden = all.len() - shown.len();
        (shown, hidden)
    }

    /// Places side by side that a subtree needs.
    fn across(&self, place: usize) -> usize {
        let (shown, hidden) = self.shown(place);
        let below: usize = shown.iter().map(|child| self.across(*child)).sum();
        (below + usize::from(hidden > 0 && !shown.is_empty())).max(1)
    }

    fn take(&self, place: usize, parent: Option<usize>, folded: &mut Vec<Twig>) {
        let here = folded.len();
        let (shown, hidden) = self.shown(place);
        folded.push(Twig { parent, ..self.twigs[place].clone() });
        for child in &shown {
            self.take(*child, Some(here), folded);
        }
        if hidden == 0 {
            return;
        }
        if shown.is_empty() {
            folded[here].notes.push(format!("… {hidden} below"));
        } else {
            let name = format!("{hidden} more below {}", folded[here].name);
            let (value, number) = (format!("… {hidden} more"), folded[here].number);
            folded.push(Twig { value, name, number, ..Twig::new(Some(here), Node::More) });
        }
    }
}

/// The picture of a tree. Its cells are the nodes in the order given.
pub fn tree(title: &str, twigs: &[Twig], legend: &[(Key, String)]) -> Picture {
    let shown: Vec<Option<&Twig>> = twigs.iter().map(Some).collect();
    growing(title, twigs, &shown, legend)
}

/// The picture of a tree that is not whole yet: every node stands where it will stand, as it is now; what is not there
/// yet leaves its room empty. Its cells are the nodes that are shown, in the order given.
pub fn growing(title: &str, twigs: &[Twig], shown: &[Option<&Twig>], legend: &[(Key, String)]) -> Picture {
    let (children, plies) = (children(twigs), plies(twigs));
    let rows = Rows::of(twigs, &plies);
    let mut layout =
        Layout { twigs, children: &children, middles: vec![0.0; twigs.len()], widths: Vec::new() };
    layout.widths = layout.subtree_widths();
    let mut left = MARGIN;
    for root in (0..twigs.len()).filter(|place| twigs[*place].parent.is_none()) {
        layout.settle(root, left);
        left += layout.widths[root] + 2.0 * GAP;
    }
    let wide = (left - 2.0 * GAP + MARGIN).max(if legend.is_empty() { 0.0 } else { LEGEND_WIDTH });
    let shift = ((wide - (left - 2.0 * GAP + MARGIN)) / 2.0).max(0.0);
    let mut picture = Picture::new(title, wide, rows.bottom + MARGIN);
    let middles: Vec<f64> = layout.middles.iter().map(|middle| middle + shift).collect();
    for (place, twig) in shown.iter().enumerate() {
        let Some(twig) = *twig else { continue };
        let at = (middles[place], rows.middle(plies[place]));
        if let Some(parent) = twigs[place].parent {
            let above = shown[parent].unwrap_or(&twigs[parent]);
            picture.ground.push(rows.edge(above, middles[parent], twig, at.0, plies[place]));
        }
        draw(&mut picture, twig, at);
    }
    add_legend(&mut picture, legend);
    picture
}

/// Where the rows of a tree are.
struct Rows {
    /// The top of each row's blocks, the middle of its nodes, and the end of its notes.
    places: Vec<(f64, f64, f64)>,
    bottom: f64,
}

impl Rows {
    fn of(twigs: &[Twig], plies: &[usize]) -> Rows {
        let count = plies.iter().max().map_or(0, |ply| ply + 1);
        let mut places = Vec::with_capacity(count);
        let mut top = MARGIN;
        for row in 0..count {
            let here = || twigs.iter().zip(plies).filter(|(_, ply)| **ply == row).map(|(twig, _)| twig);
            let step = if here().any(|twig| !twig.step.is_empty()) { STEP * LEADING } else { 0.0 };
            let notes = here().map(|twig| twig.notes.len()).max().unwrap_or(0) as f64;
            let middle = top + step + HIGH / 2.0;
            let end = middle + HIGH / 2.0 + if notes > 0.0 { 4.0 + notes * NOTE * LEADING } else { 0.0 };
            places.push((top, middle, end));
            top = end + STRIP;
        }
        Rows { places, bottom: top - if count > 0 { STRIP } else { 0.0 } }
    }

    fn middle(&self, row: usize) -> f64 {
        self.places[row].1
    }

    /// From below the parent's notes straight down to the end of its row, then across the strip to the child.
    fn edge(&self, parent: &Twig, from: f64, child: &Twig, to: f64, row: usize) -> Shape {
        let (_, parent_middle, parent_end) = self.places[row - 1];
        let (top, middle, _) = self.places[row];
        let start = parent_middle
            + HIGH / 2.0
            + if parent.notes.is_empty() { 0.0 } else { 6.0 + parent.notes.len() as f64 * NOTE * LEADING };
        let above = if child.step.is_empty() { middle - HIGH / 2.0 } else { top - 1.0 };
        let mut legs =
            vec![Leg::Move((from, start)), Leg::Line((from, parent_end + 3.0)), Leg::Line((to, top - 1.0))];
        if above > top {
            legs.push(Leg::Line((to, above)));
        }
        let edge = Shape::path(legs);
        match (child.node, child.tone) {
            (Node::Cut | Node::More, _) => edge.line(Paint::Hair, 1.3).dashed(),
            (_, Tone::Faint) => edge.line(Paint::Hair, 1.3),
            (_, Tone::Plain) => edge.line(Paint::Faint, 1.3),
            (_, Tone::Here) => edge.line(Paint::Mark, 2.6),
        }
    }
}

struct Layout<'a> {
    twigs: &'a [Twig],
    children: &'a [Vec<usize>],
    middles: Vec<f64>,
    widths: Vec<f64>,
}

impl Layout<'_> {
    fn subtree_widths(&self) -> Vec<f64> {
        let mut widths: Vec<f64> = self.twigs.iter().map(Twig::block).collect();
        for place in (0..self.twigs.len()).rev() {
            let below: f64 = self.children[place].iter().map(|child| widths[*child]).sum();
            widths[place] = widths[place].max(below);
        }
        widths
    }

    /// Places a subtree whose left edge is given.
    fn settle(&mut self, place: usize, left: f64) {
        let below: f64 = self.children[place].iter().map(|child| self.widths[*child]).sum();
        let mut at = left + (self.widths[place] - below) / 2.0;
        for index in 0..self.children[place].len() {
            let child = self.children[place][index];
            self.settle(child, at);
            at += self.widths[child];
        }
        let ends = (self.children[place].first(), self.children[place].last());
        self.middles[place] = match ends {
            (Some(first), Some(last)) => {
                // Above its children, unless its own texts would stick out to a side.
                let middle = (self.middles[*first] + self.middles[*last]) / 2.0;
                let half = self.twigs[place].block() / 2.0;
                middle.clamp(left + half, (left + self.widths[place] - half).max(left + half))
            }
            _ => left + self.widths[place] / 2.0,
        };
    }
}

fn paints(node: Node) -> (Paint, Paint) {
    match node {
        Node::Max | Node::Player(0) => (Paint::Max, Paint::MaxEdge),
        Node::Min | Node::Player(1) => (Paint::Min, Paint::MinEdge),
        Node::Player(_) => (Paint::Other, Paint::OtherEdge),
        Node::Chance => (Paint::Chance, Paint::ChanceEdge),
        Node::End | Node::Cut | Node::More => (Paint::End, Paint::EndEdge),
    }
}

/// The outline of a node of a width around a point: max nodes point up, min nodes down, chance nodes are round.
fn outline(node: Node, (x, y): Point, wide: f64) -> Shape {
    let (half, high) = (wide / 2.0, HIGH / 2.0);
    let house = |up: f64| {
        Shape::polygon([
            (x, y - up * high),
            (x + half, y - up * 0.25 * high),
            (x + half, y + up * high),
            (x - half, y + up * high),
            (x - half, y - up * 0.25 * high),
        ])
    };
    let slab = |corner: f64| Shape::rectangle(x - half, y - high * 0.85, wide, 1.7 * high).round(corner);
    match node {
        Node::Max => house(1.0),
        Node::Min => house(-1.0),
        Node::Chance | Node::Player(_) => slab(0.85 * high),
        Node::End | Node::Cut | Node::More => slab(3.0),
    }
}

fn draw(picture: &mut Picture, twig: &Twig, at: Point) {
    let (x, y) = at;
    let half = twig.block() / 2.0 - GAP / 2.0;
    let faint = twig.tone == Tone::Faint;
    let ink = if faint { Paint::Faint } else { Paint::Ink };
    let above = if twig.step.is_empty() { 0.0 } else { STEP * LEADING };
    let notes = twig.notes.len() as f64 * NOTE * LEADING;
    let top = y - HIGH / 2.0 - above;
    let area = Area::rectangle(x - half, top, 2.0 * half, above + HIGH + notes + 4.0);
    picture.cell(twig.name.clone(), area, Kind::Zone);
    if !twig.step.is_empty() {
        let step = Shape::text((x, y - HIGH / 2.0 - above / 2.0), STEP, twig.step.clone());
        picture.labels.push(step.fill(if twig.node == Node::Cut { Paint::Faint } else { ink }));
    }
    match twig.node {
        Node::Cut => {
            for rise in [-5.0, 5.0] {
                let stroke = Shape::segment((x - 5.0, y - rise), (x + 5.0, y + rise));
                picture.ground.push(stroke.line(Paint::MinEdge, 2.0));
            }
        }
        Node::More => picture.labels.push(Shape::text(at, STEP, twig.value.clone()).fill(Paint::Faint)),
        node => {
            let (fill, edge) = paints(node);
            let (edge, width) = if twig.tone == Tone::Here { (Paint::Mark, 3.5) } else { (edge, 1.5) };
            let outline = outline(node, at, twig.wide()).fill(fill).line(edge, width);
            picture.ground.push(if faint { outline.opacity(0.55) } else { outline });
            // The mass of a house is not in its middle.
            let sink = match node {
                Node::Max => 0.1 * HIGH,
                Node::Min => -0.1 * HIGH,
                _ => 0.0,
            };
            picture.labels.push(Shape::text((x, y + sink), VALUE, twig.value.clone()).bold().fill(ink));
        }
    }
    for (row, note) in twig.notes.iter().enumerate() {
        let middle = y + HIGH / 2.0 + 4.0 + NOTE * LEADING * (row as f64 + 0.5);
        picture.labels.push(Shape::text((x, middle), NOTE, note.clone()).fill(Paint::Faint));
    }
}

/// Adds the legend under a tree, a line for each entry, wrapped to the picture's width.
fn add_legend(picture: &mut Picture, legend: &[(Key, String)]) {
    if legend.is_empty() {
        return;
    }
    let key_width = |key: &Key| match key {
        Key::Node(_) => 34.0,
        Key::Text(text) => width_of(text, STEP) * 1.07,
    };
    let column = legend.iter().map(|(key, _)| key_width(key)).fold(34.0, f64::max).min(150.0);
    let (left, right) = (MARGIN + column + 12.0, picture.width - MARGIN);
    let mut y = picture.height + 4.0;
    picture.ground.push(Shape::segment((MARGIN, y), (right, y)).line(Paint::Hair, 1.0));
    y += 20.0;
    for (key, meaning) in legend {
        match key {
            Key::Node(Node::More) => {}
            Key::Node(node) => {
                let twig = Twig::new(None, *node);
                let at = (MARGIN + 17.0, y);
                let mut drawn = Picture::new("", 0.0, 0.0);
                draw(&mut drawn, &twig, at);
                picture.ground.append(&mut drawn.ground);
            }
            Key::Text(text) => {
                let text = Shape::text((MARGIN, y), STEP, text.clone()).bold().start();
                picture.labels.push(text);
            }
        }
        for line in wrap(meaning, STEP, right - left) {
            picture.labels.push(Shape::text((left, y), STEP, line).start().fill(Paint::Faint));
            y += 18.0;
        }
        if matches!(key, Key::Node(_)) {
            y += 21.0;
        }
    }
    picture.height = y + MARGIN - 10.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree in which every node above the last row has as many children.
    fn even(width: usize, rows: usize) -> Vec<Twig> {
        let mut twigs = vec![Twig::new(None, Node::Max)];
        let mut row = vec![0];
        for _ in 1..rows {
            let mut next = Vec::new();
            for parent in row {
                for _ in 0..width {
                    next.push(twigs.len());
                    twigs.push(Twig { value: "7".to_string(), ..Twig::new(Some(parent), Node::Min) });
                }
            }
            row = next;
        }
        twigs
    }

    fn across(twigs: &[Twig]) -> usize {
        let children = children(twigs);
        children.iter().filter(|below| below.is_empty()).count()
    }

    #[test]
    fn what_fits_is_not_folded() {
        let folded = fold(even(3, 3), 9, 3);
        assert_eq!(folded.len(), even(3, 3).len());
        assert!(folded.iter().all(|twig| twig.node != Node::More && twig.notes.is_empty()));
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        for (width, rows, most) in [(7, 4, 40), (20, 2, 10), (2, 9, 30), (50, 3, 5), (1, 90, 4)] {
            let all = even(width, rows);
            let folded = fold(all.clone(), most, 12);
            assert!(across(&folded) <= most, "{} of {most} places", across(&folded));
            assert!(plies(&folded).iter().all(|ply| *ply < 12));
            assert!(folded.len() < all.len());
            let hidden = folded.iter().filter(|twig| twig.node == Node::More || !twig.notes.is_empty());
            assert!(hidden.count() > 0, "what is hidden is told");
        }
    }

    #[test]
    fn what_is_to_be_kept_is() {
        let mut twigs = even(9, 4);
        let last = twigs.len() - 1;
        let mut at = Some(last);
        while let Some(place) = at {
            (twigs[place].keep, at) = (true, twigs[place].parent);
        }
        twigs[last].name = "kept".to_string();
        assert!(fold(twigs, 12, 8).iter().any(|twig| twig.name == "kept"));
    }

    #[test]
    fn blocks_of_a_row_do_not_overlap() {
        let mut twigs = even(3, 4);
        for (place, twig) in twigs.iter_mut().enumerate() {
            twig.notes = vec!["a note that is long".repeat(place % 3)];
            twig.step = "step".repeat(place % 4);
        }
        let picture = tree("", &twigs, &[]);
        let plies = plies(&twigs);
        for (one, first) in picture.cells.iter().enumerate() {
            for (other, second) in picture.cells.iter().enumerate().skip(one + 1) {
                let apart = first.area.x + first.area.width <= second.area.x + 1e-9
                    || second.area.x + second.area.width <= first.area.x + 1e-9;
                assert!(plies[one] != plies[other] || apart, "{one} and {other} overlap");
            }
        }
    }
}
