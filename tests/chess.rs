//! On two axes there is a third oracle: the legal moves of ordinary chess as
//! the crate cozy-chess finds them.

mod naive;

use hypermate::piece::Kind;
use hypermate::setup::Setup;
use hypermate::shape::Square;
use naive::random;
use naive::{Extra, Play, fast, text};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::collections::BTreeSet;

/// A move that all three write alike: from, to, promotion; castling as the
/// king's move.
type Plain = (usize, usize, Option<Kind>);

/// Positions to play on from.
const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
];

/// The moves that cozy-chess finds.
fn cozy_moves(board: &cozy_chess::Board) -> BTreeSet<Plain> {
    let mut moves = BTreeSet::new();
    board.generate_moves(|of_a_piece| {
        moves.extend(of_a_piece.into_iter().map(|mv| plain(board, mv)));
        false
    });
    moves
}

/// A move of cozy-chess, which writes castling as the king taking its rook.
fn plain(board: &cozy_chess::Board, mv: cozy_chess::Move) -> Plain {
    let (from, to) = (mv.from as usize, mv.to as usize);
    let castles = board.color_on(mv.to) == Some(board.side_to_move());
    let to = match (castles, to > from) {
        (false, _) => to,
        (true, true) => from + 2,
        (true, false) => from - 2,
    };
    let letter = mv.promotion.map(char::from);
    (from, to, letter.and_then(Kind::from_letter))
}

/// The moves that the program finds.
fn moves(setup: &Setup) -> BTreeSet<Plain> {
    let moves = fast::board(setup).legal_moves();
    moves.into_iter().map(|mv| (mv.from.index(), mv.to.index(), mv.promotion)).collect()
}

/// The same board for cozy-chess, if it accepts it.
fn cozy(setup: &Setup) -> Option<cozy_chess::Board> {
    cozy_chess::Board::from_fen(&text::to_fen(setup), false).ok()
}

/// A move as cozy-chess writes it.
fn to_cozy(play: Play) -> cozy_chess::Move {
    let square = |square: Square| cozy_chess::Square::index(square.index());
    let to = match (play.extra, play.to > play.from) {
        (Extra::Castling, true) => Square::new(play.from.index() + 3),
        (Extra::Castling, false) => Square::new(play.from.index() - 4),
        _ => play.to,
    };
    let promotion = play.promotion.map(|kind| {
        cozy_chess::Piece::try_from(kind.letter().to_ascii_lowercase()).expect("a piece of chess")
    });
    cozy_chess::Move { from: square(play.from), to: square(to), promotion }
}

proptest! {
    #![proptest_config(random::config(100))]

    #[test]
    fn the_moves_of_a_game_are_those_of_cozy_chess(
        start in select(&STARTS[..]),
        choices in prop::collection::vec(any::<(bool, Index)>(), 0..60),
    ) {
        let mut setup = text::fen(text::variant("chess"), "8x8", start);
        let mut board = fast::board(&setup);
        let mut oracle = cozy(&setup).expect("a legal position");
        for choice in choices {
            prop_assert_eq!(moves(&setup), cozy_moves(&oracle), "{}", text::describe(&setup));
            prop_assert_eq!(board.legal_moves().len(), cozy_moves(&oracle).len());
            let Some(play) = random::pick(&setup, choice) else { break };
            board = board.play(fast::legal_moves(&board)[&play]);
            oracle.play(to_cozy(play));
            setup = naive::played(&setup, play);
        }
    }
}

proptest! {
    #![proptest_config(random::config(500))]

    #[test]
    fn the_moves_of_a_board_are_those_of_cozy_chess(setup in random::possible(&[("chess", "8x8")])) {
        if let Some(oracle) = cozy(&setup) {
            prop_assert_eq!(moves(&setup), cozy_moves(&oracle), "{}", text::describe(&setup));
        }
    }
}
