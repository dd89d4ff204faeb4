//! Weights of patterns in base 3: what every configuration of a few cells adds to an evaluation, stage by stage.
//!
//! A configuration is a number whose digits are the cells: empty, own, the other's. Where a pattern looks the same from
//! two sides, a configuration and its mirror image share a weight ([`Packing`]); the same weights serve every place where
//! the pattern lies. Weights are whole numbers of 16 bits, in units of the game's choice.
//!
//! The file: `plywood pattern`, a version, the note (the command that made it), stages and weights a stage, the weights
//! stage by stage as little-endian words, then an FNV-1a sum of all that.

use std::path::Path;

use plywood_core::files::{read, write_whole};

use crate::file::{FileError, Reader, checksum};

const MAGIC: &[u8; 16] = b"plywood pattern\n";
/// The version of pattern files this program writes and reads.
pub const PATTERNS_VERSION: u32 = 1;

/// The number of configurations of some cells.
pub const fn configurations(cells: usize) -> usize {
    3_usize.pow(cells as u32)
}

/// Which weight each configuration of one pattern has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packing {
    /// The weight of every configuration.
    pub places: Vec<u32>,
    /// How many weights there are.
    pub weights: usize,
}

impl Packing {
    /// For a pattern of a number of cells; `mirror` says where each cell goes when the pattern is seen from
    /// its other side.
    pub fn new(cells: usize, mirror: Option<&[usize]>) -> Packing {
        let mut places = vec![u32::MAX; configurations(cells)];
        let mut weights = 0;
        for number in 0..places.len() {
            if places[number] != u32::MAX {
                continue;
            }
            places[number] = weights as u32;
            if let Some(mirror) = mirror {
                let digit = |cell: usize| number / configurations(cell) % 3;
                let seen = (0..cells).map(|cell| digit(cell) * configurations(mirror[cell])).sum::<usize>();
                places[seen] = weights as u32;
            }
            weights += 1;
        }
        Packing { places, weights }
    }
}

/// The weights of all patterns, and the line that says how they were made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternWeights {
    /// The command that made them, and more where that helps.
    pub note: String,
    /// Weights of each stage.
    pub stages: Vec<Vec<i16>>,
}

impl PatternWeights {
    /// Nothing learned yet.
    pub fn zeros(stages: usize, weights: usize) -> PatternWeights {
        PatternWeights { note: String::new(), stages: vec![vec![0; weights]; stages] }
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(PATTERNS_VERSION.to_le_bytes());
        bytes.extend((self.note.len() as u32).to_le_bytes());
        bytes.extend(self.note.as_bytes());
        bytes.extend((self.stages.len() as u32).to_le_bytes());
        bytes.extend((self.stages.first().map_or(0, Vec::len) as u32).to_le_bytes());
        for weight in self.stages.iter().flatten() {
            bytes.extend(weight.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file's bytes; `expected` are the stages and the weights of each that fit.
    pub fn from_bytes(bytes: &[u8], expected: (usize, usize)) -> Result<PatternWeights, FileError> {
        let (mut reader, _, note) = Reader::begun(bytes, MAGIC, PATTERNS_VERSION..=PATTERNS_VERSION)?;
        let found = (reader.number()? as usize, reader.number()? as usize);
        if found != expected {
            let list = |shape: (usize, usize)| vec![shape.0, shape.1];
            return Err(FileError::Shape { found: list(found), expected: list(expected) });
        }
        let (stages, weights) = found;
        if reader.0.len() != 2 * stages * weights + 8 {
            return Err(FileError::Damaged("its length does not fit its shape"));
        }
        let mut stages = vec![Vec::with_capacity(weights); stages];
        for stage in &mut stages {
            let words = reader.take(2 * weights)?;
            stage.extend(words.as_chunks::<2>().0.iter().map(|word| i16::from_le_bytes(*word)));
        }
        if reader.0 != checksum(&bytes[..bytes.len() - 8]).to_le_bytes() {
            return Err(FileError::Damaged("its checksum is wrong"));
        }
        Ok(PatternWeights { note, stages })
    }

    /// Reads a file.
    pub fn load(path: &Path, expected: (usize, usize)) -> Result<PatternWeights, FileError> {
        let failed = |source| FileError::Io { path: path.display().to_string(), source };
        PatternWeights::from_bytes(&read(path).map_err(failed)?, expected)
    }

    /// Writes a file whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let failed = |source| FileError::Io { path: path.display().to_string(), source };
        write_whole(path, &self.to_bytes()).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_share_a_weight() {
        let packing = Packing::new(3, Some(&[2, 1, 0]));
        // 27 configurations, 9 of which are their own image.
        assert_eq!(packing.weights, 18);
        assert_eq!(packing.places[1], packing.places[9]);
        assert_ne!(packing.places[1], packing.places[3]);
        assert_eq!(Packing::new(4, None).weights, 81);
    }

    #[test]
    fn round_trip_and_refusals() {
        let stages = vec![vec![1, -2, 300], vec![i16::MIN, 0, i16::MAX]];
        let weights = PatternWeights { note: "plywood train".into(), stages };
        let bytes = weights.to_bytes();
        assert_eq!(PatternWeights::from_bytes(&bytes, (2, 3)).unwrap(), weights);
        let refused = |bytes: &[u8], shape| PatternWeights::from_bytes(bytes, shape).unwrap_err().to_string();
        assert!(refused(&bytes, (2, 4)).contains("expected [2, 4]"));
        assert!(refused(b"GIF89a", (2, 3)).contains("no weight file"));
        let mut newer = bytes.clone();
        newer[16] = 9;
        assert!(refused(&newer, (2, 3)).contains("version 9"));
        let mut flipped = bytes.clone();
        *flipped.iter_mut().rev().nth(9).unwrap() ^= 1;
        assert!(refused(&flipped, (2, 3)).contains("checksum"));
        for length in 0..bytes.len() {
            assert!(
                PatternWeights::from_bytes(&bytes[..length], (2, 3)).is_err(),
                "cut after {length} bytes"
            );
        }
    }
}
