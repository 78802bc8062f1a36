//! The variants, a row each: pieces, pawn rule, kings, shapes, starts, names.
//!
//! A variant is data. To add one, add a row to [`VARIANTS`], a perft file in
//! `tests/perft/` and a puzzle in `puzzles/`.
//!
//! Sources: the cube is the published n×n×n checkmate challenge; the tesseract
//! is the published 4×4×2×2 game; Raumschach is F. Maack's game of 1907 with
//! the choices named at its row; chess is the ordinary game (FIDE Laws).

use crate::piece::{Axes, Kind, Motion};
use crate::shape::Shape;

/// How pawns move. White's direction is named; Black's is the opposite along
/// the forward axes. A pawn steps one square forward along one forward axis,
/// and captures along 2-directions that go forward: along one forward axis and
/// sideways along another axis, or along two forward axes at once. It promotes
/// where every forward axis has reached its end.
#[derive(Clone, Copy, Debug)]
pub struct PawnRule {
    /// The axes that count as forward; every other axis is sideways.
    pub forward: &'static [usize],
    /// Whether a pawn may step twice from its second rank, and be captured in
    /// passing when it does.
    pub double_step: bool,
    /// What it may become.
    pub promotions: &'static [Kind],
    /// Whether a pawn may stand on its own side's first rank.
    pub on_first_rank: bool,
}

/// Which positions a variant accepts, as far as kings go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KingRule {
    /// A king a side; the side that has just moved is not in check.
    OneEach,
    /// The side to move has one king, the other at most one; the other may be
    /// in check as long as the side to move is not (a composed board, told by
    /// a warning).
    OneToMove,
}

/// How squares are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareStyle {
    /// `c2(I)`: the level in Roman numerals.
    Roman,
    /// `Aa1`: the level as a capital letter.
    Level,
    /// `e4` on two axes, `a1[0,1]` on more: the outer coordinates in brackets.
    Brackets,
}

/// A variant of chess.
#[derive(Debug)]
pub struct Variant {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// One sentence on what it is.
    pub about: &'static str,
    /// The kinds of piece it has, in the order people list them.
    pub kinds: &'static [Kind],
    /// Motions that differ from the rule book's.
    pub motions: &'static [(Kind, Motion)],
    /// How its pawns move, if it has any.
    pub pawns: Option<PawnRule>,
    /// Whether kings castle (on an 8×8 board, from their usual squares).
    pub castling: bool,
    /// Which kings a position needs.
    pub kings: KingRule,
    /// The fewest and the most axes its board may have.
    pub axes: (usize, usize),
    /// The lengths of its usual board.
    pub usual: &'static [usize],
    /// How its squares are written.
    pub squares: SquareStyle,
    /// Its starting positions on the usual board: name and FEN.
    pub starts: &'static [(&'static str, &'static str)],
}

