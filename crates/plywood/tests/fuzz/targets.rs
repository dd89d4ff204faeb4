//! Every parser with inputs it accepts, and what must hold of whatever it accepts.

use plywood::billiards::error_model::{Calibration, ErrorModel, read_observed};
use plywood::billiards::game::record::FrameRecord;
use plywood::billiards::game::rules::GameState;
use plywood::billiards::physics::shot::Shot;
use plywood::billiards::table::layout::Layout;
use plywood::billiards::table::{PRESETS, Table};
use plywood::core::facade::{AnyGame, AnyLine};
use plywood::core::random::{Rng, below, derive, seeded};
use plywood::core::{Clock, Played, Spec, Stop, Trace, Turn, cache, quantity, suite};
use plywood::engines::line::Order;
use plywood::engines::serve::{self, Inbox};
use plywood::engines::words;
use plywood::eval::{Form, Perceptron, Weights as NetworkWeights};
use plywood::games::bao::transcript::Transcript;
use plywood::games::chess::{Chess, epd, pgn};
use plywood::games::kalah::Kalah;
use plywood::games::othello::Othello;
use plywood::games::othello::bill::{LEARNED, Weights};
use plywood::games::othello::notation::{ggf, obf, transcript, wthor};
use plywood::lab::experiment::{Experiment, Openings, Shard};
use plywood::lab::tune::{Course, Tuning};
use plywood::players::learned::OpponentModel;
use plywood::players::memory;
use plywood::search::retrograde::Indexed;
use plywood::study::book::{Book, Growth};
use plywood::{GAMES, SEARCHES, game};

use plywood::search::alphabeta::selective::{Counted, Fitted, ProbCut, Realization};

use super::mutate;

/// A parser under test: tries one input of a seed and says what the input was, then panics if something is wrong.
pub struct Target {
    /// Its name.
    pub name: String,
    /// How many of a hundred cases of its group are its own.
    pub share: u32,
    run: Box<Run>,
}

/// Draws an input, writes it down and tries it.
type Run = dyn Fn(&mut Rng, &mut String) + Sync + Send;

impl Target {
    /// Tries the input of a seed; the input is written down before it is tried.
    pub fn try_case(&self, seed: u64, input: &mut String) {
        (self.run)(&mut seeded(seed), input);
    }

    /// A parser of text.
    pub fn of_text(
        name: impl Into<String>,
        share: u32,
        corpus: Vec<String>,
        read: impl Fn(&str) + Sync + Send + 'static,
    ) -> Target {
        let run = move |rng: &mut Rng, input: &mut String| {
            *input = mutate::text(&corpus, rng);
            read(input);
        };
        Target { name: name.into(), share, run: Box::new(run) }
    }

