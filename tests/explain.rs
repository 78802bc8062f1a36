//! Explanations, in sentences and as JSON, as snapshots. Those of the published
//! cases were compared by hand with what is published of them.

use assert_cmd::Command;
use hypermate::board::Board;
use hypermate::explain::explain;
use hypermate::notation::{self, MoveStyle, Options};
use hypermate::render::json::ExplainJson;
use hypermate::variant::{CHESS, CUBE, RAUMSCHACH, TESSERACT, Variant};

fn board(variant: &'static Variant, text: &str) -> Board {
    let options = Options { variant: Some(variant), ..Options::default() };
    let setup = notation::read(text, &options).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    Board::new(&setup).unwrap_or_else(|flaws| panic!("{text}: {flaws}"))
}

/// The explanation as the binary gives it.
fn explained(board: &Board) -> String {
    explain(&board.evidence(), &|mv| notation::write_move(board, mv, MoveStyle::Long))
}

fn as_json(board: &Board) -> serde_json::Value {
    let spell = |mv| notation::write_move(board, mv, MoveStyle::Long);
    serde_json::to_value(ExplainJson::new(board, &board.evidence(), &spell)).unwrap()
}

/// The rows of a file of cases: its columns.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with("//") && !line.is_empty())
        .map(|line| line.split('\t').collect())
}

#[test]
fn the_published_cases_are_explained() {
    for row in rows(include_str!("cases/challenge.tsv")) {
        let board = board(&CUBE, row[2]);
        insta::assert_snapshot!(row[0], explained(&board), row[2]);
    }
}

#[test]
fn the_tricky_boards_are_explained() {
    for (index, row) in rows(include_str!("cases/tricky.tsv")).enumerate() {
        let board = board(&CUBE, row[0]);
        assert_eq!(board.verdict().name(), row[1]);
        insta::assert_snapshot!(format!("tricky-{}", index + 1), explained(&board), row[0]);
    }
}

/// Boards that need a particular sentence each.
const BOARDS: [(&str, &Variant, &str); 14] = [
    ("chess-fools-mate", &CHESS, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
    ("chess-double-check", &CHESS, "rnbk1b1r/pp3ppp/2p5/4q1B1/4n3/8/PPP2PPP/2KR1BNR b - - 1 10"),
    ("chess-through-the-king", &CHESS, "4r1k1/8/8/8/8/8/4K3/8 w - - 0 1"),
    ("chess-pinned-guard", &CHESS, "k7/8/8/8/r7/4K3/8/R7 w - - 0 1"),
    ("chess-only-in-passing", &CHESS, "6R1/8/8/7k/6Pp/8/8/2B1K3 b - g3 0 1"),
    ("chess-passing-is-pinned", &CHESS, "1R1B4/8/8/8/k2Pp2Q/4P3/8/2B3K1 b - d3 0 1"),
    ("chess-promotion-captures", &CHESS, "2q4k/1P6/8/8/8/8/8/2K5 w - - 0 1"),
    ("chess-pinned-stalemate", &CHESS, "8/8/8/8/8/1k6/8/KN2r3 w - - 0 1"),
    ("chess-start", &CHESS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("tesseract-mate", &TESSERACT, "4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4 w 0 1"),
    ("tesseract-stalemate", &TESSERACT, "4/4/4/K3|4/4/4/4|4/1q2/4/2k1|q3/4/4/r3 w 0 1"),
    ("tesseract-double", &TESSERACT, "2Q1/4/1K2/4|4/1P2/4/4|4/1P2/4/4|k3/1B2/2b1/R2r b 0 1"),
    ("raumschach-mate", &RAUMSCHACH, "5/5/5/5/K4|5/5/5/1q3/5|5/5/5/5/5|5/5/5/5/5|4u/5/5/5/3k1 w"),
    (
        "raumschach-block",
        &RAUMSCHACH,
        "r4/5/5/1P3/KR3|5/5/5/PP3/PP3|5/2U2/5/5/5|5/5/5/5/5|5/5/5/5/3k1 w",
    ),
];

#[test]
fn boards_of_every_variant_are_explained() {
    for (name, variant, text) in BOARDS {
        insta::assert_snapshot!(name, explained(&board(variant, text)), text);
    }
}

#[test]
fn the_evidence_is_json() {
    let cases: Vec<_> = rows(include_str!("cases/challenge.tsv")).collect();
    for id in ["case-1", "case-4", "case-6", "case-7", "case-10"] {
        let row = cases.iter().find(|row| row[0] == id).expect("a published case");
        insta::assert_json_snapshot!(format!("{id}-json"), as_json(&board(&CUBE, row[2])), row[2]);
    }
    for name in ["chess-only-in-passing", "chess-passing-is-pinned"] {
        let (_, variant, text) = BOARDS.iter().find(|row| row.0 == name).expect("a board above");
        insta::assert_json_snapshot!(format!("{name}-json"), as_json(&board(variant, text)), text);
    }
}

/// The six flights as the challenge gives them, in its order.
#[test]
fn case_1_has_its_six_flights() {
    let text = explained(&board(&CUBE, "[###,n##,#rr],[#b#,###,###],[###,###,bRK]"));
    for line in [
        "c2(I): guarded by the bishop b3(II)",
        "b2(I): guarded by the knight a2(III)",
        "c1(II): guarded by the rook c1(III)",
        "b1(II): guarded by the rook b1(III)",
        "c2(II): guarded by the knight a2(III)",
        "b2(II): guarded by the bishop a1(I)",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    assert_eq!(text.matches("guarded").count(), 6);
}

/// White gives up its last move on a cube without a black king.
#[test]
fn a_side_without_a_king_is_no_mate() {
    let white = board(&CUBE, "[###,###,###],[###,###,###],[K##,###,###]");
    let black = white.play(white.legal_moves()[0]);
    let evidence = black.evidence();
    assert_eq!(evidence.king, None);
    assert!(evidence.flights.is_empty() && evidence.escapes.is_empty());
    insta::assert_snapshot!(explained(&black));
}

/// The binary with some arguments, asked about boards a line each.
fn binary(arguments: &[&str], boards: &str) -> assert_cmd::assert::Assert {
    Command::new(env!("CARGO_BIN_EXE_hypermate")).args(arguments).write_stdin(boards).assert()
}

#[test]
fn the_binary_explains_every_board_of_a_stream() {
    let boards = "[#q,##],[##,K#]\n[rq,##],[##,K#]\n";
    let texts: Vec<String> =
        boards.lines().map(|text| explained(&board(&CUBE, text)) + "\n").collect();
    binary(&["explain"], boards).code(0).stdout(texts.join("\n"));
    binary(&["explain", "-e"], boards).code(1);
    binary(&["explain", "-e"], boards.lines().last().expect("a board")).code(0);
}

#[test]
fn the_binary_explains_in_json_a_line_each() {
    let boards = "[#q,##],[##,K#]\n[rq,##],[##,K#]\n";
    let objects = boards.lines().map(|text| as_json(&board(&CUBE, text)).to_string() + "\n");
    binary(&["explain", "--json"], boards).code(0).stdout(objects.collect::<String>());
}

#[test]
fn the_binary_spells_moves_as_wanted() {
    let (_, _, text) = BOARDS.iter().find(|row| row.0 == "chess-only-in-passing").expect("a board");
    let out = binary(&["explain", "--moves", "san"], text).code(0).get_output().stdout.clone();
    assert!(String::from_utf8(out).expect("text").ends_with("\nWay out: hxg3.\n"));
}
