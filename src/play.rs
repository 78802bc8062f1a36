//! Moves played: the position after a legal move.
//!
//! A move is a piece lifted and a piece landed. Whoever plays all the moves of
//! a piece lifts it once.

use std::ops::ControlFlow;

use crate::geometry::Game;
use crate::moves::{Move, Special, Visitor};
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::shape::Square;
use crate::squares::SquareSet;

impl<const W: usize> Game<W> {
    /// The position after a legal move.
    #[inline]
    pub fn play(&self, position: &Position<W>, mv: Move) -> Position<W> {
        let lifted = self.lift(position, mv.kind, mv.from);
        let kind = mv.promotion.unwrap_or(mv.kind);
        let next = self.land(&lifted, position, kind, mv.to);
        if mv.special == Special::None { next } else { self.finish(next, mv) }
    }

    /// The position with the other side to move, as if a move had been passed:
    /// for threats and set play, no move of the game. Nothing if the side to
    /// move is in check.
    pub fn pass(&self, position: &Position<W>) -> Option<Position<W>> {
        let passed = Position { side: position.side.opponent(), en_passant: None, ..*position };
        self.checkers(position).is_empty().then_some(passed)
    }

    /// Hands every legal move, with the position after it, to `each`, until it
    /// breaks.
    #[inline]
    pub fn each_child(
        &self,
        position: &Position<W>,
        each: impl FnMut(Move, &Position<W>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.visit(position, &mut Children { game: self, position, each })
    }

    /// The position with a piece in the air and the other side to move.
    #[inline]
    fn lift(&self, position: &Position<W>, kind: Kind, from: Square) -> Position<W> {
        let mut lifted = *position;
        lifted.remove(from);
        lifted.side = position.side.opponent();
        lifted.en_passant = None;
        lifted.halfmove = if kind == Kind::Pawn { 0 } else { position.halfmove.saturating_add(1) };
        lifted.fullmove = position.fullmove.saturating_add(position.side.index() as u16);
        if position.castling.bits() != 0 {
            self.revoke_castling(&mut lifted, from);
        }
        lifted
    }

    /// A lifted position with the piece landed; `before` is the position that
    /// it was lifted from.
    #[inline]
    fn land(
        &self,
        lifted: &Position<W>,
        before: &Position<W>,
        kind: Kind,
        to: Square,
    ) -> Position<W> {
        let mut next = *lifted;
        next.set(to, before.side, kind);
        if before.occupied().has(to) {
            next.halfmove = 0;
            if lifted.castling.bits() != 0 {
                self.revoke_castling(&mut next, to);
            }
        }
        next
    }

    /// What a special move does besides moving its piece.
    fn finish(&self, mut next: Position<W>, mv: Move) -> Position<W> {
        let us = next.side.opponent();
        match mv.special {
            Special::DoubleStep => {
                let passed = Square::new(usize::midpoint(mv.from.index(), mv.to.index()));
                next.en_passant = next.passes(self, passed).then_some(passed);
            }
            Special::EnPassant => next.remove(self.passed_pawn(next.side, mv.to)),
            Special::Castle => {
                let castled = |king| king == (mv.from, mv.to);
                for (_, _, path) in self.castling().iter().filter(|(.., path)| castled(path.king)) {
                    next.remove(path.rook.0);
                    next.set(path.rook.1, us, Kind::Rook);
                }
            }
            Special::None => {}
        }
        next
    }

    /// A right is lost when its king or rook moves, or its rook is captured.
    fn revoke_castling(&self, position: &mut Position<W>, touched: Square) {
        for (side, kingside, path) in self.castling() {
            if touched == path.king.0 || touched == path.rook.0 {
                position.castling.revoke(*side, *kingside);
            }
        }
    }

    /// The pawn of `side` that has just passed over a square.
    pub(crate) fn passed_pawn(&self, side: Side, passed: Square) -> Square {
        let step = &self.pawns(side).pushes[0];
        Square::new((passed.index() as i32 + step.delta) as usize)
    }
}

impl<const W: usize> Position<W> {
    /// Empties a square.
    #[inline]
    pub(crate) fn remove(&mut self, square: Square) {
        for plane in &mut self.planes {
            plane.remove(square);
        }
        self.white.remove(square);
    }

    /// Puts a piece on a square, over whatever stands there.
    #[inline]
    pub(crate) fn set(&mut self, square: Square, side: Side, kind: Kind) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            plane.set(square, kind.code() >> bit & 1 != 0);
        }
        self.white.set(square, side == Side::White);
    }
}

/// Plays every move.
struct Children<'a, const W: usize, F> {
    game: &'a Game<W>,
    position: &'a Position<W>,
    each: F,
}

impl<const W: usize, F: FnMut(Move, &Position<W>) -> ControlFlow<()>> Visitor<W>
    for Children<'_, W, F>
{
    #[inline]
    fn piece(&mut self, kind: Kind, from: Square, targets: SquareSet<W>) -> ControlFlow<()> {
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        let lifted = self.game.lift(self.position, kind, from);
        for to in targets {
            let next = self.game.land(&lifted, self.position, kind, to);
            (self.each)(Move::plain(kind, from, to), &next)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawns(&mut self, delta: i32, targets: SquareSet<W>, special: Special) -> ControlFlow<()> {
        let (game, position) = (self.game, self.position);
        game.each_pawn_move(position.side, delta, targets, special, |mv| {
            (self.each)(mv, &game.play(position, mv))
        })
    }

    #[inline]
    fn special(&mut self, mv: Move) -> ControlFlow<()> {
        (self.each)(mv, &self.game.play(self.position, mv))
    }
}
