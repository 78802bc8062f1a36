//! Puzzles made: proven again by the definition and by a fresh solver, all
//! different, the same for every number of threads and cut into any parts, and
//! with every wish fulfilled.

mod plain;

use std::ops::Range;

use hypermate::board::Board;
use hypermate::generate::{End, Material, Order, Puzzle, Source, Tally, Terms, Wishes, generate};
use hypermate::notation::{self, MoveStyle, Options};
use hypermate::piece::{Kind, Side};
use hypermate::proof::Proof;
use hypermate::puzzle::{Judge, Judged, Receiver, Record};
use hypermate::setup::Setup;
use hypermate::solution::{Outcome, Request, solve};
use hypermate::stipulation::{Aim, Play};
use hypermate::symmetry::{Form, Symmetries};
use hypermate::variant::{CHESS, CUBE, RAUMSCHACH, TESSERACT, Variant};
use hypermate::verdict::Verdict;

/// The boards on which puzzles are made.
const PLACES: [(&Variant, &str); 5] = [
    (&CUBE, "3x3x3"),
    (&CUBE, "4x4x4"),
    (&RAUMSCHACH, "5x5x5"),
    (&TESSERACT, "4x4x2x2"),
    (&CHESS, "8x8"),
];

fn order(variant: &'static Variant, shape: &str, moves: u32) -> Order {
    Order { seed: 7, ..Order::new(variant, shape.parse().unwrap(), moves) }
}

fn run(order: &Order, terms: &Terms) -> (Vec<Puzzle>, Tally, End) {
    let mut puzzles = Vec::new();
    let mut sink = |puzzle: &Puzzle| {
        puzzles.push(puzzle.clone());
        Ok(())
    };
    let (tally, end) = generate(order, terms, &mut sink, &|_| ()).unwrap();
    (puzzles, tally, end)
}

/// So many puzzles; there must be as many.
#[track_caller]
fn made(order: &Order, count: u64) -> Vec<Puzzle> {
    let (puzzles, tally, end) = run(order, &Terms { count, ..Terms::default() });
    assert_eq!((end, tally.found, puzzles.len() as u64), (End::Done, count, count));
    puzzles
}

fn epd(puzzle: &Puzzle, order: &Order) -> String {
    Record::of_puzzle(puzzle, order, MoveStyle::Long).to_epd()
}

fn lines(puzzles: &[Puzzle], order: &Order) -> Vec<String> {
    puzzles.iter().map(|puzzle| epd(puzzle, order)).collect()
}

fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// Whether the definition finds exactly this key, and nothing shorter.
#[track_caller]
fn assert_sound(puzzle: &Puzzle, moves: u32) {
    let keys = plain::keys(&puzzle.board, Play::Direct, Aim::Mate, moves as u16);
    assert_eq!(keys, [(puzzle.key, moves as u16)], "{:?}", puzzle.board.setup());
}

#[test]
fn every_puzzle_is_sound_by_the_definition() {
    for (variant, shape) in PLACES {
        for (moves, count) in [(1, 20), (2, 4)] {
            let order = order(variant, shape, moves);
            for puzzle in made(&order, count) {
                assert_sound(&puzzle, moves);
                assert_eq!(puzzle.board.side(), Side::White);
                assert!(!puzzle.board.in_check());
            }
        }
    }
    let few = Some(Material::of_men(3..=4));
    for puzzle in made(&Order { material: few, ..order(&CUBE, "3x3x3", 3) }, 3) {
        assert_sound(&puzzle, 3);
    }
}

/// The whole proof, that no other key works included, checked by the rules.
#[test]
fn every_proof_holds() {
    for (variant, shape) in PLACES {
        for (moves, count) in [(1, 10), (2, 10), (3, 1)] {
            let order = order(variant, shape, moves);
            let request = Request { complete: true, ..Request::new(order.stipulation()) };
            for puzzle in made(&order, count) {
                let solution = solve(&puzzle.board, &request, &|_| ()).unwrap();
                assert_eq!(solution.outcome, Outcome::Sound);
                let Proof::Forced(proof) = solution.proof else { panic!("a forced mate") };
                assert!(proof.others.is_some() && proof.keys[0].mv == puzzle.key);
            }
        }
    }
}

/// Counts what a judge finds against the records it is given.
#[derive(Default)]
struct Count {
    records: usize,
    wrong: Vec<String>,
}

