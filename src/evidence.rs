//! What a verdict rests on: who gives check, what holds each square the king
//! could step to, and which captures and blocks there are and why each fails.
//!
//! Gathered only when somebody asks; [`Game::verdict`] stops at the first
//! legal move. Everything comes from the same attack and pin questions that
//! the legal moves come from, put one answer at a time so that each can say
//! why. In check, `escapes` is exactly the free flights with the captures and
//! blocks that have no fault; tests hold it to the legal moves.

mod inquiry;

use crate::board::Board;
use crate::geometry::Game;
use crate::moves::Move;
use crate::naming::Naming;
use crate::piece::{Piece, Side};
use crate::position::Position;
use crate::shape::Square;
use crate::verdict::Verdict;
use inquiry::Inquiry;

/// A piece where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub square: Square,
}

/// A piece that gives check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checker {
    /// The piece.
    pub by: Placed,
    /// The squares between it and the king, from the piece to the king; none
    /// if it leaps or stands next to the king.
    pub line: Vec<Square>,
}

/// A piece that guards a square against the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The piece.
    pub by: Placed,
    /// Whether it sees the square only through the king's old place.
    pub through_king: bool,
    /// Whether it is pinned to its own king, and guards all the same.
    pub pinned: bool,
}

/// Whether the king may step to a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It may.
    Free,
    /// One of its own pieces stands there.
    Own(Piece),
    /// Enemy pieces guard it: at least one.
    Guarded(Vec<Guard>),
}

/// A square the king could step to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The square.
    pub square: Square,
    /// The enemy piece that the king would capture there.
    pub captures: Option<Piece>,
    /// What keeps the king from it.
    pub hold: Hold,
}

/// Why a move that meets a check is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The piece is pinned by this one.
    Pinned(Placed),
    /// This other check remains.
    Unanswered(Placed),
    /// A capture in passing takes two pawns off the line of this piece.
    Opens(Placed),
}

/// A capture of a checker, or a block of its line, by a piece other than the
/// king.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The move. It is legal if nothing is wrong with it.
    pub mv: Move,
    /// The check it meets.
    pub meets: Placed,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
}

/// A piece that would meet a check if one of its own side did not stand in
/// the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// The piece that would help.
    pub helper: Placed,
    /// Where it would go: onto the checker, or onto its line.
    pub to: Square,
    /// The check it would meet.
    pub meets: Placed,
    /// The piece in its way.
    pub in_the_way: Placed,
}

/// A piece other than the king that cannot move when nothing can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The piece.
    pub by: Placed,
    /// Why; nothing if it simply has nowhere to go.
    pub fault: Option<Fault>,
}

/// Why the side to move is mated, stalemated or neither.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The verdict.
    pub verdict: Verdict,
    /// The side to move, which the verdict is about.
    pub side: Side,
    /// The names of the board's squares.
    pub naming: Naming,
    /// Where its king stands, if it has one.
    pub king: Option<Square>,
    /// The pieces that give check.
    pub checkers: Vec<Checker>,
    /// Every square next to the king.
    pub flights: Vec<Flight>,
    /// Every capture of a checker by a piece other than the king, legal or
    /// not. The king's own captures are among the flights.
    pub captures: Vec<Defence>,
    /// Every move of a piece other than the king onto the line of a check,
    /// legal or not.
    pub blocks: Vec<Defence>,
    /// Help that an own piece keeps away; only in checkmate by one piece.
    pub near_misses: Vec<NearMiss>,
    /// The pieces other than the king and why they cannot move; only in
    /// stalemate.
    pub stuck: Vec<Stuck>,
    /// Every legal move; in check, those that get out of it.
    pub escapes: Vec<Move>,
}

impl Board {
    /// What its verdict rests on.
    pub fn evidence(&self) -> Evidence {
        at_width!(self, |game, position| game.evidence(position))
    }
}

impl<const W: usize> Game<W> {
    /// What the verdict on a position rests on.
    pub fn evidence(&self, position: &Position<W>) -> Evidence {
        let verdict = self.verdict(position);
        let naming = Naming::new(self.variant(), self.shape());
        let mut evidence = Evidence {
            verdict,
            side: position.side(),
            naming,
            king: position.king(position.side()),
            checkers: Vec::new(),
            flights: Vec::new(),
            captures: Vec::new(),
            blocks: Vec::new(),
            near_misses: Vec::new(),
            stuck: Vec::new(),
            escapes: Vec::new(),
        };
        if let Some(king) = evidence.king {
            Inquiry::new(self, position, king).answer(&mut evidence);
        }
        if evidence.checkers.is_empty() {
            evidence.escapes = self.legal_moves(position);
        }
        evidence
    }
}
