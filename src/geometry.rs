//! A variant on a shape: everything about the board that never changes in a
//! game, computed once.
//!
//! A direction has a constant index step, whose sign is that of the highest
//! axis it changes; so the first blocker on a ray is the lowest or the highest
//! square of ray ∩ occupied, on any board. Rays of a single step need no
//! blocker and are folded into a set a square, which keeps boards of many
//! short axes small (2¹¹ squares have four million rays, all of one step).
//! How sliders look their squares up stands in [`crate::slide`].

use crate::piece::{Axes, Kind, Motion, Side};
use crate::shape::{Coord, MAX_AXES, Shape, Square};
use crate::slide::Slider;
use crate::squares::SquareSet;
use crate::variant::{PawnRule, Variant};

/// The most squares for which the squares between every two are tabled: 256 KB
/// at 128 squares, sixteen times that at twice as many.
const TABLED_LINES: usize = 128;

/// A pawn's movement along one direction, for a whole set of pawns at once.
#[derive(Clone, Debug)]
pub(crate) struct PawnStep<const W: usize> {
    /// How far the index moves.
    pub delta: i32,
    /// The squares from which the direction stays on the board.
    pub from: SquareSet<W>,
}

impl<const W: usize> PawnStep<W> {
    /// Where pawns land.
    #[inline]
    pub fn apply(&self, pawns: SquareSet<W>) -> SquareSet<W> {
        (pawns & self.from).shifted(self.delta)
    }
}

/// How one side's pawns move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pawns<const W: usize> {
    /// Steps forward without capture.
    pub pushes: Vec<PawnStep<W>>,
    /// Captures.
    pub captures: Vec<PawnStep<W>>,
    /// For each square, where a pawn on it captures.
    pub attacks: Vec<SquareSet<W>>,
    /// The squares from which a pawn may step twice.
    pub double_from: SquareSet<W>,
    /// Where a pawn promotes.
    pub zone: SquareSet<W>,
    /// The side's first rank.
    pub first_rank: SquareSet<W>,
}

/// One wing's castling: the same two squares leap, whoever stands where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingPath<const W: usize> {
    /// The king's way: from, to.
    pub king: (Square, Square),
    /// The rook's way: from, to.
    pub rook: (Square, Square),
    /// Squares that must be empty.
    pub empty: SquareSet<W>,
    /// Squares that must not be attacked.
    pub safe: SquareSet<W>,
}

/// A variant on a shape, with the tables its rules need. `W` words hold the
/// board: `shape.squares() <= 64 * W`.
#[derive(Clone, Debug)]
pub struct Game<const W: usize> {
    variant: &'static Variant,
    shape: Shape,
    board: SquareSet<W>,
    coords: Vec<Coord>,
    leaps: [Vec<SquareSet<W>>; 2],
    sliders: [Slider<W>; 4],
    pawns: [Pawns<W>; 2],
    between: Vec<SquareSet<W>>,
    castling: Vec<(Side, bool, CastlingPath<W>)>,
}

impl<const W: usize> Game<W> {
    /// The tables of a variant on a board, or nothing if the variant makes no
    /// sense on that shape or the shape has more than `64 * W` squares.
    pub fn new(variant: &'static Variant, shape: Shape) -> Option<Self> {
        if !variant.fits(&shape) || shape.squares() > 64 * W {
            return None;
        }
        let motion = |kind| variant.motion(kind);
        let mut game = Self {
            variant,
            shape,
            board: SquareSet::first(shape.squares()),
            coords: shape.iter().map(|square| shape.coord(square)).collect(),
            leaps: [Kind::Knight, Kind::King].map(|kind| leaps(&shape, motion(kind))),
            sliders: Kind::SLIDERS.map(|kind| match motion(kind) {
                Some(Motion::Slide(axes)) => Slider::new(&shape, axes),
                _ => Slider::none(&shape),
            }),
            pawns: Side::BOTH.map(|side| match &variant.pawns {
                Some(rule) => pawns(&shape, rule, side),
                None => {
                    Pawns { attacks: vec![SquareSet::EMPTY; shape.squares()], ..Pawns::default() }
                }
            }),
            between: Vec::new(),
            castling: Vec::new(),
        };
        if shape.squares() <= TABLED_LINES {
            let pairs = shape.iter().flat_map(|a| shape.iter().map(move |b| (a, b)));
            game.between = pairs.map(|(a, b)| game.walk_between(a, b)).collect();
        }
        if variant.castles_on(&shape) {
            game.castling = castling_paths();
        }
        Some(game)
    }

    /// The variant.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The board.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Every square of the board.
    #[inline]
    pub fn board(&self) -> SquareSet<W> {
        self.board
    }

    /// Where a square lies.
    #[inline]
    pub fn coord(&self, square: Square) -> &Coord {
        &self.coords[square.index()]
    }

    /// The squares a knight or king leaps to.
    #[inline]
    pub(crate) fn leap(&self, kind: Kind, from: Square) -> SquareSet<W> {
        self.leaps[kind.code() - Kind::Knight.code()][from.index()]
    }

