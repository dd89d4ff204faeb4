//! The one small grammar for games, players, evaluations and policies.
//!
//! ```text
//! spec     = word [ "(" [ argument { "," argument } ] ")" ]
//! argument = [ key "=" ] spec
//! word     = anything but white space and  ( ) , = "   |   text in double quotes
//! ```
//!
//! A value is itself a spec, so evaluations with parameters nest: `ab(depth=6, eval=mobility(weight=3))`.
//! People write specs, so brackets nest no deeper than [`DEEPEST`].
//!
//! One table ([`Key`]) states each key, its meaning and its default; the reader ([`Args`]), the help and the
//! error messages all use it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::error::{Error, one_of};
use crate::quantity;
use crate::settings::{Setting, Takes};

/// How deep brackets may nest.
pub const DEEPEST: usize = 64;

/// A parsed spec: a name with arguments, each itself a spec.
///
/// ```
/// use plywood_core::Spec;
///
/// let spec: Spec = "ab(depth=6, eval=mobility(weight=3))".parse()?;
/// assert_eq!(spec.name, "ab");
/// assert_eq!(spec.get("eval").unwrap().to_string(), "mobility(weight=3)");
/// assert!("ab(depth=6".parse::<Spec>().is_err());
/// # Ok::<(), plywood_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Spec {
    /// The name, or the word where the spec is a plain value.
    pub name: String,
    /// The arguments in the order written.
    pub args: Vec<(Option<String>, Spec)>,
    source: Arc<str>,
    offset: usize,
    /// Where the key stands that this is the value of; the offset where there is none.
    key_offset: usize,
}

impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.args == other.args
    }
}

impl FromStr for Spec {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader { source: text.into(), at: 0, depth: 0 };
        let spec = reader.spec()?;
        match reader.peek() {
            None => Ok(spec),
            Some(extra) => Err(reader.error(format!("expected the end, found {extra:?}"))),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_word(out, &self.name)?;
        for (index, (key, value)) in self.args.iter().enumerate() {
            out.write_str(if index == 0 { "(" } else { ", " })?;
            if let Some(key) = key {
                write_word(out, key)?;
                out.write_str("=")?;
            }
            write!(out, "{value}")?;
        }
        out.write_str(if self.args.is_empty() { "" } else { ")" })
    }
}

/// A word as it is, or in quotes where it must be.
fn write_word(out: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
    let plain = !word.is_empty() && word.chars().all(is_word);
    if plain { out.write_str(word) } else { write!(out, "\"{word}\"") }
}

impl Spec {
    /// A spec that is one word.
    pub fn word(name: &str) -> Spec {
        Spec { name: name.to_string(), args: Vec::new(), source: name.into(), offset: 0, key_offset: 0 }
    }

    /// An error at the place of this spec in the text it was read from.
    pub fn error(&self, message: impl Into<String>) -> Error {
        Error::at(&self.source, self.offset, message)
    }

    /// An error at the place of the key that this spec is the value of.
    fn key_error(&self, message: impl Into<String>) -> Error {
        Error::at(&self.source, self.key_offset, message)
    }

    /// The same spec with one argument set, replaced or added.
    ///
    /// # Errors
    ///
    /// If the value is no spec.
    ///
    /// ```
    /// use plywood_core::Spec;
    ///
    /// assert_eq!(Spec::word("ab").with("depth", "6")?.to_string(), "ab(depth=6)");
    /// # Ok::<(), plywood_core::Error>(())
    /// ```
    pub fn with(mut self, key: &str, value: &str) -> Result<Spec, Error> {
        let value: Spec = value.parse()?;
        match self.args.iter_mut().find(|(name, _)| name.as_deref() == Some(key)) {
            Some((_, old)) => *old = value,
            None => self.args.push((Some(key.to_string()), value)),
        }
        Ok(self)
    }

    /// The argument of a key.
    pub fn get(&self, key: &str) -> Option<&Spec> {
        self.args.iter().find(|(name, _)| name.as_deref() == Some(key)).map(|(_, value)| value)
    }

    fn plain(&self) -> Result<&str, Error> {
        if self.args.is_empty() { Ok(&self.name) } else { Err(self.error("expected a plain value")) }
    }
}

fn is_word(letter: char) -> bool {
    !letter.is_whitespace() && !matches!(letter, '(' | ')' | ',' | '=' | '"')
}

struct Reader {
    source: Arc<str>,
    at: usize,
    /// Brackets that are open.
    depth: usize,
}

