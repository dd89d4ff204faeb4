//! Plywood's `search` room.
