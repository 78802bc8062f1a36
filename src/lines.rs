//! Rays and lines: what lies in a direction, between two squares, behind one.
//!
//! A direction has a constant index step on any board, so a ray is three
//! numbers, and no list of squares is kept for it.

use crate::piece::Axes;
use crate::shape::{Coord, Shape, Square};
use crate::squares::SquareSet;

/// The most squares for which the squares between every two are tabled: 256 KB
/// at 128 squares, eight times that at twice as many.
const TABLED: usize = 128;

/// The squares in one direction from a square, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ray {
    from: Square,
    /// The index step.
    step: i32,
    /// How many squares to the edge.
    pub len: usize,
}

impl Ray {
    /// The squares, near to far.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        let (from, step) = (self.from.index() as i32, self.step);
        (1..self.len as i32 + 1).map(move |i| Square::new((from + i * step) as usize))
    }

    /// The nearest square.
    pub fn nearest(self) -> Square {
        Square::new((self.from.index() as i32 + self.step) as usize)
    }

    /// The squares whose occupation matters to a slider: all but the last.
    pub fn inner(self) -> impl Iterator<Item = Square> {
        self.squares().take(self.len - 1)
    }
}

/// Hands every ray of the directions that `axes` allows from a square to
/// `each`. Only directions with a first step on the board are visited, so a
/// board of eleven short axes costs no 3¹¹ tries a square.
pub(crate) fn each_ray(shape: &Shape, from: Square, axes: Axes, mut each: impl FnMut(Ray)) {
    let coord = shape.coord(from);
    let ray = Ray { from, step: 0, len: usize::MAX };
    extend(shape, &coord, axes, 0, 0, ray, &mut each);
}

/// Chooses how the direction changes `axis` and the axes after it.
fn extend(
    shape: &Shape,
    coord: &Coord,
    axes: Axes,
    axis: usize,
    changed: usize,
    ray: Ray,
    each: &mut impl FnMut(Ray),
) {
    if axis == shape.axes() {
        if axes.allows(changed) {
            each(ray);
        }
        return;
    }
    extend(shape, coord, axes, axis + 1, changed, ray, each);
    if matches!(axes, Axes::Exactly(k) if changed >= k.into()) {
        return;
    }
    let (place, stride) = (usize::from(coord[axis]), shape.stride(axis) as i32);
    for (room, step) in [(place, -stride), (shape.side(axis) - 1 - place, stride)] {
        if room > 0 {
            let longer = Ray { step: ray.step + step, len: ray.len.min(room), ..ray };
            extend(shape, coord, axes, axis + 1, changed + 1, longer, each);
        }
    }
}

/// How two squares lie to each other.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// The index step from the first to the second; 0 if they share no line.
    step: i16,
    /// How many squares lie behind the second, seen from the first.
    behind: u16,
}

/// Lines through every two squares of a board.
#[derive(Clone, Debug)]
pub(crate) struct Lines<const W: usize> {
    squares: usize,
    /// By first square, then second.
    lines: Vec<Line>,
    /// Likewise, on boards of at most [`TABLED`] squares.
    between: Vec<SquareSet<W>>,
}

impl<const W: usize> Lines<W> {
    /// The lines of a board.
    pub fn new(shape: &Shape) -> Self {
        let squares = shape.squares();
        let tabled = if squares <= TABLED { squares * squares } else { 0 };
        let mut lines = Self {
            squares,
            lines: vec![Line::default(); squares * squares],
            between: vec![SquareSet::EMPTY; tabled],
        };
        for from in shape.iter() {
            each_ray(shape, from, Axes::Any, |ray| lines.add(ray));
        }
        lines
    }

    fn add(&mut self, ray: Ray) {
        let row = ray.from.index() * self.squares;
        let mut passed = SquareSet::EMPTY;
        for (index, to) in ray.squares().enumerate() {
            let behind = (ray.len - 1 - index) as u16;
            self.lines[row + to.index()] = Line { step: ray.step as i16, behind };
            if !self.between.is_empty() {
                self.between[row + to.index()] = passed;
                passed.insert(to);
            }
        }
    }

