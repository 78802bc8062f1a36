//! How fast boards are answered, from positions and from text, beside
//! cozy-chess counting its own start position. Each bench knows its answer.

use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use hypermate::at_width;
use hypermate::batch::{Batch, Format, Input, Intake, Note, Sink};
use hypermate::board::Board;
use hypermate::notation::{Notation, Options};
use hypermate::puzzle::Judge;
use hypermate::shape::Shape;
use hypermate::variant::{CUBE, TESSERACT, Variant};
use hypermate::verdict::Verdict;

#[path = "../tests/boards/mod.rs"]
mod boards;

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().unwrap();
    divan::main();
}

/// Boards of one shape: as positions, and as lines of a file.
struct Sample {
    boards: Vec<Board>,
    text: String,
    mates: usize,
}

impl Sample {
    fn new(
        variant: &'static Variant,
        shape: &str,
        men: std::ops::Range<usize>,
        notation: Notation,
    ) -> Self {
        let shape: Shape = shape.parse().unwrap();
        let mut random = boards::Random(1);
        // Enough that a processor cannot learn them by heart.
        let count = if shape.squares() > 64 { 10_000 } else { 100_000 };
        let boards: Vec<Board> =
            (0..count).map(|_| boards::board(&mut random, variant, shape, men.clone())).collect();
        let line =
            |board: &Board| notation.write(&board.setup(), &Options::default()).unwrap() + "\n";
        let text = boards.iter().map(line).collect();
        let mates = boards.iter().filter(|board| board.verdict().is_mate()).count();
        Self { boards, text, mates }
    }
}

static CUBE_3: LazyLock<Sample> =
    LazyLock::new(|| Sample::new(&CUBE, "3x3x3", 4..9, Notation::Brackets));
static CUBE_4: LazyLock<Sample> =
    LazyLock::new(|| Sample::new(&CUBE, "4x4x4", 4..17, Notation::Brackets));
static CUBE_8: LazyLock<Sample> =
    LazyLock::new(|| Sample::new(&CUBE, "8x8x8", 8..33, Notation::Brackets));
static FOUR: LazyLock<Sample> =
    LazyLock::new(|| Sample::new(&TESSERACT, "4x4x2x2", 6..17, Notation::Fen));

fn verdicts(bencher: Bencher, sample: &Sample) {
    at_width!(&sample.boards[0], |game, position| {
        let mut positions = vec![*position; sample.boards.len()];
        for (position, board) in positions.iter_mut().zip(&sample.boards) {
            *position = hypermate::position::Position::new(game, &board.setup()).unwrap();
        }
        let mates = || {
            let verdicts = positions.iter().map(|position| game.verdict(black_box(position)));
            verdicts.filter(|verdict| *verdict == Verdict::Checkmate).count()
        };
        assert_eq!(mates(), sample.mates);
        bencher.counter(ItemsCount::new(positions.len())).bench_local(mates);
    });
}

/// Takes the answers and looks no further.
struct Taken;

impl Sink for Taken {
    fn answers(&mut self, lines: &[u8]) -> std::io::Result<()> {
        black_box(lines);
        Ok(())
    }

    fn note(&mut self, _: &Note) {}
}

fn lines(bencher: Bencher, sample: &'static Sample) {
    let mates = || {
        let input = Input::stream("bench", black_box(sample.text.as_bytes()));
        let judge = Judge::new(&Options::default());
        let batch = Batch::new(judge, Intake::new(vec![input]), Format::Mate, Taken);
        batch.run();
        batch.settle().expect("nobody else asked").tally.mates as usize
    };
    assert_eq!(mates(), sample.mates);
    bencher.counter(ItemsCount::new(sample.boards.len())).bench_local(mates);
}

#[divan::bench]
fn verdict_cube_3(bencher: Bencher) {
    verdicts(bencher, &CUBE_3);
}

#[divan::bench]
fn verdict_cube_8(bencher: Bencher) {
    verdicts(bencher, &CUBE_8);
}

#[divan::bench]
fn verdict_tesseract(bencher: Bencher) {
    verdicts(bencher, &FOUR);
}

#[divan::bench]
fn text_cube_3(bencher: Bencher) {
    lines(bencher, &CUBE_3);
}

#[divan::bench]
fn text_cube_4(bencher: Bencher) {
    lines(bencher, &CUBE_4);
}

#[divan::bench]
fn text_cube_8(bencher: Bencher) {
    lines(bencher, &CUBE_8);
}

#[divan::bench]
fn text_tesseract(bencher: Bencher) {
    lines(bencher, &FOUR);
}

/// The neighbour: leaves counted from the start position of chess.
#[divan::bench]
fn cozy_chess_perft_4(bencher: Bencher) {
    fn perft(board: &cozy_chess::Board, depth: u32) -> usize {
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                nodes += moves.len();
            } else {
                for mv in moves {
                    let mut next = board.clone();
                    next.play_unchecked(mv);
                    nodes += perft(&next, depth - 1);
                }
            }
            false
        });
        nodes
    }
    let board = cozy_chess::Board::default();
    assert_eq!(perft(&board, 4), 197_281);
    bencher.counter(ItemsCount::new(197_281usize)).bench_local(|| perft(black_box(&board), 4));
}
