//! The settings of the player, and their keys.

use crate::error_model::ErrorModel;
use crate::players::shots::{MOST_VARIANTS, Merit};
use crate::players::tables::{Lookup, MOST_CELLS, Size};
use plywood_core::settings::{number, whole, words};
use plywood_core::{About, Args, Declaration, Error, Key, Limit};

/// How shots are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The likeliest, without a search.
    Greedy,
    /// By the probabilities of success (figure 3.9).
    Probabilistic,
    /// By sampling the errors (figure 3.10).
    MonteCarlo,
}

/// The parts that a search leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prune {
    /// Nothing.
    Off,
    /// Parts that cannot change the result (figures 3.11 and 3.12).
    Exact,
    /// Parts that probably do not: at the root the worse half gets no more samples, again and again, and the
    /// better halves get the more (sequential halving). Sampling alone; below the root as `exact`.
    Progressive,
}

/// How likely a shot is said to succeed in searches that do not sample what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chances {
    /// By the table of difficulty.
    Table,
    /// By samples at every node (as SkyNet did, section 4.5).
    Sampled,
    /// Every shot succeeds (as PoolMaster had it).
    Ignored,
}

/// How a state is valued.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weights {
    /// By the best three shots and what each of them counts (section 3.2).
    Shots([f64; 3]),
    /// By how many shots there are (SkyNet, section 4.5).
    Count,
    /// By how many balls less than the opponent are left (section 4.3.2).
    Material,
}

impl Weights {
    /// The most that a state can be worth.
    pub fn most(&self) -> f64 {
        match self {
            Weights::Shots(weights) => weights.iter().sum(),
            Weights::Count | Weights::Material => 1.0,
        }
    }
}

/// The weights of a state's features beside its shots, each from zero to one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features {
    /// How open the balls are that are left.
    pub open: f64,
    /// How far from the rails the cue ball lies.
    pub centre: f64,
    /// How far from the rails one's balls lie, against the other's.
    pub balls: f64,
    /// How far apart one's balls lie, against the other's.
    pub apart: f64,
}

/// How much is looked at in a node below the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breadth {
    /// Samples of a shot.
    pub samples: u32,
    /// Balls with their pockets.
    pub pairs: usize,
    /// Variants of a shot.
    pub variants: usize,
}

/// How shots are bettered before they are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refine {
    /// How many, the first of the list.
    pub shots: usize,
    /// Steps that are tried for each.
    pub steps: usize,
    /// Samples of a step.
    pub samples: usize,
}

/// All of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How shots are compared.
    pub method: Method,
    /// How likely a shot is said to succeed.
    pub chances: Chances,
    /// Plies.
    pub depth: u32,
    /// Samples of a shot.
    pub samples: u32,
    /// How a state is valued.
    pub weights: Weights,
    /// What counts besides.
    pub features: Features,
    /// Below this score safeties are looked for.
    pub t0: f64,
    /// A safety that leaves the opponent less than this is played.
    pub t1: f64,
    /// Variants of a shot that are sampled at the root first, if any are.
    pub root: Option<usize>,
    /// Places that shots of the root are to leave the cue ball at, if any are looked for.
    pub specify: Option<usize>,
    /// How the shots of the root are bettered, if they are.
    pub refine: Option<Refine>,
    /// Below this score banks, kicks and combinations are looked for, if they are at all.
    pub banks: Option<f64>,
    /// What is left out.
    pub prune: Prune,
    /// Whether the samples of all shots of a node err alike.
    pub common: bool,
    /// Balls with their pockets that are looked at in a node, the likeliest.
    pub pairs: usize,
    /// Variants of a shot in a search.
    pub variants: usize,
    /// The same below the root.
    pub below: Breadth,
    /// Places that are searched with ball in hand.
    pub places: usize,
    /// What the break is chosen by; the plain one without it.
    pub breaks: Option<Merit>,
    /// The errors that are planned with; those of the game without them.
    pub errors: Option<ErrorModel>,
    /// Whether these are learned from the shots of the frame so far.
    pub learned: bool,
    /// The table of difficulty; the shipped one without it.
    pub size: Option<Size>,
    /// Threads.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            method: Method::MonteCarlo,
            chances: Chances::Table,
            depth: 2,
            samples: 15,
            weights: Weights::Shots([1.0, 0.33, 0.15]),
            features: Features::default(),
            t0: 0.0,
            t1: 1.48,
            root: None,
            specify: None,
            refine: None,
            banks: None,
            prune: Prune::Exact,
            common: false,
            pairs: 3,
            variants: 8,
            below: Breadth { samples: 15, pairs: 3, variants: 8 },
            places: 5,
            breaks: Some(Merit::Balls),
            errors: None,
            learned: false,
            size: None,
            threads: 1,
        }
    }
}

