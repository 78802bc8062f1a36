//! Who attacks what: attack maps, checkers, pins.

use crate::geometry::Game;
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::shape::Square;
use crate::squares::SquareSet;

/// A piece that may not leave the line between its king and an enemy piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin<const W: usize> {
    /// Where the pinned piece stands.
    pub pinned: Square,
    /// Where the pinning piece stands.
    pub pinner: Square,
    /// Where the pinned piece may still go: the line, with the pinner.
    pub line: SquareSet<W>,
}

impl<const W: usize> Game<W> {
    /// The squares that a piece attacks, from `from`, past `occupied`; for a
    /// pawn, where it captures.
    #[inline]
    pub fn attacks(
        &self,
        side: Side,
        kind: Kind,
        from: Square,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        match kind {
            Kind::Pawn => self.pawns(side).attacks[from.index()],
            Kind::Knight | Kind::King => self.leap(kind, from),
            Kind::Unicorn | Kind::Rook | Kind::Bishop | Kind::Queen => {
                self.slide(kind, from, occupied)
            }
        }
    }

    /// Every square that `side` attacks, past `occupied`. A square on which
    /// one of its own pieces stands is attacked too: the piece is guarded.
    pub fn attack_map(
        &self,
        position: &Position<W>,
        side: Side,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        self.attacked_among(self.board(), position, side, occupied)
    }

    /// The squares of `zone` that `side` attacks, past `occupied`.
    #[inline]
    pub fn attacked_among(
        &self,
        zone: SquareSet<W>,
        position: &Position<W>,
        side: Side,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        let own = position.of(side);
        let mut map = SquareSet::EMPTY;
        for (kind, sliders) in position.sliders() {
            for from in sliders & own {
                // On wide boards most sliders look past a small zone anyway.
                if W == 1 || zone.meets(self.slider(kind).open(from)) {
                    map |= self.slide(kind, from, occupied);
                }
            }
        }
        for kind in [Kind::Knight, Kind::King] {
            for from in position.kind(kind) & own {
                map |= self.leap(kind, from);
            }
        }
        let pawns = position.kind(Kind::Pawn) & own;
        for step in &self.pawns(side).captures {
            map |= step.apply(pawns);
        }
        map & zone
    }

    /// The pieces of `side` that attack a square, past `occupied`.
    #[inline]
    pub fn attackers(
        &self,
        position: &Position<W>,
        square: Square,
        side: Side,
        occupied: SquareSet<W>,
    ) -> SquareSet<W> {
        // Every motion but a pawn's goes both ways; a pawn's way back is the
        // other side's capture.
        let mut found =
            self.pawns(side.opponent()).attacks[square.index()] & position.kind(Kind::Pawn);
        for kind in [Kind::Knight, Kind::King] {
            found |= self.leap(kind, square) & position.kind(kind);
        }
        for (kind, sliders) in position.sliders() {
            let sliders = sliders & self.slider(kind).open(square);
            if !sliders.is_empty() {
                found |= self.slide(kind, square, occupied) & sliders;
            }
        }
        found & position.of(side)
    }

    /// The pieces that give check to a side's king.
    pub fn checkers_of(&self, position: &Position<W>, side: Side) -> SquareSet<W> {
        match position.king(side) {
            Some(king) => self.attackers(position, king, side.opponent(), position.occupied()),
            None => SquareSet::EMPTY,
        }
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self, position: &Position<W>) -> SquareSet<W> {
        self.checkers_of(position, position.side)
    }

    /// The squares to which a side's king could step if it were to move,
    /// captures among them, castling not: its flights. They do not depend on
    /// whose move it is. None without a king.
    pub fn flights(&self, position: &Position<W>, side: Side) -> SquareSet<W> {
        let Some(king) = position.king(side) else { return SquareSet::EMPTY };
        let taken = position.of(side) | position.kind(Kind::King);
        let near = self.leap(Kind::King, king).without(taken);
        // The king does not hide behind itself.
        let occupied = position.occupied().without(SquareSet::of(king));
        near.without(self.attacked_among(near, position, side.opponent(), occupied))
    }

    /// Calls `found` for each pin on a side's king.
    #[inline]
    pub(crate) fn each_pin(
        &self,
        position: &Position<W>,
        side: Side,
        king: Square,
        mut found: impl FnMut(Pin<W>),
    ) {
        let own = position.of(side);
        let occupied = position.occupied();
        let enemies = occupied & !own;
        let mut snipers = SquareSet::EMPTY;
        for (kind, sliders) in position.sliders() {
            snipers |= sliders & self.slider(kind).far(king);
        }
        for pinner in snipers & enemies {
            let line = self.between(king, pinner);
            let blockers = line & occupied;
            if !blockers.is_many()
                && let Some(pinned) = (blockers & own).lowest()
            {
                found(Pin { pinned, pinner, line: line | SquareSet::of(pinner) });
            }
        }
    }

    /// Every pin on a side's king.
    pub fn pins(&self, position: &Position<W>, side: Side) -> Vec<Pin<W>> {
        let mut pins = Vec::new();
        if let Some(king) = position.king(side) {
            self.each_pin(position, side, king, |pin| pins.push(pin));
        }
        pins
    }
}
