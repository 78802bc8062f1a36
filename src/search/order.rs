//! Which move to try first.
//!
//! The order never changes an answer. A proof wants the attacker's strongest
//! move first, a refutation the defender's; the attacker's order is idle where
//! nothing mates, so it must cost little.

use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::search::table::Hint;
use crate::squares::SquareSet;

/// A move with its rank; the highest is tried first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    pub mv: Move,
    pub rank: i32,
}

/// How many squares a history counter tells apart; larger boards share.
const HISTORY_SQUARES: usize = 256;

/// What has refuted lately, and what has proven.
#[derive(Clone, Debug)]
pub(crate) struct Experience {
    /// The last two refutations at each number of moves left.
    killers: Vec<[Option<Move>; 2]>,
    /// How often a piece's move to a square was the one, for each role.
    history: [Vec<u32>; 2],
}

/// Who tries a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Attacker,
    Defender,
}

impl Experience {
    pub fn new() -> Self {
        let counters = || vec![0; 8 * HISTORY_SQUARES];
        Self { killers: Vec::new(), history: [counters(), counters()] }
    }

    /// The move decided a position with this many moves left.
    pub fn decided(&mut self, role: Role, left: u32, mv: Move) {
        let at = 2 * left as usize + role as usize;
        if self.killers.len() <= at {
            self.killers.resize(at + 1, [None; 2]);
        }
        let killers = &mut self.killers[at];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let count = &mut self.history[role as usize][slot(mv)];
        *count += 1 << left.min(16);
        if *count > 1 << 24 {
            self.history[role as usize].iter_mut().for_each(|count| *count /= 2);
        }
    }

    fn killer(&self, role: Role, left: u32, mv: Move) -> i32 {
        match self.killers.get(2 * left as usize + role as usize) {
            Some([Some(first), _]) if *first == mv => 2,
            Some([_, Some(second)]) if *second == mv => 1,
            _ => 0,
        }
    }

    fn history(&self, role: Role, mv: Move) -> i32 {
        self.history[role as usize][slot(mv)] as i32
    }
}

fn slot(mv: Move) -> usize {
    mv.kind.code() * HISTORY_SQUARES + mv.to.index() % HISTORY_SQUARES
}

/// Ranks the attacker's moves.
pub(crate) struct Attack<'a, const W: usize> {
    checks: [SquareSet<W>; 8],
    screens: SquareSet<W>,
    near: SquareSet<W>,
    hint: Option<Hint>,
    left: u32,
    experience: &'a Experience,
}

impl<'a, const W: usize> Attack<'a, W> {
    pub fn new(
        game: &Game<W>,
        position: &Position<W>,
        hint: Option<Hint>,
        left: u32,
        experience: &'a Experience,
    ) -> Self {
        let king = position.king(position.side().opponent());
        let (checks, screens, near) = match king {
            Some(king) => (
                game.checking_squares(position.side(), king, position.occupied()),
                game.screens(position, king),
                game.leap(crate::piece::Kind::King, king),
            ),
            None => ([SquareSet::EMPTY; 8], SquareSet::EMPTY, SquareSet::EMPTY),
        };
        Self { checks, screens, near, hint, left, experience }
    }

    pub fn rank(&self, mv: Move) -> i32 {
        if self.hint.is_some_and(|hint| hint == mv) {
            return i32::MAX;
        }
        let becomes = mv.promotion.unwrap_or(mv.kind);
        let check = self.checks[becomes.code()].has(mv.to) || self.screens.has(mv.from);
        let killer = self.experience.killer(Role::Attacker, self.left, mv);
        let near = i32::from(self.near.has(mv.to));
        (i32::from(check) << 28)
            + (killer << 26)
            + (near << 25)
            + self.experience.history(Role::Attacker, mv)
    }
}

/// Ranks the defender's moves.
pub(crate) struct Defence<'a, const W: usize> {
    enemies: SquareSet<W>,
    hint: Option<Hint>,
    left: u32,
    experience: &'a Experience,
}

impl<'a, const W: usize> Defence<'a, W> {
    pub fn new(
        position: &Position<W>,
        hint: Option<Hint>,
        left: u32,
        experience: &'a Experience,
    ) -> Self {
        Self { enemies: position.of(position.side().opponent()), hint, left, experience }
    }

    pub fn rank(&self, mv: Move) -> i32 {
        if self.hint.is_some_and(|hint| hint == mv) {
            return i32::MAX;
        }
        let killer = self.experience.killer(Role::Defender, self.left, mv);
        let captures = i32::from(self.enemies.has(mv.to));
        let king = i32::from(mv.kind == crate::piece::Kind::King);
        (killer << 28)
            + (captures << 27)
            + (king << 26)
            + self.experience.history(Role::Defender, mv)
    }
}
