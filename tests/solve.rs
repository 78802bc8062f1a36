//! `solve` and `verify` as users run them.

use std::process::Output;

use assert_cmd::Command;

fn run(arguments: &[&str]) -> Output {
    Command::cargo_bin("hypermate").unwrap().args(arguments).output().unwrap()
}

/// Everything a run shows: output, errors, exit code.
fn shown(arguments: &[&str]) -> String {
    let output = run(arguments);
    format!(
        "{}--- errors\n{}--- exit {}\n",
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
        output.status.code().unwrap()
    )
}

const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
const NONE: &str = "8/1p6/4R3/k7/1p1K4/7p/2PQ4/8 w - - 0 1";
const LONG: &str = "8/8/8/5B2/6QN/3prp2/3r1p2/3bbk1K w - - 0 1";

#[test]
fn keys_and_play() {
    insta::assert_snapshot!("keys", shown(&["solve", "--mate", "2", MORPHY]));
    let play = ["solve", "#2", MORPHY, "--variations", "--tries", "--set-play"];
    insta::assert_snapshot!("play", shown(&play));
    insta::assert_snapshot!("short", shown(&["solve", "#4", MORPHY]));
    insta::assert_snapshot!("shortest", shown(&["solve", "#4", MORPHY, "--shortest"]));
    insta::assert_snapshot!("long-algebraic", shown(&["solve", "#2", MORPHY, "--moves", "lan"]));
}

/// S. Loyd, Charles XII at Bender, 1859: after 1.Rb7 the bishop does not prevent
/// the threat but delays it, and the longest line is one of those.
#[test]
fn defences_that_delay_a_threat_are_shown() {
    let charles = "8/6R1/7p/5K1k/8/6p1/5bP1/8 w - - 0 1";
    let play = run(&["solve", "#5", charles, "--variations"]);
    let play = String::from_utf8(play.stdout).unwrap();
    for line in
        ["1...Be3 2.Rb1 threat 3.Rh1#", "2...Bg5 3.Rh1+", "4.Rh2 zugzwang", "4...gxh2 5.g4#"]
    {
        assert!(play.contains(line), "{play}");
    }
}

#[test]
fn cubes_and_the_tesseract() {
    let cube = ["solve", "#2", "2k/qr1/3|1R1/1N1/1k1|3/3/3 b 0 1"];
    assert!(!run(&cube).status.success(), "two black kings");
    let cube = ["solve", "#3", "3/1k1/3|3/1rb/3|3/2r/K2 b 0 1", "--json", "-j", "1"];
    insta::assert_snapshot!("cube", without_nodes(&shown(&cube)));
    let tesseract = ["solve", "#2", "3k/4/4/4|4/4/4/4|4/n3/1Q2/4|4/K3/4/4 w 0 1", "--first"];
    insta::assert_snapshot!("tesseract", shown(&tesseract));
}

/// The number of positions is of no interest.
fn without_nodes(text: &str) -> String {
    let Some((before, rest)) = text.split_once("\"nodes\":") else { return text.to_owned() };
    format!("{before}\"nodes\":…{}", rest.trim_start_matches(|char: char| char.is_ascii_digit()))
}

#[test]
fn help_play() {
    let helpmate = "8/8/8/8/7R/4p3/3kp3/2R4K b - - 0 1";
    insta::assert_snapshot!("help", shown(&["solve", "h#2", helpmate, "--set-play"]));
    let white = ["solve", "h#1.5", helpmate, "--side", "white"];
    insta::assert_snapshot!("help-half", shown(&white));
}

#[test]
fn exit_codes() {
    let code = |arguments: &[&str]| run(arguments).status.code().unwrap();
    assert_eq!(code(&["solve", "#2", NONE]), 0);
    assert_eq!(code(&["solve", "#2", NONE, "-e"]), 1);
    assert_eq!(code(&["solve", "#2", MORPHY, "-e"]), 0);
    assert_eq!(code(&["solve", "#6", LONG, "--nodes", "1000"]), 3);
    assert_eq!(code(&["solve", "#6", LONG, "--time", "0.01"]), 3);
    assert_eq!(code(&["solve", "hs#2", MORPHY]), 2);
    assert_eq!(code(&["solve", MORPHY]), 2);
    assert_eq!(code(&["solve", "#2", "8/8/8/8/8/8/8/K1k5 w - - 0 1"]), 2);
    assert_eq!(code(&["solve", "--mate", "0", MORPHY]), 2);
    assert_eq!(code(&["solve", "h#2", MORPHY, "--proof", "/dev/null", "--complete"]), 2);
}

/// A proof that was cut short is not written, and one that is may be piped on.
#[test]
fn proofs_claim_something() {
    let path = std::env::temp_dir().join(format!("hypermate-none-{}.json", std::process::id()));
    let file = path.to_str().unwrap();
    let cut = run(&["solve", "#3", MORPHY, "--nodes", "3", "--proof", file]);
    assert_eq!(cut.status.code(), Some(3));
    assert!(!path.exists() && !cut.stderr.is_empty());
    assert!(run(&["solve", "#1", MORPHY, "--proof", file]).status.success());
    let verify = || Command::cargo_bin("hypermate").unwrap();
    let piped = verify().args(["verify", "-"]).pipe_stdin(&path).unwrap().output().unwrap();
    assert_eq!(String::from_utf8(piped.stdout).unwrap(), "#1: true, there is no solution\n");
    std::fs::remove_file(&path).unwrap();
}

/// Refusals in a stream name the board's place.
#[test]
fn refusals_name_their_place() {
    let boards = format!("{MORPHY}\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    let mut solve = Command::cargo_bin("hypermate").unwrap();
    let output = solve.args(["solve", "#2"]).write_stdin(boards).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors, "error: <stdin>:2: #2: White has only its king, which cannot mate\n");
}

#[test]
fn refusals_say_why() {
    let texts = [
        "8/8/8/8/8/8/8/K1k5 w - - 0 1",
        "[###,###,##Q],[###,###,###],[###,###,K##]",
        "[##Q,###,###],[###,###,###],[K##,###,##k]",
        "7k/5KQ1/8/8/8/8/8/7R b - - 0 1",
    ];
    let all: String = texts.iter().map(|text| shown(&["solve", "#2", text])).collect();
    insta::assert_snapshot!("refusals", all + &shown(&["solve", "#2.5", MORPHY]));
}

#[test]
fn limits_tell_what_is_known() {
    insta::assert_snapshot!("limit", shown(&["solve", "#6", LONG, "--nodes", "1", "-j", "1"]));
}

#[test]
fn proofs_are_written_and_checked() {
    let path = std::env::temp_dir().join(format!("hypermate-proof-{}.json", std::process::id()));
    let file = path.to_str().unwrap();
    for (goal, board, more) in
        [("#2", MORPHY, "--complete"), ("#2", MORPHY, "--all"), ("#2", NONE, "--complete")]
    {
        assert!(run(&["solve", goal, board, "--proof", file, more]).status.success());
        insta::assert_snapshot!(shown(&["verify", file]));
    }
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("Pc2-c3\"", "Pc2-c4 double\"", 1)).unwrap();
    let refused = run(&["verify", file]);
    assert_eq!(refused.status.code(), Some(1));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn every_number_of_threads_prints_the_same() {
    let play = ["solve", "#3", "8/6R1/7p/5K1k/8/6p1/5bPP/4N3 w - - 0 1", "--variations", "-j"];
    let with = |threads: &str| run(&[&play[..], &[threads]].concat()).stdout;
    let one = with("1");
    assert!(["2", "3", "0"].into_iter().all(|threads| with(threads) == one));
}