    /// The sliding moves of a kind that slides.
    #[inline]
    pub(crate) fn slider(&self, kind: Kind) -> &Slider<W> {
        &self.sliders[kind.code() - Kind::Unicorn.code()]
    }

    /// How a side's pawns move.
    #[inline]
    pub(crate) fn pawns(&self, side: Side) -> &Pawns<W> {
        &self.pawns[side.index()]
    }

    /// The ways to castle: side, whether on the king's wing, path.
    pub(crate) fn castling(&self) -> &[(Side, bool, CastlingPath<W>)] {
        &self.castling
    }

    /// The squares strictly between two squares on one line; empty if they are
    /// neighbours or on no common line.
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> SquareSet<W> {
        if self.between.is_empty() {
            return self.walk_between(a, b);
        }
        self.between[a.index() * self.shape.squares() + b.index()]
    }

    fn walk_between(&self, a: Square, b: Square) -> SquareSet<W> {
        let Some(distance) = self.distance(a, b) else { return SquareSet::EMPTY };
        let step = (b.index() as i32 - a.index() as i32) / distance;
        (1..distance).map(|i| Square::new((a.index() as i32 + i * step) as usize)).collect()
    }

    /// How many steps along one direction lead from `a` to `b`; nothing if
    /// they are one square or on no common line.
    pub fn distance(&self, a: Square, b: Square) -> Option<i32> {
        let (a, b) = (self.coord(a).as_slice(), self.coord(b).as_slice());
        let mut distances =
            a.iter().zip(b).map(|(&a, &b)| i32::from(a.abs_diff(b))).filter(|&by| by > 0);
        let first = distances.next()?;
        distances.all(|by| by == first).then_some(first)
    }
}

/// Every ray of the directions that `axes` allows from a square, as squares
/// from near to far. Only directions with a first step on the board are
/// visited, so a board of eleven short axes costs no 3¹¹ tries.
pub(crate) fn rays(shape: &Shape, from: Square, axes: Axes) -> Vec<Vec<Square>> {
    let mut found = Vec::new();
    let mut direction = [0; MAX_AXES];
    extend_direction(shape, from, axes, 0, &mut direction, &mut found);
    found
}

fn extend_direction(
    shape: &Shape,
    from: Square,
    axes: Axes,
    axis: usize,
    direction: &mut [i32; MAX_AXES],
    found: &mut Vec<Vec<Square>>,
) {
    let changed = direction[..axis].iter().filter(|&&by| by != 0).count();
    if axis == shape.axes() {
        if axes.allows(changed) {
            found.push(walk(shape, from, &direction[..axis]));
        }
        return;
    }
    let place = i32::from(shape.coord(from)[axis]);
    for by in [-1, 0, 1] {
        let may_change = by == 0 || !matches!(axes, Axes::Exactly(k) if changed >= k.into());
        if may_change && (0..shape.side(axis) as i32).contains(&(place + by)) {
            direction[axis] = by;
            extend_direction(shape, from, axes, axis + 1, direction, found);
        }
    }
    direction[axis] = 0;
}

fn walk(shape: &Shape, from: Square, direction: &[i32]) -> Vec<Square> {
    std::iter::successors(shape.step(from, direction), |&at| shape.step(at, direction)).collect()
}

/// For each square, where a stepping or leaping piece goes.
fn leaps<const W: usize>(shape: &Shape, motion: Option<Motion>) -> Vec<SquareSet<W>> {
    let from = |square| match motion {
        Some(Motion::Step(axes)) => rays(shape, square, axes).iter().map(|ray| ray[0]).collect(),
        Some(Motion::Leap(short, long)) => leap(shape, square, short.into(), long.into()),
        _ => SquareSet::EMPTY,
    };
    shape.iter().map(from).collect()
}

fn leap<const W: usize>(shape: &Shape, from: Square, short: i32, long: i32) -> SquareSet<W> {
    let mut targets = SquareSet::EMPTY;
    for a in 0..shape.axes() {
        for b in (0..shape.axes()).filter(|&b| b != a) {
            for (by_a, by_b) in [(short, long), (short, -long), (-short, long), (-short, -long)] {
                let mut vector = [0; MAX_AXES];
                (vector[a], vector[b]) = (by_a, by_b);
                if let Some(to) = shape.step(from, &vector[..shape.axes()]) {
                    targets.insert(to);
                }
            }
        }
    }
    targets
}

