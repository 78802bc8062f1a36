//! Mates solved on one core, in CPU time: generated tesseract positions of
//! each length, and the published chess problems beside the figures of two
//! other solvers that the case file carries.
//!
//! `cargo bench --bench mates [tesseract|long|chess|first] [rows]`; with
//! `rows`, each problem has a line of its own. CPU time is the kernel's
//! account of this thread where there is one, the wall's clock elsewhere.

#[path = "../tests/mates/mod.rs"]
mod mates;

use std::time::{Duration, Instant};

use hypermate::board::Board;
use hypermate::search::{Answer, Limits, Task, Wanted, keys};
use hypermate::stipulation::Aim;
use hypermate::variant::TESSERACT;

/// Nanoseconds that this thread has run.
fn cpu() -> u128 {
    thread_local!(static START: Instant = Instant::now());
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .unwrap_or_else(|| START.with(|start| start.elapsed().as_nanos()))
}

/// What a task answers and how many seconds it takes, the mean of as many runs
/// as fit into 4 ms.
fn timed(board: &Board, moves: u32, wanted: Wanted) -> (Answer, f64) {
    let task = Task { aim: Aim::Mate, moves, wanted, threads: 1, limits: Limits::default() };
    let Board::W1(game, position) = board else { panic!("every board here has one word") };
    let run = || keys(game, position, &task, &|_| ());
    let begin = cpu();
    let mut answer = run();
    let mut runs = 1;
    while cpu() - begin < Duration::from_millis(4).as_nanos() {
        answer = run();
        runs += 1;
    }
    (answer, (cpu() - begin) as f64 / 1e9 / f64::from(runs))
}

/// Prints count, median, mean and longest.
fn summary(title: &str, mut seconds: Vec<f64>, nodes: u64) {
    seconds.sort_by(f64::total_cmp);
    let total: f64 = seconds.iter().sum();
    println!(
        "{title:<34}{:>5} positions  median {:>10.4} ms  mean {:>10.4} ms  longest {:>9.3} ms  {:>6.2} M nodes/s",
        seconds.len(),
        seconds[seconds.len() / 2] * 1e3,
        total / seconds.len() as f64 * 1e3,
        seconds[seconds.len() - 1] * 1e3,
        nodes as f64 / total / 1e6,
    );
}

/// The generated positions: the shortest mate of each, 0 if none in 3.
fn tesseract(wanted: Wanted) {
    let text = include_str!("data/tesseract.tsv");
    for (length, moves) in [(2, 2), (3, 3), (4, 4), (5, 5), (0, 3)] {
        let (mut seconds, mut nodes) = (Vec::new(), 0);
        for (fen, _) in lines(text).filter(|line| line.1 == length) {
            let (answer, time) = timed(&mates::board(&TESSERACT, fen), moves, wanted);
            assert_eq!(answer.shortest().unwrap_or(0), length, "{fen}");
            seconds.push(time);
            nodes += answer.nodes;
        }
        let what = if length == 0 { "refute #3".into() } else { format!("#{length} {wanted:?}") };
        summary(&format!("tesseract {what}"), seconds, nodes);
    }
}

fn lines(text: &str) -> impl Iterator<Item = (&str, u32)> {
    text.lines()
        .filter(|line| !line.starts_with("//"))
        .filter_map(|line| line.split_once('\t'))
        .map(|(fen, moves)| (fen, moves.parse().expect("a number of moves")))
}

/// Mates in 6 of 5 to 7 men: the first key.
fn long() {
    for (fen, moves) in lines(include_str!("data/tesseract-6.tsv")) {
        let (answer, time) = timed(&mates::board(&TESSERACT, fen), moves, Wanted::First);
        assert_eq!(answer.shortest(), Some(moves), "{fen}");
        println!("tesseract #{moves} First {time:>9.3} s {:>12} nodes  {fen}", answer.nodes);
    }
}

/// The published problems of a case file.
fn cases(file: &str, wanted: Wanted, rows: bool) {
    let rival = usize::from(wanted == Wanted::First);
    for moves in 2..=6 {
        let (mut ours, mut theirs, mut seconds, mut nodes) = (0.0, 0.0, Vec::new(), 0);
        for row in mates::rows(file).iter().filter(|row| row.moves == moves) {
            if wanted == Wanted::First && row.shortest.is_none() {
                continue;
            }
            let (answer, time) = timed(&row.board, moves, wanted);
            check(row, &answer, wanted);
            seconds.push(time);
            nodes += answer.nodes;
            if let Some(figure) = row.rivals[rival] {
                ours += time;
                theirs += figure;
                if rows {
                    println!(
                        "  {time:>9.4} s  {:>6.2} of {figure:>8.4} s {:>12} nodes  {}",
                        time / figure,
                        answer.nodes,
                        row.fen
                    );
                }
            }
        }
        if seconds.is_empty() {
            continue;
        }
        summary(&format!("{} #{moves} {wanted:?}", file.trim_end_matches(".tsv")), seconds, nodes);
        if theirs > 0.0 {
            println!(
                "{:<34}{ours:.3} s, {:.2} of the {theirs:.3} s of the other solver",
                "",
                ours / theirs
            );
        }
    }
}

fn check(row: &mates::Row, answer: &Answer, wanted: Wanted) {
    let mut found: Vec<String> =
        answer.keys.iter().map(|key| mates::written(&row.board, key.mv)).collect();
    found.sort();
    let right = match wanted {
        Wanted::All => found == row.keys,
        Wanted::First => found.len() == 1 && row.keys.contains(&found[0]),
    };
    assert!(right && answer.outcome.is_ok(), "{}: {found:?}", row.fen);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let named = |name: &str| arguments.iter().any(|argument| argument == name);
    let rows = named("rows");
    let all = !["tesseract", "long", "chess", "first"].into_iter().any(named);
    if all || named("tesseract") {
        tesseract(Wanted::All);
        tesseract(Wanted::First);
        cases("mates-tesseract.tsv", Wanted::All, rows);
        cases("mates-cube.tsv", Wanted::All, rows);
    }
    if all || named("chess") {
        cases("mates-chess.tsv", Wanted::All, rows);
    }
    if all || named("first") {
        cases("mates-chess.tsv", Wanted::First, rows);
    }
    if all || named("long") {
        long();
    }
}