impl Receiver for Count {
    fn board(&mut self, _: usize, _: Verdict, _: Option<Side>) {
        self.wrong.push("a line without claims".into());
    }

    fn record(&mut self, judged: Judged) {
        self.records += 1;
        let answer = judged.answer.unwrap();
        if !answer.differences.is_empty() || answer.unchecked.is_some() || answer.solved.is_none() {
            self.wrong.push(String::from_utf8_lossy(judged.text).into_owned());
        }
    }
}

/// Some of each kind, a thousand with `HYPERMATE_DEEP=1`.
#[test]
fn batch_finds_no_difference() {
    let is_deep = std::env::var_os("HYPERMATE_DEEP").is_some_and(|value| value != "0");
    let counts = if is_deep { [1000, 1000, 1000] } else { [60, 30, 2] };
    for (variant, shape) in PLACES {
        let mut text = String::new();
        let mut written = 0;
        for (moves, count) in (1..).zip(counts) {
            let order = order(variant, shape, moves);
            for line in lines(&made(&order, count), &order) {
                text += &(line + "\n");
                written += 1;
            }
        }
        let mut count = Count::default();
        Judge::new(&Options::default()).answer(text.as_bytes(), 1, None, &mut count);
        assert_eq!((count.records, count.wrong), (written, Vec::new()), "{}", variant.name);
    }
}

fn forms(puzzles: &[Puzzle]) -> Vec<Form> {
    let form = |puzzle: &Puzzle| {
        let setup = puzzle.board.setup();
        Symmetries::new(setup.variant, &setup.shape).form(&setup)
    };
    puzzles.iter().map(form).collect()
}

#[track_caller]
fn assert_different(mut forms: Vec<Form>) {
    let count = forms.len();
    forms.sort();
    forms.dedup();
    assert_eq!(forms.len(), count);
}

/// So few men that puzzles repeat unless somebody sees to it.
fn crowded() -> Order {
    let material = Some("KQ/k".parse().unwrap());
    Order { material, tries: 20_000, ..order(&CUBE, "3x3x3", 1) }
}

#[test]
fn no_two_puzzles_are_equal() {
    assert_different(forms(&made(&crowded(), 8)));
    assert_different(forms(&made(&order(&TESSERACT, "4x4x2x2", 1), 200)));
}

#[test]
fn known_puzzles_are_not_made_again() {
    let first = made(&crowded(), 5);
    // Known by another of their images, colours exchanged.
    let symmetries = Symmetries::new(&CUBE, &crowded().shape);
    let image = |puzzle: &Puzzle| {
        let setup = symmetries.image(&puzzle.board.setup(), &symmetries.all(false)[17]);
        symmetries.exchanged(&setup)
    };
    let known: Vec<Setup> = first.iter().map(image).collect();
    let (others, ..) = run(&crowded(), &Terms { count: 5, known, ..Terms::default() });
    assert!(!others.is_empty());
    assert_different([forms(&first), forms(&others)].concat());
}

#[test]
fn threads_change_nothing() {
    let some = order(&TESSERACT, "4x4x2x2", 2);
    for (order, count) in [(crowded(), 8), (some, 12)] {
        let one = on_threads(1, || lines(&made(&order, count), &order));
        for threads in [2, 5] {
            let many = on_threads(threads, || lines(&made(&order, count), &order));
            assert_eq!(one, many, "{threads} threads");
        }
    }
}

#[test]
fn parts_joined_are_the_whole() {
    let some = order(&CHESS, "8x8", 2);
    for (order, count) in [(crowded(), 8), (some, 12)] {
        let whole = lines(&made(&order, count), &order);
        let part = |part: Range<u64>| {
            let terms = Terms { count, part: Some(part), ..Terms::default() };
            lines(&run(&order, &terms).0, &order)
        };
        for cut in [1, 3, 7] {
            let joined = [part(0..cut), part(cut..count)].concat();
            assert_eq!(joined, whole, "cut at {cut}");
        }
    }
}

/// Where no puzzle repeats, a part that does not look back is the same.
#[test]
fn a_part_may_leave_the_others_alone() {
    let order = order(&TESSERACT, "4x4x2x2", 2);
    let whole = lines(&made(&order, 12), &order);
    for look_back in [0, 40] {
        let terms = Terms { count: 12, part: Some(8..12), look_back, ..Terms::default() };
        for threads in [1, 3] {
            let (puzzles, tally, _) = on_threads(threads, || run(&order, &terms));
            assert_eq!(lines(&puzzles, &order), whole[8..]);
            assert_eq!(tally.found, 4);
        }
    }
}