    /// The squares strictly between two squares on one line; empty if they are
    /// neighbours or share no line.
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> SquareSet<W> {
        let pair = a.index() * self.squares + b.index();
        if let Some(&between) = self.between.get(pair) {
            return between;
        }
        let step = i32::from(self.lines[pair].step);
        let mut between = SquareSet::EMPTY;
        if step != 0 {
            let mut at = a.index() as i32 + step;
            while at != b.index() as i32 {
                between.insert(Square::new(at as usize));
                at += step;
            }
        }
        between
    }

    /// Takes out of `reach` what lies behind each of `blockers`, seen from
    /// `from`. The order of the blockers does not matter.
    #[inline]
    pub fn shade(&self, from: Square, blockers: SquareSet<W>, reach: &mut SquareSet<W>) {
        let row = &self.lines[from.index() * self.squares..][..self.squares];
        for blocker in blockers {
            let line = row[blocker.index()];
            let mut at = blocker.index() as i32;
            for _ in 0..line.behind {
                at += i32::from(line.step);
                reach.remove(Square::new(at as usize));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binomial(n: usize, k: usize) -> usize {
        (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
    }

    fn rays(shape: &Shape, from: Square, axes: Axes) -> Vec<Ray> {
        let mut rays = Vec::new();
        each_ray(shape, from, axes, |ray| rays.push(ray));
        rays
    }

    #[test]
    fn directions_follow_the_closed_form() {
        for axes in 2..=5 {
            let shape = Shape::new(&vec![3; axes]).unwrap();
            let middle = shape.square(&vec![1; axes]).unwrap();
            for k in 1..=axes {
                let count = rays(&shape, middle, Axes::Exactly(k as u8)).len();
                assert_eq!(count, binomial(axes, k) << k, "{k} of {axes} axes");
            }
            assert_eq!(rays(&shape, middle, Axes::Any).len(), 3usize.pow(axes as u32) - 1);
        }
    }

    #[test]
    fn a_ray_is_a_walk_along_its_direction() {
        let shape = Shape::new(&[4, 5, 3]).unwrap();
        for from in shape.iter() {
            let mut walked = Vec::new();
            for vector in vectors(3) {
                let step = |&at: &Square| shape.step(at, &vector);
                let ray: Vec<_> = std::iter::successors(step(&from), step).collect();
                if !ray.is_empty() {
                    walked.push(ray);
                }
            }
            let mut found: Vec<Vec<_>> =
                rays(&shape, from, Axes::Any).iter().map(|ray| ray.squares().collect()).collect();
            walked.sort();
            found.sort();
            assert_eq!(found, walked);
        }
    }

    /// Every direction on so many axes.
    fn vectors(axes: u32) -> impl Iterator<Item = Vec<i32>> {
        let digits = move |n: i32| (0..axes).map(|axis| n / 3i32.pow(axis) % 3 - 1).collect();
        (0..3i32.pow(axes)).map(digits).filter(|v: &Vec<i32>| v.iter().any(|&by| by != 0))
    }

    #[test]
    fn squares_between_lie_on_the_line_whatever_the_width() {
        for side in [4, 6] {
            let shape = Shape::new(&[side, side, side]).unwrap();
            let lines = Lines::<4>::new(&shape);
            let at = |x, y, z| shape.square(&[x, y, z]).unwrap();
            let between: Vec<_> = lines.between(at(0, 3, 0), at(3, 0, 3)).into_iter().collect();
            assert_eq!(between, [at(1, 2, 1), at(2, 1, 2)]);
            assert!(lines.between(at(0, 0, 0), at(1, 2, 0)).is_empty());
            assert!(lines.between(at(1, 1, 1), at(1, 1, 1)).is_empty());
        }
    }
}
