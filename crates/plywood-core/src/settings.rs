//! Settings are declared once: a field with its key, meaning, default and the values that it takes.
//!
//! From that list [`settings!`](macro@crate::settings) makes the struct, its defaults, the table of keys for help,
//! errors and forms, the reader (spec to struct) and the writer (struct to spec). [`Takes`] states the values
//! that a key may have. A type in a struct of settings implements [`Setting`], which reads and writes it.

use std::sync::Arc;

use serde::Serialize;

use crate::error::Error;
use crate::quantity;
use crate::spec::{About, Args, Key, Size, Spec};

/// The values that a key takes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Takes {
    /// `on` or `off`.
    Switch,
    /// One of some words.
    Choice {
        /// The words.
        words: &'static [&'static str],
    },
    /// A number within bounds.
    Number {
        /// Whether it is whole.
        whole: bool,
        /// The least.
        low: f64,
        /// The greatest; infinite where there is no limit.
        high: f64,
        /// The word that stands for no number, where there is one.
        off: Option<&'static str>,
        /// The number that `on` stands for, where it may be said.
        on: Option<f64>,
    },
    /// Memory for a table: bytes (64MB), entries (65536 or 2^16), or `off`.
    Table {
        /// Bytes of one entry.
        entry: usize,
        /// Whether each player that the search thinks for has one of its own.
        each: bool,
    },
    /// Memory in bytes.
    Memory {
        /// The least.
        least: usize,
    },
    /// A time, such as 2s or 150ms, or `none`.
    Time,
    /// An evaluation of the game by name.
    Evaluation,
    /// A playout policy of the game by name.
    Policy,
    /// An oracle of the game by name, or `none`.
    Oracle,
    /// The name of a file.
    File,
    /// One of a list, each with keys of its own.
    OneOf {
        /// The list.
        list: &'static [About],
    },
    /// Text with a grammar of its own, which the key's meaning explains.
    Text,
}

/// A whole number within bounds.
pub const fn whole(low: i64, high: u64) -> Takes {
    Takes::Number { whole: true, low: low as f64, high: high as f64, off: None, on: None }
}

/// A number within bounds.
pub const fn number(low: f64, high: f64) -> Takes {
    Takes::Number { whole: false, low, high, off: None, on: None }
}

/// One of the words of an enum that [`words!`](crate::words) declared.
pub const fn words(words: &'static [&'static str]) -> Takes {
    Takes::Choice { words }
}

impl Takes {
    /// The same number, or a word that stands for none.
    pub const fn or(self, word: &'static str) -> Takes {
        match self {
            Takes::Number { whole, low, high, on, .. } => {
                Takes::Number { whole, low, high, off: Some(word), on }
            }
            _ => panic!("only a number can be missing"),
        }
    }

    /// The same number, or `off`, or `on` for the usual one.
    pub const fn degree(self, usual: f64) -> Takes {
        match self.or("off") {
            Takes::Number { whole, low, high, off, .. } => {
                Takes::Number { whole, low, high, off, on: Some(usual) }
            }
            other => other,
        }
    }

    /// Whether the value is an amount of memory.
    pub const fn is_memory(self) -> bool {
        matches!(self, Takes::Table { .. } | Takes::Memory { .. })
    }
}

/// A type that is the value of a key.
pub trait Setting: Sized {
    /// Reads the value of a declared key.
    fn read(args: &Args, key: &Key) -> Result<Self, Error>;
    /// The value as it stands in a spec.
    fn write(&self, key: &Key) -> String;
}