    fn of_bytes(
        name: &str,
        share: u32,
        corpus: Vec<Vec<u8>>,
        read: impl Fn(&[u8]) + Sync + Send + 'static,
    ) -> Target {
        let run = move |rng: &mut Rng, input: &mut String| {
            let bytes = mutate::bytes(&corpus, rng);
            *input = format!("{bytes:?}");
            read(&bytes);
        };
        Target { name: name.to_string(), share, run: Box::new(run) }
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

/// Every parser there is.
pub fn all() -> Vec<Target> {
    let mut all =
        vec![specs(), quantities(), rules(), players(), trees(), openings(), experiments(), tunings()];
    for entry in GAMES {
        for spec in entry.examples {
            all.extend(of_game(spec));
        }
    }
    all.extend(billiards());
    all.extend(othello_files());
    all.extend(talks());
    all.extend(chess_files());
    all.extend(data_files());
    all.extend(kept_files());
    all
}

/// Specs of games and searches, with keys.
fn spec_texts() -> Vec<String> {
    let games = GAMES.iter().flat_map(|entry| entry.examples).filter(|text| !text.starts_with("tree:"));
    let mut texts: Vec<String> = games.map(|text| text.to_string()).collect();
    texts.extend(player_texts());
    texts.extend(owned(&[
        "om(own=net(file=\"a b\"), opponent=material)",
        "mix(a, b(c=1))",
        "\"odd name\"(\"odd key\"=1)",
    ]));
    texts
}

/// Every search with all its keys at their defaults, and a few with others.
fn player_texts() -> Vec<String> {
    let whole = SEARCHES.iter().map(|entry| {
        let keys: Vec<String> = entry
            .keys()
            .iter()
            .map(|key| match key.name {
                "table" | "own_table" => format!("{}=2^8", key.name),
                "memory" => "memory=1MB".to_string(),
                _ => format!("{}={}", key.name, key.default),
            })
            .collect();
        format!("{}({})", entry.about.name, keys.join(", "))
    });
    let bare = SEARCHES.iter().map(|entry| format!("{}(time=10ms, table=off)", entry.about.name));
    let odd = [
        "prom(types=either(zero, lines), table=2^8)",
        "mstar(levels=levels(zero, lines), table=2^8)",
        "om(risk=balanced(2), table=2^8)",
    ];
    whole.chain(bare).chain(owned(&odd)).collect()
}

fn specs() -> Target {
    Target::of_text("specs", 8, spec_texts(), |text| {
        if let Ok(spec) = text.parse::<Spec>() {
            let written = spec.to_string();
            assert_eq!(written.parse::<Spec>().as_ref(), Ok(&spec), "{written:?} is not read back");
        }
    })
}

fn quantities() -> Target {
    let corpus = owned(&[
        "1M", "1e6", "2.5k", "2^16", "64MB", "64MiB", "1.5GB", "500ms", "10m", "1h30m", "-3", "1_000",
    ]);
    Target::of_text("quantities", 4, corpus, |text| {
        let _ = (quantity::number::<u64>(text), quantity::number::<f64>(text), quantity::number::<i32>(text));
        let _ = quantity::bytes(text).map(|bytes| quantity::said_bytes(bytes as u64));
        assert!(quantity::seconds(text).is_none_or(|seconds| seconds >= 0.0 && seconds.is_finite()));
    })
}

/// Games by their specs: what is made is made again by its own spec.
fn rules() -> Target {
    let games = GAMES.iter().flat_map(|entry| {
        let keys: Vec<String> =
            entry.about.keys.iter().map(|key| format!("{}={}", key.name, key.default)).collect();
        let whole = format!("{}({})", entry.about.name, keys.join(", "));
        entry.examples.iter().map(|text| text.to_string()).chain([whole])
    });
    Target::of_text("games", 4, games.collect(), |text| {
        if let Ok(made) = game(text) {
            let again = game(&made.spec())
                .unwrap_or_else(|error| panic!("{:?} is not read back: {error}", made.spec()));
            assert_eq!(again.spec(), made.spec());
        }
    })
}

/// Memory that a case may ask a search for.
const MEMORY: u64 = 4 << 20;

fn players() -> Target {
    let corpus = player_texts();
    let games: Vec<Box<dyn AnyGame>> = ["connect4(columns=4, rows=4)", "pig(target=10)", "nim3"]
        .iter()
        .map(|spec| game(spec).unwrap())
        .collect();
    Target::of_text("players", 2, corpus, move |text| {
        let Ok(spec) = text.parse::<Spec>() else { return };
        for game in &games {
            if memory::of_player(&**game, &spec).is_ok_and(|bytes| bytes <= MEMORY)
                && let Ok(player) = game.player(&spec)
            {
                let written = player.spec();
                assert!(game.player(&written.parse().unwrap()).is_ok(), "{written:?} is not read back");
            }
        }
    })
}

fn trees() -> Target {
    let corpus = owned(&[
        "tree:(A=[3 12 8] B=[2 4 6] C=[14 5 2])",
        "tree:([9/8 7/6] [8/6 6/7])",
        "tree:({0.3: 1 0.7: 2} 1.5)",
        "tree:(A={1 2 4} B={2})",
        "tree:1(2(1/2/3 3/2/1) 3(0/0/1 1/0/0))",
        "tree:(((1 -2.5) [3e2 4]) {0.25: (1 2) 0.75: [3 4]})",
        "tree:5",
    ]);
    Target::of_text("trees", 8, corpus, |text| {
        if let Ok(made) = game(text) {
            let line = made.start();
            check_line(&*made, &*line);
            assert_eq!(game(&made.spec()).unwrap().spec(), made.spec());
        }
    })
}

fn openings() -> Target {
    let corpus = owned(&["start", "random(plies=4)", "random(plies=1k)", "1/3", "auto"]);
    Target::of_text("openings", 1, corpus, |text| {
        // What a file holds is another parser's business.
        if !text.contains("file") {
            let _ = Openings::read(text, "".as_ref());
        }
        let _ = text.parse::<Shard>();
        let _ = text.parse::<plywood::core::picture::Theme>();
    })
}

fn experiments() -> Target {
    let plain = "game = \"connect4\"\nseed = 1\ngames = 200\nopenings = \"random(plies=4)\"\nswap = true\nmode = \"gauntlet\"\n\
                 players = [\"random\", { spec = \"ab\", depth = [2, 3, 4], table = [\"off\", \"1MB\"] }]\n";
    let tested = "game = \"nim\"\nseed = 2\ngames = 2\nplayers = [\"random\", \"ab\"]\n[sprt]\nmodel = \"logistic\"\nelo0 = 0.0\n\
                  elo1 = 5.0\nalpha = 0.05\nbeta = 0.05\n";
    Target::of_text("experiments", 4, owned(&[plain, tested]), |text| {
        if let Ok(experiment) = Experiment::read(text) {
            assert_eq!(Experiment::read(&experiment.write()).as_ref(), Ok(&experiment));
            for contestants in &experiment.players {
                let _ = contestants.specs();
            }
        }
    })
}

fn tunings() -> Target {
    let plain = "game = \"connect4\"\nplayer = \"uct(simulations=50, c={c})\"\nopponent = \"ab(depth=2)\"\nseed = 1\n\
                 pairs = 10\nbatch = 2\nrate = 0.5\nconfirm = 20\n[parameters.c]\nstart = 4.0\nmin = 0.0\nmax = 8.0\nstep = 0.5\n\
                 whole = false\n";
    Target::of_text("tunings", 4, owned(&[plain]), |text| {
        if let Ok(tuning) = Tuning::read(text, "".as_ref()) {
            let _ = (
                tuning.basis(),
                tuning.player_at(&tuning.starts()),
                tuning.confirmation(&tuning.starts()).write(),
            );
        }
    })
}

/// What holds of a line that was accepted: it is written, read back and shown.
fn check_line(game: &dyn AnyGame, line: &dyn AnyLine) {
    let written = line.position();
    let again = game.read(&written).unwrap_or_else(|error| panic!("{written:?} is not read back: {error}"));
    assert_eq!(again.position(), written);
    assert_eq!(again.turn(), line.turn());
    let _ = line.draw();
}

/// Positions, moves and problems of a game.
fn of_game(spec: &'static str) -> Vec<Target> {
    let made = || game(spec).unwrap();
    let pool = spec.contains("ball") || spec.contains("pocket");
    let (mut positions, mut steps) = (Vec::new(), Vec::new());
    for seed in 0..if pool { 3 } else { 12 } {
        let (game, mut rng) = (made(), seeded(derive(7, seed)));
        let mut line = game.start();
        for _ in 0..below(&mut rng, if pool { 3 } else { 40 }) {
            positions.push(line.position());
            let moves = match line.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    steps.push(line.sample(&mut rng));
                    continue;
                }
                Turn::Player(_) => line.moves(),
            };
            let Some(chosen) = moves.get(below(&mut rng, moves.len().max(1))).cloned() else { break };
            line.step(&chosen).unwrap();
            steps.push(chosen);
        }
        positions.push(line.position());
    }
    steps.push("pass".to_string());
    let scored: Vec<String> =
        positions.iter().enumerate().map(|(number, text)| format!("{text}; {}", number % 7)).collect();
    let (of_positions, of_problems, of_moves) = (made(), made(), made());
    let places = positions.clone();
    // The start of pool knows its moves without a simulation.
    let starts: Vec<Box<dyn AnyLine>> = if pool {
        vec![of_moves.start()]
    } else {
        places.iter().map(|text| of_moves.read(text).unwrap()).collect()
    };
    let starts: Vec<std::sync::Mutex<Box<dyn AnyLine>>> =
        starts.into_iter().map(std::sync::Mutex::new).collect();
    let share = if pool { 1 } else { 2 };
    vec![
        Target::of_text(format!("positions of {spec}"), share, positions, move |text| {
            if let Ok(line) = of_positions.read(text) {
                check_line(&*of_positions, &*line);
                if !pool {
                    let (moves, events) = (line.moves(), line.events());
                    let players = matches!(line.turn(), Turn::Player(_));
                    assert!(moves.is_empty() != players, "{} moves of {:?}", moves.len(), line.turn());
                    assert!(events.is_empty() || line.turn() == Turn::Chance);
                    if line.turn() == Turn::Over {
                        let _ = (line.payoffs(), line.ending());
                    }
                }
            }
        }),
        Target::of_text(format!("problems of {spec}"), 1, scored, move |text| {
            let _ = suite::read(&*of_problems, text);
        }),
        Target::of_text(format!("moves of {spec}"), 1, steps, move |text| {
            // The same text always meets the same place.
            let place =
                text.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
            let start = &starts[place % starts.len()];
            let mut line = start.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).boxed_clone();
            let before = line.position();
            match line.step(text) {
                Ok(()) => assert!(line.undo(), "a step was made"),
                Err(_) => assert_eq!(line.steps().len(), 0, "a refusal changes nothing"),
            }
            assert_eq!(line.position(), before);
        }),
    ]
}

