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
        for (plane, words) in self.0.iter_mut().enumerate() {
            words[word] |= u64::from(code >> plane & 1) << (square % 64);
        }
    }
}
