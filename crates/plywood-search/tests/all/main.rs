//! Searches against their definitions: one program, so that a search which several of these use is compiled once.

mod budgets;
mod chance;
mod drawn;
mod exact;
mod lambda;
mod multiplayer;
mod opponent;
mod oracle;
mod proof;
mod retrograde;
mod selective;
mod support;
mod textbook;
mod walk;
