//! hypermate finds checkmates on chess boards of any number of dimensions.
//!
//! The map is finished in step with the code; modules in reading order: a
//! module uses only modules above it.

// Ground: what boards and pieces are.
pub mod shape;
pub mod squares;
pub mod piece;
pub mod variant;
pub mod naming;
pub mod setup;
pub mod symmetry;

// Rules: what happens on them.
mod lines;
mod slide;
pub mod geometry;
pub mod position;
pub mod flaw;
pub mod attacks;
pub mod reach;
pub mod moves;
mod play;
pub mod perft;

// Meaning: what a position is.
pub mod verdict;
#[macro_use]
pub mod board;
pub mod evidence;
pub mod explain;
pub mod stipulation;
pub mod proof;

// Search: what can be forced.
pub mod search;
pub mod solution;

// Edges: what is read and written.
pub mod notation;
pub mod puzzle;
pub mod batch;
pub mod render;
pub mod proof_file;

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