/// Nothing deeper is of use, or ends.
const DEEPEST: u32 = 5;
const DEEPEST_SAMPLING: u32 = 3;
/// The root's variants and the activation score where they are just switched on (sections 4.3.4 and 3.1.8).
const ROOT: f64 = 50.0;
const BANKS: f64 = 0.8;
/// How shots are bettered where they just are.
const REFINE: Refine = Refine { shots: 8, steps: 16, samples: 30 };
/// The usual weight of a feature.
const FEATURE: f64 = 0.5;
/// Places that the cue ball is to be left at, where they just are looked for.
const SPECIFY: f64 = 3.0;
/// The prior belief before the first shot, where errors are learned.
const PRIOR: &str = "taiwan";

const KEYS: &[Key] = &[
    Key::taking(
        "search",
        "mc",
        words(&["mc", "prob", "greedy"]),
        "how shots are compared: mc (sampling), prob (probabilities) or greedy (no search)",
    ),
    Key::taking(
        "chances",
        "table",
        words(&["table", "sampled", "ignored"]),
        "how likely a shot succeeds, in prob and greedy: by the table, sampled each time, or ignored (certain)",
    ),
    Key::taking(
        "depth",
        "2",
        whole(1, DEEPEST as u64),
        "plies of the search, 1 to 5; a ply of mc costs a hundred times the one before",
    ),
    Key::taking("samples", "15", whole(1, 1000), "samples of a shot, 1 to 1000"),
    Key::new(
        "eval",
        "1:0.33:0.15",
        "what the best three shots of a state count, count (how many shots there are), or material: balls left",
    ),
    Key::taking(
        "open",
        "off",
        number(0.0, 100.0).degree(FEATURE),
        "what it counts besides how open the balls left are: off, on (0.5) or a weight",
    ),
    Key::taking(
        "centre",
        "off",
        number(0.0, 100.0).degree(FEATURE),
        "likewise, how far from the rails the cue ball lies",
    ),
    Key::taking(
        "balls",
        "off",
        number(0.0, 100.0).degree(FEATURE),
        "likewise, how far from the rails one's own balls lie, against the other's",
    ),
    Key::taking(
        "apart",
        "off",
        number(0.0, 100.0).degree(FEATURE),
        "likewise, how far apart one's own balls lie, against the other's",
    ),
    Key::taking("t0", "0", number(0.0, 100.0), "below this score safeties are looked for"),
    Key::taking(
        "t1",
        "1.48",
        number(0.0, 100.0),
        "a safety is played that leaves the opponent less than this",
    ),
    Key::taking(
        "root",
        "off",
        whole(1, MOST_VARIANTS as u64).degree(ROOT),
        "sample many variants of a shot at the root first: off, on (50) or how many, to 54",
    ),
    Key::taking(
        "specify",
        "off",
        whole(1, 50).degree(SPECIFY),
        "shots found for where they leave the cue ball and for clusters they break: off, on (3 places) or how many",
    ),
    Key::new(
        "refine",
        "off",
        "better the best shots of the root step by step: off, on, or shots, steps and samples as in 8:16:30",
    ),
    Key::taking(
        "banks",
        "off",
        number(0.0, 100.0).degree(BANKS),
        "banks, kicks, combinations where no other shot scores this: off, on (0.8) or a score",
    ),
    Key::taking(
        "prune",
        "exact",
        words(&["off", "exact", "progressive"]),
        "off, exact (the same result), or progressive (samples go to the better half)",
    ),
    Key::taking(
        "noise",
        "own",
        words(&["own", "common"]),
        "errors drawn for every sampled shot (own), or alike for all shots of a node (common)",
    ),
    Key::taking("pairs", "3", whole(1, 90), "balls with their pockets that are looked at in a node, 1 to 90"),
    Key::taking("variants", "8", whole(1, 8), "variants of a shot in speed and spin, 1 to 8"),
    Key::new("below", "same", "samples, pairs and variants below the root: same, or as in 5:2:4"),
    Key::taking("places", "5", whole(1, 50), "places searched with ball in hand, 1 to 50"),
    Key::taking(
        "break",
        "open",
        words(&["open", "sampled", "plain"]),
        "one that opens the rack (open, where one is known), that keeps the turn most often (sampled), or plain",
    ),
    Key::new(
        "errors",
        "game",
        "the error model it plans with: game, learned (from the frame so far), or one as the game's errors",
    ),
    Key::taking(
        "cells",
        "auto",
        whole(5, MOST_CELLS as u64).or("auto"),
        "cells along an axis of its table of difficulty, 5 to 30; auto takes the shipped one",
    ),
    Key::taking(
        "trials",
        "100",
        whole(1, 100_000),
        "shots tried for a cell of that table, where cells are given",
    ),
    Key::taking(
        "lookup",
        "linear",
        words(&["linear", "nearest"]),
        "how that table is looked up: linear, or nearest as published",
    ),
    Key::taking("threads", "1", whole(1, 64), "threads that search together, 1 to 64"),
];

