//! The memory of a search: what is known of the positions visited.
//!
//! "Mates in at most n" is monotone in n, so an entry keeps two bounds and
//! never a bare yes or no: the greatest n for which it is refuted and the
//! least for which it is proven. What was learnt at one length thus serves
//! every other length and is never mistaken for it.
//!
//! Entries lie in buckets of four, one line of the cache; in a full bucket the
//! entry that cost least gives way. Losing an entry costs time and changes no
//! answer. An entry is two words, the first being the key combined with the
//! second, so that a torn write by another thread reads as a stranger (R. Hyatt
//! and T. Mann, "A lockless transposition-table implementation", 2002). The
//! key has 64 bits and nothing else is compared.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::moves::Move;
use crate::piece::Kind;
use crate::shape::Square;

/// Entries in a bucket.
const BUCKET: usize = 4;
/// Bytes in a bucket.
const BUCKET_BYTES: usize = BUCKET * 16;

/// What is known of a position, for the side that attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The attacker does not reach the aim within this many of its moves.
    pub refuted: u8,
    /// The attacker reaches it within this many; [`Known::NEVER`] if unknown.
    pub proven: u8,
    /// The move that did it: the attacker's mating move, or the defender's
    /// refutation.
    pub best: Option<Hint>,
}

impl Known {
    /// Stands for a length at which nothing is proven.
    pub const NEVER: u8 = u8::MAX;

    /// Whether "within `moves`" is settled, and how.
    #[inline]
    pub fn answer(&self, moves: u32) -> Option<bool> {
        if moves >= u32::from(self.proven) {
            Some(true)
        } else if moves <= u32::from(self.refuted) {
            Some(false)
        } else {
            None
        }
    }
}

/// Nothing known: not even that it fails in no move at all.
const NOTHING: Known = Known { refuted: 0, proven: Known::NEVER, best: None };

/// A move by its squares and promotion: enough to find it among the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    from: Square,
    to: Square,
    promotion: Option<Kind>,
}

impl From<Move> for Hint {
    fn from(mv: Move) -> Self {
        Self { from: mv.from, to: mv.to, promotion: mv.promotion }
    }
}

impl PartialEq<Move> for Hint {
    #[inline]
    fn eq(&self, mv: &Move) -> bool {
        self.from == mv.from && self.to == mv.to && self.promotion == mv.promotion
    }
}

/// An entry's second word: 8 bits each for the bounds and the effort, then 1
/// that says whether there is a hint, 11 a square, 3 for the promotion.
fn pack(known: Known, effort: u8) -> u64 {
    let hint = known.best.map_or(0, |hint| {
        let promotion = hint.promotion.map_or(0, Kind::code) as u64;
        1 | (hint.from.index() as u64) << 1 | (hint.to.index() as u64) << 12 | promotion << 23
    });
    u64::from(known.refuted) | u64::from(known.proven) << 8 | u64::from(effort) << 16 | hint << 24
}

fn unpack(data: u64) -> Known {
    let hint = data >> 24;
    let square = |shift: u32| Square::new((hint >> shift & 0x7FF) as usize);
    let best = (hint & 1 != 0).then(|| Hint {
        from: square(1),
        to: square(12),
        promotion: Kind::from_code((hint >> 23 & 7) as usize),
    });
    Known { refuted: data as u8, proven: (data >> 8) as u8, best }
}

fn effort_of(data: u64) -> u8 {
    (data >> 16) as u8
}

/// A table of what is known, shared by threads, of fixed size.
#[derive(Debug)]
pub(crate) struct Table {
    words: Vec<AtomicU64>,
    /// Entries in use.
    used: AtomicUsize,
}

impl Table {
    /// A table of at most `bytes` bytes, but at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / BUCKET_BYTES).max(1);
        let words = (0..buckets * BUCKET * 2).map(|_| AtomicU64::new(0)).collect();
        Self { words, used: AtomicUsize::new(0) }
    }

    /// The bytes that a table which does not grow wants for a search of this
    /// length, at most `most`.
    pub fn bytes_for(moves: u32, most: usize) -> usize {
        let useful = match moves {
            0..=2 => 1 << 12,
            3 => 1 << 18,
            4 => 1 << 22,
            _ => most,
        };
        useful.min(most)
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let buckets = self.words.len() / (BUCKET * 2);
        let at = ((u128::from(key) * buckets as u128) >> 64) as usize * BUCKET * 2;
        &self.words[at..at + BUCKET * 2]
    }

    /// What is known under a key.
    #[inline]
    pub fn probe(&self, key: u64) -> Known {
        for entry in self.bucket(key).chunks_exact(2) {
            let data = entry[1].load(Ordering::Relaxed);
            if entry[0].load(Ordering::Relaxed) ^ data == key && data != 0 {
                return unpack(data);
            }
        }
        NOTHING
    }

    /// Remembers what was learnt under a key, together with what was known
    /// before; `effort` says what it cost, on any increasing scale.
    pub fn learn(&self, key: u64, learnt: Known, effort: u8) {
        let mut least = (u32::MAX, 0);
        let bucket = self.bucket(key);
        for (index, entry) in bucket.chunks_exact(2).enumerate() {
            let data = entry[1].load(Ordering::Relaxed);
            if entry[0].load(Ordering::Relaxed) ^ data == key && data != 0 {
                let old = unpack(data);
                let merged = Known {
                    refuted: learnt.refuted.max(old.refuted),
                    proven: learnt.proven.min(old.proven),
                    best: learnt.best.or(old.best),
                };
                return write(entry, key, pack(merged, effort.max(effort_of(data))));
            }
            let cost = if data == 0 { 0 } else { 1 + u32::from(effort_of(data)) };
            if cost < least.0 {
                least = (cost, index);
            }
        }
        if least.0 == 0 {
            self.used.fetch_add(1, Ordering::Relaxed);
        }
        let entry = &bucket[least.1 * 2..least.1 * 2 + 2];
        write(entry, key, pack(learnt, effort));
    }

    /// Whether half the entries are in use.
    fn is_crowded(&self) -> bool {
        self.used.load(Ordering::Relaxed) * 4 > self.words.len()
    }

    /// Takes over the entries of another table, as many as fit.
    fn absorb(&self, other: &Self) {
        for entry in other.words.chunks_exact(2) {
            let data = entry[1].load(Ordering::Relaxed);
            if data != 0 {
                let key = entry[0].load(Ordering::Relaxed) ^ data;
                self.learn(key, unpack(data), effort_of(data));
            }
        }
    }
}

