//! FEN of any dimension, as in
//! `4/4/PPPP/RNBQ|4/4/PPPP/KBNR|rnbq/pppp/4/4|kbnr/pppp/4/4 w 0 1`.
//!
//! ```text
//! fen    = boards (side (castling en-passant?)?)? (halfmove fullmove?)? opcodes?
//! boards = board ("|"+ board)*           third axis fastest, then the fourth …
//! board  = rank ("/" rank)*              the highest rank first
//! rank   = (piece | run)+                files in order
//! run    = number                        so many empty squares, no leading 0
//! ```
//!
//! The first board is the lowest level of a board of three axes, unless the
//! options say that levels are listed from the top.

use nom::Parser;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{anychar, one_of};
use nom::combinator::{eof, opt, peek, verify};
use nom::error::context;
use nom::sequence::{preceded, terminated};

use super::error::{Furthest, ParseError, Parsed, place};
use super::fit::{self, Misfit};
use super::grid::{Cell, Grid, Level, Row, Size, Words, asked_for, too_many_squares};
use super::lexemes::{self, is_space, number, space};
use super::opcodes::{self, Opcode};
use super::options::Options;
use crate::naming::Naming;
use crate::piece::{Kind, Piece, Side};
use crate::setup::{Castling, Setup};
use crate::shape::{MAX_SQUARES, Shape, Square};
use crate::variant::Variant;

const WORDS: Words = Words { row: "rank", level: "board", between: None };
const CELL: &str = "a piece (KQRBNP, kqrbnp) or a number of empty squares";

/// Reads a board; nothing but opcodes and white space may follow it.
pub(super) fn read(text: &str, options: &Options) -> Result<Setup, ParseError> {
    let (setup, opcodes) = read_epd(text, options)?;
    opcodes::stand_once(text, &opcodes, &["variant", "shape"])?;
    opcodes.iter().try_for_each(|opcode| opcode.check(text))?;
    Ok(setup)
}

/// Reads a position and the opcodes after it, if there are any. Those named
/// `variant` and `shape` say how the board is to be read where the options do
/// not; whether they name any is for [`Opcode::check`] to tell.
///
/// # Errors
/// If the text is no position with opcodes.
pub fn read_epd<'a>(
    text: &'a str,
    options: &Options,
) -> Result<(Setup, Vec<Opcode<'a>>), ParseError> {
    let options = if text.contains(';') { &opcodes::declared(text, options) } else { options };
    let (rest, grid) = boards(space(text)).map_err(|error| place(text, error))?;
    let mut setup = pieces(&grid, text, options)?;
    let (rest, next) = fields(rest, &mut setup).map_err(|error| place(text, error))?;
    setup.side = options.side.unwrap_or(setup.side);
    let rest = space(rest);
    if rest.is_empty() {
        return Ok((setup, Vec::new()));
    }
    if rest.contains([';', '"']) && rest.starts_with(|char: char| char.is_ascii_alphabetic()) {
        let opcodes = opcodes::read(text, text.len() - rest.len())?;
        return Ok((setup, opcodes));
    }
    let fault = Furthest::new(rest, next).found(first_word(rest)).over(word_length(rest));
    Err(fault.hint(tail(setup.variant)).place(text))
}

/// What may follow the boards, for a message.
fn tail(variant: &Variant) -> String {
    let special = if variant.castling { "castling rights and en passant square, " } else { "" };
    format!(
        "after the boards: the side to move, {special}the two counters; then any opcodes, each \
         with ';' at its end"
    )
}

/// Writes any board.
pub(super) fn write(setup: &Setup, top_first: bool) -> String {
    let mut text = boards_text(setup, top_first);
    text.push(' ');
    text.push(setup.side.letter());
    if setup.variant.castling {
        let naming = Naming::new(setup.variant, &setup.shape);
        let passed = setup.en_passant.map_or_else(|| "-".into(), |square| naming.square(square));
        text += &format!(" {} {passed}", setup.castling.fen());
    }
    text + &format!(" {} {}", setup.halfmove, setup.fullmove)
}

/// The boards of a setup, without side and counters.
fn boards_text(setup: &Setup, top_first: bool) -> String {
    let (width, height) = (setup.shape.side(0), setup.shape.side(1));
    let board = |squares: &[Option<Piece>]| {
        let ranks: Vec<String> = squares.chunks(width).rev().map(rank_text).collect();
        ranks.join("/")
    };
    let mut boards: Vec<String> = setup.squares.chunks(width * height).map(board).collect();
    if reversed(&setup.shape, top_first) {
        boards.reverse();
    }
    boards.join("|")
}

