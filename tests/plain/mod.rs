//! The naive twin of every search: the definitions, as plain recursion without
//! table, ordering or bound; and small random boards to compare on.

#![allow(dead_code)] // Each test uses a part of it.

use hypermate::board::Board;
use hypermate::moves::Move;
use hypermate::piece::{Kind, Piece, Side};
use hypermate::setup::Setup;
use hypermate::shape::{Shape, Square};
use hypermate::stipulation::{Aim, Play};
use hypermate::variant::Variant;

/// Whether the aim stands on the board.
fn stands(board: &Board, aim: Aim) -> bool {
    board.verdict() == aim.verdict()
}

/// The boards after each legal move, in the order of moves.
fn children(board: &Board) -> Vec<(Move, Board)> {
    let mut moves = board.legal_moves();
    moves.sort();
    moves.into_iter().map(|mv| (mv, board.play(mv))).collect()
}

fn reaches(board: &Board, aim: Aim) -> bool {
    children(board).iter().any(|(_, after)| stands(after, aim))
}

/// Whether the side to move forces the aim within `moves` of its moves.
pub fn attack(board: &Board, play: Play, aim: Aim, moves: u16) -> bool {
    if moves == 0 || (play == Play::Reflex && reaches(board, aim)) {
        return false;
    }
    children(board).iter().any(|(_, after)| defend(after, play, aim, moves - 1))
}

/// Whether the aim is forced whatever the side to move does, within `moves`
/// further moves of the other.
pub fn defend(board: &Board, play: Play, aim: Aim, moves: u16) -> bool {
    let defences = children(board);
    match play {
        Play::Direct if defences.is_empty() => return stands(board, aim),
        _ if defences.is_empty() => return false,
        Play::Reflex if reaches(board, aim) => return true,
        _ => {}
    }
    defences.iter().all(|(_, after)| {
        (play == Play::SelfPlay && stands(after, aim)) || attack(after, play, aim, moves)
    })
}

/// Every key with the moves it needs.
pub fn keys(board: &Board, play: Play, aim: Aim, moves: u16) -> Vec<(Move, u16)> {
    if play == Play::Reflex && reaches(board, aim) {
        return Vec::new();
    }
    let needs = |after: &Board| (1..=moves).find(|&length| defend(after, play, aim, length - 1));
    children(board).iter().filter_map(|(mv, after)| Some((*mv, needs(after)?))).collect()
}

/// Every line of exactly `plies` plies to the aim, in the order of moves.
pub fn lines(board: &Board, aim: Aim, plies: u16) -> Vec<Vec<Move>> {
    if plies == 0 {
        return if stands(board, aim) { vec![Vec::new()] } else { Vec::new() };
    }
    let mut all = Vec::new();
    for (mv, after) in children(board) {
        for line in lines(&after, aim, plies - 1) {
            all.push([&[mv], &line[..]].concat());
        }
    }
    all
}

/// The first moves that fail to exactly one defence, with it.
pub fn tries(board: &Board, play: Play, aim: Aim, moves: u16) -> Vec<(Move, Move)> {
    let keys = keys(board, play, aim, moves);
    let mut tries = Vec::new();
    for (mv, after) in children(board) {
        if moves < 2 || keys.iter().any(|&(key, _)| key == mv) {
            continue;
        }
        let holds = |(_, then): &(Move, Board)| {
            let reached = play != Play::Direct && stands(then, aim);
            !reached && !attack(then, play, aim, moves - 1)
        };
        let refutations: Vec<Move> =
            children(&after).iter().filter(|child| holds(child)).map(|&(mv, _)| mv).collect();
        if let [only] = refutations[..] {
            tries.push((mv, only));
        }
    }
    tries
}

/// A random number generator for tests: xorshift.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % bound as u64) as usize
    }

    /// A possible board with two kings and up to `pieces` other pieces, in
    /// which the side not to move is not in check.
    pub fn board(&mut self, variant: &'static Variant, shape: &Shape, pieces: usize) -> Board {
        loop {
            let mut setup = Setup::empty(variant, *shape);
            for side in Side::BOTH {
                setup.put(self.square(shape), Some(Piece { side, kind: Kind::King }));
            }
            for _ in 0..1 + self.below(pieces) {
                let at = self.square(shape);
                if setup.piece(at).is_none() {
                    setup.put(at, Some(self.piece(variant)));
                }
            }
            setup.side = Side::BOTH[self.below(2)];
            if let Ok(board) = Board::new(&setup)
                && board.checkers_of(board.side().opponent()).is_empty()
            {
                return board;
            }
        }
    }

    fn square(&mut self, shape: &Shape) -> Square {
        Square::new(self.below(shape.squares()))
    }

    fn piece(&mut self, variant: &'static Variant) -> Piece {
        let kinds: Vec<Kind> =
            variant.kinds.iter().copied().filter(|&kind| kind != Kind::King).collect();
        Piece { side: Side::BOTH[self.below(2)], kind: kinds[self.below(kinds.len())] }
    }
}
