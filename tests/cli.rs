//! The binary as users run it: what goes in, what comes out on which stream,
//! and the exit code.

mod binary;

use std::fs;

use binary::{Run, hypermate, scratch};

const MATE: &str = "[rq,##],[##,K#]";
const NO_MATE: &str = "[#q,##],[##,K#]";
const RAGGED: &str = "[#q,#],[##,K#]";

#[test]
fn a_piped_board_gets_the_truth() {
    let run = |text: &str, args: &str| hypermate(args).input(text).run();
    assert_eq!(run("[###,n##,#rr],[#b#,###,###],[###,###,bRK]\n", "").answer(), "true\n");
    let full = "4/4/PPPP/RNBQ|4/4/PPPP/KBNR|rnbq/pppp/4/4|kbnr/pppp/4/4 w 0 1\n";
    assert_eq!(run(full, "--verdict").answer(), "neither\n");
    assert_eq!(run(NO_MATE, "").answer(), "false\n");
}

#[test]
fn check_needs_no_name() {
    let file = scratch("boards", format!("{MATE}\n{NO_MATE}\n"));
    for name in ["", "check"] {
        let verdicts = hypermate(name).arg("--verdict").arg(&file).run();
        assert_eq!(verdicts.answer(), "checkmate\nneither\n");
        assert_eq!(hypermate(name).arg(MATE).run().answer(), "true\n");
        assert_eq!(hypermate(name).arg("-").input(MATE).run().answer(), "true\n");
    }
    let json = hypermate("--json").arg(MATE).run();
    assert_eq!(
        json.answer(),
        "{\"verdict\":\"checkmate\",\"mate\":true,\"in_check\":true,\"side\":\"white\",\
         \"variant\":\"cube\",\"shape\":[2,2,2],\"checkers\":[\"b2(II)\"]}\n"
    );
    assert_eq!(hypermate("--format json").arg(MATE).run().answer(), json.answer());
    assert_eq!(hypermate("--json --format text").arg(MATE).run().answer(), "true\n");
}

#[test]
fn what_belongs_to_check_does_not_stand_before_a_subcommand() {
    let run = hypermate("").arg(MATE).arg("perft").arg("1").run();
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("after the subcommand"), "{}", run.err);
    assert_eq!(
        hypermate("--json perft 1 --start full").run().answer(),
        "{\"depth\":1,\"nodes\":48}\n"
    );
}

#[test]
fn a_file_wins_over_a_board_of_its_name() {
    let folder = std::env::temp_dir().join(format!("hypermate-{}-name", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(MATE), NO_MATE).unwrap();
    assert_eq!(hypermate("").within(&folder).arg(MATE).run().answer(), "false\n");
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(hypermate("").arg(MATE).run().answer(), "true\n");
}

#[test]
fn the_exit_code_tells_the_answer_only_on_request() {
    let code = |args: &str, boards: &[&str]| hypermate(args).input(boards.join("\n")).run().code;
    assert_eq!(code("", &[NO_MATE]), 0);
    assert_eq!(code("-e", &[MATE]), 0);
    assert_eq!(code("-e", &[MATE, NO_MATE]), 1);
    assert_eq!(code("--exit-status", &[NO_MATE, MATE]), 1);
    assert_eq!(code("-e", &[RAGGED, NO_MATE]), 2, "no answer outranks no");
    assert_eq!(code("-e moves", &[NO_MATE]), 0);
    assert_eq!(code("-e moves", &[MATE]), 1);
}

#[test]
fn a_stream_answers_every_good_board() {
    let run = hypermate("").input(format!("{MATE}\n{RAGGED}\n\n// a remark\n{NO_MATE}")).run();
    assert_eq!((run.code, run.out.as_str()), (2, "true\nfalse\n"));
    assert!(run.err.contains("<stdin>:2:"), "{}", run.err);
    let levels = "[###,n##,#rr],\n[#b#,###,###],\n[###,###,bRK]\n";
    let crlf = format!("\u{feff}{levels}{levels}").replace('\n', "\r\n");
    assert_eq!(hypermate("").input(crlf).run().answer(), "true\ntrue\n");
}

#[test]
fn ten_bad_boards_are_described_and_the_rest_counted() {
    let run = hypermate("").input(format!("{RAGGED}\n").repeat(25) + MATE).run();
    assert_eq!((run.code, run.out.as_str()), (2, "true\n"));
    assert_eq!(run.err.matches("--> <stdin>:").count(), 10, "{}", run.err);
    assert!(run.err.ends_with("error: 15 more bad boards\n"), "{}", run.err);
}

/// White is to move, and only Black is in check: odd, but White may be mated.
#[test]
fn a_check_out_of_turn_is_answered_with_a_warning() {
    let board = "[###,###,k##],[###,###,###],[###,###,R#K]";
    let run = hypermate("").arg(board).run();
    assert_eq!((run.code, run.out.as_str()), (0, "false\n"));
    assert_eq!(run.err, "warning: <argument>:1: Black is in check, but it is White's move\n");
    let quiet = hypermate("-q").arg(board).run();
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("false\n", ""));
    let many = format!("{board}\n").repeat(12);
    let counted = hypermate("").input(&many).run().err;
    assert_eq!(counted.lines().count(), 11);
    assert!(counted.ends_with("warning: 2 more such boards\n"), "{counted}");
    assert_eq!(hypermate("-v").input(&many).run().err.lines().count(), 12);
}

