//! What is to be made: the options that a puzzle depends on.

use std::ops::Range;

use crate::board::Board;
use crate::flaw::Flaws;
use crate::generate::material::{Material, MaterialError};
use crate::generate::measures::Measures;
use crate::moves::Move;
use crate::piece::Side;
use crate::setup::Setup;
use crate::shape::Shape;
use crate::stipulation::{Aim, Play, Stipulation};
use crate::variant::Variant;

/// The longest mate that is made.
pub const LONGEST: u32 = 6;

/// Puzzles ordered. Puzzle `k` depends on these fields and `k`, and on nothing
/// else but the puzzles before it, which it does not repeat.
#[derive(Clone, Debug)]
pub struct Order {
    /// The rules.
    pub variant: &'static Variant,
    /// The board.
    pub shape: Shape,
    /// In how many moves the side to move mates, 1 to [`LONGEST`].
    pub moves: u32,
    /// The side that mates; positions with the other to move have their colours
    /// exchanged. If nothing is said, the side to move; White among men placed
    /// at random.
    pub mates: Option<Side>,
    /// Where candidates come from.
    pub source: Source,
    /// The men wanted; any, if nothing is said.
    pub material: Option<Material>,
    /// What else is asked of a puzzle.
    pub wishes: Wishes,
    /// What tells one run from another.
    pub seed: u64,
    /// How many candidates are tried for one puzzle before it is given up.
    pub tries: u64,
}

/// Where candidates come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// Men placed at random.
    Placed,
    /// The positions of games that the program plays against itself, from this
    /// position, or from men placed at random if there is none.
    Played(Option<Setup>),
    /// These positions, then changed copies of them.
    Changed(Vec<Setup>),
    /// These positions as they are; puzzle `k` comes from position `k` or there
    /// is none.
    Given(Vec<Setup>),
}

/// What is asked of a puzzle besides being sound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The key captures nothing, gives no check, makes no queen and takes no
    /// flight.
    pub quiet_key: bool,
    /// No man can be removed without losing soundness. Men are taken off until
    /// that is so, where the material leaves it open.
    pub economical: bool,
    /// The main play has no dual that counts.
    pub dual_free: bool,
    /// Men and moves use more than one plane of a board that has more.
    pub spatial: bool,
    /// The fewest variations.
    pub variations: u32,
    /// The least score; any, if nothing is said.
    pub score: Option<i32>,
}

/// Why an order makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// No such length.
    #[error("mates in 1 to {LONGEST} are made, not in {0}")]
    Moves(u32),
    /// A quiet key that mates.
    #[error("the key of a mate in 1 gives check, so it cannot be quiet")]
    QuietMate,
    /// The variant makes no sense on the shape.
    #[error("{0} is not played on a {1} board")]
    Shape(&'static str, Shape),
    /// The material makes no sense.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// A given position is of another variant or shape.
    #[error("position {0} is {1} on {2}, not {3} on {4}")]
    Stranger(usize, &'static str, Shape, &'static str, Shape),
    /// A given position is impossible.
    #[error("position {0}: {1}")]
    Impossible(usize, Flaws),
    /// There is no position to begin with.
    #[error("there is no position to begin with")]
    NoPosition,
}

impl Order {
    /// The usual order: men placed at random, no wishes, seed 0, as many tries as the length makes sensible.
    pub fn new(variant: &'static Variant, shape: Shape, moves: u32) -> Self {
        Self {
            variant,
            shape,
            moves,
            mates: None,
            source: Source::Placed,
            material: None,
            wishes: Wishes::default(),
            seed: 0,
            tries: Self::usual_tries(moves, &Wishes::default()),
        }
    }

    /// So many tries take a minute or two where each is in vain; ten times as
    /// many where there are wishes, which few sound positions fulfil.
    pub fn usual_tries(moves: u32, wishes: &Wishes) -> u64 {
        let tries = match moves {
            0 | 1 => 5_000_000,
            2 => 1_000_000,
            3 => 100_000,
            4 => 20_000,
            _ => 5_000,
        };
        if *wishes == Wishes::default() { tries } else { 10 * tries }
    }

    /// Checks the order as a whole.
    ///
    /// # Errors
    /// Why it makes no sense.
    pub fn check(&self) -> Result<(), OrderError> {
        if !(1..=LONGEST).contains(&self.moves) {
            return Err(OrderError::Moves(self.moves));
        }
        if self.moves == 1 && self.wishes.quiet_key {
            return Err(OrderError::QuietMate);
        }
        if !self.variant.fits(&self.shape) {
            return Err(OrderError::Shape(self.variant.name, self.shape));
        }
        if let Some(material) = &self.material {
            material.check(self.variant, self.shape.squares(), self.placed())?;
        }
        let given = match &self.source {
            Source::Changed(given) | Source::Given(given) if given.is_empty() => {
                return Err(OrderError::NoPosition);
            }
            Source::Changed(given) | Source::Given(given) => given,
            Source::Played(start) => start.as_slice(),
            Source::Placed => &[],
        };
        for (index, setup) in given.iter().enumerate() {
            let (variant, shape) = (setup.variant, setup.shape);
            if (variant, shape) != (self.variant, self.shape) {
                let wanted = (self.variant.name, self.shape);
                let number = index + 1;
                return Err(OrderError::Stranger(number, variant.name, shape, wanted.0, wanted.1));
            }
            Board::new(setup).map_err(|flaws| OrderError::Impossible(index + 1, flaws))?;
        }
        Ok(())
    }

    /// The stipulation of every puzzle.
    pub fn stipulation(&self) -> Stipulation {
        let moves = self.moves.clamp(1, LONGEST) as u16;
        Stipulation::new(Play::Direct, Aim::Mate, moves).expect("these lengths exist")
    }

    /// The side for which men are placed.
    pub(super) fn placed(&self) -> Side {
        self.mates.unwrap_or(Side::White)
    }

    /// Whether given positions are looked through, each for itself.
    pub(super) fn looks_through(&self) -> bool {
        matches!(self.source, Source::Given(_))
    }

    /// The indices that there are, of a run of `count` puzzles: as many as
    /// positions where those are only looked through.
    pub fn indices(&self, count: u64) -> Range<u64> {
        match &self.source {
            Source::Given(given) => 0..given.len() as u64,
            _ => 0..count,
        }
    }
}

/// A puzzle made, proven sound and checked by the rules.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Its index in the run.
    pub index: u64,
    /// The board.
    pub board: Board,
    /// The only key.
    pub key: Move,
    /// What it is worth.
    pub measures: Measures,
    /// How many candidates were tried for it, itself included.
    pub tried: u64,
}
