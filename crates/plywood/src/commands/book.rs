//! `plywood book`: opening books, grown, taught by games, shown, asked and merged.

use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Subcommand;
use indicatif::ProgressBar;
use plywood_core::error::one_of;
use plywood_core::facade::{AnyGame, AnyPlayer};
use plywood_core::{Played, Player, Stop, Turn, quantity};
use plywood_lab::store::{Store, default_folder};
use plywood_players::choice::{Purpose, choose};
use plywood_study::book::{Book, Entry, Growth};

use super::{Place, player};
use crate::terminal::{Interrupted, interrupt, print, spinner, table};

/// Grow an opening book by any search, show it, ask it, merge books; any player plays from one with book=FILE
#[derive(clap::Args)]
#[command(
    after_help = "Examples: plywood book \"connect4(columns=5,rows=4)\" build --with solver --expand 50\n\
                        plywood book connect4 show; plywood book connect4 probe --moves \"4 4\"\n\
                        plywood match othello edge pvs --games 20; plywood book othello learn --from RUN --with \"edge(time=1s)\"\n\
                        An existing book grows further. Ctrl-C keeps what was found."
)]
pub struct Arguments {
    /// The game, such as connect4 or "othello(size=6)"
    game: String,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Expand positions, beginning with those that drop least from the best lines
    Build(Build),
    /// Learn from stored games: search their moves from the point where each game left the book
    Learn(Learn),
    /// Show the best lines, or every position
    Show {
        #[command(flatten)]
        file: BookFile,
        /// Show positions up to this number of plies from the start
        #[arg(long, default_value_t = 2)]
        plies: usize,
    },
    /// Show what the book says of a position
    Probe {
        #[command(flatten)]
        file: BookFile,
        /// A position in the game's notation; the game's start without it
        #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
        position: Option<String>,
        /// Moves from there, with spaces or commas between
        #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
        moves: Option<String>,
    },
    /// Take over what other books of the game know
    Merge {
        #[command(flatten)]
        file: BookFile,
        /// The other books
        #[arg(required = true)]
        others: Vec<PathBuf>,
    },
}

