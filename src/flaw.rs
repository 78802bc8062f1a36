//! What makes a board impossible: every reason, each stated once.
//!
//! Source: the rules of each variant as its row in [`crate::variant`] names
//! them; for chess, FIDE Laws.

use std::fmt;

use crate::geometry::Game;
use crate::naming::Naming;
use crate::piece::{Kind, Piece, Side};
use crate::position::Position;
use crate::setup::Setup;
use crate::shape::Square;
use crate::squares::SquareSet;
use crate::variant::KingRule;

/// One reason why a board is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The variant makes no sense on a board of this shape.
    Shape,
    /// A piece of a kind that the variant lacks.
    ForeignPiece(Piece, Square),
    /// A side that needs a king has none.
    NoKing(Side),
    /// A side has several kings.
    ManyKings(Side, Vec<Square>),
    /// The kings stand next to each other.
    KingsAdjacent(Square, Square),
    /// Both kings are in check.
    BothInCheck,
    /// The side that has just moved is in check.
    MoverInCheck(Side),
    /// A pawn where it would have promoted.
    UnpromotedPawn(Side, Square),
    /// A pawn on its own side's first rank.
    PawnOnFirstRank(Side, Square),
    /// A castling right without king or rook in place.
    Castling(Side, bool),
    /// No pawn can have passed over the en-passant square.
    EnPassant(Square),
}

/// What a glance at a position tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glance {
    /// It is possible.
    Possible,
    /// It is possible, but the side not to move is in check.
    WaitingInCheck,
    /// It is impossible; [`Position::new`] gives the reasons.
    Impossible,
}

/// Every reason why a board is impossible, and the board's square names to
/// say them with. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaws {
    setup: Box<Setup>,
    list: Vec<Flaw>,
}

impl Flaws {
    pub(crate) fn new(setup: &Setup, list: Vec<Flaw>) -> Self {
        Self { setup: Box::new(setup.clone()), list }
    }

    /// The reasons.
    pub fn list(&self) -> &[Flaw] {
        &self.list
    }

    /// Each reason as a phrase.
    pub fn phrases(&self) -> impl Iterator<Item = String> + '_ {
        let naming = Naming::new(self.setup.variant, &self.setup.shape);
        self.list.iter().map(move |flaw| flaw.phrase(&naming, &self.setup))
    }
}

/// One line, the reasons separated by semicolons.
impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("impossible board: ")?;
        for (index, phrase) in self.phrases().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            f.write_str(&phrase)?;
        }
        Ok(())
    }
}

impl std::error::Error for Flaws {}

impl Flaw {
    /// The reason as a phrase, `White has two kings, on a1(I) and c3(III)`.
    pub fn phrase(&self, naming: &Naming, setup: &Setup) -> String {
        let name = |square: &Square| naming.square(*square);
        match self {
            Self::Shape => {
                format!("{} is not played on a {} board", setup.variant.name, setup.shape)
            }
            Self::ForeignPiece(piece, square) => format!(
                "there is no {} in {}, but one stands on {}",
                piece.kind.name(),
                setup.variant.name,
                name(square)
            ),
            Self::NoKing(side) => format!("{} has no king", side.title()),
            Self::ManyKings(side, squares) => {
                let names: Vec<String> = squares.iter().take(8).map(name).collect();
                format!("{} has {} kings, on {}", side.title(), squares.len(), and(&names))
            }
            Self::KingsAdjacent(a, b) => {
                format!("the kings stand next to each other, on {} and {}", name(a), name(b))
            }
            Self::BothInCheck => "both kings are in check".into(),
            Self::MoverInCheck(side) => format!(
                "{} is in check, but it is {}'s move",
                side.title(),
                side.opponent().title()
            ),
            Self::UnpromotedPawn(side, square) => format!(
                "a {} pawn stands on {}, where it would have promoted",
                side.name(),
                name(square)
            ),
            Self::PawnOnFirstRank(side, square) => {
                format!("a {} pawn stands on {}, on its first rank", side.name(), name(square))
            }
            Self::Castling(side, kingside) => format!(
                "{} cannot castle {}: king or rook is not on its first square",
                side.title(),
                if *kingside { "kingside" } else { "queenside" }
            ),
            Self::EnPassant(square) => {
                format!("no pawn can just have passed over {}", name(square))
            }
        }
    }
}

impl<const W: usize> Position<W> {
    /// The position of a setup.
    ///
    /// # Errors
    /// Everything that makes the board impossible, all at once.
    pub fn new(game: &Game<W>, setup: &Setup) -> Result<Self, Flaws> {
        let position = Self::unchecked(game, setup);
        let mut list = Vec::new();
        foreign(setup, &mut list);
        kings(game, &position, &mut list);
        checks(game, &position, &mut list);
        pawns(game, &position, &mut list);
        castling(game, &position, &mut list);
        en_passant(game, &position, setup, &mut list);
        if list.is_empty() { Ok(position) } else { Err(Flaws::new(setup, list)) }
    }

