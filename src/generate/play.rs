//! Candidates from games that the program plays against itself: every position
//! of a game, natural as those are.
//!
//! Both sides play at random but take every second time when they can, so that
//! the board empties and kings come into the open. A variant without a starting
//! position begins with men placed at random.

use std::ops::ControlFlow;

use crate::generate::lane::Lane;
use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;

/// The most plies of a game.
const LONGEST: usize = 200;

/// A game under way.
#[derive(Debug)]
pub(super) struct Play<const W: usize> {
    now: Option<Position<W>>,
    plies: usize,
    moves: Vec<Move>,
}

impl<const W: usize> Play<W> {
    /// No game yet.
    pub fn new() -> Self {
        Self { now: None, plies: 0, moves: Vec::new() }
    }

    /// The next position: of the game, or the start of another.
    pub fn next(
        &mut self,
        game: &Game<W>,
        lane: &mut Lane,
        begin: impl FnOnce(&mut Lane) -> Option<Position<W>>,
    ) -> Option<Position<W>> {
        let next = self.now.filter(|_| self.plies < LONGEST).and_then(|now| {
            let mv = self.choose(game, lane, &now)?;
            Some(game.play(&now, mv))
        });
        self.plies += 1;
        if next.is_none() {
            self.plies = 0;
        }
        self.now = next.or_else(|| begin(lane));
        self.now
    }

    fn choose(&mut self, game: &Game<W>, lane: &mut Lane, now: &Position<W>) -> Option<Move> {
        if lane.once_in(2) {
            self.list(game, now, |mv| now.occupied().has(mv.to));
        } else {
            self.moves.clear();
        }
        if self.moves.is_empty() {
            self.list(game, now, |_| true);
        }
        lane.pick(&self.moves).copied()
    }

    /// Lists the legal moves of a sort.
    fn list(&mut self, game: &Game<W>, now: &Position<W>, wanted: impl Fn(Move) -> bool) {
        self.moves.clear();
        let _ = game.each_move(now, |mv| {
            if wanted(mv) {
                self.moves.push(mv);
            }
            ControlFlow::Continue(())
        });
    }
}
