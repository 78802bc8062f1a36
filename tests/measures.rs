//! The measures of puzzles: problems reckoned by hand, a naive twin on small
//! random boards, and every image of a puzzle alike.

mod mates;
mod naive;
mod plain;

use std::collections::HashSet;

use hypermate::at_width;
use hypermate::board::Board;
use hypermate::generate::measures::{Aftermath, KeyTraits, Measures, has_duals};
use hypermate::moves::{Move, Special};
use hypermate::piece::{Kind, Side};
use hypermate::render::measures::{MeasuresJson, line};
use hypermate::search::{Direct, Limits};
use hypermate::setup::{Castling, Setup};
use hypermate::shape::Square;
use hypermate::stipulation::{Aim, Play};
use hypermate::symmetry::Symmetries;
use hypermate::variant::{CHESS, CUBE, Variant};
use mates::{board, written};
use plain::Random;

fn traits(board: &Board, key: Move) -> KeyTraits {
    at_width!(board, |game, position| KeyTraits::of(game, position, key))
}

fn measures(board: &Board, moves: u32, key: Move) -> Measures {
    at_width!(board, |game, position| {
        let mut search = Direct::new(game, Aim::Mate, &Limits::default());
        let duals = has_duals(game, &mut search, position, moves, key).unwrap();
        let measures = Measures::of(game, &mut search, position, moves, key).unwrap();
        assert_eq!(duals, !measures.is_dual_free());
        measures
    })
}

/// The legal move written like this.
fn named(board: &Board, text: &str) -> Move {
    let found = board.legal_moves().into_iter().find(|&mv| written(board, mv) == text);
    found.unwrap_or_else(|| panic!("{text} is not legal"))
}

/// A chess problem's measures, moves written as from-to.
fn chess(fen: &str, moves: u32, key: &str) -> Measures {
    let board = board(&CHESS, fen);
    measures(&board, moves, named(&board, key))
}

/// P. Morphy, New York Clipper 1856. After 1.Ra6 Black must move: six bishop
/// moves allow Rxa7, bxa6 allows b7. The a-pawn is pinned and blocked.
/// First moves: 13 of the rook, 2 of the king (d7, d8), bxa7. Tries: 1.Ra5?
/// a6! and, as Black has no other move, 1.Rxa7? Bxa7!. In the diagram Black
/// has a6, a5 and the bishop's moves, none of them strong.
#[test]
fn morphy() {
    let measures = chess("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6");
    let key = KeyTraits {
        capture: false,
        check: false,
        promotes_to_queen: false,
        takes_flight: false,
        gives_flight: false,
    };
    let expected = Measures {
        moves: 2,
        key,
        aftermath: Aftermath::Zugzwang,
        men: 7,
        flights_before: 0,
        flights_after: 0,
        strong_defences: 0,
        provided: 0,
        threats: 0,
        variations: 2,
        duals: 0,
        mating_duals: 0,
        tries: 2,
        candidates: 16,
        quiet_moves: 1,
        axes_used: 2,
        axes: 2,
        economical: None,
    };
    assert_eq!(measures, expected);
    assert!(key.is_quiet() && measures.is_dual_free() && measures.is_provided());
    // 16 first moves, 2 tries, 1 quiet move, 1 move beyond the first.
    assert_eq!(measures.difficulty(), 16 + 20 + 30 + 60);
    // A quiet key, 8 men fewer than 15, a second variation, two tries.
    assert_eq!(measures.score().total(), 20 + 16 + 8 + 10);
    let economical = Measures { economical: Some(true), ..measures };
    assert_eq!(economical.score().total(), 20 + 16 + 15 + 8 + 10);
}

