//! The program as its users meet it: one test program, so that all there is is linked once. Fuzzing counts what is
//! allocated and has a program of its own.

mod billiards;
mod chess;
mod cli;
mod dice;
mod examples;
mod lab;
mod page;
mod pictures;
mod readme;
mod solve;
mod support;
