//! A position with its game, for everyday use: the width of the square sets
//! is chosen here, once, and shows nowhere else.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use crate::flaw::{Flaw, Flaws};
use crate::geometry::Game;
use crate::moves::Move;
use crate::naming::Naming;
use crate::perft::Leaves;
use crate::piece::{Piece, Side};
use crate::position::Position;
use crate::setup::Setup;
use crate::shape::{MAX_SQUARES, Shape, Square};
use crate::squares::SquareSet;
use crate::variant::Variant;
use crate::verdict::Verdict;

/// The one list of widths: a variant of the enums below each.
macro_rules! widths {
    ($($name:ident $words:literal),*) => {
        /// A game of any width.
        #[derive(Clone, Debug)]
        pub enum AnyGame {
            $(
                #[doc = concat!("Up to ", $words, " × 64 squares.")]
                $name(Arc<Game<$words>>),
            )*
        }

        /// A position with the game it belongs to.
        #[expect(clippy::large_enum_variant, reason = "boards are few; positions are what is copied")]
        #[derive(Clone, Debug)]
        pub enum Board {
            $(
                #[doc = concat!("Up to ", $words, " × 64 squares.")]
                $name(Arc<Game<$words>>, Position<$words>),
            )*
        }

        impl AnyGame {
            fn build(variant: &'static Variant, shape: Shape) -> Option<Self> {
                $(if let Some(game) = Game::new(variant, shape) {
                    return Some(Self::$name(Arc::new(game)));
                })*
                None
            }

            /// The squares to which a piece could move from a square of an
            /// empty board.
            pub fn reach(&self, piece: Piece, from: Square) -> Vec<Square> {
                match self {
                    $(Self::$name(game) => {
                        let nobody = SquareSet::EMPTY;
                        game.destinations(piece, from, nobody, nobody).into_iter().collect()
                    })*
                }
            }

            /// The position of a setup of this game's variant and shape.
            fn position(&self, setup: &Setup) -> Result<Board, Flaws> {
                match self {
                    $(Self::$name(game) => {
                        Position::new(game, setup).map(|position| Board::$name(game.clone(), position))
                    })*
                }
            }
        }

        impl Board {
            /// The board after a legal move.
            pub fn play(&self, mv: Move) -> Self {
                match self {
                    $(Self::$name(game, position) => {
                        Self::$name(game.clone(), game.play(position, mv))
                    })*
                }
            }
        }

        /// Runs a body with a game of any width.
        #[macro_export]
        macro_rules! with_game {
            ($any:expr, |$game:ident| $body:expr) => {
                match $any {
                    $($crate::board::AnyGame::$name($game) => $body,)*
                }
            };
        }

        /// Runs a body with the game and the position of a board, at the
        /// board's width.
        #[macro_export]
        macro_rules! at_width {
            ($board:expr, |$game:ident, $position:ident| $body:expr) => {
                match $board {
                    $($crate::board::Board::$name($game, $position) => $body,)*
                }
            };
        }
    };
}

widths!(W1 1, W2 2, W8 8, W16 16, W32 32);

/// The games built lately; boards of one variant and shape share theirs.
static GAMES: LazyLock<Mutex<Games>> = LazyLock::new(Mutex::default);

/// Games by variant and shape. There are over 160 000 shapes, and one game
/// takes up to 20 MB, so a file of many shapes must not keep them all.
#[derive(Default)]
struct Games {
    built: HashMap<(&'static str, Shape), AnyGame>,
    /// The pairs of squares of all boards kept, which their tables grow with.
    pairs: usize,
}

impl Games {
    /// The most pairs kept, some 5 bytes each: every cube at once, or two
    /// boards of the largest size.
    const MOST: usize = 2 * MAX_SQUARES * MAX_SQUARES;

