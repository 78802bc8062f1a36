//! Random boards of every variant and many shapes: few men and many, kings in
//! corners and anywhere, small boards, so that checks, pins, mates and
//! stalemates are common. Everything shrinks towards the empty board.

use super::pawns;
use super::{Extra, Play, Rules, attackers, checkers_of, difference, goes, kings, legal_moves};
use super::{is_possible, text};
use hypermate::piece::{Kind, Piece, Side};
use hypermate::setup::Setup;
use hypermate::shape::{Shape, Square};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed};

/// A board to put men on: variant and shape.
pub type Place = (&'static str, &'static str);

/// The boards used, the small ones often.
pub const PLACES: &[Place] = &[
    ("cube", "2x2x2"),
    ("cube", "3x3x3"),
    ("cube", "3x3x3"),
    ("cube", "4x4x4"),
    ("cube", "6x6x6"),
    ("tesseract", "4x4x2x2"),
    ("tesseract", "4x4x2x2"),
    ("tesseract", "3x4"),
    ("tesseract", "2x5x3"),
    ("tesseract", "3x2x3x2"),
    ("tesseract", "3x3x2x2x2"),
    ("raumschach", "5x5x5"),
    ("raumschach", "3x3x3"),
    ("raumschach", "4x2x3"),
    ("chess", "8x8"),
    ("chess", "8x8"),
    ("chess", "4x5"),
    ("chess", "3x6"),
    ("chess", "10x9"),
];

/// As many cases as said, ten times as many with `HYPERMATE_DEEP=1`. The same
/// cases every time unless `PROPTEST_RNG_SEED` names others.
pub fn config(cases: u32) -> Config {
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(1907);
    }
    if std::env::var_os("PROPTEST_CASES").is_none() {
        let is_deep = std::env::var_os("HYPERMATE_DEEP").is_some_and(|value| value != "0");
        config.cases = if is_deep { cases * 10 } else { cases };
    }
    config
}

/// An empty board.
fn empty((variant, shape): Place) -> Setup {
    Setup::empty(text::variant(variant), shape.parse().expect("a shape"))
}

/// A man of no board in particular: black or white, kind and square, the latter
/// two read modulo what there is.
type Man = (bool, Index, Index);

/// Some men: few, a good number, or a crowd; as many black as white, or all
/// of one colour.
fn men() -> impl Strategy<Value = Vec<Man>> {
    let sizes = prop_oneof![Just(0..4usize), Just(3..9), Just(8..30)];
    let blackness = prop_oneof![2 => Just(0.5), 1 => Just(0.0), 1 => Just(1.0)];
    (sizes, blackness).prop_flat_map(|(size, black)| {
        let man = (prop::bool::weighted(black), any::<Index>(), any::<Index>());
        prop::collection::vec(man, size)
    })
}

/// A square for a king: a corner as often as any.
fn king_square() -> impl Strategy<Value = (bool, Index)> {
    any::<(bool, Index)>()
}

/// The square meant; a corner if so wished.
fn place_king(shape: &Shape, (in_corner, index): (bool, Index)) -> Square {
    let corners: Vec<Square> = shape
        .iter()
        .filter(|&square| {
            let at = shape.coord(square);
            (0..shape.axes())
                .all(|axis| at[axis] == 0 || usize::from(at[axis]) == shape.side(axis) - 1)
        })
        .collect();
    if in_corner { *index.get(&corners) } else { Square::new(index.index(shape.squares())) }
}

/// White or Black.
fn side(is_black: bool) -> Side {
    if is_black { Side::Black } else { Side::White }
}

/// A board that anybody might type, seldom a possible one: no king to two
/// kings a side, men of every kind, pawns everywhere.
pub fn anything(places: &'static [Place]) -> impl Strategy<Value = Setup> {
    let kings = || prop_oneof![6 => Just(1), 1 => Just(0), 1 => Just(2)];
    let foreign = prop::bool::weighted(0.1);
    (select(places), men(), any::<Vec<Index>>(), kings(), kings(), foreign, any::<bool>()).prop_map(
        |(place, men, squares, white, black, foreign, is_black)| {
            let mut setup = empty(place);
            setup.side = side(is_black);
            let own = Rules::of(&setup).kinds();
            let kinds = if foreign { &Kind::ALL[..] } else { own };
            for (is_black, kind, square) in
                men.into_iter().filter(|(_, kind, _)| *kind.get(kinds) != Kind::King)
            {
                let piece = Piece { side: side(is_black), kind: *kind.get(kinds) };
                setup.put(Square::new(square.index(setup.shape.squares())), Some(piece));
            }
            let sides = [(Side::White, white), (Side::Black, black)];
            let wanted =
                sides.into_iter().flat_map(|(side, count)| std::iter::repeat_n(side, count));
            for (side, square) in wanted.zip(squares) {
                let king = Piece { side, kind: Kind::King };
                setup.put(Square::new(square.index(setup.shape.squares())), Some(king));
            }
            setup
        },
    )
}

