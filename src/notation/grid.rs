//! Levels of rows of cells, as every board notation lists them, each with its
//! place in the text; and the checks that make a board of them.
//!
//! A place is the rest of the text from there on: nom hands that out for free,
//! and it becomes an offset only when there is a fault to report.

use super::error::{Furthest, ParseError};
use super::fit::{self, Misfit};
use super::lexemes;
use super::options::Options;
use crate::piece::{Kind, Piece};
use crate::setup::Setup;
use crate::shape::Shape;
use crate::variant::Variant;

/// What stands on a square, and where the text says so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<'a> {
    pub piece: Option<Piece>,
    pub at: &'a str,
    /// The length of the run of empty squares it belongs to, in FEN.
    pub run: Option<usize>,
}

/// A row of squares, files in order.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    pub cells: Vec<Cell<'a>>,
    pub at: &'a str,
    pub end: &'a str,
}

impl Row<'_> {
    fn written(&self) -> usize {
        self.at.len() - self.end.len()
    }
}

/// A level: its rows, the highest rank first.
#[derive(Clone, Debug)]
pub(super) struct Level<'a> {
    pub rows: Vec<Row<'a>>,
    pub at: &'a str,
    pub end: &'a str,
}

/// How a notation calls rows and levels.
#[derive(Debug)]
pub(super) struct Words {
    pub row: &'static str,
    pub level: &'static str,
    /// What separates levels, where a forgotten separator is likely.
    pub between: Option<&'static str>,
}

/// A board as listed.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    pub levels: Vec<Level<'a>>,
    pub at: &'a str,
    pub end: &'a str,
    pub words: &'static Words,
    /// The side length that the text names.
    pub named: Option<usize>,
}

/// The lengths that a listed board must have.
#[derive(Debug)]
pub(super) struct Size {
    /// Squares in a row, rows in a level.
    pub plane: (usize, usize),
    /// Levels.
    pub levels: usize,
}

