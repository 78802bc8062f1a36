//! The symmetries of a board under its rules, and positions taken as equal
//! when one of them turns the first into the second.
//!
//! A symmetry exchanges axes of equal length and reverses axes. Where no pawn
//! stands every such map keeps all movements: 8 on a chess board, 48 on a cube,
//! 64 on 4×4×2×2. Pawns have a direction: with them only those maps remain that
//! keep the forward axes among themselves and reverse none of them. Colours are
//! exchanged together with the forward axes' direction; so every position has a
//! twin in which White is to move, and [`Form`] always looks at that one.
//!
//! Castling happens between fixed squares, so a right to castle leaves no
//! symmetry but the exchange of colours.

use crate::piece::{Kind, Piece, Side};
use crate::setup::{Castling, Setup};
use crate::shape::{MAX_AXES, Shape, Square};
use crate::variant::Variant;

/// A map of the board onto itself: where each square goes, by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    to: Vec<Square>,
}

impl Symmetry {
    /// The map that first takes axis `i` to axis `order[i]` and then reverses
    /// the axes that `reversed` names.
    fn new(shape: &Shape, order: &[usize], reversed: &[bool]) -> Self {
        let image = |square| {
            let coord = shape.coord(square);
            let mut at = [0; MAX_AXES];
            for (axis, &new) in order.iter().enumerate() {
                let place = usize::from(coord[axis]);
                at[new] = if reversed[new] { shape.side(new) - 1 - place } else { place };
            }
            shape.square(&at[..order.len()]).expect("axes change places with their like only")
        };
        Self { to: shape.iter().map(image).collect() }
    }

    /// Where a square goes.
    #[inline]
    pub fn image(&self, square: Square) -> Square {
        self.to[square.index()]
    }
}

/// A position up to symmetry: two positions have equal forms exactly if the
/// board's symmetries and the exchange of colours turn one into the other.
/// Counters do not matter. Forms of different variants or shapes are not to be
/// compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form {
    men: Vec<(Square, Piece)>,
    castling: u8,
    en_passant: Option<Square>,
}

impl Form {
    /// The men of the representative, in order of their squares; White moves.
    pub fn men(&self) -> &[(Square, Piece)] {
        &self.men
    }

    /// The rights to castle of the representative, as bits.
    pub fn castling(&self) -> u8 {
        self.castling
    }

    /// The square on which the representative may capture in passing.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }
}

/// The symmetries of a variant on a shape.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// Those that hold without pawns.
    free: Vec<Symmetry>,
    /// Those that hold with pawns.
    pawns: Vec<Symmetry>,
    /// Reverses the forward axes: goes with the exchange of colours.
    turn: Symmetry,
}

impl Symmetries {
    /// The symmetries of a variant's board.
    pub fn new(variant: &Variant, shape: &Shape) -> Self {
        let forward: &[usize] = variant.pawns.as_ref().map_or(&[], |rule| rule.forward);
        let is_forward = |axis: usize| forward.contains(&axis);
        let turned: Vec<bool> = (0..shape.axes()).map(is_forward).collect();
        let straight: Vec<usize> = (0..shape.axes()).collect();
        Self {
            free: group(shape, |a, b| shape.side(a) == shape.side(b), |_| true),
            pawns: group(
                shape,
                |a, b| shape.side(a) == shape.side(b) && is_forward(a) == is_forward(b),
                |axis| !is_forward(axis),
            ),
            turn: Symmetry::new(shape, &straight, &turned),
        }
    }

    /// The symmetries that hold on a board with or without pawns.
    pub fn all(&self, with_pawns: bool) -> &[Symmetry] {
        if with_pawns { &self.pawns } else { &self.free }
    }