#[test]
fn measures_in_a_line_and_as_json() {
    let morphy = chess("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6");
    let morphy = Measures { economical: Some(true), ..morphy };
    assert_eq!(
        line(&morphy),
        "score 69, difficulty 126: quiet key, zugzwang, 2 variations, no dual, 2 tries, \
         16 first moves, economical"
    );
    insta::assert_json_snapshot!(MeasuresJson::new(&morphy));
    let worst = Measures {
        key: KeyTraits { capture: true, check: true, gives_flight: true, ..morphy.key },
        aftermath: Aftermath::Threat,
        threats: 3,
        strong_defences: 2,
        provided: 1,
        duals: 1,
        mating_duals: 2,
        axes: 3,
        economical: None,
        ..morphy
    };
    // 4 - 3 for the set play, 10 - 20 - 15 for the key, 16 for 7 men, 8 and 10 as
    // before, then duals, threats and the plane: - 12 - 4, - 10, - 40.
    assert_eq!(
        line(&worst),
        "score -56, difficulty 126: checking capturing flight-giving key, 3 threats, \
         2 variations, 1 dual, 2 mating duals, set play 1/2, 2 tries, 16 first moves, in one plane"
    );
}

/// S. Loyd, Charles XII at Bender, 1859, the mate in five: 1.Rb7 threatens to
/// mate soon with 2.Rb1, which two bishop moves do not prevent but delay:
/// 1...Be3 2.Rb1 Bg5 3.Rh1+ Bh4 4.Rh2 gxh2 5.g4, and 1...Bg1 2.Rb1 Bh2 3.Re1 Kh4
/// 4.Kg6 and 5.Re4, or 3...Bg1 4.Rxg1 and 5.Rh1. The second has four quiet moves.
#[test]
fn defences_that_only_delay() {
    let measures = chess("8/6R1/7p/5K1k/8/6p1/5bP1/8 w - - 0 1", 5, "g7b7");
    assert_eq!((measures.threats, measures.variations, measures.duals), (1, 3, 0));
    assert_eq!(measures.quiet_moves, 4);
}

/// 1.Ke6 takes d7, e7 and f7 and leaves d8 and f8; it threatens to make a queen
/// or a rook on either side. Each flight leaves one of the four: 1...Kd8 2.b8=Q
/// and 1...Kf8 2.h8=Q. Of the five flights in the diagram none is answered.
/// First moves: 8 of the king, 4 promotions of each pawn.
#[test]
fn four_threats() {
    let measures = chess("4k3/1P5P/8/4K3/8/8/8/8 w - - 0 1", 2, "e5e6");
    assert!(measures.key.takes_flight && !measures.key.gives_flight);
    assert!(!measures.key.is_quiet());
    assert_eq!((measures.flights_before, measures.flights_after), (5, 2));
    assert_eq!((measures.aftermath, measures.threats), (Aftermath::Threat, 4));
    assert_eq!((measures.variations, measures.duals), (2, 0));
    assert_eq!((measures.strong_defences, measures.provided), (5, 0));
    assert_eq!((measures.candidates, measures.quiet_moves), (16, 1));
    let score = measures.score();
    assert_eq!((score.set_play, score.key, score.threats), (-15, -10, -15));
}

/// D. J. Shire, British Chess Magazine 2007, 1st Prize. The key is said to give
/// a flight, and each of four tries to have its refutation.
#[test]
fn a_key_that_gives_a_flight() {
    let measures =
        chess("1Q4n1/1K5B/1B2Pp2/1N3r2/2P1kN1p/1P1pPn2/3bpPP1/3Rq3 w - - 0 1", 2, "f4d3");
    assert!(measures.key.gives_flight && measures.flights_after > 0);
    assert!(measures.key.capture && !measures.key.check);
    assert!(measures.tries >= 4);
}

/// White is in check, and the king's flights can be told all the same: g8
/// before 1.Qxa8, none after it.
#[test]
fn an_attacker_in_check() {
    let measures = chess("q6k/6pp/8/8/4Q3/8/8/K7 w - - 0 1", 1, "e4a8");
    assert!(measures.key.capture && measures.key.check && measures.key.takes_flight);
    assert_eq!((measures.flights_before, measures.flights_after), (1, 0));
}

