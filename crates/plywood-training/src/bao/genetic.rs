//! `plywood train bao ga3`: an integer chromosome of 27 genes (opponent-model thesis, section 5.5.3).
//!
//! Population 100, the ten fittest breed by single-point crossover, 5 % large and 20 % small mutations; fitness is games
//! won of 100 at depth 6. Several runs, the first against `default`, each other one against the winner before it. The thesis ends a
//! run when nothing improves; here a run has a number of generations. Our choices: genes from -100 to 100, small
//! changes up to 5, parents live on, every generation has starts of its own, and of the last parents the one that wins most of 1,000 games
//! from fresh starts is the winner, because the best of a hundred results of a hundred games is mostly luck.

use std::path::PathBuf;
use std::sync::Arc;

use plywood_core::parallel::pieces;
use plywood_core::random::derive;
use plywood_core::settings::{Takes, whole};
use plywood_core::{About, Error, Key, Spec, Stop};
use plywood_eval::Learned;
use plywood_games::bao::features::SEEN;
use plywood_games::bao::learned::{GENES, Weights};
use plywood_games::bao::{Bao, Evaluation};
use plywood_learn::genetic::{Population, Recipe, fittest};

use super::{THREADS, Thinker, evaluation, play, threads};
use crate::{Lesson, Mark, Trained, TrainerEntry};

/// The trainer.
pub(crate) const GA3: TrainerEntry = TrainerEntry {
    about: About {
        name: "ga3",
        about: "whole weights, bred by a genetic algorithm",
        keys: &[
            Key::taking("runs", "3", whole(1, 100), "runs, each against the winner of the one before"),
            Key::taking("generations", "20", whole(1, 100_000), "generations a run"),
            Key::new("against", "default", "the evaluation that the first run meets"),
            Key::taking("population", "100", whole(2, 100_000), "chromosomes of a generation"),
            Key::taking("parents", "10", whole(2, 100_000), "how many of them breed"),
            Key::taking("games", "100", whole(1, 1_000_000), "games that say how fit a chromosome is"),
            Key::taking(
                "proof",
                "1000",
                whole(1, 1_000_000),
                "games of each last parent that choose the winner",
            ),
            Key::taking("depth", "6", whole(1, 100), "plies that both look ahead"),
            Key::taking("seed", "1", whole(0, u64::MAX), "seed of genes and starts"),
            THREADS,
            Key::taking("file", "ga3.txt", Takes::File, "the file to write, and to go on from"),
        ],
        source: "opponent-model thesis, section 5.5.3",
    },
    games: &["bao"],
    observes: false,
    train,
};

/// The largest gene, and the largest small change.
const MOST: i32 = 100;
const STEP: i32 = 5;
/// Rows of the file: the chromosomes of the generation that is next, and for each generation its best and its parents' mean fitness.
const CHROMOSOME: &str = "chromosome";
const FITNESS: &str = "fitness";

/// What does not change during the training.
struct Breeding<'a> {
    game: Bao,
    recipe: Recipe,
    depth: u32,
    games: u64,
    threads: usize,
    stop: &'a Stop,
}

impl Breeding<'_> {
    /// The share of games that each chromosome wins, all from the same starts; nothing if it was stopped.
    fn fitness(&self, all: &[Vec<i32>], opponent: &Evaluation, games: u64, seed: u64) -> Option<Vec<f64>> {
        let found = pieces(self.threads, all.len(), self.stop, &|_| {}, |place| {
            let own = Evaluation::Linear(Arc::new(Weights::of_genes(&all[place])));
            let mut players = [Thinker::new(&own, self.depth), Thinker::new(opponent, self.depth)];
            let mut won = 0.0;
            for number in 0..games {
                won += 0.5 + 0.5 * play(&self.game, &mut players, (seed, number), self.stop, |_, _| {})?;
            }
            Some(won / games as f64)
        });
        found?.into_iter().collect()
    }
}