impl Setting for bool {
    fn read(args: &Args, key: &Key) -> Result<bool, Error> {
        args.switch(key.name)
    }
    fn write(&self, _: &Key) -> String {
        if *self { "on" } else { "off" }.to_string()
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Setting for $number {
            fn read(args: &Args, key: &Key) -> Result<$number, Error> {
                args.bounded(key)
            }
            fn write(&self, _: &Key) -> String {
                self.to_string()
            }
        }

        impl Setting for Option<$number> {
            fn read(args: &Args, key: &Key) -> Result<Self, Error> {
                // A budget's key may be a player's own, which always has a number.
                let Takes::Number { off: Some(off), on, .. } = key.takes else {
                    return args.bounded(key).map(Some);
                };
                let word = args.word(key.name)?;
                match on {
                    _ if word == off => Ok(None),
                    // Every usual number is a small whole one, which all types hold.
                    Some(usual) if word == "on" => Ok(Some(usual as $number)),
                    Some(_) if quantity::number::<f64>(&word).is_none() => {
                        let range = key.range();
                        Err(args.error(key.name, format!("{word:?} is not on, {off} or a number {range}")))
                    }
                    _ => args.bounded(key).map(Some),
                }
            }
            fn write(&self, key: &Key) -> String {
                let Takes::Number { off: Some(off), on, .. } = key.takes else {
                    panic!("{} declares no word for no number", key.name)
                };
                match *self {
                    None => off.to_string(),
                    Some(number) if on == Some(number as f64) => "on".to_string(),
                    Some(number) => number.to_string(),
                }
            }
        }
    )*};
}

numbers!(i32, i64, u8, u16, u32, u64, usize, f32, f64);

impl Setting for Size {
    fn read(args: &Args, key: &Key) -> Result<Size, Error> {
        args.size(key.name)
    }
    fn write(&self, _: &Key) -> String {
        match self {
            Size::Off => "off".to_string(),
            Size::Bytes(bytes) => quantity::plain_bytes(*bytes),
            Size::Entries(entries) => entries.to_string(),
        }
    }
}

/// An amount of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bytes(pub usize);

impl Setting for Bytes {
    fn read(args: &Args, key: &Key) -> Result<Bytes, Error> {
        let Takes::Memory { least } = key.takes else { panic!("{} takes no memory", key.name) };
        match args.size(key.name)? {
            Size::Bytes(bytes) if bytes >= least => Ok(Bytes(bytes)),
            Size::Bytes(_) if least > 1 => {
                let why = format!("expected bytes, {} or more", quantity::plain_bytes(least));
                Err(args.error(key.name, why))
            }
            _ => Err(args.error(key.name, "expected bytes, such as 64MB")),
        }
    }
    fn write(&self, _: &Key) -> String {
        quantity::plain_bytes(self.0)
    }
}

/// A value that is itself a spec: an evaluation, a policy, an oracle, or a grammar of the key's own.
impl Setting for Spec {
    fn read(args: &Args, key: &Key) -> Result<Spec, Error> {
        args.spec(key.name)
    }
    fn write(&self, _: &Key) -> String {
        self.to_string()
    }
}

impl Setting for String {
    fn read(args: &Args, key: &Key) -> Result<String, Error> {
        args.word(key.name)
    }
    fn write(&self, _: &Key) -> String {
        Spec::word(self).to_string()
    }
}

/// A setting that is made from a file: which one stands in the spec.
pub trait Loaded: Sized {
    /// Makes it from one of the list that the key takes, with its arguments.
    fn load(name: &str, args: &Args) -> Result<Self, Error>;
    /// The spec that makes it again.
    fn spec(&self) -> String;
}

impl<T: Loaded> Setting for Option<Arc<T>> {
    fn read(args: &Args, key: &Key) -> Result<Self, Error> {
        let spec = args.spec(key.name)?;
        let Takes::OneOf { list } = key.takes else { panic!("{} declares no list", key.name) };
        let (about, inner) = About::find(list, &spec, key.name)?;
        if about.name == "off" {
            Ok(None)
        } else {
            T::load(about.name, &inner).map(|made| Some(Arc::new(made)))
        }
    }
    fn write(&self, _: &Key) -> String {
        self.as_ref().map_or_else(|| "off".to_string(), |loaded| loaded.spec())
    }
}

