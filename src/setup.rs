//! A board as somebody wrote it: anything a parser can read, checked for
//! nothing. [`crate::position`] turns it into a position or says all that is
//! wrong with it.

use crate::piece::{Piece, Side};
use crate::shape::{Shape, Square};
use crate::variant::Variant;

/// The right to castle, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Castling(u8);

impl Castling {
    /// No right.
    pub const NONE: Self = Self(0);

    const fn bit(side: Side, kingside: bool) -> u8 {
        1 << (side.index() * 2 + !kingside as usize)
    }

    /// Whether a side may still castle on one wing.
    #[inline]
    pub const fn has(self, side: Side, kingside: bool) -> bool {
        self.0 & Self::bit(side, kingside) != 0
    }

    /// Grants a right.
    pub const fn grant(&mut self, side: Side, kingside: bool) {
        self.0 |= Self::bit(side, kingside);
    }

    /// Takes a right away.
    #[inline]
    pub const fn revoke(&mut self, side: Side, kingside: bool) {
        self.0 &= !Self::bit(side, kingside);
    }

    /// The rights as bits: `KQkq` from bit 0 on.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// As FEN writes them: `KQkq`, `-` for none.
    pub fn fen(self) -> String {
        let letters = ['K', 'Q', 'k', 'q'];
        let text: String =
            (0..4).filter(|bit| self.0 >> bit & 1 != 0).map(|bit| letters[bit]).collect();
        if text.is_empty() { "-".into() } else { text }
    }
}

/// A board as read: the pieces and what else the text said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rules.
    pub variant: &'static Variant,
    /// The board.
    pub shape: Shape,
    /// What stands on each square, by index; one entry a square.
    pub squares: Vec<Option<Piece>>,
    /// The side to move: the one asked about.
    pub side: Side,
    /// The castling rights named.
    pub castling: Castling,
    /// The square passed over by a pawn that has just made a double step.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove: u16,
    /// The number of the move, from 1; 0 is read as given.
    pub fullmove: u16,
}

impl Setup {
    /// An empty board with White to move.
    pub fn empty(variant: &'static Variant, shape: Shape) -> Self {
        Self {
            variant,
            shape,
            squares: vec![None; shape.squares()],
            side: Side::White,
            castling: Castling::NONE,
            en_passant: None,
            halfmove: 0,
            fullmove: 1,
        }
    }

    /// What stands on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Puts a piece on a square, or clears it.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.squares[square.index()] = piece;
    }

    /// The pieces and where they stand, in order of their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.squares
            .iter()
            .enumerate()
            .filter_map(|(index, &piece)| Some((Square::new(index), piece?)))
    }
}
