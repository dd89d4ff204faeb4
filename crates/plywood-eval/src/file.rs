//! Weight files: a small binary format with version, shape, the command that made it, and a checksum.
//!
//! `plywood weights`, a version, the note, the sizes, from version 2 on the form, then every parameter as a
//! little-endian float in the order of [`Perceptron::parameters`], then an FNV-1a sum of all that. Lengths are 32-bit.
//! Networks with biases and without shortcuts are written as version 1. Another version or shape is refused with what
//! was expected.

use std::ops::RangeInclusive;
use std::path::Path;

use plywood_core::files::{read, write_whole};

use crate::perceptron::{Form, Perceptron};

const MAGIC: &[u8; 16] = b"plywood weights\n";
/// The newest version this program writes and reads; the first one is of [`Form::PLAIN`].
pub const VERSION: u32 = 2;
/// Bits of the form.
const BIASES: u32 = 1;
const SHORTCUTS: u32 = 2;
/// Layers and units beyond this are no network of ours.
const MOST: u32 = 1 << 20;

/// The faults of a weight file.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It could not be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: String,
        /// The error of the system.
        source: std::io::Error,
    },
    /// It is something else.
    #[error("this is no weight file: it begins otherwise")]
    Foreign,
    /// It is of another version.
    #[error(
        "the weight file has version {0}; this program reads versions up to {VERSION}: train it again, or use the program that wrote it"
    )]
    Version(u32),
    /// It ends too early or has too much.
    #[error("the weight file is damaged: {0}")]
    Damaged(&'static str),
    /// It is a network of another shape.
    #[error("the weights have the shape {found:?}; expected {expected:?}")]
    Shape {
        /// The sizes in the file.
        found: Vec<usize>,
        /// The sizes that fit.
        expected: Vec<usize>,
    },
}

/// A network and the line that says how it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// The command that made it, and more where that helps.
    pub note: String,
    /// The network.
    pub network: Perceptron,
}

pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

/// Takes pieces off the front.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], FileError> {
        let (head, rest) = self.0.split_at_checked(count).ok_or(FileError::Damaged("it ends too early"))?;
        self.0 = rest;
        Ok(head)
    }
    /// Reads what every file begins with: what it is, its version, and the note.
    pub(crate) fn begun(
        bytes: &'a [u8],
        magic: &[u8],
        versions: RangeInclusive<u32>,
    ) -> Result<(Self, u32, String), FileError> {
        let mut reader = Reader(bytes);
        if reader.take(magic.len()).ok() != Some(magic) {
            return Err(FileError::Foreign);
        }
        let version = reader.number()?;
        if !versions.contains(&version) {
            return Err(FileError::Version(version));
        }
        let length = reader.number()? as usize;
        let note = String::from_utf8_lossy(reader.take(length)?).into_owned();
        Ok((reader, version, note))
    }
    pub(crate) fn number(&mut self) -> Result<u32, FileError> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into().expect("four bytes")))
    }
}

impl Weights {
    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let form = self.network.form();
        let version = if form == Form::PLAIN { 1 } else { VERSION };
        bytes.extend(version.to_le_bytes());
        bytes.extend((self.note.len() as u32).to_le_bytes());
        bytes.extend(self.note.as_bytes());
        bytes.extend((self.network.sizes().len() as u32).to_le_bytes());
        for size in self.network.sizes() {
            bytes.extend((*size as u32).to_le_bytes());
        }
        if version > 1 {
            let bits = if form.biases { BIASES } else { 0 } | if form.shortcuts { SHORTCUTS } else { 0 };
            bytes.extend(bits.to_le_bytes());
        }
        for weight in self.network.parameters() {
            bytes.extend(weight.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file's bytes; `expected` is the shape that fits, where only one does.
    pub fn from_bytes(bytes: &[u8], expected: Option<&[usize]>) -> Result<Weights, FileError> {
        let (mut reader, version, note) = Reader::begun(bytes, MAGIC, 1..=VERSION)?;
        let layers = reader.number()?;
        if !(2..=MOST).contains(&layers) {
            return Err(FileError::Damaged("a network has inputs and outputs"));
        }
        let mut sizes = Vec::new();
        for _ in 0..layers {
            match reader.number()? {
                size @ 1..=MOST => sizes.push(size as usize),
                _ => return Err(FileError::Damaged("a layer has no units or too many")),
            }
        }
        if let Some(expected) = expected.filter(|expected| *expected != sizes) {
            return Err(FileError::Shape { found: sizes, expected: expected.to_vec() });
        }
        let form = match if version > 1 { reader.number()? } else { BIASES } {
            bits if bits <= BIASES + SHORTCUTS
                && (bits & SHORTCUTS == 0 || sizes.len() > 2)
                && (bits == BIASES) == (version == 1) =>
            {
                Form { biases: bits & BIASES != 0, shortcuts: bits & SHORTCUTS != 0 }
            }
            _ => return Err(FileError::Damaged("no network has this form")),
        };
        if reader.0.len() as u64 != 4 * form.parameters(&sizes) + 8 {
            return Err(FileError::Damaged("its length does not fit its shape"));
        }
        let mut network = Perceptron::zeros(&sizes, form);
        for weight in network.parameters_mut() {
            *weight = f32::from_le_bytes(reader.take(4)?.try_into().expect("four bytes"));
            if !weight.is_finite() {
                return Err(FileError::Damaged("a weight is no number"));
            }
        }
        if reader.0 != checksum(&bytes[..bytes.len() - 8]).to_le_bytes() {
            return Err(FileError::Damaged("its checksum is wrong"));
        }
        Ok(Weights { note, network })
    }

    /// Reads a file.
    pub fn load(path: &Path, expected: Option<&[usize]>) -> Result<Weights, FileError> {
        let failed = |source| FileError::Io { path: path.display().to_string(), source };
        Weights::from_bytes(&read(path).map_err(failed)?, expected)
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
    use plywood_core::random::seeded;

    #[test]
    fn round_trip_and_refusals() {
        for form in [Form::PLAIN, Form::SHORT, Form { biases: true, shortcuts: true }] {
            round_trip(form);
        }
    }

    fn round_trip(form: Form) {
        let network = Perceptron::random(&[4, 3, 1], form, 1.0, &mut seeded(1));
        let weights = Weights { note: "plywood train".into(), network };
        let bytes = weights.to_bytes();
        assert_eq!(bytes[16], if form == Form::PLAIN { 1 } else { 2 });
        assert_eq!(Weights::from_bytes(&bytes, Some(&[4, 3, 1])).unwrap(), weights);
        let refused = |bytes: &[u8], shape: Option<&[usize]>| {
            Weights::from_bytes(bytes, shape).unwrap_err().to_string()
        };
        assert!(refused(&bytes, Some(&[5, 3, 1])).contains("expected [5, 3, 1]"));
        assert!(refused(b"GIF89a", None).contains("no weight file"));
        let mut newer = bytes.clone();
        newer[16] = 9;
        assert!(refused(&newer, None).contains("version 9"));
        let mut flipped = bytes.clone();
        *flipped.iter_mut().rev().nth(9).unwrap() ^= 1;
        assert!(refused(&flipped, None).contains("checksum"));
        for length in 0..bytes.len() {
            assert!(Weights::from_bytes(&bytes[..length], None).is_err(), "cut after {length} bytes");
        }
    }
}
