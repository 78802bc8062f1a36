//! The answer to a stipulation: keys, tries, set play, or every line of help
//! play, each checked by [`crate::proof`] before anybody sees it.
//!
//! Choices where problemists differ:
//! - *keys* are all first moves that reach the aim in at most n moves; in help
//!   play, all first moves of solutions of exactly n.
//! - After a defence only the *shortest* replies count. Several of them are a
//!   dual, in the last move too; no dual makes a problem a cook. The first of
//!   them (in the order of moves) is followed up.
//! - A *threat* is what would reach the aim, if the defender passed, within the
//!   moves that the attack needs. A defence that leaves every threat as it is
//!   (a shortest reply, and no slower than without the defence) is not shown.
//! - A *try* is a first move that exactly one defence refutes.
//! - *Set play* is what would follow if the other side were to move first.

mod build;
mod helped;
mod prove;

pub use build::{Refusal, refusal, solve};

use std::fmt;

use crate::moves::Move;
use crate::proof::{Fault, Proof};
use crate::search::{Key, Limits, Progress, Wanted};
use crate::stipulation::Stipulation;

/// What is wanted of a solution.
#[derive(Clone, Debug)]
pub struct Request {
    /// What is to be solved.
    pub stipulation: Stipulation,
    /// One key (or line) or all.
    pub wanted: Wanted,
    /// Whether the stipulation's length is only the limit, and the shortest
    /// length up to it is to be solved.
    pub shortest: bool,
    /// Whether the play after the keys is wanted.
    pub variations: bool,
    /// Whether the tries are wanted.
    pub tries: bool,
    /// Whether the set play is wanted.
    pub set_play: bool,
    /// Whether the proof will be kept: it then shows that there is no solution
    /// where there is none.
    pub proof: bool,
    /// Whether the proof shall show that there is no other key.
    pub complete: bool,
    /// How many threads search; 0 for one a core.
    pub threads: usize,
    /// What may be spent on searching, and again on proving. In help play, the
    /// time on all lengths together, the positions on each.
    pub limits: Limits,
}

impl Request {
    /// All keys of a stipulation and nothing else, on one thread, without
    /// limits.
    pub fn new(stipulation: Stipulation) -> Self {
        Self {
            stipulation,
            wanted: Wanted::All,
            shortest: false,
            variations: false,
            tries: false,
            set_play: false,
            proof: false,
            complete: false,
            threads: 1,
            limits: Limits::default(),
        }
    }
}

/// What a problem turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One key (in help play one solution), and nothing shorter.
    Sound,
    /// The aim can be reached in fewer moves.
    Short,
    /// Several keys (in help play several solutions), and nothing shorter.
    Cooked,
    /// A key; whether there are others was not asked.
    Solved,
    /// Proven to have no solution.
    None,
    /// A limit was reached before the answer was known.
    Unknown,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 6] =
        [Self::Sound, Self::Short, Self::Cooked, Self::Solved, Self::None, Self::Unknown];

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sound => "sound",
            Self::Short => "short",
            Self::Cooked => "cooked",
            Self::Solved => "solved",
            Self::None => "none",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A solution, checked by the rules.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What was solved; with [`Request::shortest`], the length found.
    pub stipulation: Stipulation,
    /// What the problem turned out to be.
    pub outcome: Outcome,
    /// The keys with the moves each needs, in the order of moves.
    pub keys: Vec<Key>,
    /// The least half moves in which the aim can be reached, as a stipulation
    /// counts them; nothing if it cannot, or is not known to be.
    pub shortest: Option<u16>,
    /// Half moves within which there is proven to be no solution.
    pub refuted: u16,
    /// A line of help play shorter than stipulated.
    pub short_line: Option<Vec<Move>>,
    /// The set play of help play.
    pub set_lines: Vec<Vec<Move>>,
    /// The proof of the keys, the tries and the set play, or the lines of help
    /// play.
    pub proof: Proof,
    /// The positions visited by the search.
    pub nodes: u64,
}

/// Why there is no solution to show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The search claimed what the rules do not bear out: a fault of this
    /// program, and never printed as an answer.
    #[error("the search and the rules disagree ({}), please report this", .0.reason)]
    Disagreement(Fault),
}

/// Somebody to tell how a search goes on.
pub type Watch<'a> = &'a (dyn Fn(&Progress) + Sync);
