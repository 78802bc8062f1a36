//! Can the side that moved last have moved at all? Its men's moves are taken
//! back one by one until one leads to a position in which the other side, who
//! would have moved before, is not in check.
//!
//! Promotions, castling and captures in passing are not taken back: a position
//! that only they explain counts as unexplained. Nothing is asked of the moves
//! before the last.

use crate::geometry::Game;
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::shape::Square;
use crate::squares::SquareSet;

impl<const W: usize> Game<W> {
    /// Whether some last move explains the position.
    pub(super) fn is_explained(&self, position: &Position<W>) -> bool {
        let mover = position.side().opponent();
        position.of(mover).into_iter().any(|to| {
            let Some(kind) = position.kind_on(to) else { return false };
            let occupied = position.occupied();
            let came = self.origins(mover, kind, to, occupied);
            let captured = if kind == Kind::Pawn { self.capturing_from(mover, to) } else { came };
            came.into_iter().any(|from| self.explains(position, kind, to, from, false))
                || captured
                    .without(occupied)
                    .into_iter()
                    .any(|from| self.explains(position, kind, to, from, true))
        })
    }

    /// Whether a man can have come from a square, perhaps with a capture.
    fn explains(
        &self,
        position: &Position<W>,
        kind: Kind,
        to: Square,
        from: Square,
        captured: bool,
    ) -> bool {
        let mover = position.side().opponent();
        let mut before = *position;
        before.remove(to);
        if kind == Kind::King && self.leap(kind, from).meets(before.kind(Kind::King)) {
            return false;
        }
        before.set(from, mover, kind);
        // What was captured blocks lines; a knight gives no check that matters.
        let filled = if captured { SquareSet::of(to) } else { SquareSet::EMPTY };
        let occupied = before.occupied() | filled;
        before
            .king(mover.opponent())
            .is_none_or(|king| self.attackers(&before, king, mover, occupied).is_empty())
    }

    /// The squares from which a man of `side` can have come to `to` without a
    /// capture, past `occupied`.
    fn origins(&self, side: Side, kind: Kind, to: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        if kind != Kind::Pawn {
            // Every other motion goes both ways.
            return self.attacks(side, kind, to, occupied).without(occupied);
        }
        let rules = self.pawns(side);
        let mut origins = SquareSet::EMPTY;
        for step in &rules.pushes {
            let once = step.back(SquareSet::of(to)).without(occupied);
            origins |= once | step.back(once).without(occupied) & rules.double_from;
        }
        origins & self.standings(side, kind)
    }

    /// The squares from which a pawn of `side` can have captured on `to`.
    fn capturing_from(&self, side: Side, to: Square) -> SquareSet<W> {
        let steps = self.pawns(side).captures.iter();
        let from = steps.fold(SquareSet::EMPTY, |all, step| all | step.back(SquareSet::of(to)));
        from & self.standings(side, Kind::Pawn)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Board;
    use crate::notation::{self, Options};

    fn is_explained(fen: &str) -> bool {
        let setup = notation::read(fen, &Options::default()).unwrap();
        match Board::new(&setup).unwrap() {
            Board::W1(game, position) => game.is_explained(&position),
            Board::W2(game, position) => game.is_explained(&position),
            _ => panic!("a small board"),
        }
    }

    #[test]
    fn a_walled_king_alone_has_not_moved() {
        assert!(!is_explained("8/8/8/8/8/8/NN6/kN5K w - - 0 1"));
        assert!(is_explained("8/8/8/8/8/8/NN6/k6K w - - 0 1"));
        assert!(is_explained("8/8/8/8/8/n7/NN6/kN5K w - - 0 1"));
    }

    #[test]
    fn a_king_does_not_come_from_beside_the_other() {
        assert!(!is_explained("8/8/8/8/8/2K5/N7/kN6 w - - 0 1"));
        assert!(is_explained("8/8/8/8/8/3K4/N7/kN6 w - - 0 1"));
    }

    /// Whatever the rook moved from on its rank, it gave check already.
    #[test]
    fn a_check_needs_a_move_that_gave_it() {
        assert!(!is_explained("7k/8/8/8/8/8/N7/r6K w - - 0 1"));
        assert!(is_explained("7k/8/8/8/8/8/8/r6K w - - 0 1"));
        // The bishop has uncovered it.
        assert!(is_explained("7k/8/8/8/8/2b5/N7/r6K w - - 0 1"));
    }

    #[test]
    fn pawns_come_from_behind_or_have_captured() {
        let walled = |rest: &str| is_explained(&format!("8/8/8/8/{rest}/NN6/kN5K w - - 0 1"));
        assert!(walled("8/1p6"));
        assert!(walled("1N6/1p6"));
        assert!(!walled("NNN5/1p6"));
        // Two steps from its first square, past nobody.
        assert!(is_explained("8/8/8/1p6/NNN5/8/NN6/kN5K w - - 0 1"));
        assert!(!is_explained("8/8/NNN5/1p6/8/8/NN6/kN5K w - - 0 1"));
    }
}