/// A puzzle depends on its index and not on how many follow it.
#[test]
fn more_puzzles_begin_with_the_same() {
    let order = order(&CHESS, "8x8", 1);
    let few = lines(&made(&order, 5), &order);
    assert_eq!(lines(&made(&order, 50), &order)[..5], few);
    let other = Order { seed: 8, ..order.clone() };
    assert_ne!(lines(&made(&other, 5), &other), few);
}

/// Streams stay what they are: another generator or another order of drawing
/// would make other puzzles from the same seed.
#[test]
fn the_streams_are_stable() {
    let mut text = String::new();
    for (variant, shape) in PLACES {
        for moves in [1, 2] {
            let order = order(variant, shape, moves);
            text += &(lines(&made(&order, 2), &order).join("\n") + "\n");
        }
    }
    insta::assert_snapshot!(text);
}

fn removed(board: &Board) -> Vec<Board> {
    let setup = board.setup();
    let men = setup.pieces().filter(|(_, man)| man.kind != Kind::King);
    let without = |at| {
        let mut fewer = setup.clone();
        fewer.put(at, None);
        Board::new(&fewer).ok()
    };
    men.filter_map(|(at, _)| without(at)).filter(|board| !board.in_check()).collect()
}

#[test]
fn economical_puzzles_fail_without_any_man() {
    let wishes = Wishes { economical: true, ..Wishes::default() };
    for (variant, shape) in PLACES {
        for (moves, count) in [(1, 10), (2, 2)] {
            let order = Order { wishes, ..order(variant, shape, moves) };
            for puzzle in made(&order, count) {
                assert_eq!(puzzle.measures.economical, Some(true));
                for fewer in removed(&puzzle.board) {
                    let keys = plain::keys(&fewer, Play::Direct, Aim::Mate, moves as u16);
                    let is_sound = matches!(keys[..], [(_, length)] if length == moves as u16);
                    assert!(!is_sound, "{:?}", fewer.setup());
                }
            }
        }
    }
}

/// The king is in check by the pawn, which explains itself; five more men than
/// needed look on.
#[test]
fn men_are_spared_where_the_puzzle_begins_in_check() {
    let text = "4k3/1Q6/8/8/PP6/N3P3/3P1pP1/2R1K1N1 w - - 0 1";
    let setup = notation::read(text, &Options::default()).unwrap();
    let wishes = Wishes { economical: true, ..Wishes::default() };
    let source = Source::Given(vec![setup.clone()]);
    let order = Order { wishes, source, ..order(&CHESS, "8x8", 2) };
    let puzzle = made(&order, 1).remove(0);
    let made = puzzle.board.setup();
    assert!(puzzle.board.in_check() && made.pieces().count() < setup.pieces().count());
    for (at, man) in made.pieces().filter(|(_, man)| man.kind != Kind::King) {
        let mut fewer = made.clone();
        fewer.put(at, None);
        let Ok(fewer) = Board::new(&fewer) else { continue };
        let keys = plain::keys(&fewer, Play::Direct, Aim::Mate, 2);
        // Without the pawn there is no check, and its king walks on.
        assert!(!matches!(keys[..], [(_, 2)]), "{man:?} can be spared");
    }
}

#[test]
fn wishes_are_fulfilled() {
    let wishes = Wishes {
        quiet_key: true,
        economical: true,
        dual_free: true,
        spatial: true,
        variations: 1,
        score: Some(50),
    };
    for (variant, shape) in PLACES {
        let order = Order { wishes, mates: Some(Side::Black), ..order(variant, shape, 2) };
        for puzzle in made(&order, 4) {
            assert_eq!(puzzle.board.side(), Side::Black);
            let measures = puzzle.measures;
            assert!(measures.key.is_quiet() && measures.is_dual_free() && measures.is_spatial());
            assert_eq!(measures.economical, Some(true));
            assert!(measures.variations >= 1 && measures.score().total() >= 50);
            assert_sound(&puzzle, 2);
        }
    }
}

fn men(setup: &Setup) -> String {
    let mut letters: Vec<char> = setup.pieces().map(|(_, man)| man.letter()).collect();
    letters.sort();
    letters.into_iter().collect()
}

