//! The puzzle's graph by counts that are known, its estimates by the true distances of every board of the small one, and
//! every solver by breadth-first search.

use std::sync::Arc;

use plywood_core::random::seeded;
use plywood_core::spec::Size;
use plywood_core::{Budget, Game, Knowledge, Line, Notation, Report, Search, Task, Turn, conformance};
use plywood_search::single::best_first::{BestFirst, levels};
use plywood_search::single::ida::Ida;
use plywood_search::single::{Blind, Cost, Heuristic, Nearby};

use super::pattern::{Patterns, Set};
use super::{Conflict, Endings, Manhattan, Slide, Sliding, Tiles};
use crate::testing::refused;

fn small() -> Sliding {
    Sliding::new(3, 1)
}
fn large() -> Sliding {
    Sliding::new(4, 1)
}

#[test]
fn positions_at_each_distance_are_as_many_as_known() {
    let all = levels(&small(), &small().goal(), 40);
    assert_eq!(all.iter().sum::<u64>(), 181_440);
    assert_eq!(all.len() - 1, 31);
    assert_eq!(all[..8], [1, 2, 4, 8, 16, 20, 39, 62]);
    assert_eq!(all[31], 2);
    // Korf and Schultze 2005.
    let some = levels(&large(), &large().goal(), 14);
    assert_eq!(some, [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821]);
}

#[test]
fn endings_are_the_levels() {
    let endings = Endings::new(&large(), 13);
    let counted: Vec<u64> = endings.levels().iter().map(|count| *count as u64).collect();
    assert_eq!(counted, levels(&large(), &large().goal(), 13));
    for moves in 1..16 {
        let held = Endings::new(&large(), moves).bytes()
            + 8 * levels(&large(), &large().goal(), moves).iter().sum::<u64>();
        assert!((held..=4 * held).contains(&Endings::most_bytes(moves)), "{moves} moves hold {held}");
    }
    let (game, near) = (small(), Endings::new(&small(), 12));
    let truth = Patterns::new(&game, Set::named(&game, "all").unwrap(), None).unwrap();
    let mut rng = seeded(1);
    let mut here = game.goal();
    for _ in 0..30_000 {
        here = game.slide(&here, game.random_move(&here, &mut rng));
        let cost = truth.estimate(&truth.root(&game, &here));
        match near.cost(&game, &here) {
            Cost::Exactly(known) => assert_eq!(known, cost),
            Cost::AtLeast(least) => assert!(cost >= least && least > 12 && least % 2 == cost % 2),
        }
    }
}

fn think(mut search: impl Search<Sliding>, game: &Sliding, tiles: Tiles) -> Report<Slide> {
    search.think(&Line::from(*game, tiles), Task::new(Budget::ENDLESS).seed(1))
}

/// Whether the moves of a report lead to the goal.
fn walked(game: &Sliding, tiles: Tiles, report: &Report<Slide>) -> bool {
    let end = report.pv.iter().fold(tiles, |here, slide| game.play(&here, *slide));
    game.turn(&end) == Turn::Over && report.distance == Some(report.pv.len() as u32)
}

/// Every board of the small puzzle with its distance, from the database that is the puzzle itself.
#[test]
fn estimates_are_never_too_large_and_carried_along_as_made_afresh() {
    fn check<H: Heuristic<Sliding>>(game: &Sliding, estimate: &H, truth: &Patterns) {
        let mut rng = seeded(3);
        let mut here = game.goal();
        assert_eq!(estimate.estimate(&estimate.root(game, &here)), 0);
        let mut state = estimate.root(game, &here);
        for _ in 0..20_000 {
            let slide = game.random_move(&here, &mut rng);
            let after = game.slide(&here, slide);
            state = estimate.advance(game, &state, &here, slide, &after, u32::MAX);
            here = after;
            let guess = estimate.estimate(&state);
            assert_eq!(
                guess,
                estimate.estimate(&estimate.root(game, &here)),
                "{}",
                game.write_position(&here)
            );
            let cost = truth.estimate(&truth.root(game, &here));
            assert!(guess <= cost && guess % 2 == cost % 2, "{guess} for {cost}");
        }
    }
    let game = small();
    let truth = Patterns::new(&game, Set::named(&game, "all").unwrap(), None).unwrap();
    check(&game, &Manhattan::new(&game), &truth);
    check(&game, &Conflict::new(&game), &truth);
    check(&game, &Patterns::new(&game, Set::named(&game, "44").unwrap(), None).unwrap(), &truth);
    check(&game, &truth, &truth);
}

