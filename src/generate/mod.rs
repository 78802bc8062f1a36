//! New puzzles: sound mates in n on any board, and what makes one worth
//! solving.
//!
//! In reading order: `lane` is a stream of random numbers, a stream a puzzle;
//! `material` says which men stand on the board, `place` sets them there,
//! `study` changes given positions, `play` makes games; `retro` asks whether
//! the side that moved last can have moved; `sound` tests a candidate, `economy`
//! takes men off; [`measures`] says what a puzzle is worth; [`Order`] holds all
//! the options, `seek` makes one puzzle, [`run`](generate) makes many.

mod economy;
mod lane;
mod material;
pub mod measures;
mod order;
mod place;
mod play;
mod retro;
mod run;
mod seek;
mod sound;
mod study;

pub use material::{Material, MaterialError};
pub use order::{LONGEST, Order, OrderError, Puzzle, Source, Wishes};
pub use run::{End, RunError, Sink, Tally, Terms, Watch, generate};
