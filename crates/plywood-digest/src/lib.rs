//! A digest of what a crate is made of, taken by its build script: sources, data, features, flags, and the packages of
//! others that it rests on as Cargo.lock has them.
//!
//! Results belong to the code that computed them, and a commit does not tell it: files may have been changed since. Each
//! room of Plywood has a build script that calls [`write`](fn@write), and includes what that writes: a static `ROOM` of type
//! `plywood_core::code::Room`, which names the rooms it rests on by their own `ROOM`. No path enters a digest, so that
//! it is the same for every program that is built from the same sources in the same way, wherever they lie.

mod lock;
mod manifest;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// A running hash: FNV-1a with 64 bits, which stays as it is whatever compiles it.
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a piece with its length, so that moving a border between two pieces is a change.
    fn add(&mut self, piece: &[u8]) {
        for byte in (piece.len() as u64).to_le_bytes().iter().chain(piece) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// What a crate is made of beside its files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// Packages of others that it rests on, with their versions and checksums.
    pub packages: Vec<String>,
    /// Features and flags that change its code.
    pub flags: Vec<String>,
}

/// The digest of files and folders of a crate, and of its setting: 16 hexadecimal digits.
///
/// # Errors
/// Where a file cannot be read.
pub fn digest(root: &Path, parts: &[&str], setting: &Setting) -> io::Result<String> {
    let mut files = BTreeMap::new();
    for part in parts {
        collect(&root.join(part), part, &mut files)?;
    }
    let mut hash = Hash::new();
    for (name, path) in files {
        hash.add(name.as_bytes());
        hash.add(&fs::read(path)?);
    }
    for list in [&setting.packages, &setting.flags] {
        hash.add(&(list.len() as u64).to_le_bytes());
        list.iter().for_each(|text| hash.add(text.as_bytes()));
    }
    Ok(format!("{:016x}", hash.0))
}

/// All files of a folder by their relative names; those that editors hide are not of it.
fn collect(path: &Path, name: &str, files: &mut BTreeMap<String, PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.insert(name.to_string(), path.to_path_buf());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let own = entry.file_name().to_string_lossy().into_owned();
        if !own.starts_with('.') {
            collect(&entry.path(), &format!("{name}/{own}"), files)?;
        }
    }
    Ok(())
}

/// Writes the room's `ROOM` to `room.rs` in the build script's folder, and has the script run again whenever the room
/// changes. `parts` are the crate's files and folders that the program is made of.
///
/// # Panics
/// Where a file cannot be read or written: there is no program then.
pub fn write(parts: &[&str]) {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(variable("OUT_DIR"));
    let name = variable("CARGO_PKG_NAME");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a crate has a manifest");
    let needs = manifest::dependencies(&manifest);
    parts.iter().for_each(|part| println!("cargo::rerun-if-changed={part}"));
    println!("cargo::rerun-if-changed=Cargo.toml");
    println!("cargo::rerun-if-env-changed=RUSTFLAGS");
    let packages = lock::above(&out, &name).or_else(|| lock::above(&root, &name)).map(|(file, lock)| {
        println!("cargo::rerun-if-changed={}", file.display());
        lock.packages(needs.iter().filter(|need| !is_room(need)))
    });
    // What is not text says nothing about code.
    let variables = env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let setting = Setting { packages: packages.unwrap_or_default(), flags: flags(variables) };
    let digest = digest(&root, parts, &setting).unwrap_or_else(|error| panic!("reading {name}: {error}"));
    fs::write(out.join("room.rs"), room(&name, &digest, &needs)).expect("cargo's own folder can be written");
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo sets {name} for build scripts"))
}

fn is_room(package: &str) -> bool {
    package.starts_with("plywood-")
}

/// The source text of a crate's `ROOM`.
fn room(name: &str, digest: &str, needs: &[String]) -> String {
    let core = if name == "plywood-core" { "crate" } else { "plywood_core" };
    let needs: String = needs
        .iter()
        .filter(|need| is_room(need))
        .map(|need| format!("&{}::ROOM, ", need.replace('-', "_")))
        .collect();
    format!(
        "/// What this room's code is known by.\npub static ROOM: {core}::code::Room =\n    \
         {core}::code::Room::new({name:?}, {digest:?}, cfg!(debug_assertions), &[{needs}]);\n"
    )
}

/// What changes a crate's code beside its sources, of the variables that cargo sets for its build script: features, how far it
/// is optimised, and for what processor; of the compiler's flags those alone that do, because others name folders.
fn flags(variables: impl Iterator<Item = (String, String)>) -> Vec<String> {
    let mut flags = Vec::new();
    for (name, value) in variables {
        match name.as_str() {
            "OPT_LEVEL" | "CARGO_CFG_TARGET_ARCH" | "CARGO_CFG_TARGET_FEATURE" => {
                flags.push(format!("{name}={value}"));
            }
            "CARGO_ENCODED_RUSTFLAGS" => flags.extend(compiler_flags(&value)),
            _ if name.starts_with("CARGO_FEATURE_") => flags.push(name),
            _ => {}
        }
    }
    flags.sort();
    flags
}

fn compiler_flags(encoded: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut words = encoded.split('\x1f');
    while let Some(word) = words.next() {
        // `-C name` and `-Cname` mean the same, so do `--cfg name` and `--cfg=name`.
        let (kind, rest) = match word {
            "-C" | "--codegen" | "--cfg" => (word, words.next().unwrap_or_default()),
            _ => match (word.strip_prefix("--cfg="), word.strip_prefix("-C")) {
                (Some(rest), _) => ("--cfg", rest),
                (_, Some(rest)) => ("-C", rest),
                _ => continue,
            },
        };
        let setting = rest.split('=').next().unwrap_or(rest);
        if kind == "--cfg" || ["opt-level", "overflow-checks", "debug-assertions"].contains(&setting) {
            found.push(format!("{} {rest}", if kind == "--cfg" { "cfg" } else { "codegen" }));
        }
    }
    found
}

#[cfg(test)]
mod tests;
