//! `plywood train GAME realization from=RUN`: how often players choose moves of each kind, for `realization=`
//! of alpha-beta (Tsuruoka, Yokoyama and Chikayama 2002).
//!
//! At each position of the stored games with a choice, every kind of move that could be played counts as
//! seen, and the kind of the move played counts as chosen. Counting is quick, so it starts again each time.

use std::collections::BTreeMap;
use std::path::PathBuf;

use plywood_core::settings::{Takes, whole};
use plywood_core::{About, Error, Key, Spec, Stop, Turn};
use plywood_search::alphabeta::selective::Counted;

use super::opponent::game_of;
use super::{Lesson, Mark, Trained, TrainerEntry};

/// The trainer.
pub(super) const REALIZATION: TrainerEntry = TrainerEntry {
    about: About {
        name: "realization",
        about: "how often moves of each kind are played, for realization=enhanced(file=FILE)",
        keys: &[
            Key::taking(
                "skip",
                "0",
                whole(0, 10_000),
                "plies at the start of each game that do not count: drawn openings",
            ),
            Key::taking("file", "realization", Takes::File, "the file to write"),
        ],
        source: "lecture notes, Newer Searches",
    },
    games: &[],
    observes: true,
    train,
};

fn train(lesson: &Lesson, stop: &Stop, tell: &mut dyn FnMut(&Mark)) -> Result<Trained, Error> {
    let (game, args) = (game_of(lesson)?, lesson.args);
    let skip: usize = args.get("skip")?;
    let file = PathBuf::from(args.word("file")?);
    let mut kinds: BTreeMap<u16, (u64, u64)> = BTreeMap::new();
    let mut moves = 0_u64;
    for (place, played) in lesson.observed.iter().enumerate() {
        if played.game.parse::<Spec>().ok().as_ref() != Some(lesson.game) {
            continue;
        }
        let mut line = if played.start.is_empty() { game.start() } else { game.read(&played.start)? };
        for (ply, step) in played.steps.iter().enumerate() {
            if ply >= skip && matches!(line.turn(), Turn::Player(_)) {
                let (names, here) = (line.moves(), line.categories());
                let chosen = names.iter().position(|name| name == step).map(|place| here[place]);
                if let Some(chosen) = chosen.filter(|_| names.len() > 1) {
                    let mut seen = here;
                    seen.sort_unstable();
                    seen.dedup();
                    seen.iter().for_each(|kind| kinds.entry(*kind).or_default().0 += 1);
                    kinds.entry(chosen).or_default().1 += 1;
                    moves += 1;
                }
            }
            line.step(step)?;
        }
        if stop.raised() {
            return Err(Error::new("interrupted before all games were counted"));
        }
        let news = format!("{moves} moves of {} kinds", kinds.len());
        tell(&Mark { done: place as u64 + 1, of: lesson.observed.len() as u64, unit: "games", news });
    }
    if moves == 0 {
        return Err(Error::new(format!("the run has no moves of {} to count", game.spec())));
    }
    let kinds = kinds.into_iter().map(|(kind, (seen, chosen))| (kind, seen, chosen)).collect();
    Counted { game: game.spec(), note: format!("{moves} moves"), kinds }.save(&file)?;
    let (game, path) = (game.spec(), Spec::word(&file.display().to_string()));
    Ok(Trained {
        what: "a count of moves by kind",
        uses: vec![format!(
            "plywood search \"{game}\" --with \"pvs(realization=enhanced(file={path}), time=2s)\""
        )],
        file,
    })
}
