//! A position: small, plain, copied and played, never undone.
//!
//! Each square's kind is a code of three bits, kept as three planes of bits,
//! and a fourth plane says which pieces are White's; copying and playing are a
//! few words a plane. A position means something only together with its
//! [`Game`]. Every `Position` is possible by its variant's rules: it is made
//! from a [`Setup`] that was checked, or from a position by a legal move.

use crate::geometry::Game;
use crate::piece::{Kind, Piece, Side};
use crate::setup::{Castling, Setup};
use crate::shape::Square;
use crate::squares::SquareSet;

/// A possible position of some game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const W: usize> {
    /// Bit `i` of every square's kind code.
    pub(crate) planes: [SquareSet<W>; 3],
    pub(crate) white: SquareSet<W>,
    pub(crate) side: Side,
    pub(crate) castling: Castling,
    /// Set only where a pawn stands ready to capture in passing.
    pub(crate) en_passant: Option<Square>,
    pub(crate) halfmove: u16,
    pub(crate) fullmove: u16,
}

impl<const W: usize> Position<W> {
    /// The position of a setup that may be impossible; for the checks of
    /// [`crate::flaw`] alone.
    pub(crate) fn unchecked(game: &Game<W>, setup: &Setup) -> Self {
        debug_assert_eq!(game.shape(), &setup.shape);
        let mut position = Self {
            castling: setup.castling,
            en_passant: setup.en_passant,
            halfmove: setup.halfmove,
            fullmove: setup.fullmove,
            ..Self::empty(setup.side)
        };
        for (square, piece) in setup.pieces() {
            position.put(square, piece);
        }
        position.en_passant = position.en_passant.filter(|&at| position.passes(game, at));
        position
    }

    /// An empty board, which no rule allows yet.
    pub(crate) fn empty(side: Side) -> Self {
        Self {
            planes: [SquareSet::EMPTY; 3],
            white: SquareSet::EMPTY,
            side,
            castling: Castling::NONE,
            en_passant: None,
            halfmove: 0,
            fullmove: 1,
        }
    }

    /// Puts a piece on an empty square.
    fn put(&mut self, square: Square, piece: Piece) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            if piece.kind.code() >> bit & 1 != 0 {
                plane.insert(square);
            }
        }
        if piece.side == Side::White {
            self.white.insert(square);
        }
    }

    /// Whether a pawn of the side to move could capture on `at` in passing.
    pub(crate) fn passes(&self, game: &Game<W>, at: Square) -> bool {
        let pawns = self.pieces(self.side, Kind::Pawn);
        game.pawns(self.side.opponent()).attacks[at.index()].meets(pawns)
    }

    /// The position as a setup, for writing.
    pub fn setup(&self, game: &Game<W>) -> Setup {
        let mut setup = Setup::empty(game.variant(), *game.shape());
        for square in self.occupied() {
            setup.put(square, self.piece(square));
        }
        setup.side = self.side;
        setup.castling = self.castling;
        setup.en_passant = self.en_passant;
        setup.halfmove = self.halfmove;
        setup.fullmove = self.fullmove;
        setup
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The castling rights left.
    #[inline]
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// The square on which a pawn may be captured in passing.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The position with its counters at the start: what matters for the moves
    /// to come, so that positions equal in that are equal.
    #[must_use]
    pub(crate) fn without_counters(&self) -> Self {
        Self { halfmove: 0, fullmove: 1, ..*self }
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmove(&self) -> u16 {
        self.halfmove
    }

    /// The number of the move.
    pub fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// The occupied squares.
    #[inline]
    pub fn occupied(&self) -> SquareSet<W> {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// A side's pieces.
    #[inline]
    pub fn of(&self, side: Side) -> SquareSet<W> {
        match side {
            Side::White => self.white,
            Side::Black => self.occupied() & !self.white,
        }
    }

    /// Both sides' pieces of a kind.
    #[inline]
    pub fn kind(&self, kind: Kind) -> SquareSet<W> {
        let plane = |bit: usize| {
            if kind.code() >> bit & 1 != 0 { self.planes[bit] } else { !self.planes[bit] }
        };
        plane(0) & plane(1) & plane(2)
    }

    /// Both sides' pieces of each kind that slides. Sets of one word are made all
    /// at once, which costs less than asking for each kind in turn; wide ones
    /// would only fill the stack.
    #[inline]
    pub(crate) fn sliders(&self) -> impl Iterator<Item = (Kind, SquareSet<W>)> + '_ {
        let narrow = W == 1;
        let made =
            Kind::SLIDERS.map(|kind| if narrow { self.kind(kind) } else { SquareSet::EMPTY });
        let set = move |(kind, made)| (kind, if narrow { made } else { self.kind(kind) });
        Kind::SLIDERS.into_iter().zip(made).map(set)
    }

    /// A side's pieces of a kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> SquareSet<W> {
        let colour = if side == Side::White { self.white } else { !self.white };
        self.kind(kind) & colour
    }

    /// Where a side's king stands, if it has one.
    #[inline]
    pub fn king(&self, side: Side) -> Option<Square> {
        self.pieces(side, Kind::King).lowest()
    }

    /// The kind of piece on a square.
    #[inline]
    pub fn kind_on(&self, square: Square) -> Option<Kind> {
        let bit = |plane: usize| usize::from(self.planes[plane].has(square)) << plane;
        Kind::from_code(bit(0) | bit(1) | bit(2))
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let side = if self.white.has(square) { Side::White } else { Side::Black };
        self.kind_on(square).map(|kind| Piece { side, kind })
    }

    /// A hash of what matters for the moves to come: pieces, side, castling,
    /// en passant; not the counters. Computed from the planes, which are few,
    /// by folded multiplication, so it can never be out of step with them.
    #[inline]
    pub fn key(&self) -> u64 {
        const SEEDS: [u64; 4] = [
            0x2D35_8DCC_AA6C_78A5,
            0x8BB8_4B93_962E_ACC9,
            0x4B33_A62E_D433_D4A3,
            0x4D5A_2DA5_1DE1_AA47,
        ];
        let en_passant = self.en_passant.map_or(0, |at| at.index() as u64 + 1);
        let rest = en_passant << 8 | u64::from(self.castling.bits()) << 1 | self.side as u64;
        let mut key = rest ^ SEEDS[0];
        for word in 0..W {
            let [a, b, c] = self.planes.map(|plane| plane.words()[word]);
            let white = self.white.words()[word];
            key = fold(key ^ a, b ^ SEEDS[1]) ^ fold(c ^ SEEDS[2], white ^ key ^ SEEDS[3]);
        }
        fold(key, SEEDS[1])
    }
}

/// The two halves of a product, folded together.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
