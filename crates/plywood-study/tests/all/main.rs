//! Studies by name: one program, so that all there is is linked once.

mod book;
mod compare;
mod endgames;
mod levels;
mod questions;
mod rivals;
mod solve;
mod tutor;
