//! Errors are sentences: what was wrong, where, and what would be right.

use std::fmt;

/// What was wrong with an input, and where.
///
/// ```
/// use plywood_core::Error;
///
/// let error = Error::at("ab(depth=x)", 9, "expected a number").context("search");
/// assert_eq!(error.column(), Some(10));
/// assert!(error.to_string().starts_with("search: expected a number (at column 10)"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    message: String,
    /// The text that was read and the byte offset in it where reading failed.
    place: Option<(String, usize)>,
}

impl Error {
    /// An error about the input as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Error { message: message.into(), place: None }
    }

    /// An error at a byte offset of the text that was read.
    pub fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        Error { message: message.into(), place: Some((text.to_string(), offset.min(text.len()))) }
    }

    /// The same error inside a larger text that starts `shift` bytes before the one that was read.
    pub fn within(self, text: &str, shift: usize) -> Self {
        match self.place {
            Some((_, offset)) => Error::at(text, offset + shift, self.message),
            None => self,
        }
    }

    /// The same error with what was being done put in front.
    pub fn context(self, doing: impl fmt::Display) -> Self {
        Error { message: format!("{doing}: {}", self.message), place: self.place }
    }

    /// The 1-based column of the error, where it has one.
    pub fn column(&self) -> Option<usize> {
        self.place
            .as_ref()
            .map(|(text, offset)| text.get(..*offset).map_or(*offset, |head| head.chars().count()) + 1)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some((text, _)), Some(column)) = (&self.place, self.column()) else {
            return out.write_str(&self.message);
        };
        write!(out, "{} (at column {column})", self.message)?;
        // A window of the text with a caret under the place, when it is one line.
        if text.contains('\n') || text.is_empty() {
            return Ok(());
        }
        let start = column.saturating_sub(41);
        let window: String = text.chars().skip(start).take(80).collect();
        write!(out, "\n  {window}\n  {:>width$}", "^", width = column - start)
    }
}

impl std::error::Error for Error {}

/// Lists words for an error: `a, b or c`.
pub fn one_of<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.as_ref().to_string()).collect();
    match words.split_last() {
        None => "none".to_string(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_the_place_with_a_caret() {
        let error = Error::at("ab(dpeth=3)", 3, "unknown key dpeth");
        assert_eq!(error.to_string(), "unknown key dpeth (at column 4)\n  ab(dpeth=3)\n     ^");
        assert_eq!(one_of(["a", "b", "c"]), "a, b or c");
    }
}
