//! Plywood's `core` room.
