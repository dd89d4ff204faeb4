//! The numbers that searches compare.
//!
//! Deterministic games use integers, games with chance use floats, and one search procedure serves both: it needs
//! order, negation and the next value up, so that a null window is `(a, next_up(a))`.

use std::fmt::{Debug, Display};
use std::ops::Neg;

/// A number that a search can compare, negate and step.
pub trait Value: Copy + PartialOrd + Debug + Display + Neg<Output = Self> + Send + Sync + 'static {
    /// Whether averages of values are values: true for floats. Games with chance need it.
    const AVERAGES: bool;
    /// Below every value; the negation of [`Value::HIGHEST`].
    const LOWEST: Self;
    /// Above every value.
    const HIGHEST: Self;
    /// Zero.
    const ZERO: Self;

    /// The smallest value above this one.
    fn next_up(self) -> Self;
    /// This value times a factor.
    fn times(self, factor: i32) -> Self;
    /// The sum of this value and an amount.
    fn plus(self, amount: i32) -> Self;
    /// The value nearest to a float.
    fn from_f64(number: f64) -> Self;
    /// This value as a float.
    fn to_f64(self) -> f64;
    /// This value in a word of a table.
    fn to_bits(self) -> u64;
    /// The value that [`Value::to_bits`] put into a word.
    fn from_bits(bits: u64) -> Self;

    /// The largest value below this one.
    #[inline]
    fn next_down(self) -> Self {
        -(-self).next_up()
    }
    /// The larger of two values.
    #[inline]
    fn larger(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
    /// The smaller of two values.
    #[inline]
    fn smaller(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
}

impl Value for i32 {
    const AVERAGES: bool = false;
    const LOWEST: Self = -i32::MAX;
    const HIGHEST: Self = i32::MAX;
    const ZERO: Self = 0;

    #[inline]
    fn next_up(self) -> Self {
        self.saturating_add(1)
    }
    #[inline]
    fn times(self, factor: i32) -> Self {
        self * factor
    }
    #[inline]
    fn plus(self, amount: i32) -> Self {
        self + amount
    }
    #[inline]
    fn from_f64(number: f64) -> Self {
        number.round() as i32
    }
    #[inline]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
    #[inline]
    fn to_bits(self) -> u64 {
        u64::from(self as u32)
    }
    #[inline]
    fn from_bits(bits: u64) -> Self {
        bits as i32
    }
}

impl Value for f64 {
    const AVERAGES: bool = true;
    const LOWEST: Self = f64::NEG_INFINITY;
    const HIGHEST: Self = f64::INFINITY;
    const ZERO: Self = 0.0;

    #[inline]
    fn next_up(self) -> Self {
        f64::next_up(self)
    }
    #[inline]
    fn times(self, factor: i32) -> Self {
        self * f64::from(factor)
    }
    #[inline]
    fn plus(self, amount: i32) -> Self {
        self + f64::from(amount)
    }
    #[inline]
    fn from_f64(number: f64) -> Self {
        number
    }
    #[inline]
    fn to_f64(self) -> f64 {
        self
    }
    #[inline]
    fn to_bits(self) -> u64 {
        f64::to_bits(self)
    }
    #[inline]
    fn from_bits(bits: u64) -> Self {
        f64::from_bits(bits)
    }
}
