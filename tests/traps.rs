//! The traps that well-known solvers have fallen into, each on a position of
//! its own, and problems of the literature in every kind of play. What is
//! right follows from the rules; where it says so, it is a published solution.

mod plain;

use hypermate::board::Board;
use hypermate::notation::{MoveStyle, Options, read, write_move};
use hypermate::proof::Proof;
use hypermate::render::solution::{Parts, Told};
use hypermate::search::{Limits, Wanted};
use hypermate::solution::{Outcome, Refusal, Request, Solution, refusal, solve};
use hypermate::stipulation::Stipulation;

fn board(text: &str) -> Board {
    let setup = read(text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    Board::new(&setup).unwrap_or_else(|flaws| panic!("{text}: {flaws}"))
}

fn goal(text: &str) -> Stipulation {
    text.parse().unwrap()
}

fn answer(board: &Board, request: &Request) -> Solution {
    solve(board, request, &|_| ()).unwrap()
}

/// The outcome and the keys in SAN.
fn solved(text: &str, stipulation: &str) -> (Outcome, Vec<String>) {
    let board = board(text);
    let solution = answer(&board, &Request::new(goal(stipulation)));
    let keys = solution.keys.iter().map(|key| write_move(&board, key.mv, MoveStyle::San));
    (solution.outcome, keys.collect())
}

fn sound(key: &str) -> (Outcome, Vec<String>) {
    (Outcome::Sound, vec![key.to_owned()])
}

fn none() -> (Outcome, Vec<String>) {
    (Outcome::None, Vec::new())
}

/// A limit may come at any position: what is then said to be refuted is, and
/// what is said to be the shortest is.
#[test]
fn no_limit_makes_a_wrong_no() {
    let boards = [
        ("4/1K2/4/4|4/4/4/4|2B1/4/4/4|Q3/4/4/1k2 w 0 1", "#3", 2),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "#2", 1),
        ("8/8/6N1/8/6pp/6k1/6B1/4K2R w K - 0 1", "s#2", 2),
        ("8/8/7n/8/6r1/7k/7P/4K2R b - - 0 1", "h#2", 2),
    ];
    for (text, stipulation, shortest) in boards {
        let board = board(text);
        let mut cut_short = 0;
        for nodes in (0..60).chain((60..3000).step_by(23)) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            for wanted in [Wanted::All, Wanted::First] {
                let limits = limits.clone();
                let request = Request { limits, wanted, ..Request::new(goal(stipulation)) };
                let solution = answer(&board, &request);
                assert!(solution.refuted < 2 * shortest, "{text} {nodes}");
                assert!(
                    solution.shortest.is_none_or(|found| found == 2 * shortest),
                    "{text} {nodes}"
                );
                assert_ne!(solution.outcome, Outcome::None, "{text} {nodes}");
                cut_short += usize::from(solution.outcome == Outcome::Unknown);
            }
        }
        assert!(cut_short > 10, "{text}");
    }
}

/// Everything told of a solution.
fn told(text: &str, stipulation: &str) -> String {
    let board = board(text);
    let parts = Parts { variations: true, tries: true, set_play: true };
    let mut request = Request::new(goal(stipulation));
    (request.variations, request.tries, request.set_play) = (true, true, true);
    request.complete = true;
    Told::new(&board, &answer(&board, &request), MoveStyle::San, parts).text()
}

/// Every line of a help problem in SAN.
fn lines(text: &str, stipulation: &str) -> Vec<String> {
    let first = board(text);
    let Proof::Help(lines) = answer(&first, &Request::new(goal(stipulation))).proof else {
        panic!("{stipulation} is no help play");
    };
    let spell = |line: &Vec<_>| {
        let mut board = first.clone();
        let spelled = line.iter().map(|&mv| {
            let text = write_move(&board, mv, MoveStyle::San);
            board = board.play(mv);
            text
        });
        spelled.collect::<Vec<_>>().join(" ")
    };
    lines.iter().map(spell).collect()
}

