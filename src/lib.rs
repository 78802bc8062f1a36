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
