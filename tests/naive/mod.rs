//! The naive twin: the rules a second time, written from the text alone.
//!
//! It answers every question the slow way. A piece can go somewhere if the
//! difference of the two squares is one of its differences and the squares
//! between are empty; a move is legal if the own king is not attacked once it
//! has been played on a copy. It borrows data types from the program (shapes,
//! squares, kinds, setups) but none of its rules, not even the variants' rows,
//! so that a wrong row is a test that fails.
//!
//! Source: the project's rules, chapter by chapter. Each test crate uses a
//! part of this module, hence the `allow`.

#![allow(dead_code)]

pub mod fast;
pub mod pawns;
pub mod random;
pub mod symmetry;
pub mod text;

use hypermate::piece::{Kind, Piece, Side};
use hypermate::setup::Setup;
use hypermate::shape::{MAX_AXES, Shape, Square};

/// Whose rules a board follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    Cube,
    Tesseract,
    Raumschach,
    Chess,
}

impl Rules {
    /// The rules of a board.
    pub fn of(setup: &Setup) -> Self {
        match setup.variant.name {
            "cube" => Self::Cube,
            "tesseract" => Self::Tesseract,
            "raumschach" => Self::Raumschach,
            "chess" => Self::Chess,
            other => panic!("the twin knows no variant {other}"),
        }
    }

    /// The kinds that may stand on the board.
    pub fn kinds(self) -> &'static [Kind] {
        use Kind::{Bishop, King, Knight, Pawn, Queen, Rook, Unicorn};
        match self {
            Self::Cube => &[King, Queen, Rook, Bishop, Knight],
            Self::Tesseract | Self::Chess => &[King, Queen, Rook, Bishop, Knight, Pawn],
            Self::Raumschach => &[King, Queen, Rook, Bishop, Knight, Pawn, Unicorn],
        }
    }
}

/// What a move does besides going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extra {
    Nothing,
    DoubleStep,
    EnPassant,
    Castling,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Play {
    pub from: Square,
    pub to: Square,
    pub kind: Kind,
    pub promotion: Option<Kind>,
    pub extra: Extra,
}

/// The three verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Checkmate,
    Stalemate,
    Neither,
}

/// What one square is from another, axis by axis; axes that the board lacks
/// stay 0.
pub type Difference = [i32; MAX_AXES];

/// From one square to another.
pub fn difference(shape: &Shape, from: Square, to: Square) -> Difference {
    let (from, to) = (shape.coord(from), shape.coord(to));
    let mut difference = [0; MAX_AXES];
    for axis in 0..shape.axes() {
        difference[axis] = i32::from(to[axis]) - i32::from(from[axis]);
    }
    difference
}

/// Whether a piece that is no pawn may go that far, if nothing is in its way.
pub fn goes(rules: Rules, kind: Kind, difference: &Difference) -> bool {
    let distance = |axis: &i32| axis.unsigned_abs();
    let changed = difference.iter().filter(|&&axis| axis != 0).count();
    let longest = difference.iter().map(distance).max().unwrap_or(0);
    let total: u32 = difference.iter().map(distance).sum();
    let straight = changed > 0 && total == longest * changed as u32;
    match kind {
        Kind::King => longest == 1,
        Kind::Knight => changed == 2 && longest == 2 && total == 3,
        Kind::Rook => straight && changed == 1,
        Kind::Bishop if rules == Rules::Cube => straight && changed == 3,
        Kind::Bishop => straight && changed == 2,
        Kind::Unicorn => straight && changed == 3,
        Kind::Queen => straight,
        Kind::Pawn => unreachable!("pawns have a file of their own"),
    }
}

/// Whether all squares strictly between two squares on a line are empty.
fn is_clear(setup: &Setup, from: Square, difference: &Difference) -> bool {
    let shape = &setup.shape;
    let start = shape.coord(from);
    let length = difference.iter().map(|axis| axis.abs()).max().unwrap_or(0);
    (1..length).all(|step| {
        let mut at = [0; MAX_AXES];
        for axis in 0..shape.axes() {
            let place = i32::from(start[axis]) + difference[axis].signum() * step;
            at[axis] = usize::try_from(place).expect("between two squares of the board");
        }
        let between = shape.square(&at[..shape.axes()]).expect("between two squares of the board");
        setup.piece(between).is_none()
    })
}

