//! What a table takes of the machine: what is used of it, and nothing at the time it is made. The only test of its
//! program, because it looks at the memory of the whole process.
#![cfg(target_os = "linux")]

use plywood_core::spec::{Args, Size};
use plywood_core::{Budget, Line, Search, Spec, Task, Zero};
use plywood_games::connect4::Connect4;
use plywood_games::connect4::shape::Standard;
use plywood_search::alphabeta::{AlphaBeta, Config};

const MEGABYTE: usize = 1 << 20;

/// The memory that the process really has, in bytes.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it is among the numbers");
    let kilobytes = line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number");
    kilobytes << 10
}

#[test]
fn a_table_takes_what_is_used_of_it() {
    let config = Config { table: Size::Bytes(1 << 30), ..Config::PLAIN };
    let before = resident();
    let mut search = AlphaBeta::new(Zero, config);
    assert!(resident() < before + 8 * MEGABYTE, "a table that nobody used takes memory");
    let line = Line::new(Connect4::<Standard>::default());
    search.think(&line, Task::new(Budget::nodes(20)));
    // Twenty entries touch twenty large pages at most.
    assert!(resident() < before + (2 * 20 + 8) * MEGABYTE, "a table hardly used takes memory");
    // New games mark entries as dead; now and then the table has to be emptied.
    for _ in 0..1000 {
        search.new_game();
    }
    assert!(resident() < before + (2 * 20 + 8) * MEGABYTE, "a table that is emptied takes memory");

    // More memory than any machine has is refused with a sentence; so is what a machine's addresses do not reach.
    for size in ["1000000000GB", "2^62"] {
        let spec: Spec = format!("ab(table={size})").parse().expect("a spec");
        let args = Args::new(&spec, &[Config::KEYS]).expect("its keys are known");
        let error = Config::PLAIN
            .read(&args)
            .and_then(|config| config.checked(&args))
            .expect_err("there is no such memory")
            .to_string();
        assert!(error.contains("no memory for a table of") && error.contains(size), "{error}");
    }
}
