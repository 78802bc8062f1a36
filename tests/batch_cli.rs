//! `hypermate batch` as people and programs run it.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

const NO_MATE: &str = "[#q,##],[##,K#]";
const MATE: &str = "4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4 w";

fn batch(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hypermate"));
    command.arg("batch").args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = batch(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The text without what differs from run to run.
fn without_times(summary: &str) -> &str {
    summary.rsplit_once("; ").map_or(summary, |(counts, _)| counts)
}

#[test]
fn answers_stand_on_one_stream_and_the_rest_on_the_other() {
    let input = format!("{NO_MATE}\n{MATE} id \"corner\"; verdict stalemate;\n[#x,##],[##,K#]\n");
    let output = run(&["-j2"], &input);
    assert_eq!(text(&output.stdout), "false\ncorner\ttrue\nerror\n");
    assert_eq!(
        without_times(text(&output.stderr)),
        "difference: <stdin>:2 (corner): expected stalemate, found checkmate\n\
         error: found 'x'\n \
         --> <stdin>:3:3\n  \
           |\n\
         3 | [#x,##],[##,K#]\n  \
           |   ^ expected a piece (KQRBN, kqrbn) or '#'\n\
         3 records: 1 mate, 0 stalemates, 1 neither, 1 bad; 0 warnings, 1 difference"
    );
    assert_eq!(output.status.code(), Some(2));
    let output = run(&["-q", "--verdict", "--bad-records", "report"], &input);
    assert_eq!(text(&output.stdout), "neither\ncorner\tcheckmate\nerror\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn answers_are_written_as_json_and_as_csv() {
    let odd = "[#k,##],[K#,##]";
    let input = format!("{NO_MATE}\n{MATE} id \"a,b\";\n{odd}\n");
    let output = run(&["--json", "-q"], &input);
    assert_eq!(
        text(&output.stdout),
        "{\"line\":1,\"verdict\":\"neither\",\"mate\":false}\n\
         {\"id\":\"a,b\",\"verdict\":\"checkmate\",\"mate\":true}\n\
         {\"line\":3,\"error\":{\"line\":3,\"column\":1,\"message\":\"impossible board: the kings \
         stand next to each other, on a2(I) and b2(II)\"}}\n"
    );
    let output = run(&["--format", "csv", "-q"], &input);
    assert_eq!(
        text(&output.stdout),
        "line,id,verdict,mate,error,goal,result,keys,differences\n\
         1,,neither,false,,,,,\n2,\"a,b\",checkmate,true,,,,,\n\
         3,,,,\"impossible board: the kings stand next to each other, on a2(I) and b2(II)\",,,,\n"
    );
}

/// White mates in two, by a2-a7 or b1-b7.
const TWO_ROOKS: &str = "7k/8/8/8/8/8/R7/1R4K1 w - -";

#[test]
fn what_became_of_goals_is_told_on_request() {
    let input = format!(
        "{TWO_ROOKS} id \"a\"; dm 2; bm a2a7 b1b7;\n{TWO_ROOKS} dm 2; bm a2a7;\n{TWO_ROOKS} bm a2a7;\n"
    );
    let output = run(&["-v", "--format", "csv"], &input);
    assert_eq!(
        text(&output.stdout),
        "line,id,verdict,mate,error,goal,result,keys,differences\n\
         1,a,neither,false,,#2,cooked,Rb1-b7 Ra2-a7,\n\
         2,,neither,false,,#2,cooked,Rb1-b7 Ra2-a7,\
         \"expected keys Ra2-a7, found keys Rb1-b7 Ra2-a7\"\n\
         3,,neither,false,,,,,\n"
    );
    assert_eq!(
        without_times(text(&output.stderr)),
        "solved: <stdin>:1 (a): #2 cooked Rb1-b7 Ra2-a7\n\
         difference: <stdin>:2: expected keys Ra2-a7, found keys Rb1-b7 Ra2-a7\n\
         solved: <stdin>:2: #2 cooked Rb1-b7 Ra2-a7\n\
         not checked: <stdin>:3: keys without a goal, which dm, mate_in or goal would name\n\
         3 records: 0 mates, 0 stalemates, 3 neither, 0 bad; 2 stated goals checked, \
         0 warnings, 1 difference, 1 not checked here (-v tells why)"
    );
    let output = run(&["-q", "--json"], &input);
    assert_eq!(
        text(&output.stdout).lines().last(),
        Some(
            "{\"line\":3,\"verdict\":\"neither\",\"mate\":false,\"checked\":false,\
             \"reason\":\"keys without a goal, which dm, mate_in or goal would name\"}"
        )
    );
}

#[test]
fn who_gives_batch_no_puzzle_file_is_told_what_to_do() {
    let told = |arguments: &[&str], input| {
        let output = run(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {input}");
        text(&output.stderr).to_owned()
    };
    let instead = "batch reads files: pipe the board in, or ask without batch";
    for board in [NO_MATE, MATE, "8/8/8/8/8/5k2/4q3/5K2 w"] {
        assert!(told(&[board], "").contains(instead), "{board}");
    }
    assert!(!told(&["no/such/file"], "").contains(instead));
    let one_line = "a record is one line; boards over several lines are for `hypermate check`";
    for input in ["bq\n##\n\nbn\nKQ\n", "[bq,##],\n[bn,KQ]\n", "[\n[bq,##],[bn,KQ]\n]\n"] {
        assert!(told(&[], input).contains(one_line), "{input}");
    }
    assert!(!told(&[], "[#x,##],[##,K#]").contains(one_line));
}

#[test]
fn a_summary_in_json_counts_everything() {
    let warned = "[##k,###,Q##],[###,###,###],[###,###,##K]";
    let input = format!("{warned}\n{NO_MATE}\n{MATE} id \"m\"; mate false;\n");
    let output = run(&["-v", "--summary", "json"], &input);
    let (told, summary) = text(&output.stderr).trim().rsplit_once('\n').unwrap();
    assert_eq!(
        told,
        "warning: <stdin>:1: Black is in check, but it is White's move\n\
         difference: <stdin>:3 (m): expected mate false, found mate true"
    );
    let summary: serde_json::Value = serde_json::from_str(summary).unwrap();
    for (name, count) in
        [("records", 3), ("mates", 1), ("neither", 2), ("warnings", 1), ("differences", 1)]
    {
        assert_eq!(summary[name], count, "{name}");
    }
}

#[test]
fn the_exit_code_follows_from_what_was_asked() {
    for (arguments, input, code) in [
        (&[][..], "", 0),
        (&[], NO_MATE, 0),
        (&["-e"], NO_MATE, 1),
        (&["-e"], MATE, 0),
        (&[], "x", 2),
        (&["--bad-records", "report"], "x", 0),
        (&["no such file"], "", 2),
        (&["--shard", "1/2"], "", 2),
        (&["--shard", "3/2", "file"], "", 2),
        (&["--resume-from", "0"], "", 2),
        (&["--nodes", "1"], &format!("{TWO_ROOKS} dm 2;"), 3),
        (&["--nodes", "1"], &format!("{TWO_ROOKS} dm 2; mate true;"), 1),
    ] {
        assert_eq!(run(arguments, input).status.code(), Some(code), "{arguments:?} {input}");
    }
}

#[test]
fn a_run_goes_on_where_another_was_cut_short() {
    let input = format!("{NO_MATE}\n// a comment\n\n{MATE}\n{NO_MATE}\n");
    let output = run(&["-q", "--resume-from", "2"], &input);
    assert_eq!(text(&output.stdout), "true\nfalse\n");
    // The header stands in what the first run has written.
    let output = run(&["-q", "--format", "csv", "--resume-from", "3"], &input);
    assert_eq!(text(&output.stdout), "5,,neither,false,,,,,\n");
}

#[test]
fn parts_in_csv_have_one_header() {
    let part = |arguments: &[&str]| {
        let all = [&["-q", "--format", "csv", "puzzles/challenge.jsonl"], arguments].concat();
        text(&run(&all, "").stdout).to_owned()
    };
    let parts: String = (1..=3).map(|index| part(&["--shard", &format!("{index}/3")])).collect();
    assert_eq!(parts, part(&[]));
}

/// A child that is answering a stream which has not ended.
fn waiting(arguments: &[&str]) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child = batch(arguments).spawn().unwrap();
    let (stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    (child, stdin, BufReader::new(stdout))
}

#[test]
fn a_slow_producer_is_answered_line_by_line() {
    for threads in ["-j1", "-j2"] {
        let (mut child, mut stdin, mut stdout) = waiting(&[threads]);
        for _ in 0..3 {
            writeln!(stdin, "{NO_MATE}").unwrap();
            let mut answer = String::new();
            // If the answer waited for more input, this would wait for ever.
            stdout.read_line(&mut answer).unwrap();
            assert_eq!(answer, "false\n");
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
    }
}

#[cfg(unix)]
#[test]
fn signals_end_a_run_with_its_summary() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let (child, mut stdin, mut stdout) = waiting(&[]);
        writeln!(stdin, "{NO_MATE}").unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        // Twice, as `timeout` does: to the process and to its group.
        let child_id = child.id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &child_id, &child_id]).status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code));
        assert!(text(&output.stderr).starts_with("1 record: 0 mates"));
        drop(stdin);
    }
}

