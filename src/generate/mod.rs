//! New puzzles: sound mates in n on any board, and what makes one worth
//! solving.
//!
//! In reading order: `lane` is a stream of random numbers, a stream a puzzle;
//! `material` says which men stand on the board, `place` sets them there,
//! `study` changes given positions, `play` makes games; `retro` asks whether
//! the side that moved last can have moved; `sound` tests a candidate, `economy`
//! takes men off; [`measures`] says what a puzzle is worth; [`Order`] holds all
//! the options, `seek` makes one puzzle, [`run`](generate) makes many.
//!
//! # The method
//!
//! Men are placed at random, and what is not sound is thrown away: first what
//! mates in one, by a test on sets, then what mates sooner than it should, then
//! what has no key or two. Three ways were measured, with the same test of
//! soundness on one core (a slow one), the others against the first:
//!
//! | | chess #2 | chess #3 | tesseract #2 | tesseract #3 |
//! |---|---|---|---|---|
//! | men placed at random, sound ones a second | 1950 | 107 | 1410 | 93 |
//! | a mate in one placed, moves of both sides taken back | ×0.83 | ×1.35 | ×0.73 | ×0.60 |
//! | men placed, then one added where there is no key, one taken off where there are several, up to six times | ×0.93 | ×0.87 | ×0.84 | ×0.74 |
//!
//! Of the boards placed at random one in ten to thirty is sound, since a king
//! among three to six men of the other side seldom lives long; most of the time
//! goes into refuting the others, and most refutations take a position or two
//! a first move. Taking back makes sound boards no more likely on the tesseract,
//! where a king has too many squares to go to, and makes neighbours of one
//! another; it wins by a third in mates in three on chess alone. Adjusting the
//! men makes sound boards a little more likely and each dearer to test; it wins
//! on the 3×3×3 cube alone, by half where there are wishes. Neither is worth a
//! second way. The bench `generate` has the figures of the whole way.

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