/// The table in use: it begins small, so that short searches need not clear a
/// large one, and grows as it fills, up to its bound.
#[derive(Debug)]
pub(crate) struct Memory {
    table: Mutex<Arc<Table>>,
    most: usize,
}

impl Memory {
    /// The size of the first table, in bytes.
    const FIRST: usize = 1 << 12;
    /// How much larger the next one is. While it grows both are held.
    const GROWTH: usize = 4;

    /// Room for tables of at most `most` bytes together.
    pub fn new(most: usize) -> Self {
        let table = Mutex::new(Arc::new(Table::new(Self::FIRST.min(most))));
        Self { table, most }
    }

    /// The table in use.
    pub fn table(&self) -> Arc<Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The table to use from now on: `table`, unless it is crowded or another
    /// thread has found it so.
    pub fn renew(&self, table: &Arc<Table>) -> Option<Arc<Table>> {
        if !table.is_crowded() || table.bytes() >= self.most {
            return None;
        }
        let mut current = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(table, &current) {
            let larger = Table::new((table.bytes() * Self::GROWTH).min(self.most));
            larger.absorb(table);
            *current = Arc::new(larger);
        }
        Some(current.clone())
    }
}

/// A small memory of one thread for the positions that cost least and come
/// most often: those where the attacker has one move left. It stays within the
/// processor's nearest cache, and new entries overwrite old ones.
#[derive(Debug)]
pub(crate) struct Leaves {
    keys: Vec<u64>,
}

impl Leaves {
    const SIZE: usize = 1 << 13;

    /// An empty memory that remembers nothing until it is opened.
    pub fn new() -> Self {
        Self { keys: Vec::new() }
    }

    /// Makes room, once.
    pub fn open(&mut self) {
        self.keys.resize(Self::SIZE, 0);
    }

    /// What the position was found to be, if it is still known.
    #[inline]
    pub fn get(&self, key: u64) -> Option<bool> {
        let known = self.keys.get(key as usize >> 1 & (Self::SIZE - 1))? ^ key;
        (known < 2).then_some(known == 1)
    }

    #[inline]
    pub fn put(&mut self, key: u64, answer: bool) {
        if let Some(slot) = self.keys.get_mut(key as usize >> 1 & (Self::SIZE - 1)) {
            *slot = key ^ u64::from(answer);
        }
    }
}

#[inline]
fn write(entry: &[AtomicU64], key: u64, data: u64) {
    entry[0].store(key ^ data, Ordering::Relaxed);
    entry[1].store(data, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(refuted: u8, proven: u8) -> Known {
        Known { refuted, proven, best: None }
    }

    #[test]
    fn bounds_of_one_length_serve_the_others_and_no_more() {
        let known = known(2, 5);
        let answers: Vec<_> = (0..7).map(|moves| known.answer(moves)).collect();
        let (no, yes) = (Some(false), Some(true));
        assert_eq!(answers, [no, no, no, None, None, yes, yes]);
    }

    #[test]
    fn what_is_learnt_later_is_added_to_what_was_known() {
        let table = Table::new(1 << 12);
        let mv = Move::plain(Kind::Rook, Square::new(3), Square::new(2047));
        table.learn(7, Known { best: Some(mv.into()), ..known(2, Known::NEVER) }, 3);
        table.learn(7, known(0, 4), 1);
        assert_eq!(table.probe(7), Known { refuted: 2, proven: 4, best: Some(mv.into()) });
        assert_eq!(table.probe(8), NOTHING);
    }

    #[test]
    fn a_full_bucket_drops_what_cost_least() {
        let table = Table::new(0);
        for key in 1..=4 {
            table.learn(key, known(key as u8, Known::NEVER), 10 * key as u8);
        }
        table.learn(5, known(5, Known::NEVER), 1);
        assert_eq!(table.probe(1), NOTHING);
        assert_eq!([2, 3, 4, 5].map(|key| table.probe(key).refuted), [2, 3, 4, 5]);
    }

    #[test]
    fn a_larger_table_takes_over_everything() {
        let small = Table::new(1 << 10);
        for key in 0..16u64 {
            small.learn(key << 60 | 1, known(1 + key as u8, Known::NEVER), 1);
        }
        let large = Table::new(1 << 14);
        large.absorb(&small);
        assert!((0..16u64).all(|key| large.probe(key << 60 | 1).refuted == 1 + key as u8));
    }
}