const SOURCE: &str = "PickPocket thesis, chapter 3";
/// The plies of the players whose settings are fixed, so that their time is limited by nothing else.
const SHALLOW: &[Key] = &[Key::taking(
    "depth",
    "1",
    whole(1, DEEPEST as u64),
    "plies at most; it looks no farther than the shot",
)];
const USUAL: &[Key] =
    &[Key::taking("depth", "2", whole(1, DEEPEST as u64), "plies at most; it looks two ahead")];

/// How the player is listed.
pub const PICKPOCKET: Declaration = Declaration {
    about: About {
        name: "pickpocket",
        about: "searches its shots and what they leave, by sampling or by probabilities",
        keys: KEYS,
        source: SOURCE,
    },
    keeps: &[Limit::Depth, Limit::Nodes, Limit::Time],
    ..Declaration::PLAIN
};

/// How the player without a search is listed.
pub const GREEDY: Declaration = Declaration {
    about: About {
        name: "greedy",
        about: "takes the shot that is likeliest to succeed, as search=greedy of pickpocket does",
        keys: SHALLOW,
        source: SOURCE,
    },
    keeps: PICKPOCKET.keeps,
    ..Declaration::PLAIN
};

/// How the strongest settings that are known are listed.
pub const SHARK: Declaration = Declaration {
    about: About {
        name: "shark",
        about: "pickpocket as it plays best: shots bettered step by step, closed balls counted",
        keys: USUAL,
        source: SOURCE,
    },
    keeps: PICKPOCKET.keeps,
    ..Declaration::PLAIN
};

impl Settings {
    /// The most that a state can be worth.
    pub fn most(&self) -> f64 {
        let Features { open, centre, balls, apart } = self.features;
        self.weights.most() + open + centre + balls + apart
    }

    /// The player that takes the likeliest shot.
    pub fn greedy() -> Settings {
        Settings { method: Method::Greedy, depth: 1, ..Settings::default() }
    }

