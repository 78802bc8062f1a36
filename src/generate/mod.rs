//! New puzzles: what makes one worth solving.

pub mod measures;
