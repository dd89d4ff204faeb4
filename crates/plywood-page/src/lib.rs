//! The page: games, searches and the lab in a browser (the Dice thesis, section 4.4, has such an interface).
//!
//! A server on loopback answers a JSON API under `/api/v1`, described by OpenAPI, and serves the client, plain modules
//! that are embedded in the program. Each screen is a module here and one of the client:
//!
//! - [`play`]: games against players, and the tutor; [`billiards`]: the table with pockets.
//! - [`analyse`]: searches of one position, side by side.
//! - [`tree`], [`lab`], [`scoreboard`]: searches step by step, matches and suites, published results.
//!
//! What they share: [`catalogue`] (what games and players there are), [`workshop`] (games and players from specs of
//! strangers), [`jobs`] (long work, with its event streams), [`guard`] (who may ask, and how much), [`error`] (refusals)
//! and [`server`] (connections).

pub mod analyse;
pub mod api;
pub mod assets;
pub mod billiards;
pub mod catalogue;
pub mod error;
pub mod guard;
pub mod jobs;
pub mod lab;
pub mod play;
pub mod scoreboard;
pub mod server;
pub mod tree;
pub mod workshop;

use std::path::PathBuf;
use std::sync::Arc;

pub use error::Refusal;
pub use server::Server;

/// How the page is served.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address to listen at; a name or an address of this machine.
    pub host: String,
    /// The port; zero means any free one.
    pub port: u16,
    /// The folder of the lab's store and of files that specs may name.
    pub data: PathBuf,
    /// Whether `engine(cmd=…)` may start programs.
    pub engines: bool,
}

impl Default for Settings {
    /// On loopback, at any port that is free, without programs of others.
    fn default() -> Settings {
        Settings {
            host: "127.0.0.1".to_string(),
            port: 0,
            data: plywood_core::files::data_folder(),
            engines: false,
        }
    }
}

/// The state that all requests share.
pub struct App {
    /// How the page is served.
    pub settings: Settings,
    /// Long work.
    pub jobs: jobs::Jobs,
    /// Games that are being played.
    pub games: play::Games,
    /// Searches that were traced.
    pub trees: tree::Trees,
}

/// The app as handlers get it.
pub type Shared = Arc<App>;

impl App {
    /// An app in which nothing has happened yet.
    pub fn new(settings: Settings) -> Shared {
        let (jobs, games, trees) = (jobs::Jobs::start(), play::Games::default(), tree::Trees::default());
        Arc::new(App { settings, jobs, games, trees })
    }
}

/// A name that nobody guesses.
pub(crate) fn new_id() -> String {
    let mut bytes = [0_u8; 16];
    // Without the system's randomness there is no safe name; nothing else can be done.
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Work that may take longer than a moment, off the threads that answer.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Refusal::internal("something went wrong inside; nothing was changed")))
}