/// Whether the piece on `from` attacks `to`: would capture an enemy there.
pub fn attacks(setup: &Setup, from: Square, to: Square) -> bool {
    let Some(piece) = setup.piece(from) else { return false };
    let rules = Rules::of(setup);
    let difference = difference(&setup.shape, from, to);
    match piece.kind {
        Kind::Pawn => pawns::captures(rules, piece.side, &difference),
        Kind::Knight => goes(rules, Kind::Knight, &difference),
        kind => goes(rules, kind, &difference) && is_clear(setup, from, &difference),
    }
}

/// The squares from which a side attacks a square.
pub fn attackers(setup: &Setup, square: Square, by: Side) -> Vec<Square> {
    setup
        .pieces()
        .filter(|(from, piece)| piece.side == by && attacks(setup, *from, square))
        .map(|(from, _)| from)
        .collect()
}

/// Where the kings of a side stand.
pub fn kings(setup: &Setup, side: Side) -> Vec<Square> {
    let king = Piece { side, kind: Kind::King };
    setup.pieces().filter(|(_, piece)| *piece == king).map(|(square, _)| square).collect()
}

/// The squares from which a side's king is attacked; none without a king.
pub fn checkers_of(setup: &Setup, side: Side) -> Vec<Square> {
    kings(setup, side)
        .into_iter()
        .flat_map(|king| attackers(setup, king, side.opponent()))
        .collect()
}

/// Whether a side's king is attacked.
pub fn is_attacked(setup: &Setup, side: Side) -> bool {
    !checkers_of(setup, side).is_empty()
}

/// The squares from which the side to move is in check.
pub fn checkers(setup: &Setup) -> Vec<Square> {
    checkers_of(setup, setup.side)
}

/// Whether the side to move is in check.
pub fn in_check(setup: &Setup) -> bool {
    is_attacked(setup, setup.side)
}

/// Every legal move.
pub fn legal_moves(setup: &Setup) -> Vec<Play> {
    let mut moves = moves_but_for_checks(setup);
    moves.retain(|&play| !is_attacked(&played(setup, play), setup.side));
    moves
}

/// Every move, also those that leave the own king attacked.
fn moves_but_for_checks(setup: &Setup) -> Vec<Play> {
    let mut moves = Vec::new();
    for (from, piece) in setup.pieces().filter(|(_, piece)| piece.side == setup.side) {
        if piece.kind == Kind::Pawn {
            moves.extend(pawns::moves(setup, from));
            continue;
        }
        for to in setup.shape.iter().filter(|&to| attacks(setup, from, to)) {
            if may_land(setup, to) {
                let kind = piece.kind;
                moves.push(Play { from, to, kind, promotion: None, extra: Extra::Nothing });
            }
        }
    }
    moves.extend(castlings(setup));
    moves
}

/// Whether the side to move may end a move there: no own piece, and no king,
/// for a king is never captured.
fn may_land(setup: &Setup, to: Square) -> bool {
    setup.piece(to).is_none_or(|piece| is_prey(setup, piece))
}

/// Whether the side to move may capture a piece.
fn is_prey(setup: &Setup, piece: Piece) -> bool {
    piece.side != setup.side && piece.kind != Kind::King
}

/// On the first rank of a side, 8×8.
fn home(side: Side, file: usize) -> Square {
    Square::new(if side == Side::White { file } else { 56 + file })
}

/// Castling: king and rook unmoved, nothing between them, and the king neither
/// in check nor passing over an attacked square nor landing on one.
fn castlings(setup: &Setup) -> Vec<Play> {
    let side = setup.side;
    let mut moves = Vec::new();
    if Rules::of(setup) != Rules::Chess || setup.shape.sides() != [8, 8] {
        return moves;
    }
    for kingside in [true, false] {
        let (rook, target) = if kingside { (7, 6) } else { (0, 2) };
        let (empty, safe) = if kingside { (5..=6, 4..=6) } else { (1..=3, 2..=4) };
        let stands = |file, kind| setup.piece(home(side, file)) == Some(Piece { side, kind });
        let is_safe = |file: usize| attackers(setup, home(side, file), side.opponent()).is_empty();
        if setup.castling.has(side, kingside)
            && stands(4, Kind::King)
            && stands(rook, Kind::Rook)
            && empty.into_iter().all(|file| setup.piece(home(side, file)).is_none())
            && safe.into_iter().all(is_safe)
        {
            moves.push(Play {
                from: home(side, 4),
                to: home(side, target),
                kind: Kind::King,
                promotion: None,
                extra: Extra::Castling,
            });
        }
    }
    moves
}

