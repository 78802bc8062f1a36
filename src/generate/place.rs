//! Men set on the board at random: two kings apart, then the others, none of
//! the mating side's where it would give check.

use crate::generate::lane::Lane;
use crate::generate::material::Men;
use crate::geometry::Game;
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::squares::SquareSet;

impl<const W: usize> Game<W> {
    /// Where the rules let a man of that kind stand.
    pub(super) fn standings(&self, side: Side, kind: Kind) -> SquareSet<W> {
        match (&self.variant().pawns, kind) {
            (Some(rule), Kind::Pawn) => {
                let rows = self.pawns(side);
                let barred =
                    if rule.on_first_rank { rows.zone } else { rows.zone | rows.first_rank };
                self.board().without(barred)
            }
            _ => self.board(),
        }
    }
}

/// A possible position with these men, White to move and mate and no king in
/// check; nothing if the squares drawn make none.
pub(super) fn place<const W: usize>(
    game: &Game<W>,
    lane: &mut Lane,
    men: &Men,
) -> Option<Position<W>> {
    let mut position = Position::empty(Side::White);
    let hunted = lane.square(game.board())?;
    position.set(hunted, Side::Black, Kind::King);
    let apart = game.board().without(game.leap(Kind::King, hunted) | SquareSet::of(hunted));
    let king = lane.square(apart)?;
    position.set(king, Side::White, Kind::King);
    for &kind in &men[1] {
        let free = game.standings(Side::Black, kind).without(position.occupied());
        position.set(lane.square(free)?, Side::Black, kind);
    }
    for &kind in &men[0] {
        let occupied = position.occupied();
        let checks = game.attacks(Side::Black, kind, hunted, occupied);
        let free = game.standings(Side::White, kind).without(occupied | checks);
        position.set(lane.square(free)?, Side::White, kind);
    }
    // A man set later may stand on the line of an earlier one, never open it.
    game.checkers(&position).is_empty().then_some(position)
}
