//! What every search for a forced aim can be asked, whatever the play.

use crate::position::Position;
use crate::search::direct::Direct;
use crate::search::limits::Stopped;

/// A search for a forced aim: direct, self or reflex play.
pub trait Forcing<const W: usize> {
    /// Does the side to move, the attacker, force the aim in at most `moves`
    /// of its moves?
    ///
    /// # Errors
    /// If a limit is reached before the answer is known.
    fn attack(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped>;

    /// Is the aim forced in at most `moves` further moves of the attacker,
    /// whatever the side to move, the defender, does? With `moves` 0 the aim
    /// stands on the board or, in self and reflex play, must come with the
    /// defender's move.
    ///
    /// # Errors
    /// If a limit is reached before the answer is known.
    fn defend(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped>;
}

impl<const W: usize> Forcing<W> for Direct<'_, W> {
    fn attack(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped> {
        Self::attack(self, position, moves)
    }

    fn defend(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped> {
        Self::defend(self, position, moves)
    }
}
