//! The search against published mates, a plain recursion, and itself.

mod mates;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hypermate::at_width;
use hypermate::board::Board;
use hypermate::geometry::Game;
use hypermate::moves::Move;
use hypermate::piece::{Kind, Piece, Side};
use hypermate::position::Position;
use hypermate::search::{Answer, Direct, Limits, Stopped, Task, Wanted, keys};
use hypermate::setup::{Castling, Setup};
use hypermate::shape::{Shape, Square};
use hypermate::stipulation::Aim;
use hypermate::variant::{CHESS, CUBE, Variant};

fn task(moves: u32) -> Task {
    Task { aim: Aim::Mate, moves, wanted: Wanted::All, threads: 1, limits: Limits::default() }
}

fn solve(board: &Board, task: &Task) -> Answer {
    at_width!(board, |game, position| keys(game, position, task, &|_| ()))
}

fn written(board: &Board, answer: &Answer) -> Vec<String> {
    let mut keys: Vec<String> =
        answer.keys.iter().map(|key| mates::written(board, key.mv)).collect();
    keys.sort();
    keys
}

fn agrees_with_file(file: &str, longest: u32) {
    for row in mates::rows(file).iter().filter(|row| row.moves <= longest) {
        let answer = solve(&row.board, &task(row.moves));
        assert_eq!(written(&row.board, &answer), row.keys, "{}", row.fen);
        assert_eq!(answer.shortest(), row.shortest, "{}", row.fen);
    }
}

#[test]
fn published_chess_problems_have_the_published_keys() {
    agrees_with_file("mates-chess.tsv", 4);
}

#[test]
fn tesseract_problems_have_their_keys() {
    agrees_with_file("mates-tesseract.tsv", 5);
}

#[test]
fn cube_problems_have_their_keys() {
    agrees_with_file("mates-cube.tsv", 5);
}

/// Marsaglia's xorshift64*: the same positions on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    fn square(&mut self, setup: &Setup) -> Square {
        loop {
            let square = Square::new(self.below(setup.shape.squares()));
            if setup.piece(square).is_none() {
                return square;
            }
        }
    }

    /// A possible position with this many men, both kings among them.
    fn board(&mut self, variant: &'static Variant, shape: Shape, men: usize) -> Board {
        loop {
            let mut setup = Setup::empty(variant, shape);
            for side in Side::BOTH {
                let square = self.square(&setup);
                setup.put(square, Some(Piece { side, kind: Kind::King }));
            }
            for _ in 2..men {
                let kind = variant.kinds[1 + self.below(variant.kinds.len() - 1)];
                let side = Side::BOTH[self.below(2)];
                let square = self.square(&setup);
                setup.put(square, Some(Piece { side, kind }));
            }
            setup.side = Side::BOTH[self.below(2)];
            if let Ok(board) = Board::new(&setup)
                && board.checkers_of(setup.side.opponent()).is_empty()
            {
                return board;
            }
        }
    }
}

/// The plain recursion: no table, no order, no set.
fn attacks<const W: usize>(game: &Game<W>, at: &Position<W>, aim: Aim, moves: u32) -> bool {
    moves > 0
        && game.legal_moves(at).iter().any(|&mv| defends(game, &game.play(at, mv), aim, moves - 1))
}

fn defends<const W: usize>(game: &Game<W>, at: &Position<W>, aim: Aim, moves: u32) -> bool {
    if game.verdict(at) == aim.verdict() {
        return true;
    }
    let replies = game.legal_moves(at);
    moves > 0
        && !replies.is_empty()
        && replies.iter().all(|&mv| attacks(game, &game.play(at, mv), aim, moves))
}

fn plain_keys(board: &Board, aim: Aim, moves: u32) -> Vec<(Move, u32)> {
    at_width!(board, |game, position| {
        let mut found = Vec::new();
        for mv in game.legal_moves(position) {
            let next = game.play(position, mv);
            let length = (1..=moves).find(|length| defends(game, &next, aim, length - 1));
            found.extend(length.map(|length| (mv, length)));
        }
        found.sort();
        found
    })
}