    /// The setup with colours exchanged and the forward axes reversed: the same
    /// position for the other side.
    pub fn exchanged(&self, setup: &Setup) -> Setup {
        let mut exchanged = self.image(setup, &self.turn);
        for piece in exchanged.squares.iter_mut().flatten() {
            piece.side = piece.side.opponent();
        }
        exchanged.side = setup.side.opponent();
        for side in Side::BOTH {
            for kingside in [true, false] {
                if setup.castling.has(side, kingside) {
                    exchanged.castling.grant(side.opponent(), kingside);
                }
            }
        }
        exchanged
    }

    /// The setup as a symmetry turns it, without rights to castle: a symmetry
    /// of the pawnless board turns a board with pawns into nonsense.
    pub fn image(&self, setup: &Setup, symmetry: &Symmetry) -> Setup {
        let mut image = setup.clone();
        for (index, &piece) in setup.squares.iter().enumerate() {
            image.put(symmetry.image(Square::new(index)), piece);
        }
        image.castling = Castling::NONE;
        image.en_passant = setup.en_passant.map(|at| symmetry.image(at));
        image
    }

    /// The form of a setup.
    pub fn form(&self, setup: &Setup) -> Form {
        if setup.side == Side::Black {
            return self.form(&self.exchanged(setup));
        }
        let men: Vec<(Square, Piece)> = setup.pieces().collect();
        let castling = setup.castling.bits();
        if castling != 0 {
            return Form { men, castling, en_passant: setup.en_passant };
        }
        let with_pawns = men.iter().any(|(_, piece)| piece.kind == Kind::Pawn);
        let images = self.all(with_pawns).iter().map(|symmetry| {
            let mut men: Vec<_> = men.iter().map(|&(at, man)| (symmetry.image(at), man)).collect();
            men.sort_unstable();
            Form { men, castling, en_passant: setup.en_passant.map(|at| symmetry.image(at)) }
        });
        images.min().expect("leaving everything in place is a symmetry")
    }
}

/// Every map that takes axes to axes that are `alike` and reverses any of the
/// axes that are `free`.
fn group(
    shape: &Shape,
    alike: impl Fn(usize, usize) -> bool,
    free: impl Fn(usize) -> bool,
) -> Vec<Symmetry> {
    let mut maps = Vec::new();
    for order in orders(shape.axes(), &alike) {
        for chosen in 0u32..1 << shape.axes() {
            let reversed: Vec<bool> =
                (0..shape.axes()).map(|axis| chosen >> axis & 1 != 0).collect();
            if (0..shape.axes()).all(|axis| !reversed[axis] || free(axis)) {
                maps.push(Symmetry::new(shape, &order, &reversed));
            }
        }
    }
    maps
}