#[test]
fn the_men_are_those_asked_for() {
    for (mates, text) in [(Side::White, "KRP/kn"), (Side::Black, "KN/krp")] {
        let material = Some(text.parse().unwrap());
        let order = Order { material, mates: Some(mates), ..order(&CHESS, "8x8", 2) };
        for puzzle in made(&order, 5) {
            let expected = if mates == Side::White { "KPRkn" } else { "KNkpr" };
            assert_eq!(
                (men(&puzzle.board.setup()).as_str(), puzzle.board.side()),
                (expected, mates)
            );
        }
    }
    let order =
        Order { material: Some(Material::of_men(4..=5)), ..order(&TESSERACT, "4x4x2x2", 1) };
    for puzzle in made(&order, 50) {
        assert!((4..=5).contains(&puzzle.measures.men));
    }
}

/// King and rook cannot mate a bare king on the tesseract.
#[test]
fn what_cannot_exist_ends_honestly() {
    let material = Some("KR/k".parse().unwrap());
    let order = Order { material, tries: 5000, ..order(&TESSERACT, "4x4x2x2", 1) };
    let (puzzles, tally, end) = run(&order, &Terms { count: 3, ..Terms::default() });
    assert!(puzzles.is_empty());
    assert_eq!((tally.found, end), (0, End::Barren(5000)));
}

#[test]
fn games_give_natural_positions() {
    let source = Source::Played(Some(chess_start()));
    let order = Order { source, ..order(&CHESS, "8x8", 1) };
    let puzzles = made(&order, 10);
    assert!(puzzles.iter().any(|puzzle| puzzle.measures.men > 12));
    for puzzle in puzzles {
        assert_sound(&puzzle, 1);
    }
    let order = Order { source: Source::Played(None), ..self::order(&CUBE, "3x3x3", 1) };
    for puzzle in made(&order, 10) {
        assert_sound(&puzzle, 1);
    }
}

fn chess_start() -> Setup {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    hypermate::notation::read(fen, &Options::default()).unwrap()
}

#[test]
fn given_positions_are_looked_through_or_changed() {
    let order = order(&CHESS, "8x8", 2);
    let sound: Vec<Setup> = made(&order, 3).iter().map(|puzzle| puzzle.board.setup()).collect();
    let given = vec![sound[0].clone(), chess_start(), sound[1].clone(), sound[2].clone()];
    let through = Order { source: Source::Given(given.clone()), ..order.clone() };
    let (puzzles, _, end) = run(&through, &Terms { count: 9, ..Terms::default() });
    assert_eq!(end, End::Done);
    let setups: Vec<Setup> = puzzles.iter().map(|puzzle| puzzle.board.setup()).collect();
    assert_eq!(setups, sound);
    let indices: Vec<u64> = puzzles.iter().map(|puzzle| puzzle.index).collect();
    assert_eq!(indices, [0, 2, 3]);

    let changed = Order { source: Source::Changed(given[2..].to_vec()), ..order };
    let puzzles = made(&changed, 8);
    assert_eq!(puzzles[0].board.setup(), sound[1]);
    assert_different(forms(&puzzles));
    for puzzle in &puzzles[2..4] {
        assert_sound(puzzle, 2);
    }
}

#[test]
fn nonsense_is_refused() {
    let says = |order: Order| {
        let terms = Terms { count: 1, ..Terms::default() };
        generate(&order, &terms, &mut |_: &Puzzle| Ok(()), &|_| ()).unwrap_err().to_string()
    };
    assert!(says(order(&CHESS, "8x8", 7)).contains("mates in 1 to 6"));
    assert!(says(order(&CHESS, "8x8x8", 2)).contains("not played on a 8x8x8 board"));
    let of = |text: &str, variant| {
        says(Order { material: Some(text.parse().unwrap()), ..order(variant, "3x3x3", 2) })
    };
    assert!(of("KP/k", &CUBE).contains("no pawn in cube"));
    assert!(of("K/kq", &RAUMSCHACH).contains("only its king"));
    let given = |given| says(Order { source: Source::Given(given), ..order(&CUBE, "3x3x3", 2) });
    assert!(given(vec![]).contains("no position"));
    assert!(given(vec![chess_start()]).contains("position 1 is chess on 8x8, not cube"));
}
