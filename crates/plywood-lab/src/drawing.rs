//! A search laid open as an outline in characters or as a picture (SVG).
//!
//! Values and windows are told from the first player's view, as textbooks draw them: max nodes point up, min nodes
//! down, chance nodes are round. What a cut spared is drawn grey.

use std::fmt::Write;

use plywood_core::{Player, Trace, TraceNode, Turn};

/// A number as short as it can be.
fn short(value: f64) -> String {
    if value == f64::INFINITY {
        "∞".to_string()
    } else if value == f64::NEG_INFINITY {
        "-∞".to_string()
    } else {
        let text = format!("{value:.4}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        if text == "-0" { "0".to_string() } else { text.to_string() }
    }
}

/// A node's value as the first player sees it.
fn value_of(node: &TraceNode) -> Option<f64> {
    node.value.map(|value| if node.turn.view() == Player::FIRST { value } else { -value })
}

/// A node's window as the first player sees it.
fn window_of(node: &TraceNode) -> Option<(f64, f64)> {
    node.window.map(|(low, high)| if node.turn.view() == Player::FIRST { (low, high) } else { (-high, -low) })
}

fn kind(node: &TraceNode, two_players: bool) -> String {
    match node.turn {
        Turn::Over => String::new(),
        Turn::Chance => "chance".to_string(),
        Turn::Player(Player::FIRST) if two_players => "max".to_string(),
        Turn::Player(_) if two_players => "min".to_string(),
        Turn::Player(player) => format!("player {}", player.0 + 1),
    }
}

fn is_two_player(trace: &Trace) -> bool {
    trace.nodes.iter().all(|node| !matches!(node.turn, Turn::Player(player) if player.0 > 1))
}

/// The calls in order, indented by ply.
pub fn outline(trace: &Trace) -> String {
    let two_players = is_two_player(trace);
    let mut text = String::new();
    for node in &trace.nodes {
        let indent = "  ".repeat(node.ply as usize);
        let step = match (&node.step, node.probability) {
            (None, _) => "root".to_string(),
            (Some(step), Some(probability)) => format!("{step} ({})", short(probability)),
            (Some(step), None) => step.clone(),
        };
        let mut parts = vec![step, kind(node, two_players)];
        if let Some((low, high)) = window_of(node) {
            parts.push(format!("window ({}, {})", short(low), short(high)));
        }
        if let Some(value) = value_of(node) {
            parts.push(format!("= {}", short(value)));
        }
        parts.extend(node.values.iter().map(|(name, value)| format!("{name} {}", short(*value))));
        parts.push(node.note.clone());
        if !node.pruned.is_empty() {
            parts.push(format!("not searched: {}", node.pruned.join(" ")));
        }
        parts.retain(|part| !part.is_empty());
        let _ = writeln!(text, "{indent}{}", parts.join("  "));
    }
    if trace.truncated {
        text += "(more calls were made than are shown)\n";
    }
    text
}

const ROW: f64 = 92.0;
const COLUMN: f64 = 74.0;
const MARGIN: f64 = 46.0;

/// A place in the picture: a call, or a child that was never searched.
struct Spot<'a> {
    node: Option<&'a TraceNode>,
    label: String,
    parent: Option<usize>,
    ply: u32,
    x: f64,
}

/// The picture: leaves side by side, every parent above the middle of its children.
pub fn svg(trace: &Trace) -> String {
    let spots = lay_out(trace);
    let width = spots.iter().map(|spot| spot.x).fold(0.0, f64::max) + 2.0 * MARGIN;
    let height = spots.iter().map(|spot| f64::from(spot.ply)).fold(0.0, f64::max) * ROW + 2.0 * MARGIN + 16.0;
    let two_players = is_two_player(trace);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    let place = |spot: &Spot| (spot.x + MARGIN, f64::from(spot.ply) * ROW + MARGIN);
    for spot in &spots {
        let Some(parent) = spot.parent else { continue };
        let ((x1, y1), (x2, y2)) = (place(&spots[parent]), place(spot));
        let style = if spot.node.is_some() { "#667" } else { "#ccc\" stroke-dasharray=\"4 3" };
        let _ = writeln!(
            out,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{style}\" stroke-width=\"1.4\"/>"
        );
        let (x, y) = (x1 + (x2 - x1) * 0.56, y1 + (y2 - y1) * 0.56);
        let colour = if spot.node.is_some() { "#345" } else { "#aaa" };
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\" stroke=\"#fff\" stroke-width=\"4\" paint-order=\"stroke\" \
             font-size=\"12\">{}</text>",
            escape(&spot.label)
        );
    }
    for spot in &spots {
        let (x, y) = place(spot);
        let Some(node) = spot.node else {
            let _ =
                writeln!(out, "<text x=\"{x}\" y=\"{}\" fill=\"#b55\" font-size=\"16\">✕</text>", y + 5.0);
            continue;
        };
        draw_node(&mut out, node, two_players, x, y);
    }
    out + "</svg>\n"
}