impl Reader {
    fn error(&self, message: impl Into<String>) -> Error {
        Error::at(&self.source, self.at, message)
    }

    /// The next character that is not white space.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.source[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.source[self.at..].chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn word(&mut self) -> Result<String, Error> {
        if self.take('"') {
            let rest = &self.source[self.at..];
            let end = rest.find('"').ok_or_else(|| self.error("the quotation mark is never closed"))?;
            let word = rest[..end].to_string();
            self.at += end + 1;
            return Ok(word);
        }
        self.peek();
        let word: String = self.source[self.at..].chars().take_while(|letter| is_word(*letter)).collect();
        if word.is_empty() {
            let found = self.peek().map_or("the end".to_string(), |letter| format!("{letter:?}"));
            return Err(self.error(format!("expected a name or a value, found {found}")));
        }
        self.at += word.len();
        Ok(word)
    }

    fn spec(&mut self) -> Result<Spec, Error> {
        self.peek();
        let offset = self.at;
        let name = self.word()?;
        self.rest_of(name, offset)
    }

    fn rest_of(&mut self, name: String, offset: usize) -> Result<Spec, Error> {
        let mut args = Vec::new();
        if self.peek() == Some('(') && self.depth == DEEPEST {
            return Err(self.error(format!("brackets nest deeper than {DEEPEST} here")));
        }
        if self.take('(') && !self.take(')') {
            self.depth += 1;
            loop {
                self.peek();
                let start = self.at;
                let word = self.word()?;
                if self.take('=') {
                    if args.iter().any(|(key, _): &(Option<String>, Spec)| key.as_deref() == Some(&word)) {
                        return Err(Error::at(&self.source, start, format!("{word} is given twice")));
                    }
                    let value = Spec { key_offset: start, ..self.spec()? };
                    args.push((Some(word), value));
                } else {
                    args.push((None, self.rest_of(word, start)?));
                }
                if self.take(')') {
                    break;
                }
                if !self.take(',') {
                    let found = self.peek().map_or("the end".to_string(), |letter| format!("{letter:?}"));
                    return Err(self.error(format!("expected ',' or ')', found {found}")));
                }
            }
            self.depth -= 1;
        }
        Ok(Spec { name, args, source: self.source.clone(), offset, key_offset: offset })
    }
}

/// A key that a spec takes: its name, its value when it is not given, and its meaning.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Key {
    /// The name before the `=`.
    pub name: &'static str,
    /// The value when it is not given.
    pub default: &'static str,
    /// Its meaning.
    pub about: &'static str,
    /// The values that it takes.
    pub takes: Takes,
}

impl Key {
    /// A key whose value is text with a grammar of its own.
    pub const fn new(name: &'static str, default: &'static str, about: &'static str) -> Key {
        Key { name, default, about, takes: Takes::Text }
    }

    /// A key with its default, what its value may be, and its meaning.
    pub const fn taking(name: &'static str, default: &'static str, takes: Takes, about: &'static str) -> Key {
        Key { name, default, about, takes }
    }

    /// The numbers that it takes, in words.
    pub(crate) fn range(&self) -> impl fmt::Display + use<> {
        let Takes::Number { low, high, .. } = self.takes else { panic!("{} takes no number", self.name) };
        Range(low, high)
    }

    /// The keys of several groups in their order; of those with the same name the first counts.
    pub fn joined(groups: &[&[Key]]) -> Vec<Key> {
        let mut keys: Vec<Key> = Vec::new();
        for key in groups.iter().copied().flatten() {
            if !keys.iter().any(|known| known.name == key.name) {
                keys.push(*key);
            }
        }
        keys
    }
}

/// Something that has a name and takes keys: a game, a search, an evaluation, a policy.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct About {
    /// The name in a spec.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The keys it takes.
    pub keys: &'static [Key],
    /// The document and section it comes from, where there is one.
    pub source: &'static str,
}

impl About {
    /// Something without keys.
    pub const fn plain(name: &'static str, about: &'static str) -> About {
        About { name, about, keys: &[], source: "" }
    }

