//! A bound for help play: can the mating side get at the king at all in the
//! moves that are left?
//!
//! For a mate the king, wherever it can walk meanwhile, must be attacked, and
//! so must every square next to it that no piece of its own side fills. What a
//! piece can attack within some moves is taken from an *empty* board: real
//! boards only get in the way, so nothing that can mate is ever cut. Pawns are
//! taken to capture freely. With one move left only one piece moves, so the
//! others count with what they attack already.

use crate::geometry::Game;
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::shape::Square;
use crate::squares::SquareSet;

/// The largest board for which the bound is tabled, in squares.
const TABLED: usize = 128;

/// The most moves a side that the tables look ahead; with more nothing is cut.
const MOVES: usize = 3;

/// Where one piece can be, and what it can attack, on an empty board after up
/// to 0, 1 … moves.
#[derive(Clone, Copy)]
struct Way<const W: usize> {
    stands: [SquareSet<W>; MOVES + 1],
    attacks: [SquareSet<W>; MOVES + 1],
}

/// The bound's tables for one game; empty for boards too large.
pub(crate) struct Approach<const W: usize> {
    /// By side, kind and square.
    ways: Vec<Way<W>>,
    squares: usize,
}

impl<const W: usize> Approach<W> {
    /// The tables of a game.
    pub fn new(game: &Game<W>) -> Self {
        let squares = game.shape().squares();
        let mut ways = Vec::new();
        if squares <= TABLED {
            for side in Side::BOTH {
                for kind in Kind::ALL {
                    ways.extend(game.board().into_iter().map(|at| way(game, side, kind, at)));
                }
            }
        }
        Self { ways, squares }
    }

    fn way(&self, side: Side, kind: Kind, at: Square) -> &Way<W> {
        let row = side.index() * Kind::ALL.len() + kind.code() - 1;
        &self.ways[row * self.squares + at.index()]
    }

    /// Whether a mate with the last of `plies` plies cannot be ruled out.
    pub fn can_mate(&self, game: &Game<W>, position: &Position<W>, plies: u32) -> bool {
        let (attacks, moves) = (plies.div_ceil(2) as usize, (plies / 2) as usize);
        let mover = position.side();
        let mated = if plies.is_multiple_of(2) { mover } else { mover.opponent() };
        let Some(king) = position.king(mated) else { return false };
        if self.ways.is_empty() || attacks > MOVES || position.castling().bits() != 0 {
            return true;
        }
        let fills = self.fills(position, mated);
        let way = self.way(mated, Kind::King, king);
        self.attacked(position, mated.opponent(), attacks).into_iter().any(|attacked| {
            (0..=moves).any(|walked| {
                let ends = way.stands[walked] & attacked;
                let held = attacked | fills[moves - walked];
                ends.into_iter().any(|end| game.leap(Kind::King, end).without(held).is_empty())
            })
        })
    }

    /// Where the pieces beside a side's king can stand after so many moves.
    fn fills(&self, position: &Position<W>, side: Side) -> [SquareSet<W>; MOVES + 1] {
        let mut fills = [SquareSet::EMPTY; MOVES + 1];
        for at in position.of(side).without(position.kind(Kind::King)) {
            let Some(kind) = position.kind_on(at) else { continue };
            let way = self.way(side, kind, at);
            for (fill, stands) in fills.iter_mut().zip(way.stands) {
                *fill |= stands;
            }
        }
        fills
    }

    /// What a side can attack after so many moves: one set a piece that makes
    /// the only move, or one for all pieces and moves.
    fn attacked(&self, position: &Position<W>, side: Side, moves: usize) -> Vec<SquareSet<W>> {
        let ways: Vec<&Way<W>> = position
            .of(side)
            .into_iter()
            .filter_map(|at| Some(self.way(side, position.kind_on(at)?, at)))
            .collect();
        let union = |skip: usize, moves: usize| {
            let others = ways.iter().enumerate().filter(|&(index, _)| index != skip);
            others.fold(SquareSet::EMPTY, |all, (_, way)| all | way.attacks[moves])
        };
        if moves == 1 {
            ways.iter().enumerate().map(|(index, way)| union(index, 0) | way.attacks[1]).collect()
        } else {
            vec![union(usize::MAX, moves)]
        }
    }
}

/// The way of one piece, on an empty board.
fn way<const W: usize>(game: &Game<W>, side: Side, kind: Kind, from: Square) -> Way<W> {
    let mut at = [SquareSet::EMPTY; 8];
    at[kind.code()].insert(from);
    promote(game, side, &mut at);
    let nowhere = [SquareSet::EMPTY; MOVES + 1];
    let mut way = Way { stands: nowhere, attacks: nowhere };
    for moves in 0..=MOVES {
        let mut next = at;
        for kind in Kind::ALL {
            way.stands[moves] |= at[kind.code()];
            for square in at[kind.code()] {
                let attacks = game.attacks(side, kind, square, SquareSet::EMPTY);
                way.attacks[moves] |= attacks;
                next[kind.code()] |= attacks;
            }
        }
        next[Kind::Pawn.code()] |= pushes(game, side, at[Kind::Pawn.code()]);
        promote(game, side, &mut next);
        at = next;
    }
    way
}

/// Where pawns step without capture.
fn pushes<const W: usize>(game: &Game<W>, side: Side, pawns: SquareSet<W>) -> SquareSet<W> {
    let rules = game.pawns(side);
    rules.pushes.iter().fold(SquareSet::EMPTY, |all, step| {
        let twice = step.apply(step.apply(pawns & rules.double_from));
        all | step.apply(pawns) | twice
    })
}

/// Turns pawns at their end into all they may become.
fn promote<const W: usize>(game: &Game<W>, side: Side, at: &mut [SquareSet<W>; 8]) {
    let done = at[Kind::Pawn.code()] & game.pawns(side).zone;
    for &kind in game.variant().pawns.iter().flat_map(|rule| rule.promotions) {
        at[kind.code()] |= done;
    }
    at[Kind::Pawn.code()] = at[Kind::Pawn.code()].without(done);
}
