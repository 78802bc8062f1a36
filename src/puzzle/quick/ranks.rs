//! FEN, read byte by byte without a branch on what the byte is.
//!
//! A text of ranks has *places*: the squares in the order in which FEN lists
//! them, and a separator after each rank. Every byte says by how many places
//! the reader moves on (a piece or a separator by one, a digit by its value)
//! and which places it may stand at. Faults are gathered along the way and
//! looked at once, at the end. Only boards with ranks of at most nine squares
//! are read here, where a run of empty squares is a single digit.

use super::planes::Planes;
use super::{Fields, Letters, NO_FIELDS};
use crate::piece::Side;
use crate::setup::{Castling, Setup};

/// The places of a board, and what bytes do.
pub(super) struct Ranks {
    places: Vec<Place>,
    /// How many places there are; the list is longer.
    count: usize,
    bytes: Box<[Meaning; 256]>,
    castles: bool,
}

/// A place of the text.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The square, if it is one.
    square: u16,
    /// How many squares the rank has from here on, 1 to 9; or which separator
    /// stands here.
    slot: u8,
}

/// What a byte does within the boards.
#[derive(Clone, Copy, Default)]
struct Meaning {
    /// How many places it takes; 0 for a byte that is part of no board.
    advance: u8,
    /// It may stand at slots from `least` to `least + more`.
    least: u8,
    more: u8,
    /// The piece's code, with [`PIECE`]; or [`RUN`].
    code: u8,
}

const SLASH: u8 = 0x40;
const BAR: u8 = 0x80;
const PIECE: u8 = 0x10;
const RUN: u8 = 0x20;

impl Ranks {
    /// The order of a board's squares; nothing if its ranks are too long.
    pub fn new(setup: &Setup, top_first: bool) -> Option<Self> {
        let shape = &setup.shape;
        let (width, height) = (shape.side(0), shape.side(1));
        let boards = shape.squares() / (width * height);
        if width > 9 {
            return None;
        }
        let mut places = Vec::new();
        for listed in 0..shape.squares() {
            let (board, rank, file) =
                (listed / (width * height), listed / width % height, listed % width);
            let level = if top_first && shape.axes() == 3 { boards - 1 - board } else { board };
            let square = ((level * height + height - 1 - rank) * width + file) as u16;
            if file == 0 && listed > 0 {
                places.push(Place { square: 0, slot: if rank == 0 { BAR } else { SLASH } });
            }
            places.push(Place { square, slot: (width - file) as u8 });
        }
        let count = places.len();
        // The rest lets a faulty text run on: no byte may stand there.
        places.resize((count + 1).next_power_of_two(), Place::default());
        let castles = setup.variant.castling;
        Some(Self { places, count, bytes: Box::new(meanings(setup)), castles })
    }

    /// Reads the position at the start of `text`: its pieces, what it says
    /// besides, and where it ends.
    #[inline]
    pub fn read<const W: usize>(&self, text: &[u8]) -> Option<(Planes<W>, Fields, usize)> {
        let (planes, end) = self.read_boards(text)?;
        let mut fields = NO_FIELDS;
        let mut words = Words { text, end };
        let Some(side) = words.next(|word| match word {
            b"w" => Some(Side::White),
            b"b" => Some(Side::Black),
            _ => None,
        }) else {
            return Some((planes, fields, words.end));
        };
        fields.side = side;
        if let Some(castling) = words.next(|word| castling(word, self.castles)) {
            fields.castling = castling;
            // A square passed over takes a careful reader.
            words.next(|word| (word == b"-").then_some(()))?;
        }
        if let Some(halfmove) = words.next(counter) {
            fields.halfmove = halfmove;
            if let Some(fullmove) = words.next(counter) {
                fields.fullmove = fullmove;
            }
        }
        Some((planes, fields, words.end))
    }

    /// The pieces of the boards at the start of a text, and where the boards
    /// end. Pieces are first collected and then put, since what a byte is
    /// cannot be foreseen but how many pieces there are can be waited for.
    #[inline]
    fn read_boards<const W: usize>(&self, text: &[u8]) -> Option<(Planes<W>, usize)> {
        let mask = self.places.len() - 1;
        let mut pieces = [[(0, 0); 64]; W];
        let (mut count, mut at, mut last, mut faulty) = (0, 0, 0, false);
        let mut end = text.len();
        for (index, &byte) in text.iter().enumerate() {
            let Meaning { advance, least, more, code } = self.bytes[usize::from(byte)];
            if advance == 0 {
                end = index;
                break;
            }
            let Place { square, slot } = self.places[at & mask];
            pieces[count / 64 % W][count % 64] = (square, code);
            count += usize::from(code / PIECE & 1);
            // Two digits in a row are one number.
            faulty |= (slot.wrapping_sub(least) > more) | (code & last & RUN != 0);
            at += usize::from(advance);
            last = code;
        }
        if faulty || at != self.count {
            return None;
        }
        let mut planes = Planes::EMPTY;
        for index in 0..count {
            let (square, code) = pieces[index / 64 % W][index % 64];
            planes.put(square, code);
        }
        Some((planes, end))
    }
}

fn meanings(setup: &Setup) -> [Meaning; 256] {
    let mut bytes = [Meaning::default(); 256];
    let letters = Letters::new(setup.variant);
    for byte in b'A'..=b'z' {
        let code = letters.code(byte);
        if code != Letters::OTHER && code != 0 {
            let code = code | PIECE;
            bytes[usize::from(byte)] = Meaning { advance: 1, least: 1, more: 8, code };
        }
    }
    for run in 1..=9 {
        let meaning = Meaning { advance: run, least: run, more: 9 - run, code: RUN };
        bytes[usize::from(b'0' + run)] = meaning;
    }
    for (separator, slot) in [(b'/', SLASH), (b'|', BAR)] {
        bytes[usize::from(separator)] = Meaning { advance: 1, least: slot, more: 0, code: 0 };
    }
    bytes
}

/// The words after the boards, each after one space.
struct Words<'a> {
    text: &'a [u8],
    end: usize,
}

impl Words<'_> {
    /// The next word, if `read` takes it.
    #[inline]
    fn next<T>(&mut self, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let rest = self.text.get(self.end..)?.strip_prefix(b" ")?;
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let word = read(&rest[..length])?;
        self.end += 1 + length;
        Some(word)
    }
}

#[inline]
fn castling(word: &[u8], castles: bool) -> Option<Castling> {
    let mut castling = Castling::NONE;
    if word == b"-" {
        return Some(castling);
    }
    for letter in word {
        match letter {
            b'K' if castles => castling.grant(Side::White, true),
            b'Q' if castles => castling.grant(Side::White, false),
            b'k' if castles => castling.grant(Side::Black, true),
            b'q' if castles => castling.grant(Side::Black, false),
            _ => return None,
        }
    }
    (!word.is_empty()).then_some(castling)
}

#[inline]
fn counter(word: &[u8]) -> Option<u16> {
    let digit = |byte: &u8| byte.is_ascii_digit().then_some(u32::from(byte - b'0'));
    let number = word.iter().try_fold(0, |number, byte| {
        digit(byte).map(|digit| number * 10 + digit).filter(|&number| number <= u16::MAX.into())
    });
    number.filter(|_| !word.is_empty()).map(|number| number as u16)
}
