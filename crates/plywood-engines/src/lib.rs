//! Programs of others as players, and our players for the programs of others.
//!
//! `engine(cmd="edax -nboard", protocol=nboard)` is a player in every match, suite and search. It is a
//! process that starts when it is first asked, speaks one of three protocols, and is never trusted.
//! [`process`] answers by a deadline whatever the program does, an illegal move is an error, and after an
//! error the process is ended and started again. A fault of the program is therefore the game's result, with
//! the reason, and a match never hangs.
//!
//! - [`line`](mod@line): our own protocol, for any game; `docs/line-protocol.md` describes it.
//! - [`nboard`]: NBoard 2, for Othello.
//! - [`uci`]: the universal chess interface, for games that write positions and moves as it does.
//! - [`serve`]: the other side of the first two: `plywood engine` and `plywood nboard`.

include!(concat!(env!("OUT_DIR"), "/room.rs"));

pub mod line;
pub mod nboard;
pub mod process;
pub mod serve;
pub mod uci;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer};
use plywood_core::normal::normal;
use plywood_core::settings::Takes;
use plywood_core::{
    About, Args, Budget, Declaration, Error, Key, Limit, Report, Spec, Stop, Task, Trace, Turn, files,
};

use plywood_players::registry::{ProgramEntry, registry};
use process::Process;

/// The player as it is listed. Which budgets it keeps depends on its protocol.
pub const ENTRY: Declaration = Declaration {
    about: About {
        name: "engine",
        about: "another program: engine(cmd=\"edax -nboard\", protocol=nboard)",
        keys: &[
            Key::new(
                "cmd",
                "none",
                "the program and its arguments in quotes, with '…' around one that has spaces",
            ),
            Key::taking(
                "protocol",
                "line",
                Takes::Choice { words: &["line", "nboard", "uci"] },
                "line (any game; docs/line-protocol.md), nboard (Othello) or uci (chess)",
            ),
            Key::new(
                "options",
                "none",
                "settings sent to it before its first game: with(Hash=64, Threads=1)",
            ),
            Key::taking(
                "patience",
                "1m",
                Takes::Time,
                "how long it may take beyond the time it is given, or in all where it is given none; \
                 then it is ended and has lost",
            ),
        ],
        source: "",
    },
    keeps: Limit::ALL,
    ..Declaration::PLAIN
};

/// The player in the registry.
pub const PROGRAM: ProgramEntry = ProgramEntry { entry: ENTRY, is_named, make: player };

/// Whether a spec names another program: a game may have a player of its own by the same name, which takes no command.
pub fn is_named(spec: &Spec) -> bool {
    spec.name == ENTRY.about.name && spec.get("cmd").is_some()
}

/// Makes the player; its process is started when it is first asked.
pub fn player(game: &dyn AnyGame, spec: &Spec) -> Result<Box<dyn AnyPlayer>, Error> {
    let args = Args::new(spec, &[ENTRY.about.keys, Budget::KEYS])?;
    let protocol: Box<dyn Protocol> = match args.chosen("protocol")? {
        0 => Box::new(line::LineProtocol { game: game.spec() }),
        1 => Box::new(nboard::NBoard::new(game).map_err(|error| args.error("protocol", error))?),
        _ => Box::new(uci::Uci),
    };
    let budget = Budget::read_kept(&args, protocol.keeps())?;
    let patience = args.seconds("patience")?.filter(|patience| *patience > 0.0);
    let patience = patience.ok_or_else(|| args.error("patience", "nobody waits for ever, nor not at all"))?;
    let command = words(&args.word("cmd")?).map_err(|error| args.error("cmd", error))?;
    let found = note_files(&command).map_err(|error| args.error("cmd", error))?;
    let options = options(&args)?;
    let keys = Key::joined(&[ENTRY.about.keys, Budget::KEYS, &registry().keys()]);
    let normal = normal(spec, &keys, &|_| None).to_string();
    let spec = spec.to_string();
    Ok(Box::new(External {
        protocol,
        command,
        found,
        options,
        budget,
        patience,
        spec,
        normal,
        process: None,
    }))
}

/// The settings as names and values.
fn options(args: &Args) -> Result<Vec<(String, String)>, Error> {
    let given = args.spec("options")?;
    match given.name.as_str() {
        "none" if given.args.is_empty() => Ok(Vec::new()),
        "with" => {
            let one = |(key, value): &(Option<String>, Spec)| {
                key.clone().filter(|_| value.args.is_empty()).map(|key| (key, value.name.clone()))
            };
            let all: Option<Vec<_>> = given.args.iter().map(one).collect();
            all.ok_or_else(|| args.error("options", "expected names and values, as with(Hash=64, Threads=1)"))
        }
        _ => Err(args.error("options", format!("expected with(Hash=64, Threads=1), found {given}"))),
    }
}

