//! FEN, read byte by byte without a branch on what the byte is.
//!
//! Every byte says by how many squares the reader moves on (a piece by one, a
//! digit by its value, a separator by none) and what it puts where it stands.
//! Faults are gathered along the way and looked at once, at the end.
//! Only boards with ranks of at most nine squares are read here, where a run
//! of empty squares is a single digit, and at most one separator of each kind.

use super::planes::Planes;
use super::{Fields, Letters, NO_FIELDS};
use crate::piece::Side;
use crate::setup::{Castling, Setup};

/// The places of a board in the order in which FEN lists its squares.
pub(super) struct Ranks {
    /// A rank's squares.
    width: u32,
    /// The board's squares.
    squares: u32,
    /// For each place: its square, and the separator that may stand before it.
    places: Vec<Place>,
    /// What each byte means.
    bytes: Box<[Meaning; 256]>,
    castles: bool,
}

#[derive(Clone, Copy, Default)]
struct Place {
    square: u16,
    separator: u8,
}

/// What a byte does within the boards.
#[derive(Clone, Copy, Default)]
struct Meaning {
    advance: u8,
    class: u8,
}

/// The byte is part of no board.
const END: u8 = 0;
const PIECE: u8 = 1;
const RUN: u8 = 2;
const SEPARATOR: u8 = 4;

impl Ranks {
    /// The order of a board's squares; nothing if its ranks are too long.
    pub fn new(setup: &Setup, top_first: bool) -> Option<Self> {
        let shape = &setup.shape;
        let (width, height) = (shape.side(0), shape.side(1));
        let boards = shape.squares() / (width * height);
        if width > 9 {
            return None;
        }
        let mut places = vec![Place::default(); (shape.squares() + 1).next_power_of_two()];
        for (place, listed) in places.iter_mut().zip(0..shape.squares()) {
            let (board, rank) = (listed / (width * height), listed / width % height);
            let board = if top_first && shape.axes() == 3 { boards - 1 - board } else { board };
            place.square = ((board * height + height - 1 - rank) * width + listed % width) as u16;
            place.separator = match (listed % width, rank) {
                _ if listed == 0 => 0,
                (0, 0) => b'|',
                (0, _) => b'/',
                _ => 0,
            };
        }
        Some(Self {
            width: width as u32,
            squares: shape.squares() as u32,
            places,
            bytes: Box::new(meanings(setup)),
            castles: setup.variant.castling,
        })
    }

    /// Reads the position at the start of `text`: what it says besides the
    /// pieces, and where it ends.
    #[inline]
    pub fn read<const W: usize>(
        &self,
        text: &[u8],
        letters: &Letters,
        planes: &mut Planes<W>,
    ) -> Option<(Fields, usize)> {
        let end = self.read_boards(text, letters, planes)?;
        let mut fields = NO_FIELDS;
        let mut words = Words { text, end };
        let Some(side) = words.next(|word| match word {
            b"w" => Some(Side::White),
            b"b" => Some(Side::Black),
            _ => None,
        }) else {
            return Some((fields, words.end));
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
        Some((fields, words.end))
    }

    #[inline]
    fn read_boards<const W: usize>(
        &self,
        text: &[u8],
        letters: &Letters,
        planes: &mut Planes<W>,
    ) -> Option<usize> {
        let mask = self.places.len() - 1;
        let mut at: u32 = 0;
        let mut rank_end = self.width;
        let mut faults = 0;
        let mut last = 0;
        let mut end = text.len();
        for (index, &byte) in text.iter().enumerate() {
            let Meaning { advance, class } = self.bytes[usize::from(byte)];
            if class == END {
                end = index;
                break;
            }
            let place = self.places[at as usize & mask];
            planes.put(place.square, letters.code(byte) * (class & PIECE));
            // A separator stands at the end of each rank, of the right kind.
            let separates = u32::from(class / SEPARATOR).wrapping_neg();
            faults |= separates & (at ^ rank_end | u32::from(byte ^ place.separator));
            // Two digits in a row are one number.
            faults |= u32::from(class & last & RUN);
            rank_end += separates & self.width;
            at = at.wrapping_add(u32::from(advance));
            last = class;
        }
        (faults == 0 && at == self.squares && rank_end == self.squares).then_some(end)
    }
}

fn meanings(setup: &Setup) -> [Meaning; 256] {
    let mut bytes = [Meaning::default(); 256];
    let letters = Letters::new(setup.variant);
    for byte in b'A'..=b'z' {
        if letters.code(byte) != Letters::OTHER && letters.code(byte) != 0 {
            bytes[usize::from(byte)] = Meaning { advance: 1, class: PIECE };
        }
    }
    for run in 1..=9 {
        bytes[usize::from(b'0' + run)] = Meaning { advance: run, class: RUN };
    }
    for separator in *b"/|" {
        bytes[usize::from(separator)] = Meaning { advance: 0, class: SEPARATOR };
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
