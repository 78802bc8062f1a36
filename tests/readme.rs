//! The README's commands, run as they stand there: after `$` the command, below
//! it what it prints, on whichever stream.

mod binary;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use binary::BINARY;

/// A command and what it prints.
struct Shown {
    command: String,
    output: String,
}

/// The commands of every block marked `console`.
fn shown(readme: &str) -> Vec<Shown> {
    let blocks = readme.split("```console\n").skip(1);
    blocks.flat_map(|block| commands(block.split("```").next().unwrap())).collect()
}

fn commands(block: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), shown.last_mut()) {
            (Some(command), _) => {
                shown.push(Shown { command: command.into(), output: String::new() });
            }
            (None, Some(last)) => {
                last.output += line;
                last.output.push('\n');
            }
            (None, None) => panic!("'{line}' is no command and follows none"),
        }
    }
    shown
}

/// A folder with the puzzle files, where commands may leave files of their own.
fn playground() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    fs::create_dir_all(folder.join("puzzles")).unwrap();
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.join("puzzles").join(file.file_name())).unwrap();
    }
    folder
}

/// Runs a line in a shell, where `hypermate`, built or run by cargo, is the
/// binary under test.
fn run(command: &str, place: &Path) -> String {
    let line = command.replace("cargo run --release --quiet --", "hypermate");
    let folder = Path::new(BINARY).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {line}")])
        .current_dir(place)
        .env("PATH", path)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_readme_tells_the_truth() {
    let shown = shown(include_str!("../README.md"));
    assert!(shown.len() > 5, "the commands were not found");
    let place = playground();
    for Shown { command, output } in shown {
        assert_eq!(run(&command, &place), output, "$ {command}");
    }
}
