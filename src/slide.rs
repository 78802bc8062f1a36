//! Where a sliding piece gets to past what stands on the board.
//!
//! Boards of one word look it up: the rays of a square are bundled so that the
//! squares whose occupation matters are few, one multiplication gathers those
//! into an index, and a table holds the answer. The multipliers are found by
//! trial when the tables are made, from a fixed seed; every entry is written by
//! walking the rays, so a wrong multiplier cannot go unnoticed. On the
//! tesseract, where lines through the short axes are one step long, a queen
//! needs one look-up of at most six squares.
//!
//! Wider boards start from what is reached on the empty board and take out
//! what lies behind each piece that stands in the way: on hundreds of squares
//! the pieces in the way are far fewer than the words of all the rays.
//!
//! The naive walk in `tests/` holds both to the rules.

use std::collections::HashMap;

use crate::lines::{Lines, Ray, each_ray};
use crate::piece::Axes;
use crate::shape::{Shape, Square};
use crate::squares::SquareSet;

/// The most squares whose occupation one look-up takes into account.
const BUNDLE_BITS: usize = 7;

/// The longest side of a board of one word: a line of that many squares has
/// at most [`BUNDLE_BITS`] whose occupation matters, as its ends do not.
pub(crate) const LONGEST_LOOKUP: usize = BUNDLE_BITS + 2;

/// The sliding moves of one kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct Slider<const W: usize> {
    /// For each square, what is reached on the empty board.
    open: Vec<SquareSet<W>>,
    /// The same, at two steps or more.
    far: Vec<SquareSet<W>>,
    /// On boards of one word; empty on wider ones.
    lookup: Lookup,
}

impl<const W: usize> Slider<W> {
    /// A piece that slides along the directions `axes` allows; nowhere, if
    /// the variant lacks the kind.
    pub fn new(shape: &Shape, axes: Option<Axes>, magics: &mut MagicSearch) -> Self {
        let mut slider = Self { open: Vec::new(), far: Vec::new(), lookup: Lookup::default() };
        let mut rays = Vec::new();
        for from in shape.iter() {
            rays.clear();
            if let Some(axes) = axes {
                each_ray(shape, from, axes, |ray| rays.push(ray));
            }
            slider.open.push(rays.iter().flat_map(|ray| ray.squares()).collect());
            slider.far.push(rays.iter().flat_map(|ray| ray.squares().skip(1)).collect());
            if W == 1 {
                slider.lookup.add(&rays, magics);
            }
        }
        slider.lookup.level();
        slider
    }

    /// The squares reached from `from`: up to and including the first occupied
    /// square of every ray.
    #[inline]
    pub fn reach(&self, lines: &Lines<W>, from: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        if W == 1 {
            return SquareSet::from_words([self.lookup.reach(from, occupied.words()[0]); W]);
        }
        let mut reach = self.open(from);
        lines.shade(from, reach & occupied, &mut reach);
        reach
    }

    /// What is reached on an empty board.
    #[inline]
    pub fn open(&self, from: Square) -> SquareSet<W> {
        self.open[from.index()]
    }

    /// What is reached on an empty board at two steps or more: from where a
    /// line piece may pin.
    #[inline]
    pub fn far(&self, from: Square) -> SquareSet<W> {
        self.far[from.index()]
    }
}

/// Some rays of a square, answered by one look-up.
#[derive(Clone, Copy, Debug)]
struct Bundle {
    /// The squares whose occupation matters.
    mask: u64,
    /// Gathers them at the top of the word.
    magic: u64,
    /// How far down the gathered squares are shifted, less than 64.
    shift: u32,
    /// Where the answers begin.
    offset: u32,
}

impl Bundle {
    #[inline]
    fn index(&self, occupied: u64) -> usize {
        let gathered = (occupied & self.mask).wrapping_mul(self.magic) >> self.shift;
        self.offset as usize + gathered as usize
    }
}

/// Answers for every occupation, for boards of one word.
#[derive(Clone, Debug, Default)]
struct Lookup {
    /// For each square so far, its bundles; moved to `bundles` by `level`.
    squares: Vec<Vec<Bundle>>,
    /// How many bundles every square has.
    each: usize,
    bundles: Vec<Bundle>,
    answers: Vec<u64>,
}

impl Lookup {
    /// Adds the next square, with its rays.
    fn add(&mut self, rays: &[Ray], magics: &mut MagicSearch) {
        let bundles = bundle(rays).iter().map(|rays| self.answer(rays, magics)).collect();
        self.squares.push(bundles);
    }

