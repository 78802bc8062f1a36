//! hypermate finds checkmates on chess boards of any number of dimensions.
//!
//! One position type serves every board. A [`variant`](variant::Variant) is a
//! row of data; with a [`shape`](shape::Shape) it makes a
//! [`game`](geometry::Game), the tables of everything that never changes;
//! a [`position`](position::Position) is a few words of bits that mean
//! something only together with their game. Everything above (verdict,
//! explanation, search) is written once. [`Board`](board::Board) puts a
//! position and its game together and hides how wide the sets of squares are:
//! start there.
//!
//! Invariants: every `Position` is possible by its variant's rules, since it
//! comes from a checked [`Setup`](setup::Setup) or a legal move; legality is
//! computed, never tried out; "no" and "gave up" are different answers; a
//! solution is replayed by the rules before it is shown.
//!
//! The modules stand in reading order, and a module uses only modules above
//! it; `tests/layers.rs` holds them to that.
//!
//! | a new … | goes into | and its test is |
//! |---|---|---|
//! | piece | a row of `PIECES` in `piece.rs` | its closed-form count |
//! | variant | a row of `variant.rs` | a perft file and a puzzle |
//! | notation | a file in `notation/`, a row of `Notation` | the round trip runs over the list |
//! | goal | a value in `stipulation.rs`; the compiler names the matches | a puzzle |
//! | subcommand | a file in `cli/`, a value of its enum | a snapshot |

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
pub mod generate;

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
