//! What a sound mate in n is worth: its key, its set play, its variations, its
//! duals and tries, how hard it is, and a score made of all that.
//!
//! The customs are those of composers: the Codex for Chess Composition for the
//! terms, the criteria of tourney judges for what is praised and blamed. Where
//! they leave a choice, it is made here:
//!
//! - A defence is *idle* if every threat is still among the shortest replies to
//!   it and mates no later than it threatens to; idle defences count for nothing.
//! - The *main play* follows the other defences that last the full length, each
//!   with its only shortest reply, and so on to the mate; a single threat that
//!   takes the full length is followed like a reply. Shorter mates are side
//!   play. Play behind a dual is nobody's intention and not followed.
//! - A *dual* is a defence of the main play with several shortest replies. In a
//!   mate in two every one counts. In longer problems those at the mating move
//!   are counted apart, since judges overlook them. Several threats are no dual.
//! - A *variation* is a sequence of the attacker's moves in the main play, from
//!   the key to the mate, in which some move answers a defence that is not idle.
//!   Two defences met by the same moves make one variation, a dual makes none.
//! - A *strong defence* of the diagram is a move of the defender, if it were to
//!   move first, that gives check, captures, or steps onto a flight. It is
//!   *provided for* if a mate in n − 1 follows it. (A solver tries those first;
//!   one without an answer gives away that the key must deal with it.)
//! - A *try* is a first move that exactly one defence refutes.
//!
//! On published chess problems, one core: about 0.1 ms for a mate in two, 0.5 in
//! three, 30 in four; most of it goes to the tries. [`has_duals`] mostly takes a
//! tenth of that or less.
//!
//! Every measure is the same for a position's images under the board's
//! symmetries and with colours exchanged.

mod key;
mod play;
mod score;

pub use key::KeyTraits;
pub use score::Score;

use crate::generate::measures::play::{Extent, Found, MainPlay};
use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::search::{Forcing, Stopped};

/// What happens once the key has been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aftermath {
    /// It mates: a mate in one.
    Mate,
    /// It gives check.
    Check,
    /// It threatens to mate in time if the defender passes.
    Threat,
    /// It threatens nothing, but every move loses.
    Zugzwang,
}

impl Aftermath {
    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Check => "check",
            Self::Threat => "threat",
            Self::Zugzwang => "zugzwang",
        }
    }
}

/// The measures of a sound puzzle. Counts are of moves or squares; the terms
/// are defined at the top of [`crate::generate::measures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Measures {
    /// The number of moves to the mate.
    pub moves: u32,
    /// What the key is.
    pub key: KeyTraits,
    /// What happens after it.
    pub aftermath: Aftermath,
    /// The men on the board, kings among them.
    pub men: u32,
    /// The flights of the king in the diagram.
    pub flights_before: u32,
    /// Its flights after the key.
    pub flights_after: u32,
    /// The strong defences of the diagram; 0 in a mate in one.
    pub strong_defences: u32,
    /// How many of them are provided for by set play.
    pub provided: u32,
    /// The threats of the key, if it is no check.
    pub threats: u32,
    /// The variations.
    pub variations: u32,
    /// The duals that count.
    pub duals: u32,
    /// The duals at the mating move of a problem longer than two moves.
    pub mating_duals: u32,
    /// The tries.
    pub tries: u32,
    /// The moves to consider: the legal first moves.
    pub candidates: u32,
    /// The most quiet moves (neither check nor capture) of the attacker in one
    /// line of the main play, the key among them.
    pub quiet_moves: u32,
    /// The axes along which men or moves of the main play lie apart.
    pub axes_used: u32,
    /// The axes of the board.
    pub axes: u32,
    /// Whether no man can be removed without losing soundness, where somebody
    /// has found out: it takes a proof for each man, so it is not done here.
    pub economical: Option<bool>,
}