#[test]
fn a_start_leaves_standard_input_alone() {
    let run = |args: &str| hypermate(args).input("no board at all").run();
    assert_eq!(run("perft 1 --start full").answer(), "1 48\n");
    assert_eq!(run("perft 1 --start classic").answer(), "1 41\n");
    assert_eq!(run("perft 1 --start full --variant chess").answer(), "1 20\n");
    assert_eq!(run("--start full --variant raumschach").answer(), "false\n");
    let unknown = run("--start empty --variant chess");
    assert_eq!((unknown.code, unknown.out.as_str()), (2, ""));
    assert_eq!(unknown.err, "error: chess has no start 'empty'; it has full\n");
    assert_eq!(run("--start full --variant cube").err, "error: cube has no starting position\n");
}

#[test]
fn options_overrule_the_text() {
    let cube = "4/4/4/4|4/4/4/K3|4/4/4/4|1q2/4/4/4";
    let shape = |run: Run| serde_json::from_str::<serde_json::Value>(&run.answer()).unwrap();
    let read = shape(hypermate("--json --variant cube").arg(cube).run());
    assert_eq!((&read["variant"], &read["shape"]), (&"cube".into(), &[4, 4, 4].into()));
    let black = "[k##,Q##,K##],[###,###,###],[###,###,###]";
    let read = shape(hypermate("--json --side black").arg(black).run());
    assert_eq!(read["side"], "black");
    let hint = hypermate("").arg(cube).run();
    assert_eq!(hint.code, 2);
    assert!(hint.err.contains("tesseract on 4x4x2x2") && hint.err.contains("--variant"));
}

#[test]
fn colour_is_for_terminals_and_for_those_who_ask() {
    let run = |args: &str, env: &[(&str, &str)]| hypermate(args).arg(RAGGED).env(env).run().err;
    assert!(!run("", &[]).contains('\x1b'));
    assert!(run("--color always", &[]).contains('\x1b'));
    assert!(run("--color always", &[("NO_COLOR", "1")]).contains('\x1b'), "asked for by name");
    assert!(!run("--color never", &[("CLICOLOR_FORCE", "1")]).contains('\x1b'));
    assert!(!run("", &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]).contains('\x1b'));
}

#[test]
fn a_terminal_on_standard_input_gets_the_short_help() {
    let Some(run) = hypermate("").on_terminal() else { return };
    assert_eq!(run.code, 2);
    assert!(run.out.contains("no board") && run.out.contains("Usage: hypermate"), "{}", run.out);
    let run = hypermate("perft 2").on_terminal().unwrap();
    assert!(run.out.contains("Usage: hypermate perft"), "{}", run.out);
    assert!(run.out.contains("\x1b["), "colour on a terminal");
    let plain = hypermate("perft 2").env(&[("TERM", "dumb")]).on_terminal().unwrap();
    assert!(!plain.out.contains("\x1b[31merror"), "{}", plain.out);
}

#[test]
fn a_reader_who_leaves_ends_the_run_quietly() {
    for args in ["", "moves", "convert --to rows", "--json", "explain", "show", "batch -q"] {
        let run = hypermate(args).input(format!("{NO_MATE}\n").repeat(50_000)).without_reader();
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{args}");
    }
    for args in ["man", "completions zsh", "--help", "perft 2 --start full --divide -q"] {
        let run = hypermate(args).without_reader();
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{args}");
    }
}

#[test]
fn a_full_disk_is_told_and_ends_with_two() {
    let boards = ["", "--json", "moves", "perft 2", "convert --to fen", "explain", "show", "batch"];
    for args in boards.into_iter().chain(["man", "completions fish", "--help"]) {
        let Some(run) = hypermate(args).input(NO_MATE).on_full_disk() else { return };
        assert_eq!(run.code, 2, "{args}");
        assert!(!run.err.contains("panicked"), "{args}: {}", run.err);
        if args != "--help" {
            assert!(run.err.contains("No space left on device"), "{args}: {}", run.err);
        }
    }
}