/// What is written comes back by reading it.
fn written_and_read<T: std::str::FromStr + ToString>(text: &str) {
    if let Ok(found) = text.parse::<T>() {
        let written = found.to_string();
        let again = written.parse::<T>().map(|again| again.to_string());
        assert!(again.is_ok_and(|again| again == written), "{written:?} is not read back");
    }
}

/// Balls, shots, errors, states and records of billiards.
fn billiards() -> Vec<Target> {
    let balls = ["0@0.5:0.5 1@0.6:1.2", "0@0.558:0.559/1@0.55813:1.67706/15@0.5:1.8"];
    let shots =
        ["phi=81.9/theta=5/v=2", "phi=307.3/theta=10/v=2.6/a=-1.5/b=11.43", "phi=0/theta=0/v=0/a=0/b=0"];
    let errors = ["taiwan", "none", "0.1:0.02:0.075:0.5:0.5", "0.1:0.02:0.075:0.5:0.5+0.1:0:-0.2:0:0"];
    let observed = "# meant > made\nphi=90/v=2 > phi=90.1/v=2.05\nphi=1/theta=5/v=2/a=0/b=1 > phi=0.9/v=2\n";
    let state = "8ball turn=1 stage=play cue=table groups=solids score=0:0 0@0.5:1.6566 8@0.3:0.4 9@1.0:2.0";
    let free = "snooker turn=2 stage=play cue=head on=colour score=20:131 3@0.6834:1.8656 21@0.5:0.5";
    let third =
        "cutthroat turn=3 stage=play cue=table groups=open score=0:0:0 0@0.5:0.5 1@0.3:0.3 12@0.6:0.9";
    let hand = "9ball turn=2 stage=play cue=hand groups=open score=1:0 1@0.6834:1.8656 9@0.5:0.5";
    let played = Played {
        game: "8ball(table=beside, errors=none)".to_string(),
        start: String::new(),
        steps: [format!("rack/{}", balls[1]), shots[0].to_string(), shots[1].to_string()].to_vec(),
        players: owned(&["nearest", "random"]),
        payoffs: vec![0.0, 0.0],
        ending: "broken off".to_string(),
    };
    let record = FrameRecord { played, table: Table::preset("poolfiz"), end: None };
    let record = serde_json::to_string(&record).unwrap();
    vec![
        Target::of_text("balls", 2, owned(&balls), written_and_read::<Layout>),
        Target::of_text("shots", 2, owned(&shots), written_and_read::<Shot>),
        Target::of_text("errors", 1, owned(&errors), written_and_read::<ErrorModel>),
        Target::of_text("states", 2, owned(&[state, hand, free, third]), written_and_read::<GameState>),
        Target::of_text("observed shots", 1, vec![observed.to_string(), record.clone()], |text| {
            if let Ok(shots) = read_observed(text)
                && let Some(found) = Calibration::of(&shots)
            {
                let _ = (found.model(), found.file("fuzzed", true));
            }
        }),
        Target::of_text("frames", 1, vec![record], |text| {
            if let Ok(record) = serde_json::from_str::<FrameRecord>(text) {
                let _ = record.replay(3);
            }
        }),
    ]
}

