//! Games under way: each at a table with its seats, until nobody has come for a while.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plywood_billiards::game::record::Shots;
use plywood_core::facade::{AnyGame, AnyLine, AnyPlayer, take_back};
use plywood_core::random::{derive, seeded};
use plywood_core::{Player, Spec, Turn};
use plywood_lab::report::worth;
use plywood_study::tutor::{Pupil, Remark};

use super::players::{Chair, Players};
use super::view::Board;
use crate::guard::Client;
use crate::jobs::Job;
use crate::workshop::STEPS;
use crate::{Refusal, new_id};

/// How long a table is kept that nobody comes to.
const KEPT: Duration = Duration::from_secs(12 * 3600);
/// Tables of one client.
const OF_ONE: usize = 24;
/// Tables of all.
const OF_ALL: usize = 2000;

/// Who sits somewhere.
#[derive(Debug, Clone, PartialEq)]
pub enum Seat {
    /// A person.
    Person,
    /// The tutor.
    Tutor,
    /// A player.
    Player(Spec),
}

impl fmt::Display for Seat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Person => out.write_str("person"),
            Seat::Tutor => out.write_str("tutor"),
            Seat::Player(spec) => spec.fmt(out),
        }
    }
}

/// A game that is being played.
pub struct Table {
    /// Its rules.
    pub game: Arc<dyn AnyGame>,
    /// How it went so far.
    pub line: Box<dyn AnyLine>,
    /// Who plays.
    pub seats: Vec<Seat>,
    /// Whether the board is turned by half.
    pub turned: bool,
    /// The seed of its dice and of players that draw numbers.
    pub seed: u64,
    /// What the tutor has seen of the person.
    pub pupil: Pupil,
    /// What the tutor says of the last move.
    pub remark: Option<Remark>,
    /// The job that thinks.
    pub thinking: Option<Arc<Job>>,
    /// Of billiards: the shots so far, so that none is simulated for every look at the table.
    pub shots: Shots,
    /// How often it was changed: who thought about an earlier state comes too late.
    pub version: u64,
    owner: Client,
    used: Instant,
}

impl Table {
    /// A table at which nobody has moved.
    pub fn new(
        owner: &Client,
        game: Arc<dyn AnyGame>,
        line: Box<dyn AnyLine>,
        seats: Vec<Seat>,
        seed: u64,
    ) -> Table {
        Table {
            game,
            line,
            seats,
            turned: false,
            seed,
            pupil: Pupil::default(),
            remark: None,
            thinking: None,
            shots: Shots::default(),
            version: 0,
            owner: owner.clone(),
            used: Instant::now(),
        }
    }

    /// The position now.
    pub fn board(&self) -> Board {
        Board::new(&*self.line, self.turned, |payoffs| worth::result(&*self.game, payoffs))
    }

    /// Who is on turn.
    pub fn on_turn(&self) -> Option<(Player, &Seat)> {
        match self.line.turn() {
            Turn::Player(player) => self.seats.get(player.index()).map(|seat| (player, seat)),
            _ => None,
        }
    }

    /// Plays a move, then lets chance happen until somebody is on turn; a board after each step.
    pub fn play(&mut self, chosen: &str) -> Result<Vec<Board>, Refusal> {
        if self.line.steps().len() >= STEPS {
            return Err(Refusal::bad(format!("a game has at most {STEPS} steps here")));
        }
        self.line.step(chosen)?;
        self.change();
        let mut boards = vec![self.board()];
        boards.extend(self.roll());
        Ok(boards)
    }

    /// Lets chance happen until somebody is on turn.
    pub fn roll(&mut self) -> Vec<Board> {
        let mut boards = Vec::new();
        while self.line.turn() == Turn::Chance {
            let mut rng = seeded(derive(self.seed, self.line.steps().len() as u64));
            self.line.sample(&mut rng);
            boards.push(self.board());
        }
        boards
    }

    /// The line taken back to the last turn of a person, or by a step where nobody is one; none where there is nothing.
    fn before(&self) -> Option<Box<dyn AnyLine>> {
        let person = |player: Player| self.seats.get(player.index()) == Some(&Seat::Person);
        let anybody = !self.seats.contains(&Seat::Person);
        let mut line = self.line.boxed_clone();
        take_back(&mut *line, |player| anybody || person(player)).then_some(line)
    }