/// What a possible board is made from.
#[derive(Clone, Debug)]
struct Recipe {
    place: Place,
    is_black: bool,
    own_king: (bool, Index),
    other_king: (bool, Index),
    /// Whether the other king is left out, if the rules let it.
    is_alone: bool,
    castling: Option<u8>,
    men: Vec<Man>,
    pins: Vec<Pin>,
    /// Whether the side that has just moved may be left in check in the cube.
    spares_checks: bool,
    /// Whether the side to move shall not be in check.
    is_quiet: bool,
}

/// A man pinned on the own king: along which line, what stands between, and
/// where.
type Pin = (Index, Index, Index);

/// All that makes a recipe.
fn recipes(places: &'static [Place]) -> impl Strategy<Value = Recipe> {
    let kings = (king_square(), king_square(), prop::bool::weighted(0.3));
    let castling = prop::option::weighted(0.5, 0u8..16);
    let pins = prop_oneof![Just(Vec::new()), prop::collection::vec(any::<Pin>(), 1..3)];
    let checks = (prop::bool::weighted(0.2), prop::bool::weighted(0.4));
    (select(places), any::<bool>(), kings, castling, men(), pins, checks).prop_map(
        |(place, is_black, (own_king, other_king, is_alone), castling, men, pins, checks)| {
            let (spares_checks, is_quiet) = checks;
            Recipe {
                place,
                is_black,
                own_king,
                other_king,
                is_alone,
                castling,
                men,
                pins,
                spares_checks,
                is_quiet,
            }
        },
    )
}

/// A possible board.
pub fn possible(places: &'static [Place]) -> impl Strategy<Value = Setup> {
    recipes(places).prop_map(|recipe| cook(&recipe)).prop_filter("impossible", is_possible)
}

/// The board of a recipe, possible but for kings next to each other and the
/// like.
fn cook(recipe: &Recipe) -> Setup {
    let mut setup = empty(recipe.place);
    setup.side = side(recipe.is_black);
    let is_cube = Rules::of(&setup) == Rules::Cube;
    match recipe.castling {
        Some(rights) if recipe.place == ("chess", "8x8") => put_for_castling(&mut setup, rights),
        _ => {
            let has_other = !(is_cube && recipe.is_alone);
            put_kings(&mut setup, recipe.own_king, has_other.then_some(recipe.other_king));
        }
    }
    recipe.pins.iter().for_each(|&pin| put_pin(&mut setup, pin));
    put_men(&mut setup, &recipe.men);
    if recipe.is_quiet {
        let mover = setup.side;
        end_checks(&mut setup, mover);
    }
    if !(is_cube && recipe.spares_checks) {
        let other = setup.side.opponent();
        end_checks(&mut setup, other);
    }
    setup
}

/// An enemy slider on a line with the own king, and an own man between them.
fn put_pin(setup: &mut Setup, (line, man, between): Pin) {
    let rules = Rules::of(setup);
    let Some(&king) = kings(setup, setup.side).first() else { return };
    let sliders = [Kind::Rook, Kind::Bishop, Kind::Unicorn, Kind::Queen];
    let ends: Vec<(Kind, Square, Vec<Square>)> = setup
        .shape
        .iter()
        .filter(|&end| setup.piece(end).is_none())
        .flat_map(|end| sliders.into_iter().map(move |slider| (slider, end)))
        .filter(|(slider, _)| rules.kinds().contains(slider))
        .filter(|&(slider, end)| goes(rules, slider, &difference(&setup.shape, end, king)))
        .map(|(slider, end)| (slider, end, squares_between(setup, end, king)))
        .filter(|(_, _, between)| !between.is_empty())
        .collect();
    if ends.is_empty() {
        return;
    }
    let (slider, end, squares) = line.get(&ends);
    setup.put(*end, Some(Piece { side: setup.side.opponent(), kind: *slider }));
    put_man(
        setup,
        Piece { side: setup.side, kind: *man.get(rules.kinds()) },
        *between.get(squares),
    );
}

