//! The board as a box of squares: any number of axes, each of any length.
//!
//! A [`Square`] is an index; a [`Coord`] is the same place as one number per
//! axis. The first axis runs fastest, so on 8×8 the square `e4` is
//! `4 + 8 * 3`. Everything counts from 0 here; people see names instead
//! (see [`crate::naming`]).

use std::fmt;
use std::str::FromStr;

/// The most axes a board may have.
pub const MAX_AXES: usize = 11;
/// The most squares a board may have.
pub const MAX_SQUARES: usize = 2048;

/// A square of some board: its index, `0..shape.squares()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u16);

impl Square {
    /// The square with this index; the caller vouches that the board has it.
    ///
    /// # Panics
    /// In debug builds, if no board can have that many squares.
    #[inline]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < MAX_SQUARES);
        Self(index as u16)
    }

    /// The index, `0..shape.squares()`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place on the board, one number per axis, each `0..side`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Coord {
    at: [u16; MAX_AXES],
    axes: u8,
}

impl Coord {
    /// The numbers, first axis first.
    pub fn as_slice(&self) -> &[u16] {
        &self.at[..usize::from(self.axes)]
    }
}

impl std::ops::Index<usize> for Coord {
    type Output = u16;
    fn index(&self, axis: usize) -> &u16 {
        &self.as_slice()[axis]
    }
}

impl fmt::Debug for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// The lengths of a board's axes: 2 to [`MAX_AXES`] of them, each at least 2,
/// their product at most [`MAX_SQUARES`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    sides: [u16; MAX_AXES],
    axes: u8,
    squares: u16,
}

/// Why some lengths make no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// Too few or too many axes.
    #[error("a board has 2 to {MAX_AXES} axes, not {0}")]
    Axes(usize),
    /// An axis too short to move along.
    #[error("axis {} has length {length}, but every axis needs at least 2", axis + 1)]
    Side {
        /// The axis, from 0.
        axis: usize,
        /// Its length.
        length: usize,
    },
    /// More squares than [`MAX_SQUARES`].
    #[error("a board has at most {MAX_SQUARES} squares, and this one would have more")]
    Squares,
    /// Text that is no list of lengths.
    #[error("'{0}' is no shape; write the lengths with 'x' between them, as in 4x4x2x2")]
    Text(String),
}

impl Shape {
    /// A board with these lengths, first axis first.
    ///
    /// # Errors
    /// If there are too few or too many axes, an axis is shorter than 2, or
    /// the board has more than [`MAX_SQUARES`] squares.
    pub fn new(sides: &[usize]) -> Result<Self, ShapeError> {
        if !(2..=MAX_AXES).contains(&sides.len()) {
            return Err(ShapeError::Axes(sides.len()));
        }
        if let Some(axis) = sides.iter().position(|&length| length < 2) {
            return Err(ShapeError::Side { axis, length: sides[axis] });
        }
        let squares = sides
            .iter()
            .try_fold(1usize, |product, &side| product.checked_mul(side))
            .filter(|&squares| squares <= MAX_SQUARES)
            .ok_or(ShapeError::Squares)?;
        let mut lengths = [0; MAX_AXES];
        for (length, &side) in lengths.iter_mut().zip(sides) {
            *length = side as u16;
        }
        Ok(Self { sides: lengths, axes: sides.len() as u8, squares: squares as u16 })
    }

    /// The number of axes, 2 to [`MAX_AXES`].
    pub fn axes(&self) -> usize {
        usize::from(self.axes)
    }

    /// The length of each axis, first axis first.
    pub fn sides(&self) -> &[u16] {
        &self.sides[..self.axes()]
    }

    /// The length of one axis.
    pub fn side(&self, axis: usize) -> usize {
        usize::from(self.sides()[axis])
    }

    /// The number of squares, 4 to [`MAX_SQUARES`].
    pub fn squares(&self) -> usize {
        usize::from(self.squares)
    }

    /// Whether every axis has the same length, as on a cube.
    pub fn is_cubic(&self) -> bool {
        self.sides().iter().all(|&side| side == self.sides[0])
    }

    /// How far apart two neighbours along an axis are as indices.
    pub fn stride(&self, axis: usize) -> usize {
        self.sides()[..axis].iter().map(|&side| usize::from(side)).product()
    }

    /// Every square in order of its index.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Square> + use<> {
        (0..self.squares()).map(Square::new)
    }

    /// Where a square lies.
    pub fn coord(&self, square: Square) -> Coord {
        let mut rest = square.index();
        let mut at = [0; MAX_AXES];
        for (place, &side) in at.iter_mut().zip(self.sides()) {
            *place = (rest % usize::from(side)) as u16;
            rest /= usize::from(side);
        }
        Coord { at, axes: self.axes }
    }

    /// The square at a place given by one number per axis, if the board has it.
    pub fn square(&self, at: &[usize]) -> Option<Square> {
        if at.len() != self.axes() {
            return None;
        }
        let mut index = 0;
        for (&place, &side) in at.iter().zip(self.sides()).rev() {
            let side = usize::from(side);
            if place >= side {
                return None;
            }
            index = index * side + place;
        }
        Some(Square::new(index))
    }

    /// The square reached from `from` by a vector, if the board has it.
    pub fn step(&self, from: Square, vector: &[i32]) -> Option<Square> {
        let coord = self.coord(from);
        let mut at = [0usize; MAX_AXES];
        for (axis, &by) in vector.iter().enumerate() {
            at[axis] = usize::try_from(i32::from(coord[axis]) + by).ok()?;
        }
        self.square(&at[..self.axes()])
    }
}

/// As people write it: `4x4x2x2`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (axis, side) in self.sides().iter().enumerate() {
            if axis > 0 {
                f.write_str("x")?;
            }
            write!(f, "{side}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads `4x4x2x2`; `×` and `X` serve as `x`.
impl FromStr for Shape {
    type Err = ShapeError;
    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let sides: Result<Vec<usize>, _> =
            text.trim().split(['x', 'X', '×']).map(|side| side.trim().parse()).collect();
        Self::new(&sides.map_err(|_| ShapeError::Text(text.chars().take(40).collect()))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_coordinates_are_two_names_of_one_place() {
        for sides in [&[8, 8][..], &[3, 3, 3], &[4, 4, 2, 2], &[2; 11], &[2, 1024]] {
            let shape = Shape::new(sides).unwrap();
            for square in shape.iter() {
                let at: Vec<usize> =
                    shape.coord(square).as_slice().iter().map(|&place| place.into()).collect();
                assert_eq!(shape.square(&at), Some(square));
            }
        }
    }

    #[test]
    fn the_first_axis_runs_fastest() {
        let shape: Shape = "8x8".parse().unwrap();
        assert_eq!(shape.square(&[4, 3]), Some(Square::new(28)));
        assert_eq!(shape.stride(1), 8);
    }

    #[test]
    fn impossible_shapes_are_refused() {
        assert_eq!(Shape::new(&[8]), Err(ShapeError::Axes(1)));
        assert_eq!(Shape::new(&[2; 12]), Err(ShapeError::Axes(12)));
        assert_eq!(Shape::new(&[4, 1]), Err(ShapeError::Side { axis: 1, length: 1 }));
        assert_eq!(Shape::new(&[13, 13, 13]), Err(ShapeError::Squares));
        assert_eq!(Shape::new(&[usize::MAX, usize::MAX]), Err(ShapeError::Squares));
        assert!("4x4x".parse::<Shape>().is_err());
    }
}