    /// Gives every square the same number of bundles, the last of them
    /// repeated: a loop of fixed length costs no wrong guesses.
    fn level(&mut self) {
        self.each = self.squares.iter().map(Vec::len).max().unwrap_or(0);
        for mut bundles in std::mem::take(&mut self.squares) {
            bundles.resize(self.each, bundles[bundles.len() - 1]);
            self.bundles.append(&mut bundles);
        }
    }

    fn answer(&mut self, rays: &[Ray], magics: &mut MagicSearch) -> Bundle {
        let mask =
            rays.iter().flat_map(|ray| ray.inner()).fold(0, |mask, at| mask | 1 << at.index());
        let (magic, shift) = magics.find(mask);
        let offset = self.answers.len();
        let bundle = Bundle { mask, magic, shift, offset: offset as u32 };
        self.answers.resize(offset + (2 << (63 - shift)), 0);
        for occupied in subsets(mask) {
            self.answers[bundle.index(occupied)] = walk(rays, occupied);
        }
        bundle
    }

    #[inline]
    fn reach(&self, from: Square, occupied: u64) -> u64 {
        let first = from.index() * self.each;
        let answer = |bundle: &Bundle| self.answers[bundle.index(occupied)];
        let mut reach = answer(&self.bundles[first]);
        // Mostly one is all there is.
        if self.each > 1 {
            for bundle in &self.bundles[first + 1..first + self.each] {
                reach |= answer(bundle);
            }
        }
        reach
    }
}

/// Packs rays into as few bundles as the number of squares that matter allows;
/// at least one, if empty.
fn bundle(rays: &[Ray]) -> Vec<Vec<Ray>> {
    let weight = |bundle: &[Ray]| bundle.iter().map(|ray| ray.len - 1).sum::<usize>();
    let mut bundles: Vec<Vec<Ray>> = vec![Vec::new()];
    for &ray in rays {
        match bundles.iter_mut().find(|bundle| weight(bundle) + ray.len - 1 <= BUNDLE_BITS) {
            Some(bundle) => bundle.push(ray),
            None => bundles.push(vec![ray]),
        }
    }
    bundles
}

fn walk(rays: &[Ray], occupied: u64) -> u64 {
    let mut reach = 0;
    for ray in rays {
        for square in ray.squares() {
            reach |= 1 << square.index();
            if occupied >> square.index() & 1 != 0 {
                break;
            }
        }
    }
    reach
}

/// Every subset of a mask, the empty one first (the carry-rippler of the
/// chess-programming literature).
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let next =
        move |&subset: &u64| Some(subset.wrapping_sub(mask) & mask).filter(|&subset| subset != 0);
    std::iter::successors(Some(0), next)
}

/// Finds multipliers that gather the squares of a mask without collisions.
#[derive(Default)]
pub(crate) struct MagicSearch {
    found: HashMap<u64, (u64, u32)>,
    state: u64,
}

impl MagicSearch {
    /// How often a table size is tried before the next one.
    const TRIES: usize = 1000;

    /// Multiplier and shift for a mask; the same mask gets the same answer.
    fn find(&mut self, mask: u64) -> (u64, u32) {
        if mask == 0 {
            return (0, 63);
        }
        if let Some(&found) = self.found.get(&mask) {
            return found;
        }
        let subsets: Vec<u64> = subsets(mask).collect();
        // Some masks have no tight multiplier; a bit or two more always did.
        let found = (mask.count_ones()..)
            .find_map(|bits| (0..Self::TRIES).find_map(|_| self.attempt(&subsets, bits)))
            .expect("with as many bits as squares any multiplier serves");
        self.found.insert(mask, found);
        found
    }

    fn attempt(&mut self, subsets: &[u64], bits: u32) -> Option<(u64, u32)> {
        let magic = self.random() & self.random() & self.random();
        let shift = 64 - bits;
        let mut taken = [0u64; 64];
        for subset in subsets {
            let index = (subset.wrapping_mul(magic) >> shift) as usize;
            let (word, bit) = (taken.get_mut(index / 64)?, 1 << (index % 64));
            if *word & bit != 0 {
                return None;
            }
            *word |= bit;
        }
        Some((magic, shift))
    }

    /// Marsaglia's xorshift64*, enough to try multipliers.
    fn random(&mut self) -> u64 {
        if self.state == 0 {
            self.state = 0x9E37_79B9_7F4A_7C15;
        }
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
}
