//! Men that can be spared: taken off as long as the puzzle stays sound.

use crate::flaw::Glance;
use crate::generate::sound::Soundness;
use crate::geometry::Game;
use crate::moves::Move;
use crate::piece::Kind;
use crate::position::Position;
use crate::search::Stopped;

/// A sound position and its key.
pub(super) type Sound<const W: usize> = (Position<W>, Move);

/// Whether a position made by hand is a possible puzzle: legal, no king in
/// check, and some last move explains it.
pub(super) fn is_possible<const W: usize>(game: &Game<W>, position: &Position<W>) -> bool {
    is_lawful(game, position) && game.checkers(position).is_empty()
}

/// Whether a position is possible, and some last move explains it.
fn is_lawful<const W: usize>(game: &Game<W>, position: &Position<W>) -> bool {
    position.glance(game) == Glance::Possible && game.is_explained(position)
}

/// A sound position that is left when one man is taken off; the man that
/// stands on the lowest such square goes. Only a puzzle that begins in check may
/// go on to do so.
///
/// # Errors
/// If a limit is reached before it is known whether a man can be spared.
pub(super) fn without_one<const W: usize>(
    game: &Game<W>,
    soundness: &mut Soundness<'_, W>,
    position: &Position<W>,
) -> Result<Option<Sound<W>>, Stopped> {
    let in_check = !game.checkers(position).is_empty();
    for at in position.occupied().without(position.kind(Kind::King)) {
        let mut fewer = *position;
        fewer.remove(at);
        fewer.en_passant = None;
        if is_lawful(game, &fewer)
            && (in_check || game.checkers(&fewer).is_empty())
            && let Some(key) = soundness.key(&fewer)?
        {
            return Ok(Some((fewer, key)));
        }
    }
    Ok(None)
}