#[test]
fn every_solver_finds_the_shortest_way() {
    let game = small();
    let nearby: Arc<dyn Nearby<Sliding>> = Arc::new(Endings::new(&game, 9));
    let set = Set::named(&game, "44").unwrap();
    for seed in 0..25 {
        let tiles = game.shuffled(seed);
        let truth = think(BestFirst(Blind), &game, tiles).distance.unwrap();
        let plain = || Ida::new(Manhattan::new(&game));
        let found = [
            think(BestFirst(Manhattan::new(&game)), &game, tiles),
            think(plain(), &game, tiles),
            think(Ida::new(Conflict::new(&game)), &game, tiles),
            think(plain().with_table(Size::Entries(1 << 8)), &game, tiles),
            think(plain().with_nearby(Some(Arc::clone(&nearby))), &game, tiles),
            think(
                plain().with_table(Size::Entries(1 << 8)).with_nearby(Some(Arc::clone(&nearby))),
                &game,
                tiles,
            ),
            think(Ida::new(Patterns::new(&game, set, None).unwrap()), &game, tiles),
        ];
        for report in &found {
            assert_eq!((report.distance, report.proven, report.value), (Some(truth), true, 1.0));
            assert!(walked(&game, tiles, report));
        }
        assert!(found[5].nodes <= found[1].nodes, "table and endings save work");
    }
}

/// Korf's instances are read where they lie; without them there is nothing to test.
#[test]
fn korfs_instances_have_their_lengths_and_counts() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/puzzle15/korf100.txt");
    let Ok(text) = std::fs::read_to_string(path) else {
        return crate::testing::skipped(&format!("{path} is missing"));
    };
    let (game, mut counted) = (large(), 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (tiles, length) = game.read_problem(line).unwrap();
        let nodes: u64 = line.split_whitespace().last().unwrap().parse().unwrap();
        if nodes < 8_000_000 {
            let report = think(Ida::new(Manhattan::new(&game)), &game, tiles);
            assert_eq!(report.distance.map(f64::from), length);
            assert_eq!(report.nodes, nodes - 1, "the root is not counted");
            counted += 1;
        }
    }
    assert!(counted > 10, "{counted}");
}

#[test]
fn budgets_are_kept() {
    let game = large();
    let line = Line::new(game);
    for nodes in [1, 1000, 12_345] {
        let mut search = Ida::new(Manhattan::new(&game));
        let report = search.think(&line, Task::new(Budget::nodes(nodes)).seed(1));
        assert_eq!((report.nodes, report.proven), (nodes, false));
        assert!(report.best.is_some());
    }
}

#[test]
fn bad_boards_are_refused() {
    let game = small();
    refused(&game, "1 0 2 3 4 5 6 7", Some(16), "expected 9 tiles");
    refused(&game, "1 0 2 3 4 5 6 7 9", Some(17), "from 0 to 8");
    refused(&game, "1 0 2 3 4 5 6 7 7", Some(17), "tile 7 stands twice");
    refused(&game, "0 2 1 3 4 5 6 7 8", None, "never be put in order");
    refused(&game, "1 0 2 3 4 5 6 7 8 8", Some(19), "a board has 9 tiles");
    let korf = "2 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6 43 55 15300442";
    let (tiles, length) = large().read_problem(korf).unwrap();
    assert_eq!(length, Some(55.0));
    assert_eq!(large().read_problem(&format!("{}; 55", large().write_position(&tiles))), Ok((tiles, length)));
    let wrong = |text: &str| large().read_problem(text).unwrap_err().to_string();
    assert!(wrong(&korf.replace(" 43 ", " 41 ")).contains("43 moves from their places, not 41"));
    assert!(wrong(&korf.replace(" 55 ", " x ")).contains("the length"));
    assert!(wrong(&korf.replace(" 43 55 15300442", " 43")).contains("found 18 numbers"));
}

#[test]
fn databases_are_kept_and_never_trusted_when_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let game = small();
    let set = Set::named(&game, "44").unwrap();
    assert!(!set.kept(folder.path()));
    let made = Patterns::new(&game, set, Some(folder.path())).unwrap();
    assert!(set.kept(folder.path()));
    let files =
        || std::fs::read_dir(folder.path().join("patterns")).unwrap().map(|file| file.unwrap().path());
    let tiles = game.shuffled(5);
    let guess = |patterns: &Patterns| patterns.estimate(&patterns.root(&game, &tiles));
    let damages: [fn(&mut Vec<u8>); 3] = [|bytes| bytes[200] ^= 4, |bytes| bytes.truncate(700), Vec::clear];
    for damage in damages {
        for path in files() {
            let mut bytes = std::fs::read(&path).unwrap();
            damage(&mut bytes);
            std::fs::write(&path, bytes).unwrap();
        }
        let again = Patterns::new(&game, set, Some(folder.path())).unwrap();
        assert_eq!((guess(&again), again.bytes()), (guess(&made), made.bytes()));
    }
}

#[test]
fn it_conforms() {
    for game in [small(), large()] {
        conformance::rules(&game, 5);
        conformance::evaluators(&game, 5);
    }
    let spec = "ida(estimate=nothing)".parse().unwrap();
    let own = small().specialists()[0];
    let args = plywood_core::Args::new(&spec, &[own.about.keys]).unwrap();
    assert!(small().specialist("ida", &args).err().unwrap().to_string().contains("known: auto, manhattan"));
}