fn rank_text(squares: &[Option<Piece>]) -> String {
    let run = |empty: usize| if empty > 0 { empty.to_string() } else { String::new() };
    let mut text = String::new();
    let mut empty = 0;
    for square in squares {
        match square {
            None => empty += 1,
            Some(piece) => {
                text += &run(std::mem::take(&mut empty));
                text.push(piece.letter());
            }
        }
    }
    text + &run(empty)
}

/// Whether the boards are listed from the last one on.
fn reversed(shape: &Shape, top_first: bool) -> bool {
    top_first && shape.axes() == 3
}

fn boards(at: &str) -> Parsed<'_, Grid<'_>> {
    let mut bars = preceded(take_while(blank), take_while1(|char| char == '|'));
    let mut levels: Vec<Level> = Vec::new();
    let mut squares = 0;
    let mut rest = at;
    loop {
        let (end, level) = board(rest)?;
        squares += level.rows.iter().map(|row| row.cells.len()).sum::<usize>();
        if squares > 2 * MAX_SQUARES {
            return too_many_squares(rest).hard();
        }
        levels.push(level);
        let separator: Parsed<'_, _> = bars.parse(end);
        match separator {
            Ok((after, _)) => rest = after.trim_start_matches(blank),
            Err(_) => {
                boundary(end)?;
                return Ok((end, Grid { levels, at, end, words: &WORDS, named: None }));
            }
        }
    }
}

fn blank(char: char) -> bool {
    matches!(char, ' ' | '\t')
}

/// After the boards stands a space or nothing.
fn boundary(at: &str) -> Parsed<'_, ()> {
    let space = verify(anychar, |&char| is_space(char)).map(|_| ());
    let end = eof.map(|_| ());
    let found: Parsed<'_, ()> = peek(space.or(end)).parse(at);
    found.or_else(|_| Furthest::new(at, format!("{CELL}, '/', '|' or a space")).hard())
}

fn board(at: &str) -> Parsed<'_, Level<'_>> {
    let mut rows = Vec::new();
    let mut squares = 0;
    let mut rest = at;
    loop {
        let (end, row) = rank(rest)?;
        squares += row.cells.len();
        if squares > 2 * MAX_SQUARES {
            return too_many_squares(rest).hard();
        }
        rows.push(row);
        match end.strip_prefix('/') {
            Some(after) => rest = after,
            None => return Ok((end, Level { rows, at, end })),
        }
    }
}

fn rank(at: &str) -> Parsed<'_, Row<'_>> {
    let mut cells = Vec::new();
    let mut rest = at;
    while cells.len() <= MAX_SQUARES {
        let Ok((after, found)) = cell(rest) else { break };
        let run = found.run.unwrap_or(1);
        cells.extend(std::iter::repeat_n(found, run));
        rest = after;
    }
    if cells.is_empty() || rest.starts_with(|char: char| char.is_ascii_digit()) {
        cell(rest)?;
    }
    Ok((rest, Row { cells, at, end: rest }))
}

/// A piece, or a run of empty squares.
fn cell(at: &str) -> Parsed<'_, Cell<'_>> {
    if at.starts_with(|char: char| char.is_ascii_digit()) {
        let (rest, run) = number(MAX_SQUARES).parse(at)?;
        if at.starts_with('0') {
            return Furthest::new(at, "a number of empty squares that does not begin with 0")
                .hard();
        }
        return Ok((rest, Cell { piece: None, at, run: Some(run) }));
    }
    let (rest, piece) = context(CELL, anychar.map_opt(Piece::from_letter)).parse(at)?;
    Ok((rest, Cell { piece: Some(piece), at, run: None }))
}

/// The pieces on the board that the grid means.
fn pieces(grid: &Grid<'_>, text: &str, options: &Options) -> Result<Setup, ParseError> {
    let asked = options.shape.map(|shape| (shape.side(0), shape.side(1)));
    let plane = asked.unwrap_or_else(|| {
        let width = grid.usual_row();
        (width, grid.usual_rows(width))
    });
    let size = Size { plane, levels: grid.levels.len() };
    if let Some(fault) = grid.fault(&size) {
        let reason = options.shape.as_ref().map(asked_for);
        let fault = reason.iter().fold(fault, |fault, reason| fault.hint_if_none(reason));
        return Err(fault.place(text));
    }
    let kinds = [Kind::Pawn, Kind::Unicorn].map(|kind| grid.has(kind));
    let (variant, shape) =
        fit::of_boards(grid.levels.len(), plane, kinds, options).map_err(|misfit: Misfit| {
            misfit.at(grid.at).over(grid.at.len() - grid.end.len()).place(text)
        })?;
    if let Some(fault) = grid.stranger(variant, &shape) {
        return Err(fault.place(text));
    }
    let mut setup = Setup::empty(variant, shape);
    grid.put(&mut setup, reversed(&shape, options.top_first));
    Ok(setup)
}