fn found(answer: &Answer) -> Vec<(Move, u32)> {
    answer.keys.iter().map(|key| (key.mv, key.moves)).collect()
}

/// Variants with shapes on which a plain recursion gets along, and the numbers
/// of men and positions for one move, two and three.
const GROUNDS: [(&str, &str, [usize; 3]); 9] = [
    ("cube", "4x4x4", [200, 30, 0]),
    ("cube", "3x3x3", [300, 150, 6]),
    ("cube", "5x5x5", [60, 6, 0]),
    ("tesseract", "4x4x2x2", [300, 40, 0]),
    ("tesseract", "3x3x2x2", [300, 80, 4]),
    ("tesseract", "5x4x3", [200, 40, 2]),
    ("raumschach", "5x5x5", [60, 6, 0]),
    ("raumschach", "3x3x3", [300, 80, 4]),
    ("chess", "8x8", [400, 120, 8]),
];

#[test]
fn it_agrees_with_a_plain_recursion() {
    let mut random = Random(0x5EED);
    for (variant, shape, counts) in GROUNDS {
        let variant = Variant::named(variant).unwrap();
        let shape: Shape = shape.parse().unwrap();
        for (moves, count) in (1..).zip(counts) {
            for _ in 0..count {
                let men = 3 + random.below(if moves == 3 { 2 } else { 5 });
                let board = random.board(variant, shape, men.min(shape.squares() / 2));
                for aim in [Aim::Mate, Aim::Stalemate] {
                    let answer = solve(&board, &Task { aim, ..task(moves) });
                    assert_eq!(found(&answer), plain_keys(&board, aim, moves), "{board:?}");
                }
            }
        }
    }
}

/// The mating moves, each played and asked for its verdict.
#[test]
fn the_last_move_is_found_whenever_there_is_one() {
    let mut random = Random(0x1A57);
    let mut mates = 0;
    for (variant, shape, _) in GROUNDS {
        let variant = Variant::named(variant).unwrap();
        let shape: Shape = shape.parse().unwrap();
        for _ in 0..400 {
            let men = (3 + random.below(20)).min(shape.squares() / 2);
            let board = random.board(variant, shape, men);
            let naive = !plain_keys(&board, Aim::Mate, 1).is_empty();
            let quick = at_width!(&board, |game, position| game.mate_in_one(position).is_some());
            assert_eq!(quick, naive, "{board:?}");
            mates += u32::from(naive);
        }
    }
    assert!(mates > 100, "{mates} mates are too few to tell");
}

/// Game and position of a board of one word.
fn narrow(board: &Board) -> (&Game<1>, &Position<1>) {
    match board {
        Board::W1(game, position) => (game, position),
        _ => panic!("the case files have small boards"),
    }
}

fn short_rows() -> impl Iterator<Item = mates::Row> {
    ["mates-chess.tsv", "mates-tesseract.tsv", "mates-cube.tsv"]
        .into_iter()
        .flat_map(mates::rows)
        .filter(|row| row.moves <= 3)
}

#[test]
fn memory_and_threads_change_no_answer() {
    for row in short_rows() {
        for (memory, threads) in [(0, 1), (1 << 13, 1), (1 << 20, 2), (0, 2)] {
            let limits = Limits { memory, ..Limits::default() };
            let answer = solve(&row.board, &Task { threads, limits, ..task(row.moves) });
            assert_eq!(written(&row.board, &answer), row.keys, "{} {memory}", row.fen);
        }
    }
}

