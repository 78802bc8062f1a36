//! The twin's pawns: one function a question, one arm a variant.

use super::{Difference, Extra, Play, Rules, difference, is_prey};
use hypermate::piece::{Kind, Piece, Side};
use hypermate::setup::Setup;
use hypermate::shape::Square;

/// The difference as White would see it: a black pawn looks the other way.
fn as_white(side: Side, difference: &Difference) -> Difference {
    match side {
        Side::White => *difference,
        Side::Black => difference.map(|axis| -axis),
    }
}

/// Whether a pawn steps that far without capturing.
fn steps(rules: Rules, side: Side, difference: &Difference) -> bool {
    let seen = as_white(side, difference);
    let others_rest =
        |moving: usize| seen.iter().enumerate().all(|(axis, &by)| axis == moving || by == 0);
    match rules {
        Rules::Cube => false,
        Rules::Tesseract | Rules::Chess => seen[1] == 1 && others_rest(1),
        Rules::Raumschach => seen[1] == 1 && others_rest(1) || seen[2] == 1 && others_rest(2),
    }
}

/// Whether a pawn captures that far.
pub fn captures(rules: Rules, side: Side, difference: &Difference) -> bool {
    let seen = as_white(side, difference);
    match rules {
        Rules::Cube => false,
        Rules::Tesseract | Rules::Chess => {
            let sideways: i32 = seen
                .iter()
                .enumerate()
                .filter(|&(axis, _)| axis != 1)
                .map(|(_, by)| by.abs())
                .sum();
            seen[1] == 1 && sideways == 1
        }
        Rules::Raumschach => {
            matches!(seen[..3], [-1 | 1, 1, 0] | [-1 | 1, 0, 1] | [0, 1, 1])
        }
    }
}

/// Rank of a square as its side counts, from 0.
fn rank(setup: &Setup, square: Square, side: Side, axis: usize) -> usize {
    let place = usize::from(setup.shape.coord(square)[axis]);
    match side {
        Side::White => place,
        Side::Black => setup.shape.side(axis) - 1 - place,
    }
}

/// Whether a pawn is promoted on reaching a square.
fn is_goal(setup: &Setup, square: Square, side: Side) -> bool {
    let at_end = |axis| rank(setup, square, side, axis) == setup.shape.side(axis) - 1;
    match Rules::of(setup) {
        Rules::Raumschach => at_end(1) && at_end(2),
        _ => at_end(1),
    }
}

/// What a pawn may become.
fn promotions(rules: Rules) -> &'static [Kind] {
    match rules {
        Rules::Cube => &[],
        Rules::Tesseract => &[Kind::Queen],
        Rules::Raumschach => &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Unicorn],
        Rules::Chess => &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight],
    }
}

/// Whether a pawn can stand on a square of a possible board.
pub fn may_stand(setup: &Setup, square: Square, side: Side) -> bool {
    let on_first = rank(setup, square, side, 1) == 0;
    let is_barred = on_first && Rules::of(setup) == Rules::Chess;
    !is_goal(setup, square, side) && !is_barred
}

/// The square one step behind a square, seen from the side to move: where a
/// pawn captured en passant stands, and what a double step passed over.
pub fn behind(setup: &Setup, square: Square) -> Square {
    let back = if setup.side == Side::White { -1 } else { 1 };
    setup.shape.step(square, &[0, back]).expect("pawns come from somewhere")
}

/// The moves of the pawn on a square, but for checks.
pub fn moves(setup: &Setup, from: Square) -> Vec<Play> {
    let rules = Rules::of(setup);
    let side = setup.side;
    let mut moves = Vec::new();
    for to in setup.shape.iter() {
        let difference = difference(&setup.shape, from, to);
        let extra = match setup.piece(to) {
            None if steps(rules, side, &difference) => Extra::Nothing,
            None if is_double_step(setup, from, &difference) => Extra::DoubleStep,
            None if captures(rules, side, &difference) && passed(setup, to) => Extra::EnPassant,
            Some(piece) if captures(rules, side, &difference) && is_prey(setup, piece) => {
                Extra::Nothing
            }
            _ => continue,
        };
        let play = |promotion| Play { from, to, kind: Kind::Pawn, promotion, extra };
        if is_goal(setup, to, side) {
            moves.extend(promotions(rules).iter().map(|&kind| play(Some(kind))));
        } else {
            moves.push(play(None));
        }
    }
    moves
}

/// Whether the pawn may go two squares at once: in chess, from its second
/// rank, over an empty square.
fn is_double_step(setup: &Setup, from: Square, difference: &Difference) -> bool {
    let forward = if setup.side == Side::White { 1 } else { -1 };
    Rules::of(setup) == Rules::Chess
        && rank(setup, from, setup.side, 1) == 1
        && difference[..2] == [0, 2 * forward]
        && setup.shape.step(from, &[0, forward]).is_some_and(|over| setup.piece(over).is_none())
}

/// Whether an enemy pawn has just passed over a square.
fn passed(setup: &Setup, square: Square) -> bool {
    let pawn = Piece { side: setup.side.opponent(), kind: Kind::Pawn };
    setup.en_passant == Some(square) && setup.piece(behind(setup, square)) == Some(pawn)
}