    /// The entry of a list that a spec names, with the spec's arguments checked against its keys.
    ///
    /// # Errors
    ///
    /// If the list has no entry of the name, or the spec has a key that the entry does not take.
    ///
    /// ```
    /// use plywood_core::{About, Spec};
    ///
    /// let list = [About::plain("discs", "the difference in discs")];
    /// assert_eq!(About::find(&list, &Spec::word("discs"), "evaluation")?.0.name, "discs");
    /// assert!(About::find(&list, &Spec::word("stones"), "evaluation").is_err());
    /// # Ok::<(), plywood_core::Error>(())
    /// ```
    pub fn find<'a>(list: &'a [About], spec: &'a Spec, what: &str) -> Result<(&'a About, Args<'a>), Error> {
        let about = list.iter().find(|about| about.name == spec.name).ok_or_else(|| {
            spec.error(format!(
                "unknown {what} {:?}; known: {}",
                spec.name,
                one_of(list.iter().map(|about| about.name))
            ))
        })?;
        Ok((about, Args::new(spec, &[about.keys])?))
    }
}

/// The checked arguments of a spec.
///
/// ```
/// use plywood_core::settings::whole;
/// use plywood_core::{Args, Key, Spec};
///
/// const KEYS: &[Key] = &[Key::taking("depth", "4", whole(0, 100), "plies to search")];
///
/// let spec: Spec = "greedy(depth=6)".parse()?;
/// let args = Args::new(&spec, &[KEYS])?;
/// assert_eq!(args.get::<u32>("depth")?, 6);
/// assert!(Args::new(&"greedy(plies=6)".parse()?, &[KEYS]).is_err()); // no such key
/// # Ok::<(), plywood_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Args<'a> {
    spec: &'a Spec,
    keys: Vec<Key>,
}