/// Files of Othello positions and games.
fn othello_files() -> Vec<Target> {
    let board = "---------------------------OX------XO--------------------------- X; c4:+2; d3:+2;\n";
    let record = "(;GM[Othello]PC[GGS/os]DT[2003]PB[a]PW[b]RB[2197.01]RW[2199.72]TI[5:00]TY[8]RE[+6.00]BO[8 \
                  -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5/1.2/3]W[D6]B[C3]W[D3];)";
    let mut wtb = vec![0_u8; 16];
    wtb[4] = 2;
    for moves in [&[56_u8, 64, 33][..], &[56, 46][..]] {
        let mut game = vec![0_u8; 68];
        game[8..8 + moves.len()].copy_from_slice(moves);
        wtb.extend(game);
    }
    let othello = || Othello::from_spec(&Spec::word("othello")).unwrap();
    let (of_obf, of_lines) = (othello(), othello());
    let of_files = game("othello").unwrap();
    vec![
        Target::of_text("OBF", 4, owned(&[board, &format!("% a remark\n{board}{board}")]), move |text| {
            if let Ok(records) = obf::read(&of_obf, text) {
                let written = obf::write(&of_obf, &records);
                assert!(
                    obf::read(&of_obf, &written).is_ok_and(|again| again.len() == records.len()),
                    "{written}"
                );
            }
        }),
        Target::of_text("GGF", 4, owned(&[record, &format!("{record}\n{record}")]), |text| {
            drop(ggf::read(text))
        }),
        Target::of_text(
            "transcripts",
            2,
            owned(&["f5d6c3d3c4", "F5 D6 C3", "f5d6c3d3c4f4f6"]),
            move |text| {
                if let Ok(line) = transcript::read(&of_lines, text) {
                    let written = transcript::write(&line);
                    assert!(written.is_empty() || transcript::read(&of_lines, &written).is_ok(), "{written}");
                }
            },
        ),
        Target::of_bytes("WTHOR", 4, vec![wtb.clone()], |bytes| drop(wthor::read(bytes))),
        Target::of_bytes("files of games", 4, vec![wtb, record.into(), board.into()], move |bytes| {
            for plies in [None, Some(1)] {
                for problem in suite::read_file(&*of_files, bytes, plies).unwrap_or_default() {
                    check_line(&*of_files, &*problem.line);
                    assert!(problem.best.iter().all(|best| problem.line.moves().contains(best)));
                }
            }
        }),
    ]
}