/// The words of a command; `'…'` keeps one together.
pub fn words(command: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for letter in command.chars() {
        match letter {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            letter if letter.is_whitespace() && !quoted => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match words.first() {
        _ if quoted => Err("a ' is never closed".to_string()),
        None => Err("expected a program, found nothing".to_string()),
        Some(_) => Ok(words),
    }
}

/// Files that are noted; larger ones (a book, a network) are the program's own business.
const LARGEST: u64 = 256 << 20;

/// Finds the program, and notes it and the files that its arguments name as what the player is made of: a program
/// replaced under the same name is another player.
fn note_files(command: &[String]) -> Result<PathBuf, String> {
    let is_file = |path: &Path| path.metadata().is_ok_and(|found| found.is_file());
    let name = Path::new(&command[0]);
    let program = if name.components().count() > 1 {
        is_file(name).then(|| name.to_path_buf())
    } else {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| is_file(path))
    };
    let program = program.ok_or_else(|| format!("there is no program {:?}", command[0]))?;
    let named = command[1..].iter().map(PathBuf::from);
    for path in std::iter::once(program.clone()).chain(named) {
        if path.metadata().is_ok_and(|found| found.is_file() && found.len() <= LARGEST) {
            files::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        }
    }
    Ok(program)
}

/// How a program is spoken to.
pub trait Protocol: Send {
    /// The budgets that the program can be told.
    fn keeps(&self) -> &'static [Limit];
    /// Whether a program that is told no limit thinks for ever.
    fn needs_limit(&self) -> bool;
    /// The first words, and the settings.
    fn greet(&self, talk: &mut Talk, options: &[(String, String)]) -> Result<(), Error>;
    /// A new game begins.
    fn new_game(&self, talk: &mut Talk) -> Result<(), Error>;
    /// The program's move at the end of a line.
    fn ask(&self, talk: &mut Talk, line: &dyn AnyLine, budget: &Budget, seed: u64) -> Result<Report, Error>;
}

/// One exchange with a program, up to a deadline.
pub struct Talk<'a> {
    process: &'a mut Process,
    deadline: Instant,
    stop: &'a Stop,
}

impl Talk<'_> {
    /// Sends a line.
    pub fn say(&mut self, line: impl AsRef<str>) -> Result<(), Error> {
        self.process.say(line.as_ref())
    }

    /// Hears lines until one is what was waited for.
    pub fn hear<T>(&mut self, mut wanted: impl FnMut(&str) -> Option<T>) -> Result<T, Error> {
        loop {
            let line = self.process.hear(self.deadline, self.stop)?;
            if let Some(found) = wanted(&line) {
                return Ok(found);
            }
        }
    }
}

struct External {
    protocol: Box<dyn Protocol>,
    command: Vec<String>,
    found: PathBuf,
    options: Vec<(String, String)>,
    budget: Budget,
    patience: f64,
    spec: String,
    normal: String,
    /// The process, and whether its game is to begin; none before it is asked, and after it did something wrong.
    process: Option<(Process, bool)>,
}

/// Seconds that a deadline lies ahead at most.
const FURTHEST: f64 = 1e8;

impl External {
    /// Asks the program, which may do anything.
    fn ask(&mut self, line: &dyn AnyLine, budget: &Budget, seed: u64, stop: &Stop) -> Result<Report, Error> {
        let given = [budget.seconds, budget.clock.map(|clock| clock.left)];
        let given = given.into_iter().flatten().filter(|given| given.is_finite()).reduce(f64::min);
        let wait = |given: f64| Duration::from_secs_f64((given + self.patience).min(FURTHEST));
        if self.process.is_none() {
            let mut process = Process::start(&self.found, &self.command)?;
            let deadline = Instant::now() + wait(0.0);
            self.protocol.greet(&mut Talk { process: &mut process, deadline, stop }, &self.options)?;
            self.process = Some((process, true));
        }
        let (process, begins) = self.process.as_mut().expect("it was started");
        if std::mem::take(begins) {
            let deadline = Instant::now() + wait(0.0);
            self.protocol.new_game(&mut Talk { process, deadline, stop })?;
        }
        let deadline = Instant::now() + wait(given.unwrap_or(0.0));
        let mut report = self.protocol.ask(&mut Talk { process, deadline, stop }, line, budget, seed)?;
        report.best = Some(legal(line, report.best.as_deref().unwrap_or_default())?);
        Ok(report)
    }
}

/// The move as the game writes it, where it is a legal one.
fn legal(line: &dyn AnyLine, answer: &str) -> Result<String, Error> {
    let mut after = line.boxed_clone();
    after.step(answer).map_err(|error| Error::new(format!("illegal move {answer:?}: {error}")))?;
    Ok(after.steps().pop().unwrap_or_default())
}

impl AnyPlayer for External {
    fn spec(&self) -> String {
        self.spec.clone()
    }
    fn normal(&self) -> String {
        self.normal.clone()
    }
    fn new_game(&mut self) {
        if let Some((_, begins)) = &mut self.process {
            *begins = true;
        }
    }
    fn think(&mut self, line: &dyn AnyLine, task: Task<'_>) -> Result<Report, Error> {
        if !matches!(line.turn(), Turn::Player(_)) {
            return Ok(Report::default());
        }
        task.budget.kept_by(&self.spec, self.protocol.keeps())?;
        let budget = self.budget.tighter(task.budget);
        let budget = if self.protocol.needs_limit() { budget.or_default() } else { budget };
        let begun = Instant::now();
        let report = self.ask(line, &budget, task.seed, &task.stop);
        if report.is_err() {
            // Whatever it does next belongs to a question that nobody asks any more.
            self.process = None;
        }
        report.map(|report| Report { seconds: begun.elapsed().as_secs_f64(), ..report })
    }
    fn trace(&mut self, _: &dyn AnyLine, _: usize) -> Result<Trace, Error> {
        Err(Error::new(format!("{} cannot be drawn as a tree: it is another program", self.spec)))
    }
}
