//! The command line: thin. What a command computes lives in the other rooms; here it is asked for and shown.

mod commands;
mod terminal;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A workbench for game-tree search.
#[derive(Parser)]
#[command(name = "plywood", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Match(commands::matches::Arguments),
    Suite(commands::suite::Arguments),
    Lab(commands::lab::Arguments),
    Repro(commands::repro::Arguments),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Match(arguments) => arguments.run(),
        Command::Suite(arguments) => arguments.run(),
        Command::Lab(arguments) => arguments.run(),
        Command::Repro(arguments) => arguments.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has had enough, as `head` does.
        Err(error) if terminal::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