impl Measures {
    /// The measures of a sound puzzle: a position, the number of moves in which
    /// its side to move mates, and its only key. What is measured of another
    /// position means nothing. `search` is a search for mate on this game; what
    /// it already knows saves time and changes nothing.
    ///
    /// # Errors
    /// If a limit of the search is reached.
    pub fn of<const W: usize>(
        game: &Game<W>,
        search: &mut dyn Forcing<W>,
        position: &Position<W>,
        moves: u32,
        key: Move,
    ) -> Result<Self, Stopped> {
        let mated = position.side().opponent();
        let after = game.play(position, key);
        let mut play = MainPlay::new(game, search, moves, Extent::All);
        play.follow(position, key)?;
        let axes_used = play.axes_used(position);
        let Found { threats, variations, duals, mating_duals, quiet_moves } = play.found;
        let (strong_defences, provided) = set_play(game, search, position, moves)?;
        let traits = KeyTraits::of(game, position, key);
        Ok(Self {
            moves,
            key: traits,
            aftermath: match (moves, traits.check, threats) {
                (..=1, ..) => Aftermath::Mate,
                (_, true, _) => Aftermath::Check,
                (_, _, 0) => Aftermath::Zugzwang,
                _ => Aftermath::Threat,
            },
            men: position.occupied().len(),
            flights_before: game.flights(position, mated).len(),
            flights_after: game.flights(&after, mated).len(),
            strong_defences,
            provided,
            threats,
            variations: variations.len() as u32,
            duals,
            mating_duals,
            tries: tries(game, search, position, moves, key)?,
            candidates: game.count_moves(position) as u32,
            quiet_moves,
            axes_used,
            axes: game.shape().axes() as u32,
            economical: None,
        })
    }

    /// Whether there is no dual that counts.
    pub fn is_dual_free(&self) -> bool {
        self.duals == 0
    }

    /// Whether every strong defence of the diagram is provided for.
    pub fn is_provided(&self) -> bool {
        self.provided == self.strong_defences
    }

    /// Whether men and main play use more than one plane of the board, a plane
    /// being what two axes span while the others stay as they are. A board that
    /// has only two axes is never blamed.
    pub fn is_spatial(&self) -> bool {
        self.axes == 2 || self.axes_used > 2
    }

    /// How hard the puzzle is to solve, 0 or more: the moves to consider, 10
    /// for each try (a wrong path that looks right to the end), 30 for each
    /// quiet move in the longest quiet line (people look at checks and captures
    /// first), and 60 for each move of the length beyond the first.
    pub fn difficulty(&self) -> u32 {
        self.candidates
            + 10 * self.tries
            + 30 * self.quiet_moves
            + 60 * self.moves.saturating_sub(1)
    }

    /// How good the puzzle is, after the composers' customs.
    pub fn score(&self) -> Score {
        Score::of(self)
    }
}

/// Whether the main play has a dual that counts; stops at the first. The
/// position, the length and the key are those of a sound puzzle.
///
/// # Errors
/// If a limit of the search is reached.
pub fn has_duals<const W: usize>(
    game: &Game<W>,
    search: &mut dyn Forcing<W>,
    position: &Position<W>,
    moves: u32,
    key: Move,
) -> Result<bool, Stopped> {
    let mut play = MainPlay::new(game, search, moves, Extent::FirstDual);
    play.follow(position, key)?;
    Ok(play.found.duals > 0)
}

/// The strong defences of the diagram, and how many are provided for.
fn set_play<const W: usize>(
    game: &Game<W>,
    search: &mut dyn Forcing<W>,
    position: &Position<W>,
    moves: u32,
) -> Result<(u32, u32), Stopped> {
    let (mut strong, mut provided) = (0, 0);
    let Some(passed) = game.pass(position).filter(|_| moves > 1) else {
        return Ok((strong, provided));
    };
    for defence in game.legal_moves(&passed) {
        if key::is_strong(game, &passed, defence) {
            strong += 1;
            provided += u32::from(search.attack(&game.play(&passed, defence), moves - 1)?);
        }
    }
    Ok((strong, provided))
}

/// The number of first moves that fail to exactly one defence.
fn tries<const W: usize>(
    game: &Game<W>,
    search: &mut dyn Forcing<W>,
    position: &Position<W>,
    moves: u32,
    key: Move,
) -> Result<u32, Stopped> {
    let mut tries = 0;
    if moves > 1 {
        for mv in game.legal_moves(position) {
            let after = game.play(position, mv);
            tries += u32::from(mv != key && is_try(game, search, &after, moves - 1)?);
        }
    }
    Ok(tries)
}

/// Whether exactly one move of the defender prevents the mate within `moves`.
fn is_try<const W: usize>(
    game: &Game<W>,
    search: &mut dyn Forcing<W>,
    position: &Position<W>,
    moves: u32,
) -> Result<bool, Stopped> {
    let mut refutations = 0;
    for defence in game.legal_moves(position) {
        if !search.attack(&game.play(position, defence), moves)? {
            refutations += 1;
            if refutations > 1 {
                break;
            }
        }
    }
    Ok(refutations == 1)
}
