//! Perft, nodes a second, in bulk (the last ply counted) and made (every leaf
//! played), with cozy-chess on its own start position as the neighbour. Every
//! count is a published or twice counted figure.
//!
//!     cargo bench --bench perft

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use hypermate::at_width;
use hypermate::board::Board;
use hypermate::notation::{self, Options};
use hypermate::perft::Leaves;
use hypermate::piece::{Piece, Side};
use hypermate::setup::Setup;
use hypermate::shape::{Shape, Square};
use hypermate::variant::{CHESS, CUBE, TESSERACT, Variant};

fn main() {
    divan::main();
}

/// A position, a depth, and the number of paths.
struct Case {
    name: &'static str,
    board: fn() -> Board,
    depth: u32,
    nodes: u64,
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

const MEN: &str = "RNBQKBNRNB";

#[rustfmt::skip]
const CASES: &[Case] = &[
    Case { name: "tesseract", board: || start(&TESSERACT), depth: 4, nodes: 4_700_547 },
    Case { name: "3x3x3", board: || cube(3, "RNBKQNR.B"), depth: 5, nodes: 5_329_239 },
    Case { name: "5x5x5", board: || cube(5, MEN), depth: 4, nodes: 20_414_768 },
    Case { name: "10x10x10", board: || cube(10, MEN), depth: 3, nodes: 3_587_622 },
    Case { name: "chess", board: || start(&CHESS), depth: 5, nodes: 4_865_609 },
];

fn start(variant: &'static Variant) -> Board {
    let options = Options { variant: Some(variant), ..Options::default() };
    Board::new(&notation::read(variant.starts[0].1, &options).unwrap()).unwrap()
}

/// White's men on the first squares in order, Black's mirrored through the
/// middle of the cube.
fn cube(side: usize, men: &str) -> Board {
    let mut setup = Setup::empty(&CUBE, Shape::new(&[side; 3]).unwrap());
    let last = side.pow(3) - 1;
    for (index, letter) in men.chars().enumerate() {
        let Some(piece) = Piece::from_letter(letter) else { continue };
        setup.put(Square::new(index), Some(piece));
        setup.put(Square::new(last - index), Some(Piece { side: Side::Black, ..piece }));
    }
    Board::new(&setup).unwrap()
}

fn count(bencher: Bencher, case: &Case, leaves: Leaves) {
    let board = (case.board)();
    bencher.counter(ItemsCount::new(case.nodes)).bench_local(|| {
        at_width!(black_box(&board), |game, position| {
            assert_eq!(game.perft(position, case.depth, leaves), case.nodes);
        });
    });
}

#[divan::bench(args = CASES, sample_count = 5, sample_size = 1)]
fn bulk(bencher: Bencher, case: &Case) {
    count(bencher, case, Leaves::Counted);
}

#[divan::bench(args = CASES, sample_count = 5, sample_size = 1)]
fn make(bencher: Bencher, case: &Case) {
    count(bencher, case, Leaves::Played);
}

/// The neighbour, on the chess start.
mod cozy {
    use cozy_chess::Board;
    use divan::counter::ItemsCount;
    use divan::{Bencher, black_box};

    const DEPTH: u32 = 5;
    const NODES: u64 = 4_865_609;

    fn counted(board: &Board, depth: u32) -> u64 {
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                nodes += moves.len() as u64;
            } else {
                nodes +=
                    moves.into_iter().map(|mv| counted(&after(board, mv), depth - 1)).sum::<u64>();
            }
            false
        });
        nodes
    }

    fn played(board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            black_box(board);
            return 1;
        }
        let mut nodes = 0;
        board.generate_moves(|moves| {
            nodes += moves.into_iter().map(|mv| played(&after(board, mv), depth - 1)).sum::<u64>();
            false
        });
        nodes
    }

    fn after(board: &Board, mv: cozy_chess::Move) -> Board {
        let mut next = board.clone();
        next.play_unchecked(mv);
        next
    }

    fn count(bencher: Bencher, walk: fn(&Board, u32) -> u64) {
        let board = Board::default();
        let counted = bencher.counter(ItemsCount::new(NODES));
        counted.bench_local(|| assert_eq!(walk(black_box(&board), DEPTH), NODES));
    }

    #[divan::bench(sample_count = 5, sample_size = 1)]
    fn bulk(bencher: Bencher) {
        count(bencher, counted);
    }

    #[divan::bench(sample_count = 5, sample_size = 1)]
    fn make(bencher: Bencher) {
        count(bencher, played);
    }
}
