//! Boards in JSON: nested arrays of letters or integers, a string that holds a
//! board in any notation, or an object with either under `"board"`.
//!
//! ```text
//! document = object | array ("," array)* | string
//! object   = "{" (member ("," member)*)? "}"
//! member   = string ":" value      of which board, n, variant, shape and
//!                                  side are looked at, the rest skipped
//! array    = "[" item ("," item)* "]"
//! item     = array | string | integer
//! ```
//!
//! Parsed here and not by a JSON library so that a fault inside a string keeps
//! its place in the text.

use std::borrow::Cow;
use std::collections::BTreeSet;

use nom::Parser;

use super::error::{Furthest, ParseError, Parsed, place};
use super::grid::{self, Cell, Row};
use super::lexemes::{self, is_integer, is_space, shorten, space};
use super::options::{Legend, Options};
use super::strings::{self, Quoted};
use super::tree::{self, List, Syntax};
use super::{Notation, fen, fit};
use crate::piece::Side;
use crate::setup::Setup;
use crate::shape::{MAX_SQUARES, Shape};
use crate::variant::Variant;

const ITEM: &str = "a string, an integer or '['";

/// Reads a board; nothing but white space may follow it.
pub(super) fn read(text: &str, options: &Options) -> Result<Setup, ParseError> {
    let failed = |error| place(text, error);
    let start = space(text);
    let (rest, record) = if start.starts_with('{') {
        object(start, options).map_err(failed)?
    } else {
        let (rest, board) = board(start, &options.legend, false).map_err(failed)?;
        (rest, Record { board: Some(board), ..Record::default() })
    };
    if !space(rest).is_empty() {
        return Err(Furthest::new(space(rest), "the end of the board").place(text));
    }
    record.into_setup(text, start, options)
}

/// Writes any board as an object with its variant, shape and whole FEN.
pub(super) fn write(setup: &Setup, options: &Options) -> String {
    let sides: Vec<String> = setup.shape.sides().iter().map(u16::to_string).collect();
    format!(
        r#"{{"variant":"{}","shape":[{}],"board":"{}","side":"{}"}}"#,
        setup.variant.name,
        sides.join(","),
        fen::write(setup, options.top_first),
        setup.side.name(),
    )
}

/// Writes a board of two or three axes as an array of levels, each an array of
/// rows.
pub(super) fn write_array(setup: &Setup) -> Option<String> {
    let row = |row: &String| format!("\"{row}\"");
    let level =
        |rows: Vec<String>| format!("[{}]", rows.iter().map(row).collect::<Vec<_>>().join(","));
    let levels: Vec<String> = grid::list(setup)?.into_iter().map(level).collect();
    Some(format!("[{}]", levels.join(",")))
}

/// A board as JSON gives it.
enum Board<'a> {
    Lists(List<'a>),
    Text(Quoted<'a>),
}

/// What an object says of a board.
#[derive(Default)]
struct Record<'a> {
    board: Option<Board<'a>>,
    n: Option<usize>,
    variant: Option<&'static Variant>,
    shape: Option<Shape>,
    side: Option<Side>,
}

impl Record<'_> {
    fn into_setup(self, text: &str, start: &str, options: &Options) -> Result<Setup, ParseError> {
        let Some(board) = self.board else {
            let fault =
                Furthest::new(start, "a field \"board\"").found("an object without a board");
            return Err(fault.place(text));
        };
        let options = Options {
            variant: options.variant.or(self.variant),
            shape: options.shape.or(self.shape),
            side: options.side.or(self.side),
            ..options.clone()
        };
        match board {
            Board::Lists(lists) => tree::grid(lists, self.n, true)
                .map_err(|fault| fault.place(text))?
                .into_setup(text, &options),
            Board::Text(quoted) => read_quoted(&quoted, text, &options),
        }
    }
}

/// Reads a board in any other notation from a string.
fn read_quoted(quoted: &Quoted, text: &str, options: &Options) -> Result<Setup, ParseError> {
    let inner = quoted.decode();
    let notation = match Notation::recognise(&inner) {
        Notation::Json | Notation::Array if inner.contains('"') || inner.contains('{') => {
            let fault = Furthest::new(quoted.at, "a board in another notation");
            return Err(fault.found("JSON inside a string").place(text));
        }
        notation => notation,
    };
    notation.read(&inner, options).map_err(|inner| {
        let at = quoted.place_of(inner.offset);
        let length = inner.length.min(at.len());
        let mut fault = Furthest::new(at, inner.expected).found(inner.found).over(length);
        if let Some(hint) = inner.hint {
            fault = fault.hint(hint);
        }
        fault.place(text)
    })
}

/// A board: a string or arrays; `within` an object, a single array.
fn board<'a>(at: &'a str, legend: &Legend, within: bool) -> Parsed<'a, Board<'a>> {
    if at.starts_with('"') {
        return strings::quoted.map(Board::Text).parse(at);
    }
    let word = |at| item(at, legend);
    let syntax = Syntax { word: &word, expects: ITEM, commas: true };
    let arrays = if within { syntax.one(at) } else { syntax.lists(at) };
    arrays.map(|(rest, lists)| (rest, Board::Lists(lists)))
}

/// A string of cells, or an integer for a single one.
fn item<'a>(at: &'a str, legend: &Legend) -> Parsed<'a, Row<'a>> {
    match at.chars().next() {
        Some('"') => letters(at),
        Some('-' | '+' | '.' | '0'..='9') => integer(at, legend),
        _ => Furthest::new(at, ITEM).hard(),
    }
}