/// What programs of others are told, and what they say.
fn talks() -> Vec<Target> {
    let orders =
        ["depth 5 nodes 100 seed 7", "time 0.5 clock 60 0.25 simulations 10", "evaluations 3 wtime 5"];
    let talk = "plywood 1\ngame nim\nnew\nposition start\nstep 1\ngo depth 2 seed 1\nping 3\nquit\n";
    let board = "nboard 2\nset depth 1\nset game (;GM[Othello]PB[a]PW[b]TY[8]BO[8 \
                 ---------------------------O*------*O--------------------------- *]B[F5]W[F6];)\nmove E6/0.5/1\nping 1\nlearn\n";
    let commands = ["edax -nboard", "plywood engine 'connect4(columns=5)' ab", "a '' 'b c'"];
    let quiet = |text: &str| !text.contains("go") && !text.contains("hint") && !text.contains("analyze");
    vec![
        Target::of_text("clocks", 1, owned(&["10m", "1m+0.5s", "90s+1s"]), |text| {
            if let Ok(clock) = text.parse::<Clock>() {
                assert_eq!(clock.to_string().parse::<Clock>().as_ref(), Ok(&clock));
                assert!(clock.share(Some(3)) <= clock.left);
            }
        }),
        Target::of_text("orders", 1, owned(&orders), |text| {
            let order = Order::read(text);
            assert_eq!(Order::read(&order.written()), order);
        }),
        Target::of_text("commands of programs", 1, owned(&commands), |text| drop(words(text))),
        Target::of_text("the line protocol", 1, owned(&[talk]), move |text| {
            let game = game("nim(matches=5)").unwrap();
            let mut player = game.player(&"ab(depth=2)".parse().unwrap()).unwrap();
            let inbox = Inbox::new(std::io::Cursor::new(text.to_string()));
            serve::line::serve(&*game, &mut *player, &inbox, &mut Vec::new()).unwrap();
        }),
        Target::of_text("the NBoard protocol", 1, owned(&[board]), move |text| {
            // What makes it think is another test's business.
            if quiet(text) {
                let mut engine = serve::nboard::Engine::new(Some("ab(depth=1)")).unwrap();
                engine.serve(&Inbox::new(std::io::Cursor::new(text.to_string())), &mut Vec::new()).unwrap();
            }
        }),
        Target::of_text("weights of Bill", 1, vec![LEARNED.text()], |text| {
            if let Ok(weights) = Weights::read(text) {
                assert_eq!(Weights::read(&weights.text()), Ok(weights));
            }
        }),
    ]
}

