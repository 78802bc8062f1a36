//! Legal moves: found and counted. Legality is computed from checkers and
//! pins; no move is made to see whether it is legal.
//!
//! One body walks over a position's moves and hands them, a piece or a
//! direction of pawns at a time, to a visitor that lists, counts, or stops
//! at the first.

use std::ops::ControlFlow;

use crate::geometry::Game;
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::shape::Square;
use crate::squares::SquareSet;

/// What is out of the ordinary about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Special {
    /// Nothing.
    #[default]
    None,
    /// A pawn steps twice.
    DoubleStep,
    /// A pawn captures another in passing.
    EnPassant,
    /// The king castles; from and to are the king's squares.
    Castle,
}

/// A move of some position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What moves.
    pub kind: Kind,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
    /// What else happens.
    pub special: Special,
}

impl Move {
    /// A move without promotion or anything special.
    #[inline]
    pub const fn plain(kind: Kind, from: Square, to: Square) -> Self {
        Self { from, to, kind, promotion: None, special: Special::None }
    }
}

/// Somebody who is shown the legal moves of a position.
pub(crate) trait Visitor<const W: usize> {
    /// Whether one move is enough, so that cheap answers should come first.
    const STOPS: bool = false;

    /// Whether king moves are of interest; asked only of a visitor that stops.
    #[inline]
    fn king_too(&self) -> bool {
        true
    }

    /// A piece, no pawn, may go from `from` to each of `targets`.
    fn piece(&mut self, kind: Kind, from: Square, targets: SquareSet<W>) -> ControlFlow<()>;

    /// A pawn may go to each of `targets`, from the square `delta` before it.
    fn pawns(&mut self, delta: i32, targets: SquareSet<W>, special: Special) -> ControlFlow<()>;

    /// One more move: castling or a capture in passing.
    fn special(&mut self, mv: Move) -> ControlFlow<()>;
}

/// What the walk over a position's moves needs to know.
struct Walk<'a, const W: usize> {
    game: &'a Game<W>,
    position: &'a Position<W>,
    us: Side,
    own: SquareSet<W>,
    occupied: SquareSet<W>,
    /// Where pieces may go at all: not onto their own, nor onto a king.
    open: SquareSet<W>,
}

impl<'a, const W: usize> Walk<'a, W> {
    #[inline]
    fn new(game: &'a Game<W>, position: &'a Position<W>) -> Self {
        let us = position.side;
        let own = position.of(us);
        let open = game.board().without(own | position.kind(Kind::King));
        Self { game, position, us, own, occupied: position.occupied(), open }
    }

    /// Squares on and around the king's that the enemy attacks once the king
    /// has left its own, so that it does not hide behind itself; with castling
    /// rights, those on its way too.
    #[inline]
    fn danger(&self, king: Square) -> SquareSet<W> {
        let at = SquareSet::of(king);
        let mut zone = self.game.leap(Kind::King, king) | at;
        if self.position.castling.bits() != 0 {
            zone = self.game.board();
        }
        let without_king = self.occupied.without(at);
        self.game.attacked_among(zone, self.position, self.us.opponent(), without_king)
    }

    #[inline]
    fn checkers(&self, king: Square) -> SquareSet<W> {
        self.game.attackers(self.position, king, self.us.opponent(), self.occupied)
    }

    /// All moves, for a visitor that wants them all.
    #[inline]
    fn all<V: Visitor<W>>(&self, visitor: &mut V) -> ControlFlow<()> {
        let Some(king) = self.position.king(self.us) else {
            return self.others(None, self.open, visitor);
        };
        let danger = self.danger(king);
        let in_check = danger.has(king);
        let checkers = if in_check { self.checkers(king) } else { SquareSet::EMPTY };
        self.king(king, danger, in_check, visitor)?;
        self.defend(king, checkers, visitor)
    }