fn letters(at: &str) -> Parsed<'_, Row<'_>> {
    let (end, quoted) = strings::quoted(at)?;
    let mut cells = Vec::new();
    for (place, char) in quoted.chars() {
        match grid::letter(char, place) {
            Some(cell) if cells.len() <= 2 * MAX_SQUARES => cells.push(cell),
            Some(_) => return grid::too_many_squares(at).hard(),
            None => return Furthest::new(place, lexemes::CELL).hard(),
        }
    }
    if cells.is_empty() {
        return Furthest::new(at, lexemes::CELL).found("an empty string").hard();
    }
    Ok((end, Row { cells, at, end }))
}

fn integer<'a>(at: &'a str, legend: &Legend) -> Parsed<'a, Row<'a>> {
    let within = |char: char| char.is_ascii_alphanumeric() || "+-._".contains(char);
    let (written, end) = at.split_at(at.find(|char| !within(char)).unwrap_or(at.len()));
    let code = written.parse().ok().filter(|_| is_integer(written));
    let Some(piece) = code.and_then(|code| legend.cell(code)) else {
        return Furthest::new(at, "an integer of the legend")
            .found(shorten(written))
            .over(written.len())
            .hint(legend.in_words())
            .hard();
    };
    Ok((end, Row { cells: vec![Cell { piece, at, run: None }], at, end }))
}

/// An object; members of other names are skipped.
fn object<'a>(at: &'a str, options: &Options) -> Parsed<'a, Record<'a>> {
    let mut record = Record::default();
    let mut names = BTreeSet::new();
    let mut rest = space(&at[1..]);
    if let Some(outside) = rest.strip_prefix('}') {
        return Ok((outside, record));
    }
    loop {
        rest = member(rest, &mut record, &mut names, options)?.0;
        rest = space(rest);
        if let Some(outside) = rest.strip_prefix('}') {
            return Ok((outside, record));
        }
        let Some(more) = rest.strip_prefix(',') else {
            return Furthest::new(rest, "',' or '}'").hard();
        };
        rest = space(more);
    }
}

fn member<'a>(
    at: &'a str,
    record: &mut Record<'a>,
    names: &mut BTreeSet<Cow<'a, str>>,
    options: &Options,
) -> Parsed<'a, ()> {
    if !at.starts_with('"') {
        return Furthest::new(at, "a field name in double quotes").hard();
    }
    let (rest, quoted) = strings::quoted(at)?;
    let name = quoted.decode();
    if !names.insert(name.clone()) {
        let found = format!("a second field {}", shorten(&name));
        return Furthest::new(at, "each field once")
            .found(found)
            .over(at.len() - rest.len())
            .hard();
    }
    let Some(value) = space(rest).strip_prefix(':').map(space) else {
        return Furthest::new(space(rest), "':'").hard();
    };
    let null = value.starts_with("null");
    let rest = match &*name {
        "board" => keep(board(value, &options.legend, true)?, &mut record.board),
        "n" if !null => keep(side_length(value)?, &mut record.n),
        "variant" if !null => keep(variant(value)?, &mut record.variant),
        "shape" if !null => keep(shape(value)?, &mut record.shape),
        "side" if !null => keep(side(value)?, &mut record.side),
        _ => strings::skip_value(value)?.0,
    };
    Ok((rest, ()))
}

fn keep<'a, T>((rest, value): (&'a str, T), slot: &mut Option<T>) -> &'a str {
    *slot = Some(value);
    rest
}

fn side_length(at: &str) -> Parsed<'_, usize> {
    let stop = at.find(|char| is_space(char) || ",]}".contains(char)).unwrap_or(at.len());
    let (written, rest) = at.split_at(stop);
    let n = fit::side_length(written).filter(|_| is_integer(written));
    match n {
        Some(n) => Ok((rest, n)),
        None => Furthest::new(at, fit::side_lengths()).found(shorten(written)).over(stop).hard(),
    }
}

/// A string, one of those that `read` knows.
fn one_of<'a, T>(at: &'a str, expected: &str, read: impl Fn(&str) -> Option<T>) -> Parsed<'a, T> {
    let (rest, word) = strings::quoted(at)?;
    let word = word.decode();
    match read(&word) {
        Some(value) => Ok((rest, value)),
        None => {
            Furthest::new(at, expected).found(shorten(&word)).over(at.len() - rest.len()).hard()
        }
    }
}

fn variant(at: &str) -> Parsed<'_, &'static Variant> {
    one_of(at, "\"cube\", \"tesseract\", \"raumschach\" or \"chess\"", Variant::named)
}

fn side(at: &str) -> Parsed<'_, Side> {
    one_of(at, "\"white\" or \"black\"", super::side_named)
}

/// A shape, as an array of lengths or as a string.
fn shape(at: &str) -> Parsed<'_, Shape> {
    if at.starts_with('"') {
        return one_of(at, "a shape such as \"4x4x2x2\"", |text| text.parse().ok());
    }
    if !at.starts_with('[') {
        return Furthest::new(at, "a shape such as [4,4,2,2]").hard();
    }
    let (rest, inside) = strings::balanced(at)?;
    let lengths: Option<Vec<usize>> = inside
        .get(1..inside.len() - 1)
        .and_then(|list| list.split(',').map(|side| side.trim().parse().ok()).collect());
    match lengths.and_then(|lengths| Shape::new(&lengths).ok()) {
        Some(shape) => Ok((rest, shape)),
        None => Furthest::new(at, "a shape such as [4,4,2,2]").found(shorten(inside)).hard(),
    }
}
