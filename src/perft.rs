//! Perft: the number of legal move paths of a given length, by which move
//! generators are compared all over the world.

use std::ops::ControlFlow;

use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;

/// How the last ply is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// Its moves are counted without being played ("bulk").
    Counted,
    /// Each of its moves is played.
    Played,
}

impl<const W: usize> Game<W> {
    /// The number of legal move paths of `depth` plies; 1 for depth 0.
    pub fn perft(&self, position: &Position<W>, depth: u32, leaves: Leaves) -> u64 {
        match (depth, leaves) {
            (0, _) => 1,
            (1, Leaves::Counted) => self.count_moves(position),
            (1, Leaves::Played) => self.play_all(position),
            _ => {
                let mut total = 0;
                let _ = self.each_child(position, |_, child| {
                    total += self.perft(child, depth - 1, leaves);
                    ControlFlow::Continue(())
                });
                total
            }
        }
    }

    /// Counts the moves by playing each.
    fn play_all(&self, position: &Position<W>) -> u64 {
        let mut total = 0;
        let _ = self.each_child(position, |_, child| {
            std::hint::black_box(child);
            total += 1;
            ControlFlow::Continue(())
        });
        total
    }

    /// Each legal move with the number of paths of `depth` plies that begin
    /// with it, counted in bulk; `depth` is at least 1.
    pub fn divide(&self, position: &Position<W>, depth: u32) -> Vec<(Move, u64)> {
        let after = |mv| self.perft(&self.play(position, mv), depth - 1, Leaves::Counted);
        self.legal_moves(position).into_iter().map(|mv| (mv, after(mv))).collect()
    }
}
