//! `plywood endgame`: databases of endings, made and asked.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context;
use clap::Subcommand;
use plywood_core::Spec;
use plywood_core::files::{data_folder, read_text};
use plywood_core::quantity::said_bytes;
use plywood_lab::report::{exact, grouped, worth};
use plywood_study::endgames::{Answer, Built, ENDGAMES, Endgames, Group, Probed, endgames};
use serde::Serialize;

use crate::terminal::{ended, interrupt, print, print_json, spinner, table};

/// Make databases of endings, or query them
#[derive(clap::Args)]
#[command(after_help = "Examples: plywood endgame build KQKR\n          \
                        plywood endgame probe \"8/8/K3rk2/Q7/8/8/8/8 w - - 0 1\"\n          \
                        plywood endgame build 12 --game kalah\n          \
                        plywood endgame probe \"0,0,0,1,0,2:20 1,0,0,0,3,0:21 1\" --game kalah\n\
                        Retrograde analysis on all cores makes a database and keeps it in the data folder. A damaged \
                        database is made again.")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make the database of a class, and summarise it
    Build {
        /// The class: the men of an ending of chess, such as KQKR; seeds left at most in kalah, such as 12; all in
        /// puzzle(size=3)
        class: String,
        #[command(flatten)]
        shared: Shared,
    },
    /// Show what the databases know of a position and its moves
    Probe {
        /// The position in the game's notation
        #[arg(allow_hyphen_values = true, required_unless_present = "suite")]
        position: Option<String>,
        /// A file with a position a line, instead of one position
        #[arg(long, value_name = "FILE", conflicts_with = "position")]
        suite: Option<PathBuf>,
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
    /// Print JSON: one object, or an array for a suite and for chess
    #[arg(long)]
    json: bool,
}

impl Shared {
    fn game(&self) -> &str {
        self.game.as_deref().unwrap_or(ENDGAMES[0].game)
    }
    fn is_chess(&self) -> bool {
        self.game().parse::<Spec>().is_ok_and(|spec| spec.name == "chess")
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
            Command::Probe { position, suite, shared } => {
                let (game, folder) = shared.open()?;
                let text = match suite {
                    Some(path) => {
                        read_text(path).with_context(|| format!("cannot read {}", path.display()))?
                    }
                    None => position.clone().unwrap_or_default(),
                };
                if suite.is_none() && !(shared.json && shared.is_chess()) {
                    let probed = game.probe(&text, &folder)?;
                    return if shared.json {
                        print_json(&probed)
                    } else {
                        print(answered(shared.game(), &probed)?)
                    };
                }
                let lines =
                    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
                let answers = game.answers(&lines.collect::<Vec<_>>(), &folder)?;
                match (shared.json, shared.is_chess()) {
                    (true, true) => print_json(&answers.iter().map(ChessAnswer::from).collect::<Vec<_>>()),
                    (true, false) => print_json(&answers),
                    (false, _) => print(listed(&answers)),
                }
            }
        }
    }
}

/// An answer about chess, by the names that people of endings use.
#[derive(Serialize)]
struct ChessAnswer<'a> {
    fen: &'a str,
    wdl: i32,
    dtm: Option<u32>,
    dtc: Option<u32>,
}

impl<'a> From<&'a Answer> for ChessAnswer<'a> {
    fn from(answer: &'a Answer) -> ChessAnswer<'a> {
        let Answer { position, value, distance, conversion } = answer;
        let wdl = if *value == 0.0 { 0 } else { value.signum() as i32 };
        // A draw has no distance, not even where it is reached.
        let plies = |plies: &Option<u32>| plies.filter(|_| wdl != 0);
        ChessAnswer { fen: position, wdl, dtm: plies(distance), dtc: plies(conversion) }
    }
}

/// Answers as a table.
fn listed(answers: &[Answer]) -> String {
    let far = |plies: Option<u32>| plies.map_or(String::new(), |plies| plies.to_string());
    let converts = answers.iter().any(|answer| answer.conversion.is_some());
    let row = |answer: &Answer| {
        let mut cells = vec![answer.position.clone(), exact(answer.value), far(answer.distance)];
        cells.extend(converts.then(|| far(answer.conversion)));
        cells
    };
    let header = &["position", "value", "plies", "to conversion"][..if converts { 4 } else { 3 }];
    table(header, &answers.iter().map(row).collect::<Vec<_>>())
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
    if !built.groups.is_empty() {
        let longest = |plies: &BTreeMap<u32, u64>| plies.keys().last().map_or(String::new(), u32::to_string);
        let row = |group: &Group| {
            let counts = [group.positions, group.wins, group.draws, group.losses].map(grouped);
            let plies = [longest(&group.win_plies), longest(&group.loss_plies)];
            [vec![group.name.clone(), group.counted.to_string()], counts.to_vec(), plies.to_vec()].concat()
        };
        let header =
            ["every placement", "plies to", "legal", "won", "drawn", "lost", "longest win", "longest loss"];
        text += &table(&header, &built.groups.iter().map(row).collect::<Vec<_>>());
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
    if let Some(plies) = probed.conversion {
        text += &format!("       {plies} to conversion\n");
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
