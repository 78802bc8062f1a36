//! The published cases in every notation: all give the same answer, and what
//! one notation writes the binary reads again.

mod binary;

use binary::hypermate;

/// Identifier, levels, and verdict of the ten published cases and of the
/// example of the input form.
fn cases() -> Vec<(&'static str, Vec<Vec<&'static str>>, &'static str)> {
    let table = include_str!("cases/challenge.tsv").lines();
    let rows = table.filter(|line| !line.starts_with("//")).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        (cells[0], levels(cells[2]), cells[4])
    });
    rows.collect()
}

/// The rows of each level of a board in brackets.
fn levels(brackets: &str) -> Vec<Vec<&str>> {
    let levels = brackets.trim_matches(['[', ']']).split("],[");
    levels.map(|level| level.split(',').collect()).collect()
}

/// `[a,b,c]`.
fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

fn cells(row: &str) -> impl Iterator<Item = String> + '_ {
    row.chars().map(|char| quoted(&char.to_string()))
}

/// A cell as the number that the usual legend gives it.
fn number(cell: char) -> String {
    let code = "#KQRBN".find(cell.to_ascii_uppercase()).unwrap();
    let sign = if cell.is_ascii_lowercase() { "-" } else { "" };
    format!("{sign}{code}")
}

/// A level in FEN.
fn fen(level: &[&str]) -> String {
    let rank = |row: &&str| {
        let mut text = String::new();
        for run in row.split_inclusive(|char| char != '#') {
            let empty = run.matches('#').count();
            text += &if empty > 0 { empty.to_string() } else { String::new() };
            text += run.trim_start_matches('#');
        }
        text
    };
    level.iter().map(rank).collect::<Vec<_>>().join("/")
}

/// The board in every form that there is, each with the arguments it needs.
fn forms(levels: &[Vec<&str>]) -> Vec<(String, String)> {
    let n = levels.len();
    let rows = || levels.iter().flatten();
    let empty_as = |sign: &str| {
        let level = |level: &Vec<&str>| list(level.iter().map(|row| row.replace('#', sign)));
        levels.iter().map(level).collect::<Vec<_>>().join(",")
    };
    let brackets = empty_as("#");
    let spaced = levels.iter().map(|level| format!("[{}]", level.join(" "))).collect::<Vec<_>>();
    let deep = |level: &Vec<&str>| format!("[[{}]]", level.join("] ["));
    let deep = levels.iter().map(deep).collect::<Vec<_>>().join(" ");
    let text = |between: &str| {
        levels.iter().map(|level| level.join("\n")).collect::<Vec<_>>().join(between)
    };
    let side_by_side = |between: &str| {
        let line = |row: usize| levels.iter().map(|level| level[row]).collect::<Vec<_>>();
        (0..n).map(|row| line(row).join(between)).collect::<Vec<_>>().join("\n")
    };
    let three = list(levels.iter().map(|level| list(level.iter().map(|row| list(cells(row))))));
    let two = list(levels.iter().map(|level| list(level.iter().map(|row| quoted(row)))));
    let two_of_cells = list(rows().map(|row| list(cells(row))));
    let one = list(rows().flat_map(|row| cells(row)));
    let one_of_rows = list(rows().map(|row| quoted(row)));
    let numbers = list(rows().flat_map(|row| row.chars().map(number)));
    let deep_numbers = |row: &&str| list(row.chars().map(number));
    let three_of_numbers = list(levels.iter().map(|level| list(level.iter().map(deep_numbers))));
    let boards: Vec<String> = levels.iter().map(|level| fen(level)).collect();
    let upwards: Vec<&str> = boards.iter().rev().map(String::as_str).collect();
    let plain = [
        brackets.clone(),
        empty_as("."),
        empty_as("_"),
        empty_as("0"),
        empty_as("-"),
        format!("[{brackets}]"),
        brackets.replace("],", "],\n"),
        spaced.join(", "),
        deep,
        text("\n\n"),
        text("\n---\n"),
        text("\n  \n"),
        format!("{n}\n{}", text("\n\n")),
        format!("n = {n}\n{}", text("\n\n")),
        side_by_side(" "),
        side_by_side(" | "),
        format!("{{\"board\":{three},\"n\":{n}}}"),
        format!("{{\"n\":{n},\"board\":{one}}}"),
        three,
        two,
        two_of_cells,
        one,
        one_of_rows,
        numbers,
        three_of_numbers,
    ];
    let mut forms: Vec<(String, String)> =
        plain.into_iter().map(|text| (text, String::new())).collect();
    forms.push((format!("{} w 0 1", upwards.join("|")), "--variant cube".into()));
    forms.push((upwards.join("||"), "--variant cube".into()));
    forms.push((boards.join("|") + " w", "--variant cube --levels top-first".into()));
    forms
}

#[test]
fn a_published_case_has_one_verdict_in_every_notation() {
    let cases = cases();
    assert_eq!(cases.len(), 11);
    for (id, levels, verdict) in cases {
        let json = hypermate("--json").arg(forms(&levels)[0].0.as_str()).run().answer();
        assert!(json.contains(&format!("\"verdict\":\"{verdict}\"")), "{id}: {json}");
        for (text, args) in forms(&levels) {
            for ending in ["", "\n", "\r\n"] {
                let input = format!("{text}{ending}")
                    .replace('\n', if ending == "\r\n" { "\r\n" } else { "\n" });
                let run = hypermate(&args).arg("--json").input(&input).run();
                assert_eq!(run.out, json, "{id}: {input}\n{}", run.err);
            }
        }
    }
}

