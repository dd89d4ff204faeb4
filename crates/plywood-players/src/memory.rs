//! How much memory a player asks for, told from its spec before it is made.
//!
//! Counted are tables and trees, which are what is large: a table for every player that an opponent model thinks for, and
//! one for all threads of a search; and what a game's own player knows beforehand. What a search needs besides is small.

use plywood_core::facade::AnyGame;
use plywood_core::spec::Size;
use plywood_core::{Args, Budget, Error, Key, Spec};

use crate::registry::registry;
use crate::searches;

/// Bytes of a table's entry.
const ENTRY: usize = 32;
/// Keys whose values are sizes.
pub const SIZES: [&str; 4] = ["table", "memory", "own_table", "shared"];

/// The bytes that a player of a game takes at most for its tables and trees.
pub fn of_player(game: &dyn AnyGame, spec: &Spec) -> Result<u64, Error> {
    let own = game.specialists().iter().find(|one| one.about.name == spec.name);
    let keys: Vec<Key> = match (own, searches::entry(&spec.name)) {
        (Some(own), _) => own.about.keys.to_vec(),
        (None, Some(entry)) => entry.keys(),
        (None, None) => return Ok(0),
    };
    let has = |name: &str| keys.iter().any(|key| key.name == name);
    let shared = registry().keys();
    let args = Args::new(spec, &[&keys, Budget::KEYS, &shared])?;
    let mut total = match own {
        Some(own) => game.specialist_bytes(own.about.name, &args)?,
        None => 0,
    };
    for name in SIZES.iter().filter(|name| has(name)) {
        let bytes = match args.size(name) {
            Ok(Size::Bytes(bytes)) => bytes,
            Ok(Size::Entries(entries)) => entries.saturating_mul(ENTRY),
            // A game's own player may mean something else by the same word.
            Ok(Size::Off) | Err(_) => 0,
        };
        let thinkers = if *name == "table" { thinkers(&args, &has)? } else { 1 };
        total = total.saturating_add((bytes as u64).saturating_mul(thinkers));
    }
    Ok(total)
}

/// For how many players a search thinks with a table each.
fn thinkers(args: &Args, has: &dyn Fn(&str) -> bool) -> Result<u64, Error> {
    let count = |key: &str| args.spec(key).map(|list| list.args.len().max(1) as u64);
    match (has("types"), has("levels"), has("opponent")) {
        (true, _, _) => Ok(1 + count("types")?),
        (_, true, _) => count("levels"),
        (_, _, true) => Ok(2),
        _ => Ok(1),
    }
}

/// The bytes of memory that this machine has to give, where it says so.
pub fn free() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}
