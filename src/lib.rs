//! hypermate finds checkmates on chess boards of any number of dimensions.
//!
//! The map is finished in step with the code; modules in reading order.

// Ground: what boards and pieces are.
pub mod naming;
pub mod piece;
pub mod setup;
pub mod shape;
pub mod squares;
pub mod variant;

// Rules: what happens on them.
pub mod attacks;
pub mod flaw;
pub mod geometry;
pub mod moves;
pub mod perft;
pub mod position;
mod slide;

// Meaning.
pub mod board;
pub mod stipulation;
pub mod verdict;