/// Every order of the axes that puts like in the place of like.
fn orders(axes: usize, alike: &impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for axis in 0..axes {
        let longer = |order: Vec<usize>| {
            let open: Vec<usize> =
                (0..axes).filter(|new| !order.contains(new) && alike(axis, *new)).collect();
            open.into_iter().map(move |new| [order.as_slice(), &[new]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::variant::{CHESS, CUBE, RAUMSCHACH, TESSERACT};

    fn sizes(variant: &'static Variant, shape: &str) -> (usize, usize) {
        let symmetries = Symmetries::new(variant, &shape.parse().unwrap());
        (symmetries.all(false).len(), symmetries.all(true).len())
    }

    /// Orders of equal axes times reversals; with pawns, those of the sideways
    /// axes, and Raumschach's two forward axes may change places.
    #[test]
    fn groups_are_as_large_as_counting_says() {
        assert_eq!(sizes(&CUBE, "3x3x3"), (48, 48));
        assert_eq!(sizes(&CUBE, "5x5x5").0, 48);
        assert_eq!(sizes(&TESSERACT, "4x4x2x2"), (64, 16));
        assert_eq!(sizes(&TESSERACT, "4x4x4x4").0, 384);
        assert_eq!(sizes(&RAUMSCHACH, "5x5x5"), (48, 4));
        assert_eq!(sizes(&CHESS, "8x8"), (8, 2));
    }

    #[test]
    fn no_two_symmetries_are_the_same_map() {
        for (variant, shape) in [(&CUBE, "3x3x3"), (&TESSERACT, "4x4x2x2"), (&CHESS, "8x8")] {
            let symmetries = Symmetries::new(variant, &shape.parse().unwrap());
            let mut maps: Vec<_> = symmetries.free.iter().map(|map| map.to.clone()).collect();
            maps.sort();
            maps.dedup();
            assert_eq!(maps.len(), symmetries.free.len());
        }
    }

    /// A setup with these men, placed by a simple congruence generator.
    fn scattered(variant: &'static Variant, men: &str, seed: usize) -> Setup {
        let shape = variant.usual_shape();
        let mut setup = Setup::empty(variant, shape);
        let mut state = seed;
        for letter in men.chars() {
            let at = loop {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let at = Square::new((state >> 33) % shape.squares());
                if setup.piece(at).is_none() {
                    break at;
                }
            };
            setup.put(at, Piece::from_letter(letter));
        }
        setup
    }

    fn boards(variant: &'static Variant, men: &str) -> Vec<Setup> {
        (0..200)
            .map(|seed| scattered(variant, men, seed))
            .filter(|setup| Board::new(setup).is_ok())
            .take(20)
            .collect()
    }

    /// What a symmetry turns has the same form and the same number of paths.
    fn agrees(variant: &'static Variant, men: &str) {
        let symmetries = Symmetries::new(variant, &variant.usual_shape());
        let with_pawns = men.to_lowercase().contains('p');
        for setup in boards(variant, men) {
            let form = symmetries.form(&setup);
            let paths = Board::new(&setup).unwrap().perft(2);
            for symmetry in symmetries.all(with_pawns) {
                let image = symmetries.image(&setup, symmetry);
                assert_eq!(symmetries.form(&image), form);
                assert_eq!(Board::new(&image).unwrap().perft(2), paths);
            }
            let exchanged = symmetries.exchanged(&setup);
            assert_eq!(symmetries.form(&exchanged), form);
            assert_eq!(Board::new(&exchanged).unwrap().perft(2), paths);
            assert_eq!(symmetries.exchanged(&exchanged), setup);
        }
    }

    #[test]
    fn symmetries_keep_the_form_and_the_moves() {
        agrees(&CUBE, "KQBkn");
        agrees(&TESSERACT, "KQBkn");
        agrees(&TESSERACT, "KQPPkpp");
        agrees(&RAUMSCHACH, "KUPPkpp");
        agrees(&CHESS, "KRBPPkpp");
    }

    #[test]
    fn different_positions_have_different_forms() {
        let symmetries = Symmetries::new(&CUBE, &CUBE.usual_shape());
        let setups = boards(&CUBE, "KQk");
        for a in &setups {
            for b in &setups {
                let turned = |symmetry| symmetries.image(a, symmetry).squares == b.squares;
                let equal = symmetries.free.iter().any(turned);
                assert_eq!(symmetries.form(a) == symmetries.form(b), equal);
            }
        }
    }

    #[test]
    fn rights_to_castle_change_sides_with_the_colours() {
        let mut setup = scattered(&CHESS, "", 0);
        for (at, letter) in [(4, 'K'), (7, 'R'), (60, 'k')] {
            setup.put(Square::new(at), Piece::from_letter(letter));
        }
        setup.castling.grant(Side::White, true);
        let symmetries = Symmetries::new(&CHESS, &setup.shape);
        let exchanged = symmetries.exchanged(&setup);
        assert!(exchanged.castling.has(Side::Black, true));
        assert_eq!(symmetries.form(&exchanged), symmetries.form(&setup));
        let mut without = setup.clone();
        without.castling = Castling::NONE;
        assert_ne!(symmetries.form(&without), symmetries.form(&setup));
    }
}