#[cfg(unix)]
#[test]
fn a_record_whose_solving_was_stopped_is_left_to_the_next_run() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"long\"; dm 40;";
    for threads in ["-j1", "-j2"] {
        let (child, mut stdin, mut stdout) = waiting(&[threads, "--json"]);
        writeln!(stdin, "{NO_MATE}").unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        writeln!(stdin, "{NO_MATE}\n{start}\n{NO_MATE}").unwrap();
        let kill = Command::new("kill").args(["-s", "TERM", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).unwrap();
        // The lines may have come too late to be read at all.
        assert!(
            ["", "{\"line\":2,\"verdict\":\"neither\",\"mate\":false}\n"].contains(&&*rest),
            "{rest}"
        );
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(143));
        let records = 1 + rest.lines().count();
        assert!(text(&output.stderr).starts_with(&format!("{records} record")), "{output:?}");
    }
}

#[test]
fn a_reader_who_has_seen_enough_ends_the_run_quietly() {
    let (mut child, mut stdin, mut stdout) = waiting(&["-q"]);
    let line = format!("{NO_MATE}\n").repeat(1000);
    stdin.write_all(line.as_bytes()).unwrap();
    stdout.read_line(&mut String::new()).unwrap();
    drop(stdout);
    while stdin.write_all(line.as_bytes()).is_ok() {}
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!((child.wait().unwrap().code(), &*told), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let mut command = batch(&[]);
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut child = command.stdout(full).spawn().unwrap();
    writeln!(child.stdin.take().unwrap(), "{NO_MATE}").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: cannot write the answers"));
}

/// One program after another in a shell; nothing if `wanted` is not there.
fn shell(wanted: &str, script: &str, input: &str) -> Option<Vec<u8>> {
    let there = Command::new("sh").args(["-c", &format!("command -v {wanted}")]).output();
    if !there.is_ok_and(|there| there.status.success()) {
        eprintln!("skipped: {wanted} is not installed");
        return None;
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).env("HYPERMATE", env!("CARGO_BIN_EXE_hypermate"));
    let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{script}");
    Some(output.stdout)
}

#[test]
fn many_processes_under_gnu_parallel_answer_as_one_does() {
    let input = format!("{NO_MATE}\n{MATE}\n[##,##],[##,k#]\n").repeat(30_000);
    let script = "parallel --pipe --block 200k -j3 --keep-order \
                  \"$HYPERMATE\" batch -j1 -q --bad-records report 2>/dev/null";
    if let Some(answers) = shell("parallel", script, &input) {
        let alone = run(&["-q", "--bad-records", "report"], &input);
        assert!(alone.stdout == answers);
    }
}

#[test]
fn memory_does_not_grow_with_the_input() {
    // Within 200 MB of all that is mapped; ten million boards are 420 MB of text.
    let boards = if std::env::var_os("HYPERMATE_DEEP").is_some() { 10_000_000 } else { 300_000 };
    let line = "[###,n##,#rr],[#b#,###,###],[###,###,bRK]";
    let script = format!(
        "ulimit -v 200000; yes '{line}' | head -n {boards} | \"$HYPERMATE\" batch -j2 -q | uniq -c"
    );
    let answers = shell("yes", &script, "").unwrap();
    assert_eq!(text(&answers).trim(), format!("{boards} true"));
}
