//! The search against the published mates, a plain recursion, and itself.

mod mates;

use hypermate::at_width;
use hypermate::board::Board;
use hypermate::search::{Answer, Limits, Task, Wanted, keys};
use hypermate::stipulation::Aim;

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
