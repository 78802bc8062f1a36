//! Checkmate, stalemate or neither: what the program exists to say.

use std::fmt;

use crate::geometry::Game;
use crate::position::Position;

/// What the side to move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// In check, without a legal move.
    Checkmate,
    /// Not in check, without a legal move.
    Stalemate,
    /// Able to move.
    Neither,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Self; 3] = [Self::Checkmate, Self::Stalemate, Self::Neither];

    /// `checkmate`, `stalemate` or `neither`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Neither => "neither",
        }
    }

    /// Whether it is checkmate.
    pub const fn is_mate(self) -> bool {
        matches!(self, Self::Checkmate)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl<const W: usize> Game<W> {
    /// The verdict on the side to move; the first legal move settles it.
    #[inline]
    pub fn verdict(&self, position: &Position<W>) -> Verdict {
        let checkers = self.checkers(position);
        if self.can_move(position, checkers) {
            Verdict::Neither
        } else if checkers.is_empty() {
            Verdict::Stalemate
        } else {
            Verdict::Checkmate
        }
    }
}
