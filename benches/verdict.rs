//! Verdicts, boards a second: from positions in memory and from text by the
//! general readers, with cozy-chess on chess positions as the neighbour.
//!
//!     cargo bench --bench verdict

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use hypermate::board::Board;
use hypermate::geometry::Game;
use hypermate::notation::{self, Notation, Options};
use hypermate::piece::{Kind, Piece, Side};
use hypermate::position::Position;
use hypermate::setup::Setup;
use hypermate::shape::Square;
use hypermate::variant::{CHESS, CUBE, TESSERACT, Variant};
use hypermate::verdict::Verdict;

fn main() {
    divan::main();
}

/// How many boards a sample is made of.
const BOARDS: usize = 10_000;

/// Random boards of one variant on its usual shape, and how many of them are
/// checkmate, stalemate and neither. The counts are those of the naive twin in
/// the tests.
#[derive(Clone, Copy)]
struct Case {
    variant: &'static Variant,
    notation: Notation,
    counts: [usize; 3],
}

#[rustfmt::skip]
const CASES: &[Case] = &[
    Case { variant: &CUBE, notation: Notation::Brackets, counts: [1373, 119, 8508] },
    Case { variant: &TESSERACT, notation: Notation::Fen, counts: [548, 0, 9452] },
    Case { variant: &CHESS, notation: Notation::Fen, counts: [271, 68, 9661] },
];

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.variant.name)
    }
}

/// Vigna's SplitMix64: the same boards on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }
}

impl Case {
    /// Both kings and two to eight other men, on squares drawn at random;
    /// boards that are impossible, or too odd for cozy-chess, are drawn again.
    fn setups(&self) -> Vec<Setup> {
        let mut dice = Dice(1);
        let mut drawn = Vec::new();
        while drawn.len() < BOARDS {
            let setup = self.draw(&mut dice);
            if Board::new(&setup).is_ok_and(|board| board.checkers().len() <= 2) {
                drawn.push(setup);
            }
        }
        drawn
    }

    fn draw(&self, dice: &mut Dice) -> Setup {
        let shape = self.variant.usual_shape();
        let mut setup = Setup::empty(self.variant, shape);
        let mut free: Vec<usize> = (0..shape.squares()).collect();
        let kings = Side::BOTH.map(|side| Piece { side, kind: Kind::King });
        let others = 2 + dice.below(7);
        for man in 0..2 + others {
            let square = free.swap_remove(dice.below(free.len()));
            let piece = kings.get(man).copied().unwrap_or_else(|| Piece {
                // The side asked about is the weaker one, as in problems.
                side: Side::BOTH[usize::from(dice.below(4) > 0)],
                kind: self.variant.kinds[1 + dice.below(self.variant.kinds.len() - 1)],
            });
            setup.put(Square::new(square), Some(piece));
        }
        setup
    }

    fn check(&self, verdicts: impl Iterator<Item = Verdict>) {
        let mut counts = [0; 3];
        for verdict in verdicts {
            counts[verdict as usize] += 1;
        }
        assert_eq!(counts, self.counts, "{self}");
    }
}

#[divan::bench(args = CASES)]
fn from_positions(bencher: Bencher, case: &Case) {
    let game = Game::<1>::new(case.variant, case.variant.usual_shape()).unwrap();
    let setups = case.setups();
    let positions: Vec<_> =
        setups.iter().map(|setup| Position::new(&game, setup).unwrap()).collect();
    bencher.counter(ItemsCount::new(BOARDS)).bench_local(|| {
        case.check(black_box(&positions).iter().map(|position| game.verdict(position)));
    });
}

#[divan::bench(args = CASES)]
fn from_text(bencher: Bencher, case: &Case) {
    let options = Options::default();
    let setups = case.setups();
    let texts: Vec<String> =
        setups.iter().map(|setup| case.notation.write(setup, &options).unwrap()).collect();
    bencher.counter(ItemsCount::new(BOARDS)).bench_local(|| {
        case.check(black_box(&texts).iter().map(|text| {
            let setup = notation::read(text, &options).unwrap();
            Board::new(&setup).unwrap().verdict()
        }));
    });
}

/// The neighbour, on the same chess boards.
mod cozy {
    use cozy_chess::{Board, GameStatus};

    use super::*;

    const CASE: Case = CASES[2];

    fn boards() -> Vec<Board> {
        let write = |setup: &Setup| Notation::Fen.write(setup, &Options::default()).unwrap();
        CASE.setups().iter().map(|setup| write(setup).parse().unwrap()).collect()
    }

    fn verdict(board: &Board) -> Verdict {
        match board.status() {
            GameStatus::Ongoing => Verdict::Neither,
            GameStatus::Won => Verdict::Checkmate,
            GameStatus::Drawn => Verdict::Stalemate,
        }
    }

    #[divan::bench]
    fn from_positions(bencher: Bencher) {
        let boards = boards();
        bencher
            .counter(ItemsCount::new(BOARDS))
            .bench_local(|| CASE.check(black_box(&boards).iter().map(verdict)));
    }

    #[divan::bench]
    fn from_text(bencher: Bencher) {
        let texts: Vec<String> = boards().iter().map(Board::to_string).collect();
        bencher.counter(ItemsCount::new(BOARDS)).bench_local(|| {
            CASE.check(black_box(&texts).iter().map(|text| verdict(&text.parse().unwrap())));
        });
    }
}