impl<'a> Args<'a> {
    /// Checks that a spec has only the given keys; of those with the same name the first counts.
    ///
    /// # Errors
    ///
    /// If an argument has no key, or one that is not among the keys.
    pub fn new(spec: &'a Spec, groups: &[&[Key]]) -> Result<Args<'a>, Error> {
        let keys = Key::joined(groups);
        let names = || {
            if keys.is_empty() {
                "it takes none".to_string()
            } else {
                format!("its keys are {}", one_of(keys.iter().map(|key| key.name)))
            }
        };
        for (key, value) in &spec.args {
            match key {
                None => {
                    return Err(value.error(format!(
                        "{} takes its arguments as key=value, found {value}; {}",
                        spec.name,
                        names()
                    )));
                }
                Some(key) if !keys.iter().any(|known| known.name == key) => {
                    let message = format!("{} has no key {key}; {}", spec.name, names());
                    return Err(value.key_error(message));
                }
                Some(_) => {}
            }
        }
        Ok(Args { spec, keys })
    }

    /// Whether it is one of the keys.
    pub fn declares(&self, key: &str) -> bool {
        self.keys.iter().any(|known| known.name == key)
    }

    /// The value of a key, given or by default, of the type that a setting has.
    ///
    /// # Errors
    /// A value that the key does not take.
    pub fn get<T: Setting>(&self, key: &str) -> Result<T, Error> {
        T::read(self, self.key(key))
    }

    /// The key of this name.
    fn key(&self, name: &str) -> &Key {
        let known = self.keys.iter().find(|known| known.name == name);
        known.unwrap_or_else(|| panic!("{} declares no key {name}", self.spec.name))
    }

    /// The value as a number within the bounds that the key declares.
    pub(crate) fn bounded<N>(&self, key: &Key) -> Result<N, Error>
    where
        N: FromStr + PartialOrd + fmt::Display + Copy,
    {
        let word = self.word(key.name)?;
        let Takes::Number { whole, low, high, .. } = key.takes else {
            panic!("{} takes no number", key.name)
        };
        let range = Range(low, high);
        let wide = quantity::number::<f64>(&word).filter(|number| !whole || number.fract() == 0.0);
        let inside = wide.is_some_and(|wide| wide >= low && wide <= high);
        match (quantity::number::<N>(&word), wide) {
            (Some(number), Some(_)) if inside => Ok(number),
            (Some(number), Some(_)) => {
                Err(self.error(key.name, format!("{number} is out of range; it is a number {range}")))
            }
            _ => Err(self.error(key.name, format!("expected a number {range}, found {word:?}"))),
        }
    }

    /// Whether the key was given.
    pub fn given(&self, key: &str) -> bool {
        self.spec.get(key).is_some()
    }

    /// The value of a key as a spec: the one given, or the default.
    pub fn spec(&self, key: &str) -> Result<Spec, Error> {
        if let Some(value) = self.spec.get(key) {
            return Ok(value.clone());
        }
        self.key(key).default.parse()
    }

    /// An error at the place of a key's value.
    pub fn error(&self, key: &str, message: impl fmt::Display) -> Error {
        let place = self.spec.get(key).unwrap_or(self.spec);
        place.error(format!("{key}: {message}"))
    }

    /// An error at the place of the key itself, where its value is not what is wrong.
    pub fn key_error(&self, key: &str, message: impl fmt::Display) -> Error {
        let message = format!("{key}: {message}");
        self.spec.get(key).map_or_else(|| self.spec.error(&message), |value| value.key_error(&message))
    }

    /// The value as a word.
    pub fn word(&self, key: &str) -> Result<String, Error> {
        Ok(self.spec(key)?.plain()?.to_string())
    }

    /// The value as `on` or `off`.
    ///
    /// # Errors
    ///
    /// If the value is neither `on` nor `off`.
    pub fn switch(&self, key: &str) -> Result<bool, Error> {
        Ok(self.choice(key, &["on", "off"])? == 0)
    }

    /// The value as one of some words: its place among them.
    ///
    /// # Errors
    ///
    /// If the value is none of the words.
    pub fn choice(&self, key: &str, words: &[&str]) -> Result<usize, Error> {
        let word = self.word(key)?;
        words
            .iter()
            .position(|known| *known == word)
            .ok_or_else(|| self.error(key, format!("{word:?} is not {}", one_of(words))))
    }

    /// The value as a time in seconds: `2s`, `150ms`, `1m`; `none` for no limit.
    ///
    /// # Errors
    ///
    /// If the value is neither a time nor `none`.
    pub fn seconds(&self, key: &str) -> Result<Option<f64>, Error> {
        let word = self.word(key)?;
        if word == "none" {
            return Ok(None);
        }
        quantity::seconds(&word).map(Some).ok_or_else(|| {
            self.error(key, format!("expected a time such as 2s, 150ms or 1m, found {word:?}"))
        })
    }

    /// The value as one of the words that the key declares: its place among them.
    ///
    /// # Errors
    /// Another word.
    pub fn chosen(&self, key: &str) -> Result<usize, Error> {
        match self.key(key).takes {
            Takes::Choice { words } => self.choice(key, words),
            _ => panic!("{key} declares no words"),
        }
    }

    /// The value as a size: a number of bytes (`64MB`), a number of entries (`65536`, `1e6` or `2^16`), or `off`.
    ///
    /// # Errors
    ///
    /// If the value is no size.
    pub fn size(&self, key: &str) -> Result<Size, Error> {
        let word = self.word(key)?;
        if word == "off" {
            return Ok(Size::Off);
        }
        let entries = || quantity::number(&word).map(Size::Entries);
        let size = match quantity::bytes(&word) {
            Some(bytes) => Some(Size::Bytes(bytes)),
            // A million entries, or a megabyte: people mean either.
            None if word.ends_with(['k', 'K', 'm', 'M', 'g', 'G', 't', 'T']) => None,
            None => entries(),
        };
        match size {
            Some(Size::Bytes(0) | Size::Entries(0)) | None => Err(self.error(
                key,
                format!(
                    "expected bytes (64MB), a number of entries (65536, 1e6 or 2^16) or off, found {word:?}"
                ),
            )),
            Some(size) => Ok(size),
        }
    }
}

/// The numbers between two, in words.
struct Range<N>(N, N);

impl<N: fmt::Display> fmt::Display for Range<N> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let high = self.1.to_string();
        // The greatest numbers of their types are no limits that anybody set.
        let endless = [
            u64::MAX.to_string(),
            (u64::MAX as f64).to_string(),
            i64::MAX.to_string(),
            f64::INFINITY.to_string(),
            f64::MAX.to_string(),
        ];
        if endless.contains(&high) {
            write!(out, "such as 1000, 1M or 1e6, of {} or more", self.0)
        } else {
            write!(out, "from {} to {high}", self.0)
        }
    }
}

