//! What holds on every board: the program and the naive twin agree, symmetries
//! change nothing, pieces reach as many squares as the closed forms say, and
//! impossible boards are refused.

mod naive;

use hypermate::board::{AnyGame, Board};
use hypermate::piece::{Kind, Piece, Side};
use hypermate::setup::Setup;
use hypermate::shape::{Shape, Square};
use naive::random::{self, PLACES, Place};
use naive::symmetry::{Symmetry, with_colours_exchanged};
use naive::{Rules, Verdict, fast, text};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestRng, TestRunner};
use std::collections::BTreeSet;

/// The boards whose symmetries are tried: their usual shapes, and no others
/// because many axes have very many symmetries.
const REGULAR: &[Place] = &[
    ("cube", "3x3x3"),
    ("cube", "4x4x4"),
    ("tesseract", "4x4x2x2"),
    ("raumschach", "5x5x5"),
    ("raumschach", "3x3x3"),
    ("chess", "8x8"),
    ("chess", "5x5"),
];

proptest! {
    #![proptest_config(random::config(1500))]

    #[test]
    fn program_and_twin_agree(setup in random::possible(PLACES)) {
        fast::compare(&setup);
    }

    #[test]
    fn program_and_twin_refuse_the_same_boards(setup in random::anything(PLACES)) {
        let answer = Board::new(&setup).map(drop).map_err(|flaws| flaws.to_string());
        prop_assert_eq!(answer.is_ok(), naive::is_possible(&setup), "{:?}", answer);
    }
}

proptest! {
    #![proptest_config(random::config(120))]

    #[test]
    fn program_and_twin_agree_all_along_a_game(
        setup in random::possible(PLACES),
        choices in prop::collection::vec(any::<(bool, Index)>(), 0..10),
    ) {
        let (mut setup, mut board) = (setup.clone(), fast::board(&setup));
        for choice in choices {
            fast::compare_board(&board, &setup);
            let Some(play) = random::pick(&setup, choice) else { break };
            board = board.play(fast::legal_moves(&board)[&play]);
            setup = naive::played(&setup, play);
        }
    }

    #[test]
    fn program_and_twin_count_the_same(setup in random::possible(PLACES)) {
        prop_assert_eq!(fast::board(&setup).perft(2), naive::perft(&setup, 2));
    }

    #[test]
    fn pieces_reach_what_they_attack_but_for_their_own_side(setup in random::possible(PLACES)) {
        let board = fast::board(&setup);
        for (from, piece) in setup.pieces().filter(|(_, piece)| piece.kind != Kind::Pawn) {
            let is_own = |to| setup.piece(to).is_some_and(|other| other.side == piece.side);
            let to_squares = setup.shape.iter();
            let expected: BTreeSet<Square> =
                to_squares.filter(|&to| naive::attacks(&setup, from, to) && !is_own(to)).collect();
            let found: BTreeSet<Square> = board.reach(piece, from).into_iter().collect();
            prop_assert_eq!(found, expected, "{:?} on {:?}", piece, from);
        }
    }

    #[test]
    fn symmetries_change_nothing(setup in random::possible(REGULAR)) {
        let moves = moves_of(&setup);
        for symmetry in symmetries(&setup) {
            let image = symmetry.setup(&setup);
            let place = |square| symmetry.square(&setup.shape, square);
            prop_assert_eq!(verdict(&image), verdict(&setup));
            let expected: BTreeSet<_> =
                moves.iter().map(|&(from, to, becomes)| (place(from), place(to), becomes)).collect();
            prop_assert_eq!(moves_of(&image), expected, "{:?}", symmetry);
        }
    }

    #[test]
    fn colours_change_nothing(setup in random::possible(PLACES)) {
        let forward: &[usize] = match Rules::of(&setup) {
            Rules::Cube => &[],
            Rules::Tesseract | Rules::Chess => &[1],
            Rules::Raumschach => &[1, 2],
        };
        let image = forward.iter().fold(with_colours_exchanged(&setup), |image, &axis| {
            Symmetry::mirror(&setup.shape, axis).setup(&image)
        });
        prop_assert_eq!(verdict(&image), verdict(&setup));
        prop_assert_eq!(moves_of(&image).len(), moves_of(&setup).len());
    }
}