#[derive(clap::Args)]
struct BookFile {
    /// The book's file; by default the game's in the data folder
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

impl BookFile {
    fn path(&self, game: &dyn AnyGame) -> PathBuf {
        self.file.clone().unwrap_or_else(|| Book::usual_file(&game.normal()))
    }
}

/// A book and who searches for it.
#[derive(clap::Args)]
struct Grown {
    #[command(flatten)]
    file: BookFile,
    /// The search, such as "pvs(depth=8)" or solver; by default one that fits the game
    #[arg(long = "with", value_name = "SPEC")]
    search: Option<String>,
}

impl Grown {
    /// The book, begun or new, and its player.
    fn open(&self, game: &dyn AnyGame) -> anyhow::Result<(PathBuf, Book, Box<dyn AnyPlayer>)> {
        let path = self.file.path(game);
        let spec = self.search.clone().unwrap_or_else(|| choose(game, Purpose::Play).to_string());
        let player = player(game, Some(&spec), Purpose::Play)?;
        let by = player.normal();
        let book = if path.exists() { Book::load(game, &path)? } else { Book::new(game, &by)? };
        anyhow::ensure!(
            book.by == by,
            "{} was grown by {}; go on with that, or name another --file and merge the two",
            path.display(),
            book.by
        );
        Ok((path, book, player))
    }
}

#[derive(clap::Args)]
struct Learn {
    #[command(flatten)]
    grown: Grown,
    /// The stored run with the games
    #[arg(long, value_name = "RUN")]
    from: String,
    /// Number of positions of a game whose moves are searched, from the point where it left the book
    #[arg(long, default_value_t = 2)]
    positions: usize,
    /// The data folder that the run is in; by default the user's own
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

#[derive(clap::Args)]
struct Build {
    #[command(flatten)]
    grown: Grown,
    /// Expand this number of positions
    #[arg(long, default_value = "100")]
    expand: String,
    /// Stop after a time, such as 10m
    #[arg(long)]
    time: Option<String>,
    /// What a drop by one payoff costs, in plies
    #[arg(long, default_value_t = 4.0)]
    weight: f64,
    /// A stored run with games of the opponent that the book is meant for
    #[arg(long, value_name = "RUN")]
    from: Option<String>,
    /// The opponent in that run, as its spec there
    #[arg(long, value_name = "SPEC", requires = "from")]
    against: Option<String>,
    /// Bonus, in payoffs, for a position in which the opponent always lost
    #[arg(long, default_value_t = 0.5)]
    lure: f64,
    /// The data folder that the run is in; by default the user's own
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

/// How often the file is written.
const EVERY: Duration = Duration::from_secs(10);

impl Arguments {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let place = |position, moves| Place { game: self.game.clone(), position, moves };
        let (game, _) = place(None, None).open()?;
        match self.what {
            What::Build(build) => build.run(&*game),
            What::Learn(learn) => learn.run(&*game),
            What::Show { file, plies } => show(&Book::load(&*game, &file.path(&*game))?, plies),
            What::Probe { file, position, moves } => {
                let book = Book::load(&*game, &file.path(&*game))?;
                let (_, line) = place(position, moves).open()?;
                match book.probe(&*line) {
                    Some(entry) => probe(&book, entry),
                    None => print("the book does not have this position\n"),
                }
            }
            What::Merge { file, others } => {
                let path = file.path(&*game);
                let mut books = others.iter().map(|other| Book::load(&*game, other));
                let mut book = match path.exists() {
                    true => Book::load(&*game, &path)?,
                    false => books.next().context("no book is named")??,
                };
                for other in books {
                    book.merge(&*game, &other?)?;
                }
                book.save(&path)?;
                print(format!("{} positions are in {}\n", book.entries().len(), path.display()))
            }
        }
    }
}

impl Build {
    fn run(self, game: &dyn AnyGame) -> anyhow::Result<()> {
        let most: u64 = quantity::number(&self.expand).with_context(|| {
            format!("--expand: expected a number such as 100 or 1k, found {:?}", self.expand)
        })?;
        let seconds = match self.time.as_deref() {
            None => None,
            Some(text) => {
                let wrong = || format!("--time: expected a time such as 90s or 10m, found {text:?}");
                Some(quantity::seconds(text).with_context(wrong)?)
            }
        };
        anyhow::ensure!(
            self.weight >= 0.0,
            "--weight: a drop costs nothing or something, not {}",
            self.weight
        );
        let (path, mut book, player) = self.grown.open(game)?;
        let lure = if self.from.is_some() { self.lure } else { 0.0 };
        let met = self.meet(game, &mut book)?;
        let mut growth = Growth { game, player, weight: self.weight, lure };
        let bar = if stderr().is_terminal() { spinner("searching") } else { ProgressBar::hidden() };
        let (stop, begun) = (interrupt(), Instant::now());
        let mut written = Instant::now();
        let mut done = 0;
        while done < most && seconds.is_none_or(|most| begun.elapsed().as_secs_f64() < most) {
            if !growth.step(&mut book, &stop)? {
                break;
            }
            done += 1;
            bar.set_message(format!("{done} expanded, {} positions", book.entries().len()));
            if written.elapsed() > EVERY {
                book.save(&path)?;
                written = Instant::now();
            }
        }
        bar.finish_and_clear();
        if met {
            self.meet(game, &mut book)?;
        }
        book.save(&path)?;
        say(&format!("{done} expanded"), &book, &path)?;
        finish(&stop)
    }