    /// The same, at most as deep as the arguments of a spec say.
    pub fn as_deep_as(self, args: &Args) -> Result<Settings, Error> {
        Ok(Settings { depth: args.get::<u32>("depth")?.min(self.depth), ..self })
    }

    /// The strongest that is known, found under italy: all variants at the root, the best of them bettered, samples that go
    /// to the better half and err alike for all shots, fewer of them below the root, and balls that are closed counted.
    /// Banks and safeties have the published thresholds of those errors, raised as the most that a state can be worth is.
    pub fn shark() -> Settings {
        Settings {
            features: Features { open: 1.0, ..Features::default() },
            t0: 0.85,
            t1: 0.18,
            root: Some(MOST_VARIANTS),
            refine: Some(REFINE),
            banks: Some(1.3),
            prune: Prune::Progressive,
            common: true,
            below: Breadth { samples: 4, pairs: 2, variants: 4 },
            ..Settings::default()
        }
    }

    /// Nothing deeper ends.
    fn deepest(&self) -> u32 {
        if self.method == Method::MonteCarlo { DEEPEST_SAMPLING } else { DEEPEST }
    }

    /// Reads the arguments of a spec.
    pub fn from_args(args: &Args) -> Result<Settings, Error> {
        let depth: u32 = args.get("depth")?;
        let prune = [Prune::Off, Prune::Exact, Prune::Progressive];
        let size = match args.word("cells")?.as_str() {
            "auto" => None,
            _ => Some(Size {
                cells: args.get("cells")?,
                trials: args.get("trials")?,
                lookup: [Lookup::Linear, Lookup::Nearest][args.chosen("lookup")?],
            }),
        };
        if size.is_none() && (args.given("lookup") || args.given("trials")) {
            let key = if args.given("lookup") { "lookup" } else { "trials" };
            return Err(args.key_error(key, "say how many cells the table has too, as in cells=10"));
        }
        let feature = |key| Ok::<f64, Error>(args.get::<Option<f64>>(key)?.unwrap_or(0.0));
        let settings = Settings {
            method: [Method::MonteCarlo, Method::Probabilistic, Method::Greedy][args.chosen("search")?],
            chances: [Chances::Table, Chances::Sampled, Chances::Ignored][args.chosen("chances")?],
            depth,
            samples: args.get("samples")?,
            weights: weights(args)?,
            features: Features {
                open: feature("open")?,
                centre: feature("centre")?,
                balls: feature("balls")?,
                apart: feature("apart")?,
            },
            t0: args.get("t0")?,
            t1: args.get("t1")?,
            root: args.get("root")?,
            specify: args.get("specify")?,
            refine: refine(args)?,
            banks: args.get("banks")?,
            prune: prune[args.chosen("prune")?],
            common: args.chosen("noise")? == 1,
            pairs: args.get("pairs")?,
            variants: args.get("variants")?,
            below: below(args)?,
            places: args.get("places")?,
            breaks: [Some(Merit::Balls), Some(Merit::Turn), None][args.chosen("break")?],
            errors: match args.word("errors")?.as_str() {
                "game" => None,
                "learned" => ErrorModel::named(PRIOR),
                word => Some(word.parse().map_err(|error| args.error("errors", error))?),
            },
            learned: args.word("errors")? == "learned",
            size,
            threads: args.get("threads")?,
        };
        let deepest = settings.deepest();
        if depth > deepest {
            let Breadth { samples, pairs, variants } = settings.below;
            let shots = pairs * variants * samples as usize;
            let strokes = (shots as f64).powi(depth as i32);
            let sentence =
                format!("{depth} plies of sampling are some {strokes:.0e} strokes; {deepest} is the deepest");
            return Err(args.error("depth", sentence));
        }
        Ok(settings)
    }
}

