//! Counts of moves, read from `tests/perft/*.perft` and counted again.
//!
//! A record is a few lines `name value`, an empty line ends it:
//!
//! ```text
//! id       what to call it
//! variant  whose rules
//! shape    lengths of the axes; the variant's usual board if missing
//! source   who counted
//! fen      the position
//! perft    the counts at depth 1, 2, 3 …; `-` where nobody has counted
//! ```
//!
//! Lines that begin with `#` are comments. The program and the naive twin
//! count every figure up to a budget of nodes each. With `HYPERMATE_DEEP=1` in
//! the environment the budgets are large; use a release build then.

mod naive;

use hypermate::board::Board;
use hypermate::setup::Setup;
use naive::text;
use std::fs;
use std::path::Path;

/// A figure to check.
struct Figure {
    depth: u32,
    nodes: u64,
}

/// A position and its figures.
struct Record {
    name: String,
    setup: Setup,
    figures: Vec<Figure>,
}

/// Every record of every file, in order.
fn records() -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "perft"));
    files.sort();
    files.iter().flat_map(|file| records_of(file)).collect()
}

/// The records of one file.
fn records_of(file: &Path) -> Vec<Record> {
    let stem = file.file_stem().unwrap().to_str().unwrap();
    let lines = fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = lines.lines().filter(|line| !line.starts_with('#')).collect();
    lines
        .split(|line| line.trim().is_empty())
        .filter(|lines| !lines.is_empty())
        .map(|lines| record(stem, lines))
        .collect()
}

/// One record.
fn record(stem: &str, lines: &[&str]) -> Record {
    let value = |name: &str| {
        lines.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).map(str::trim)
    };
    let needed = |name| value(name).unwrap_or_else(|| panic!("{stem}: no {name} in {lines:?}"));
    needed("source");
    let variant = text::variant(needed("variant"));
    let shape = value("shape").map_or(variant.usual_shape().to_string(), str::to_owned);
    let figures = needed("perft").split_whitespace().zip(1..).filter(|(count, _)| *count != "-");
    Record {
        name: format!("{stem}/{}", needed("id")),
        setup: text::fen(variant, &shape, needed("fen")),
        figures: figures
            .map(|(count, depth)| Figure { depth, nodes: count.parse().unwrap() })
            .collect(),
    }
}

/// Whether the long run is asked for.
fn is_deep() -> bool {
    std::env::var_os("HYPERMATE_DEEP").is_some_and(|value| value != "0")
}

/// Counts each figure of at most `budget` nodes, and says which differ.
fn check(budget: u64, count: impl Fn(&Setup, u32) -> u64) {
    let mut wrong = Vec::new();
    for record in records() {
        for figure in record.figures.iter().filter(|figure| figure.nodes <= budget) {
            let counted = count(&record.setup, figure.depth);
            if counted != figure.nodes {
                let Figure { depth, nodes } = figure;
                wrong.push(format!("{} at depth {depth}: {counted}, not {nodes}", record.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_files_hold_what_they_promise() {
    let records = records();
    assert!(records.len() >= 28, "{} records", records.len());
    for record in &records {
        assert!(!record.figures.is_empty(), "{} has no figures", record.name);
    }
    let impossible: Vec<_> = records
        .iter()
        .filter(|record| !naive::is_possible(&record.setup))
        .map(|record| &record.name)
        .collect();
    assert!(impossible.is_empty(), "impossible: {impossible:?}");
}

#[test]
fn the_naive_twin_counts_the_same() {
    check(if is_deep() { 3_000_000 } else { 25_000 }, naive::perft);
}

#[test]
fn the_program_counts_the_same() {
    let board = |setup: &Setup| Board::new(setup).unwrap_or_else(|flaws| panic!("{flaws}"));
    let budget = if is_deep() { 1_000_000_000 } else { 3_000_000 };
    check(budget, |setup, depth| board(setup).perft(depth));
}
