//! Errors are sentences for people: what was wrong, where, and what would be right. Each error also has a
//! kind for programs, so no program needs to read the sentence.

use std::fmt;
use std::sync::Arc;

/// The kinds of errors that a program can act on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input cannot be read, or makes no sense.
    #[default]
    Input,
    /// A player cannot play this game; others can.
    Misfit,
    /// The work was stopped before it was whole.
    Interrupted,
    /// A store or a file could not be used.
    Storage,
}

impl ErrorKind {
    /// The kind in a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Misfit => "misfit",
            Self::Interrupted => "interrupted",
            Self::Storage => "storage",
        }
    }
}

/// What was wrong, and where.
///
/// ```
/// use plywood_core::Error;
///
/// let error = Error::at("ab(depth=x)", 9, "expected a number").context("search");
/// assert_eq!(error.column(), Some(10));
/// assert!(error.to_string().starts_with("search: expected a number (at column 10)"));
/// ```
#[derive(Debug, Clone)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    /// The action that failed, the outermost first.
    doing: Option<String>,
    /// The text that was read and the byte offset in it where reading failed.
    place: Option<Box<(String, usize)>>,
    origin: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl PartialEq for Error {
    /// The same kind and the same words, whatever they come from.
    fn eq(&self, other: &Self) -> bool {
        let words =
            |error: &Self| (error.kind, error.message.clone(), error.doing.clone(), error.place.clone());
        words(self) == words(other)
    }
}

impl Eq for Error {}

impl Error {
    /// An error about the input as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Error { kind: ErrorKind::Input, message: message.into(), doing: None, place: None, origin: None }
    }

    /// An error at a byte offset of the text that was read.
    pub fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        Error { place: Some(Box::new((text.to_string(), offset.min(text.len())))), ..Error::new(message) }
    }

    /// Another crate's error, which can be had back by [`Error::origin`].
    pub fn from_other(kind: ErrorKind, other: impl std::error::Error + Send + Sync + 'static) -> Self {
        Error { kind, message: other.to_string(), doing: None, place: None, origin: Some(Arc::new(other)) }
    }

    /// The same error as one of a kind.
    pub fn of(self, kind: ErrorKind) -> Self {
        Error { kind, ..self }
    }

    /// The same error inside a larger text that starts `shift` bytes before the one that was read.
    pub fn within(self, text: &str, shift: usize) -> Self {
        let place = self.place.map(|place| Box::new((text.to_string(), (place.1 + shift).min(text.len()))));
        Error { place, ..self }
    }

    /// The same error with what was being done put in front.
    pub fn context(self, doing: impl fmt::Display) -> Self {
        let doing = match &self.doing {
            Some(inner) => format!("{doing}: {inner}"),
            None => doing.to_string(),
        };
        Error { doing: Some(doing), ..self }
    }

    /// The kind of the error, for programs.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What was wrong, without the action and the place.
    pub fn reason(&self) -> &str {
        &self.message
    }

    /// The error of another crate that it comes from, if it is of this type.
    pub fn origin<T: std::error::Error + 'static>(&self) -> Option<&T> {
        self.origin.as_ref()?.downcast_ref()
    }

    /// The 1-based column of the error, where it has one.
    pub fn column(&self) -> Option<usize> {
        self.place
            .as_deref()
            .map(|(text, offset)| text.get(..*offset).map_or(*offset, |head| head.chars().count()) + 1)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(doing) = &self.doing {
            write!(out, "{doing}: ")?;
        }
        out.write_str(&self.message)?;
        let (Some((text, _)), Some(column)) = (self.place.as_deref(), self.column()) else { return Ok(()) };
        write!(out, " (at column {column})")?;
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
    fn a_kind_and_an_origin_stay_whatever_is_put_around_them() {
        let full = Error::from_other(ErrorKind::Storage, std::io::Error::other("no room"));
        let told = full.clone().context("writing a").context("game 3").within("text", 2);
        assert_eq!(told.to_string(), "game 3: writing a: no room");
        assert_eq!((told.kind(), told.reason()), (ErrorKind::Storage, "no room"));
        assert_eq!(
            told.origin::<std::io::Error>().map(|error| error.kind()),
            Some(std::io::ErrorKind::Other)
        );
        assert!(
            told.origin::<fmt::Error>().is_none() && Error::new("a").origin::<std::io::Error>().is_none()
        );
        assert_eq!(full, Error::new("no room").of(ErrorKind::Storage));
        assert_ne!(full, Error::new("no room"));
        let misfit =
            Error::at("ab(x=1)", 3, "there is chance").of(ErrorKind::Misfit).context("ab does not fit");
        assert_eq!(misfit.reason(), "there is chance");
        let nested = misfit.within("with(ab(x=1))", 5);
        assert_eq!((nested.kind(), nested.column()), (ErrorKind::Misfit, Some(9)));
        assert!(nested.to_string().starts_with("ab does not fit: there is chance (at column 9)"), "{nested}");
    }

    #[test]
    fn shows_the_place_with_a_caret() {
        let error = Error::at("ab(dpeth=3)", 3, "unknown key dpeth");
        assert_eq!(error.to_string(), "unknown key dpeth (at column 4)\n  ab(dpeth=3)\n     ^");
        assert_eq!(one_of(["a", "b", "c"]), "a, b or c");
    }
}