/// The program's verdict.
fn verdict(setup: &Setup) -> Verdict {
    fast::verdict(&fast::board(setup))
}

/// The program's moves: from, to, promotion.
fn moves_of(setup: &Setup) -> BTreeSet<(Square, Square, Option<Kind>)> {
    let moves = fast::board(setup).legal_moves();
    moves.into_iter().map(|mv| (mv.from, mv.to, mv.promotion)).collect()
}

/// The symmetries that the men on a board respect: pawns know where forward
/// is, and castling knows left from right.
fn symmetries(setup: &Setup) -> Vec<Symmetry> {
    let mut symmetries = Symmetry::all(&setup.shape);
    let has_pawns = setup.pieces().any(|(_, piece)| piece.kind == Kind::Pawn);
    if setup.castling.bits() != 0 {
        symmetries.retain(|symmetry| symmetry.keeps(&[0, 1]));
    } else if has_pawns && Rules::of(setup) == Rules::Raumschach {
        symmetries.retain(|symmetry| symmetry.keeps_together(&[1, 2]));
    } else if has_pawns {
        symmetries.retain(|symmetry| symmetry.keeps(&[1]));
    }
    symmetries
}

#[test]
fn a_cube_has_48_symmetries_and_a_tesseract_64() {
    let count = |shape: &str| Symmetry::all(&shape.parse().unwrap()).len();
    assert_eq!((count("3x3x3"), count("4x4x2x2"), count("8x8")), (48, 64, 8));
}

#[test]
fn random_boards_are_worth_trying() {
    let mut runner =
        TestRunner::new_with_rng(random::config(1), TestRng::deterministic_rng(Default::default()));
    let strategy = random::possible(PLACES);
    let boards: Vec<Setup> =
        (0..2000).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect();
    let share = |holds: &dyn Fn(&Setup) -> bool| {
        boards.iter().filter(|board| holds(board)).count() * 1000 / boards.len()
    };
    let checks = share(&|board| naive::in_check(board));
    let double = share(&|board| naive::checkers(board).len() > 1);
    let pins = share(&|board| !random::pinned(board).is_empty());
    let mates = share(&|board| naive::verdict(board) == Verdict::Checkmate);
    let stalemates = share(&|board| naive::verdict(board) == Verdict::Stalemate);
    assert!(checks >= 200, "{checks} ‰ in check");
    assert!(double >= 60, "{double} ‰ in double check");
    assert!(pins >= 300, "{pins} ‰ with a pin");
    assert!(mates >= 40, "{mates} ‰ checkmates");
    assert!(stalemates >= 8, "{stalemates} ‰ stalemates");
}

/// The number of squares that a piece reaches from a square of an empty board,
/// by program and twin.
fn reach(variant: &str, shape: &str, kind: Kind, from: Square) -> usize {
    let (variant, shape) = (text::variant(variant), shape.parse::<Shape>().unwrap());
    let piece = Piece { side: Side::White, kind };
    let mut setup = Setup::empty(variant, shape);
    setup.put(from, Some(piece));
    let expected = shape.iter().filter(|&to| naive::attacks(&setup, from, to)).count();
    let found = AnyGame::of(variant, shape).unwrap().reach(piece, from).len();
    assert_eq!(found, expected, "{kind:?} on {shape} from {}", text::name(&shape, from));
    found
}

#[test]
fn reach_on_the_tesseract() {
    let b2 = Square::new(5);
    let ranges = [
        (Kind::Rook, 8, 8..=8),
        (Kind::Bishop, 14, 8..=14),
        (Kind::Queen, 38, 21..=38),
        (Kind::King, 35, 15..=35),
        (Kind::Knight, 8, 6..=8),
    ];
    for (kind, from_b2, range) in ranges {
        let reaches: Vec<usize> = (0..64)
            .map(|square| reach("tesseract", "4x4x2x2", kind, Square::new(square)))
            .collect();
        assert_eq!(reaches[b2.index()], from_b2, "{kind:?}");
        let (least, most) = (*reaches.iter().min().unwrap(), *reaches.iter().max().unwrap());
        assert_eq!(least..=most, range, "{kind:?}");
    }
}

