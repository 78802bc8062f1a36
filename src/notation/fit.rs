//! Which variant and which shape a listed board means, when the text does not
//! say; and if none fits, what would and which flag names it.

use super::error::Furthest;
use super::grid::{asked_for, count};
use super::options::Options;
use crate::piece::Kind;
use crate::shape::Shape;
use crate::variant::{CHESS, CUBE, RAUMSCHACH, TESSERACT, VARIANTS, Variant};

/// The largest side of a cube.
const MAX_CUBE: usize = 12;

/// The side length that a text names for a cube.
pub(super) fn side_length(text: &str) -> Option<usize> {
    text.parse().ok().filter(|n| (2..=MAX_CUBE).contains(n))
}

/// What a side length can be, for messages.
pub(super) fn side_lengths() -> String {
    format!("a side length n of 2 to {MAX_CUBE}")
}

/// Why no variant or shape fits.
#[derive(Debug)]
pub(super) struct Misfit {
    pub found: String,
    pub expected: String,
    pub hint: Option<String>,
}

impl Misfit {
    fn new(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { found: found.into(), expected: expected.into(), hint: None }
    }

    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The fault at a place of a text.
    pub(super) fn at(self, rest: &str) -> Furthest<'_> {
        let fault = Furthest::new(rest, self.expected).found(self.found);
        match self.hint {
            Some(hint) => fault.hint(hint),
            None => fault,
        }
    }
}

