//! Tables of difficulty that come with the program, and those that were built once and kept.

use super::{Difficulty, Lookup, Size};
use crate::error_model::ErrorModel;
use crate::physics::Arena;
use crate::table::Table;
use plywood_core::random::seed_of;
use plywood_core::{Error, Stop, cache, files};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// How fine the shipped tables are, and those that are built where none is shipped. By the tester of section 4.3.1 a coarse
/// one is wrong by 0.050 in the mean, a shipped one by 0.043, and one of 30 cells looked up as published by 0.053. So none is
/// made finer while a match goes on, which would let frames depend on the clock.
const SHIPPED: Size = Size { cells: 16, trials: 150, lookup: Lookup::Linear };
const COARSE: Size = Size { cells: 8, trials: 60, lookup: Lookup::Linear };
/// Shots that are tried without being asked for: a second or two.
const SMALL: usize = 2_000_000;

/// The shipped tables of `poolfiz`, by error model.
const FILES: [(&str, &[u8]); 4] = [
    ("low", include_bytes!("../../../data/difficulty-low.bin")),
    ("taiwan", include_bytes!("../../../data/difficulty-taiwan.bin")),
    ("italy", include_bytes!("../../../data/difficulty-italy.bin")),
    ("high", include_bytes!("../../../data/difficulty-high.bin")),
];

/// What a kept table is saved under: all that it depends on.
fn label(table: &Table, errors: &ErrorModel, size: Size) -> String {
    let Size { cells, trials, lookup } = size;
    let (table, errors) = (seed_of(&table.to_toml()), errors.essence());
    format!(
        "billiards difficulty 1: table {table:016x}, errors {errors}, {cells} cells, {trials} trials, {lookup:?}"
    )
}

/// Where a built table is kept.
pub fn file_name(arena: &Arena, errors: &ErrorModel, size: Size) -> PathBuf {
    let hash = seed_of(&label(&arena.table, errors, size));
    files::data_folder().join("billiards").join(format!("difficulty-{hash:016x}.bin"))
}

/// The size that is meant where none is asked for: that of the shipped table, or a coarse one.
pub fn usual_size(arena: &Arena, errors: &ErrorModel) -> Size {
    if bytes_of(arena, errors).is_some() { SHIPPED } else { COARSE }
}

fn bytes_of(arena: &Arena, errors: &ErrorModel) -> Option<&'static [u8]> {
    let named = FILES.iter().find(|(name, _)| ErrorModel::named(name).as_ref() == Some(errors))?;
    (Table::preset("poolfiz").as_ref() == Some(&arena.table)).then_some(named.1)
}

/// The table that comes with the program for these errors.
pub fn shipped(arena: &Arena, errors: &ErrorModel) -> Option<Difficulty> {
    let bytes =
        cache::content(bytes_of(arena, errors)?.to_vec(), &label(&arena.table, errors, SHIPPED)).ok()?;
    Difficulty::from_bytes(arena, SHIPPED, bytes)
}

/// Saves a table where [`stored`] looks for it, or elsewhere.
pub fn save(
    arena: &Arena,
    errors: &ErrorModel,
    table: &Difficulty,
    path: Option<PathBuf>,
) -> Result<PathBuf, Error> {
    let path = path.unwrap_or_else(|| file_name(arena, errors, table.size()));
    cache::save(&path, &label(&arena.table, errors, table.size()), table.bytes())?;
    Ok(path)
}

/// Tables in use, by their labels: players of one game share theirs.
static IN_USE: Mutex<Vec<(String, Arc<Difficulty>)>> = Mutex::new(Vec::new());

/// The table of a size, of the usual one where none is given: shipped, kept, or else built at once where that takes a
/// moment and refused where it takes longer.
pub fn stored(arena: &Arena, errors: &ErrorModel, size: Option<Size>) -> Result<Arc<Difficulty>, Error> {
    let size = size.unwrap_or_else(|| usual_size(arena, errors));
    let label = label(&arena.table, errors, size);
    // Held while a table is built, so that nobody builds the same one.
    let mut in_use = IN_USE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some((_, table)) = in_use.iter().find(|(known, _)| *known == label) {
        return Ok(table.clone());
    }
    let table = Arc::new(made(arena, errors, size, &label)?);
    in_use.push((label, table.clone()));
    Ok(table)
}

fn made(arena: &Arena, errors: &ErrorModel, size: Size, label: &str) -> Result<Difficulty, Error> {
    if ErrorModel::named("none").as_ref() == Some(errors) {
        return Ok(Difficulty::certain(arena));
    }
    if size == SHIPPED
        && let Some(table) = shipped(arena, errors)
    {
        return Ok(table);
    }
    let kept = cache::load(&file_name(arena, errors, size), label).ok();
    if let Some(table) = kept.and_then(|bytes| Difficulty::from_bytes(arena, size, bytes)) {
        return Ok(table);
    }
    if size.bytes() * size.trials as usize > SMALL {
        let lookup = if size.lookup == Lookup::Nearest { " --nearest" } else { "" };
        let Size { cells, trials, .. } = size;
        let name = &arena.table.name;
        let table = if Table::preset(name).as_ref() == Some(&arena.table) { name } else { "FILE.toml" };
        return Err(Error::new(format!(
            "there is no table of {cells} cells for {name} and errors {errors} yet; \
             `plywood billiards difficulty --table {table} --errors {errors} --cells {cells} --trials {trials}{lookup}` builds it"
        )));
    }
    let threads = plywood_core::parallel::cores();
    let table = Difficulty::build(arena, errors, size, threads, &Stop::new(), &|_, _| {});
    let table = table.expect("nobody stops it");
    // A table that cannot be kept is built again the next time.
    let _ = save(arena, errors, &table, None);
    Ok(table)
}