/// Files of chess positions and games.
fn chess_files() -> Vec<Target> {
    vec![
        Target::of_text(
            "PGN",
            4,
            owned(&[
                "[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 1-0\n",
                "[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. O-O-O Kf7 *\n",
            ]),
            |text| {
                for record in pgn::read(&Chess::default(), text).unwrap_or_default() {
                    let written = pgn::numbered(&record.line).join(" ");
                    let again = Chess::default().read_moves(record.line.start(), &written);
                    assert!(again.is_ok_and(|line| line.steps() == record.line.steps()), "{written}");
                }
            },
        ),
        Target::of_text(
            "EPD",
            2,
            owned(&[
                "4k3/8/8/8/8/8/8/R3K3 w Q - bm O-O-O Ra8+; id \"one\";",
                "8/8/4k3/8/8/4KP2/8/8 w - - 3 9",
            ]),
            |text| drop(epd::read(&Chess::default(), text)),
        ),
    ]
}

/// Tables, weights, models and records.
fn data_files() -> Vec<Target> {
    let tables = PRESETS.iter().map(|(name, _)| Table::preset(name).unwrap().to_toml()).collect();
    let weights = [Form::PLAIN, Form::SHORT].map(|form| {
        let network = Perceptron::random(&[4, 3, 1], form, 1.0, &mut seeded(1));
        NetworkWeights { note: "a note".to_string(), network }.to_bytes()
    });
    let model = "plywood opponent model 1\ngame: connect4\nnote: 3 games\nweights: weighted(lines=0.5, zero=1)\ntypes: \
                 types(lines, zero)\n";
    let played = Played {
        game: "nim".to_string(),
        start: String::new(),
        steps: owned(&["1", "3", "1"]),
        players: owned(&["ab", "random"]),
        payoffs: vec![1.0, -1.0],
        ending: "rules".to_string(),
    };
    let nim = game("nim(matches=3)").unwrap();
    let trace = nim.player(&Spec::word("ab")).unwrap().trace(&*nim.start(), 50).unwrap();
    let fitted = "plywood probcut 1\ngame: loa\nnote: few\nlesson: ab\ndepth: 3\npair: 3 1 0.9 -0.01 0.2\nvalues: 0.5 NaN \
                  0.25\nend: of file\n";
    let counted =
        "plywood realization counts 1\ngame: loa\nnote: few\nkind: 0 20 3\nkind: 7 4 4\nend: of file\n";
    let mut book = Book::new(&*nim, "ab").unwrap();
    let searcher = nim.player(&Spec::word("ab")).unwrap();
    let mut growth = Growth { game: &*nim, player: searcher, weight: 1.0, lure: 0.0 };
    while growth.step(&mut book, &Stop::new()).unwrap() {}
    let book = book.text();
    let records = vec![serde_json::to_string(&played).unwrap(), serde_json::to_string(&trace).unwrap()];
    vec![
        Target::of_text("tables", 2, tables, |text| {
            if let Ok(table) = Table::from_toml(text) {
                let written = table.to_toml();
                assert!(
                    Table::from_toml(&written).is_ok_and(|again| again.to_toml() == written),
                    "{written}"
                );
            }
        }),
        Target::of_bytes("weights", 4, weights.to_vec(), |bytes| {
            if let Ok(weights) = NetworkWeights::from_bytes(bytes, None) {
                assert_eq!(weights.to_bytes(), bytes);
            }
        }),
        Target::of_text("opponent models", 2, owned(&[model]), |text| {
            if let Ok(model) = OpponentModel::read(text) {
                assert!(OpponentModel::read(&model.text()).is_ok(), "{}", model.text());
            }
        }),
        Target::of_text("shallow fits", 2, owned(&[fitted]), |text| {
            if let Ok(fitted) = Fitted::read(text) {
                assert!(Fitted::read(&fitted.text()).is_ok(), "{}", fitted.text());
                ProbCut::new(&fitted.pairs, false, 1.5);
            }
        }),
        Target::of_text("counts of moves", 2, owned(&[counted]), |text| {
            if let Ok(counted) = Counted::read(text) {
                assert_eq!(Counted::read(&counted.text()).as_ref(), Ok(&counted));
                Realization::new(&counted, true);
            }
        }),
        Target::of_text("books", 2, vec![book], move |text| {
            if let Ok(book) = Book::read(&*nim, text) {
                let again = Book::read(&*nim, &book.text()).map(|again| again.entries().len());
                assert_eq!(again, Ok(book.entries().len()), "{}", book.text());
            }
        }),
        Target::of_text("records", 2, records, |text| {
            if let Ok(played) = serde_json::from_str::<Played>(text) {
                let written = serde_json::to_string(&played).unwrap();
                assert!(
                    serde_json::from_str::<Played>(&written).is_ok_and(|again| again == played),
                    "{written}"
                );
            }
            let _ = serde_json::from_str::<Trace>(text);
        }),
    ]
}

