//! The server as a client sees it.

mod load;
mod playing;
mod refusals;
mod support;
