//! Files of data that can be computed again: tables, databases.
//!
//! A file begins with its kind, the version of its content, its length and a checksum. A damaged file, or a
//! file of another kind or version, is refused with the reason; the caller then computes the content again.

use std::path::Path;

use crate::error::Error;
use crate::files::write_pieces;

const MAGIC: &[u8; 16] = b"plywood cache 2\n";
/// Bytes before the content: the magic, the name's checksum, the length, the content's checksum.
const HEAD: usize = 16 + 8 + 8 + 8;

/// A sum over bytes, word by word. Every step is a bijection that carries high bits down and low bits up, so that a change
/// spreads over the whole sum before the next word can undo it.
fn checksum(bytes: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let add = |sum: u64, word: u64| {
        let sum = (sum ^ word).wrapping_mul(FACTOR);
        (sum ^ sum >> 32).wrapping_mul(FACTOR).rotate_left(29)
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| add(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, byte| add(sum, u64::from(*byte)))
}

/// Reads the content of a file that was saved under a name, which says kind and version.
///
/// # Errors
///
/// If the file cannot be read, or [`content`] refuses its bytes.
pub fn load(path: &Path, name: &str) -> Result<Vec<u8>, Error> {
    let refused = |why: &str| Error::new(format!("{}: {why}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| refused(&error.to_string()))?;
    content(bytes, name).map_err(|error| refused(&error.to_string()))
}

/// The content of a file's bytes, if they were saved whole under a name.
///
/// # Errors
///
/// If the bytes are not a cache of this program, are of another kind or version, are cut off, or do not match
/// their checksum.
pub fn content(mut bytes: Vec<u8>, name: &str) -> Result<Vec<u8>, Error> {
    let refused = |why: &str| Error::new(why);
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    if bytes.len() < HEAD || bytes[..16] != *MAGIC {
        return Err(refused("it is no cache of this program"));
    }
    if number(16) != checksum(name.as_bytes()) {
        return Err(Error::new(format!("it is of another kind or version than {name:?}")));
    }
    if number(24) != (bytes.len() - HEAD) as u64 {
        return Err(refused("it is cut off, or has too much"));
    }
    if number(32) != checksum(&bytes[HEAD..]) {
        return Err(refused("it is damaged: its checksum differs"));
    }
    bytes.drain(..HEAD);
    Ok(bytes)
}

/// Saves content under a name, which says kind and version.
///
/// # Errors
///
/// If the file cannot be written.
pub fn save(path: &Path, name: &str, content: &[u8]) -> Result<(), Error> {
    let numbers = [checksum(name.as_bytes()), content.len() as u64, checksum(content)];
    let head = [&MAGIC[..], &numbers.map(u64::to_le_bytes).concat()].concat();
    write_pieces(path, &[&head, content])
        .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_damaged_bits_do_not_undo_each_other() {
        let whole = [0x5A_u8; 24];
        let sums = |place: usize| {
            let mut damaged = whole;
            damaged[place / 8] ^= 1 << (place % 8);
            move |other: usize| {
                let mut twice = damaged;
                twice[other / 8] ^= 1 << (other % 8);
                checksum(&twice)
            }
        };
        let bits = 8 * whole.len();
        for one in 0..bits {
            let sum = sums(one);
            assert!((0..bits).all(|other| (sum(other) == checksum(&whole)) == (one == other)), "bit {one}");
        }
    }

    #[test]
    fn only_what_was_saved_is_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.cache");
        let content: Vec<u8> = (0..1003_u32).map(|number| (number * 7) as u8).collect();
        save(&path, "numbers 1", &content).unwrap();
        assert_eq!(load(&path, "numbers 1").unwrap(), content);
        let refused = |name: &str| load(&path, name).unwrap_err().to_string();
        assert!(refused("numbers 2").contains("another kind or version"));
        let whole = std::fs::read(&path).unwrap();
        for place in [HEAD, HEAD + 500, HEAD + 1002] {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            std::fs::write(&path, damaged).unwrap();
            assert!(refused("numbers 1").contains("checksum"));
        }
        std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        assert!(refused("numbers 1").contains("cut off"));
        std::fs::write(&path, &whole[..20]).unwrap();
        assert!(refused("numbers 1").contains("no cache"));
        assert!(load(&folder.path().join("none"), "numbers 1").is_err());
    }
}
