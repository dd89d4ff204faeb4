//! Opponent-model searches against their definitions, on thousands of random trees.

mod best_case;
mod contempt;
mod forerunners;
mod lattice;
mod mstar;
mod om;
mod oracles;
mod prom;
mod risk;
mod support;
mod theorems;
mod written;