fn pawns<const W: usize>(shape: &Shape, rule: &PawnRule, side: Side) -> Pawns<W> {
    let ahead = if side == Side::White { 1 } else { -1 };
    let mut pushes = Vec::new();
    let mut captures = Vec::new();
    for (index, &axis) in rule.forward.iter().enumerate() {
        pushes.push(pawn_step(shape, &[(axis, ahead)]));
        for sideways in (0..shape.axes()).filter(|axis| !rule.forward.contains(axis)) {
            captures.push(pawn_step(shape, &[(axis, ahead), (sideways, 1)]));
            captures.push(pawn_step(shape, &[(axis, ahead), (sideways, -1)]));
        }
        for &other in &rule.forward[index + 1..] {
            captures.push(pawn_step(shape, &[(axis, ahead), (other, ahead)]));
        }
    }
    let attacks = |square| {
        captures.iter().fold(SquareSet::EMPTY, |all, step: &PawnStep<W>| {
            all | step.apply(SquareSet::of(square))
        })
    };
    // The rank counted from the side's own end: 0 is its first.
    let rank = |square, axis: usize| {
        let place = usize::from(shape.coord(square)[axis]);
        if side == Side::White { place } else { shape.side(axis) - 1 - place }
    };
    let where_all = |test: &dyn Fn(Square, usize) -> bool| -> SquareSet<W> {
        shape.iter().filter(|&sq| rule.forward.iter().all(|&axis| test(sq, axis))).collect()
    };
    let double_from = if rule.double_step {
        where_all(&|sq, axis| rank(sq, axis) == 1 && shape.side(axis) > 4)
    } else {
        SquareSet::EMPTY
    };
    Pawns {
        attacks: shape.iter().map(attacks).collect(),
        double_from,
        zone: where_all(&|sq, axis| rank(sq, axis) == shape.side(axis) - 1),
        first_rank: where_all(&|sq, axis| rank(sq, axis) == 0),
        pushes,
        captures,
    }
}

/// The step that changes each of these axes by this much.
fn pawn_step<const W: usize>(shape: &Shape, changes: &[(usize, i32)]) -> PawnStep<W> {
    let mut vector = [0; MAX_AXES];
    let mut delta = 0;
    for &(axis, by) in changes {
        vector[axis] = by;
        delta += by * shape.stride(axis) as i32;
    }
    let stays = |square: &Square| shape.step(*square, &vector[..shape.axes()]).is_some();
    PawnStep { delta, from: shape.iter().filter(stays).collect() }
}

/// Castling on 8×8, by FIDE Laws 3.8: king from e to g or c, rook from h or a
/// beside it. The rook's way may be attacked, the king's may not.
fn castling_paths<const W: usize>() -> Vec<(Side, bool, CastlingPath<W>)> {
    let mut paths = Vec::new();
    for (side, rank) in [(Side::White, 0), (Side::Black, 56)] {
        let at = |file: usize| Square::new(rank + file);
        let span = |files: std::ops::RangeInclusive<usize>| files.map(at).collect();
        paths.push((
            side,
            true,
            CastlingPath {
                king: (at(4), at(6)),
                rook: (at(7), at(5)),
                empty: span(5..=6),
                safe: span(4..=6),
            },
        ));
        paths.push((
            side,
            false,
            CastlingPath {
                king: (at(4), at(2)),
                rook: (at(0), at(3)),
                empty: span(1..=3),
                safe: span(2..=4),
            },
        ));
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{CUBE, RAUMSCHACH, TESSERACT};

    fn binomial(n: usize, k: usize) -> usize {
        (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
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
    fn knights_leap_to_4n_times_n_minus_1_squares() {
        for axes in 2..=4 {
            let shape = Shape::new(&vec![5; axes]).unwrap();
            let middle = shape.square(&vec![2; axes]).unwrap();
            assert_eq!(leap::<16>(&shape, middle, 1, 2).len() as usize, 4 * axes * (axes - 1));
        }
    }

    #[test]
    fn squares_between_lie_on_the_line() {
        let game = Game::<1>::new(&CUBE, Shape::new(&[4, 4, 4]).unwrap()).unwrap();
        let at = |x, y, z| game.shape().square(&[x, y, z]).unwrap();
        let between: Vec<_> = game.between(at(0, 3, 0), at(3, 0, 3)).into_iter().collect();
        assert_eq!(between, [at(1, 2, 1), at(2, 1, 2)]);
        assert!(game.between(at(0, 0, 0), at(1, 2, 0)).is_empty());
        assert_eq!(game.distance(at(0, 0, 0), at(0, 0, 0)), None);
    }

    #[test]
    fn pawns_capture_as_the_rules_say() {
        let game = Game::<1>::new(&TESSERACT, TESSERACT.usual_shape()).unwrap();
        let b2 = game.shape().square(&[1, 1, 0, 0]).unwrap();
        // One forward and one of a, c, the other Z, the other W.
        assert_eq!(game.pawns(Side::White).attacks[b2.index()].len(), 4);
        let game = Game::<2>::new(&RAUMSCHACH, RAUMSCHACH.usual_shape()).unwrap();
        let middle = game.shape().square(&[2, 2, 2]).unwrap();
        // Forward or upward with a sideways step, or forward and upward.
        assert_eq!(game.pawns(Side::White).attacks[middle.index()].len(), 5);
        assert_eq!(game.pawns(Side::White).zone.len(), 5);
    }
}
