//! The numbers of positions met, in a memory of fixed size. When the memory is full, the half that took the
//! least work is dropped (Nagai's small-tree garbage collection), so that expensive results stay.

use super::Numbers;

/// The entry of a position.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    key: u64,
    /// Its numbers.
    pub numbers: Numbers,
    /// Nodes that were searched for them; zero where the place is free.
    work: u32,
}

const FREE: Entry = Entry { key: 0, numbers: Numbers::UNKNOWN, work: 0 };

/// Entries by the key of their position, each at the first free place from its own on.
#[derive(Debug, Clone)]
pub struct Table {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
}

impl Table {
    /// A table of at most `memory` bytes.
    pub fn new(memory: usize) -> Table {
        // While it is cleaned, half of the entries are held twice.
        let places = (memory / size_of::<Entry>() * 2 / 3).max(16);
        let places = if places.is_power_of_two() { places } else { places.next_power_of_two() / 2 };
        Table { entries: vec![FREE; places], used: 0, most: places / 8 * 7 }
    }

    fn place(&self, key: u64) -> usize {
        let mask = self.entries.len() - 1;
        let mut place = (key >> 7) as usize & mask;
        while self.entries[place].work != 0 && self.entries[place].key != key {
            place = (place + 1) & mask;
        }
        place
    }

    /// The entry of a position.
    pub fn find(&self, key: u64) -> Option<Numbers> {
        let entry = &self.entries[self.place(key)];
        (entry.work != 0).then_some(entry.numbers)
    }

    /// Keeps a position's numbers, and the work they took on top of what they had taken.
    pub fn keep(&mut self, key: u64, numbers: Numbers, work: u64) {
        let place = self.place(key);
        let before = self.entries[place].work;
        let work = u64::from(before) + work.max(1);
        self.entries[place] = Entry { key, numbers, work: work.min(u32::MAX.into()) as u32 };
        self.used += usize::from(before == 0);
        if self.used >= self.most {
            self.clean();
        }
    }

    /// Lets the cheaper half go.
    fn clean(&mut self) {
        let mut works: Vec<u32> =
            self.entries.iter().filter(|entry| entry.work != 0).step_by(8).map(|e| e.work).collect();
        let middle = works.len() / 2;
        let least = *works.select_nth_unstable(middle).1;
        let mut kept: Vec<Entry> = Vec::with_capacity(self.used / 2);
        for entry in &self.entries {
            // Of equal ones no more than half stay, so that there is room in any case.
            if entry.work != 0 && entry.work >= least && kept.len() < self.used / 2 {
                kept.push(*entry);
            }
        }
        self.entries.fill(FREE);
        self.used = kept.len();
        for entry in kept {
            let place = self.place(entry.key);
            self.entries[place] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_was_dear_within_its_memory() {
        let mut table = Table::new(24 * 96);
        assert_eq!(table.entries.len(), 64);
        let numbers = |proof| Numbers { proof, disproof: 2 };
        table.keep(7 << 7, numbers(9), 1_000);
        for key in 100..400u64 {
            table.keep(key << 7, numbers(1), 1);
            assert!(table.used < table.entries.len());
        }
        assert_eq!(table.find(7 << 7), Some(numbers(9)));
        assert!(table.find(100 << 7).is_none() && table.find(399 << 7).is_some());
    }
}