impl<'a> Grid<'a> {
    /// The rows in order.
    fn rows(&self) -> impl Iterator<Item = &Row<'a>> + Clone {
        self.levels.iter().flat_map(|level| &level.rows)
    }

    /// The cells in order.
    fn cells(&self) -> impl Iterator<Item = &Cell<'a>> {
        self.rows().flat_map(|row| &row.cells)
    }

    /// Whether a kind of piece stands on it.
    pub fn has(&self, kind: Kind) -> bool {
        self.cells().any(|cell| cell.piece.is_some_and(|piece| piece.kind == kind))
    }

    /// The row length that most rows have; of equals, the one seen first.
    pub fn usual_row(&self) -> usize {
        most_common(self.rows().map(|row| row.cells.len()))
    }

    /// The number of rows that most levels have, in doubt `prefer`.
    pub fn usual_rows(&self, prefer: usize) -> usize {
        let counts = self.levels.iter().map(|level| level.rows.len());
        let usual = most_common(counts.clone());
        let times = |wanted: usize| counts.clone().filter(|&count| count == wanted).count();
        if times(prefer) == times(usual) { prefer } else { usual }
    }

    /// The first thing in the order of the text that does not fit.
    pub fn fault(&self, size: &Size) -> Option<Furthest<'a>> {
        let within = |(index, level)| self.level_fault(index, level, size);
        let fault = self.levels.iter().enumerate().take(size.levels).find_map(within);
        fault.or_else(|| self.count_fault(size))
    }

    fn level_fault(&self, index: usize, level: &Level<'a>, size: &Size) -> Option<Furthest<'a>> {
        let (width, height) = size.plane;
        let rows = level.rows.iter().take(height);
        if let Some(fault) = rows.into_iter().find_map(|row| self.row_fault(row, width)) {
            return Some(fault);
        }
        let (place, over) = match level.rows.get(height) {
            Some(surplus) => (surplus.at, surplus.written()),
            None if level.rows.len() < height => (level.end, 1),
            None => return None,
        };
        let Words { row, level: noun, between } = self.words;
        let found = format!("{noun} {} with {}", index + 1, count(level.rows.len(), row));
        let fault = Furthest::new(place, count(height, row)).found(found).over(over);
        let between = between.filter(|_| level.rows.len() > height);
        Some(between.into_iter().fold(fault, Furthest::hint))
    }

    fn row_fault(&self, row: &Row<'a>, width: usize) -> Option<Furthest<'a>> {
        let found = || format!("a {} of {}", self.words.row, count(row.cells.len(), "square"));
        let squares = || count(width, "square");
        match row.cells.get(width) {
            Some(Cell { at, run: Some(run), .. }) => {
                let before = row.cells.iter().take_while(|cell| cell.at.len() > at.len()).count();
                let left = width.saturating_sub(before);
                let expected = format!("at most {left} before the edge of the board");
                let found = format!("a run of {} empty squares", run);
                Some(Furthest::new(at, expected).found(found).over(run.to_string().len()))
            }
            Some(surplus) => {
                let over = surplus.at.len() - row.end.len();
                Some(Furthest::new(surplus.at, squares()).found(found()).over(over))
            }
            None if row.cells.len() < width => {
                Some(Furthest::new(row.at, squares()).found(found()).over(row.written()))
            }
            None => None,
        }
    }

    fn count_fault(&self, size: &Size) -> Option<Furthest<'a>> {
        let noun = self.words.level;
        let expected = count(size.levels, noun);
        if let Some(surplus) = self.levels.get(size.levels) {
            let found = format!("a {} {noun}", ordinal(size.levels + 1));
            let over = surplus.at.len() - surplus.end.len();
            return Some(Furthest::new(surplus.at, expected).found(found).over(over));
        }
        (self.levels.len() < size.levels).then(|| {
            let found = format!("the end of the board after {}", count(self.levels.len(), noun));
            Furthest::new(self.end, expected).found(found).over(1)
        })
    }

    /// The first piece that the variant lacks.
    pub fn stranger(&self, variant: &'static Variant, shape: &Shape) -> Option<Furthest<'a>> {
        let lacks = |piece: Piece| !variant.kinds.contains(&piece.kind);
        let cell = self.cells().find(|cell| cell.piece.is_some_and(lacks))?;
        let kind = cell.piece?.kind;
        let letters: String = variant.kinds.iter().map(|kind| kind.letter()).collect();
        let expected =
            format!("one of {letters} ({} has no {}s)", fit::article(variant), kind.name());
        let fault = Furthest::new(cell.at, expected);
        Some(match fit::who_has(kind, shape) {
            Some(hint) => fault.hint(hint),
            None => fault,
        })
    }

    /// Puts the pieces on a board whose boards or levels are numbered as
    /// listed, or from the last one if `top_first`.
    pub fn put(&self, setup: &mut Setup, top_first: bool) {
        let (width, height) = (setup.shape.side(0), setup.shape.side(1));
        let last = self.levels.len() - 1;
        for (index, level) in self.levels.iter().enumerate() {
            let outer = if top_first { last - index } else { index };
            for (down, row) in level.rows.iter().enumerate() {
                let start = (outer * height + height - 1 - down) * width;
                for (file, cell) in row.cells.iter().enumerate() {
                    setup.squares[start + file] = cell.piece;
                }
            }
        }
    }

    /// What says how long the axes are, as a hint.
    fn reason(&self, n: usize, options: &Options) -> String {
        match (options.shape, self.named) {
            (Some(shape), _) => asked_for(&shape),
            (None, Some(n)) => format!("the text names n = {n}"),
            (None, None) => format!("a cube of side {n} has {n} levels of {n} rows of {n} squares"),
        }
    }

    /// The board of the cube notations: levels from top to bottom, as many as
    /// a row has squares unless the options name a shape.
    pub fn into_setup(self, text: &str, options: &Options) -> Result<Setup, ParseError> {
        let place = |misfit: Misfit| misfit.at(self.at).place(text);
        let n = self.named.unwrap_or_else(|| self.usual_row());
        let pieces = [Kind::Pawn, Kind::Unicorn].map(|kind| self.has(kind));
        let (variant, shape) = fit::of_levels(n, pieces, options).map_err(place)?;
        let levels = if shape.axes() == 2 { 1 } else { shape.side(2) };
        let size = Size { plane: (shape.side(0), shape.side(1)), levels };
        if let Some(fault) = self.fault(&size) {
            return Err(fault.hint_if_none(&self.reason(n, options)).place(text));
        }
        if let Some(fault) = self.stranger(variant, &shape) {
            return Err(fault.place(text));
        }
        let mut setup = Setup::empty(variant, shape);
        setup.side = options.side.unwrap_or(setup.side);
        self.put(&mut setup, true);
        Ok(setup)
    }
}

/// The hint that a shape was asked for.
pub(super) fn asked_for(shape: &Shape) -> String {
    format!("the shape {shape} was asked for")
}

/// The rows of a board of the cube notations as they are listed: levels from
/// top to bottom, each row of letters and `#`. None if it is not such a board.
pub(super) fn list(setup: &Setup) -> Option<Vec<Vec<String>>> {
    let shape = &setup.shape;
    if shape.axes() > 3 {
        return None;
    }
    let levels = if shape.axes() == 2 { 1 } else { shape.side(2) };
    let letter = |&cell: &Option<Piece>| cell.map_or('#', Piece::letter);
    let rows: Vec<String> =
        setup.squares.chunks(shape.side(0)).map(|row| row.iter().map(letter).collect()).collect();
    let level = |level: usize| {
        let start = level * shape.side(1);
        rows[start..start + shape.side(1)].iter().rev().cloned().collect()
    };
    Some((0..levels).rev().map(level).collect())
}

/// A failure because a text lists more squares than any board has.
pub(super) fn too_many_squares(at: &str) -> Furthest<'_> {
    let most = crate::shape::MAX_SQUARES;
    Furthest::new(at, format!("the end of the board: no board has more than {most}"))
        .found(format!("more than {most} squares"))
}

/// The cell that a letter names.
pub(super) fn letter(char: char, at: &str) -> Option<Cell<'_>> {
    lexemes::cell(char, true).map(|piece| Cell { piece, at, run: None })
}

/// `1 row`, `3 rows`.
pub(super) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// `1st`, `2nd`, `3rd`, `4th`.
fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The number that occurs most often; of equals, the one seen first.
pub(super) fn most_common(numbers: impl Iterator<Item = usize> + Clone) -> usize {
    let mut tally: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match tally.iter_mut().find(|(seen, _)| *seen == number) {
            Some((_, times)) => *times += 1,
            None => tally.push((number, 1)),
        }
    }
    let most = tally.iter().map(|&(_, times)| times).max();
    tally.iter().find(|&&(_, times)| Some(times) == most).map_or(0, |&(number, _)| number)
}