#[test]
fn closed_forms_on_many_axes() {
    // From the middle of a board of sides 5 every slide is two squares long.
    for (shape, n) in [("5x5", 2), ("5x5x5", 3), ("5x5x5x5", 4)] {
        let middle = Square::new((5usize.pow(n) - 1) / 2);
        let n = n as usize;
        let lines = |k: usize| choose(n, k) << k;
        let forms = [
            (Kind::King, 3usize.pow(n as u32) - 1),
            (Kind::Queen, 2 * (3usize.pow(n as u32) - 1)),
            (Kind::Knight, 4 * n * (n - 1)),
            (Kind::Rook, 2 * lines(1)),
            (Kind::Bishop, 2 * lines(2)),
        ];
        for (kind, expected) in forms {
            assert_eq!(reach("tesseract", shape, kind, middle), expected, "{kind:?} on {shape}");
        }
    }
    assert_eq!(reach("tesseract", "3x3x3x3x3x3", Kind::King, Square::new(364)), 728);
    assert_eq!(reach("tesseract", "2x2x2x2x2x2x2x2x2x2x2", Kind::Queen, Square::new(0)), 2047);
    assert_eq!(reach("raumschach", "5x5x5", Kind::Unicorn, Square::new(62)), 2 * 8);
    assert_eq!(reach("raumschach", "5x5x5", Kind::Bishop, Square::new(62)), 2 * 12);
    assert_eq!(reach("cube", "5x5x5", Kind::Bishop, Square::new(62)), 2 * 8);
    assert_eq!(reach("cube", "5x5x5", Kind::Queen, Square::new(62)), 2 * 26);
}

/// The number of ways to choose k of n.
fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |ways, each| ways * (n - each) / (each + 1))
}

#[test]
fn rooks_reach_as_many_squares_from_everywhere() {
    for (variant, shape, expected) in [
        ("chess", "8x8", 14),
        ("cube", "4x4x4", 9),
        ("raumschach", "5x5x5", 12),
        ("tesseract", "4x4x2x2", 8),
        ("tesseract", "3x5x2x2x2", 9),
    ] {
        let squares = shape.parse::<Shape>().unwrap().iter();
        for square in squares {
            assert_eq!(reach(variant, shape, Kind::Rook, square), expected, "{variant} {shape}");
        }
    }
}

/// Whether the program accepts a board.
fn accepts((variant, shape): Place, fen: &str) -> bool {
    let setup = text::fen(text::variant(variant), shape, fen);
    Board::new(&setup).is_ok()
}

#[test]
fn impossible_cubes() {
    let cube = ("cube", "3x3x3");
    for (fen, is_possible, why) in [
        ("3/3/3|3/3/3|3/3/K2 w", true, "one king is enough"),
        ("3/3/3|3/3/3|3/3/K2 b", false, "but not the other side's"),
        ("3/3/3|3/3/3|3/3/k2 w", false, "no king of the side asked about"),
        ("3/3/3|3/3/3|3/3/3 w", false, "no king at all"),
        ("3/3/K2|3/3/3|3/3/K2 w", false, "two white kings"),
        ("3/3/k2|3/3/3|2K/3/k2 w", false, "two black kings"),
        ("3/3/3|3/1k1/3|3/3/K2 w", false, "kings next to each other, corner to middle"),
        ("k2/3/3|3/3/3|3/3/K2 w", true, "kings apart"),
        ("k1R/3/3|3/3/3|3/3/K1r w", false, "both kings in check"),
        ("k1R/3/3|3/3/3|3/3/K2 w", true, "only the side not to move in check"),
        ("k1R/3/3|3/3/3|3/3/K2 b", true, "only the side to move in check"),
        ("k2/3/3|3/3/3|3/3/K1P w", false, "a pawn"),
        ("k2/3/3|3/3/3|3/3/K1U w", false, "a unicorn"),
    ] {
        assert_eq!(accepts(cube, fen), is_possible, "{why}");
    }
}