/// What the program keeps for itself, and what it calls that.
fn kept_files() -> Vec<Target> {
    let name = "numbers, version 1";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("numbers.bin");
    cache::save(&path, name, &(0..200).collect::<Vec<u8>>()).unwrap();
    let saved = std::fs::read(&path).unwrap();
    let tuning = "game = \"nim\"\nplayer = \"uct(simulations=50, c={c})\"\npairs = 24\n[parameters.c]\nstart = 4.0\nmin = 0.0\nmax = 8.0\nstep = 0.5\n";
    let tuning = Tuning::read(tuning, "".as_ref()).unwrap();
    let course = r#"{"basis":"game = nim\n","way":[[4.0],[3.5],[1e308]],"pairs":24}"#;
    let transcript = "South: a\nNorth: b\nwinner: South\n1: 5R 7R*; a comment\n2: 6L 3;\n3: 8R>;\n";
    let kalah = Kalah::from_spec(&Spec::word("kalah")).unwrap();
    vec![
        Target::of_bytes("caches", 2, vec![saved.clone()], move |bytes| {
            let content = cache::content(bytes.to_vec(), name);
            assert!(content.is_err() || bytes == saved, "what was changed has the same checksums");
        }),
        Target::of_text("courses of tuning", 2, owned(&[course]), move |text| {
            if let Ok(course) = serde_json::from_str::<Course>(text)
                && course.way.iter().all(|values| values.len() == 1)
            {
                let found = course.found(&tuning);
                assert!((0.0..=8.0).contains(&found[0]), "{found:?}");
            }
        }),
        Target::of_text("transcripts of bao", 2, owned(&[transcript]), |text| {
            if let Ok(game) = Transcript::read(text) {
                let written = game.write();
                assert!(Transcript::read(&written).is_ok_and(|again| again.moves == game.moves), "{written}");
            }
        }),
        Target::of_text("classes of endings", 1, owned(&["12", "0", "17", "all"]), move |text| {
            if let Ok(class) = kalah.read_class(text) {
                assert!(kalah.read_class(&kalah.write_class(&class)).is_ok());
            }
        }),
    ]
}
