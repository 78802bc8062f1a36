//! Every stipulation against the naive twin, on small boards of every variant.

mod plain;

use hypermate::board::Board;
use hypermate::moves::Move;
use hypermate::proof::Proof;
use hypermate::solution::{Outcome, Request, Solution, solve};
use hypermate::stipulation::{Play, Stipulation};
use hypermate::variant::Variant;
use plain::Random;

/// Boards small enough for the twin, and how many pieces beside the kings.
const BOARDS: [(&str, &str, usize); 12] = [
    ("cube", "2x2x2", 3),
    ("cube", "3x3x3", 2),
    ("cube", "2x3x2", 3),
    ("tesseract", "2x3x2x2", 3),
    ("tesseract", "4x4x2x2", 2),
    ("tesseract", "3x3x2", 4),
    ("raumschach", "3x3x2", 4),
    ("raumschach", "2x3x3", 4),
    ("chess", "3x4", 5),
    ("chess", "4x4", 6),
    ("chess", "5x4", 6),
    ("chess", "8x8", 3),
];

/// The most positions that the twin may look at in one walk.
const WORK: u64 = 4_000;

fn answer(board: &Board, request: &Request) -> Solution {
    solve(board, request, &|_| ()).unwrap_or_else(|error| panic!("{error}: {:?}", board.setup()))
}

/// A request for everything there is.
fn everything(stipulation: Stipulation) -> Request {
    Request {
        variations: true,
        tries: true,
        set_play: true,
        complete: true,
        ..Request::new(stipulation)
    }
}

/// Whether there is a solution; compared with the twin's if there is, and else
/// if `always`.
fn agrees(board: &Board, stipulation: Stipulation, always: bool) -> bool {
    let solution = answer(board, &everything(stipulation));
    if solution.outcome == Outcome::None && !always {
        return false;
    }
    let (play, aim, moves) = (stipulation.play(), stipulation.aim(), stipulation.moves());
    let keys: Vec<(Move, u16)> =
        solution.keys.iter().map(|key| (key.mv, key.moves as u16)).collect();
    match &solution.proof {
        Proof::Help(lines) => {
            assert_eq!(
                lines,
                &plain::lines(board, aim, stipulation.plies()),
                "{:?}",
                board.setup()
            );
        }
        Proof::Forced(forced) => {
            assert_eq!(keys, plain::keys(board, play, aim, moves), "{:?}", board.setup());
            let tries: Vec<_> = forced
                .tries
                .iter()
                .map(|tried| (tried.parry.attack, tried.parry.defence.unwrap()))
                .collect();
            if play != Play::Reflex {
                assert_eq!(tries, plain::tries(board, play, aim, moves), "{:?}", board.setup());
            }
        }
    }
    solution.outcome != Outcome::None
}

/// Compares on so many random boards: those with a solution, of which there are
/// at least `wanted`, and a quarter of the others.
fn compare(texts: &[&str], seed: u64, rounds: usize, wanted: usize) {
    let mut random = Random::new(seed);
    let mut solved = 0;
    for round in 0..rounds {
        let (variant, shape, pieces) = BOARDS[round % BOARDS.len()];
        let variant = Variant::named(variant).unwrap();
        let board = random.board(variant, &shape.parse().unwrap(), pieces);
        let stipulation: Stipulation = texts[random.below(texts.len())].parse().unwrap();
        // In reflex play the twin looks for mates in one at every turn.
        let reflex = u32::from(stipulation.play() == Play::Reflex);
        let depth = u32::from(stipulation.plies()) + reflex;
        if (1..=depth).all(|plies| board.perft(plies) <= WORK) {
            solved += usize::from(agrees(&board, stipulation, round % 4 == 0));
        }
    }
    assert!(solved >= wanted, "only {solved} had a solution");
}

#[test]
fn direct_play_agrees_with_the_definition() {
    compare(&["#1", "#2", "#3", "=1", "=2"], 1, 1500, 100);
}

#[test]
fn help_play_agrees_with_the_definition() {
    compare(&["h#0.5", "h#1", "h#1.5", "h#2", "h#2.5", "h=1.5", "h=2"], 2, 1500, 100);
}

#[test]
fn self_play_agrees_with_the_definition() {
    compare(&["s#1", "s#1", "s#2", "s=1", "s=2"], 3, 6000, 10);
}

#[test]
fn reflex_play_agrees_with_the_definition() {
    compare(&["r#1", "r#2", "r=1", "r=2"], 4, 2000, 20);
}
