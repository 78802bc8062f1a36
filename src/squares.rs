//! Sets of squares, one bit a square.
//!
//! The width `W`, in words of 64 squares, is the only const generic of the
//! program: 1 serves 8×8 and the tesseract, 16 a 10×10×10 cube. It is chosen
//! in one place, [`crate::board`], and does not show in everyday use.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::shape::Square;

/// A set of squares in `W` words; bit `i % 64` of word `i / 64` is square `i`.
///
/// `!set` also sets the bits past the last square of the board, so a
/// complement is always met with a set that has only squares of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SquareSet<const W: usize>([u64; W]);

impl<const W: usize> SquareSet<W> {
    /// No square.
    pub const EMPTY: Self = Self([0; W]);

    /// The set with these words.
    #[inline]
    pub const fn from_words(words: [u64; W]) -> Self {
        Self(words)
    }

    /// The words of the set.
    #[inline]
    pub const fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// The set of one square.
    #[inline]
    pub fn of(square: Square) -> Self {
        let mut words = [0; W];
        words[square.index() / 64] = 1 << (square.index() % 64);
        Self(words)
    }

    /// Squares `0..count`: the whole board of that many squares.
    pub fn first(count: usize) -> Self {
        (0..count).map(Square::new).collect()
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn has(&self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// Whether there is no square in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub fn meets(&self, other: Self) -> bool {
        !(*self & other).is_empty()
    }

    /// The number of squares.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there are at least two squares.
    #[inline]
    pub fn is_many(&self) -> bool {
        if W == 1 { self.0[0] & self.0[0].wrapping_sub(1) != 0 } else { self.len() > 1 }
    }

    /// The square with the lowest index.
    #[inline]
    pub fn lowest(&self) -> Option<Square> {
        for (index, &word) in self.0.iter().enumerate() {
            if word != 0 {
                return Some(Square::new(index * 64 + word.trailing_zeros() as usize));
            }
        }
        None
    }

    /// The square with the highest index.
    #[inline]
    pub fn highest(&self) -> Option<Square> {
        for (index, &word) in self.0.iter().enumerate().rev() {
            if word != 0 {
                return Some(Square::new(index * 64 + 63 - word.leading_zeros() as usize));
            }
        }
        None
    }

    /// The set without its squares in `other`.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes a square out.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Adds a square or takes it out.
    #[inline]
    pub fn set(&mut self, square: Square, filled: bool) {
        let (word, bit) = (square.index() / 64, square.index() % 64);
        self.0[word] = self.0[word] & !(1 << bit) | u64::from(filled) << bit;
    }

    /// Every square moved by `delta` indices; what falls off either end of the
    /// words is lost. `|delta|` is less than the number of squares.
    #[inline]
    pub fn shifted(self, delta: i32) -> Self {
        if W == 1 {
            let word = self.0[0];
            let moved = if delta >= 0 { word << (delta & 63) } else { word >> (-delta & 63) };
            return Self([moved; W]);
        }
        let by = delta.unsigned_abs() as usize;
        let (words, bits) = (by / 64, by % 64);
        let mut moved = [0; W];
        for (index, word) in moved.iter_mut().enumerate() {
            *word = if delta >= 0 {
                let near = index.checked_sub(words).map_or(0, |i| self.0[i]);
                let far = index.checked_sub(words + 1).map_or(0, |i| self.0[i]);
                near << bits | far.checked_shr(64 - bits as u32).unwrap_or(0)
            } else {
                let near = self.0.get(index + words).copied().unwrap_or(0);
                let far = self.0.get(index + words + 1).copied().unwrap_or(0);
                near >> bits | far.checked_shl(64 - bits as u32).unwrap_or(0)
            };
        }
        Self(moved)
    }
}

impl<const W: usize> Default for SquareSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> FromIterator<Square> for SquareSet<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

/// The squares of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct Squares<const W: usize> {
    words: [u64; W],
    at: usize,
}

impl<const W: usize> Iterator for Squares<W> {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.at < W {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some(Square::new(self.at * 64 + word.trailing_zeros() as usize));
            }
            self.at += 1;
        }
        None
    }
}

impl<const W: usize> IntoIterator for SquareSet<W> {
    type Item = Square;
    type IntoIter = Squares<W>;
    #[inline]
    fn into_iter(self) -> Squares<W> {
        Squares { words: self.0, at: 0 }
    }
}

macro_rules! word_by_word {
    ($($op:ident $method:ident $assign:ident $assign_method:ident;)*) => {$(
        impl<const W: usize> $op for SquareSet<W> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                $assign::$assign_method(&mut self, other);
                self
            }
        }
        impl<const W: usize> $assign for SquareSet<W> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    $assign::$assign_method(word, other);
                }
            }
        }
    )*};
}

word_by_word! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

impl<const W: usize> Not for SquareSet<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &[usize]) -> SquareSet<3> {
        squares.iter().map(|&index| Square::new(index)).collect()
    }

    fn indices(set: SquareSet<3>) -> Vec<usize> {
        set.into_iter().map(Square::index).collect()
    }

    #[test]
    fn a_set_lists_what_was_put_in() {
        let some = set(&[0, 63, 64, 130, 191]);
        assert_eq!(indices(some), [0, 63, 64, 130, 191]);
        assert_eq!((some.len(), some.is_many()), (5, true));
        assert_eq!(some.lowest().map(Square::index), Some(0));
        assert_eq!(some.highest().map(Square::index), Some(191));
    }

    #[test]
    fn shifting_moves_every_square_and_drops_what_falls_off() {
        let some = [0, 1, 60, 63, 64, 100, 127, 128, 191];
        for delta in -150i32..=150 {
            let moved: Vec<usize> = some
                .iter()
                .filter_map(|&index| usize::try_from(index as i32 + delta).ok())
                .filter(|&index| index < 192)
                .collect();
            assert_eq!(indices(set(&some).shifted(delta)), moved, "by {delta}");
        }
    }
}
