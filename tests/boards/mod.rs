//! Random boards, the same in every run: kings and some men on squares where
//! they may stand, for tests and benches.

#![allow(dead_code)]

use hypermate::board::Board;
use hypermate::piece::{Kind, Piece, Side};
use hypermate::setup::Setup;
use hypermate::shape::{Shape, Square};
use hypermate::variant::{KingRule, Variant};

/// A stream of pseudo-random numbers (Steele, Lea and Flood's SplitMix64).
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number less than `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// Men on random squares, White's king among them and Black's, which a cube
/// has half the time only; nothing says that the board is possible.
pub fn setup(
    random: &mut Random,
    variant: &'static Variant,
    shape: Shape,
    men: std::ops::Range<usize>,
) -> Setup {
    let mut setup = Setup::empty(variant, shape);
    let kinds: Vec<Kind> =
        variant.kinds.iter().copied().filter(|&kind| kind != Kind::King).collect();
    put(random, &mut setup, Piece { side: Side::White, kind: Kind::King });
    if variant.kings == KingRule::OneEach || random.below(2) == 0 {
        put(random, &mut setup, Piece { side: Side::Black, kind: Kind::King });
    }
    let men = men.start + random.below(men.len());
    while setup.pieces().count() < men {
        let side = Side::BOTH[random.below(2)];
        let kind = kinds[random.below(kinds.len())];
        put(random, &mut setup, Piece { side, kind });
    }
    setup
}

fn put(random: &mut Random, setup: &mut Setup, piece: Piece) {
    let squares = setup.shape.squares();
    let free: Vec<usize> = (0..squares).filter(|&at| setup.squares[at].is_none()).collect();
    if !free.is_empty() {
        setup.put(Square::new(free[random.below(free.len())]), Some(piece));
    }
}

/// A possible board; White is to move on a cube, either side elsewhere.
pub fn board(
    random: &mut Random,
    variant: &'static Variant,
    shape: Shape,
    men: std::ops::Range<usize>,
) -> Board {
    loop {
        let mut setup = setup(random, variant, shape, men.clone());
        if variant.name != "cube" {
            setup.side = Side::BOTH[random.below(2)];
        }
        if let Ok(board) = Board::new(&setup) {
            return board;
        }
    }
}