/// The board after a move.
pub fn played(setup: &Setup, play: Play) -> Setup {
    let side = setup.side;
    let mut next = setup.clone();
    let captured = match play.extra {
        Extra::EnPassant => pawns::behind(setup, play.to),
        _ => play.to,
    };
    let is_capture = setup.piece(captured).is_some();
    next.put(captured, None);
    next.put(play.from, None);
    next.put(play.to, Some(Piece { side, kind: play.promotion.unwrap_or(play.kind) }));
    if play.extra == Extra::Castling {
        let (from, to) = if play.to == home(side, 6) { (7, 5) } else { (0, 3) };
        next.put(home(side, from), None);
        next.put(home(side, to), Some(Piece { side, kind: Kind::Rook }));
    }
    revoke_castling(&mut next, play);
    next.en_passant = (play.extra == Extra::DoubleStep).then(|| pawns::behind(setup, play.to));
    next.halfmove = if is_capture || play.kind == Kind::Pawn { 0 } else { setup.halfmove + 1 };
    next.fullmove = setup.fullmove + u16::from(side == Side::Black);
    next.side = side.opponent();
    next
}

/// Whatever leaves or enters the home of a king or a rook ends its castling.
fn revoke_castling(next: &mut Setup, play: Play) {
    for side in Side::BOTH {
        for (kingside, rook) in [(true, 7), (false, 0)] {
            let homes = [home(side, 4), home(side, rook)];
            if homes.contains(&play.from) || homes.contains(&play.to) {
                next.castling.revoke(side, kingside);
            }
        }
    }
}

/// The verdict for the side to move.
pub fn verdict(setup: &Setup) -> Verdict {
    match (legal_moves(setup).is_empty(), in_check(setup)) {
        (true, true) => Verdict::Checkmate,
        (true, false) => Verdict::Stalemate,
        (false, _) => Verdict::Neither,
    }
}

/// The number of ways to make that many moves.
pub fn perft(setup: &Setup, depth: u32) -> u64 {
    let moves = legal_moves(setup);
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.into_iter().map(|play| perft(&played(setup, play), depth - 1)).sum(),
    }
}

/// Whether a board can be a position at all, as far as the rules say.
pub fn is_possible(setup: &Setup) -> bool {
    let rules = Rules::of(setup);
    let of_the_variant = setup.pieces().all(|(_, piece)| rules.kinds().contains(&piece.kind));
    let pawns_in_place = setup.pieces().all(|(square, piece)| {
        piece.kind != Kind::Pawn || pawns::may_stand(setup, square, piece.side)
    });
    let (own, other) = (kings(setup, setup.side), kings(setup, setup.side.opponent()));
    let kings_counted = match rules {
        Rules::Cube => own.len() == 1 && other.len() <= 1,
        _ => own.len() == 1 && other.len() == 1,
    };
    of_the_variant && pawns_in_place && kings_counted && checks_possible(setup, rules)
}

/// Whether the kings stand apart and the right ones are in check.
fn checks_possible(setup: &Setup, rules: Rules) -> bool {
    let other_attacked = is_attacked(setup, setup.side.opponent());
    match rules {
        Rules::Cube if are_kings_adjacent(setup) => false,
        Rules::Cube => !other_attacked || !in_check(setup),
        _ => !other_attacked,
    }
}

/// Whether two kings of different sides stand next to each other.
pub fn are_kings_adjacent(setup: &Setup) -> bool {
    kings(setup, Side::White)
        .iter()
        .any(|&white| kings(setup, Side::Black).iter().any(|&black| attacks(setup, white, black)))
}

/// The setup with its en passant square only if a pawn stands to capture
/// there, which is how the program keeps it.
pub fn with_useful_en_passant(mut setup: Setup) -> Setup {
    let pawn = Piece { side: setup.side, kind: Kind::Pawn };
    setup.en_passant = setup.en_passant.filter(|&square| {
        attackers(&setup, square, setup.side)
            .into_iter()
            .any(|from| setup.piece(from) == Some(pawn))
    });
    setup
}
