//! Where a sliding piece gets to past what stands on the board.
//!
//! Boards of one word look it up: the rays of a square are bundled so that the
//! squares whose occupation matters are few, one multiplication gathers those
//! into an index, and a table holds the answer. The multipliers are found by
//! trial when the tables are made, from a fixed seed; every entry is written by
//! walking the rays, so a wrong multiplier cannot go unnoticed. On the
//! tesseract, where lines through the short axes are one step long, a queen
//! needs one look-up of at most six squares. Wider boards cut each ray at its
//! first blocker. The naive walk in `tests/` holds both to the rules.

use std::collections::HashMap;

use crate::geometry::rays;
use crate::piece::Axes;
use crate::shape::{Shape, Square};
use crate::squares::SquareSet;

/// The most squares whose occupation one look-up takes into account; the
/// table of a bundle has at most four times 2^this entries.
const BUNDLE_BITS: u32 = 7;

/// The sliding moves of one kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct Slider<const W: usize> {
    /// For each square, what is reached on the empty board at two steps or more.
    far: Vec<SquareSet<W>>,
    /// For each square, what is reached on the empty board.
    open: Vec<SquareSet<W>>,
    lookup: Lookup,
    cuts: Cuts<W>,
}

impl<const W: usize> Slider<W> {
    /// A piece that slides along the directions `axes` allows.
    pub fn new(shape: &Shape, axes: Axes) -> Self {
        let all: Vec<_> = shape.iter().map(|from| rays(shape, from, axes)).collect();
        Self::from_rays(&all)
    }

    /// A piece that goes nowhere: of a kind the variant lacks.
    pub fn none(shape: &Shape) -> Self {
        Self::from_rays(&vec![Vec::new(); shape.squares()])
    }

    fn from_rays(all: &[Vec<Vec<Square>>]) -> Self {
        let open: Vec<SquareSet<W>> =
            all.iter().map(|rays| rays.iter().flatten().copied().collect()).collect();
        let far = all
            .iter()
            .map(|rays| rays.iter().flat_map(|ray| &ray[1..]).copied().collect())
            .collect();
        let one_word = W == 1;
        Self {
            far,
            open,
            lookup: if one_word { Lookup::new(all) } else { Lookup::default() },
            cuts: if one_word { Cuts::default() } else { Cuts::new(all) },
        }
    }