/// Reads one of some words.
pub fn read_word<T: Copy>(args: &Args, key: &Key, values: &[(&'static str, T)]) -> Result<T, Error> {
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    Ok(values[args.choice(key.name, &names)?].1)
}

/// An enum whose values are words of a spec: `words! { /// … pub enum Order { /// … Game = "game", … } }`.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$about:meta])* $value:ident = $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name { $($(#[$about])* $value),* }

        impl $name {
            /// The words, in the order of the values.
            pub const WORDS: &'static [&'static str] = &[$($word),*];
            /// What a key takes whose value is one of these.
            pub const TAKES: $crate::settings::Takes = $crate::settings::words(Self::WORDS);
        }

        impl $crate::settings::Setting for $name {
            fn read(args: &$crate::Args, key: &$crate::Key) -> Result<Self, $crate::Error> {
                $crate::settings::read_word(args, key, &[$(($word, $name::$value)),*])
            }
            fn write(&self, _: &$crate::Key) -> String {
                Self::WORDS[*self as usize].to_string()
            }
        }
    };
}

/// Declares a struct of settings.
///
/// ```
/// use plywood_core::settings::whole;
/// plywood_core::settings! {
///     /// How a search is done.
///     #[derive(Debug, Clone, PartialEq)]
///     pub struct Config {
///         group KEYS {
///             /// reduce late moves by at most this many plies; on is 1
///             reduction as "lmr": Option<u32> = "off", whole(1, 100).degree(1.0); None,
///         }
///         fixed {
///             /// Whether nodes cut.
///             prune: bool = true,
///         }
///     }
/// }
/// let spec: plywood_core::Spec = "ab(lmr=on)".parse()?;
/// let args = plywood_core::Args::new(&spec, &[Config::KEYS])?;
/// assert_eq!(Config::PLAIN.read(&args)?, Config { reduction: Some(1), prune: true });
/// # Ok::<(), plywood_core::Error>(())
/// ```
///
/// A field in a group has a key: `FIELD as "KEY": TYPE = "DEFAULT", TAKES; PLAIN`. Its documentation is the key's
/// meaning. The default is what a spec without the key means; the plain value is the one with everything switched off,
/// which stands in `PLAIN`. A fixed field has no key: the search that is asked for sets it.
#[macro_export]
macro_rules! settings {
    (
        $(#[$meta:meta])* $vis:vis struct $name:ident {
            $(group $group:ident { $(
                $(#[doc = $help:literal])+
                $field:ident as $key:literal: $type:ty = $default:literal, $takes:expr; $plain:expr
            ),* $(,)? })*
            $(fixed { $( $(#[$about:meta])+ $fixed:ident: $fixed_type:ty = $fixed_plain:expr ),* $(,)? })?
        }
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $($( $(#[doc = $help])+ pub $field: $type, )*)*
            $($( $(#[$about])+ pub $fixed: $fixed_type, )*)?
        }

        impl $name {
            /// Everything switched off.
            pub const PLAIN: $name = $name {
                $($( $field: $plain, )*)*
                $($( $fixed: $fixed_plain, )*)?
            };

            $(
                /// A group of keys.
                pub const $group: &'static [$crate::Key] = &[$(
                    $crate::Key::taking($key, $default, $takes, concat!($($help),+).trim_ascii()),
                )*];
            )*

            /// The same with what the arguments say: each key that they declare is read, given or by its default.
            pub fn read(mut self, args: &$crate::Args) -> Result<$name, $crate::Error> {
                $($(
                    if args.declares($key) {
                        self.$field = args.get($key)?;
                    }
                )*)*
                Ok(self)
            }

            /// Each key with the value that it has here, as a spec says it.
            pub fn arguments(&self) -> Vec<(&'static str, String)> {
                let mut arguments = Vec::new();
                $(
                    let mut keys = $name::$group.iter();
                    $(if let Some(key) = keys.next() {
                        arguments.push(($key, $crate::settings::Setting::write(&self.$field, key)));
                    })*
                )*
                arguments
            }
        }

        /// Every key at its default.
        impl Default for $name {
            fn default() -> $name {
                let spec = $crate::Spec::word(stringify!($name));
                let args = $crate::Args::new(&spec, &[$($name::$group),*]);
                args.and_then(|args| $name::PLAIN.read(&args)).expect("the defaults of the keys can be read")
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    words! {
        /// How it looks.
        enum Look {
            /// As it is.
            Plain = "plain",
            /// With colours.
            Bright = "bright",
        }
    }

    settings! {
        /// A lamp.
        #[derive(Debug, Clone, PartialEq)]
        struct Lamp {
            group KEYS {
                /// whether it shines
                lit as "lit": bool = "on", Takes::Switch; false,
                /// how it
                /// looks
                look as "look": Look = "bright", Look::TAKES; Look::Plain,
                /// how far it reaches
                reach as "reach": f64 = "1.5", number(0.0, 10.0); 0.0,
                /// how often it blinks; on is 2
                blinks as "blinks": Option<u32> = "off", whole(1, 9).degree(2.0); None,
            }
            group MEMORY {
                /// what it remembers
                table as "table": Size = "1MB", Takes::Table { entry: 16, each: false }; Size::Off,
            }
            fixed {
                /// Its owner.
                owner: u8 = 3,
            }
        }
    }

    fn read(text: &str) -> Result<Lamp, Error> {
        let spec: Spec = text.parse()?;
        Lamp::PLAIN.read(&Args::new(&spec, &[Lamp::KEYS, Lamp::MEMORY])?)
    }

    #[test]
    fn a_declaration_is_struct_keys_default_and_reader() {
        let usual = Lamp::default();
        assert_eq!((usual.lit, usual.look, usual.reach, usual.blinks), (true, Look::Bright, 1.5, None));
        assert_eq!((usual.table, usual.owner), (Size::Bytes(1 << 20), 3));
        assert_eq!(Lamp::KEYS[1].about, "how it looks");
        assert_eq!(read("lamp").unwrap(), usual);
        let lamp = read("lamp(lit=off, blinks=on, reach=2, look=plain, table=2^4)").unwrap();
        let expected = Lamp {
            lit: false,
            look: Look::Plain,
            reach: 2.0,
            blinks: Some(2),
            table: Size::Entries(16),
            owner: 3,
        };
        assert_eq!(lamp, expected);
        // Keys that are not declared are left as they were.
        let spec = Spec::word("lamp");
        let dark = Lamp::PLAIN.read(&Args::new(&spec, &[Lamp::MEMORY]).unwrap()).unwrap();
        assert_eq!(dark, Lamp { table: Size::Bytes(1 << 20), ..Lamp::PLAIN });
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in ["lamp", "lamp(lit=off, blinks=7, reach=0.25, look=plain, table=3MB)", "lamp(table=off)"]
        {
            let lamp = read(text).unwrap();
            let mut spec = Spec::word("lamp");
            for (key, value) in lamp.arguments() {
                spec = spec.with(key, &value).unwrap();
            }
            assert_eq!(read(&spec.to_string()).unwrap(), lamp, "{text} as {spec}");
        }
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let refused = |text: &str| read(text).unwrap_err().to_string();
        assert!(refused("lamp(reach=11)").contains("11 is out of range; it is a number from 0 to 10"));
        assert!(refused("lamp(blinks=10)").contains("10 is out of range; it is a number from 1 to 9"));
        assert!(refused("lamp(blinks=often)").contains("\"often\" is not on, off or a number from 1 to 9"));
        assert!(refused("lamp(look=dim)").contains("\"dim\" is not plain or bright"));
        assert!(refused("lamp(lit=yes)").contains("\"yes\" is not on or off"));
    }
}
