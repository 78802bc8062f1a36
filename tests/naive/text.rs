//! Just enough reading and writing for the test data: the FEN of any
//! dimension, the cube notation in brackets, and moves with their squares in
//! full. Everything is trusted to be right and panics otherwise.

use super::{Play, legal_moves};
use hypermate::piece::{Kind, Piece, Side};
use hypermate::setup::Setup;
use hypermate::shape::{Shape, Square};
use hypermate::variant::Variant;

/// A variant by its name, which must exist.
pub fn variant(name: &str) -> &'static Variant {
    Variant::named(name).unwrap_or_else(|| panic!("no variant is called {name}"))
}

/// Reads a FEN: boards with the third axis fastest, the highest rank first;
/// then side, in chess castling and en passant, and the counters.
pub fn fen(variant: &'static Variant, shape: &str, text: &str) -> Setup {
    let shape: Shape = shape.parse().expect("a shape");
    let mut setup = Setup::empty(variant, shape);
    let mut fields = text.split_whitespace();
    let cells: Vec<Option<Piece>> = fields
        .next()
        .expect("boards")
        .split('|')
        .flat_map(|board| board.split('/').rev().flat_map(rank).collect::<Vec<_>>())
        .collect();
    assert_eq!(cells.len(), shape.squares(), "squares in {text}");
    setup.squares = cells;
    setup.side = match fields.next() {
        Some("b") => Side::Black,
        Some("w") | None => Side::White,
        Some(other) => panic!("{other} is no side"),
    };
    if variant.name == "chess" {
        read_castling(&mut setup, fields.next().unwrap_or("-"));
        setup.en_passant =
            fields.next().filter(|&name| name != "-").map(|name| square(&shape, name));
    }
    setup.halfmove = fields.next().map_or(0, |number| number.parse().expect("a number"));
    setup.fullmove = fields.next().map_or(1, |number| number.parse().expect("a number"));
    setup
}

/// Grants the rights that FEN letters name.
fn read_castling(setup: &mut Setup, letters: &str) {
    for letter in letters.chars().filter(|&letter| letter != '-') {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        setup.castling.grant(side, letter.eq_ignore_ascii_case(&'k'));
    }
}

/// The cells of one rank.
fn rank(text: &str) -> Vec<Option<Piece>> {
    let mut cells = Vec::new();
    let mut run = 0;
    for sign in text.chars() {
        match sign.to_digit(10) {
            Some(digit) => run = run * 10 + digit as usize,
            None => {
                cells.resize(cells.len() + run, None);
                run = 0;
                cells.push(Some(Piece::from_letter(sign).expect("a piece")));
            }
        }
    }
    cells.resize(cells.len() + run, None);
    cells
}

/// Writes the FEN of a board.
pub fn to_fen(setup: &Setup) -> String {
    let shape = &setup.shape;
    let (width, height) = (shape.side(0), shape.side(1));
    let boards: Vec<String> = setup
        .squares
        .chunks(width * height)
        .map(|board| board.chunks(width).rev().map(rank_to_fen).collect::<Vec<_>>().join("/"))
        .collect();
    let mut text = format!("{} {}", boards.join("|"), setup.side.letter());
    if setup.variant.name == "chess" {
        let passed = setup.en_passant.map_or("-".into(), |square| name(shape, square));
        text += &format!(" {} {passed}", setup.castling.fen());
    }
    text + &format!(" {} {}", setup.halfmove, setup.fullmove)
}

/// One rank, runs of empty squares as numbers.
fn rank_to_fen(cells: &[Option<Piece>]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for cell in cells {
        match cell {
            None => run += 1,
            Some(piece) => {
                if run > 0 {
                    text += &run.to_string();
                    run = 0;
                }
                text.push(piece.letter());
            }
        }
    }
    if run > 0 {
        text += &run.to_string();
    }
    text
}

/// A board and its rules in one line, for the message of a test that fails.
pub fn describe(setup: &Setup) -> String {
    format!("{} {} {}", setup.variant.name, setup.shape, to_fen(setup))
}

/// Reads the cube notation in brackets: levels from the top, rows from the
/// back, `#` for an empty square; White to move.
pub fn cube(text: &str) -> Setup {
    let levels: Vec<&str> = text.trim_matches(['[', ']']).split("],[").collect();
    let n = levels.len();
    let shape = Shape::new(&[n, n, n]).expect("a cube");
    let mut setup = Setup::empty(variant("cube"), shape);
    for (level, rows) in levels.iter().rev().enumerate() {
        for (rank, row) in rows.split(',').rev().enumerate() {
            assert_eq!(row.len(), n, "cells in {row} of {text}");
            for (file, letter) in row.chars().enumerate() {
                let square = shape.square(&[file, rank, level]).expect("n rows of n letters");
                let piece = (letter != '#').then(|| Piece::from_letter(letter).expect("a piece"));
                setup.put(square, piece);
            }
        }
    }
    setup
}

/// Reads a square whose coordinates have one digit each, however they are
/// set apart: `e4`, `a1[0,1]`, `a1@01`, `c2(I)`.
pub fn square(shape: &Shape, name: &str) -> Square {
    let at: Vec<usize> = match name.split_once('(') {
        Some((plane, level)) => {
            let level = ["I)", "II)", "III)", "IV)"].iter().position(|&each| each == level);
            [digits(plane), vec![level.expect("a level up to IV")]].concat()
        }
        None => digits(name),
    };
    shape.square(&at).unwrap_or_else(|| panic!("{name} is no square of {shape}"))
}

/// The file's letter, the rank from 1 and the rest from 0, all as from 0.
fn digits(name: &str) -> Vec<usize> {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .enumerate()
        .map(|(axis, sign)| match axis {
            0 => sign as usize - 'a' as usize,
            1 => sign as usize - '1' as usize,
            _ => sign as usize - '0' as usize,
        })
        .collect()
}

/// Writes a square as `e4` or `a1[0,1]`.
pub fn name(shape: &Shape, square: Square) -> String {
    let at = shape.coord(square);
    let outer: Vec<String> = at.as_slice()[2..].iter().map(u16::to_string).collect();
    let plane = format!("{}{}", char::from(b'a' + at[0] as u8), at[1] + 1);
    if outer.is_empty() { plane } else { format!("{plane}[{}]", outer.join(",")) }
}

/// Reads a move as `Ra1[0,0]-a1[0,1]`, `x` for a capture, `=Q`; it must be
/// legal, and a capture if and only if it says so.
pub fn play(setup: &Setup, text: &str) -> Play {
    let (body, promotion) = match text.trim_end_matches(['+', '#']).split_once('=') {
        Some((body, letter)) => (body, letter.chars().next().and_then(Kind::from_letter)),
        None => (text.trim_end_matches(['+', '#']), None),
    };
    let (from, to) = body.split_once(['-', 'x']).expect("two squares");
    let letter = from.chars().next().filter(char::is_ascii_uppercase);
    let kind = letter.map_or(Kind::Pawn, |letter| Kind::from_letter(letter).expect("a kind"));
    let from = square(&setup.shape, from.trim_start_matches(char::is_uppercase));
    let to = square(&setup.shape, to);
    assert_eq!(body.contains('x'), setup.piece(to).is_some(), "whether {text} captures");
    legal_moves(setup)
        .into_iter()
        .find(|play| (play.from, play.to, play.kind, play.promotion) == (from, to, kind, promotion))
        .unwrap_or_else(|| panic!("{text} is not legal in {}", describe(setup)))
}