    /// All moves, for a visitor that stops at the first: the attack map, which
    /// costs most, comes last unless the king is in check.
    #[inline]
    fn until_first<V: Visitor<W>>(
        &self,
        checkers: SquareSet<W>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let Some(king) = self.position.king(self.us) else {
            return self.others(None, self.open, visitor);
        };
        if checkers.is_empty() {
            self.others(Some(king), self.open, visitor)?;
            if visitor.king_too() {
                self.king(king, self.danger(king), false, visitor)?;
            }
        } else {
            if visitor.king_too() {
                self.king(king, self.danger(king), true, visitor)?;
            }
            self.defend(king, checkers, visitor)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn king<V: Visitor<W>>(
        &self,
        king: Square,
        danger: SquareSet<W>,
        in_check: bool,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let flights = self.game.leap(Kind::King, king) & self.open.without(danger);
        visitor.piece(Kind::King, king, flights)?;
        if !in_check && self.position.castling.bits() != 0 {
            self.castle(danger, visitor)?;
        }
        ControlFlow::Continue(())
    }

    fn castle<V: Visitor<W>>(&self, danger: SquareSet<W>, visitor: &mut V) -> ControlFlow<()> {
        for (side, kingside, path) in self.game.castling() {
            if *side == self.us
                && self.position.castling.has(*side, *kingside)
                && !path.empty.meets(self.occupied)
                && !path.safe.meets(danger)
            {
                let mv = Move::plain(Kind::King, path.king.0, path.king.1);
                visitor.special(Move { special: Special::Castle, ..mv })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Moves of all but the king, in check or not.
    #[inline]
    fn defend<V: Visitor<W>>(
        &self,
        king: Square,
        checkers: SquareSet<W>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        match checkers.lowest() {
            None => self.others(Some(king), self.open, visitor),
            Some(_) if checkers.is_many() => ControlFlow::Continue(()),
            Some(checker) => {
                let answers = checkers | self.game.between(king, checker);
                self.others(Some(king), self.open & answers, visitor)
            }
        }
    }

    /// Moves of all but the king to `targets`.
    #[inline]
    fn others<V: Visitor<W>>(
        &self,
        king: Option<Square>,
        targets: SquareSet<W>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let mut free = self.own;
        if let Some(king) = king {
            let mut flow = ControlFlow::Continue(());
            self.game.each_pin(self.position, self.us, king, |pin| {
                free.remove(pin.pinned);
                if flow.is_continue() {
                    flow = self.pinned(pin.pinned, targets & pin.line, visitor);
                }
            });
            flow?;
        }
        for (kind, sliders) in self.position.sliders() {
            for from in sliders & free {
                let reach = self.game.slide(kind, from, self.occupied);
                visitor.piece(kind, from, reach & targets)?;
            }
        }
        for from in self.position.kind(Kind::Knight) & free {
            visitor.piece(Kind::Knight, from, self.game.leap(Kind::Knight, from) & targets)?;
        }
        self.pawns(self.position.kind(Kind::Pawn) & free, targets, visitor)?;
        if let Some(at) = self.position.en_passant {
            self.en_passant(king, at, visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// Moves of a pinned piece along its line.
    fn pinned<V: Visitor<W>>(
        &self,
        from: Square,
        targets: SquareSet<W>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        match self.position.kind_on(from) {
            Some(Kind::Pawn) => self.pawns(SquareSet::of(from), targets, visitor),
            Some(kind) => {
                let reach = self.game.attacks(self.us, kind, from, self.occupied);
                visitor.piece(kind, from, reach & targets)
            }
            None => ControlFlow::Continue(()),
        }
    }

    #[inline]
    fn pawns<V: Visitor<W>>(
        &self,
        pawns: SquareSet<W>,
        targets: SquareSet<W>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if pawns.is_empty() {
            return ControlFlow::Continue(());
        }
        let rules = self.game.pawns(self.us);
        let enemies = self.occupied & targets;
        let twice = pawns & rules.double_from;
        for step in &rules.pushes {
            let pushed = step.apply(pawns).without(self.occupied);
            visitor.pawns(step.delta, pushed & targets, Special::None)?;
            if !twice.is_empty() {
                let once = step.apply(twice).without(self.occupied);
                let pushed = step.apply(once).without(self.occupied) & targets;
                visitor.pawns(2 * step.delta, pushed, Special::DoubleStep)?;
            }
        }
        for step in &rules.captures {
            visitor.pawns(step.delta, step.apply(pawns) & enemies, Special::None)?;
        }
        ControlFlow::Continue(())
    }

    /// Captures in passing. Two pawns leave their squares at once, so pins say
    /// too little: the king must be unattacked on the board that results.
    fn en_passant<V: Visitor<W>>(
        &self,
        king: Option<Square>,
        at: Square,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let them = self.us.opponent();
        let pawns =
            self.game.pawns(them).attacks[at.index()] & self.position.kind(Kind::Pawn) & self.own;
        let victim = self.game.passed_pawn(them, at);
        for from in pawns {
            let left = SquareSet::of(from) | SquareSet::of(victim);
            let occupied = self.occupied.without(left) | SquareSet::of(at);
            let safe = king.is_none_or(|king| {
                let attackers = self.game.attackers(self.position, king, them, occupied);
                attackers.without(left).is_empty()
            });
            if safe {
                let mv = Move::plain(Kind::Pawn, from, at);
                visitor.special(Move { special: Special::EnPassant, ..mv })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<const W: usize> Game<W> {
    /// Shows a visitor every legal move, until it stops.
    #[inline]
    pub(crate) fn visit<V: Visitor<W>>(
        &self,
        position: &Position<W>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let walk = Walk::new(self, position);
        if V::STOPS {
            walk.until_first(self.checkers(position), visitor)
        } else {
            walk.all(visitor)
        }
    }

    /// Whether the side to move, attacked by `checkers`, has a legal move.
    #[inline]
    pub(crate) fn can_move(&self, position: &Position<W>, checkers: SquareSet<W>) -> bool {
        Walk::new(self, position).until_first(checkers, &mut Any).is_break()
    }

    /// Hands every legal move to `each`, until it breaks.
    #[inline]
    pub fn each_move(
        &self,
        position: &Position<W>,
        each: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.visit(position, &mut Each { game: self, side: position.side, each })
    }

    /// The legal moves, in no particular order but always the same.
    pub fn legal_moves(&self, position: &Position<W>) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        let _ = self.each_move(position, |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_moves(&self, position: &Position<W>) -> u64 {
        let zone = self.pawns(position.side).zone;
        let promotions = self.variant().pawns.as_ref().map_or(1, |rule| rule.promotions.len());
        let mut count = Count { zone, more: promotions as u64 - 1, total: 0 };
        let _ = self.visit(position, &mut count);
        count.total
    }

    /// Every single move of pawns that go to `targets` from `delta` before it.
    #[inline]
    pub(crate) fn each_pawn_move(
        &self,
        side: Side,
        delta: i32,
        targets: SquareSet<W>,
        special: Special,
        mut each: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let from = |to: Square| Square::new((to.index() as i32 - delta) as usize);
        let zone = self.pawns(side).zone;
        for to in targets.without(zone) {
            each(Move { special, ..Move::plain(Kind::Pawn, from(to), to) })?;
        }
        let promoting = targets & zone;
        if !promoting.is_empty() {
            for to in promoting {
                for &kind in self.variant().pawns.iter().flat_map(|rule| rule.promotions) {
                    each(Move { promotion: Some(kind), ..Move::plain(Kind::Pawn, from(to), to) })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Stops at the first move.
struct Any;

impl<const W: usize> Visitor<W> for Any {
    const STOPS: bool = true;

    #[inline]
    fn piece(&mut self, _: Kind, _: Square, targets: SquareSet<W>) -> ControlFlow<()> {
        if targets.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    #[inline]
    fn pawns(&mut self, _: i32, targets: SquareSet<W>, _: Special) -> ControlFlow<()> {
        if targets.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    #[inline]
    fn special(&mut self, _: Move) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Counts the moves.
struct Count<const W: usize> {
    zone: SquareSet<W>,
    /// How many more moves a promotion is than one.
    more: u64,
    total: u64,
}

impl<const W: usize> Visitor<W> for Count<W> {
    #[inline]
    fn piece(&mut self, _: Kind, _: Square, targets: SquareSet<W>) -> ControlFlow<()> {
        self.total += u64::from(targets.len());
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawns(&mut self, _: i32, targets: SquareSet<W>, _: Special) -> ControlFlow<()> {
        // Most steps of pawns capture nothing and promote nobody.
        if !targets.is_empty() {
            self.total += u64::from(targets.len());
            let promoting = targets & self.zone;
            if !promoting.is_empty() {
                self.total += self.more * u64::from(promoting.len());
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn special(&mut self, _: Move) -> ControlFlow<()> {
        self.total += 1;
        ControlFlow::Continue(())
    }
}

/// Hands every single move to a function.
struct Each<'a, const W: usize, F> {
    game: &'a Game<W>,
    side: Side,
    each: F,
}

impl<const W: usize, F: FnMut(Move) -> ControlFlow<()>> Visitor<W> for Each<'_, W, F> {
    #[inline]
    fn piece(&mut self, kind: Kind, from: Square, targets: SquareSet<W>) -> ControlFlow<()> {
        for to in targets {
            (self.each)(Move::plain(kind, from, to))?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawns(&mut self, delta: i32, targets: SquareSet<W>, special: Special) -> ControlFlow<()> {
        self.game.each_pawn_move(self.side, delta, targets, special, &mut self.each)
    }

    #[inline]
    fn special(&mut self, mv: Move) -> ControlFlow<()> {
        (self.each)(mv)
    }
}