fn train(lesson: &Lesson, stop: &Stop, tell: &mut dyn FnMut(&Mark)) -> Result<Trained, Error> {
    let args = lesson.args;
    let (runs, generations): (u64, u64) = (args.get("runs")?, args.get("generations")?);
    let (against, seed) = (args.spec("against")?, args.get::<u64>("seed")?);
    let (game, first) = evaluation(lesson.game, &against)?;
    let (population, parents): (usize, usize) = (args.get("population")?, args.get("parents")?);
    if parents > population {
        return Err(args.error("parents", format!("there are no more than {population} chromosomes")));
    }
    let (games, proof): (u64, u64) = (args.get("games")?, args.get("proof")?);
    let recipe = |seed| Recipe {
        genes: SEEN,
        population,
        parents,
        large: 0.05,
        small: 0.2,
        most: MOST,
        step: STEP,
        seed,
    };
    let depth: u32 = args.get("depth")?;
    let file = PathBuf::from(args.word("file")?);
    let command = format!(
        "plywood train \"{}\" ga3 runs={runs} generations={generations} against={against} population={population} \
         parents={parents} games={games} proof={proof} depth={depth} seed={seed}",
        lesson.game
    );
    let (mut winners, mut history, mut done) = (Vec::<Vec<i32>>::new(), Vec::<Vec<f64>>::new(), 0);
    let mut chromosomes = Vec::new();
    if let Some(found) = Learned::begun(&file, &command)? {
        done = found.done;
        winners = found.rows(GENES, SEEN)?;
        history = found.rows(FITNESS, 2)?;
        chromosomes = found.rows(CHROMOSOME, SEEN)?;
    }
    let mut breeding = Breeding { game, recipe: recipe(seed), depth, games, threads: threads(args)?, stop };
    while done < runs * generations {
        let (run, generation) = (done / generations, done % generations);
        let seed = derive(seed, 1 + run);
        breeding.recipe = recipe(seed);
        let now = match generation {
            0 => Population::first(&breeding.recipe),
            _ => Population { generation, chromosomes: std::mem::take(&mut chromosomes) },
        };
        let opponent = winners
            .last()
            .map_or_else(|| first.clone(), |genes| Evaluation::Linear(Arc::new(Weights::of_genes(genes))));
        let starts = derive(derive(seed, 1), generation);
        let Some(fitness) = breeding.fitness(&now.chromosomes, &opponent, breeding.games, starts) else {
            break;
        };
        let best = fittest(&fitness, parents);
        let mean = best.iter().map(|place| fitness[*place]).sum::<f64>() / parents as f64;
        if generation + 1 < generations {
            chromosomes = now.next(&breeding.recipe, &fitness).chromosomes;
        } else {
            let last: Vec<Vec<i32>> = best.iter().map(|place| now.chromosomes[*place].clone()).collect();
            let Some(proven) = breeding.fitness(&last, &opponent, proof, derive(seed, 2)) else { break };
            winners.push(last[fittest(&proven, 1)[0]].clone());
            chromosomes = Vec::new();
        }
        done += 1;
        history.push(vec![fitness[best[0]], mean]);
        let mut learned = Learned::new(&command, done);
        learned = winners.iter().fold(learned, |learned, genes| learned.row(GENES, genes));
        learned = history.iter().fold(learned, |learned, row| learned.row(FITNESS, row));
        learned = chromosomes.iter().fold(learned, |learned, genes| learned.row(CHROMOSOME, genes));
        learned.save(&file)?;
        let news = format!("run {}, best {:.2}, parents {mean:.3}", run + 1, fitness[best[0]]);
        tell(&Mark { done, of: runs * generations, unit: "generations", news });
    }
    if winners.is_empty() && !stop.raised() {
        return Err(Error::new("no run is finished"));
    }
    let path = Spec::word(&file.display().to_string());
    Ok(Trained {
        what: "a chromosome",
        uses: vec![format!(
            "plywood match bao \"ab(depth=6, eval=ga3(file={path}))\" \"ab(depth=6)\" --openings \"random(plies=20)\""
        )],
        file,
    })
}