    /// The squares reached from `from`: up to and including the first occupied
    /// square of every ray.
    #[inline]
    pub fn reach(&self, from: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        if W == 1 {
            SquareSet::from_words([self.lookup.reach(from, occupied.words()[0]); W])
        } else {
            self.cuts.reach(from, occupied)
        }
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

/// Rays cut at their first blocker, for boards of any width.
#[derive(Clone, Debug, Default)]
struct Cuts<const W: usize> {
    /// For each square, what is reached along rays of one step.
    near: Vec<SquareSet<W>>,
    /// The longer rays, a square's after another's.
    rays: Vec<SquareSet<W>>,
    /// For each square: where its rays towards higher indices begin, where
    /// those towards lower ones begin, and where they end.
    ranges: Vec<[u32; 3]>,
}

impl<const W: usize> Cuts<W> {
    fn new(all: &[Vec<Vec<Square>>]) -> Self {
        let mut cuts = Self::default();
        for (from, rays) in all.iter().enumerate() {
            let (short, long): (Vec<_>, Vec<_>) = rays.iter().partition(|ray| ray.len() == 1);
            cuts.near.push(short.into_iter().flatten().copied().collect());
            let (up, down): (Vec<_>, Vec<_>) =
                long.into_iter().partition(|ray| ray[0].index() > from);
            let mut range = [cuts.rays.len() as u32; 3];
            cuts.rays.extend(up.iter().map(|ray| ray.iter().copied().collect::<SquareSet<W>>()));
            range[1] = cuts.rays.len() as u32;
            cuts.rays.extend(down.iter().map(|ray| ray.iter().copied().collect::<SquareSet<W>>()));
            range[2] = cuts.rays.len() as u32;
            cuts.ranges.push(range);
        }
        cuts
    }

    #[inline]
    fn reach(&self, from: Square, occupied: SquareSet<W>) -> SquareSet<W> {
        let [up, down, end] = self.ranges[from.index()].map(|at| at as usize);
        let mut reach = self.near[from.index()];
        for &ray in &self.rays[up..down] {
            reach |= ray & (ray & occupied).up_to_lowest();
        }
        for &ray in &self.rays[down..end] {
            reach |= ray & (ray & occupied).from_highest();
        }
        reach
    }
}

/// Some rays of a square, answered by one look-up.
#[derive(Clone, Copy, Debug, Default)]
struct Bundle {
    /// The squares whose occupation matters: all but the last of each ray.
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
    /// How many bundles every square has.
    each: usize,
    bundles: Vec<Bundle>,
    answers: Vec<u64>,
}

impl Lookup {
    fn new(all: &[Vec<Vec<Square>>]) -> Self {
        let bundled: Vec<Vec<Vec<&[Square]>>> = all.iter().map(|rays| bundle(rays)).collect();
        let each = bundled.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let mut lookup = Self { each, ..Self::default() };
        let mut search = MagicSearch::default();
        for mut bundles in bundled {
            bundles.resize(each, Vec::new());
            for rays in bundles {
                lookup.add(&rays, &mut search);
            }
        }
        lookup
    }

    fn add(&mut self, rays: &[&[Square]], search: &mut MagicSearch) {
        let mask = relevant(rays);
        let (magic, shift) = search.find(mask);
        let offset = self.answers.len() as u32;
        let bundle = Bundle { mask, magic, shift, offset };
        self.answers.resize(self.answers.len() + (1 << (63 - shift)) * 2, 0);
        for occupied in subsets(mask) {
            self.answers[bundle.index(occupied)] = walk(rays, occupied);
        }
        self.bundles.push(bundle);
    }

    #[inline]
    fn reach(&self, from: Square, occupied: u64) -> u64 {
        let first = from.index() * self.each;
        let bundles = &self.bundles[first..first + self.each];
        bundles.iter().fold(0, |reach, bundle| reach | self.answers[bundle.index(occupied)])
    }
}

/// Packs rays into as few bundles as the number of relevant squares allows,
/// opposite rays together, so that a queen shares what rooks and bishops have.
fn bundle(rays: &[Vec<Square>]) -> Vec<Vec<&[Square]>> {
    let mut bundles: Vec<Vec<&[Square]>> = Vec::new();
    for (index, ray) in rays.iter().enumerate() {
        let fits = |bundle: &&mut Vec<&[Square]>| {
            bundle.iter().map(|ray| ray.len() - 1).sum::<usize>() + ray.len() - 1
                <= BUNDLE_BITS as usize
        };
        match bundles.iter_mut().find(fits) {
            Some(bundle) => bundle.push(ray),
            None => bundles.push(vec![&rays[index]]),
        }
    }
    bundles
}

fn relevant(rays: &[&[Square]]) -> u64 {
    rays.iter()
        .flat_map(|ray| &ray[..ray.len() - 1])
        .fold(0, |mask, square| mask | 1 << square.index())
}

fn walk(rays: &[&[Square]], occupied: u64) -> u64 {
    let mut reach = 0;
    for ray in rays {
        for square in *ray {
            reach |= 1 << square.index();
            if occupied >> square.index() & 1 != 0 {
                break;
            }
        }
    }
    reach
}

/// Every subset of a mask, the empty one first (Carry-Rippler).
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let subset = next?;
        next = Some(subset.wrapping_sub(mask) & mask).filter(|&subset| subset != 0);
        Some(subset)
    })
}

/// Finds multipliers that gather the squares of a mask without collisions.
#[derive(Default)]
struct MagicSearch {
    found: HashMap<u64, (u64, u32)>,
    state: u64,
}

impl MagicSearch {
    /// Multiplier and shift for a mask; the same mask gets the same answer.
    fn find(&mut self, mask: u64) -> (u64, u32) {
        if mask == 0 {
            return (0, 63);
        }
        if let Some(&found) = self.found.get(&mask) {
            return found;
        }
        let bits = mask.count_ones();
        // A few masks have no tight multiplier; one more bit always did.
        let found = (bits..)
            .find_map(|bits| (0..2000).find_map(|_| self.attempt(mask, bits)))
            .expect("a table of 64 bits has room for every subset");
        self.found.insert(mask, found);
        found
    }

    fn attempt(&mut self, mask: u64, bits: u32) -> Option<(u64, u32)> {
        let magic = self.random() & self.random() & self.random();
        let shift = 64 - bits;
        let mut taken = vec![false; 1 << bits];
        for subset in subsets(mask) {
            let slot = &mut taken[(subset.wrapping_mul(magic) >> shift) as usize];
            if std::mem::replace(slot, true) {
                return None;
            }
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