/// A mate in one is nothing but its key: it takes f8 and h8.
#[test]
fn a_mate_in_one() {
    let measures = chess("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1, "d1d8");
    assert_eq!(measures.aftermath, Aftermath::Mate);
    assert!(measures.key.check && measures.key.takes_flight && !measures.key.capture);
    assert_eq!((measures.flights_before, measures.flights_after), (2, 0));
    // The rook has 13 moves, the king on a1 three.
    assert_eq!((measures.candidates, measures.quiet_moves), (16, 0));
    assert_eq!((measures.variations, measures.tries, measures.duals), (0, 0, 0));
}

/// A king in the corner of a cube has seven flights. A queen on b2, in level I
/// as in level II, holds the other six and is guarded by its king on c3(I). On
/// b2(I) everything lies on one level.
#[test]
fn a_cube_may_be_used_as_a_plane() {
    let board = board(&CUBE, "1QK/3/k2|3/3/3|3/3/3 w 0 1");
    let flat = measures(&board, 1, named(&board, "b3(I)-b2(I)"));
    assert_eq!((flat.axes_used, flat.is_spatial(), flat.score().space), (2, false, -40));
    let deep = measures(&board, 1, named(&board, "b3(I)-b2(II)"));
    assert_eq!((deep.axes_used, deep.is_spatial(), deep.score().space), (3, true, 0));
}

/// What the twin finds in the main play.
#[derive(Default)]
struct Lines {
    threats: u32,
    variations: HashSet<Vec<Move>>,
    duals: u32,
    mating_duals: u32,
    quiet: u32,
    touched: HashSet<Square>,
}

/// The legal moves with the boards after them.
fn children(board: &Board) -> Vec<(Move, Board)> {
    board.legal_moves().into_iter().map(|mv| (mv, board.play(mv))).collect()
}

/// The board with the other side to move; the side to move is not in check.
fn passed(board: &Board) -> Board {
    let mut setup = board.setup();
    setup.side = setup.side.opponent();
    setup.en_passant = None;
    Board::new(&setup).unwrap()
}

/// All moves that force mate soonest, within `moves`.
fn soonest(board: &Board, moves: u32) -> (Vec<Move>, u32) {
    for length in 1..=moves {
        let works = |(_, after): &(Move, Board)| {
            plain::defend(after, Play::Direct, Aim::Mate, length as u16 - 1)
        };
        let found: Vec<Move> =
            children(board).iter().filter(|child| works(child)).map(|&(mv, _)| mv).collect();
        if !found.is_empty() {
            return (found, length);
        }
    }
    (Vec::new(), moves)
}

fn is_capture(board: &Board, mv: Move) -> bool {
    board.piece(mv.to).is_some() || mv.special == Special::EnPassant
}

/// What follows the last of the attacker's moves so far, after which it needs
/// `left` more; `met` tells whether one of them answers a defence.
fn walk(lines: &mut Lines, line: &[Move], met: bool, board: &Board, left: u32, quiet: u32) {
    let (first, &mv) = (line.len() == 1, line.last().unwrap());
    lines.touched.extend([mv.from, mv.to]);
    let after = board.play(mv);
    let quiet = quiet + u32::from(!after.in_check() && !is_capture(board, mv));
    lines.quiet = lines.quiet.max(quiet);
    if left == 0 {
        if met {
            lines.variations.insert(line.to_vec());
        }
        return;
    }
    let (mut threats, mut lasts) = (Vec::new(), 0);
    if !after.in_check() {
        let turned = passed(&after);
        (threats, lasts) = soonest(&turned, left);
        lines.touched.extend(threats.iter().flat_map(|mv| [mv.from, mv.to]));
        if let ([only], true) = (&threats[..], lasts == left) {
            walk(lines, &[line, &[*only]].concat(), met, &turned, left - 1, quiet);
        }
    }
    if first {
        lines.threats = threats.len() as u32;
    }
    for (defence, then) in children(&after) {
        let (replies, length) = soonest(&then, left);
        let same = threats.iter().all(|threat| replies.contains(threat));
        if !threats.is_empty() && length <= lasts && same {
            continue;
        }
        lines.touched.extend([defence.from, defence.to]);
        match replies[..] {
            _ if length < left => {}
            [only] => walk(lines, &[line, &[only]].concat(), true, &then, left - 1, quiet),
            _ if left == 1 && !first => lines.mating_duals += 1,
            _ => lines.duals += 1,
        }
    }
}

/// The squares to which a side's king could move, by the naive rules.
fn flights(board: &Board, side: Side) -> HashSet<Square> {
    let setup = Setup { side, en_passant: None, castling: Castling::NONE, ..board.setup() };
    let steps = naive::legal_moves(&setup).into_iter().filter(|mv| mv.kind == Kind::King);
    steps.map(|mv| mv.to).collect()
}

fn plain_traits(board: &Board, key: Move) -> KeyTraits {
    let mated = board.side().opponent();
    let (before, after) = (flights(board, mated), flights(&board.play(key), mated));
    KeyTraits {
        capture: is_capture(board, key),
        check: board.play(key).in_check(),
        promotes_to_queen: key.promotion == Some(Kind::Queen),
        takes_flight: !before.is_subset(&after),
        gives_flight: !after.is_subset(&before),
    }
}

/// The strong defences if the other side moved first, and those that lose in
/// time.
fn plain_set_play(board: &Board, moves: u32) -> (u32, u32) {
    if moves == 1 || board.in_check() {
        return (0, 0);
    }
    let turned = passed(board);
    let strong: Vec<Board> = children(&turned)
        .into_iter()
        .filter(|(mv, after)| {
            let steps = mv.kind == Kind::King && mv.special == Special::None;
            steps || after.in_check() || is_capture(&turned, *mv)
        })
        .map(|(_, after)| after)
        .collect();
    let loses = |after: &&Board| plain::attack(after, Play::Direct, Aim::Mate, moves as u16 - 1);
    (strong.len() as u32, strong.iter().filter(loses).count() as u32)
}

/// The measures a second time, by their definitions.
fn plain_measures(board: &Board, moves: u32, key: Move) -> Measures {
    let mut lines = Lines::default();
    walk(&mut lines, &[key], false, board, moves - 1, 0);
    let mated = board.side().opponent();
    let (strong_defences, provided) = plain_set_play(board, moves);
    let men = board.setup().pieces().map(|(at, _)| at).collect::<Vec<_>>();
    let coords: HashSet<Vec<u16>> = men
        .iter()
        .chain(&lines.touched)
        .map(|&at| board.shape().coord(at).as_slice().to_vec())
        .collect();
    let apart = |&axis: &usize| coords.iter().map(|at| at[axis]).collect::<HashSet<_>>().len() > 1;
    let axes = board.shape().axes();
    let traits = plain_traits(board, key);
    Measures {
        moves,
        key: traits,
        aftermath: match (moves, traits.check, lines.threats > 0) {
            (1, ..) => Aftermath::Mate,
            (_, true, _) => Aftermath::Check,
            (_, _, true) => Aftermath::Threat,
            _ => Aftermath::Zugzwang,
        },
        men: men.len() as u32,
        flights_before: flights(board, mated).len() as u32,
        flights_after: flights(&board.play(key), mated).len() as u32,
        strong_defences,
        provided,
        threats: lines.threats,
        variations: lines.variations.len() as u32,
        duals: lines.duals,
        mating_duals: lines.mating_duals,
        tries: plain::tries(board, Play::Direct, Aim::Mate, moves as u16).len() as u32,
        candidates: board.legal_moves().len() as u32,
        quiet_moves: lines.quiet,
        axes_used: (0..axes).filter(apart).count() as u32,
        axes: axes as u32,
        economical: None,
    }
}

/// Boards small enough for the twin, and how many men beside the kings.
const BOARDS: [(&str, &str, usize); 10] = [
    ("cube", "2x2x2", 3),
    ("cube", "3x3x3", 3),
    ("cube", "2x3x2", 3),
    ("tesseract", "2x3x2x2", 3),
    ("tesseract", "3x3x2", 4),
    ("raumschach", "3x3x2", 4),
    ("raumschach", "2x3x3", 4),
    ("chess", "3x4", 5),
    ("chess", "4x4", 5),
    ("chess", "5x4", 5),
];

/// The most positions that the twin may look at in one walk.
const WORK: u64 = 4_000;

/// Random boards with a key that needs exactly its number of moves, 1 to 3.
fn puzzles(seed: u64, rounds: usize) -> Vec<(Board, u32, Move)> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    for round in 0..rounds {
        let (variant, shape, men) = BOARDS[round % BOARDS.len()];
        let variant = Variant::named(variant).unwrap();
        let board = random.board(variant, &shape.parse().unwrap(), men);
        if (1..=5).any(|plies| board.perft(plies) > WORK) {
            continue;
        }
        if let (keys, moves @ 1..=3) = soonest(&board, 3)
            && let Some(&key) = keys.first()
        {
            found.push((board, moves, key));
        }
    }
    found
}