/// Variants are rows of one table: the same row is the same variant.
impl PartialEq for Variant {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Variant {}

use Kind::{Bishop, King, Knight, Pawn, Queen, Rook, Unicorn};

/// The n×n×n challenge: no pawns, a bishop that changes all three coordinates.
pub static CUBE: Variant = Variant {
    name: "cube",
    about: "the n×n×n checkmate challenge, no pawns",
    kinds: &[King, Queen, Rook, Bishop, Knight],
    motions: &[(Bishop, Motion::Slide(Axes::Exactly(3)))],
    pawns: None,
    castling: false,
    kings: KingRule::OneToMove,
    axes: (3, 3),
    usual: &[3, 3, 3],
    squares: SquareStyle::Roman,
    starts: &[],
};

/// The 4×4×2×2 game, and its rules on any other shape: every axis alike.
pub static TESSERACT: Variant = Variant {
    name: "tesseract",
    about: "four-dimensional chess on 4×4×2×2",
    kinds: &[King, Queen, Rook, Bishop, Knight, Pawn],
    motions: &[],
    pawns: Some(PawnRule {
        forward: &[1],
        double_step: false,
        promotions: &[Queen],
        on_first_rank: true,
    }),
    castling: false,
    kings: KingRule::OneEach,
    axes: (2, crate::shape::MAX_AXES),
    usual: &[4, 4, 2, 2],
    squares: SquareStyle::Brackets,
    starts: &[
        ("full", "4/4/PPPP/RNBQ|4/4/PPPP/KBNR|rnbq/pppp/4/4|kbnr/pppp/4/4 w 0 1"),
        ("classic", "4/4/PPPP/RNKQ|4/4/4/1BR1|1rb1/4/4/4|qknr/pppp/4/4 w 0 1"),
    ],
};

/// Maack's 5×5×5 game. Sources disagree on Black's second rank of level D:
/// `buqbu` from file a is taken. The pawn captures forward and upward at once
/// as well as sideways, and promotes only at the far rank of the far level.
pub static RAUMSCHACH: Variant = Variant {
    name: "raumschach",
    about: "Maack's three-dimensional chess on 5×5×5",
    kinds: &[King, Queen, Rook, Bishop, Unicorn, Knight, Pawn],
    motions: &[],
    pawns: Some(PawnRule {
        forward: &[1, 2],
        double_step: false,
        promotions: &[Queen, Rook, Bishop, Knight, Unicorn],
        on_first_rank: true,
    }),
    castling: false,
    kings: KingRule::OneEach,
    axes: (3, 3),
    usual: &[5, 5, 5],
    squares: SquareStyle::Level,
    starts: &[(
        "full",
        "5/5/5/PPPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|buqbu/ppppp/5/5/5|rnknr/ppppp/5/5/5 w 0 1",
    )],
};

/// Ordinary chess.
pub static CHESS: Variant = Variant {
    name: "chess",
    about: "ordinary chess on 8×8",
    kinds: &[King, Queen, Rook, Bishop, Knight, Pawn],
    motions: &[],
    pawns: Some(PawnRule {
        forward: &[1],
        double_step: true,
        promotions: &[Queen, Rook, Bishop, Knight],
        on_first_rank: false,
    }),
    castling: true,
    kings: KingRule::OneEach,
    axes: (2, 2),
    usual: &[8, 8],
    squares: SquareStyle::Brackets,
    starts: &[("full", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")],
};

/// Every variant.
pub static VARIANTS: [&Variant; 4] = [&CUBE, &TESSERACT, &RAUMSCHACH, &CHESS];

impl Variant {
    /// The variant of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        VARIANTS.into_iter().find(|variant| variant.name == name)
    }

    /// Its usual board.
    pub fn usual_shape(&self) -> Shape {
        Shape::new(self.usual).expect("every row of VARIANTS names a possible board")
    }

    /// Whether its rules make sense on a board of that shape.
    pub fn fits(&self, shape: &Shape) -> bool {
        (self.axes.0..=self.axes.1).contains(&shape.axes())
    }

    /// How a kind moves in this variant; none if the variant lacks the kind.
    pub fn motion(&self, kind: Kind) -> Option<Motion> {
        let own = self.motions.iter().find(|(of, _)| *of == kind).map(|&(_, motion)| motion);
        self.kinds.contains(&kind).then(|| own.unwrap_or(kind.row().motion))
    }

    /// Whether castling exists on a board of that shape.
    pub fn castles_on(&self, shape: &Shape) -> bool {
        self.castling && shape.sides() == [8, 8]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_consistent() {
        for variant in VARIANTS {
            assert_eq!(Variant::named(variant.name), Some(variant));
            assert!(variant.fits(&variant.usual_shape()), "{}", variant.name);
            assert_eq!(variant.pawns.is_some(), variant.kinds.contains(&Pawn));
            for &(kind, _) in variant.motions {
                assert!(variant.kinds.contains(&kind));
            }
        }
    }

    #[test]
    fn only_the_cube_moves_its_bishop_otherwise() {
        assert_eq!(CUBE.motion(Bishop), Some(Motion::Slide(Axes::Exactly(3))));
        assert_eq!(TESSERACT.motion(Bishop), Some(Motion::Slide(Axes::Exactly(2))));
        assert_eq!(TESSERACT.motion(Unicorn), None);
    }
}
