//! Which move to try first.
//!
//! The order never changes an answer. A proof wants the attacker's strongest
//! move first, a refutation the defender's; the attacker's order is idle where
//! nothing mates, so it must cost little.

use std::ops::ControlFlow;

use crate::geometry::Game;
use crate::moves::{Move, Special, Visitor};
use crate::piece::Kind;
use crate::position::Position;
use crate::search::table::Hint;
use crate::shape::Square;
use crate::squares::SquareSet;

/// A move with its rank; the highest is tried first, those of rank 0 as they
/// come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    pub mv: Move,
    pub rank: i32,
    /// How many replies an attacker's move leaves; 0 where nobody counted.
    pub replies: u32,
}

/// How many squares a history counter tells apart; larger boards share.
const HISTORY_SQUARES: usize = 256;

/// What has refuted lately, and what has proven.
#[derive(Clone, Debug)]
pub(crate) struct Experience {
    /// The last two refutations at each number of moves left.
    killers: Vec<[Option<Move>; 2]>,
    /// How often a defender's move to a square was the one, a counter a kind
    /// and square; empty as long as nothing was.
    history: Vec<u32>,
}

/// Who tries a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Attacker,
    Defender,
}

impl Experience {
    pub fn new() -> Self {
        Self { killers: Vec::new(), history: Vec::new() }
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
        if role == Role::Defender {
            self.history.resize(8 * HISTORY_SQUARES, 0);
            let count = &mut self.history[slot(mv)];
            *count += 1 << left.min(16);
            if *count > 1 << 24 {
                self.history.iter_mut().for_each(|count| *count /= 2);
            }
        }
    }

    /// The moves that decided last.
    pub fn killers(&self, role: Role, left: u32) -> [Option<Move>; 2] {
        self.killers.get(2 * left as usize + role as usize).copied().unwrap_or_default()
    }

    fn killer(&self, role: Role, left: u32, mv: Move) -> i32 {
        match self.killers(role, left) {
            [Some(first), _] if first == mv => 2,
            [_, Some(second)] if second == mv => 1,
            _ => 0,
        }
    }

    fn history(&self, mv: Move) -> i32 {
        self.history.get(slot(mv)).map_or(0, |&count| count as i32)
    }
}

fn slot(mv: Move) -> usize {
    mv.kind.code() * HISTORY_SQUARES + mv.to.index() % HISTORY_SQUARES
}

/// Ranks the attacker's moves.
pub(crate) struct Attack<'a, const W: usize> {
    game: &'a Game<W>,
    position: &'a Position<W>,
    checks: [SquareSet<W>; 8],
    screens: SquareSet<W>,
    hint: Option<Hint>,
    left: u32,
    experience: &'a Experience,
}

impl<'a, const W: usize> Attack<'a, W> {
    pub fn new(
        game: &'a Game<W>,
        position: &'a Position<W>,
        hint: Option<Hint>,
        left: u32,
        experience: &'a Experience,
    ) -> Self {
        let (checks, screens) = match position.king(position.side().opponent()) {
            Some(king) => (
                game.checking_squares(position.side(), king, position.occupied()),
                game.screens(position, king),
            ),
            None => ([SquareSet::EMPTY; 8], SquareSet::EMPTY),
        };
        Self { game, position, checks, screens, hint, left, experience }
    }

    /// Pushes the moves, with ranks that cost little: the table's move, what
    /// mated lately, checks.
    pub fn list(&self, stack: &mut Vec<Ranked>) {
        let _ = self.game.each_move(self.position, |mv| {
            let rank = if self.hint.is_some_and(|hint| hint == mv) {
                8
            } else {
                2 * self.experience.killer(Role::Attacker, self.left, mv)
                    + i32::from(self.checks(mv))
            };
            stack.push(Ranked { mv, rank, replies: 0 });
            ControlFlow::Continue(())
        });
    }

    fn checks(&self, mv: Move) -> bool {
        let becomes = mv.promotion.unwrap_or(mv.kind);
        self.checks[becomes.code()].has(mv.to) || self.screens.has(mv.from)
    }

    /// Ranks the moves for a longer search: the fewer replies the better, those
    /// of the king counting most.
    pub fn refine(&self, moves: &mut [Ranked]) {
        for ranked in moves {
            let mv = ranked.mv;
            let next = self.game.play(self.position, mv);
            let mut freedom = Freedom::default();
            let _ = self.game.visit(&next, &mut freedom);
            ranked.replies = freedom.moves;
            let mut rank = 1 << 20;
            rank -= 16 * freedom.moves as i32 + 48 * freedom.flights as i32;
            rank += 256 * i32::from(self.checks(mv));
            rank += self.experience.killer(Role::Attacker, self.left, mv) * 200;
            rank += i32::from(self.hint.is_some_and(|hint| hint == mv)) << 20;
            ranked.rank = rank;
        }
    }
}

/// Counts a defender's moves.
#[derive(Default)]
struct Freedom {
    moves: u32,
    flights: u32,
}

impl<const W: usize> Visitor<W> for Freedom {
    #[inline]
    fn piece(&mut self, kind: Kind, _: Square, targets: SquareSet<W>) -> ControlFlow<()> {
        self.moves += targets.len();
        if kind == Kind::King {
            self.flights += targets.len();
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawns(&mut self, _: i32, targets: SquareSet<W>, _: Special) -> ControlFlow<()> {
        self.moves += targets.len();
        ControlFlow::Continue(())
    }

    #[inline]
    fn special(&mut self, _: Move) -> ControlFlow<()> {
        self.moves += 1;
        ControlFlow::Continue(())
    }
}

/// Ranks the defender's moves.
pub(crate) struct Defence<'a, const W: usize> {
    game: &'a Game<W>,
    position: &'a Position<W>,
    enemies: SquareSet<W>,
    hint: Option<Hint>,
    left: u32,
    experience: &'a Experience,
}

impl<'a, const W: usize> Defence<'a, W> {
    pub fn new(
        game: &'a Game<W>,
        position: &'a Position<W>,
        hint: Option<Hint>,
        left: u32,
        experience: &'a Experience,
    ) -> Self {
        let enemies = position.of(position.side().opponent());
        Self { game, position, enemies, hint, left, experience }
    }

    /// Pushes the moves: what refuted this position or its sibling, captures,
    /// king moves, and what refuted often.
    pub fn list(&self, stack: &mut Vec<Ranked>) {
        let _ = self.game.each_move(self.position, |mv| {
            let rank = if self.hint.is_some_and(|hint| hint == mv) {
                i32::MAX
            } else {
                let killer = self.experience.killer(Role::Defender, self.left, mv);
                let captures = i32::from(self.enemies.has(mv.to));
                let king = i32::from(mv.kind == Kind::King);
                (killer << 28) + (captures << 27) + (king << 26) + self.experience.history(mv)
            };
            stack.push(Ranked { mv, rank, replies: 0 });
            ControlFlow::Continue(())
        });
    }
}
