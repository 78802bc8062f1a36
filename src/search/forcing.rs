//! What every search for a forced aim can be asked, whatever the play.

use crate::geometry::Game;
use crate::moves::Move;
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

/// The moves that force the aim in the fewest moves, in their order and not
/// more than `most` of them, and that number of moves. The side to move forces
/// the aim within `moves`; no move is found if it does not.
///
/// # Errors
/// If a limit is reached before the answer is known.
pub fn shortest<const W: usize>(
    game: &Game<W>,
    search: &mut dyn Forcing<W>,
    position: &Position<W>,
    moves: u32,
    most: usize,
) -> Result<(Vec<Move>, u32), Stopped> {
    let length = fewest(search, position, moves)?;
    let mut found = Vec::new();
    let mut open = game.legal_moves(position);
    open.sort_unstable();
    for mv in open {
        if found.len() == most {
            break;
        }
        if search.defend(&game.play(position, mv), length - 1)? {
            found.push(mv);
        }
    }
    Ok((found, length))
}

/// The fewest moves in which the side to move forces the aim; `moves` if it
/// needs as many, or does not force it.
///
/// # Errors
/// If a limit is reached before the answer is known.
pub fn fewest<const W: usize>(
    search: &mut dyn Forcing<W>,
    position: &Position<W>,
    moves: u32,
) -> Result<u32, Stopped> {
    let mut length = 1;
    while length < moves && !search.attack(position, length)? {
        length += 1;
    }
    Ok(length)
}
