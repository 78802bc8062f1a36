//! FEN: where each piece stands follows from adding up, eight bytes at a time.
//!
//! A text of ranks has *places*: the squares in the order in which FEN lists
//! them, and a separator after each rank but the last. A piece and a separator
//! take one place, a digit as many as it says; so the sums of what the bytes
//! take are the places of all of them, and only pieces and separators are
//! looked at one by one. If all separators are there, each at a place for it,
//! no run of empty squares reaches past its rank. Only boards with ranks of at
//! most nine squares are read here, where a run is a single digit.

use super::bytes::{HIGH, at_least, bits, choose, equal, sums};
use super::planes::Planes;
use super::{Fields, Letters, NO_FIELDS};
use crate::piece::Side;
use crate::setup::{Castling, Setup};

/// The places of a board.
pub(super) struct Ranks {
    places: Vec<Place>,
    /// How many places there are; the list is longer.
    count: usize,
    /// How many of them are for separators.
    separators: u32,
    castles: bool,
}

/// A place of the text.
#[derive(Clone, Copy)]
enum Place {
    Square(u16),
    Separator(u8),
    /// Past the last one.
    Nothing,
}

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
                places.push(Place::Separator(if rank == 0 { b'|' } else { b'/' }));
            }
            places.push(Place::Square(square));
        }
        let count = places.len();
        places.resize((count + 1).next_power_of_two(), Place::Nothing);
        let separators = (count - shape.squares()) as u32;
        Some(Self { places, count, separators, castles: setup.variant.castling })
    }

    /// Reads the position at the start of `text`: its pieces, what it says
    /// besides, and where it ends.
    #[inline]
    pub fn read<const W: usize>(
        &self,
        text: &[u8],
        letters: &Letters,
    ) -> Option<(Planes<W>, Fields, usize)> {
        let (planes, end) = self.read_boards(text, letters)?;
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
    /// end.
    #[inline]
    fn read_boards<const W: usize>(
        &self,
        text: &[u8],
        letters: &Letters,
    ) -> Option<(Planes<W>, usize)> {
        let mut planes = Planes::EMPTY;
        let (mut start, mut at, mut separators, mut run_before) = (0, 0, 0, 0);
        loop {
            let rest = text.get(start..)?;
            let padded;
            let chunk = match rest.first_chunk() {
                Some(chunk) => chunk,
                None => {
                    padded = with_zeros(rest);
                    &padded
                }
            };
            let scan = Scan::of(chunk, at);
            // Two digits in a row are one number.
            if scan.foreign || scan.runs & (scan.runs << 1 | run_before) != 0 {
                return None;
            }
            if !self.separate(chunk, &scan) || !self.place(chunk, &scan, letters, &mut planes) {
                return None;
            }
            separators += scan.separators.count_ones();
            if let Some(end) = scan.end {
                let whole = scan.after == self.count && separators == self.separators;
                return whole.then_some((planes, start + end));
            }
            (start, at, run_before) = (start + chunk.len(), scan.after, scan.runs >> 63);
        }
    }

    /// Whether each separator stands where it should.
    #[inline]
    fn separate(&self, chunk: &[u8; 64], scan: &Scan) -> bool {
        let mut separators = scan.separators;
        let mut right = true;
        while separators != 0 {
            let index = separators.trailing_zeros() as usize;
            separators &= separators - 1;
            let place = self.places[scan.place(index) & (self.places.len() - 1)];
            right &= matches!(place, Place::Separator(byte) if byte == chunk[index]);
        }
        right
    }

    /// Puts each piece where it should stand; whether all are pieces that
    /// stand on squares.
    #[inline]
    fn place<const W: usize>(
        &self,
        chunk: &[u8; 64],
        scan: &Scan,
        letters: &Letters,
        planes: &mut Planes<W>,
    ) -> bool {
        let mut right = true;
        let mut pieces = scan.pieces;
        while pieces != 0 {
            let index = pieces.trailing_zeros() as usize;
            pieces &= pieces - 1;
            let code = letters.code(chunk[index]);
            right &= code != 0 && code != Letters::OTHER;
            match self.places[scan.place(index) & (self.places.len() - 1)] {
                Place::Square(square) => planes.put(square, code),
                _ => return false,
            }
        }
        right
    }
}

/// The last bytes of a text, and zeros after them.
#[cold]
fn with_zeros(rest: &[u8]) -> [u8; 64] {
    let mut chunk = [0; 64];
    chunk[..rest.len()].copy_from_slice(rest);
    chunk
}

/// What the bytes of the boards are among 64, a bit each, and where they stand.
struct Scan {
    /// Digits from 1 to 9.
    runs: u64,
    /// Slashes and bars.
    separators: u64,
    /// All others.
    pieces: u64,
    /// Where the boards end: at white space or the like.
    end: Option<usize>,
    /// Whether there is a byte that is not ASCII.
    foreign: bool,
    /// The place of the first byte of each word.
    words: [usize; 8],
    /// How many places further on each byte stands.
    further: [u8; 64],
    /// The place after the last byte.
    after: usize,
}

impl Scan {
    #[inline]
    fn of(chunk: &[u8; 64], first: usize) -> Self {
        let (mut words, mut further) = ([0; 8], [0; 64]);
        let (mut runs, mut separators, mut high) = (0, 0, 0);
        let (mut after, mut end) = (first, None);
        for (index, bytes) in chunk.as_chunks::<8>().0.iter().enumerate() {
            let word = u64::from_le_bytes(*bytes);
            high |= word;
            let word = word & !HIGH;
            let digit = at_least(word, b'1') & !at_least(word, b'9' + 1);
            let separator = equal(word, b'/') | equal(word, b'|');
            runs |= bits(digit) << (index * 8);
            separators |= bits(separator) << (index * 8);
            let ones = HIGH >> 7;
            let taken = choose(digit, word & (ones * 0x0F), ones);
            let sums = sums(taken);
            let before = (sums - taken).to_le_bytes();
            words[index] = after;
            further[index * 8..][..8].copy_from_slice(&before);
            let space = at_least(word, b'!') ^ HIGH;
            if space != 0 {
                let at = space.trailing_zeros() as usize / 8;
                after += usize::from(before[at]);
                end = Some(index * 8 + at);
                break;
            }
            after += (sums >> 56) as usize;
        }
        let inside = end.map_or(u64::MAX, |end| (1 << end) - 1);
        (runs, separators) = (runs & inside, separators & inside);
        let pieces = inside & !runs & !separators;
        let foreign = high & HIGH != 0;
        Self { runs, separators, pieces, end, foreign, words, further, after }
    }

    /// The place at which a byte stands.
    #[inline]
    fn place(&self, index: usize) -> usize {
        self.words[index / 8] + usize::from(self.further[index])
    }
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
    let number = word.iter().try_fold(0u16, |number, byte| {
        let digit = byte.is_ascii_digit().then(|| u16::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    });
    number.filter(|_| !word.is_empty())
}
