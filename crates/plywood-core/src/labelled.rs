//! Small text files that state their kind: the first line is a kind and a version, every other line
//! `key: value`.
//!
//! Learned data is kept in such files, so that people can read it. A file of another kind or of a newer
//! version, or an incomplete file, is refused with the place and the reason.

use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use crate::error::Error;
use crate::files::{read_text, write_whole};

/// The last line of a file that may not be cut off.
const END: &str = "end: of file";

/// A kind of file.
///
/// ```
/// use plywood_core::labelled::Kind;
///
/// let kind = Kind { name: "weights", version: 1, made_by: "`plywood train`" };
/// let text = kind.text([("depth", "6".to_string())]);
/// assert_eq!(kind.read_whole(&text)?.value("depth")?, "6");
/// assert!(kind.read_whole("plywood weights 2\n").is_err());
/// # Ok::<(), plywood_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// The kind in a few words: the first line without the version.
    pub name: &'static str,
    /// The version that is written.
    pub version: u32,
    /// How one is made.
    pub made_by: &'static str,
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labelled {
    lines: Vec<(usize, String, String)>,
}

impl Kind {
    /// The first line of a file.
    pub fn head(&self) -> String {
        format!("plywood {} {}", self.name, self.version)
    }

    /// Reads a text of one of some versions; lines are told by their numbers.
    ///
    /// # Errors
    ///
    /// If the first line names another kind of file or a version outside `versions`.
    pub fn read(&self, text: &str, versions: RangeInclusive<u32>) -> Result<Labelled, Error> {
        let mut lines = text.lines();
        let head = format!("plywood {} ", self.name);
        let version = lines.next().and_then(|line| line.strip_prefix(&head)).map(str::trim);
        match version.map(str::parse::<u32>) {
            Some(Ok(version)) if versions.contains(&version) => {}
            Some(Ok(other)) => {
                let (first, last) = (versions.start(), versions.end());
                let known = if first == last { last.to_string() } else { format!("{first} to {last}") };
                return Err(Error::new(format!(
                    "it has version {other} of {}; this program reads {known}",
                    self.name
                )));
            }
            _ => {
                return Err(Error::new(format!("this is no {}: it does not begin with {head:?}", self.name)));
            }
        }
        let split = |(place, line): (usize, &str)| {
            let (key, value) = line.split_once(':')?;
            Some((place + 2, key.trim().to_string(), value.trim().to_string()))
        };
        Ok(Labelled { lines: lines.enumerate().filter_map(split).collect() })
    }

    /// Reads a text of the version that is written, all of which must be there.
    ///
    /// # Errors
    ///
    /// If [`Kind::read`] refuses the text, or its last line is missing.
    pub fn read_whole(&self, text: &str) -> Result<Labelled, Error> {
        let file = self.read(text, self.version..=self.version)?;
        if !text.ends_with('\n') || text.lines().last() != Some(END) {
            let lines = text.lines().count();
            return Err(Error::new(format!("it is cut off after line {lines}: the line {END:?} is missing")));
        }
        Ok(file)
    }

    /// Loads a file whose text is read in some way; what is wrong with it is told with its name.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or `read` refuses its text; the error says which command makes such a
    /// file.
    pub fn load<T>(&self, path: &Path, read: impl FnOnce(&str) -> Result<T, Error>) -> Result<T, Error> {
        let text = read_text(path).map_err(|error| Error::new(error.to_string()));
        text.and_then(|text| read(&text))
            .map_err(|error| Error::new(format!("{}: {error}; {} makes one", path.display(), self.made_by)))
    }

    /// The text of a whole file.
    pub fn text<'a>(&self, lines: impl IntoIterator<Item = (&'a str, String)>) -> String {
        let lines = lines.into_iter().map(|(key, value)| format!("{key}: {value}\n"));
        format!("{}\n{}{END}\n", self.head(), lines.collect::<String>())
    }

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(&self, path: &Path, text: &str) -> Result<(), Error> {
        write_whole(path, text.as_bytes())
            .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))
    }
}

impl Labelled {
    /// The value of a key, the first where there are several.
    ///
    /// # Errors
    ///
    /// If no line has the key.
    pub fn value(&self, key: &str) -> Result<&str, Error> {
        let mut values = self.values(key);
        values
            .next()
            .map(|(_, value)| value)
            .ok_or_else(|| Error::new(format!("it is damaged: it has no {key}")))
    }

    /// The numbers of lines with a key, and their values.
    pub fn values<'a>(&'a self, key: &str) -> impl Iterator<Item = (usize, &'a str)> {
        let key = key.to_string();
        self.lines.iter().filter(move |line| line.1 == key).map(|(place, _, value)| (*place, &**value))
    }

    /// The values of a key as rows of `width` numbers.
    ///
    /// # Errors
    ///
    /// If a line with the key does not hold `width` numbers.
    pub fn rows<N: FromStr>(&self, key: &str, width: usize) -> Result<Vec<Vec<N>>, Error> {
        let row = |(place, value): (usize, &str)| {
            let numbers: Option<Vec<N>> = value.split_whitespace().map(|word| word.parse().ok()).collect();
            numbers.filter(|numbers| numbers.len() == width).ok_or_else(|| {
                Error::new(format!("it is damaged: line {place} should be {width} numbers, found {value:?}"))
            })
        };
        self.values(key).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind { name: "list of numbers", version: 2, made_by: "this test" };

    #[test]
    fn what_was_saved_is_loaded_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("numbers");
        let lines = [("game", "nim: seven".into()), ("row", "1 2".into()), ("row", "3 4".into())];
        KIND.save(&path, &KIND.text(lines)).unwrap();
        let load = || KIND.load(&path, |text| KIND.read_whole(text));
        let file = load().unwrap();
        assert_eq!(
            (file.value("game"), file.rows("row", 2)),
            (Ok("nim: seven"), Ok(vec![vec![1, 2], vec![3, 4]]))
        );
        assert!(file.value("note").unwrap_err().to_string().contains("no note"));
        assert!(file.rows::<u32>("row", 3).unwrap_err().to_string().contains("line 3 should be 3 numbers"));

        let whole = std::fs::read_to_string(&path).unwrap();
        let refused = |text: &str| {
            std::fs::write(&path, text).unwrap();
            load().unwrap_err().to_string()
        };
        assert!(refused(&whole[..whole.len() - 14]).contains("cut off after line 4"));
        assert!(refused(&whole[..whole.len() - 1]).contains("cut off"));
        assert!(refused(&whole.replace("numbers 2", "numbers 3")).contains("it has version 3"));
        assert!(refused("something else").contains("no list of numbers"));
        assert!(refused("").contains("this test makes one"));
    }
}