fn below(args: &Args) -> Result<Breadth, Error> {
    if args.word("below")? == "same" {
        return Ok(Breadth {
            samples: args.get("samples")?,
            pairs: args.get("pairs")?,
            variants: args.get("variants")?,
        });
    }
    let [samples, pairs, variants] =
        three(args, "below", [1000, 90, 8], "same, or samples, pairs and variants as in 5:2:4")?;
    Ok(Breadth { samples: samples as u32, pairs, variants })
}

fn refine(args: &Args) -> Result<Option<Refine>, Error> {
    match args.word("refine")?.as_str() {
        "off" => Ok(None),
        "on" => Ok(Some(REFINE)),
        _ => {
            let meant = "off, on, or shots, steps and samples as in 8:16:30";
            let [shots, steps, samples] = three(args, "refine", [100, 1000, 1000], meant)?;
            Ok(Some(Refine { shots, steps, samples }))
        }
    }
}

/// Three numbers from 1 to a highest of each, with colons between them.
fn three(args: &Args, key: &str, highest: [usize; 3], meant: &str) -> Result<[usize; 3], Error> {
    let word = args.word(key)?;
    let numbers: Option<Vec<usize>> = word.split(':').map(|part| part.parse().ok()).collect();
    numbers
        .and_then(|numbers| <[usize; 3]>::try_from(numbers).ok())
        .filter(|numbers| numbers.iter().zip(highest).all(|(number, most)| (1..=most).contains(number)))
        .ok_or_else(|| args.error(key, format!("{word:?} is not {meant}")))
}

fn weights(args: &Args) -> Result<Weights, Error> {
    let word = args.word("eval")?;
    match word.as_str() {
        "count" => return Ok(Weights::Count),
        "material" => return Ok(Weights::Material),
        _ => {}
    }
    let mut weights = [0.0; 3];
    let numbers: Option<Vec<f64>> = word
        .split(':')
        .map(|part| part.parse().ok().filter(|weight: &f64| (0.0..=100.0).contains(weight)))
        .collect();
    match numbers {
        Some(numbers) if (1..=3).contains(&numbers.len()) && numbers.iter().sum::<f64>() > 0.0 => {
            weights[..numbers.len()].copy_from_slice(&numbers);
            Ok(Weights::Shots(weights))
        }
        _ => {
            Err(args
                .error("eval", format!("{word:?} is not count, material, or weights such as 1:0.33:0.15")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Spec;

    fn read(text: &str) -> Result<Settings, Error> {
        let spec: Spec = text.parse().unwrap();
        let args = Args::new(&spec, &[KEYS])?;
        Settings::from_args(&args)
    }

    #[test]
    fn defaults_are_those_of_the_keys() {
        assert_eq!(read("pickpocket").unwrap(), Settings::default());
        let italy = read("pickpocket(t0=0.5, t1=0.18, root=on, banks=on)").unwrap();
        assert_eq!((italy.root, italy.banks, italy.t0), (Some(50), Some(0.8), 0.5));
        let best = "pickpocket(t0=0.85, t1=0.18, root=54, refine=on, banks=1.3, prune=progressive, \
                    below=4:2:4, open=1, noise=common)";
        assert_eq!(read(best).unwrap(), Settings::shark());
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        for (text, reason) in [
            ("pickpocket(depth=9)", "1 to 5"),
            ("pickpocket(depth=4)", "3 is the deepest"),
            ("pickpocket(eval=good)", "weights such as 1:0.33:0.15"),
            ("pickpocket(eval=0)", "weights such as"),
            ("pickpocket(errors=-1:0:0:0:0)", "a deviation of -1 cannot be"),
            ("pickpocket(lookup=nearest)", "cells=10"),
            ("pickpocket(samples=0)", "out of range"),
            ("pickpocket(below=5:2)", "as in 5:2:4"),
            ("pickpocket(below=5:2:9)", "as in 5:2:4"),
            ("pickpocket(refine=8:0:30)", "as in 8:16:30"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