#[test]
fn the_first_key_is_a_key_and_the_same_for_every_number_of_threads() {
    let rows = mates::rows("mates-chess.tsv").into_iter().filter(|row| row.moves <= 5);
    for row in rows.chain(mates::rows("mates-tesseract.tsv")).chain(mates::rows("mates-cube.tsv")) {
        let moves = row.shortest.unwrap_or(row.moves).max(if row.moves > 3 { 4 } else { 1 });
        let first = |threads| {
            let answer = solve(&row.board, &Task { wanted: Wanted::First, threads, ..task(moves) });
            assert_eq!(answer.outcome, Ok(()));
            written(&row.board, &answer)
        };
        let found = first(1);
        assert_eq!(found.len(), usize::from(row.shortest.is_some()), "{}", row.fen);
        assert!(found.iter().all(|key| row.keys.contains(key)), "{}: {found:?}", row.fen);
        assert_eq!(first(2), found, "{}", row.fen);
    }
}

/// Proof-number search (which looks for one key from four moves on) and the
/// other against each other, on positions that may have no solution.
#[test]
fn two_searches_agree_whether_there_is_a_key() {
    let mut random = Random(0xD0);
    for (variant, shape, _) in GROUNDS {
        let variant = Variant::named(variant).unwrap();
        let shape: Shape = shape.parse().unwrap();
        for round in 0..12 {
            let men = 3 + random.below(2);
            let board = random.board(variant, shape, men);
            let aim = if round % 4 == 0 { Aim::Stalemate } else { Aim::Mate };
            let nodes = Some(100_000);
            let limits = Limits { nodes, ..Limits::default() };
            let all = solve(&board, &Task { aim, limits: limits.clone(), ..task(4) });
            let wanted = Wanted::First;
            let first = solve(&board, &Task { aim, wanted, limits, ..task(4) });
            if all.outcome.is_ok() && first.outcome.is_ok() {
                assert_eq!(all.keys.is_empty(), first.keys.is_empty(), "{board:?}");
            }
            if all.outcome.is_ok() {
                let known = |key: &hypermate::search::Key| all.keys.iter().any(|k| k.mv == key.mv);
                assert!(first.keys.iter().all(known), "{board:?}");
            }
        }
    }
}

#[test]
fn a_limit_ends_with_unknown_and_never_with_no() {
    let hard = "r1bqkbnr/p1p1pppp/np1p4/8/2B5/4PQ2/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
    let board = mates::board(&CHESS, hard);
    let limited = [
        Limits { nodes: Some(2000), ..Limits::default() },
        Limits { time: Some(Duration::ZERO), ..Limits::default() },
        Limits { stop: Arc::new(AtomicBool::new(true)), ..Limits::default() },
    ];
    for limits in limited {
        for (wanted, threads) in [(Wanted::All, 1), (Wanted::All, 2), (Wanted::First, 1)] {
            let limits = limits.clone();
            let nodes = limits.nodes;
            let answer = solve(&board, &Task { wanted, threads, limits, ..task(6) });
            assert_eq!(answer.outcome, Err(Stopped));
            assert!(answer.keys.is_empty() && answer.proven < 6);
            assert!(nodes.is_none_or(|most| answer.nodes <= most + 2 * threads as u64 * 1024));
        }
    }
}

/// One solver asked for lengths in any order answers each as a fresh one does.
#[test]
fn an_entry_for_one_length_is_not_used_for_another() {
    for row in short_rows().filter(|row| row.moves == 3) {
        let (game, position) = narrow(&row.board);
        let mut direct = Direct::new(game, Aim::Mate, &Limits::default());
        for moves in [2, 3, 1, 3, 2, 0] {
            let expected = row.shortest.is_some_and(|shortest| shortest <= moves);
            assert_eq!(direct.attack(position, moves), Ok(expected), "{} {moves}", row.fen);
        }
    }
}