    /// Whether something can be taken back.
    pub fn can_undo(&self) -> bool {
        self.before().is_some()
    }

    /// Takes back to the last turn of a person, or a step where nobody is one.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        self.line = self.before().ok_or_else(|| Refusal::conflict("there is nothing to take back"))?;
        self.remark = None;
        self.change();
        Ok(())
    }

    /// What was thought about is no longer what is on the table.
    pub fn change(&mut self) {
        self.version += 1;
        if let Some(job) = self.thinking.take() {
            job.stop.raise();
        }
    }
}

/// All tables.
#[derive(Default)]
pub struct Games {
    tables: Mutex<HashMap<String, Arc<Mutex<Table>>>>,
    /// Players that wait for their next move.
    pub(super) players: Players,
}

/// A table for oneself for a moment.
pub fn sit(table: &Mutex<Table>) -> MutexGuard<'_, Table> {
    let mut table = table.lock().unwrap_or_else(PoisonError::into_inner);
    table.used = Instant::now();
    table
}

impl Games {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Mutex<Table>>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets a table up; the ones that nobody has come to for longest give way.
    pub fn add(&self, table: Table) -> (String, Arc<Mutex<Table>>) {
        let mut all = self.all();
        // A table somebody sits at right now is in use.
        let looked =
            |table: &Mutex<Table>| table.try_lock().ok().map(|table| (table.used, table.owner.clone()));
        all.retain(|id, table| {
            let keep = looked(table).is_none_or(|(used, _)| used.elapsed() < KEPT);
            if !keep {
                self.players.forget(id);
            }
            keep
        });
        let oldest = |all: &HashMap<String, Arc<Mutex<Table>>>, of: Option<&Client>, most: usize| {
            let mut found: Vec<(Instant, String)> = all
                .iter()
                .filter_map(|(id, table)| Some((looked(table)?, id)))
                .filter(|((_, owner), _)| of.is_none_or(|of| of == owner))
                .map(|((used, _), id)| (used, id.clone()))
                .collect();
            found.sort();
            let too_many = (found.len() + 1).saturating_sub(most);
            found.into_iter().take(too_many).map(|(_, id)| id).collect::<Vec<_>>()
        };
        for id in oldest(&all, Some(&table.owner), OF_ONE).into_iter().chain(oldest(&all, None, OF_ALL)) {
            all.remove(&id);
            self.players.forget(&id);
        }
        let (id, table) = (new_id(), Arc::new(Mutex::new(table)));
        all.insert(id.clone(), table.clone());
        (id, table)
    }

    /// What the tutor has seen of a client in a game: at the table that was used last.
    pub fn pupil(&self, owner: &Client, game: &str) -> Pupil {
        let all = self.all();
        let tables = all.values().filter_map(|table| table.try_lock().ok());
        let own = tables.filter(|table| table.owner == *owner && table.game.spec() == game);
        own.max_by_key(|table| table.used).map(|table| table.pupil.clone()).unwrap_or_default()
    }

    /// The table of a name.
    pub fn find(&self, id: &str) -> Result<Arc<Mutex<Table>>, Refusal> {
        self.all()
            .get(id)
            .cloned()
            .ok_or_else(|| Refusal::missing("there is no such game; it was left for too long"))
    }

    /// Lets a player wait for its next move, as long as there is its table.
    pub(super) fn keep(&self, chair: Chair, spec: Spec, bytes: u64, player: Box<dyn AnyPlayer>) {
        let all = self.all();
        if all.contains_key(&chair.table) {
            self.players.keep(chair, spec, bytes, player);
        }
    }

    /// Clears a table.
    pub fn remove(&self, id: &str) {
        let table = self.all().remove(id);
        self.players.forget(id);
        if let Some(table) = table {
            sit(&table).change();
        }
    }

    /// Clears all tables: players that are programs of others end.
    pub fn close(&self) {
        self.all().clear();
        self.players.clear();
    }
}
