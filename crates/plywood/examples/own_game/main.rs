//! A game of one's own, and a search of it: what the library's page shows first.

include!("matches.rs");
