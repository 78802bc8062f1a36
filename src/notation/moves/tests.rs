use super::*;
use crate::notation::{Options, read};
use crate::variant::{CUBE, RAUMSCHACH, TESSERACT};

fn board(text: &str) -> Board {
    Board::new(&read(text, &Options::default()).unwrap()).unwrap()
}

/// The move that a text means, in all styles.
fn styles(board: &Board, text: &str) -> String {
    let mv = read_move(board, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    MoveStyle::ALL.map(|style| write_move(board, mv, style)).join(" ")
}

#[test]
fn every_legal_move_is_read_as_written() {
    for text in [
        "r3k2r/pPp1p1p1/8/3pP3/8/2N3N1/P5P1/R3K2R w KQkq d6 0 1",
        "r3k2r/pPp1p1p1/8/3pP3/8/2N3N1/p5P1/3RK2R b kq - 0 1",
        "8/2Q1Q3/8/8/2Q5/8/8/k6K w - - 0 1",
        TESSERACT.starts[0].1,
        "4/2P1/P2P/RNB1|b3/2n1/1PP1/1BNR|1rb1/pp1p/2p1/2Q1|1k1q/1p1p/4/1K2 b 0 1",
        RAUMSCHACH.starts[0].1,
        "[##q,#B#,###],[n##,##R,###],[#k#,###,#KB]",
    ] {
        let board = board(text);
        for mv in board.legal_moves() {
            for style in MoveStyle::ALL {
                let written = write_move(&board, mv, style);
                assert_eq!(read_move(&board, &written), Ok(mv), "{written} in {text}");
            }
        }
    }
}

#[test]
fn chess_moves_have_three_styles() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let start = board(start);
    assert_eq!(styles(&start, "e4"), "e2-e4 e4 e2e4");
    assert_eq!(styles(&start, "g1f3"), "Ng1-f3 Nf3 g1f3");
    let castle = board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for text in ["O-O", "0-0", "e1g1", "Ke1-g1", "Kg1"] {
        assert_eq!(styles(&castle, text), "O-O O-O e1g1", "{text}");
    }
    assert_eq!(styles(&castle, "O-O-O!"), "O-O-O O-O-O e1c1");
    let passing = board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    for text in ["exd6", "e5xd6 e.p.", "e5d6", "ed6"] {
        assert_eq!(styles(&passing, text), "e5xd6 exd6 e5d6", "{text}");
    }
    let promotion = board("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["a8=Q", "a7a8q", "a8Q+", "a7-a8=Q"] {
        assert_eq!(styles(&promotion, text), "a7-a8=Q+ a8=Q+ a7a8q", "{text}");
    }
    let mate = board("7k/5K2/6Q1/8/8/8/8/8 w - - 0 1");
    assert_eq!(styles(&mate, "Qg7"), "Qg6-g7# Qg7# g6g7");
}

#[test]
fn san_tells_pieces_apart_by_file_then_rank_then_both() {
    let queens = board("8/2Q1Q3/8/8/2Q5/8/8/k6K w - - 0 1");
    assert_eq!(styles(&queens, "e7e4").split(' ').nth(1), Some("Qee4"));
    assert_eq!(styles(&queens, "c4c5").split(' ').nth(1), Some("Q4c5"));
    assert_eq!(styles(&queens, "c7c5").split(' ').nth(1), Some("Qc7c5"));
}

#[test]
fn other_variants_name_both_squares() {
    let mate = board("4/2Q1/2K1/4|4/4/4/4|4/4/4/4|k3/4/4/4 w 0 1");
    for text in ["Qc3[0,0]-b3[0,0]", "c3@00→b3@00", "c3 [0,0] -> b3 [0,0]", "Qc3@00-b3@00#"] {
        assert_eq!(styles(&mate, text), ["Qc3[0,0]-b3[0,0]#"; 3].join(" "), "{text}");
    }
    let cube = board("[#q,##],[##,K#]");
    for text in ["Ka1(I)xb2(II)", "a1 (I) x b2 (II)", "a1[0]-b2[1]", "Ka1(I)b2(II)"] {
        assert_eq!(styles(&cube, text), ["Ka1(I)xb2(II)"; 3].join(" "), "{text}");
    }
    assert_eq!(cube.variant(), &CUBE);
    let start = board(RAUMSCHACH.starts[0].1);
    assert_eq!(styles(&start, "Ba2-Ca2"), ["Ba2-Ca2"; 3].join(" "));
    assert_eq!(styles(&start, "BBa1-Dc1"), ["BBa1-Dc1"; 3].join(" "));
}

#[test]
fn the_published_game_is_read_in_its_own_spelling() {
    let game = include_str!("../../../tests/cases/tesseract-game.txt");
    let mut board = board(TESSERACT.starts[1].1);
    let moves = game.lines().filter(|line| line.starts_with(|char: char| char.is_ascii_digit()));
    let moves = moves.flat_map(str::split_whitespace).filter(|word| word.contains('@'));
    let counts = game.lines().find_map(|line| line.strip_prefix("Legal moves after each ply: "));
    let counts = counts.unwrap().split(' ').map(|count| count.parse::<usize>().unwrap());
    let mut plies = 0;
    for (text, count) in moves.zip(counts) {
        let mv = read_move(&board, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let written = write_move(&board, mv, MoveStyle::Long);
        assert_eq!(text.contains('x'), written.contains('x'), "{text}");
        assert_eq!(text.contains('+'), written.contains('+'), "{text}");
        board = board.play(mv);
        assert_eq!(board.legal_moves().len(), count, "after {text}");
        plies += 1;
    }
    assert_eq!(plies, 18);
    let last = game.lines().find_map(|line| line.strip_prefix("Final: ")).unwrap();
    let setup = read(last, &Options::default()).unwrap();
    assert_eq!(board.setup().squares, setup.squares);
}

#[test]
fn what_is_no_legal_move_says_what_comes_close() {
    let start = board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let twins = board("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1");
    let promotion = board("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let mated = board("[rq,##],[##,K#]");
    let tesseract = board(TESSERACT.starts[0].1);
    let mut text = String::new();
    for (board, wrong) in [
        (&start, ""),
        (&start, "hello"),
        (&start, "e5"),
        (&start, "Ng1-g3"),
        (&start, "Bg1-f3"),
        (&start, "e7e5"),
        (&start, "e9"),
        (&start, "e4 e5"),
        (&start, "O-O"),
        (&start, "Qd4"),
        (&twins, "Rd1"),
        (&promotion, "a8"),
        (&mated, "Ka1(I)-a2(I)"),
        (&tesseract, "Na1[0,0]-a3[0,0]"),
        (&tesseract, "b1[0,0]-b3[0,0]"),
        (&tesseract, "b1[0,0]"),
        (&tesseract, "b1-b3"),
        (&tesseract, "b1[0,2]-b3[0,0]"),
    ] {
        let error = read_move(board, wrong).unwrap_err();
        assert!(error.offset + error.length <= wrong.len());
        text += &format!("{wrong}\n    {error}\n");
    }
    insta::assert_snapshot!(text);
}
