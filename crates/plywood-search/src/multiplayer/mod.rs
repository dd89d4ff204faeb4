//! More than two players.