#[test]
fn one_solver_serves_both_sides_and_keeps_aims_apart() {
    let board = mates::board(&CHESS, "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1");
    let (game, position) = narrow(&board);
    let mut mate = Direct::new(game, Aim::Mate, &Limits::default());
    let mut stalemate = Direct::new(game, Aim::Stalemate, &Limits::default());
    assert_eq!(mate.attack(position, 1), Ok(true));
    assert_eq!(stalemate.attack(position, 1), Ok(true));
    let stuck = mates::board(&CHESS, "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
    let (_, stuck) = narrow(&stuck);
    for moves in 0..4 {
        assert_eq!(stalemate.defend(stuck, moves), Ok(true));
        assert_eq!(mate.defend(stuck, moves), Ok(false));
    }
}

fn chess_keys(fen: &str, aim: Aim, moves: u32) -> Vec<String> {
    let board = mates::board(&CHESS, fen);
    written(&board, &solve(&board, &Task { aim, ..task(moves) }))
}

#[test]
fn a_halfmove_clock_at_its_end_is_no_draw() {
    let fen = "7k/8/8/8/8/8/R7/1R4K1 w - - 100 90";
    let mut setup = mates::setup(&CHESS, fen);
    setup.halfmove = 100;
    let board = Board::new(&setup).unwrap();
    assert_eq!(written(&board, &solve(&board, &task(2))), ["a2a7", "b1b7"]);
}

/// Castling long with b1 attacked is legal: only the king's way must be safe.
#[test]
fn castling_past_an_attacked_rooks_square_mates() {
    let attacked = "1r6/8/8/8/8/8/2k1P3/R3K3 w Q - 0 1";
    let board = mates::board(&CHESS, attacked);
    let castles = mates::rows("mates-chess.tsv").into_iter().any(|row| row.keys == ["e1c1"]);
    assert!(castles, "the case file has a castling key");
    assert_eq!(
        found(&solve(&board, &task(2))),
        plain_keys(&board, Aim::Mate, 2),
        "with and without castling"
    );
}

#[test]
fn a_king_in_check_may_answer_with_mate() {
    // The rook gives check; taking it mates along the back rank.
    assert_eq!(chess_keys("k7/8/K7/8/8/8/8/r6R w - - 0 1", Aim::Mate, 1), ["h1a1"; 0]);
    let fen = "k7/8/1K6/8/8/8/8/1r5R w - - 0 1";
    assert_eq!(chess_keys(fen, Aim::Mate, 2), plain(fen, 2));
}

fn plain(fen: &str, moves: u32) -> Vec<String> {
    let board = mates::board(&CHESS, fen);
    let mut keys: Vec<String> = plain_keys(&board, Aim::Mate, moves)
        .into_iter()
        .map(|(mv, _)| mates::written(&board, mv))
        .collect();
    keys.sort();
    keys
}

#[test]
fn many_bishops_defend_as_well_as_one() {
    for fen in ["bbbbk3/8/4K3/8/8/8/8/R6Q w - - 0 1", "7k/8/6K1/8/8/1bbbb3/8/R7 w - - 0 1"] {
        assert_eq!(chess_keys(fen, Aim::Mate, 2), plain(fen, 2), "{fen}");
    }
}

#[test]
fn nobody_mates_a_side_without_a_king() {
    let board = mates::board(&CUBE, "3/3/3|1q1/3/3|3/3/K2 w 0 1");
    let (game, position) = narrow(&board);
    let mut mate = Direct::new(game, Aim::Mate, &Limits::default());
    assert!((0..3).all(|moves| mate.attack(position, moves) == Ok(false)));
    assert!(solve(&board, &task(2)).keys.is_empty());
}

#[test]
fn castling_rights_matter() {
    let mut setup = mates::setup(&CHESS, "r3k3/8/1R6/3N2R1/5pK1/3P4/8/8 w q - 0 1");
    let keys = |setup: &Setup| {
        let board = Board::new(setup).unwrap();
        (found(&solve(&board, &task(2))), plain_keys(&board, Aim::Mate, 2))
    };
    let with = keys(&setup);
    assert_eq!(with.0, with.1);
    setup.castling = Castling::NONE;
    let without = keys(&setup);
    assert_eq!(without.0, without.1);
}
