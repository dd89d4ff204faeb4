//! Plywood's `players` room.
