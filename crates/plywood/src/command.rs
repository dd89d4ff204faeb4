//! The command line: thin. What a command computes lives in the other rooms; here it is asked for and shown.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use plywood_players::registry::{self, Registry};

use crate::{commands, terminal};

/// A workbench for game-tree search.
#[derive(Parser)]
#[command(
    name = "plywood",
    version,
    about,
    after_help = "Example: plywood search connect4 --with \"ab(depth=10, table=64MB)\"\n\
                  Games and searches are specs: a name, with keys in brackets. `plywood games` and `plywood searches` \
                  list them. Without a command, plywood serves the page."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Games(commands::games::Arguments),
    Searches(commands::searches::Arguments),
    Show(commands::show::Arguments),
    Perft(commands::perft::Arguments),
    Search(commands::search::Arguments),
    Solve(commands::solve::Arguments),
    Endgame(commands::endgame::Arguments),
    Play(commands::play::Arguments),
    Tree(commands::tree::Arguments),
    Bench(commands::bench::Arguments),
    Match(commands::matches::Arguments),
    Openings(commands::openings::Arguments),
    Suite(commands::suite::Arguments),
    Compare(commands::compare::Arguments),
    Train(commands::train::Arguments),
    Book(commands::book::Arguments),
    Tune(commands::tune::Arguments),
    Engine(commands::engine::Arguments),
    #[command(name = "nboard")]
    NBoard(commands::engine::NBoardArguments),
    Lab(commands::lab::Arguments),
    Repro(commands::repro::Arguments),
    Rivals(commands::rivals::Arguments),
    Questions(commands::questions::Arguments),
    Billiards(commands::billiards::Arguments),
    Uci(commands::uci::Arguments),
    Serve(commands::serve::Arguments),
}

/// Runs the command line, with all commands, the page among them, for the games and searches of a registry: that of
/// Plywood itself is [`plywood::registry()`](crate::registry()), and a program may put its own into it.
pub fn run(registry: Registry) -> ExitCode {
    registry::install(registry);
    let page = || Command::Serve(Default::default());
    let outcome = match Cli::parse().command.unwrap_or_else(page) {
        Command::Games(arguments) => arguments.run(),
        Command::Searches(arguments) => arguments.run(),
        Command::Show(arguments) => arguments.run(),
        Command::Perft(arguments) => arguments.run(),
        Command::Search(arguments) => arguments.run(),
        Command::Solve(arguments) => arguments.run(),
        Command::Endgame(arguments) => arguments.run(),
        Command::Play(arguments) => arguments.run(),
        Command::Tree(arguments) => arguments.run(),
        Command::Bench(arguments) => arguments.run(),
        Command::Match(arguments) => arguments.run(),
        Command::Openings(arguments) => arguments.run(),
        Command::Suite(arguments) => arguments.run(),
        Command::Compare(arguments) => arguments.run(),
        Command::Train(arguments) => arguments.run(),
        Command::Book(arguments) => arguments.run(),
        Command::Tune(arguments) => arguments.run(),
        Command::Engine(arguments) => arguments.run(),
        Command::NBoard(arguments) => arguments.run(),
        Command::Lab(arguments) => arguments.run(),
        Command::Repro(arguments) => arguments.run(),
        Command::Rivals(arguments) => arguments.run(),
        Command::Questions(arguments) => arguments.run(),
        Command::Billiards(arguments) => arguments.run(),
        Command::Uci(arguments) => arguments.run(),
        Command::Serve(arguments) => arguments.run(),
    };
    match outcome {
        Ok(()) if !terminal::was_interrupted() => ExitCode::SUCCESS,
        // Whoever reads our output has had enough, as `head` does.
        Err(error) if terminal::is_closed_pipe(&error) => ExitCode::SUCCESS,
        // Whatever it still had to say: who presses Ctrl-C is told that the work is not whole.
        Ok(()) => ExitCode::from(130),
        Err(error) if error.is::<terminal::Interrupted>() => ExitCode::from(130),
        Err(error) if terminal::was_interrupted() || commands::hints::is_interrupted(&error) => {
            eprintln!("interrupted: {error:#}");
            ExitCode::from(130)
        }
        Err(error) => {
            eprintln!("error: {error:#}{}", commands::hints::of(&error));
            ExitCode::from(2)
        }
    }
}
