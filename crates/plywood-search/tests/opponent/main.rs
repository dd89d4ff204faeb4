//! Opponent-model searches against their definitions, on thousands of random trees.

mod mstar;
mod om;
mod prom;
mod risk;
mod support;
mod theorems;
