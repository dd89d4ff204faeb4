//! Numbers in files whose format has no infinity, such as JSON. Numbers that are not finite are written as
//! `Infinity`, `-Infinity` and `NaN`, words that Rust, Python and JavaScript all read as numbers.
//!
//! A field uses this by `#[serde(with = "plywood_core::number")]`, whether it is a number or contains
//! numbers.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeOwned, Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

const WORDS: [(&str, f64); 3] =
    [("Infinity", f64::INFINITY), ("-Infinity", f64::NEG_INFINITY), ("NaN", f64::NAN)];

/// A number as it is written.
#[derive(Debug, Clone, Copy)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let word = if self.0.is_nan() { 2 } else { usize::from(self.0 < 0.0) };
        if self.0.is_finite() { out.serialize_f64(self.0) } else { out.serialize_str(WORDS[word].0) }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("a number, \"Infinity\", \"-Infinity\" or \"NaN\"")
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<Number, E> {
        Ok(Number(value))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
        Ok(Number(value as f64))
    }
    fn visit_str<E: Error>(self, word: &str) -> Result<Number, E> {
        let known = WORDS.iter().find(|(known, _)| *known == word);
        known
            .map(|(_, value)| Number(*value))
            .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(word), &self))
    }
}

/// A number, or a value that holds numbers.
pub trait Numbers: Sized {
    /// The same with its numbers as they are written.
    type Written: Serialize + DeserializeOwned;
    /// As it is written.
    fn written(&self) -> Self::Written;
    /// As it was before it was written.
    fn read(written: Self::Written) -> Self;
}

impl Numbers for f64 {
    type Written = Number;
    fn written(&self) -> Number {
        Number(*self)
    }
    fn read(written: Number) -> f64 {
        written.0
    }
}

impl Numbers for String {
    type Written = String;
    fn written(&self) -> String {
        self.clone()
    }
    fn read(written: String) -> String {
        written
    }
}

impl<T: Numbers> Numbers for Option<T> {
    type Written = Option<T::Written>;
    fn written(&self) -> Self::Written {
        self.as_ref().map(T::written)
    }
    fn read(written: Self::Written) -> Self {
        written.map(T::read)
    }
}

impl<T: Numbers> Numbers for Vec<T> {
    type Written = Vec<T::Written>;
    fn written(&self) -> Self::Written {
        self.iter().map(T::written).collect()
    }
    fn read(written: Self::Written) -> Self {
        written.into_iter().map(T::read).collect()
    }
}

impl<A: Numbers, B: Numbers> Numbers for (A, B) {
    type Written = (A::Written, B::Written);
    fn written(&self) -> Self::Written {
        (self.0.written(), self.1.written())
    }
    fn read(written: Self::Written) -> Self {
        (A::read(written.0), B::read(written.1))
    }
}

impl<T: Numbers> Numbers for BTreeMap<String, T> {
    type Written = BTreeMap<String, T::Written>;
    fn written(&self) -> Self::Written {
        self.iter().map(|(name, value)| (name.clone(), value.written())).collect()
    }
    fn read(written: Self::Written) -> Self {
        written.into_iter().map(|(name, value)| (name, T::read(value))).collect()
    }
}

/// Writes a field.
pub fn serialize<T: Numbers, S: Serializer>(value: &T, out: S) -> Result<S::Ok, S::Error> {
    value.written().serialize(out)
}

/// Reads a field.
pub fn deserialize<'de, T: Numbers, D: Deserializer<'de>>(input: D) -> Result<T, D::Error> {
    T::Written::deserialize(input).map(T::read)
}