#[test]
fn impossible_tesseracts() {
    let tesseract = ("tesseract", "4x4x2x2");
    for (fen, is_possible, why) in [
        ("4/4/4/K3|4/4/4/4|4/4/4/4|3k/4/4/4 w", true, "two kings"),
        ("4/4/4/K3|4/4/4/4|4/4/4/4|4/4/4/4 w", false, "no black king"),
        ("4/4/4/4|4/4/4/4|4/4/4/4|3k/4/4/4 w", false, "no white king"),
        ("4/4/4/K2K|4/4/4/4|4/4/4/4|3k/4/4/4 w", false, "two white kings"),
        ("4/4/4/K3|4/4/4/4|4/4/4/4|4/4/1k2/4 w", false, "kings next to each other on four axes"),
        ("4/4/4/K3|4/4/4/4|4/4/4/4|R2k/4/4/4 w", false, "the side that has moved in check"),
        ("4/4/4/K3|4/4/4/4|4/4/4/4|R2k/4/4/4 b", true, "the side to move in check"),
        ("4/4/4/K2r|4/4/4/4|4/4/4/4|R2k/4/4/4 w", false, "both kings in check"),
        ("P3/4/4/K3|4/4/4/4|4/4/4/4|3k/4/4/4 w", false, "a white pawn on rank 4"),
        ("4/4/4/K3|4/4/4/3p|4/4/4/4|3k/4/4/4 w", false, "a black pawn on rank 1"),
        ("p3/4/4/K2P|4/4/4/4|4/4/4/4|3k/4/4/4 w", true, "pawns on their own first ranks"),
        ("4/4/4/K2U|4/4/4/4|4/4/4/4|3k/4/4/4 w", false, "a unicorn"),
    ] {
        assert_eq!(accepts(tesseract, fen), is_possible, "{why}");
    }
}

#[test]
fn impossible_raumschach() {
    let raumschach = ("raumschach", "5x5x5");
    let board =
        |a: &str, e: &str, side: char| format!("{a}|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|{e} {side}");
    for (a, e, side, is_possible, why) in [
        ("5/5/5/5/K4", "4k/5/5/5/5", 'w', true, "two kings"),
        ("5/5/5/5/K3P", "3pk/5/5/5/5", 'w', true, "pawns on their own first ranks"),
        ("P4/5/5/5/K4", "4k/5/5/5/p4", 'w', true, "pawns at one end of two"),
        ("5/5/5/5/K4", "P3k/5/5/5/5", 'w', false, "a white pawn where it promotes"),
        ("5/5/5/5/K3p", "4k/5/5/5/5", 'w', false, "a black pawn where it promotes"),
        ("5/5/5/5/K4", "R3k/5/5/5/5", 'w', false, "the side that has moved in check"),
        ("5/5/5/5/K4", "R3k/5/5/5/5", 'b', true, "the side to move in check"),
    ] {
        assert_eq!(accepts(raumschach, &board(a, e, side)), is_possible, "{why}");
    }
}

#[test]
fn impossible_chess() {
    let chess = ("chess", "8x8");
    for (fen, is_possible, why) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true, "two kings"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", false, "no black king"),
        ("4k3/8/8/8/8/8/8/4K1K1 w - - 0 1", false, "two white kings"),
        ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", false, "kings next to each other"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", false, "the side that has moved in check"),
        ("4k3/4R3/8/8/8/8/8/4K3 b - - 0 1", true, "the side to move in check"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", false, "a white pawn on rank 8"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", false, "a white pawn on rank 1"),
        ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", false, "a black pawn on rank 8"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", false, "a black pawn on rank 1"),
    ] {
        assert_eq!(accepts(chess, fen), is_possible, "{why}");
    }
}