/// How much memory something may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// None: it is switched off.
    Off,
    /// At most this number of bytes.
    Bytes(usize),
    /// A number of entries.
    Entries(usize),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::whole;

    const KEYS: &[Key] = &[
        Key::taking("depth", "4", whole(1, 99), ""),
        Key::new("table", "16MB", ""),
        Key::new("time", "none", ""),
    ];

    #[test]
    fn reads_and_writes() {
        for text in ["ab", "ab(depth=6)", "om(own=net(file=\"a b\"), opponent=material)", "mix(a, b(c=1))"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert_eq!(" ab ( depth = 6 ) ".parse::<Spec>().unwrap().to_string(), "ab(depth=6)");
    }

    #[test]
    fn names_the_place_and_the_right_keys() {
        let wrong = |text: &str| text.parse::<Spec>().unwrap_err().column();
        assert_eq!(wrong("ab(depth=)"), Some(10));
        assert_eq!(wrong("ab(depth=6"), Some(11));
        assert_eq!(wrong("ab(depth=6))"), Some(12));
        assert_eq!(wrong("ab(depth=6, depth=7)"), Some(13));
        assert_eq!(wrong(""), Some(1));
        assert_eq!(wrong("ab(\"x"), Some(5));
        let spec: Spec = "ab(dpeth=6)".parse().unwrap();
        let error = Args::new(&spec, &[KEYS]).unwrap_err().to_string();
        assert!(error.contains("no key dpeth; its keys are depth, table or time"), "{error}");
    }

    #[test]
    fn carets_point_at_what_is_wrong() {
        let spec: Spec = "ab(depth=2, dpeth = 6, time=x)".parse().unwrap();
        assert_eq!(Args::new(&spec, &[KEYS]).unwrap_err().column(), Some(13), "the key, not its value");
        let spec: Spec = "ab(depth=2, time = x)".parse().unwrap();
        let args = Args::new(&spec, &[KEYS]).unwrap();
        assert_eq!(args.seconds("time").unwrap_err().column(), Some(20), "the value, not its key");
        assert_eq!(args.key_error("time", "not here").column(), Some(13));
        assert_eq!(args.key_error("table", "not here").column(), Some(1), "it was not given");
    }

    #[test]
    fn brackets_nest_only_so_deep() {
        let nested = |depth: usize| format!("{}x{}", "a(b=".repeat(depth), ")".repeat(depth)).parse::<Spec>();
        assert!(nested(DEEPEST).is_ok());
        for depth in [DEEPEST + 1, 20_000, 1_000_000] {
            let error = nested(depth).unwrap_err();
            assert!(error.to_string().contains("brackets nest deeper than 64"), "{error}");
            assert_eq!(error.column(), Some(4 * DEEPEST + 2));
        }
        // One beside the other is no nesting.
        assert!(format!("a({})", vec!["b(c)"; 1000].join(",")).parse::<Spec>().is_ok());
    }

    #[test]
    fn keys_in_quotes_are_written_in_quotes() {
        let spec: Spec = "a(\"b c\"=1)".parse().unwrap();
        assert_eq!(spec.to_string(), "a(\"b c\"=1)");
    }

    #[test]
    fn typed_values() {
        let spec: Spec = "ab(table=2^16, time=150ms)".parse().unwrap();
        let args = Args::new(&spec, &[KEYS]).unwrap();
        assert_eq!(args.get("depth"), Ok(4_u32));
        assert_eq!(args.size("table"), Ok(Size::Entries(65536)));
        assert_eq!(args.seconds("time"), Ok(Some(0.15)));
        let spec: Spec = "ab(depth=100, table=64QB, time=-1s)".parse().unwrap();
        let args = Args::new(&spec, &[KEYS]).unwrap();
        assert!(args.get::<u32>("depth").is_err());
        assert!(args.size("table").is_err());
        assert!(args.seconds("time").is_err());
        for (text, size) in [
            ("64mb", Size::Bytes(64 << 20)),
            ("64MiB", Size::Bytes(64 << 20)),
            ("1e6", Size::Entries(1_000_000)),
        ] {
            let spec = Spec::word("ab").with("table", text).unwrap();
            assert_eq!(Args::new(&spec, &[KEYS]).unwrap().size("table"), Ok(size), "{text}");
        }
        let spec: Spec = "ab(depth=0.05k, table=64M)".parse().unwrap();
        let args = Args::new(&spec, &[KEYS]).unwrap();
        assert_eq!(args.get("depth"), Ok(50_u32));
        assert!(args.size("table").unwrap_err().to_string().contains("64MB"), "megabytes or entries?");
        let spec: Spec = "ab(depth=many)".parse().unwrap();
        let endless = [Key::taking("depth", "4", whole(0, u64::MAX), "")];
        let error = Args::new(&spec, &[&endless]).unwrap().get::<u64>("depth").unwrap_err().to_string();
        assert!(error.contains("a number such as 1000, 1M or 1e6, of 0 or more, found \"many\""), "{error}");
    }
}
