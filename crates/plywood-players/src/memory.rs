//! The memory of a player, computed from its spec before the player is made.
//!
//! The sum counts tables and trees, which are large: one table for each player that an opponent model thinks
//! for, and one for all threads of a search; and the knowledge that a game's own player has beforehand. The
//! rest of a search is small.

use plywood_core::facade::AnyGame;
use plywood_core::{Args, Budget, Error, Spec};

use crate::registry::registry;
use crate::specialists::declared;

/// The bytes that a player of a game takes at most for its tables and trees.
///
/// # Errors
/// Arguments that the player does not take.
pub fn of_player(game: &dyn AnyGame, spec: &Spec) -> Result<u64, Error> {
    let Some(player) = declared(game.specialists(), &spec.name) else { return Ok(0) };
    let args = Args::new(spec, &[&player.keys(), Budget::KEYS, &registry().keys()])?;
    let known = match game.specialists().iter().any(|one| one.about.name == spec.name) {
        true => game.specialist_bytes(&spec.name, &args)?,
        false => 0,
    };
    Ok(known.saturating_add(player.bytes(&args)?))
}

/// The bytes of memory that this machine has to give, where it says so.
pub fn free() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}
