//! The last move of the attacker: is there a mate in one? Answered with sets,
//! and without playing a move that cannot mate.
//!
//! A move can mate only if it gives check: it lands where its piece attacks the
//! king, uncovers a line, promotes, castles or captures in passing. And it must
//! hold every flight: a square next to the king that the other pieces do not
//! hold has to be attacked from where the move lands. Both conditions are
//! necessary; what passes them is played and asked for its verdict.

use std::ops::ControlFlow;

use crate::geometry::Game;
use crate::moves::{Move, Special, Visitor};
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::shape::Square;
use crate::squares::SquareSet;
use crate::stipulation::Aim;
use crate::verdict::Verdict;

impl<const W: usize> Game<W> {
    /// A move of the side to move that reaches the aim at once, if it has one.
    #[inline]
    pub(crate) fn last_move(&self, position: &Position<W>, aim: Aim) -> Option<Move> {
        match aim {
            Aim::Mate => self.mate_in_one(position),
            Aim::Stalemate => self.stalemate_in_one(position),
        }
    }

    /// A move that checkmates, if there is one.
    pub fn mate_in_one(&self, position: &Position<W>) -> Option<Move> {
        let king = position.king(position.side().opponent())?;
        let mut hunt = Hunt::new(self, position, king);
        let _ = self.visit(position, &mut hunt);
        hunt.found
    }

    /// A move that stalemates, if there is one.
    pub fn stalemate_in_one(&self, position: &Position<W>) -> Option<Move> {
        let mut found = None;
        let _ = self.each_move(position, |mv| {
            if self.verdict(&self.play(position, mv)) == Verdict::Stalemate {
                found = Some(mv);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// For each kind, by its code, the squares from which a piece of `side`
    /// attacks `target` past `occupied`; nothing for a king.
    #[inline]
    pub(crate) fn checking_squares(
        &self,
        side: Side,
        target: Square,
        occupied: SquareSet<W>,
    ) -> [SquareSet<W>; 8] {
        let mut squares = [SquareSet::EMPTY; 8];
        squares[Kind::Pawn.code()] = self.pawns(side.opponent()).attacks[target.index()];
        squares[Kind::Knight.code()] = self.leap(Kind::Knight, target);
        for kind in Kind::SLIDERS {
            squares[kind.code()] = self.slide(kind, target, occupied);
        }
        squares
    }

    /// The pieces of the side to move that alone stand between one of its line
    /// pieces and a square: moving them off the line uncovers an attack.
    #[inline]
    pub(crate) fn screens(&self, position: &Position<W>, target: Square) -> SquareSet<W> {
        let own = position.of(position.side());
        let occupied = position.occupied();
        let mut snipers = SquareSet::EMPTY;
        for (kind, sliders) in position.sliders() {
            snipers |= sliders & self.slider(kind).far(target);
        }
        let mut screens = SquareSet::EMPTY;
        for sniper in snipers & own {
            let blockers = self.between(target, sniper) & occupied;
            if !blockers.is_many() {
                screens |= blockers & own;
            }
        }
        screens
    }
}

/// Looks for a mating move among those it is shown.
struct Hunt<'a, const W: usize> {
    game: &'a Game<W>,
    position: &'a Position<W>,
    us: Side,
    /// What is occupied, without the hunted king: it does not hide behind itself.
    open: SquareSet<W>,
    /// The squares next to the king.
    near: SquareSet<W>,
    /// Where the king could step if nothing were attacked.
    ring: SquareSet<W>,
    checks: [SquareSet<W>; 8],
    screens: SquareSet<W>,
    found: Option<Move>,
}

impl<'a, const W: usize> Hunt<'a, W> {
    #[inline]
    fn new(game: &'a Game<W>, position: &'a Position<W>, king: Square) -> Self {
        let us = position.side();
        let occupied = position.occupied();
        Self {
            game,
            position,
            us,
            open: occupied.without(SquareSet::of(king)),
            near: game.leap(Kind::King, king),
            ring: game.leap(Kind::King, king).without(position.of(us.opponent())),
            checks: game.checking_squares(us, king, occupied),
            screens: game.screens(position, king),
            found: None,
        }
    }

    /// The squares that the pieces other than the one on `from` attack once it
    /// is gone.
    fn held_without(&self, from: Square) -> SquareSet<W> {
        let gone = SquareSet::of(from);
        let occupied = self.open.without(gone);
        let own = self.position.of(self.us).without(gone);
        let mut held = SquareSet::EMPTY;
        for kind in Kind::SLIDERS {
            for at in self.position.kind(kind) & own {
                held |= self.game.slide(kind, at, occupied);
            }
        }
        for kind in [Kind::Knight, Kind::King] {
            for at in self.position.kind(kind) & own {
                held |= self.game.leap(kind, at);
            }
        }
        let pawns = self.position.kind(Kind::Pawn) & own;
        for step in &self.game.pawns(self.us).captures {
            held |= step.apply(pawns);
        }
        held
    }

    fn try_move(&mut self, mv: Move) -> ControlFlow<()> {
        let next = self.game.play(self.position, mv);
        if self.game.verdict(&next) == Verdict::Checkmate {
            self.found = Some(mv);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl<const W: usize> Visitor<W> for Hunt<'_, W> {
    const STOPS: bool = true;

    #[inline]
    fn king_too(&self) -> bool {
        let castles = self.position.castling().bits() != 0;
        castles || self.screens.meets(self.position.kind(Kind::King))
    }

    #[inline]
    fn piece(&mut self, kind: Kind, from: Square, targets: SquareSet<W>) -> ControlFlow<()> {
        let mut targets = targets;
        if !self.screens.has(from) {
            targets &= self.checks[kind.code()];
        }
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        let held = self.held_without(from);
        // An enemy captured next to the king must not be retaken by it.
        targets = targets.without(self.near.without(held));
        let occupied = self.open.without(SquareSet::of(from));
        for flight in self.ring.without(held) {
            targets &= self.game.attacks(self.us, kind, flight, occupied);
            if targets.is_empty() {
                return ControlFlow::Continue(());
            }
        }
        for to in targets {
            self.try_move(Move::plain(kind, from, to))?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawns(&mut self, delta: i32, targets: SquareSet<W>, special: Special) -> ControlFlow<()> {
        let checks = self.checks[Kind::Pawn.code()];
        let screened = self.screens & self.position.kind(Kind::Pawn);
        let zone = self.game.pawns(self.us).zone;
        let mut hopeful = targets & (checks | zone);
        if !screened.is_empty() {
            hopeful |= targets & screened.shifted(delta);
        }
        let (game, us) = (self.game, self.us);
        game.each_pawn_move(us, delta, hopeful, special, |mv| self.try_move(mv))
    }

    #[inline]
    fn special(&mut self, mv: Move) -> ControlFlow<()> {
        self.try_move(mv)
    }
}
