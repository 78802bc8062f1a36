//! Positions from puzzle files: to make puzzles from, or not to make again.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, anyhow};
use hypermate::notation::Options;
use hypermate::puzzle::{self, Columns, Fault, Source, is_between};
use hypermate::setup::Setup;

/// The positions of a file, each read in the first of two ways
/// that works.
///
/// # Errors
/// If the file cannot be read, or a line of it is no record.
pub fn positions(path: &Path, ways: [&Options; 2]) -> anyhow::Result<Vec<Setup>> {
    let name = path.display();
    let source = if path.as_os_str() == "-" {
        Source::open(io::stdin())
    } else {
        File::open(path).and_then(Source::open)
    };
    let lines = BufReader::new(source.with_context(|| format!("cannot read {name}"))?).lines();
    let mut columns = None;
    let mut positions = Vec::new();
    for (index, line) in lines.enumerate() {
        let line = line.with_context(|| format!("cannot read {name} past line {index}"))?;
        let line = line.trim_start_matches('\u{feff}');
        if index == 0 {
            columns = Columns::of_header(line);
        }
        if !is_between(line.as_bytes(), columns.as_ref()) {
            let setup = position(line, columns.as_ref(), ways).map_err(|fault| {
                let (column, message) = (fault.reason.column(), fault.reason.message());
                anyhow!("{name}:{}: column {column}: {message}", index + 1)
            })?;
            positions.push(setup);
        }
    }
    Ok(positions)
}

fn position(line: &str, columns: Option<&Columns>, ways: [&Options; 2]) -> Result<Setup, Fault> {
    let read = |options| puzzle::read(line, columns, options).map(|record| record.setup);
    read(ways[0]).or_else(|fault| read(ways[1]).map_err(|_| fault))
}
