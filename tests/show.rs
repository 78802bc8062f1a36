//! Boards drawn in characters, as snapshots.

use assert_cmd::Command;
use hypermate::board::Board;
use hypermate::notation::{self, Options};
use hypermate::render::text::{Look, Mark, checkers, draw, flights};
use hypermate::setup::Setup;
use hypermate::shape::Square;
use hypermate::variant::{CHESS, CUBE, RAUMSCHACH, TESSERACT, Variant};

fn read(variant: &'static Variant, text: &str) -> Setup {
    let options = Options { variant: Some(variant), ..Options::default() };
    notation::read(text, &options).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// A start of a variant's usual board.
fn start(variant: &'static Variant, name: &str) -> Setup {
    let (_, fen) = variant.starts.iter().find(|(of, _)| *of == name).expect("a start");
    read(variant, fen)
}

fn plain(setup: &Setup) -> String {
    draw(setup, &[], &Look::default())
}

/// What gives check to the king and where it could step to.
fn check_and_flights(setup: &Setup) -> Vec<(Square, Mark)> {
    let evidence = Board::new(setup).expect("a possible board").evidence();
    checkers(&evidence).into_iter().chain(flights(&evidence)).collect()
}

const CASE_1: &str = "[###,n##,#rr],[#b#,###,###],[###,###,bRK]";
const CASE_4: &str = "[####,####,r###,####],[####,#q##,####,####],\
                      [##r#,###b,####,BRnn],[####,####,#N##,#KQ#]";

#[test]
fn levels_of_a_cube_stand_side_by_side() {
    insta::assert_snapshot!("cube-3", plain(&read(&CUBE, CASE_1)));
    insta::assert_snapshot!("cube-4", plain(&read(&CUBE, CASE_4)));
}

#[test]
fn the_tesseract_is_a_grid_of_boards() {
    insta::assert_snapshot!("tesseract-full", plain(&start(&TESSERACT, "full")));
}

#[test]
fn raumschach_has_lettered_levels() {
    insta::assert_snapshot!("raumschach-full", plain(&start(&RAUMSCHACH, "full")));
}

#[test]
fn chess_is_one_plane() {
    insta::assert_snapshot!("chess-full", plain(&start(&CHESS, "full")));
    let passing = "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKB1R b KQkq d3 0 3";
    insta::assert_snapshot!("chess-en-passant", plain(&read(&CHESS, passing)));
}

#[test]
fn more_axes_nest() {
    let mut setup = Setup::empty(&TESSERACT, "3x3x2x2x2".parse().expect("a shape"));
    for (square, piece) in start(&TESSERACT, "full").pieces() {
        setup.put(Square::new(square.index() + 4), Some(piece));
    }
    insta::assert_snapshot!("five-axes", plain(&setup));
}

#[test]
fn marks_stand_around_squares() {
    let case_1 = read(&CUBE, CASE_1);
    let marks = check_and_flights(&case_1);
    insta::assert_snapshot!("cube-3-marks", draw(&case_1, &marks, &Look::default()));
    let double = "rnbk1b1r/pp3ppp/2p5/4q1B1/4n3/8/PPP2PPP/2KR1BNR b - - 1 10";
    let double = read(&CHESS, double);
    let marks = check_and_flights(&double);
    insta::assert_snapshot!("chess-marks", draw(&double, &marks, &Look::default()));
}

#[test]
fn a_reach_is_marked() {
    let setup = start(&TESSERACT, "full");
    let board = Board::new(&setup).expect("a possible board");
    let from = setup.shape.square(&[1, 0, 0, 0]).expect("b1[0,0]");
    let reach = board.reach(board.piece(from).expect("a knight"), from);
    let marks: Vec<_> = reach.into_iter().map(|square| (square, Mark::Reach)).collect();
    insta::assert_snapshot!("tesseract-reach", draw(&setup, &marks, &Look::default()));
}

#[test]
fn figurines_and_colour_are_for_the_asking() {
    let case_1 = read(&CUBE, CASE_1);
    let figurines = Look { figurines: true, ..Look::default() };
    insta::assert_snapshot!("cube-3-figurines", draw(&case_1, &[], &figurines));
    let colour = Look { colour: true, ..Look::default() };
    let coloured = draw(&case_1, &check_and_flights(&case_1), &colour);
    insta::assert_snapshot!("cube-3-colour", coloured.replace('\u{1b}', "␛"));
}

/// Whatever room there is, no line is longer while a plane and `White to move`
/// fit.
#[test]
fn rows_are_broken_where_room_ends() {
    let setup = Setup::empty(&CUBE, "5x5x5".parse().expect("a shape"));
    for width in 13..90 {
        let text = draw(&setup, &[], &Look { width: Some(width), ..Look::default() });
        assert!(text.lines().all(|line| line.chars().count() <= width), "{width}:\n{text}");
    }
    let narrow = Look { width: Some(40), ..Look::default() };
    insta::assert_snapshot!("cube-5-narrow", draw(&setup, &[], &narrow));
}

/// Every square is drawn once on every shape, wide files and many axes too.
#[test]
fn every_square_is_drawn() {
    for shape in ["2x2", "30x3", "2x2x2x2x2x2x2x2x2x2x2", "12x12x12", "3x4x2x3"] {
        let setup = Setup::empty(&TESSERACT, shape.parse().expect("a shape"));
        let text = draw(&setup, &[], &Look { width: Some(100), ..Look::default() });
        assert_eq!(text.matches('.').count(), setup.shape.squares(), "{shape}");
    }
}

/// The binary with some arguments, and a board on standard input.
fn show(arguments: &[&str], board: &str) -> assert_cmd::assert::Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hypermate"));
    command.arg("show").args(arguments).write_stdin(board).assert()
}

#[test]
fn the_binary_draws() {
    let case_1 = read(&CUBE, CASE_1);
    show(&[], CASE_1).code(0).stdout(plain(&case_1) + "\n");
    let marked = draw(&case_1, &check_and_flights(&case_1), &Look::default());
    show(&["--mark", "checkers", "--mark", "flights"], CASE_1).code(0).stdout(marked + "\n");
    let figurines = Look { figurines: true, ..Look::default() };
    let figurines = draw(&case_1, &[], &figurines);
    show(&["--pieces", "figurines"], CASE_1).code(0).stdout(figurines + "\n");
    let colour = draw(&case_1, &[], &Look { colour: true, ..Look::default() });
    show(&["--color", "always"], CASE_1).code(0).stdout(colour + "\n");
    let narrow = draw(&case_1, &[], &Look { width: Some(20), ..Look::default() });
    show(&["--width", "20"], CASE_1).code(0).stdout(narrow + "\n");
}

#[test]
fn the_binary_draws_what_is_impossible_but_marks_nothing_on_it() {
    let two_kings = "[##,KK],[##,##]";
    show(&[], two_kings).code(0).stdout(plain(&read(&CUBE, two_kings)) + "\n");
    show(&["--mark", "flights"], two_kings).code(2).stdout("");
    show(&["--mark", "reach:c3(III)"], CASE_1).code(2).stdout("");
    show(&["--mark", "everything"], CASE_1).code(2).stdout("");
}

#[test]
fn the_binary_draws_in_json() {
    let out =
        show(&["--json", "--mark", "reach:b1(I)"], CASE_1).code(0).get_output().stdout.clone();
    let json: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
    insta::assert_json_snapshot!("cube-3-json", json);
}
