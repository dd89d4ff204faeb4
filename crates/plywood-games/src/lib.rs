//! Plywood's `games` room.
