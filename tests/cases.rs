//! Published positions with their verdicts, and one published game, read from
//! `tests/cases/` and answered by the program and by the naive twin.

mod naive;

use hypermate::setup::Setup;
use naive::fast;
use naive::text;
use naive::{Play, Verdict};

/// The rows of a table: lines without comments, cut at the tabs.
fn rows(table: &str) -> Vec<Vec<&str>> {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .map(|line| line.split('\t').collect())
        .collect()
}

/// A position of the 4×4×2×2 game.
fn tesseract(fen: &str) -> Setup {
    text::fen(text::variant("tesseract"), "4x4x2x2", fen)
}

/// A verdict by its name.
fn verdict(name: &str) -> Verdict {
    match name {
        "checkmate" => Verdict::Checkmate,
        "stalemate" => Verdict::Stalemate,
        "neither" => Verdict::Neither,
        other => panic!("{other} is no verdict"),
    }
}

/// What the program says of a board, once the twin has been heard too.
fn answer(setup: &Setup) -> (Verdict, bool) {
    fast::compare(setup);
    let board = fast::board(setup);
    (fast::verdict(&board), board.in_check())
}

#[test]
fn the_challenge() {
    let rows = rows(include_str!("cases/challenge.tsv"));
    assert_eq!(rows.len(), 11);
    for row in rows {
        let [id, n, board, mate, expected, check, ..] = row[..] else { panic!("{row:?}") };
        let setup = text::cube(board);
        assert_eq!(setup.shape.to_string(), [n; 3].join("x"), "{id}");
        assert_eq!(mate == "true", expected == "checkmate", "{id}");
        assert_eq!(answer(&setup), (verdict(expected), check == "yes"), "{id}");
    }
}

#[test]
fn boards_that_catch_mistakes() {
    let rows = rows(include_str!("cases/tricky.tsv"));
    assert_eq!(rows.len(), 4);
    for row in rows {
        assert_eq!(answer(&text::cube(row[0])).0, verdict(row[1]), "{}: {}", row[0], row[2]);
    }
}

#[test]
fn the_studies() {
    let rows = rows(include_str!("cases/tesseract-studies.tsv"));
    assert_eq!(rows.len(), 11);
    for row in rows {
        let [id, fen, mv, result, mates] = row[..] else { panic!("{row:?}") };
        let setup = tesseract(fen);
        let (name, rest) = result.split_at(result.find([',', ' ']).unwrap_or(result.len()));
        let after = match mv {
            "-" => setup.clone(),
            mv => naive::played(&setup, text::play(&setup, mv)),
        };
        let (found, in_check) = answer(&after);
        assert_eq!(found, verdict(name), "{id}");
        if rest == ", check, one reply" {
            assert_eq!((in_check, fast::board(&after).perft(1)), (true, 1), "{id}");
        }
        if mates != "-" {
            assert_eq!(mates_in_one(&setup).to_string(), mates, "{id}");
        }
    }
}

/// The number of moves that mate at once.
fn mates_in_one(setup: &Setup) -> usize {
    fast::compare(setup);
    let board = fast::board(setup);
    let mates = |mv| fast::verdict(&board.play(mv)) == Verdict::Checkmate;
    board.legal_moves().into_iter().filter(|&mv| mates(mv)).count()
}

#[test]
fn the_sample_game() {
    let game = include_str!("cases/tesseract-game.txt");
    let line = |start: &str| game.lines().find_map(|line| line.strip_prefix(start)).unwrap();
    let moves: Vec<&str> =
        game.split_whitespace().filter(|word| word.contains('@')).skip(1).collect();
    let counts = line("Legal moves after each ply: ").split(' ');
    let counts: Vec<usize> = counts.map(|count| count.parse().unwrap()).collect();
    assert_eq!((moves.len(), counts.len()), (18, 18));

    let mut setup = tesseract("4/4/PPPP/RNKQ|4/4/4/1BR1|1rb1/4/4/4|qknr/pppp/4/4 w 0 1");
    let mut board = fast::board(&setup);
    assert_eq!(board.legal_moves().len(), 41);
    for (mv, count) in moves.into_iter().zip(counts) {
        fast::compare(&setup);
        let play: Play = text::play(&setup, mv);
        setup = naive::played(&setup, play);
        board = board.play(fast::legal_moves(&board)[&play]);
        assert_eq!(board.setup(), setup, "after {mv}");
        assert_eq!(board.legal_moves().len(), count, "after {mv}");
    }
    assert_eq!(text::to_fen(&board.setup()), line("Final: "));
}
