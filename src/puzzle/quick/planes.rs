//! The planes of a position while a line is read.

/// The three planes of kind codes and the plane of White's pieces, as
/// [`Position`](crate::position::Position) holds them.
pub(super) struct Planes<const W: usize>(pub [[u64; W]; 4]);

impl<const W: usize> Planes<W> {
    /// An empty board.
    pub const EMPTY: Self = Self([[0; W]; 4]);

    /// Puts a piece on an empty square; the code 0 puts none. A square past
    /// the last word is lost.
    #[inline]
    pub fn put(&mut self, square: u16, code: u8) {
        let word = if W == 1 { 0 } else { usize::from(square / 64) };
        if word >= W {
            return;
        }
        let bit = 1 << (square % 64);
        for (words, mask) in self.0.iter_mut().zip(MASKS[usize::from(code & 15)]) {
            words[word] |= bit & mask;
        }
    }
}

/// For each code, all bits of the planes in which it has one.
const MASKS: [[u64; 4]; 16] = {
    let mut masks = [[0; 4]; 16];
    let mut at = 0;
    while at < 64 {
        if ((at / 4) >> (at % 4)) & 1 != 0 {
            masks[at / 4][at % 4] = u64::MAX;
        }
        at += 1;
    }
    masks
};
