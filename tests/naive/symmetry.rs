//! The symmetries of a board: axes of equal length change places, and any axis
//! may be run through backwards.

use hypermate::piece::Piece;
use hypermate::setup::Setup;
use hypermate::shape::{Shape, Square};

/// Axis `i` of the image is axis `order[i]` of the original, mirrored if
/// `mirrored[i]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    order: Vec<usize>,
    mirrored: Vec<bool>,
}

impl Symmetry {
    /// Every symmetry of a board, the identity among them.
    pub fn all(shape: &Shape) -> Vec<Self> {
        let axes = shape.axes();
        let mut all = Vec::new();
        for order in orders(shape) {
            for bits in 0..1 << axes {
                let mirrored = (0..axes).map(|axis| bits >> axis & 1 != 0).collect();
                all.push(Self { order: order.clone(), mirrored });
            }
        }
        all
    }

    /// The symmetry that runs through one axis backwards.
    pub fn mirror(shape: &Shape, axis: usize) -> Self {
        let mirrored = (0..shape.axes()).map(|each| each == axis).collect();
        Self { order: (0..shape.axes()).collect(), mirrored }
    }

    /// Whether it leaves the given axes as they are.
    pub fn keeps(&self, axes: &[usize]) -> bool {
        axes.iter().all(|&axis| self.order[axis] == axis && !self.mirrored[axis])
    }

    /// Whether it leaves the given axes as they are or changes their places
    /// among each other.
    pub fn keeps_together(&self, axes: &[usize]) -> bool {
        axes.iter().all(|&axis| axes.contains(&self.order[axis]) && !self.mirrored[axis])
    }

    /// Where a square goes.
    pub fn square(&self, shape: &Shape, square: Square) -> Square {
        let at = shape.coord(square);
        let image: Vec<usize> = (0..shape.axes())
            .map(|axis| {
                let place = usize::from(at[self.order[axis]]);
                if self.mirrored[axis] { shape.side(axis) - 1 - place } else { place }
            })
            .collect();
        shape.square(&image).expect("only axes of equal length change places")
    }

    /// Where a board goes: its pieces and its en passant square.
    pub fn setup(&self, setup: &Setup) -> Setup {
        let mut image = setup.clone();
        for square in setup.shape.iter() {
            image.put(self.square(&setup.shape, square), setup.piece(square));
        }
        image.en_passant = setup.en_passant.map(|square| self.square(&setup.shape, square));
        image
    }
}

/// The orders of the axes that map the shape on itself.
fn orders(shape: &Shape) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for axis in 0..shape.axes() {
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..shape.axes())
                    .filter(|from| !order.contains(from) && shape.side(*from) == shape.side(axis))
                    .map(|from| [order.clone(), vec![from]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    orders
}

/// The board with the colours exchanged, also whose move it is. The pieces
/// stay where they are; pawns want the forward axes mirrored as well.
pub fn with_colours_exchanged(setup: &Setup) -> Setup {
    use hypermate::piece::Side;
    let mut image = setup.clone();
    for piece in image.squares.iter_mut().flatten() {
        *piece = Piece { side: piece.side.opponent(), kind: piece.kind };
    }
    image.side = setup.side.opponent();
    for side in Side::BOTH {
        for kingside in [true, false] {
            if setup.castling.has(side.opponent(), kingside) {
                image.castling.grant(side, kingside);
            } else {
                image.castling.revoke(side, kingside);
            }
        }
    }
    image
}
