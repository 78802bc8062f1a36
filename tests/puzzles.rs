//! Every file in `puzzles/`: all its records can be read, each states what is
//! true of it, and nothing that they state goes unchecked.

mod binary;

use std::fs;
use std::path::{Path, PathBuf};

use binary::hypermate;
use hypermate::notation::Options;
use hypermate::puzzle;
use serde_json::Value;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_puzzle_is_what_it_says_it_is() {
    let files = files();
    assert!(files.len() >= 3, "the puzzles were not found");
    for file in files {
        let run = hypermate("batch --json --summary json").arg(&file).run();
        assert_eq!(run.code, 0, "{}: {}", file.display(), run.err);
        let summary: Value = serde_json::from_str(run.err.lines().last().unwrap()).unwrap();
        for count in ["bad", "warnings", "differences", "not_checked"] {
            assert_eq!(summary[count], 0, "{}: {count}", file.display());
        }
        assert_eq!(summary["records"], run.out.lines().count(), "{}", file.display());
    }
}

#[test]
fn every_puzzle_has_a_name_and_says_something() {
    for file in files() {
        for line in fs::read_to_string(&file).unwrap().lines() {
            if puzzle::is_between(line.as_bytes(), None) {
                continue;
            }
            let record = puzzle::read(line, None, &Options::default()).unwrap();
            assert!(record.id.is_some(), "{}: {line}", file.display());
            assert_ne!(record.claims, puzzle::Claims::default(), "{}: {line}", file.display());
        }
    }
}

/// Each command that stands in a file with the lines that it wrote.
fn commands(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("// $ hypermate "), all.last_mut()) {
            (Some(command), _) => all.push((command, Vec::new())),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    all
}

/// The quick ones; all of them with `HYPERMATE_DEEP=1`, which takes minutes.
#[test]
fn what_was_made_here_can_be_made_again() {
    let is_deep = std::env::var_os("HYPERMATE_DEEP").is_some_and(|value| value != "0");
    let mut made = 0;
    for file in files() {
        let text = fs::read_to_string(&file).unwrap();
        for (command, lines) in commands(&text) {
            if is_deep || command.contains("--mate 1 ") {
                let again = hypermate(command).run().answer();
                assert_eq!(again.lines().collect::<Vec<_>>(), lines, "{command}");
                made += lines.len();
            }
        }
    }
    assert!(made >= 100, "the commands were not found");
}
