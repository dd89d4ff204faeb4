//! `plywood play`: a game against a search, at the terminal.

use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;
use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer, take_back};
use plywood_core::random::{derive, seeded};
use plywood_core::{Budget, Player, Report, Stop, Task, Turn};
use plywood_lab::report::position::turn_in_words;
use plywood_lab::report::{signed, worth};
use plywood_players::choice::Purpose;
use plywood_study::levels::level;
use plywood_study::tutor::{Pupil, teacher};

use super::{Place, player};
use crate::terminal::print;

/// Play a game against a search
#[derive(clap::Args)]
#[command(after_help = "Example: plywood play connect4 --against \"ab(depth=8)\"\n\
                        At the prompt, type a move, or moves, hint, undo, board, help or quit.")]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Your opponent, such as "ab(depth=8)"; by default a search that fits the game
    #[arg(long, value_name = "SPEC")]
    against: Option<String>,
    /// The level of who plays against you: beginner, novice, casual, club, expert or master
    #[arg(long, conflicts_with = "against")]
    level: Option<String>,
    /// Play against the tutor, who plays as well as you do and says what would have been better
    #[arg(long, conflicts_with_all = ["against", "level"])]
    tutor: bool,
    /// Which player you are: 1, 2, ...; 0 to watch
    #[arg(long = "as", value_name = "PLAYER", default_value_t = 1)]
    seat: usize,
    /// Seed of the dice and of searches that draw random numbers; by default a new one each time
    #[arg(long)]
    seed: Option<u64>,
}

const HELP: &str = "type a move, or:\n  moves  the legal moves\n  hint   what the search would play for you\n  \
                    undo   take back your last move and the answer to it\n  board  show the position again\n  \
                    quit   leave\n";

/// What a person said at the prompt.
enum Said {
    Moved,
    TookBack,
    Left,
}

impl Arguments {
    /// Plays until the game is over or the person leaves.
    pub fn run(self) -> anyhow::Result<()> {
        let (game, mut line) = self.place.open()?;
        let players = game.nature().players;
        if self.seat > players {
            bail!("there are {players} players: --as goes from 0 to {players}");
        }
        let mut opponent = player(&*game, self.spec(&*game)?.as_deref(), Purpose::Play)?;
        let mut pupil = self.tutor.then(Pupil::default);
        let seed = self.seed.unwrap_or_else(new_seed);
        let mut input = io::stdin().lock();
        print(HELP)?;
        print(format!("against {}; --seed {seed} plays with the same dice again\n\n", opponent.spec()))?;
        print(line.draw())?;
        loop {
            match line.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let mut rng = seeded(derive(seed, line.steps().len() as u64));
                    let event = line.sample(&mut rng);
                    print(format!("chance: {event}\n"))?;
                }
                Turn::Player(mover) if mover.index() + 1 == self.seat => {
                    match self.ask(&*game, &mut *line, &mut *opponent, seed, &mut input)? {
                        Said::Left => return Ok(()),
                        Said::TookBack => {}
                        Said::Moved => continue,
                    }
                }
                Turn::Player(mover) => match &mut pupil {
                    Some(pupil) => self.teach(&*game, &mut *line, pupil, &mut *opponent, mover, seed)?,
                    None => {
                        let task = Task::new(Budget::UNSET).seed(derive(seed, 1));
                        let report = opponent.think(&*line, task)?;
                        let Some(best) = &report.best else { bail!("{} has no move", opponent.spec()) };
                        line.step(best)?;
                        let value = in_words(&*game, mover, &report);
                        print(format!("player {} plays {best}, {value}\n", mover.0 + 1))?;
                    }
                },
            }
            print(line.draw())?;
        }
        let payoffs = line.payoffs();
        print(format!("the game is over: {}{}\n", worth::result(&*game, &payoffs), self.named(&payoffs)))?;
        pupil.map_or(Ok(()), |pupil| print(pupil.model(&*game).words + "\n"))
    }

    /// The spec of who plays against the person, or of the search that the tutor asks.
    fn spec(&self, game: &dyn AnyGame) -> anyhow::Result<Option<String>> {
        Ok(match &self.level {
            Some(name) => Some(level(game, name)?.spec),
            None if self.tutor => Some(teacher(game).to_string()),
            None => self.against.clone(),
        })
    }

    /// The tutor's turn: what it says of the person's last move, and a move of its own.
    fn teach(
        &self,
        game: &dyn AnyGame,
        line: &mut dyn AnyLine,
        pupil: &mut Pupil,
        teacher: &mut dyn AnyPlayer,
        mover: Player,
        seed: u64,
    ) -> anyhow::Result<()> {
        let (person, stop) = (|player: Player| player.index() + 1 == self.seat, Stop::new());
        if let Some(remark) = pupil.remark(game, line, &person, teacher, &stop)? {
            let why: String = remark.why.iter().map(|line| format!("  {line}\n")).collect();
            print(format!("{}\n{why}", remark.text))?;
        }
        let seed = derive(seed, line.steps().len() as u64);
        let Some(reply) = pupil.reply(game, line, teacher, seed, &stop)? else {
            bail!("the tutor has no move");
        };
        line.step(&reply)?;
        print(format!("player {} plays {reply}\n", mover.0 + 1))
    }

    /// What the result means to the person who played.
    fn named(&self, payoffs: &[f64]) -> &'static str {
        let best = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let winners = payoffs.iter().filter(|payoff| **payoff == best).count();
        match self.seat.checked_sub(1).map(|seat| payoffs[seat] == best) {
            Some(true) if winners == 1 => " (you)",
            Some(false) => " (not you)",
            _ => "",
        }
    }

    /// Asks until there is a legal move, something to take back, or the wish to leave.
    fn ask(
        &self,
        game: &dyn AnyGame,
        line: &mut dyn AnyLine,
        opponent: &mut dyn AnyPlayer,
        seed: u64,
        input: &mut impl BufRead,
    ) -> anyhow::Result<Said> {
        loop {
            print(format!("{} > ", turn_in_words(line.turn())))?;
            io::stdout().flush()?;
            let mut text = String::new();
            if input.read_line(&mut text)? == 0 {
                print("\n")?;
                return Ok(Said::Left);
            }
            match text.trim() {
                "" => {}
                "quit" | "exit" => return Ok(Said::Left),
                "help" => print(HELP)?,
                "board" => print(line.draw())?,
                "moves" => print(line.moves().join(" ") + "\n")?,
                "hint" => {
                    let report = opponent.think(line, Task::new(Budget::UNSET).seed(seed))?;
                    let value = in_words(game, line.turn().view(), &report);
                    print(format!("{}, {value}\n", report.best.as_deref().unwrap_or_default()))?;
                }
                "undo" => {
                    if take_back(line, |mover| mover.index() + 1 == self.seat) {
                        return Ok(Said::TookBack);
                    }
                    print("there is nothing of yours to take back\n")?;
                }
                chosen => match line.step(chosen) {
                    Ok(()) => {
                        print(line.draw())?;
                        return Ok(Said::Moved);
                    }
                    Err(refusal) => print(format!("{refusal}\n"))?,
                },
            }
        }
    }
}

/// What somebody thinks of a position.
fn in_words(game: &dyn AnyGame, view: Player, report: &Report) -> String {
    format!("{} {}", signed(report.value, 3), worth::meaning(game, view, report.value, report.proven))
}

/// A seed that nobody has had: from the clock, short enough to be typed again.
fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    derive(now, u64::from(std::process::id())) % 1_000_000
}
