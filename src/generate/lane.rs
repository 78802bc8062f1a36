//! Random numbers: a stream for each puzzle, the same on every machine.
//!
//! Stream `k` of a seed is ChaCha with 8 rounds (D. J. Bernstein, "ChaCha, a
//! variant of Salsa20", 2008) whose key is the seed, little end first, padded
//! with zeros, and whose nonce is `k`. Numbers are taken from it 32 bits at a
//! time; nothing here depends on the width of the machine's words.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::shape::Square;
use crate::squares::SquareSet;

/// One stream of random numbers.
#[derive(Clone, Debug)]
pub(super) struct Lane(ChaCha8Rng);

impl Lane {
    /// Stream `index` of a seed.
    pub fn new(seed: u64, index: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_stream(index);
        Self(stream)
    }

    /// A number below `bound`, which is at least 1 and fits into 32 bits. Some
    /// numbers come more often than others, by less than `bound` in 2³².
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }

    /// True once in `times`.
    #[inline]
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these, if there is any.
    #[inline]
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(self.below(all.len())) }
    }

    /// A square of a set, if it has any.
    #[inline]
    pub fn square<const W: usize>(&mut self, set: SquareSet<W>) -> Option<Square> {
        let count = set.len() as usize;
        if count == 0 { None } else { set.into_iter().nth(self.below(count)) }
    }
}
