//! Brackets: a line compared with the text of the empty board.
//!
//! The template has a separator or an empty square at every byte. A byte of a
//! line that differs from it must be a piece, or another sign for an empty
//! square, where the template has a square; so equal bytes settle separators,
//! empty squares and the length of every row at once. The idea is common among
//! fast parsers of fixed layouts.

use super::Letters;
use super::bytes::{bits, nonzero};
use super::planes::Planes;
use crate::setup::Setup;

/// Bytes compared at a time: a bit each in one word.
const GROUP: usize = 64;

/// No square: a separator.
const NONE: u16 = u16::MAX;

/// The text of an empty board, and what each byte of it stands for.
pub(super) struct Template {
    text: Vec<u8>,
    /// The square of each byte, [`NONE`] for a separator.
    squares: Vec<u16>,
}

impl Template {
    /// The template of a line that holds this board of two or three axes;
    /// nothing if a square takes more than a byte of the line.
    pub fn new(line: &str, setup: &Setup) -> Option<Self> {
        let letters = Letters::new(setup.variant);
        let is_cell = |byte: u8| letters.code(byte) != Letters::OTHER;
        let empty = line.bytes().find(|&byte| letters.code(byte) == 0).unwrap_or(b'#');
        let separators = b"[],\" \t";
        let known = |byte: u8| is_cell(byte) || separators.contains(&byte);
        let cells = line.bytes().filter(|&byte| is_cell(byte)).count();
        if !line.bytes().all(known) || cells != setup.shape.squares() || line.len() < 8 {
            return None;
        }
        let mut order = listed(setup)?.into_iter();
        let squares = line.bytes().map(|byte| if is_cell(byte) { order.next() } else { None });
        let squares: Vec<u16> = squares.map(|square| square.unwrap_or(NONE)).collect();
        let text = line.bytes().map(|byte| if is_cell(byte) { empty } else { byte }).collect();
        Some(Self { text, squares })
    }

    /// Reads the pieces of the line at the start of `text`; and its length, if
    /// it fits the template.
    #[inline]
    pub fn read<const W: usize>(
        &self,
        text: &[u8],
        letters: &Letters,
    ) -> Option<(Planes<W>, usize)> {
        let line = text.get(..self.text.len())?;
        let mut planes = Planes::EMPTY;
        let mut faults = 0;
        let groups =
            line.chunks(GROUP).zip(self.text.chunks(GROUP)).zip(self.squares.chunks(GROUP));
        for ((line, empty), squares) in groups {
            let mut differing = differing(line, empty);
            while differing != 0 {
                let at = differing.trailing_zeros() as usize;
                differing &= differing - 1;
                let (code, square) = (letters.code(line[at]), squares[at]);
                faults |= u16::from(code & Letters::OTHER) | square & 0x8000;
                planes.put(square, code);
            }
        }
        (faults == 0).then_some((planes, self.text.len()))
    }
}

/// The squares of a board of at most three axes in the order in which the cube
/// notations list them: from the top level, the back row, the first file.
fn listed(setup: &Setup) -> Option<Vec<u16>> {
    let shape = &setup.shape;
    let width = shape.side(0) as u16;
    let rows = shape.squares() as u16 / width;
    let row = move |row: u16| (0..width).map(move |file| row * width + file);
    // Rows count from the lowest level's front row, so all of them backwards.
    (shape.axes() <= 3).then(|| (0..rows).rev().flat_map(row).collect())
}

/// Which bytes of two texts of one length, at most [`GROUP`], differ.
#[inline]
fn differing(a: &[u8], b: &[u8]) -> u64 {
    let mut found = 0;
    let (a_words, a_rest) = a.as_chunks::<8>();
    let (b_words, b_rest) = b.as_chunks::<8>();
    for (index, (a, b)) in a_words.iter().zip(b_words).enumerate() {
        let word = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        found |= bits(nonzero(word)) << (index * 8);
    }
    for (index, (a, b)) in a_rest.iter().zip(b_rest).enumerate() {
        found |= u64::from(a != b) << (a_words.len() * 8 + index);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_bytes_are_found_wherever_they_are() {
        for length in [1, 7, 8, 9, 42, 63, 64] {
            let one = vec![b'#'; length];
            assert_eq!(differing(&one, &one), 0);
            for at in 0..length {
                for byte in [0, b'K', b'"', 0xFF, 0x80 | b'#'] {
                    let mut other = one.clone();
                    other[at] = byte;
                    assert_eq!(differing(&one, &other), 1 << at, "{byte} at {at} of {length}");
                }
            }
            assert_eq!(differing(&one, &vec![0; length]), u64::MAX >> (64 - length));
        }
    }
}
