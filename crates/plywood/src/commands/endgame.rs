//! `plywood endgame`: databases of endings, made and asked.

use std::path::PathBuf;

use clap::Subcommand;
use plywood_core::files::data_folder;
use plywood_core::quantity::said_bytes;
use plywood_lab::report::{exact, grouped, worth};
use plywood_players::endgames::{Built, ENDGAMES, Endgames, Probed, endgames};

use crate::terminal::{ended, interrupt, print, print_json, spinner, table};

/// Make databases of endings, or ask them
#[derive(clap::Args)]
#[command(after_help = "Examples: plywood endgame build 12 --game kalah\n          \
                        plywood endgame probe \"0,0,0,1,0,2:20 1,0,0,0,3,0:21 1\" --game kalah\n\
                        A database is made by retrograde analysis, on every core, and kept in the data folder; one that is \
                        damaged is made anew.")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make the database of a class, and say what is in it
    Build {
        /// The class: seeds left at most in kalah, such as 12; all in puzzle(size=3)
        class: String,
        #[command(flatten)]
        shared: Shared,
    },
    /// What the databases know of a position and its moves
    Probe {
        /// The position in the game's notation
        #[arg(allow_hyphen_values = true)]
        position: String,
        #[command(flatten)]
        shared: Shared,
    },
}

#[derive(clap::Args)]
struct Shared {
    /// The game, such as "kalah(holes=4, seeds=3)"; by default the first that has databases
    #[arg(long)]
    game: Option<String>,
    /// The data folder; by default the user's own
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Shared {
    fn game(&self) -> &str {
        self.game.as_deref().unwrap_or(ENDGAMES[0].game)
    }
    fn open(&self) -> anyhow::Result<(Box<dyn Endgames>, PathBuf)> {
        Ok((endgames(Some(self.game()))?, self.data.clone().unwrap_or_else(data_folder)))
    }
}

impl Arguments {
    /// Makes or asks.
    pub fn run(self) -> anyhow::Result<()> {
        match &self.command {
            Command::Build { class, shared } => {
                let (game, folder) = shared.open()?;
                let bar = spinner("working backwards");
                let built = game.build(class, &folder, &interrupt());
                bar.finish_and_clear();
                ended(())?;
                let built = built?;
                if shared.json { print_json(&built) } else { print(said(&built)) }
            }
            Command::Probe { position, shared } => {
                let (game, folder) = shared.open()?;
                let probed = game.probe(position, &folder)?;
                if shared.json { print_json(&probed) } else { print(answered(shared.game(), &probed)?) }
            }
        }
    }
}

/// What was made, as people read it.
fn said(built: &Built) -> String {
    let how = if built.made { "made" } else { "kept already" };
    let mut text = format!("class      {} ({how})\n", built.class);
    text += &format!("file       {}, {}\n", built.file.display(), said_bytes(built.bytes as u64));
    text += &format!("positions  {}\n", grouped(built.positions));
    text += &format!(
        "on turn    {} won, {} drawn, {} lost\n",
        grouped(built.wins),
        grouped(built.draws),
        grouped(built.losses)
    );
    if let Some(example) = &built.example {
        text += &format!("most       {} {}: {example}\n", built.most, built.unit);
    }
    text + &format!("{:.3} s\n", built.seconds)
}

/// What is known of a position, as people read it.
fn answered(game: &str, probed: &Probed) -> anyhow::Result<String> {
    let game = plywood_players::game(game)?;
    let far = |distance: Option<u32>| distance.map_or(String::new(), |plies| plies.to_string());
    let meaning = worth::meaning(&*game, probed.view, probed.value, true);
    let mut text = format!("class  {}\nvalue  {} {meaning}\n", probed.class, exact(probed.value));
    if let Some(plies) = probed.distance {
        text += &format!("plies  {plies} to the end\n");
    }
    // Margins have no distance, and no column for it.
    let columns = if probed.moves.iter().any(|known| known.distance.is_some()) { 3 } else { 2 };
    let row = |cells: [String; 3]| cells.into_iter().take(columns).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = probed
        .moves
        .iter()
        .map(|known| row([known.chosen.clone(), exact(known.value), far(known.distance)]))
        .collect();
    let header = &["move", "value", "plies"][..columns];
    Ok(if rows.is_empty() { text } else { text + &table(header, &rows) })
}
