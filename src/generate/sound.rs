//! Is a position a sound mate in n: one key, and no shorter mate? The cheapest
//! test comes first, and the second key ends it.

use std::ops::ControlFlow;

use crate::generate::measures::KeyTraits;
use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::search::{Direct, Limits, Stopped};
use crate::stipulation::Aim;
use crate::verdict::Verdict;

/// Tests candidates one after another; what was learnt of one serves the next.
#[derive(Debug)]
pub(super) struct Soundness<'g, const W: usize> {
    game: &'g Game<W>,
    moves: u32,
    search: Direct<'g, W>,
    firsts: Vec<Move>,
}

impl<'g, const W: usize> Soundness<'g, W> {
    /// Tests for mates in `moves`; the limits are those of one candidate.
    pub fn new(game: &'g Game<W>, moves: u32, limits: &Limits) -> Self {
        Self { game, moves, search: Direct::new(game, Aim::Mate, limits), firsts: Vec::new() }
    }

    /// The search, with a new account.
    pub fn search(&mut self) -> &mut Direct<'g, W> {
        self.search.renew();
        &mut self.search
    }

    /// The only key of a sound position; nothing if it is not sound.
    ///
    /// # Errors
    /// If a limit is reached before that is known.
    pub fn key(&mut self, position: &Position<W>) -> Result<Option<Move>, Stopped> {
        self.key_among(position, |_| true)
    }

    /// The same for a key that is quiet; nothing if the only key is not. The
    /// other first moves need not be looked at unless a quiet one works.
    ///
    /// # Errors
    /// If a limit is reached before that is known.
    pub fn quiet_key(&mut self, position: &Position<W>) -> Result<Option<Move>, Stopped> {
        let game = self.game;
        self.key_among(position, |mv| KeyTraits::of(game, position, mv).is_quiet())
    }

    fn key_among(
        &mut self,
        position: &Position<W>,
        wanted: impl Fn(Move) -> bool,
    ) -> Result<Option<Move>, Stopped> {
        if self.moves == 1 {
            return Ok(self.only_mate(position));
        }
        if self.game.mate_in_one(position).is_some() {
            return Ok(None);
        }
        self.search.renew();
        for shorter in 2..self.moves {
            if self.search.attack(position, shorter)? {
                return Ok(None);
            }
        }
        let hopeful = self.list(position, wanted);
        let mut key = None;
        for (index, &mv) in self.firsts.iter().enumerate() {
            if index == hopeful && key.is_none() {
                return Ok(None);
            }
            if self.search.defend(&self.game.play(position, mv), self.moves - 1)?
                && key.replace(mv).is_some()
            {
                return Ok(None);
            }
        }
        Ok(key)
    }

    /// Lists the first moves, those wanted before the others; how many they are.
    fn list(&mut self, position: &Position<W>, wanted: impl Fn(Move) -> bool) -> usize {
        let firsts = &mut self.firsts;
        firsts.clear();
        let mut hopeful = 0;
        let _ = self.game.each_move(position, |mv| {
            firsts.push(mv);
            if wanted(mv) {
                let last = firsts.len() - 1;
                firsts.swap(hopeful, last);
                hopeful += 1;
            }
            ControlFlow::Continue(())
        });
        hopeful
    }

    /// The only move that mates at once.
    fn only_mate(&self, position: &Position<W>) -> Option<Move> {
        self.game.mate_in_one(position)?;
        let mut only = None;
        let flow = self.game.each_child(position, |mv, after| {
            let mates = self.game.verdict(after) == Verdict::Checkmate;
            if mates && only.replace(mv).is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        only.filter(|_| flow.is_continue())
    }
}
