//! The program: the command line with all that Plywood has.

use std::process::ExitCode;

fn main() -> ExitCode {
    plywood::run(plywood::registry())
}
