//! `hypermate generate` as users run it.

mod binary;

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use binary::{BINARY, hypermate, scratch};

const TESSERACT: &str = "generate --variant tesseract --mate 2 --count 6 --seed 7 -q";

#[test]
fn batch_agrees_with_what_is_made() {
    for what in [
        "--variant chess --mate 1 --count 200",
        "--variant tesseract --mate 2 --count 20",
        "--variant cube --mate 2 --count 20 --quiet-key --economical --dual-free --spatial",
        "--variant cube --shape 4x4x4 --mate 1 --count 50 --mates black",
        "--variant raumschach --mate 1 --count 50",
        "--variant chess --mate 2 --count 10 --json",
    ] {
        let made = hypermate(&format!("generate -q {what} --solution")).run().answer();
        let run = hypermate("batch --json").input(&made).run();
        assert_eq!(run.code, 0, "{what}: {}", run.err);
        assert!(run.err.contains(" 0 differences"), "{what}: {}", run.err);
        let sound = run.out.lines().filter(|line| line.contains("\"result\":\"sound\"")).count();
        assert_eq!(sound, made.lines().count(), "{what}");
    }
}

#[test]
fn forms_of_output() {
    let args = "generate --variant chess --mate 2 --quiet-key --economical --count 1 --solution -q";
    let mut told = String::new();
    for form in ["", "--json", "--picture"] {
        told += &format!("$ hypermate {args} {form}\n");
        told += &hypermate(&format!("{args} {form}")).run().answer();
    }
    insta::assert_snapshot!(told);
}

#[test]
fn threads_and_shards_change_nothing() {
    let whole = hypermate(TESSERACT).run().answer();
    assert_eq!(whole.lines().count(), 6);
    for threads in ["-j1", "-j3"] {
        assert_eq!(hypermate(&format!("{TESSERACT} {threads}")).run().answer(), whole);
    }
    let shard = |shard| hypermate(&format!("{TESSERACT} --shard {shard}")).run().answer();
    assert_eq!(["1/3", "2/3", "3/3"].map(shard).concat(), whole);
}

#[test]
fn sorting_changes_the_order_only() {
    let lines = |run: String| run.lines().map(str::to_owned).collect::<Vec<_>>();
    let mut plain = lines(hypermate(TESSERACT).run().answer());
    for by in ["difficulty", "score"] {
        let mut sorted = lines(hypermate(&format!("{TESSERACT} --sort {by}")).run().answer());
        let value = |line: &String| {
            let after = line.split(&format!("{by} ")).nth(1).unwrap();
            after.split(';').next().unwrap().parse::<i32>().unwrap()
        };
        let values: Vec<i32> = sorted.iter().map(value).collect();
        let rising = values.is_sorted();
        let falling = values.iter().rev().is_sorted();
        assert!(if by == "score" { falling } else { rising }, "{values:?}");
        sorted.sort();
        plain.sort();
        assert_eq!(sorted, plain);
    }
}

#[test]
fn known_puzzles_are_left_out() {
    let made = hypermate(TESSERACT).run().answer();
    let file = scratch("known.epd", &made);
    let others = hypermate(TESSERACT).arg("--not-in").arg(&file).run().answer();
    assert_eq!(others.lines().count(), 6);
    let boards = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(" id ").next().unwrap().to_owned()).collect()
    };
    let made = boards(&made);
    assert!(boards(&others).iter().all(|board| !made.contains(board)));
}

#[test]
fn given_positions() {
    let made = hypermate(TESSERACT).run().answer();
    let start = "4/4/PPPP/RNBQ|4/4/PPPP/KBNR|rnbq/pppp/4/4|kbnr/pppp/4/4 w 0 1";
    let file = scratch("given.epd", format!("// positions\n{start}\n{made}"));
    let given = |more: &str| {
        hypermate(&format!("generate --mate 2 -q {more}")).arg("--from").arg(&file).run()
    };
    let boards = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(" id ").next().unwrap().to_owned()).collect()
    };
    assert_eq!(boards(&given("--unchanged").answer()), boards(&made));
    let changed = given("--count 8").answer();
    assert_eq!(changed.lines().count(), 8);
    let bad = given("--unchanged --variant chess");
    assert_eq!(bad.code, 2);
    assert!(bad.err.contains("given.epd:2: column 1"), "{}", bad.err);
}

/// King and rook cannot mate a bare king on the tesseract.
#[test]
fn too_few_puzzles_are_told() {
    let run = hypermate("generate --mate 2 --pieces KR/k --tries 2000 --count 4 -j1").run();
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    let told = "error: found 0 of 4 puzzles (mate in 2, tesseract on 4x4x2x2, KR/k, seed 0): \
                2000 candidates made no other";
    assert!(run.err.starts_with(told), "{}", run.err);
    let late = hypermate("generate --mate 6 --count 1000 --time 0.2 --variant chess").run();
    assert_eq!(late.code, 1);
    assert!(late.err.contains("the time was over"), "{}", late.err);
}

#[test]
fn nonsense_is_refused() {
    for (args, told) in [
        ("--mate 7", "7 is not in 1..=6"),
        ("--mate 1 --quiet-key", "it cannot be quiet"),
        ("--mate 2 --pieces KQ", "write White's men, a slash and Black's"),
        ("--mate 2 --variant cube --pieces KP/k", "there is no pawn in cube"),
        ("--mate 2 --men 9..4", "9 to 4 men"),
        ("--mate 2 --men 4..99999999999999", "on 64 squares"),
        ("--mate 2 --variant chess --shape 8x8x8", "chess is not played on a 8x8x8 board"),
        ("--mate 2 --sort score --shard 1/2", "cannot be used with"),
        ("--mate 2 --from nowhere.epd", "cannot read nowhere.epd"),
        ("", "--mate <N>"),
    ] {
        let run = hypermate(&format!("generate {args}")).run();
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args}");
        assert!(run.err.contains(told), "{args}: {}", run.err);
    }
}

/// Ctrl-C keeps what was found.
#[cfg(unix)]
#[test]
fn a_signal_keeps_what_was_found() {
    let mut child = Command::new(BINARY)
        .args("generate --mate 1 --count 1000000000 --variant cube".split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    let kill = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stderr).unwrap();
    let found = 1 + rest.lines().count();
    assert!(told.contains(&format!("found {found} of 1000000000 puzzles")), "{told}");
    assert!(told.contains("the run was stopped"), "{told}");
    assert!(rest.ends_with(";\n"), "whole lines only");
}

#[test]
fn games_are_played() {
    let run = hypermate("generate --variant chess --mate 1 --from-play --count 5 -q").run();
    assert_eq!(run.answer().lines().count(), 5);
}