#[test]
fn what_cannot_be_opened_is_said() {
    let run = hypermate("no-such-file").run();
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.starts_with("error: cannot read no-such-file "), "{}", run.err);
    assert!(run.err.contains("see hypermate --help"), "{}", run.err);
    let run = hypermate("no/such-file").run();
    assert!(run.err.contains("there is no file 'no/such-file'"), "{}", run.err);
    let run = hypermate("").arg(std::env::temp_dir()).run();
    assert!(run.err.contains("is a directory"), "{}", run.err);
    let run = hypermate("check").arg("").run();
    assert_eq!(run.code, 2);
    assert!(run.err.starts_with("error: cannot read '' "), "{}", run.err);
}

/// The first bytes tell (RFC 1952, RFC 8878).
#[test]
fn a_compressed_file_is_sent_to_batch() {
    for (kind, head) in [("gzip", &b"\x1f\x8b\x08\0"[..]), ("zstd", b"\x28\xb5\x2f\xfd\0")] {
        let file = scratch(kind, head);
        let name = file.to_str().unwrap();
        for args in ["", "explain", "solve #2"] {
            let run = hypermate(args).arg(&file).run();
            assert_eq!((run.code, run.out.as_str()), (2, ""));
            let told = format!(
                "error: {name} is compressed with {kind}; batch reads such files: hypermate batch \
                 {name}\n"
            );
            assert_eq!(run.err, told);
        }
        let piped = hypermate("").input(head).run();
        assert!(piped.err.starts_with(&format!("error: <stdin> is compressed with {kind}")));
    }
}

