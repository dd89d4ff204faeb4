//! What plays, known by its code.
//!
//! Results belong to the code that computed them, down to one line of a search. Each room takes a digest of its sources
//! when it is built (`plywood-digest`) and names the rooms that it rests on, so that whoever keeps results asks for
//! exactly what they rest on: a changed comment of the page leaves what was measured as it is. The same sources, built
//! in the same way, have the same digests in every program and on every machine.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::random::{mix, seed_of};

/// A room: one crate of the workbench, known by a digest of its sources.
#[derive(Debug)]
pub struct Room {
    name: &'static str,
    sources: &'static str,
    checked: bool,
    needs: &'static [&'static Room],
}

impl Room {
    /// A crate with the digest of its sources, whether debug assertions are compiled in, and the rooms it rests on.
    pub const fn new(
        name: &'static str,
        sources: &'static str,
        checked: bool,
        needs: &'static [&'static Room],
    ) -> Self {
        Self { name, sources, checked, needs }
    }

    /// The crate's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Digests of the room's own sources and of those of all rooms that it rests on, by name.
    pub fn sources(&self) -> BTreeMap<&'static str, String> {
        let mut all = BTreeMap::new();
        self.collect(&mut all);
        all
    }

    fn collect(&self, all: &mut BTreeMap<&'static str, String>) {
        let checked = if self.checked { " checked" } else { "" };
        if all.insert(self.name, format!("{}{checked}", self.sources)).is_none() {
            self.needs.iter().for_each(|room| room.collect(all));
        }
    }

    /// One digest of the room and of all that it rests on: 16 hexadecimal digits.
    pub fn digest(&self) -> String {
        self.digest_without(&[])
    }

    /// The same without some rooms, for what is known not to rest on them.
    pub fn digest_without(&self, others: &[&Room]) -> String {
        let mut all = self.sources();
        all.retain(|name, _| others.iter().all(|other| other.name != *name));
        let lines: Vec<String> = all.iter().map(|(name, digest)| format!("{name} {digest}")).collect();
        joined(&lines)
    }
}

/// One digest of several, in this order.
pub fn joined(digests: &[String]) -> String {
    format!("{:016x}", seed_of(&digests.join("\n")))
}

/// What the code is known by that comes from nowhere but the file that runs: a digest of its bytes.
pub fn of_file() -> String {
    static DIGEST: OnceLock<String> = OnceLock::new();
    let digest = || {
        let mut bytes = Vec::new();
        // A file that cannot be read is known as an empty one: nothing better is known of it.
        let _ = own_file().and_then(File::open).and_then(|mut file| file.read_to_end(&mut bytes));
        let words = bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        format!("{:016x}", words.fold(0, |hash, word| mix(hash ^ word)))
    };
    DIGEST.get_or_init(digest).clone()
}

/// The file that this code is in: the program, or a library that another program has loaded.
fn own_file() -> std::io::Result<PathBuf> {
    let here = of_file as *const () as usize;
    // A line of the map of memory: from-to rights offset device inode path.
    let holds = |line: &str| {
        let (from, to) = line.split_once(' ')?.0.split_once('-')?;
        let address = |text| usize::from_str_radix(text, 16).ok();
        let path = &line[line.find('/')?..];
        (address(from)?..address(to)?).contains(&here).then(|| PathBuf::from(path))
    };
    let map = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    map.lines().find_map(holds).map_or_else(std::env::current_exe, Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The workbench in small, with the digests of a search and of a page.
    fn rooms(search: &'static str, page: &'static str) -> [&'static Room; 3] {
        let room = |name, sources, needs: &[&'static Room]| -> &'static Room {
            Box::leak(Box::new(Room::new(name, sources, false, Box::leak(needs.to_vec().into_boxed_slice()))))
        };
        let core = room("core", "1", &[]);
        let search = room("search", search, &[core]);
        let pool = room("pool", "2", &[core]);
        let players = room("players", "3", &[search, pool, core]);
        let repro = room("repro", "4", &[players, pool]);
        [players, repro, room("page", page, &[repro])]
    }

    #[test]
    fn a_line_of_a_search_changes_what_rests_on_it_and_a_line_of_the_page_the_page_alone() {
        let digests = |search, page| rooms(search, page).map(Room::digest);
        let [players, repro, page] = digests("a", "a");
        assert_eq!(digests("a", "a"), [players.clone(), repro.clone(), page.clone()]);
        assert_eq!(digests("a", "b")[..2], [players.clone(), repro.clone()]);
        assert_ne!(digests("a", "b")[2], page);
        let changed = digests("b", "a");
        assert!(changed[0] != players && changed[1] != repro && changed[2] != page);
    }

    #[test]
    fn what_does_not_rest_on_a_room_is_told_so() {
        let [players, repro, _] = rooms("a", "a");
        let pool = players.needs[1];
        assert_ne!(repro.digest_without(&[pool]), repro.digest());
        assert_eq!(
            repro.sources().keys().copied().collect::<Vec<_>>(),
            ["core", "players", "pool", "repro", "search"]
        );
        assert_ne!(Room::new("core", "1", true, &[]).digest(), Room::new("core", "1", false, &[]).digest());
    }

    #[test]
    fn the_file_that_runs_is_found() {
        assert_eq!(own_file().unwrap(), std::env::current_exe().unwrap());
        assert_eq!(of_file().len(), 16);
    }
}