fn draw_node(out: &mut String, node: &TraceNode, two_players: bool, x: f64, y: f64) {
    let (fill, line) = match node.turn {
        Turn::Over => ("#f4f1e8", "#998"),
        Turn::Chance => ("#fdf3d7", "#b80"),
        Turn::Player(Player::FIRST) => ("#dcebfb", "#27c"),
        Turn::Player(_) => ("#fbe0dc", "#c43"),
    };
    let shape = match node.turn {
        Turn::Player(player) if two_players => {
            let tip = if player == Player::FIRST { -20.0 } else { 20.0 };
            format!(
                "<polygon points=\"{x},{} {},{} {},{}\"",
                y + tip,
                x - 27.0,
                y - tip * 0.8,
                x + 27.0,
                y - tip * 0.8
            )
        }
        Turn::Over => {
            format!("<rect x=\"{}\" y=\"{}\" width=\"44\" height=\"26\" rx=\"5\"", x - 22.0, y - 13.0)
        }
        _ => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"19\""),
    };
    let _ = writeln!(out, "{shape} fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"1.5\"/>");
    let value = value_of(node).map_or("?".to_string(), short);
    let _ =
        writeln!(out, "<text x=\"{x}\" y=\"{}\" fill=\"#112\" font-weight=\"600\">{value}</text>", y + 5.0);
    let mut beside: Vec<String> = Vec::new();
    if let Some((low, high)) = window_of(node).filter(|_| node.turn != Turn::Over) {
        beside.push(format!("({}, {})", short(low), short(high)));
    }
    beside.extend(node.values.iter().map(|(name, value)| format!("{name} {}", short(*value))));
    if !matches!(node.note.as_str(), "" | "over" | "leaf") {
        beside.push(node.note.clone());
    }
    for (row, text) in beside.iter().enumerate() {
        let below = y + 32.0 + 12.0 * row as f64;
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{below}\" fill=\"#678\" font-size=\"10\">{}</text>",
            escape(text)
        );
    }
}

fn lay_out(trace: &Trace) -> Vec<Spot<'_>> {
    let mut spots: Vec<Spot> = trace
        .nodes
        .iter()
        .map(|node| Spot {
            node: Some(node),
            label: match (&node.step, node.probability) {
                (None, _) => String::new(),
                (Some(step), Some(probability)) => format!("{step} · {}", short(probability)),
                (Some(step), None) => step.clone(),
            },
            parent: node.parent,
            ply: node.ply,
            x: 0.0,
        })
        .collect();
    for (place, node) in trace.nodes.iter().enumerate() {
        for name in &node.pruned {
            spots.push(Spot {
                node: None,
                label: name.clone(),
                parent: Some(place),
                ply: node.ply + 1,
                x: 0.0,
            });
        }
    }
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); spots.len()];
    for (place, spot) in spots.iter().enumerate() {
        if let Some(parent) = spot.parent {
            children[parent].push(place);
        }
    }
    let mut next = 0.0;
    let roots: Vec<usize> = (0..spots.len()).filter(|place| spots[*place].parent.is_none()).collect();
    for root in roots {
        settle(root, &children, &mut spots, &mut next);
    }
    spots
}

/// Puts a spot above the middle of its children, leaves one after the other.
fn settle(place: usize, children: &[Vec<usize>], spots: &mut [Spot], next: &mut f64) {
    for child in &children[place] {
        settle(*child, children, spots, next);
    }
    spots[place].x = match (children[place].first(), children[place].last()) {
        (Some(first), Some(last)) => (spots[*first].x + spots[*last].x) / 2.0,
        _ => {
            *next += COLUMN;
            *next - COLUMN
        }
    };
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
