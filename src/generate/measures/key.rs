//! What a single move is: forcing or quiet, strong or not.

use crate::geometry::Game;
use crate::moves::{Move, Special};
use crate::piece::Kind;
use crate::position::Position;

/// What composers ask of a key, before anything else: a key that captures,
/// checks, makes a queen or takes a flight is the first that a solver tries. A
/// key that gives a flight is praised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyTraits {
    /// It captures, perhaps in passing.
    pub capture: bool,
    /// It gives check.
    pub check: bool,
    /// It promotes to a queen.
    pub promotes_to_queen: bool,
    /// Some square to which the king could step before is no flight after it.
    pub takes_flight: bool,
    /// Some square is a flight after it that was none before.
    pub gives_flight: bool,
}

impl KeyTraits {
    /// The traits of a legal move, made against the other side's king.
    pub fn of<const W: usize>(game: &Game<W>, position: &Position<W>, key: Move) -> Self {
        let mated = position.side().opponent();
        let after = game.play(position, key);
        let flights = (game.flights(position, mated), game.flights(&after, mated));
        Self {
            capture: captures(position, key),
            check: !game.checkers(&after).is_empty(),
            promotes_to_queen: key.promotion == Some(Kind::Queen),
            takes_flight: !flights.0.without(flights.1).is_empty(),
            gives_flight: !flights.1.without(flights.0).is_empty(),
        }
    }

    /// Whether it neither captures nor checks, makes no queen and takes no
    /// flight.
    pub fn is_quiet(&self) -> bool {
        !(self.capture || self.check || self.promotes_to_queen || self.takes_flight)
    }
}

/// Whether a move captures.
pub(super) fn captures<const W: usize>(position: &Position<W>, mv: Move) -> bool {
    position.occupied().has(mv.to) || mv.special == Special::EnPassant
}

/// Whether a defence is one that a solver tries first: it captures, checks, or
/// steps onto a flight.
pub(super) fn is_strong<const W: usize>(
    game: &Game<W>,
    position: &Position<W>,
    defence: Move,
) -> bool {
    let steps = defence.kind == Kind::King && defence.special == Special::None;
    steps || captures(position, defence) || is_check(game, position, defence)
}

/// Whether a move gives check.
pub(super) fn is_check<const W: usize>(game: &Game<W>, position: &Position<W>, mv: Move) -> bool {
    !game.checkers(&game.play(position, mv)).is_empty()
}