#[test]
fn measures_agree_with_their_definitions() {
    let puzzles = puzzles(1, 8000);
    for moves in 1..=3 {
        assert!(puzzles.iter().filter(|puzzle| puzzle.1 == moves).count() >= 20, "in {moves}");
    }
    let mut some = [0; 8];
    for (board, moves, key) in puzzles {
        let found = measures(&board, moves, key);
        assert_eq!(found, plain_measures(&board, moves, key), "{:?}", board.setup());
        let Measures { provided, threats, variations, duals, mating_duals, tries, .. } = found;
        let unprovided = found.strong_defences - provided;
        let quiet = found.quiet_moves.saturating_sub(1);
        let counts = [provided, unprovided, threats, variations, duals, mating_duals, tries, quiet];
        for (some, count) in some.iter_mut().zip(counts) {
            *some += u32::from(count > 0);
        }
    }
    assert!(some.iter().all(|&boards| boards >= 5), "too few boards for a measure: {some:?}");
}

/// Every move of boards of all kinds, the mover in check or not.
#[test]
fn traits_agree_with_their_definitions() {
    let mut random = Random::new(2);
    for round in 0..500 {
        let (variant, shape, men) = BOARDS[round % BOARDS.len()];
        let variant = Variant::named(variant).unwrap();
        let board = random.board(variant, &shape.parse().unwrap(), men);
        for mv in board.legal_moves() {
            assert_eq!(traits(&board, mv), plain_traits(&board, mv), "{:?}", board.setup());
        }
    }
}

