//! What a trainer learned as numbers, in a file of text: the command, how far it is, and rows of numbers by name.
//!
//! Numbers are written so that reading gives the same bits: a checkpoint and what ships are one and the same file.

use std::fmt::Display;
use std::path::Path;
use std::str::FromStr;

use plywood_core::Error;
use plywood_core::labelled::{Kind, Labelled};

const KIND: Kind = Kind { name: "learned numbers", version: 1, made_by: "`plywood train`" };

/// A file's contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Learned {
    /// The command that makes it: another one does not go on from it.
    pub command: String,
    /// Units of work done.
    pub done: u64,
    rows: Vec<(String, String)>,
    /// The file's content, if it was read from one.
    read: Option<Labelled>,
}

impl Learned {
    /// Nothing learned yet.
    pub fn new(command: impl Into<String>, done: u64) -> Learned {
        Learned { command: command.into(), done, rows: Vec::new(), read: None }
    }

    /// The same with another row.
    pub fn row<N: Display>(mut self, name: &str, numbers: &[N]) -> Learned {
        let words: Vec<String> = numbers.iter().map(N::to_string).collect();
        self.rows.push((name.to_string(), words.join(" ")));
        self
    }

    /// The rows of a name in the file that was read, each of `width` numbers.
    pub fn rows<N: FromStr>(&self, name: &str, width: usize) -> Result<Vec<Vec<N>>, Error> {
        self.read.as_ref().map_or(Ok(Vec::new()), |read| read.rows(name, width))
    }

    /// The last row of a name, which must be there.
    pub fn last<N: FromStr>(&self, name: &str, width: usize) -> Result<Vec<N>, Error> {
        let last = self.rows(name, width)?.pop();
        last.ok_or_else(|| Error::new(format!("it is damaged: it has no {name}")))
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let head = [("command", self.command.clone()), ("done", self.done.to_string())];
        KIND.text(head.into_iter().chain(self.rows.iter().map(|(name, row)| (&**name, row.clone()))))
    }

    /// Reads a file's text.
    pub fn read(text: &str) -> Result<Learned, Error> {
        let read = KIND.read_whole(text)?;
        let done = read.value("done")?;
        let done =
            done.parse().map_err(|_| Error::new(format!("done: expected a number, found {done:?}")))?;
        Ok(Learned { command: read.value("command")?.to_string(), done, rows: Vec::new(), read: Some(read) })
    }

    /// Reads a file.
    pub fn load(path: &Path) -> Result<Learned, Error> {
        KIND.load(path, Learned::read)
    }

    /// Writes a file, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        KIND.save(path, &self.text())
    }

    /// The checkpoint of a command, where there is one; a file that something else made is refused.
    pub fn begun(path: &Path, command: &str) -> Result<Option<Learned>, Error> {
        if !path.exists() {
            return Ok(None);
        }
        let found = Learned::load(path)?;
        if found.command != command {
            return Err(Error::new(format!(
                "{} was made by {:?}; give another file, or the same options to go on from it",
                path.display(),
                found.command
            )));
        }
        Ok(Some(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_bit_by_bit() {
        let numbers = [0.1, -1.0 / 3.0, 1e-17, 12345.678901234567];
        let text = Learned::new("train it", 7).row("weights", &numbers).row("genes", &[1, -2]).text();
        let read = Learned::read(&text).unwrap();
        assert_eq!((read.command.as_str(), read.done), ("train it", 7));
        assert_eq!(read.last::<f64>("weights", 4).unwrap(), numbers);
        assert_eq!(read.rows::<i32>("genes", 2).unwrap(), [[1, -2]]);
        assert!(read.rows::<i32>("genes", 3).unwrap_err().to_string().contains("3 numbers"));
        assert!(read.last::<i32>("nothing", 3).is_err());
        assert!(Learned::read(&text[..text.len() - 20]).unwrap_err().to_string().contains("cut off"));
    }
}