#[test]
fn a_stalemating_defence_or_attack_is_no_mate() {
    // Taking stalemate for mate gives 1.Qb3.
    assert_eq!(solved("8/7P/4Q3/8/4K3/8/1k1N1p2/8 w - - 0 1", "#2"), none());
    // The side to move is stalemated already.
    assert_eq!(solved("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "#1"), none());
}

#[test]
fn a_defender_with_many_bishops_defends_with_all_of_them() {
    // Each bishop alone could take the mating rook: agreement with the twin.
    let board = board("kb6/pb6/bb6/8/8/8/7R/K6R w - - 0 1");
    let stipulation = goal("#2");
    let keys = answer(&board, &Request::new(stipulation)).keys;
    let keys: Vec<_> = keys.iter().map(|key| (key.mv, key.moves as u16)).collect();
    assert_eq!(keys, plain::keys(&board, stipulation.play(), stipulation.aim(), 2));
}

#[test]
fn castling_long_may_pass_an_attacked_rook_square() {
    // The rook on b8 attacks b1, over which only the other rook passes.
    let (_, keys) = solved("1r1k4/R5N1/8/8/8/7B/8/R3K3 w Q - 0 1", "#1");
    assert_eq!(keys, ["Rd1#", "O-O-O#"]);
    let (_, keys) = solved("1r1k4/R5N1/8/8/8/7B/8/R3K3 w - - 0 1", "#1");
    assert_eq!(keys, ["Rd1#"]);
}

#[test]
fn castling_needs_the_right_to_it() {
    assert_eq!(solved("2N2B2/2N1r3/8/3nQ2R/1k6/8/2B5/R3K3 w Q - 0 1", "#2"), sound("O-O-O"));
    assert!(solved("2N2B2/2N1r3/8/3nQ2R/1k6/8/2B5/R3K3 w - - 0 1", "#2") != sound("O-O-O"));
    // Castling as the only defence.
    assert_eq!(solved("r3k3/8/1R6/3N2R1/5pK1/3P4/8/8 w q - 0 1", "#3"), none());
}

#[test]
fn the_halfmove_clock_does_not_count_in_problems() {
    assert_eq!(solved("kbK5/pp6/1P6/8/8/8/8/R7 w - - 100 200", "#2"), sound("Ra6"));
}

#[test]
fn a_defence_in_passing_or_by_a_lesser_promotion_counts() {
    // 1.c4? bxc3 in passing.
    assert_eq!(solved("8/1p6/4R3/k7/1p1K4/7p/2PQ4/8 w - - 0 1", "#2"), none());
    // Black's promotion to less than a queen refutes 1.Rc3.
    assert_eq!(solved("Q7/1K2p3/8/1k6/6Bp/3R4/1p6/8 w - - 0 1", "#3"), sound("Bd7+"));
}

#[test]
fn several_mates_on_the_last_move_are_duals_and_no_cooks() {
    let text = told("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#2");
    assert!(text.starts_with("#2: sound\n"), "{text}");
    let text = told("8/6R1/7p/5K1k/8/6p1/5bPP/4N3 w - - 0 1", "#3");
    assert!(text.starts_with("#3: sound\n") && text.contains("(dual)"), "{text}");
}

#[test]
fn a_zugzwang_needs_no_threat() {
    let text = told("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#2");
    assert!(text.contains("1.Ra6! zugzwang\n"), "{text}");
}

#[test]
fn keys_promote_to_less_than_a_queen() {
    assert_eq!(solved("8/1R4P1/7k/8/7K/8/1Q6/8 w - - 0 1", "#2"), sound("g8=N+"));
    assert_eq!(solved("4K1R1/PP2P3/2k5/3pP3/3B4/6P1/8/8 w - - 0 1", "#3"), sound("b8=R"));
}

#[test]
fn en_passant_and_castling_are_keys_where_the_fen_allows_them() {
    assert_eq!(solved("3k4/R7/1N6/5Pp1/1p6/1P6/3K4/8 w - g6 0 1", "#3"), sound("fxg6"));
    assert!(solved("3k4/R7/1N6/5Pp1/1p6/1P6/3K4/8 w - - 0 1", "#3").1 != ["fxg6"]);
    assert_eq!(solved("7R/1R1P4/8/8/5k2/2R5/p7/4K2R w K - 0 1", "#3"), sound("O-O+"));
}

#[test]
fn a_short_mate_is_told() {
    let board = board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let solution = answer(&board, &Request::new(goal("#3")));
    assert_eq!(solution.outcome, Outcome::Short);
    assert_eq!(solution.shortest, Some(4));
    let shortest = Request { shortest: true, ..Request::new(goal("#4")) };
    let solution = answer(&board, &shortest);
    assert_eq!((solution.outcome, solution.stipulation), (Outcome::Sound, goal("#2")));
}

#[test]
fn a_king_in_check_at_the_start_must_answer_it() {
    assert_eq!(solved("R2r2k1/5ppp/8/8/8/8/8/3K4 w - - 0 1", "#1"), sound("Rxd8#"));
    // It is no mate where the check is not answered.
    assert_eq!(solved("R5k1/5ppp/8/8/8/8/4r3/R2K4 b - - 0 1", "#1"), none());
}

#[test]
fn nobody_to_mate_is_refused() {
    let cube = board("[###,###,##Q],[###,###,###],[###,###,K##]");
    let black = hypermate::piece::Side::Black;
    assert_eq!(refusal(&cube, goal("#2")), Some(Refusal::NoKing(black)));
    assert_eq!(answer(&cube, &Request::new(goal("#2"))).outcome, Outcome::None);
    let bare = board("8/8/8/8/8/8/8/k1K5 w - - 0 1");
    assert!(matches!(refusal(&bare, goal("#2")), Some(Refusal::BareKing(_))));
    let over = board("7k/5KQ1/8/8/8/8/8/7R b - - 0 1");
    assert_eq!(refusal(&over, goal("h#1")), Some(Refusal::Over(black)));
    let checked = board("[##Q,###,###],[###,###,###],[K##,###,##k]");
    assert_eq!(refusal(&checked, goal("#1")), Some(Refusal::MoverInCheck(black)));
}

#[test]
fn a_tiny_table_and_any_number_of_threads_give_the_same_answer() {
    let texts = [
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "#3"),
        ("6R1/2K5/8/8/5p2/6p1/1Q3Nk1/8 w - - 0 1", "#3"),
        ("8/8/8/8/8/1k6/2r5/K7 w - - 0 1", "h#2"),
        ("8/8/8/8/8/2k5/1q6/K1B4r w - - 0 1", "s#1"),
        ("k7/8/1QK5/8/8/8/8/7r w - - 0 1", "r#2"),
    ];
    for (text, stipulation) in texts {
        let board = board(text);
        let mut request = Request::new(goal(stipulation));
        (request.variations, request.tries, request.set_play) = (true, true, true);
        let known = answer(&board, &request);
        for (memory, threads) in [(0, 1), (1 << 10, 2), (1 << 20, 3), (Limits::MEMORY, 2)] {
            let limits = Limits { memory, ..Limits::default() };
            let other = answer(&board, &Request { threads, limits, ..request.clone() });
            assert_eq!(other.keys, known.keys, "{text} {memory} {threads}");
            assert_eq!(other.proof, known.proof, "{text} {memory} {threads}");
            assert_eq!(other.outcome, known.outcome);
        }
    }
}

#[test]
fn a_limit_never_says_no() {
    let board = board("8/8/8/5B2/6QN/3prp2/3r1p2/3bbk1K w - - 0 1");
    for nodes in [0, 1, 10, 1_000, 20_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let solution = answer(&board, &Request { limits, ..Request::new(goal("#6")) });
        assert_eq!(solution.outcome, Outcome::Unknown, "{nodes}");
    }
    for stipulation in ["h#3", "s#3", "r#3"] {
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let solution = answer(&board, &Request { limits, ..Request::new(goal(stipulation)) });
        assert_eq!(solution.outcome, Outcome::Unknown, "{stipulation}");
    }
}

#[test]
fn one_key_is_enough_where_one_is_wanted() {
    let board = board("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    let first = Request { wanted: Wanted::First, ..Request::new(goal("#2")) };
    let solution = answer(&board, &first);
    assert_eq!((solution.outcome, solution.keys.len()), (Outcome::Solved, 1));
}

#[test]
fn help_play_of_half_a_move_is_a_mate_in_one() {
    assert_eq!(lines("8/8/8/8/8/k1K5/8/7R w - - 0 1", "h#0.5"), ["Ra1#"]);
}

#[test]
fn published_problems_of_every_kind_have_their_published_solutions() {
    let table = include_str!("cases/problems.tsv");
    for row in table.lines().filter(|line| !line.starts_with("//")) {
        let [fen, stipulation, solutions, source] =
            row.split('\t').collect::<Vec<_>>().try_into().expect("four columns");
        let mut wanted: Vec<&str> = solutions.split("; ").collect();
        let mut found = if stipulation.starts_with('h') {
            lines(fen, stipulation)
        } else {
            solved(fen, stipulation).1
        };
        wanted.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, wanted, "{source}: {stipulation} {fen}");
    }
}

#[test]
fn set_play_and_solution_of_a_help_problem() {
    let text = told("8/8/8/8/7R/4p3/3kp3/2R4K b - - 0 1", "h#2");
    assert_eq!(text, "h#2: sound\nset play:\n  1...Rcc4 2.Kd3 Rhd4#\n1.e1=N Rhc4 2.Nd3 R4c2#\n");
}

#[test]
fn the_usual_form_of_a_mutate() {
    insta::assert_snapshot!(told("8/8/2K5/1N6/2kpn3/P4Q2/8/8 w - - 0 1", "#2"));
}

#[test]
fn the_usual_form_of_a_selfmate() {
    insta::assert_snapshot!(told("8/8/6N1/8/6pp/6k1/6B1/4K2R w K - 0 1", "s#2"));
}
