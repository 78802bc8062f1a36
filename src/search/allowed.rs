//! Is a move that was legal elsewhere legal here? Answered for one move, much
//! sooner than by listing them all.

use crate::geometry::Game;
use crate::moves::{Move, Special};
use crate::piece::Kind;
use crate::position::Position;
use crate::squares::SquareSet;

impl<const W: usize> Game<W> {
    /// Whether a move of some other position of this game is legal in this one.
    /// Castling, double steps and captures in passing are always denied: the
    /// answer is for moves worth trying early, which the list will bring again.
    #[inline]
    pub(crate) fn allows(&self, position: &Position<W>, mv: Move) -> bool {
        let us = position.side();
        if mv.special != Special::None
            || !position.pieces(us, mv.kind).has(mv.from)
            || position.of(us).has(mv.to)
            || !self.reaches(position, mv)
        {
            return false;
        }
        let them = us.opponent();
        let occupied = position.occupied().without(SquareSet::of(mv.from));
        if mv.kind == Kind::King {
            return self.attackers(position, mv.to, them, occupied).is_empty();
        }
        let to = SquareSet::of(mv.to);
        position.kind(Kind::King).without(to) == position.kind(Kind::King)
            && position.king(us).is_none_or(|king| {
                self.attackers(position, king, them, occupied | to).without(to).is_empty()
            })
    }

    /// Whether the piece on its square gets to the other, kings left aside.
    #[inline]
    fn reaches(&self, position: &Position<W>, mv: Move) -> bool {
        let occupied = position.occupied();
        if mv.kind != Kind::Pawn {
            return self.attacks(position.side(), mv.kind, mv.from, occupied).has(mv.to);
        }
        let rules = self.pawns(position.side());
        if occupied.has(mv.to) {
            return rules.attacks[mv.from.index()].has(mv.to);
        }
        let pawn = SquareSet::of(mv.from);
        rules.pushes.iter().any(|step| step.apply(pawn).has(mv.to))
    }
}
