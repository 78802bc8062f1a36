//! Bad input: what is said of it, that nothing of it is answered, and that it
//! costs little.

mod binary;

use std::io::Write;
use std::process::{Command, Stdio};

use binary::{BINARY, hypermate};

/// One bad text a row, named as its snapshot.
const FAULTS: &[(&str, &[u8])] = &[
    ("empty", b""),
    ("only-comments", b"// nothing\n\n// at all\n"),
    ("level-missing", b"[###,n##,#rr],[#b#,###,bRK]\n"),
    ("level-too-many", b"[#q,##],[##,K#],[##,##]\n"),
    ("ragged-row", b"[###,n#,#rr],[#b#,###,###],[###,###,bRK]\n"),
    ("row-missing", b"[###,n##],[#b#,###,###],[###,###,bRK]\n"),
    ("unknown-letter", b"[###,x##,#rr],[#b#,###,###],[###,###,bRK]\n"),
    ("bracket-open", b"[###,n##,#rr],[#b#,###,###],[###,###,bRK\n"),
    ("bracket-over", b"[#q,##],[##,K#]]\n"),
    ("rows-ragged", b"#q\n##\n\n##\nK\n"),
    ("rows-level-missing", b"n = 3\n###\nn##\n#rr\n\n#b#\n###\n###\n"),
    ("two-white-kings", b"[#q,##],[#K,K#]\n"),
    ("every-flaw-at-once", b"[KkR,###,###],[###,###,###],[###,###,r#K]\n"),
    ("no-king", b"[#q,##],[##,##]\n"),
    ("run-past-the-edge", b"4/4/PP3/RNBQ|4/4/PPPP/KBNR|rnbq/pppp/4/4|kbnr/pppp/4/4 w 0 1\n"),
    ("boards-too-many", b"4/4/4/K3|4/4/4/4|4/4/4/4|4/4/4/k3|4/4/4/4 w 0 1\n"),
    ("side-unknown", b"4/4/4/K3|4/4/4/4|4/4/4/4|4/4/4/k3 x 0 1\n"),
    ("pawns-on-last-ranks", b"p3/P3/4/K3|4/4/4/4|4/4/4/4|k3/4/4/p3 w 0 1\n"),
    ("json-cut-short", b"{\"board\": [[[\"#\",\"q\"],[\"#\",\"#\"]]\n"),
    ("json-cell-unknown", b"[[[\"#\",\"x\"],[\"#\",\"#\"]],[[\"#\",\"#\"],[\"K\",\"#\"]]]\n"),
    ("json-number-unknown", b"[0,9,0,0,0,0,1,0]\n"),
    ("nul", b"[#q,##],[##,K#]\n[#q,\0#],[##,K#]\n"),
    ("not-utf-8", b"[#q,##],[##,K#]\n[#q,##],[\xff\xfe,K#]\n"),
    ("garbage", b"\x7fELF\x02\x01\x01\x03\x80\x90\xa0"),
    ("words", b"hello, world\n"),
    // Two columns wide on the screen each.
    ("wide-characters", "[\u{738b}##,n##,#rr],[###,###,###],[###,###,bRK]\n".as_bytes()),
    ("fault-after-wide-characters", "// \u{738b}\u{738b}\n[#q,##], \u{738b}".as_bytes()),
];

#[test]
fn bad_input_is_told_where_and_what_and_is_not_answered() {
    for (name, text) in FAULTS {
        let run = hypermate("").input(text).run();
        assert_eq!(run.code, 2, "{name}: {}", run.err);
        let good_boards_before = text.starts_with(b"[#q,##],[##,K#]\n");
        assert_eq!(run.out, if good_boards_before { "false\n" } else { "" }, "{name}");
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(*name, run.err);
        });
    }
}

#[test]
fn every_subcommand_that_reads_a_board_refuses_a_bad_one() {
    for (name, text) in FAULTS {
        for args in ["moves", "perft 2", "reach Q@a1(I)", "explain", "show --mark flights"] {
            let run = hypermate(args).input(text).run();
            assert_eq!(run.code, 2, "{args}, {name}: {}", run.err);
            assert!(!run.err.contains("panicked"), "{args}, {name}: {}", run.err);
        }
    }
}

/// The fault of an input that is made as it is read, under a limit of memory
/// in MB where there is a shell to set one.
fn fault_of_a_flood(chunk: &[u8], times: usize, memory: usize) -> String {
    let line = format!("ulimit -v {} 2>/dev/null; exec {BINARY} -j1", memory << 10);
    let mut child = Command::new("sh")
        .args(["-c", &line])
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for _ in 0..times {
        // It may have seen enough.
        if input.write_all(chunk).is_err() {
            break;
        }
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    let fault = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{fault}");
    assert!(output.stdout.is_empty());
    assert!(fault.len() < 2000, "a long line is trimmed: {} bytes", fault.len());
    fault
}

#[test]
fn a_line_of_a_hundred_megabytes_costs_a_small_multiple() {
    let fault = fault_of_a_flood(&[b'#'; 1 << 20], 100, 700);
    assert!(fault.contains("<stdin>:1:"), "{fault}");
    fault_of_a_flood(&b"[###,".repeat(1 << 18), 16, 200);
    fault_of_a_flood(&b"4/".repeat(1 << 19), 20, 200);
}

#[test]
fn a_million_brackets_are_one_fault() {
    for bracket in [b'[', b']', b'{', b'('] {
        fault_of_a_flood(&[bracket; 1000], 1000, 200);
    }
    fault_of_a_flood(&b"[\"".repeat(1000), 500, 200);
    fault_of_a_flood(&b"[\n".repeat(1000), 500, 200);
}

#[test]
fn a_stream_of_many_boards_needs_no_more_memory_than_one() {
    let boards = "[###,n##,#rr],[#b#,###,###],[###,###,bRK]\n".repeat(1000);
    let line = format!("ulimit -v {} 2>/dev/null; exec {BINARY} -j1", 100 << 10);
    let mut child = Command::new("sh")
        .args(["-c", &line])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        (0..200).for_each(|_| input.write_all(boards.as_bytes()).unwrap());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    assert_eq!(output.stdout.len(), 200_000 * "true\n".len());
}
