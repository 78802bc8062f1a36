//! The bridge: the program's answers in the twin's words, and the two side by
//! side on one board.

use super::{Extra, Play, Verdict, text, with_useful_en_passant};
use hypermate::board::Board;
use hypermate::moves::{Move, Special};
use hypermate::setup::Setup;
use hypermate::shape::Square;
use hypermate::verdict;
use std::collections::BTreeMap;

/// The program's board; the setup must be possible.
pub fn board(setup: &Setup) -> Board {
    Board::new(setup).unwrap_or_else(|flaws| panic!("{flaws} ({})", text::describe(setup)))
}

/// A move of the program as the twin writes it.
pub fn play(mv: Move) -> Play {
    let extra = match mv.special {
        Special::None => Extra::Nothing,
        Special::DoubleStep => Extra::DoubleStep,
        Special::EnPassant => Extra::EnPassant,
        Special::Castle => Extra::Castling,
    };
    Play { from: mv.from, to: mv.to, kind: mv.kind, promotion: mv.promotion, extra }
}

/// The program's legal moves in the twin's words and order; a move listed
/// twice is an error.
pub fn legal_moves(board: &Board) -> BTreeMap<Play, Move> {
    let moves = board.legal_moves();
    let map: BTreeMap<Play, Move> = moves.iter().map(|&mv| (play(mv), mv)).collect();
    assert_eq!(map.len(), moves.len(), "a move listed twice in {moves:?}");
    map
}

/// The program's verdict in the twin's words.
pub fn verdict(board: &Board) -> Verdict {
    match board.verdict() {
        verdict::Verdict::Checkmate => Verdict::Checkmate,
        verdict::Verdict::Stalemate => Verdict::Stalemate,
        verdict::Verdict::Neither => Verdict::Neither,
    }
}

/// Panics unless program and twin agree on one board: its setup, the checks,
/// the verdict, the legal moves, and the board after each.
pub fn compare(setup: &Setup) {
    compare_board(&board(setup), setup);
}

/// The same for a board that was played to.
pub fn compare_board(board: &Board, setup: &Setup) {
    let place = text::describe(setup);
    assert_eq!(board.setup(), with_useful_en_passant(setup.clone()), "setup of {place}");
    assert_eq!(sorted(board.checkers()), super::checkers(setup), "checkers in {place}");
    assert_eq!(board.in_check(), super::in_check(setup), "check in {place}");
    assert_eq!(verdict(board), super::verdict(setup), "verdict on {place}");
    let moves = legal_moves(board);
    let mut expected = super::legal_moves(setup);
    expected.sort_unstable();
    let found: Vec<Play> = moves.keys().copied().collect();
    assert_eq!(found, expected, "moves in {place}");
    assert_eq!(board.perft(1), expected.len() as u64, "moves counted in {place}");
    for (&play, &mv) in &moves {
        let next = board.play(mv);
        let expected = with_useful_en_passant(super::played(setup, play));
        assert_eq!(next.setup(), expected, "{play:?} in {place}");
        if let Ok(afresh) = Board::new(&expected) {
            assert_eq!(next.key(), afresh.key(), "key after {play:?} in {place}");
        }
    }
}

/// In order of the squares.
fn sorted(mut squares: Vec<Square>) -> Vec<Square> {
    squares.sort_unstable();
    squares
}