    /// Keeps a game, if need be in place of all others; boards in use have a
    /// share in theirs.
    fn keep(&mut self, variant: &'static Variant, shape: Shape, game: &AnyGame) {
        let pairs = shape.squares() * shape.squares();
        if self.pairs + pairs > Self::MOST {
            *self = Self::default();
        }
        self.pairs += pairs;
        self.built.insert((variant.name, shape), game.clone());
    }
}

impl AnyGame {
    /// The game of a variant on a shape, built unless it was lately; nothing
    /// if the variant makes no sense on the shape.
    pub fn of(variant: &'static Variant, shape: Shape) -> Option<Self> {
        let mut games = GAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(game) = games.built.get(&(variant.name, shape)) {
            return Some(game.clone());
        }
        let game = Self::build(variant, shape)?;
        games.keep(variant, shape, &game);
        Some(game)
    }
}

impl Board {
    /// The board that a setup describes.
    ///
    /// # Errors
    /// Everything that makes it impossible, all at once.
    pub fn new(setup: &Setup) -> Result<Self, Flaws> {
        AnyGame::of(setup.variant, setup.shape)
            .ok_or_else(|| Flaws::new(setup, vec![Flaw::Shape]))?
            .position(setup)
    }

    /// The board as a setup, for writing.
    pub fn setup(&self) -> Setup {
        at_width!(self, |game, position| position.setup(game))
    }

    /// The variant.
    pub fn variant(&self) -> &'static Variant {
        at_width!(self, |game, _position| game.variant())
    }

    /// The shape.
    pub fn shape(&self) -> &Shape {
        at_width!(self, |game, _position| game.shape())
    }

    /// The names of its squares.
    pub fn naming(&self) -> Naming {
        Naming::new(self.variant(), self.shape())
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        at_width!(self, |_game, position| position.side())
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        at_width!(self, |_game, position| position.piece(square))
    }

    /// Where a side's king stands, if it has one.
    pub fn king(&self, side: Side) -> Option<Square> {
        at_width!(self, |_game, position| position.king(side))
    }

    /// Checkmate, stalemate or neither, for the side to move.
    pub fn verdict(&self) -> Verdict {
        at_width!(self, |game, position| game.verdict(position))
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Vec<Square> {
        self.checkers_of(self.side())
    }

    /// The pieces that give check to a side.
    pub fn checkers_of(&self, side: Side) -> Vec<Square> {
        at_width!(self, |game, position| game.checkers_of(position, side).into_iter().collect())
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        at_width!(self, |game, position| game.legal_moves(position))
    }

    /// The squares to which a piece could move from a square as the board
    /// stands, kings and checks aside.
    pub fn reach(&self, piece: Piece, from: Square) -> Vec<Square> {
        at_width!(self, |game, position| {
            let (friends, enemies) = (position.of(piece.side), position.of(piece.side.opponent()));
            game.destinations(piece, from, friends, enemies).into_iter().collect()
        })
    }

    /// The number of legal move paths of `depth` plies.
    pub fn perft(&self, depth: u32) -> u64 {
        at_width!(self, |game, position| game.perft(position, depth, Leaves::Counted))
    }

    /// Each legal move with the number of paths of `depth` plies that begin
    /// with it; `depth` is at least 1.
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        at_width!(self, |game, position| game.divide(position, depth))
    }

    /// A hash of what matters for the moves to come.
    pub fn key(&self) -> u64 {
        at_width!(self, |_game, position| position.key())
    }
}

/// Two boards are equal if the same rules hold and the same position stands.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.setup() == other.setup()
    }
}

impl Eq for Board {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{CUBE, TESSERACT};

    #[test]
    fn every_cube_is_kept_and_not_every_shape() {
        let mut games = Games::default();
        let mut keep = |variant: &'static Variant, shape: Shape| {
            let smallest = AnyGame::of(&CUBE, Shape::new(&[2, 2, 2]).unwrap()).unwrap();
            games.keep(variant, shape, &smallest);
            (games.built.len(), games.pairs)
        };
        for side in 2..=12 {
            let (kept, pairs) = keep(&CUBE, Shape::new(&[side; 3]).unwrap());
            assert_eq!(kept, side - 1);
            assert_eq!(pairs, (2..=side).map(|side| side.pow(6)).sum::<usize>());
        }
        for side in 2..=1024 {
            let (_, pairs) = keep(&TESSERACT, Shape::new(&[2, side]).unwrap());
            assert!(pairs <= Games::MOST, "{pairs}");
        }
    }
}
