//! A walk over the main play of a sound puzzle, as defined in the module above.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::generate::measures::key::{captures, is_check};
use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::search::{Forcing, Stopped, forcing};
use crate::squares::SquareSet;

/// How far the walk goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Through all of the main play.
    All,
    /// To the first dual that counts.
    FirstDual,
}

/// What the walk has found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The number of threats after the key.
    pub threats: u32,
    /// The attacker's moves of each variation.
    pub variations: HashSet<Vec<Move>>,
    pub duals: u32,
    pub mating_duals: u32,
    /// The most quiet moves in one line.
    pub quiet_moves: u32,
}

/// Why the walk ended before its time.
enum Halt {
    Stopped(Stopped),
    Dual,
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

/// The walk.
pub(super) struct MainPlay<'a, const W: usize> {
    game: &'a Game<W>,
    search: &'a mut dyn Forcing<W>,
    /// The length of the puzzle.
    moves: u32,
    extent: Extent,
    pub found: Found,
    /// The attacker's moves on the way to the current position.
    path: Vec<Move>,
    /// How many of them answer a defence: the others are the key and threats.
    replies: u32,
    /// The squares that moves of the main play leave or reach.
    touched: SquareSet<W>,
}

impl<'a, const W: usize> MainPlay<'a, W> {
    pub fn new(
        game: &'a Game<W>,
        search: &'a mut dyn Forcing<W>,
        moves: u32,
        extent: Extent,
    ) -> Self {
        Self {
            game,
            search,
            moves,
            extent,
            found: Found::default(),
            path: Vec::new(),
            replies: 0,
            touched: SquareSet::EMPTY,
        }
    }

    /// Follows the key of a position.
    pub fn follow(&mut self, position: &Position<W>, key: Move) -> Result<(), Stopped> {
        match self.attack(position, key, self.moves, 0) {
            Ok(()) | Err(Halt::Dual) => Ok(()),
            Err(Halt::Stopped(stopped)) => Err(stopped),
        }
    }

    /// The number of axes along which the men of a position and the moves found
    /// lie apart.
    pub fn axes_used(&self, position: &Position<W>) -> u32 {
        let shape = self.game.shape();
        let mut coords =
            (position.occupied() | self.touched).into_iter().map(|square| shape.coord(square));
        let Some(first) = coords.next() else { return 0 };
        let mut apart = vec![false; shape.axes()];
        for coord in coords {
            for (axis, apart) in apart.iter_mut().enumerate() {
                *apart |= coord[axis] != first[axis];
            }
        }
        apart.into_iter().filter(|&apart| apart).count() as u32
    }

    /// The attacker's move that mates within `left` moves, itself among them;
    /// `quiet` quiet ones were made before it.
    fn attack(
        &mut self,
        position: &Position<W>,
        mv: Move,
        left: u32,
        quiet: u32,
    ) -> Result<(), Halt> {
        self.touch(mv);
        let forcing = captures(position, mv) || is_check(self.game, position, mv);
        let quiet = quiet + u32::from(!forcing);
        self.found.quiet_moves = self.found.quiet_moves.max(quiet);
        self.path.push(mv);
        if left > 1 {
            self.defend(&self.game.play(position, mv), left - 1, quiet)?;
        } else if self.replies > 0 {
            self.found.variations.insert(self.path.clone());
        }
        self.path.pop();
        Ok(())
    }

    /// The defender's moves in a position that lasts exactly `left` more moves
    /// of the attacker.
    fn defend(&mut self, position: &Position<W>, left: u32, quiet: u32) -> Result<(), Halt> {
        let (threats, lasts) = self.threats(position, left, quiet)?;
        for defence in self.game.legal_moves(position) {
            let after = self.game.play(position, defence);
            let length = forcing::fewest(self.search, &after, left)?;
            if length > lasts || !self.is_idle(&after, &threats, length)? {
                self.touch(defence);
                if length == left {
                    self.reply(&after, left, quiet)?;
                }
            }
        }
        Ok(())
    }

    /// The reply to a defence of the main play, or a dual.
    fn reply(&mut self, position: &Position<W>, left: u32, quiet: u32) -> Result<(), Halt> {
        let (replies, _) = forcing::shortest(self.game, self.search, position, left, 2)?;
        match replies[..] {
            [only] => {
                self.replies += 1;
                self.attack(position, only, left, quiet)?;
                self.replies -= 1;
                Ok(())
            }
            _ if left == 1 && self.moves > 2 => {
                self.found.mating_duals += 1;
                Ok(())
            }
            _ => {
                self.found.duals += 1;
                if self.extent == Extent::FirstDual { Err(Halt::Dual) } else { Ok(()) }
            }
        }
    }

    /// What would mate within `left` moves if the defender passed, and in how
    /// many; followed if it is one move and takes them all.
    fn threats(
        &mut self,
        position: &Position<W>,
        left: u32,
        quiet: u32,
    ) -> Result<(Vec<Move>, u32), Halt> {
        let Some(passed) = self.game.pass(position) else { return Ok((Vec::new(), 0)) };
        if !self.search.attack(&passed, left)? {
            return Ok((Vec::new(), 0));
        }
        let (threats, length) =
            forcing::shortest(self.game, self.search, &passed, left, usize::MAX)?;
        if left + 1 == self.moves {
            self.found.threats = threats.len() as u32;
        }
        match threats[..] {
            [only] if length == left => self.attack(&passed, only, left, quiet)?,
            _ => threats.iter().for_each(|&threat| self.touch(threat)),
        }
        Ok((threats, length))
    }

    /// Whether a defence has changed nothing: every threat is still among the
    /// shortest replies, which need `length` moves.
    fn is_idle(
        &mut self,
        position: &Position<W>,
        threats: &[Move],
        length: u32,
    ) -> Result<bool, Stopped> {
        for &threat in threats {
            let legal = self.game.each_move(position, |mv| {
                if mv == threat { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if legal.is_continue()
                || !self.search.defend(&self.game.play(position, threat), length - 1)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn touch(&mut self, mv: Move) {
        self.touched.insert(mv.from);
        self.touched.insert(mv.to);
    }
}
