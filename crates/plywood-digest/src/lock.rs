//! Cargo.lock: which packages of others a crate rests on.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The packages of a Cargo.lock by name and version.
pub struct Lock(BTreeMap<(String, String), Package>);

/// A package as Cargo.lock has it.
#[derive(Default)]
struct Package {
    checksum: String,
    /// A name, and the version where there are several.
    needs: Vec<String>,
}

/// The next Cargo.lock above a folder that knows a package.
pub fn above(folder: &Path, package: &str) -> Option<(PathBuf, Lock)> {
    folder.ancestors().find_map(|folder| {
        let file = folder.join("Cargo.lock");
        let lock = Lock::read(&std::fs::read_to_string(&file).ok()?);
        lock.0.keys().any(|(name, _)| name == package).then_some((file, lock))
    })
}

impl Lock {
    /// Reads what cargo writes.
    pub fn read(text: &str) -> Self {
        let mut packages = BTreeMap::new();
        for block in text.split("[[package]]").skip(1) {
            let value = |key: &str| {
                let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
                line.unwrap_or_default().trim_matches('"').to_string()
            };
            let listed = block.lines().filter_map(|line| line.strip_prefix(" \""));
            let needs = listed.map(|line| line.trim_end_matches(',').trim_matches('"').to_string()).collect();
            packages
                .insert((value("name"), value("version")), Package { checksum: value("checksum"), needs });
        }
        Self(packages)
    }

    /// Packages by their names, and all that they rest on: name, version and checksum, in order.
    pub fn packages<'a>(&self, names: impl Iterator<Item = &'a String>) -> Vec<String> {
        let mut open: Vec<String> = names.cloned().collect();
        let mut found = BTreeSet::new();
        while let Some(need) = open.pop() {
            let mut words = need.split(' ');
            let (name, version) = (words.next().unwrap_or_default(), words.next());
            for ((_, one), package) in
                self.0.range((name.to_string(), String::new())..).take_while(|((it, _), _)| it == name)
            {
                let wanted = version.is_none_or(|version| version == one);
                if wanted && found.insert(format!("{name} {one} {}", package.checksum)) {
                    open.extend(package.needs.iter().cloned());
                }
            }
        }
        found.into_iter().collect()
    }
}