/// A puzzle's images, and itself with colours exchanged, measure the same.
#[test]
fn measures_do_not_change_with_the_view() {
    for (board, moves, key) in puzzles(3, 1500) {
        let setup = board.setup();
        let expected = measures(&board, moves, key);
        let symmetries = Symmetries::new(board.variant(), board.shape());
        let with_pawns = setup.pieces().any(|(_, piece)| piece.kind == Kind::Pawn);
        for symmetry in symmetries.all(with_pawns) {
            let image = Board::new(&symmetries.image(&setup, symmetry)).unwrap();
            let (from, to) = (symmetry.image(key.from), symmetry.image(key.to));
            let mv = Move { from, to, ..key };
            assert_eq!(measures(&image, moves, mv), expected, "{setup:?}");
        }
        let exchanged = Board::new(&symmetries.exchanged(&setup)).unwrap();
        let (from, to) = (turned(&board, key.from), turned(&board, key.to));
        let mv = Move { from, to, ..key };
        assert_eq!(measures(&exchanged, moves, mv), expected, "{setup:?}");
    }
}

/// The square seen from the other side: the forward axes are reversed.
fn turned(board: &Board, square: Square) -> Square {
    let forward = board.variant().pawns.as_ref().map_or(&[][..], |rule| rule.forward);
    let mut at: Vec<usize> =
        board.shape().coord(square).as_slice().iter().map(|&place| place.into()).collect();
    for &axis in forward {
        at[axis] = board.shape().side(axis) - 1 - at[axis];
    }
    board.shape().square(&at).unwrap()
}