/// The fields after the boards, as far as there are any; and what could follow
/// them.
fn fields<'a>(at: &'a str, setup: &mut Setup) -> Parsed<'a, &'static str> {
    let (rest, side) = opt(field(side)).parse(at)?;
    setup.side = side.unwrap_or(Side::White);
    let (rest, castling) = match side {
        Some(_) => opt(field(castling)).parse(rest)?,
        None => (rest, None),
    };
    let (rest, passed) = match castling {
        Some(_) => opt(field(passed_square(setup))).parse(rest)?,
        None => (rest, None),
    };
    if castling.is_some_and(|castling| castling != Castling::NONE)
        && !setup.variant.castles_on(&setup.shape)
    {
        return no_castling(at, setup.variant);
    }
    setup.castling = castling.unwrap_or_default();
    setup.en_passant = passed.flatten();
    let (rest, halfmove) = opt(field(counter)).parse(rest)?;
    let (rest, fullmove) = match halfmove {
        Some(_) => opt(field(counter)).parse(rest)?,
        None => (rest, None),
    };
    setup.halfmove = halfmove.unwrap_or(0);
    setup.fullmove = fullmove.unwrap_or(1);
    let special = setup.variant.castling;
    let next = match (side, castling, passed, halfmove, fullmove) {
        (None, .., None, _) => "the side to move, 'w' or 'b'",
        (Some(_), None, _, None, _) if special => "castling rights such as KQkq, or '-'",
        (_, Some(_), None, None, _) => "the en passant square, or '-'",
        (_, _, _, None, _) => "the half-moves since a capture or a pawn's move",
        (.., None) => "the number of the move",
        _ => "the end of the position",
    };
    Ok((rest, next))
}

fn no_castling<'a, T>(at: &'a str, variant: &'static Variant) -> Parsed<'a, T> {
    let rights = space(&space(at)[1..]);
    let expected = format!("no castling rights: {} has no castling", fit::article(variant));
    Furthest::new(rights, expected).found(first_word(rights)).over(word_length(rights)).hard()
}

/// A field: white space, then a word that the parser takes whole.
fn field<'a, T>(
    word: impl Parser<&'a str, Output = T, Error = Furthest<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Furthest<'a>> {
    let end = peek(eof.map(|_| ()).or(verify(anychar, |&char| is_space(char)).map(|_| ())));
    preceded(take_while1(is_space), terminated(word, end))
}

fn side(at: &str) -> Parsed<'_, Side> {
    let side = |letter| if letter == 'w' { Side::White } else { Side::Black };
    one_of("wb").map(side).parse(at)
}

fn castling(at: &str) -> Parsed<'_, Castling> {
    let none = nom::character::complete::char('-').map(|_| Castling::NONE);
    let rights = take_while1(|char| "KQkq".contains(char)).map(|letters: &str| {
        let mut castling = Castling::NONE;
        for letter in letters.chars() {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            castling.grant(side, letter.eq_ignore_ascii_case(&'k'));
        }
        castling
    });
    none.or(rights).parse(at)
}

/// The square passed over by a pawn, or `-`.
fn passed_square<'a>(
    setup: &Setup,
) -> impl Parser<&'a str, Output = Option<Square>, Error = Furthest<'a>> + use<'a> {
    let naming = Naming::new(setup.variant, &setup.shape);
    let none = nom::character::complete::char('-').map(|_| None);
    none.or(lexemes::square(&naming).map(Some))
}

fn counter(at: &str) -> Parsed<'_, u16> {
    let (rest, counter) = number(u16::MAX.into()).parse(at)?;
    Ok((rest, u16::try_from(counter).unwrap_or(u16::MAX)))
}

/// The first word of a text, to be quoted.
fn first_word(text: &str) -> String {
    lexemes::shorten(&text[..word_length(text)])
}

fn word_length(text: &str) -> usize {
    text.find(is_space).unwrap_or(text.len())
}
