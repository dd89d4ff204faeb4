//! Plywood's `billiards` room.
