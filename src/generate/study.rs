//! Candidates from given positions: as they are, then with a few changes.

use crate::generate::lane::Lane;
use crate::generate::material::draw_kind;
use crate::geometry::Game;
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::setup::Castling;

/// The most changes at a time: more, and little is left of the position.
const CHANGES: usize = 3;

/// A copy with one to three changes: a man goes elsewhere, a man goes off, or
/// another comes.
pub(super) fn changed<const W: usize>(
    game: &Game<W>,
    lane: &mut Lane,
    position: &Position<W>,
) -> Position<W> {
    let mut changed = Position { castling: Castling::NONE, en_passant: None, ..*position };
    for _ in 0..1 + lane.below(CHANGES) {
        change(game, lane, &mut changed);
    }
    changed
}

fn change<const W: usize>(game: &Game<W>, lane: &mut Lane, position: &mut Position<W>) {
    let others = position.occupied().without(position.kind(Kind::King));
    match lane.below(4) {
        0 => {
            if let Some(at) = lane.square(others) {
                position.remove(at);
            }
        }
        1 => {
            let side = Side::BOTH[lane.below(2)];
            let kind = draw_kind(lane, game.variant());
            put(game, lane, position, side, kind);
        }
        _ => {
            let Some(at) = lane.square(position.occupied()) else { return };
            let Some(man) = position.piece(at) else { return };
            position.remove(at);
            put(game, lane, position, man.side, man.kind);
        }
    }
}

/// Sets a man on any empty square on which it may stand.
fn put<const W: usize>(
    game: &Game<W>,
    lane: &mut Lane,
    position: &mut Position<W>,
    side: Side,
    kind: Kind,
) {
    let free = game.standings(side, kind).without(position.occupied());
    if let Some(at) = lane.square(free) {
        position.set(at, side, kind);
    }
}
