//! Boards and answers for the eye and for other programs.

pub mod json;
pub mod measures;
pub mod solution;
pub mod text;
