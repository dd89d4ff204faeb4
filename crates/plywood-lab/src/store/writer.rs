//! The one thread that writes games.
//!
//! Games come through a short queue. Those of a [`BATCH`] of time are collected and written in one transaction, so that
//! other processes have to wait for the writing alone; then they go out again, and only then do they count. A
//! kill loses at most what was in the queue and not yet committed, less than a tenth of a second of finished games.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::{CachedStatement, Connection, Transaction, TransactionBehavior, params};

use super::{GameRecord, Result, Store, StoreError};

/// How long games are collected.
pub const BATCH: Duration = Duration::from_millis(40);
/// Games in the queue before players wait for the writer.
const QUEUE: usize = 512;

/// The facts of a game that is on disk.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Pairing of the experiment.
    pub pairing: u32,
    /// Number within the pairing.
    pub number: u32,
    /// Seat of the first contestant.
    pub first_seat: u8,
    /// Half-points of the first contestant.
    pub half_points: u8,
    /// How it ended.
    pub reason: String,
    /// Hash of start and steps.
    pub hash: u64,
    /// Number of steps after the opening.
    pub plies: u32,
    /// The payoff of every seat; nothing for a position of a suite.
    pub payoffs: Vec<f64>,
}

impl From<&GameRecord> for Stored {
    fn from(game: &GameRecord) -> Self {
        Self {
            pairing: game.pairing,
            number: game.number,
            first_seat: game.first_seat,
            half_points: game.half_points(),
            reason: game.reason.clone(),
            hash: game.hash,
            plies: game.steps.len() as u32,
            payoffs: game.payoffs.clone(),
        }
    }
}

/// A running writer; dropping it without [`Writer::finish`] still commits what it was sent.
#[derive(Debug)]
pub struct Writer {
    games: Option<SyncSender<GameRecord>>,
    thread: Option<JoinHandle<(Store, Result<()>)>>,
}

impl Writer {
    /// Starts writing games of a run; what is on disk comes out of the receiver.
    pub fn start(store: Store, run: i64) -> (Self, Receiver<Vec<GameRecord>>) {
        let (games, queue) = sync_channel(QUEUE);
        let (committed, summaries) = channel();
        let thread = std::thread::spawn(move || {
            let result = write_all(&store.connection, run, &queue, &committed);
            let result = store.wrap(result);
            (store, result)
        });
        (Self { games: Some(games), thread: Some(thread) }, summaries)
    }

    /// A handle that a playing thread sends its games through.
    pub fn sender(&self) -> GameSender {
        GameSender(self.games.clone().expect("a writer has a queue until it is finished"))
    }

    /// Waits until everything sent is on disk and gives the store back. All senders must be gone.
    pub fn finish(mut self) -> Result<Store> {
        self.games = None;
        let thread = self.thread.take().expect("a writer is finished once");
        let (store, result) = thread.join().map_err(|_| StoreError::WriterGone)?;
        result.map(|()| store)
    }
}

/// Sends finished games to the writer.
#[derive(Clone, Debug)]
pub struct GameSender(SyncSender<GameRecord>);

impl GameSender {
    /// Hands a game over; waits while the queue is full.
    pub fn send(&self, game: GameRecord) -> Result<()> {
        self.0.send(game).map_err(|_| StoreError::WriterGone)
    }
}

fn write_all(
    connection: &Connection,
    run: i64,
    queue: &Receiver<GameRecord>,
    committed: &Sender<Vec<GameRecord>>,
) -> rusqlite::Result<()> {
    let mut insert_game = connection.prepare_cached(
        "INSERT INTO game (run, pairing, number, opening, first_seat, half_points, payoffs, reason, plies, hash, micros)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?;
    let mut insert_step = connection.prepare_cached(
        "INSERT INTO step (game, ply, seat, text, value, proven, depth, nodes, evaluations, simulations, micros, counters)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?;
    while let Ok(first) = queue.recv() {
        let deadline = Instant::now() + BATCH;
        let mut batch = vec![first];
        while let left = deadline.saturating_duration_since(Instant::now())
            && !left.is_zero()
            && batch.len() < 2 * QUEUE
        {
            // Nobody sends any more: there is nothing to wait for.
            let Ok(game) = queue.recv_timeout(left) else { break };
            batch.push(game);
        }
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
        for game in &batch {
            write(connection, &mut insert_game, &mut insert_step, run, game)?;
        }
        transaction.commit()?;
        // Nobody listening is no reason not to write.
        let _ = committed.send(batch);
    }
    Ok(())
}

fn write(
    connection: &Connection,
    insert_game: &mut CachedStatement,
    insert_step: &mut CachedStatement,
    run: i64,
    game: &GameRecord,
) -> rusqlite::Result<()> {
    let payoffs = serde_json::json!(game.payoffs).to_string();
    insert_game.execute(params![
        run,
        game.pairing,
        game.number,
        game.opening,
        game.first_seat,
        game.half_points(),
        payoffs,
        game.reason,
        game.steps.len() as i64,
        game.hash as i64,
        game.micros as i64
    ])?;
    let id = connection.last_insert_rowid();
    for (ply, step) in game.steps.iter().enumerate() {
        let counters = (!step.counters.is_empty()).then(|| serde_json::json!(step.counters).to_string());
        insert_step.execute(params![
            id,
            ply as i64,
            step.seat.column(),
            step.text,
            step.value,
            step.proven,
            step.depth,
            step.nodes as i64,
            step.evaluations as i64,
            step.simulations as i64,
            step.micros as i64,
            counters
        ])?;
    }
    Ok(())
}