    /// Whether a position is possible, without the reasons: the quick way for
    /// readers of many boards. Its pieces are all of the variant's kinds, and
    /// no pawn has just passed over a square.
    #[inline]
    pub(crate) fn glance(&self, game: &Game<W>) -> Glance {
        if !kings_fit(game, self) || !pawns_fit(game, self) {
            return Glance::Impossible;
        }
        if self.castling.bits() != 0 {
            let mut list = Vec::new();
            castling(game, self, &mut list);
            if !list.is_empty() {
                return Glance::Impossible;
            }
        }
        if game.checkers_of(self, self.side.opponent()).is_empty() {
            Glance::Possible
        } else if game.variant().kings == KingRule::OneEach || !game.checkers(self).is_empty() {
            Glance::Impossible
        } else {
            Glance::WaitingInCheck
        }
    }
}

/// Whether the kings are as many as they should be, and apart.
#[inline]
fn kings_fit<const W: usize>(game: &Game<W>, position: &Position<W>) -> bool {
    let kings = position.kind(Kind::King);
    let ours = kings & position.of(position.side);
    let theirs = kings.without(ours);
    let Some(king) = ours.lowest() else { return false };
    let alone = theirs.is_empty() && game.variant().kings == KingRule::OneToMove;
    !ours.is_many()
        && !theirs.is_many()
        && (alone || !theirs.is_empty())
        && !game.leap(Kind::King, king).meets(theirs)
}

#[inline]
fn pawns_fit<const W: usize>(game: &Game<W>, position: &Position<W>) -> bool {
    let Some(rule) = &game.variant().pawns else { return true };
    Side::BOTH.into_iter().all(|side| {
        let rows = game.pawns(side);
        let barred = if rule.on_first_rank { rows.zone } else { rows.zone | rows.first_rank };
        !position.pieces(side, Kind::Pawn).meets(barred)
    })
}

/// `a`, `a and b`, `a, b and c`.
fn and(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn foreign(setup: &Setup, list: &mut Vec<Flaw>) {
    for (square, piece) in setup.pieces() {
        if !setup.variant.kinds.contains(&piece.kind) {
            list.push(Flaw::ForeignPiece(piece, square));
        }
    }
}

fn kings<const W: usize>(game: &Game<W>, position: &Position<W>, list: &mut Vec<Flaw>) {
    for side in Side::BOTH {
        let kings = position.pieces(side, Kind::King);
        let needed = game.variant().kings == KingRule::OneEach || side == position.side;
        match kings.len() {
            0 if needed => list.push(Flaw::NoKing(side)),
            0 | 1 => {}
            _ => list.push(Flaw::ManyKings(side, kings.into_iter().collect())),
        }
    }
    for a in position.pieces(Side::White, Kind::King) {
        for b in position.pieces(Side::Black, Kind::King) & game.leap(Kind::King, a) {
            list.push(Flaw::KingsAdjacent(a, b));
        }
    }
}

/// Checks are looked at from every king, so that several kings hide nothing;
/// a check by a king is two kings next to each other, told already.
fn checks<const W: usize>(game: &Game<W>, position: &Position<W>, list: &mut Vec<Flaw>) {
    let in_check = |side: Side| {
        position.pieces(side, Kind::King).into_iter().any(|king| {
            let attackers = game.attackers(position, king, side.opponent(), position.occupied());
            !attackers.without(position.kind(Kind::King)).is_empty()
        })
    };
    match (in_check(position.side), in_check(position.side.opponent())) {
        (true, true) => list.push(Flaw::BothInCheck),
        (false, true) if game.variant().kings == KingRule::OneEach => {
            list.push(Flaw::MoverInCheck(position.side.opponent()));
        }
        _ => {}
    }
}

fn pawns<const W: usize>(game: &Game<W>, position: &Position<W>, list: &mut Vec<Flaw>) {
    let Some(rule) = &game.variant().pawns else { return };
    for side in Side::BOTH {
        let pawns = position.pieces(side, Kind::Pawn);
        let rows = game.pawns(side);
        list.extend((pawns & rows.zone).into_iter().map(|sq| Flaw::UnpromotedPawn(side, sq)));
        if !rule.on_first_rank {
            let first = pawns & rows.first_rank;
            list.extend(first.into_iter().map(|sq| Flaw::PawnOnFirstRank(side, sq)));
        }
    }
}

fn castling<const W: usize>(game: &Game<W>, position: &Position<W>, list: &mut Vec<Flaw>) {
    for side in Side::BOTH {
        for kingside in [true, false] {
            let in_place = game.castling().iter().any(|(whose, wing, path)| {
                (*whose, *wing) == (side, kingside)
                    && position.pieces(side, Kind::King).has(path.king.0)
                    && position.pieces(side, Kind::Rook).has(path.rook.0)
            });
            if position.castling.has(side, kingside) && !in_place {
                list.push(Flaw::Castling(side, kingside));
            }
        }
    }
}

/// A pawn has just stepped over the square: it is empty, an enemy pawn stands
/// a step further on, and the square it came from is empty and one from which
/// pawns step twice.
fn en_passant<const W: usize>(
    game: &Game<W>,
    position: &Position<W>,
    setup: &Setup,
    list: &mut Vec<Flaw>,
) {
    let Some(at) = setup.en_passant else { return };
    let mover = position.side.opponent();
    let rows = game.pawns(mover);
    let passed: SquareSet<W> = SquareSet::of(at);
    let possible = rows.pushes.iter().any(|step| {
        let from = passed.shifted(-step.delta) & rows.double_from;
        step.apply(from) == passed
            && !(from | passed).meets(position.occupied())
            && step.apply(passed).meets(position.pieces(mover, Kind::Pawn))
    });
    if !possible {
        list.push(Flaw::EnPassant(at));
    }
}