#[test]
fn a_subcommand_that_does_not_exist_is_said_not_to() {
    for args in [&["chekc", NO_MATE][..], &["chekc", "--mate", "3"], &["--json", "chekc", "a", "b"]]
    {
        let run = args.iter().fold(hypermate(""), |call, arg| call.arg(arg)).run();
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(run.err.contains("subcommand 'chekc'"), "{args:?}: {}", run.err);
        assert!(run.err.contains("'check'"), "{args:?}: {}", run.err);
    }
    let run = hypermate("nothing-like-it").arg(NO_MATE).run();
    assert!(run.err.contains("subcommand 'nothing-like-it'"), "{}", run.err);
    // A board is no word, and neither is a file.
    let two = hypermate("").arg(NO_MATE).arg(MATE).run();
    assert!(two.err.contains("unexpected argument"), "{}", two.err);
    let folder = std::env::temp_dir().join(format!("hypermate-{}-word", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("boards"), NO_MATE).unwrap();
    let file = hypermate("boards").within(&folder).arg(MATE).run();
    fs::remove_dir_all(&folder).unwrap();
    assert!(file.err.contains("unexpected argument"), "{}", file.err);
}

#[test]
fn arguments_out_of_place_are_told_where_they_belong() {
    let error = |args: &[&str]| {
        let run = args.iter().fold(hypermate(""), |call, arg| call.arg(arg)).run();
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        run.err
    };
    assert!(error(&["solve", MATE]).contains("the goal stands before the board"));
    assert!(error(&["solve", "3", MATE]).contains("say '#3' or --mate 3"));
    assert!(error(&["solve"]).contains("in quotes"));
    assert!(error(&["perft", MATE, "3"]).contains("comes first, as in perft 3 BOARD"));
    let outside = error(&["reach", "Q@c9(IX)", "--empty"]);
    assert!(outside.contains("(a1(I) to c3(III))"), "{outside}");
    assert!(outside.ends_with("; --shape names another board, as in --shape 9x9x9\n"), "{outside}");
    assert!(error(&["--legend", "0=#,0=K,1=K", MATE]).contains("says twice what 0 stands for"));
}

#[test]
fn perft_prints_a_line_a_depth() {
    let run = hypermate("perft 3 --start full").run();
    assert_eq!(run.answer(), "1 48\n2 2116\n3 100207\n");
    assert_eq!(run.err.lines().count(), 3, "times go to standard error");
    let json = hypermate("perft 2 --json -q --start classic").run();
    assert_eq!(json.answer(), "{\"depth\":1,\"nodes\":41}\n{\"depth\":2,\"nodes\":1671}\n");
    assert_eq!(json.err, "");
    assert_eq!(hypermate("perft 255 -q").arg(MATE).run().answer().lines().count(), 255);
    for depth in ["0", "256", "99999999999999999999", "-1", "two"] {
        assert_eq!(hypermate("perft --start full").arg(depth).run().code, 2, "{depth}");
    }
    let several = hypermate("perft 1").input(format!("{MATE}\n{NO_MATE}")).run();
    assert_eq!((several.code, several.out.as_str()), (2, ""));
}

#[test]
fn divided_counts_add_up_for_every_number_of_threads() {
    let divided = |threads: &str| {
        hypermate("perft 3 --divide -q --start full -j").arg(threads).run().answer()
    };
    let one = divided("1");
    assert_eq!(one, divided("2"));
    assert_eq!(one, divided("7"));
    let counts = one.lines().map(|line| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap());
    assert_eq!((one.lines().count(), counts.sum::<u64>()), (48, 100_207));
}

#[test]
fn moves_are_listed_in_the_style_asked_for() {
    let chess = |args: &str| hypermate(args).run().answer();
    let knight = "moves g1 --variant chess --start full --moves";
    assert_eq!(chess(&format!("{knight} san")), "Nf3\nNh3\n");
    assert_eq!(chess(&format!("{knight} uci")), "g1f3\ng1h3\n");
    assert_eq!(chess(&format!("{knight} lan")), "Ng1-f3\nNg1-h3\n");
    let full = chess("moves --start full");
    assert_eq!(full.lines().count(), 48);
    assert!(full.lines().any(|line| line == "Nb1[0,0]xb3[0,1]"), "{full}");
    let cube = hypermate("moves").arg(NO_MATE).run();
    assert_eq!(cube.answer(), "Ka1(I)xb2(II)\n");
    let json = hypermate("moves a1(I) --json").input(NO_MATE).run();
    assert_eq!(
        json.answer(),
        "{\"side\":\"white\",\"variant\":\"cube\",\"shape\":[2,2,2],\"moves\":[\"Ka1(I)xb2(II)\"]}\n"
    );
}

#[test]
fn a_square_without_a_piece_to_move_is_an_error() {
    let error = |square: &str| hypermate("moves").arg(square).input(NO_MATE).run().err;
    assert_eq!(error("b1(I)"), "error: nothing stands on b1(I)\n");
    assert_eq!(error("b2(II)"), "error: it is White's move, but not White's piece on b2(II)\n");
    assert!(error("c1(I)").contains("expected a square of the 2x2x2 board"));
}

/// The counts are those of the rules' table.
#[test]
fn a_piece_reaches_as_many_squares_as_published() {
    for (piece, count) in [("R", 8), ("B", 14), ("Q", 38), ("K", 35), ("N", 8), ("P", 1)] {
        let run = hypermate("reach --empty").arg(format!("{piece}@b2[0,0]")).run();
        assert_eq!(run.answer().lines().count(), count, "{piece}");
    }
    let blocked = hypermate("reach B@c2(I)").arg("[###,###,###],[###,###,K##],[###,###,###]").run();
    assert_eq!(blocked.answer(), "b1(II)\nb3(II)\n");
    let unicorn = hypermate("reach U@Cc3 --empty --json").run().answer();
    assert!(unicorn.starts_with("{\"piece\":\"U\",\"from\":\"Cc3\",\"variant\":\"raumschach\""));
    for wrong in ["U@e4", "Q", "QQ@e4", "Q@j9", "@e4", "Q@"] {
        let run = hypermate("reach --empty").arg(wrong).run();
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{wrong}");
    }
}

#[test]
fn every_subcommand_is_in_the_completions_and_the_manual() {
    let help = hypermate("--help").run().answer();
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .map_while(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.contains(&"check") && commands.contains(&"man"), "{commands:?}");
    let mut texts = vec![hypermate("man").run().answer()];
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        texts.push(hypermate("completions").arg(shell).run().answer());
    }
    for text in texts {
        for command in &commands {
            assert!(text.contains(command), "{command} is missing in {}", &text[..60]);
        }
    }
}

#[test]
fn a_puzzle_list_given_to_check_is_sent_to_batch() {
    let hint = "`hypermate batch` reads puzzle files";
    let run = hypermate("").input("PuzzleId,FEN,Moves\n0,8/8 w,e2e4\n").run();
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains(hint), "{}", run.err);
    // A position with opcodes is a board; what they state is for batch.
    let run = hypermate("").input("7k/8/8/8/8/8/R7/1R4K1 w - - dm 2;").run();
    assert_eq!(run.answer(), "false\n");
    let run = hypermate("").input("7k/8/8/8/8/8/R7/1R4K1 w - - x").run();
    assert!(run.code == 2 && !run.err.contains(hint), "{}", run.err);
}