    /// Notes the opponent's games, where a run is named; positions that are new get theirs by the next call.
    fn meet(&self, game: &dyn AnyGame, book: &mut Book) -> anyhow::Result<bool> {
        let Some(run) = &self.from else { return Ok(false) };
        let games = stored(run, self.data.clone())?;
        let mut players: Vec<&str> =
            games.iter().flat_map(|game| &game.players).map(String::as_str).collect();
        players.sort_unstable();
        players.dedup();
        let against = self.against.as_deref().filter(|name| players.contains(name));
        let against = against
            .with_context(|| format!("--against: the run's players are {}; name one", one_of(&players)))?;
        book.meet(game, &games, against)?;
        Ok(true)
    }
}

impl Learn {
    fn run(self, game: &dyn AnyGame) -> anyhow::Result<()> {
        let games: Vec<Played> = stored(&self.from, self.data.clone())?
            .into_iter()
            .filter(|played| played.start.is_empty() && played.game == game.spec())
            .collect();
        anyhow::ensure!(
            !games.is_empty(),
            "{} has no games of {} from its start; a book learns from those alone",
            self.from,
            game.spec()
        );
        let (path, mut book, player) = self.grown.open(game)?;
        let mut growth = Growth { game, player, weight: 0.0, lure: 0.0 };
        let bar = if stderr().is_terminal() { spinner("searching") } else { ProgressBar::hidden() };
        let (stop, mut written) = (interrupt(), Instant::now());
        let mut done = 0;
        for played in &games {
            if !growth.learn(&mut book, played, self.positions, &stop)? {
                break;
            }
            done += 1;
            bar.set_message(format!("{done} of {} games, {} positions", games.len(), book.entries().len()));
            if written.elapsed() > EVERY {
                book.save(&path)?;
                written = Instant::now();
            }
        }
        bar.finish_and_clear();
        book.save(&path)?;
        say(&format!("{done} of {} games learned", games.len()), &book, &path)?;
        finish(&stop)
    }
}

/// The games of a stored run.
fn stored(run: &str, data: Option<PathBuf>) -> anyhow::Result<Vec<Played>> {
    let store = Store::open_read(&data.unwrap_or_else(default_folder))?;
    Ok(store.played(&store.run(run)?)?)
}

/// What was done, and what the book is now.
fn say(done: &str, book: &Book, path: &Path) -> anyhow::Result<()> {
    let plies = book.entries().iter().map(|entry| entry.path.len()).max().unwrap_or(0);
    print(format!(
        "{done}, {} positions up to {plies} plies are in {}\nto use it: book=\"{}\" of any player\n",
        book.entries().len(),
        path.display(),
        path.display()
    ))
}

fn finish(stop: &Stop) -> anyhow::Result<()> {
    if stop.raised() { Err(Interrupted.into()) } else { Ok(()) }
}

/// What a position is worth to the player on turn, in words.
fn said(entry: &Entry, player: Player) -> Vec<String> {
    let value = if player == Player::FIRST { entry.worth.value } else { -entry.worth.value } + 0.0;
    let exact = if entry.worth.proven { "proven" } else { "" };
    let distance = entry.worth.distance.map_or(String::new(), |plies| plies.to_string());
    let games: u64 = entry.met.games.into_iter().map(u64::from).sum();
    let games = if games == 0 { String::new() } else { games.to_string() };
    vec![format!("{value:+.4}"), exact.to_string(), distance, entry.children.len().to_string(), games]
}

const COLUMNS: [&str; 6] =
    ["moves", "value", "", "plies to the end", "moves in the book", "opponent's games"];

fn show(book: &Book, plies: usize) -> anyhow::Result<()> {
    print(format!(
        "{} positions, {} of them with their moves, by {}\n\n",
        book.entries().len(),
        book.expanded(),
        book.by
    ))?;
    let mut entries: Vec<&Entry> = book.entries().iter().filter(|entry| entry.path.len() <= plies).collect();
    entries.sort_by_key(|entry| entry.path.len());
    // Values are the first player's throughout, so that lines can be compared.
    let row = |entry: &&Entry| {
        let path = if entry.path.is_empty() { "start".to_string() } else { entry.path.join(" ") };
        [vec![path], said(entry, Player::FIRST)].concat()
    };
    print(table(&COLUMNS, &entries.iter().map(row).collect::<Vec<_>>()))?;
    let Some(mut here) = book.entries().first() else { return Ok(()) };
    let mut best = Vec::new();
    while let Some((name, child)) = book.ranked(here).first() {
        best.push(*name);
        here = child;
    }
    print(format!("\nbest line: {}\n", best.join(" ")))
}

fn probe(book: &Book, entry: &Entry) -> anyhow::Result<()> {
    let player = entry.turn.view();
    let worth = said(entry, player);
    let on_turn = if entry.turn == Turn::Over { "the game is over" } else { "to the player on turn" };
    print(format!("{} {on_turn} {}\n", worth[0], worth[1]))?;
    let row = |(name, child): &(&str, &Entry)| [vec![name.to_string()], said(child, player)].concat();
    let rows: Vec<Vec<String>> = book.ranked(entry).iter().map(row).collect();
    if rows.is_empty() { print("its moves are not in the book\n") } else { print(table(&COLUMNS, &rows)) }
}