/// What a text can mean.
type Fit = Result<(&'static Variant, Shape), Misfit>;

/// `the cube`, `chess`.
pub(super) fn article(variant: &Variant) -> String {
    let bare = *variant == CHESS || *variant == RAUMSCHACH;
    if bare { variant.name.into() } else { format!("the {}", variant.name) }
}

/// The flags under which a kind of piece exists on a board.
pub(super) fn who_has(kind: Kind, shape: &Shape) -> Option<String> {
    let has = |variant: &&Variant| variant.kinds.contains(&kind) && variant.fits(shape);
    let flags: Vec<String> = VARIANTS.into_iter().filter(has).map(variant_flag).collect();
    (!flags.is_empty())
        .then(|| format!("with {}s: {}", kind.name(), flags.join(" or ")))
        .map(|flags| format!("{flags}, on {shape}"))
}

fn variant_flag(variant: &Variant) -> String {
    format!("--variant {}", variant.name)
}

/// The variant meant on a board of a known shape; `pieces` tells whether there
/// are pawns and unicorns on it.
pub(super) fn of_shape(shape: Shape, pieces: [bool; 2], options: &Options) -> Fit {
    let [pawns, unicorns] = pieces;
    if let Some(variant) = options.variant {
        return if variant.fits(&shape) {
            Ok((variant, shape))
        } else {
            Err(unfit(variant, &shape))
        };
    }
    let variant = match shape.axes() {
        2 => &CHESS,
        3 if unicorns || (pawns && shape == RAUMSCHACH.usual_shape()) => &RAUMSCHACH,
        3 if pawns => {
            let found = format!("pawns on a {shape} board");
            let misfit = Misfit::new(found, "a variant that says how they move");
            return Err(misfit.hint("say --variant tesseract or --variant raumschach"));
        }
        3 => &CUBE,
        _ => &TESSERACT,
    };
    Ok((variant, shape))
}

fn unfit(variant: &Variant, shape: &Shape) -> Misfit {
    let (least, most) = variant.axes;
    let axes = if least == most { least.to_string() } else { format!("{least} to {most}") };
    Misfit::new(
        format!("a board of shape {shape}"),
        format!("a board of {axes} axes for {}", article(variant)),
    )
    .hint(format!("leave --variant out, or name a shape such as --shape {}", variant.usual_shape()))
}

/// What `n` squares a row mean in the cube notations.
pub(super) fn of_levels(n: usize, pieces: [bool; 2], options: &Options) -> Fit {
    if let Some(shape) = options.shape {
        return if shape.axes() <= 3 {
            of_shape(shape, pieces, options)
        } else {
            let found = format!("a list of levels for a {shape} board");
            Err(Misfit::new(found, "a board of two or three axes")
                .hint("write this board in FEN, its boards separated by '|'"))
        };
    }
    let variant = options.variant.unwrap_or(&CUBE);
    match variant.usual.len() {
        2 => Ok((variant, variant.usual_shape())),
        3 => Ok((variant, cube(n)?)),
        _ => Err(Misfit::new("a list of levels", format!("FEN for {}", article(variant)))
            .hint("a board of three axes can be named, as in --shape 4x4x4")),
    }
}

/// The shape n×n×n.
fn cube(n: usize) -> Result<Shape, Misfit> {
    let fits = (2..=MAX_CUBE).contains(&n).then(|| Shape::new(&[n; 3]).ok()).flatten();
    fits.ok_or_else(|| {
        let found = format!("a board with rows of {}", count(n, "square"));
        Misfit::new(found, format!("rows of 2 to {MAX_CUBE}"))
    })
}

/// What so many boards of one size mean in FEN.
pub(super) fn of_boards(
    boards: usize,
    (width, height): (usize, usize),
    pieces: [bool; 2],
    options: &Options,
) -> Fit {
    let found = || format!("{} of {width}x{height}", count(boards, "board"));
    if let Some(shape) = options.shape {
        let outer: usize = shape.sides()[2..].iter().map(|&side| usize::from(side)).product();
        return if (shape.side(0), shape.side(1), outer) == (width, height, boards) {
            of_shape(shape, pieces, options)
        } else {
            let (width, height) = (shape.side(0), shape.side(1));
            let expected = format!("{} of {width}x{height}", count(outer, "board"));
            Err(Misfit::new(found(), expected).hint(asked_for(&shape)))
        };
    }
    let usual = match options.variant {
        Some(variant) => of_variant(variant, boards, width, height),
        None => recognised(boards, width, height, pieces),
    };
    usual.ok_or_else(|| {
        let shapes = shapes(boards, width, height, options.variant);
        let expected = match options.variant {
            Some(variant) => format!("a board of {}", article(variant)),
            None => "four boards of 4x4 (tesseract), one of 8x8 (chess), five of 5x5 with pawns \
                     or unicorns (raumschach), or n of nxn (cube)"
                .into(),
        };
        let misfit = Misfit::new(found(), expected);
        if shapes.is_empty() { misfit } else { misfit.hint(format!("these would fit: {shapes}")) }
    })
}

/// The board that a text means without flags.
fn recognised(
    boards: usize,
    width: usize,
    height: usize,
    [pawns, unicorns]: [bool; 2],
) -> Option<(&'static Variant, Shape)> {
    let variant = match (boards, width, height) {
        (4, 4, 4) => &TESSERACT,
        (1, 8, 8) => &CHESS,
        (5, 5, 5) if pawns || unicorns => &RAUMSCHACH,
        _ => return (boards == width).then(|| of_variant(&CUBE, boards, width, height)).flatten(),
    };
    Some((variant, variant.usual_shape()))
}

/// The shape that a variant means: its usual one, else the only one possible.
fn of_variant(
    variant: &'static Variant,
    boards: usize,
    width: usize,
    height: usize,
) -> Option<(&'static Variant, Shape)> {
    let mut fitting = candidates(boards, width, height);
    fitting.retain(|shape| variant.fits(shape));
    let usual = variant.usual_shape();
    if fitting.contains(&usual) {
        return Some((variant, usual));
    }
    let needs_cube = variant.usual.len() == 3;
    match fitting[..] {
        [only] if only.is_cubic() || !needs_cube => Some((variant, only)),
        _ => None,
    }
}

/// The flags that would name the boards, for a message.
fn shapes(boards: usize, width: usize, height: usize, variant: Option<&Variant>) -> String {
    let fits = |shape: &Shape| variant.is_none_or(|variant| variant.fits(shape));
    let flags: Vec<String> = candidates(boards, width, height)
        .into_iter()
        .filter(fits)
        .take(6)
        .map(|shape| format!("--shape {shape}"))
        .collect();
    flags.join(", ")
}

/// Every shape that lists as so many boards of one size, fewest axes first.
fn candidates(boards: usize, width: usize, height: usize) -> Vec<Shape> {
    let mut outer = Vec::new();
    factorisations(boards, &mut Vec::new(), &mut outer);
    outer.sort_by_key(Vec::len);
    let shape = |outer: &Vec<usize>| Shape::new(&[&[width, height], &outer[..]].concat()).ok();
    outer.iter().filter_map(shape).collect()
}

/// Every way to write a number as a product of factors of at least 2, in order.
fn factorisations(number: usize, chosen: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    if number == 1 {
        all.push(chosen.clone());
    }
    for factor in (2..=number).rev().filter(|factor| number.is_multiple_of(*factor)) {
        chosen.push(factor);
        factorisations(number / factor, chosen, all);
        chosen.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognise(boards: usize, plane: (usize, usize), pieces: [bool; 2]) -> String {
        match of_boards(boards, plane, pieces, &Options::default()) {
            Ok((variant, shape)) => format!("{} {shape}", variant.name),
            Err(Misfit { hint, .. }) => hint.unwrap_or_else(|| "nothing".into()),
        }
    }

    #[test]
    fn a_variant_follows_from_the_number_of_boards() {
        assert_eq!(recognise(4, (4, 4), [false; 2]), "tesseract 4x4x2x2");
        assert_eq!(recognise(1, (8, 8), [true, false]), "chess 8x8");
        assert_eq!(recognise(5, (5, 5), [false, true]), "raumschach 5x5x5");
        assert_eq!(recognise(5, (5, 5), [false; 2]), "cube 5x5x5");
        assert_eq!(recognise(12, (12, 12), [false; 2]), "cube 12x12x12");
        assert_eq!(
            recognise(6, (4, 4), [false; 2]),
            "these would fit: --shape 4x4x6, --shape 4x4x3x2, --shape 4x4x2x3"
        );
        assert_eq!(recognise(1, (1, 1), [false; 2]), "nothing");
    }

    #[test]
    fn flags_override_what_the_text_suggests() {
        let cube = Options { variant: Some(&CUBE), ..Options::default() };
        assert_eq!(of_boards(4, (4, 4), [false; 2], &cube).unwrap().1.to_string(), "4x4x4");
        let shape = Shape::new(&[4; 4]).ok();
        let tesseract = Options { shape, ..Options::default() };
        let (variant, shape) = of_boards(16, (4, 4), [true, false], &tesseract).unwrap();
        assert_eq!((variant.name, shape.to_string().as_str()), ("tesseract", "4x4x4x4"));
        assert!(of_boards(4, (4, 4), [true, false], &tesseract).is_err());
    }
}
