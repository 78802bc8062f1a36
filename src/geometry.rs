//! A variant on a shape: everything about the board that never changes in a
//! game, computed once. Rays and lines stand in `lines`, how sliders
//! look their squares up in `slide`.

use crate::lines::{Lines, each_ray};
use crate::piece::{Kind, Motion, Side};
use crate::shape::{MAX_AXES, Shape, Square};
use crate::slide::{self, MagicSearch, Slider};
use crate::squares::SquareSet;
use crate::variant::{PawnRule, Variant};

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

    /// Where pawns that land here have come from.
    #[inline]
    pub fn back(&self, pawns: SquareSet<W>) -> SquareSet<W> {
        pawns.shifted(-self.delta) & self.from
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
    leaps: [Vec<SquareSet<W>>; 2],
    sliders: [Slider<W>; 4],
    pawns: [Pawns<W>; 2],
    lines: Lines<W>,
    castling: Vec<(Side, bool, CastlingPath<W>)>,
}

impl<const W: usize> Game<W> {
    /// The tables of a variant on a board, or nothing if the variant makes no
    /// sense on that shape or the shape has more than `64 * W` squares. One
    /// word has tables that long lines would blow up: a board with a side
    /// longer than `LONGEST_LOOKUP` takes two.
    pub fn new(variant: &'static Variant, shape: Shape) -> Option<Self> {
        let too_long = |&side: &u16| usize::from(side) > slide::LONGEST_LOOKUP;
        if !variant.fits(&shape)
            || shape.squares() > 64 * W
            || (W == 1 && shape.sides().iter().any(too_long))
        {
            return None;
        }
        let motion = |kind| variant.motion(kind);
        let mut magics = MagicSearch::default();
        Some(Self {
            variant,
            shape,
            board: SquareSet::first(shape.squares()),
            leaps: [Kind::Knight, Kind::King].map(|kind| leaps(&shape, motion(kind))),
            sliders: Kind::SLIDERS.map(|kind| {
                let axes = match motion(kind) {
                    Some(Motion::Slide(axes)) => Some(axes),
                    _ => None,
                };
                Slider::new(&shape, axes, &mut magics)
            }),
            pawns: Side::BOTH.map(|side| match &variant.pawns {
                Some(rule) => pawns(&shape, rule, side),
                None => {
                    Pawns { attacks: vec![SquareSet::EMPTY; shape.squares()], ..Pawns::default() }
                }
            }),
            lines: Lines::new(&shape),
            castling: if variant.castles_on(&shape) { castling_paths() } else { Vec::new() },
        })
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
        self.lines.between(a, b)
    }

    /// What a sliding piece reaches, past `occupied`.
    #[inline]
    pub(crate) fn slide(&self, kind: Kind, from: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        self.slider(kind).reach(&self.lines, from, occupied)
    }
}

/// For each square, where a stepping or leaping piece goes.
fn leaps<const W: usize>(shape: &Shape, motion: Option<Motion>) -> Vec<SquareSet<W>> {
    let from = |square| match motion {
        Some(Motion::Step(axes)) => {
            let mut targets = SquareSet::EMPTY;
            each_ray(shape, square, axes, |ray| targets.insert(ray.nearest()));
            targets
        }
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
    use crate::variant::{RAUMSCHACH, TESSERACT};

    #[test]
    fn knights_leap_to_4n_times_n_minus_1_squares() {
        for axes in 2..=4 {
            let shape = Shape::new(&vec![5; axes]).unwrap();
            let middle = shape.square(&vec![2; axes]).unwrap();
            assert_eq!(leap::<16>(&shape, middle, 1, 2).len() as usize, 4 * axes * (axes - 1));
        }
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

    #[test]
    fn long_lines_take_a_wider_board() {
        let shape: Shape = "2x32".parse().unwrap();
        assert!(Game::<1>::new(&TESSERACT, shape).is_none());
        let game = Game::<2>::new(&TESSERACT, shape).unwrap();
        let reach = game.attacks(Side::White, Kind::Rook, Square::new(0), SquareSet::EMPTY);
        assert_eq!(reach.len(), 1 + 31);
    }
}
