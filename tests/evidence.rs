//! Evidence held to the legal moves and to the naive twin, on random boards.

mod naive;

use hypermate::board::Board;
use hypermate::evidence::{Evidence, Flight, Hold};
use hypermate::explain::explain;
use hypermate::moves::{Move, Special};
use hypermate::piece::{Kind, Piece, Side};
use hypermate::shape::Square;
use hypermate::verdict::Verdict;
use naive::fast;
use naive::random::{PLACES, config, possible};
use proptest::prelude::*;

/// Holds the evidence on a board to the rules.
fn hold_to_the_rules(board: &Board) {
    let evidence = board.evidence();
    let mut legal = board.legal_moves();
    legal.sort();
    let mut escapes = evidence.escapes.clone();
    escapes.sort();
    assert_eq!(escapes, legal, "{board:?}");
    assert_eq!(evidence.verdict, board.verdict());
    let in_check = !evidence.checkers.is_empty();
    assert_eq!(in_check, board.in_check());
    assert_eq!(evidence.verdict == Verdict::Checkmate, in_check && escapes.is_empty());
    let moves = answers(&evidence);
    if in_check {
        assert_eq!(moves, legal, "each evasion once: {board:?}");
    } else {
        let steps = legal.iter().filter(|mv| mv.kind == Kind::King && mv.special == Special::None);
        assert_eq!(moves, steps.copied().collect::<Vec<_>>(), "{board:?}");
        assert!(evidence.captures.is_empty() && evidence.blocks.is_empty());
    }
    for flight in &evidence.flights {
        hold_to_the_twin(board, flight);
    }
    let text = explain(&evidence, &|mv| format!("{mv:?}"));
    for flight in &evidence.flights {
        let start = format!("{}: ", evidence.naming.square(flight.square));
        assert_eq!(text.lines().filter(|line| line.starts_with(&start)).count(), 1, "{text}");
    }
}

/// Holds what is said of a flight to the naive twin: with the king moved there,
/// the attackers of the square are its guards, and those of them that did not
/// attack it before see it through the king's old place.
fn hold_to_the_twin(board: &Board, flight: &Flight) {
    let before = board.setup();
    let (side, square) = (before.side, flight.square);
    let king = board.king(side).expect("a king");
    let mut after = before.clone();
    after.put(square, after.piece(king));
    after.put(king, None);
    let Hold::Guarded(guards) = &flight.hold else {
        let own = before.piece(square).is_some_and(|piece| piece.side == side);
        assert_eq!(flight.hold == Hold::Free, !own && naive::checkers(&after).is_empty());
        return;
    };
    let found: Vec<Square> = guards.iter().map(|guard| guard.by.square).collect();
    assert_eq!(found, naive::attackers(&after, square, side.opponent()), "{board:?}");
    let open = naive::attackers(&before, square, side.opponent());
    for guard in guards {
        assert_eq!(guard.through_king, !open.contains(&guard.by.square), "{board:?}");
    }
}

/// The free flights and the captures and blocks that work, in order, each as
/// often as the evidence has it.
fn answers(evidence: &Evidence) -> Vec<Move> {
    let free = evidence.flights.iter().filter(|flight| flight.hold == Hold::Free);
    let king = evidence.king.expect("a king");
    let flights = free.map(|flight| Move::plain(Kind::King, king, flight.square));
    let defences = evidence.captures.iter().chain(&evidence.blocks);
    let sound = defences.filter(|defence| defence.faults.is_empty()).map(|defence| defence.mv);
    let mut moves: Vec<Move> = flights.chain(sound).collect();
    moves.sort();
    moves
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn the_evidence_agrees_with_the_rules(setup in possible(PLACES)) {
        hold_to_the_rules(&fast::board(&setup));
    }

    /// Boards with a chance to capture in passing, which are rare otherwise:
    /// beside a black pawn a white one has just stepped twice.
    #[test]
    fn the_evidence_agrees_where_pawns_pass(
        setup in possible(&[("chess", "8x8")]),
        file in 0..7usize,
    ) {
        let mut setup = setup;
        let pawn = |side| Some(Piece { side, kind: Kind::Pawn });
        setup.side = Side::Black;
        setup.put(Square::new(24 + file), pawn(Side::White));
        setup.put(Square::new(25 + file), pawn(Side::Black));
        setup.put(Square::new(16 + file), None);
        setup.put(Square::new(8 + file), None);
        setup.en_passant = Some(Square::new(16 + file));
        if let Ok(board) = Board::new(&setup) {
            hold_to_the_rules(&board);
        }
    }
}
