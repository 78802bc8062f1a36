//! Sides, kinds of piece, and how each kind moves: the rule book as rows.
//!
//! A *k-direction* changes exactly k coordinates, each by the same distance:
//! C(n,k)·2ᵏ of them on a board of n axes. To add a piece, add a [`Kind`] and
//! its row in [`PIECES`], and name it in the variants that use it.

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side that moves first in a game.
    White,
    /// The other.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The other side.
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `white` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// `White` or `Black`, as a sentence begins.
    pub const fn title(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    /// `w` or `b`, as FEN writes it.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

/// A kind of piece. The discriminant is the code under which a position holds
/// it, in three bits; 0 is an empty square. The sliders are those with bit 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Moves by the variant's [`PawnRule`](crate::variant::PawnRule).
    Pawn = 1,
    /// Leaps.
    Knight = 2,
    /// Steps; its capture is the aim of the game.
    King = 3,
    /// Slides along 3-directions.
    Unicorn = 4,
    /// Slides along 1-directions.
    Rook = 5,
    /// Slides along 2-directions, in the cube along 3-directions.
    Bishop = 6,
    /// Slides along every direction.
    Queen = 7,
}

/// How many coordinates a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// Exactly this many.
    Exactly(u8),
    /// Any number but none.
    Any,
}

impl Axes {
    /// Whether a direction that changes `k` coordinates is meant.
    pub const fn allows(self, k: usize) -> bool {
        match self {
            Self::Exactly(exactly) => exactly as usize == k,
            Self::Any => k > 0,
        }
    }
}

/// How a kind of piece moves on an otherwise empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Any distance along the directions, up to the first occupied square.
    Slide(Axes),
    /// One square along the directions.
    Step(Axes),
    /// One coordinate by the first distance, another by the second, whatever
    /// stands between.
    Leap(u8, u8),
    /// As the variant's pawn rule says.
    Pawn,
}

/// A row of the rule book.
#[derive(Clone, Copy, Debug)]
pub struct PieceRow {
    /// The kind described.
    pub kind: Kind,
    /// Its letter, White's; Black's is the small one.
    pub letter: char,
    /// Its English name.
    pub name: &'static str,
    /// White's and Black's chess figurine.
    pub figurines: [char; 2],
    /// How it moves, unless the variant says otherwise.
    pub motion: Motion,
}

/// The rule book, a row a kind, in the order of the kinds' codes.
#[rustfmt::skip]
pub const PIECES: [PieceRow; 7] = [
    PieceRow { kind: Kind::Pawn,    letter: 'P', name: "pawn",    figurines: ['♙', '♟'], motion: Motion::Pawn },
    PieceRow { kind: Kind::Knight,  letter: 'N', name: "knight",  figurines: ['♘', '♞'], motion: Motion::Leap(1, 2) },
    PieceRow { kind: Kind::King,    letter: 'K', name: "king",    figurines: ['♔', '♚'], motion: Motion::Step(Axes::Any) },
    PieceRow { kind: Kind::Unicorn, letter: 'U', name: "unicorn", figurines: ['🨀', '🨆'], motion: Motion::Slide(Axes::Exactly(3)) },
    PieceRow { kind: Kind::Rook,    letter: 'R', name: "rook",    figurines: ['♖', '♜'], motion: Motion::Slide(Axes::Exactly(1)) },
    PieceRow { kind: Kind::Bishop,  letter: 'B', name: "bishop",  figurines: ['♗', '♝'], motion: Motion::Slide(Axes::Exactly(2)) },
    PieceRow { kind: Kind::Queen,   letter: 'Q', name: "queen",   figurines: ['♕', '♛'], motion: Motion::Slide(Axes::Any) },
];

impl Kind {
    /// Every kind, in the order of the codes.
    pub const ALL: [Self; 7] = [
        Self::Pawn,
        Self::Knight,
        Self::King,
        Self::Unicorn,
        Self::Rook,
        Self::Bishop,
        Self::Queen,
    ];
    /// The kinds that slide.
    pub const SLIDERS: [Self; 4] = [Self::Unicorn, Self::Rook, Self::Bishop, Self::Queen];

    /// The code under which a position holds the kind, 1 to 7.
    #[inline]
    pub const fn code(self) -> usize {
        self as usize
    }

    /// The kind with this code, if there is one.
    #[inline]
    pub const fn from_code(code: usize) -> Option<Self> {
        match code {
            1..=7 => Some(Self::ALL[code - 1]),
            _ => None,
        }
    }

    /// Whether the kind slides.
    #[inline]
    pub const fn slides(self) -> bool {
        self as usize >= Self::Unicorn as usize
    }

    /// Its row in the rule book.
    pub const fn row(self) -> &'static PieceRow {
        &PIECES[self as usize - 1]
    }

    /// Its letter, White's.
    pub const fn letter(self) -> char {
        self.row().letter
    }

    /// Its English name.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The kind that a letter of either case means.
    pub fn from_letter(letter: char) -> Option<Self> {
        PIECES.iter().find(|row| row.letter == letter.to_ascii_uppercase()).map(|row| row.kind)
    }
}

/// A piece on the board: whose, and of what kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// Its letter: capital for White, small for Black.
    pub const fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Its chess figurine.
    pub const fn figurine(self) -> char {
        self.kind.row().figurines[self.side.index()]
    }

    /// The piece that a letter means.
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        Kind::from_letter(letter).map(|kind| Self { side, kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_codes() {
        for (index, row) in PIECES.iter().enumerate() {
            assert_eq!(row.kind.code(), index + 1);
            assert_eq!(Kind::from_code(index + 1), Some(row.kind));
            assert_eq!(row.kind.slides(), matches!(row.motion, Motion::Slide(_)));
            assert_eq!(Kind::SLIDERS.contains(&row.kind), row.kind.slides());
            assert_eq!(Kind::from_letter(row.letter), Some(row.kind));
        }
    }
}
