//! Plywood's `lab` room.
