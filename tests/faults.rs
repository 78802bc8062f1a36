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
    ("not-text-among-good-boards", b"[#q,##],[##,K#]\n\xff\n[rq,##],[##,K#]\n[#\0,##],[##,K#]\n"),
    ("garbage", b"\x7fELF\x02\x01\x01\x03\x80\x90\xa0"),
    ("words", b"hello, world\n"),
    ("number-not-an-integer", b"[[[0,-2],[0,0]],[[0,0],[1,0.5]]]\n"),
    ("number-with-leading-zeros", b"[[[0,-2],[0,0]],[[0,0],[007,0]]]\n"),
    ("header-out-of-range", b"n = 13\n#q\n##\n\n##\nK#\n"),
    ("header-without-number", b"n = x\n#q\n##\n\n##\nK#\n"),
    ("header-in-capitals", b"N = 2\n#q\n##\n\n##\nK#\n"),
    ("castling-unknown", b"4k3/8/8/8/8/8/8/4K3 w AHah - 0 1\n"),
    ("en-passant-unknown", b"4k3/8/8/8/8/8/8/4K3 w - z9 0 1\n"),
    ("opcode-not-ended", b"4k3/8/8/8/8/8/8/4K3 w - - dm 2; id \"x\"\n"),
    ("opcode-variant-unknown", b"2/K1|1q/2 w 0 1 variant cubic;\n"),
    ("field-twice", b"{\"board\":\"2/K1|1q/2\",\"side\":\"white\",\"side\":\"black\"}\n"),
    ("zero-width-space", "[#q,#\u{200b}#],[##,K#]\n".as_bytes()),
    ("no-break-space", "[#q,##],\u{a0}[##,K#]\n".as_bytes()),
    ("line-separator", "[#q,##],\u{2028}[##,K#]\n".as_bytes()),
    ("byte-order-mark-inside", "\u{feff}#q\n#\u{feff}#\n\n##\nK#\n".as_bytes()),
    // Two columns wide on the screen each.
    ("wide-characters", "[\u{738b}##,n##,#rr],[###,###,###],[###,###,bRK]\n".as_bytes()),
    ("fault-after-wide-characters", "// \u{738b}\u{738b}\n[#q,##], \u{738b}".as_bytes()),
];

#[test]
fn bad_input_is_told_where_and_what_and_is_not_answered() {
    for (name, text) in FAULTS {
        let run = hypermate("").input(text).run();
        assert_eq!(run.code, 2, "{name}: {}", run.err);
        let answers = text.split(|&byte| byte == b'\n').filter_map(|line| match line {
            b"[#q,##],[##,K#]" => Some("false\n"),
            b"[rq,##],[##,K#]" => Some("true\n"),
            _ => None,
        });
        assert_eq!(run.out, answers.collect::<String>(), "{name}");
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(*name, run.err);
        });
    }
}

/// A bad line has no answer, and the others have theirs, for every subcommand
/// that answers board by board.
#[test]
fn a_line_that_is_no_text_costs_no_other_board() {
    let (before, after) =
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n", "k7/8/1K6/8/8/8/8/7R w - - 0 1\n");
    for bad in [&b"\xff\n"[..], b"\0\n", b"[#q,\xe2\x82],[##,K#]\n", b"// caf\xe9\n"] {
        let stream = [bad, before.as_bytes(), bad, after.as_bytes(), bad].concat();
        for args in ["", "explain", "show", "moves", "convert --to fen", "solve #1"] {
            let alone = |board: &str| hypermate(args).input(board).run().answer();
            let both = [before, after].map(alone).concat();
            let run = hypermate(args).input(&stream).run();
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!((run.code, words(&run.out)), (2, words(&both)), "{args}: {}", run.err);
            for line in [1, 3, 5] {
                assert!(run.err.contains(&format!("--> <stdin>:{line}:")), "{args}: {}", run.err);
            }
        }
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