/// The squares strictly between two squares on a line: those that are on both
/// their ways.
fn squares_between(setup: &Setup, from: Square, to: Square) -> Vec<Square> {
    let whole = difference(&setup.shape, from, to);
    let length = whole.iter().map(|axis| axis.abs()).max().unwrap_or(0);
    let unit: Vec<i32> = whole[..setup.shape.axes()].iter().map(|axis| axis.signum()).collect();
    (1..length)
        .filter_map(|step| {
            let vector: Vec<i32> = unit.iter().map(|axis| axis * step).collect();
            setup.shape.step(from, &vector)
        })
        .collect()
}

/// Both kings, or the one of the side to move.
fn put_kings(setup: &mut Setup, own: (bool, Index), other: Option<(bool, Index)>) {
    let shape = setup.shape;
    if let Some(other) = other {
        let king = Piece { side: setup.side.opponent(), kind: Kind::King };
        setup.put(place_king(&shape, other), Some(king));
    }
    let king = Piece { side: setup.side, kind: Kind::King };
    setup.put(place_king(&shape, own), Some(king));
}

/// Kings and rooks at home, and some of the rights, `KQkq` from bit 0 on.
fn put_for_castling(setup: &mut Setup, rights: u8) {
    let homes = [(Side::White, 0), (Side::Black, 56)];
    for (index, (side, first)) in homes.into_iter().enumerate() {
        setup.put(Square::new(first + 4), Some(Piece { side, kind: Kind::King }));
        for (bit, kingside, rook) in [(0, true, 7), (1, false, 0)] {
            if rights >> (2 * index + bit) & 1 != 0 {
                setup.put(Square::new(first + rook), Some(Piece { side, kind: Kind::Rook }));
                setup.castling.grant(side, kingside);
            }
        }
    }
}

/// The men, each if its square is free and it may stand there.
fn put_men(setup: &mut Setup, men: &[Man]) {
    let kinds = Rules::of(setup).kinds();
    for (is_black, kind, square) in men {
        let piece = Piece { side: side(*is_black), kind: *kind.get(kinds) };
        let square = Square::new(square.index(setup.shape.squares()));
        put_man(setup, piece, square);
    }
}

/// A man, if it may stand there and is no king.
fn put_man(setup: &mut Setup, piece: Piece, square: Square) {
    let fits = piece.kind != Kind::King
        && setup.piece(square).is_none()
        && (piece.kind != Kind::Pawn || pawns::may_stand(setup, square, piece.side));
    if fits {
        setup.put(square, Some(piece));
    }
}

/// Takes away whatever checks a side, but for a king and for a rook that may
/// castle.
fn end_checks(setup: &mut Setup, side: Side) {
    loop {
        let removable = checkers_of(setup, side).into_iter().find(|&square| {
            let is_king = setup.piece(square).is_some_and(|piece| piece.kind == Kind::King);
            !is_king && !is_castling_rook(setup, square)
        });
        let Some(square) = removable else { return };
        setup.put(square, None);
    }
}

/// Whether a right to castle needs what stands on the square.
fn is_castling_rook(setup: &Setup, square: Square) -> bool {
    setup.castling.bits() != 0 && [0, 7, 56, 63].contains(&square.index())
}

/// One of the moves; castling, double steps, en passant and promotions are
/// preferred half of the time.
pub fn pick(setup: &Setup, choice: (bool, Index)) -> Option<Play> {
    let moves = legal_moves(setup);
    let special: Vec<Play> = moves
        .iter()
        .filter(|play| play.extra != Extra::Nothing || play.promotion.is_some())
        .copied()
        .collect();
    let (prefers_special, index) = choice;
    let moves = if prefers_special && !special.is_empty() { special } else { moves };
    (!moves.is_empty()).then(|| *index.get(&moves))
}

/// The men of the side to move whose removal would expose their king.
pub fn pinned(setup: &Setup) -> Vec<Square> {
    let Some(&king) = kings(setup, setup.side).first() else { return Vec::new() };
    let enemy = setup.side.opponent();
    let before = attackers(setup, king, enemy).len();
    let own = setup.pieces().filter(|(_, piece)| piece.side == setup.side);
    own.map(|(square, _)| square)
        .filter(|&square| {
            let mut without = setup.clone();
            without.put(square, None);
            square != king && attackers(&without, king, enemy).len() > before
        })
        .collect()
}
