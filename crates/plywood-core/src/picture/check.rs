//! The conditions that every picture must satisfy: clicks reach all moves and nothing else, and nothing is
//! cut off or covered.

use std::collections::BTreeSet;

use super::{Area, Cell, Kind, Picture, Point, Theme};
use crate::facade::AnyLine;
use crate::game::Turn;

/// How far text may reach out: its width is only about known.
const SLACK: f64 = 6.0;

/// Checks the picture of a line's end; panics at the first thing that is wrong.
pub fn check(line: &dyn AnyLine) {
    let picture = line.picture();
    let moves: BTreeSet<String> = line.moves().into_iter().collect();
    let plays: BTreeSet<String> = picture.targets.iter().map(|target| target.play.clone()).collect();
    let here = line.position();
    assert_eq!(plays, moves, "the targets of {here} name its moves and nothing else");
    assert!(
        matches!(line.turn(), Turn::Player(_)) || picture.targets.is_empty(),
        "there is nothing to click at {here}"
    );
    clicks(&picture);
    inside(&picture);
}

/// Sequences of clicks are short, mean one move each, and can be made.
fn clicks(picture: &Picture) {
    let mut sequences: Vec<&[usize]> =
        picture.targets.iter().map(|target| target.clicks.as_slice()).collect();
    sequences.sort_unstable();
    for clicks in &sequences {
        assert!((1..=3).contains(&clicks.len()), "{clicks:?} are one to three clicks");
        assert!(clicks.iter().all(|cell| *cell < picture.cells.len()), "{clicks:?} are cells");
        let first = &picture.cells[clicks[0]];
        assert!(first.kind != Kind::Choice, "{:?} cannot be seen before another click", first.name);
    }
    for pair in sequences.windows(2) {
        // Sorted, a sequence that another begins with stands right before it.
        assert!(!pair[1].starts_with(pair[0]), "{:?} begin as {:?}", pair[1], pair[0]);
    }
    let used: BTreeSet<usize> = sequences.iter().flat_map(|clicks| clicks.iter().copied()).collect();
    // A choice is seen after the clicks before it, everything else from the start.
    let seen_after = |cell: usize| -> BTreeSet<&[usize]> {
        if picture.cells[cell].kind != Kind::Choice {
            return BTreeSet::from([&[][..]]);
        }
        let before = |clicks: &&[usize]| clicks.iter().position(|click| *click == cell);
        sequences.iter().filter_map(|clicks| before(clicks).map(|at| &clicks[..at])).collect()
    };
    let seen: Vec<BTreeSet<&[usize]>> = used.iter().map(|cell| seen_after(*cell)).collect();
    let used: Vec<&Cell> = used.into_iter().map(|cell| &picture.cells[cell]).collect();
    let names: BTreeSet<&str> = used.iter().map(|cell| cell.name.as_str()).collect();
    assert_eq!(names.len(), used.len(), "cells that are clicked have names of their own: {names:?}");
    assert!(!names.contains(""), "cells that are clicked have names");
    for (place, cell) in used.iter().enumerate() {
        // A piece may lie on a place, a ball on a pocket's edge; some of it must be left to click.
        let covered = |point: Point| {
            let over = |later: usize| !seen[later].is_disjoint(&seen[place]) && used[later].area.holds(point);
            (place + 1..used.len()).any(over)
        };
        assert!(places_in(&cell.area).into_iter().any(|point| !covered(point)), "{:?} is covered", cell.name);
    }
}

/// The middle of an area, and places around it.
fn places_in(area: &Area) -> Vec<Point> {
    let (x, y) = area.centre();
    let shifts = [-0.3, 0.0, 0.3];
    let around = |across: f64| shifts.map(|down| (x + across * area.width, y + down * area.height));
    shifts.into_iter().flat_map(around).collect()
}

/// Nothing reaches out of the picture.
fn inside(picture: &Picture) {
    let within = |[left, top, right, bottom]: [f64; 4], what: &dyn std::fmt::Debug| {
        assert!(
            left >= -SLACK
                && top >= -SLACK
                && right <= picture.width + SLACK
                && bottom <= picture.height + SLACK,
            "{what:?} reaches out of a picture of {} by {}",
            picture.width,
            picture.height
        );
    };
    for cell in &picture.cells {
        within(cell.area.shape().extent(), cell);
    }
    for piece in &picture.pieces {
        piece.look.shapes(piece.at, piece.size).iter().for_each(|shape| within(shape.extent(), piece));
    }
    for shape in picture.ground.iter().chain(&picture.lines).chain(&picture.labels) {
        within(shape.extent(), shape);
    }
    assert!(picture.last.iter().all(|change| change.cell < picture.cells.len()), "changes are of cells");
    let heaped = |cell: usize| picture.heaps.iter().any(|heap| heap.cell == cell);
    assert!(
        picture.last.iter().all(|change| change.count.is_none() || heaped(change.cell)),
        "counts are of heaps"
    );
}

/// Checks that a drawing is well-formed XML, as far as the renderer could go wrong.
pub fn well_formed(picture: &Picture) {
    for theme in [Theme::Light, Theme::Dark, Theme::Auto, Theme::Page] {
        let text = picture.svg(theme);
        let mut open = Vec::new();
        for part in text.split('<').skip(1) {
            let (tag, after) = part.split_once('>').expect("every tag is closed");
            let name = tag.split([' ', '\n', '/']).find(|word| !word.is_empty()).expect("tags have names");
            match (tag.starts_with('/'), tag.ends_with('/')) {
                (true, _) => assert_eq!(open.pop(), Some(name), "tags are closed in order"),
                (false, false) => open.push(name),
                (false, true) => {}
            }
            assert!(tag.matches('"').count().is_multiple_of(2), "{tag} has its quotes in pairs");
            for (place, _) in part.match_indices('&') {
                let entity = part[place..].split_inclusive(';').next().unwrap_or_default();
                assert!(
                    ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"].contains(&entity),
                    "{entity} is none of ours"
                );
            }
            assert!(open.is_empty() || !after.contains('>'), "text is escaped: {after}");
        }
        assert!(open.is_empty(), "{open:?} are left open");
    }
}
