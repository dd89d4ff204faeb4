//! The numbered evaluation functions of trees: `v0`, which is also the payoff, to `v7`.

use plywood_core::{About, Error, Spec};

/// The largest number of functions.
pub const MOST: usize = 8;

/// How they are listed.
pub const LISTED: [About; MOST] = [
    About::plain("v0", "the first evaluation function, which is also the payoff"),
    About::plain("v1", "the second evaluation function"),
    About::plain("v2", "the third evaluation function"),
    About::plain("v3", "the fourth evaluation function"),
    About::plain("v4", "the fifth evaluation function"),
    About::plain("v5", "the sixth evaluation function"),
    About::plain("v6", "the seventh evaluation function"),
    About::plain("v7", "the eighth evaluation function"),
];

/// The number of the function that a spec names, out of the first `count`.
pub fn number(spec: &Spec, count: usize) -> Result<usize, Error> {
    let (about, _) = About::find(&LISTED[..count], spec, "evaluation")?;
    Ok(LISTED.iter().take_while(|listed| listed.name != about.name).count())
}