/// Converts one board and gives the text and the arguments to read it with.
fn convert(args: &str, text: &str, to: &str) -> (String, String) {
    let run = hypermate(args).arg("convert").arg("--to").arg(to).input(text).run();
    let needed = run.err.trim().strip_prefix("to read this again:").unwrap_or_default();
    (run.answer(), needed.to_owned())
}

#[test]
fn what_is_converted_is_the_same_board() {
    for (id, levels, _) in cases() {
        let text = forms(&levels)[0].0.clone();
        let before = hypermate("--json").input(&text).run().answer();
        for to in ["brackets", "rows", "fen", "json", "array"] {
            let (converted, args) = convert("", &text, to);
            let after = hypermate(&args).arg("--json").input(&converted).run();
            assert_eq!(after.answer(), before, "{id}: {converted}");
            let (again, _) = convert(&args, &converted, "brackets");
            assert_eq!(again.trim_end(), text, "{id} by way of {to}");
        }
    }
}

#[test]
fn a_reader_is_told_what_the_text_does_not_carry() {
    let black =
        "[#q##,####,####,####],[####,####,####,K###],[####,####,####,####],[####,####,####,##k#]";
    let run = |args: &str| hypermate(args).arg("--side").arg("black").input(black).run();
    assert_eq!(run("convert --to brackets").err, "to read this again: --side black\n");
    assert_eq!(run("convert --to fen").err, "to read this again: --variant cube\n");
    assert!(run("convert --to epd").answer().ends_with(" b 0 1 variant cube;\n"));
    assert_eq!(run("convert --to json").err, "");
    assert_eq!(run("-q convert --to fen").err, "");
    let turned = run("convert --to fen --to-levels top-first");
    assert_eq!(turned.err, "to read this again: --variant cube --levels top-first\n");
    let impossible = hypermate("convert --to rows").arg("[#q,##],[##,##]").run();
    assert_eq!(impossible.answer(), "#q\n##\n\n##\n##\n", "written as read, possible or not");
    let four_axes = hypermate("convert --to brackets --start full").run();
    assert_eq!((four_axes.code, four_axes.out.as_str()), (2, ""));
}

/// Castling, en passant and the counters have no place in brackets; the side
/// and the variant have flags. Both are told.
#[test]
fn a_reader_is_told_what_is_lost_too() {
    let run = |args: &str, board: &str| hypermate(args).input(board).run();
    let black = "4k3/8/8/8/8/8/8/4K3 b - - 5 1";
    let to_brackets = run("convert --to brackets", black);
    let again = "to read this again: --variant chess --side black\n";
    assert_eq!(to_brackets.err, format!("the notation leaves out the counters\n{again}"));
    let read = hypermate("convert --to fen --variant chess --side black").input(&to_brackets.out);
    assert_eq!(read.run().answer(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1\n");
    let full = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
    assert_eq!(
        run("convert --to rows", full).err,
        "the notation leaves out castling and en passant\nto read this again: --variant chess\n"
    );
    assert_eq!(
        run("convert --to array", "2/K1|1q/2 w 0 9").err,
        "the notation leaves out the counters\n"
    );
    assert_eq!(run("convert --to brackets", &format!("{black}\n{black}")).err.lines().count(), 2);
    assert_eq!(run("convert --to fen", black).err, "");
}

/// What says how a board is to be read may stand in the text, as opcodes.
#[test]
fn epd_is_read_wherever_boards_are() {
    let four_axes = "4/4/4/K3".to_owned() + &"|4/4/4/4".repeat(15);
    let boards = [
        ("--shape 4x4x4x4", four_axes.as_str()),
        ("--variant chess", "k5/6/6/6/6/5K w - - 0 1"),
        ("--variant cube --side black", "4/4/4/K3|4/4/4/4|4/4/4/4|4/4/3k/4 w 3 7"),
        ("--shape 3x2x2 --variant cube", "[##q,###],[K##,###]"),
        ("", "4k3/8/8/8/8/8/8/4K3 b - - 5 1"),
    ];
    for (args, board) in boards {
        let json = |call: binary::Call| call.run().answer();
        let epd = hypermate(args).arg("convert").arg("--to").arg("epd").input(board).run();
        assert_eq!(epd.err, "", "{args}");
        let before = json(hypermate(args).arg("convert").arg("--to").arg("json").input(board));
        let after = json(hypermate("convert --to json").input(&epd.out));
        assert_eq!(after, before, "{}", epd.out);
    }
    let turned = hypermate("convert --to epd --to-levels top-first").input("[#q,##],[##,K#]").run();
    assert_eq!(turned.err, "to read this again: --levels top-first\n");
    let corner = "4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4 w id \"corner\"; verdict checkmate;";
    assert_eq!(hypermate("--verdict").input(corner).run().answer(), "checkmate\n");
    assert_eq!(
        hypermate("--json --variant cube").input(corner).run().answer(),
        hypermate("--json --variant cube")
            .input("4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4 w")
            .run()
            .answer()
    );
}

#[test]
fn several_boards_stay_several() {
    let boards = "[#q,##],[##,K#]\n[rq,##],[##,K#]\n";
    let rows = hypermate("convert --to rows").input(boards).run().answer();
    assert_eq!(hypermate("").input(&rows).run().answer(), "false\ntrue\n");
    assert_eq!(hypermate("convert --to brackets").input(&rows).run().answer(), boards);
}
