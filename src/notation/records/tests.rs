use super::*;
use crate::notation::{Notation, read};

const CASE: &str = "[###,n##,#rr],[#b#,###,###],[###,###,bRK]";

fn split(stream: &str) -> Vec<(usize, String)> {
    split_with(stream, &Options::default())
}

fn split_with(stream: &str, options: &Options) -> Vec<(usize, String)> {
    Records::new(stream.as_bytes(), options)
        .map(|record| record.unwrap())
        .map(|record| (record.line, record.text))
        .collect()
}

/// The answers to a stream: each board in brackets, or where it is broken.
fn answers(stream: &str) -> Vec<String> {
    split(stream)
        .into_iter()
        .map(|(line, text)| match read(&text, &Options::default()) {
            Ok(setup) => Notation::Brackets.write(&setup, &Options::default()).unwrap(),
            Err(error) => format!("error in line {}", error.in_stream(line).line),
        })
        .collect()
}

#[test]
fn one_line_boards_come_one_by_one() {
    let stream =
        format!("// boards\n\n{CASE}\r\n#! more\n[#q,##],[##,K#]\n4/4|4/4\nK1/2|2/2 w 0 1");
    let lines: Vec<usize> = split(&stream).iter().map(|&(line, _)| line).collect();
    assert_eq!(lines, [3, 5, 6, 7]);
    assert_eq!(answers(&stream)[0], CASE);
}

#[test]
fn a_record_may_have_many_lines() {
    let commas = "[###,n##,#rr],\n  // middle\n[#b#,###,###],\n\n[###,\n###,bRK]";
    let outer = "[\n[###,n##,#rr]\n[#b#,###,###]\n[###,###,bRK]\n]";
    let json = "{\n\"board\": [\n[\"###\",\"n##\",\"#rr\"],\n[\"#b#\",\"###\",\"###\"],\n[\"###\",\"###\",\"bRK\"]\n]\n}";
    let array =
        "[\n[\"###\",\"n##\",\"#rr\"],\n[\"#b#\",\"###\",\"###\"],\n[\"###\",\"###\",\"bRK\"]]";
    let rows = "###\nn##\n#rr\n\n#b#\n###\n###\n---\n###\n###\nbRK";
    let abreast = "###|#b#|###\nn##|###|###\n#rr|###|bRK";
    let stream = [commas, outer, json, array, rows, rows, abreast, commas].join("\n");
    assert_eq!(answers(&stream), [CASE; 8]);
    let stream = stream.replace('\n', "\r\n") + "\r\n";
    assert_eq!(answers(&stream), [CASE; 8]);
}

#[test]
fn rows_boards_follow_one_another() {
    let small = "#q\n##\n\n##\nK#\n";
    let headed = "n = 2\n#q\n##\n\n##\nK#\n";
    let stream = format!("{small}\n{headed}{small}---\n{headed}\n\n\n{small}");
    assert_eq!(answers(&stream), ["[#q,##],[##,K#]"; 5]);
}

#[test]
fn one_bad_board_costs_no_other() {
    let good = "[#q,##],[##,K#]";
    for bad in [
        "[#q,##],[##,K#",
        "[#q,##],[",
        "[#q,##],[##,K#],",
        "[#q,##],[##,Kx]",
        "[#q,##]",
        "[",
        "[[[[",
        "]",
        "hello world",
        "K1/2|2",
        "{\"board\":[[\"#q",
        "{\"board\":[",
        "[[\"#q\",\"##\"],[\"",
        "?",
        "\"",
    ] {
        let stream = format!("{good}\n{bad}\n{good}\n{good}\n");
        assert_eq!(answers(&stream), [good, "error in line 2", good, good], "{bad}");
        let stream = format!("{bad}\n{good}");
        assert_eq!(answers(&stream), ["error in line 1", good], "{bad}");
    }
    let rows = "#q\n##\n\n##\nK#\n";
    for (bad, line) in
        [("#q\n#\n\n##\nK#\n", 2), ("#\n##\n\n##\nK#\n", 1), ("#q\n##\n##\n\n##\nK#\n", 3)]
    {
        let found = answers(&format!("{bad}\n{rows}\n{rows}"));
        let place = format!("error in line {line}");
        assert_eq!(found, [place.as_str(), good, good], "{bad}");
    }
    assert_eq!(answers(&format!("#q\n##\n\n{good}\n{good}")), ["error in line 2", good, good]);
}

#[test]
fn a_record_is_yielded_as_soon_as_it_is_complete() {
    /// A reader that fails the test when asked for more than it has.
    struct Exact<'a>(&'a [u8]);
    impl std::io::Read for Exact<'_> {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            unreachable!("BufRead is used")
        }
    }
    impl BufRead for Exact<'_> {
        fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
            assert!(!self.0.is_empty(), "asked for more than the record");
            Ok(self.0)
        }
        fn consume(&mut self, amount: usize) {
            self.0 = &self.0[amount..];
        }
    }
    for text in [
        CASE,
        "[\n[#q,##]\n[##,K#]\n]",
        "#q\n##\n\n##\nK#",
        "#q ##\n## K#",
        "{\"n\":2,\n\"board\":[]}",
        "K1/2|2/2 w",
        "?",
    ] {
        let stream = format!("{text}\n");
        let record = Records::new(Exact(stream.as_bytes()), &Options::default()).next();
        assert_eq!(record.unwrap().unwrap().text, text);
    }
}

#[test]
fn what_is_no_text_costs_no_other_board() {
    let good = "[#q,##],[##,K#]";
    for (bad, column, found) in [
        (&b"[#q,\0#],\0"[..], 5, "a NUL byte"),
        (b"[#q,\xff#],\xff", 5, "the byte 0xFF, which is no UTF-8 here"),
        (b"[#q,\xe2\x82", 5, "the byte 0xE2, which is no UTF-8 here"),
        (b"[#q,##],[##,K\xff]", 14, "the byte 0xFF, which is no UTF-8 here"),
        (b"\xff", 1, "the byte 0xFF, which is no UTF-8 here"),
        (b"// caf\xe9", 7, "the byte 0xE9, which is no UTF-8 here"),
        (b"{\"id\":\"\xe9\",\"board\":[", 8, "the byte 0xE9, which is no UTF-8 here"),
        (b"\xef\xbb\xbfK1/2|2/\xef", 8, "the byte 0xEF, which is no UTF-8 here"),
    ] {
        for end in ["\n", "\r\n"] {
            let good_line = [good, end].concat().into_bytes();
            let bad_line = [bad, end.as_bytes()].concat();
            let stream =
                [&good_line, &bad_line, &good_line, &bad_line, &good_line].map(|line| &line[..]);
            let stream = stream.concat();
            let mut line = 0;
            for record in Records::new(&stream[..], &Options::default()) {
                line += 1;
                match record {
                    Ok(record) => {
                        assert_eq!((record.line, record.text.trim_end()), (line, good));
                        assert!(line % 2 == 1);
                    }
                    Err(StreamError::Text { record, fault }) => {
                        assert_eq!((record.line, fault.line, fault.column), (line, 1, column));
                        assert_eq!(fault.found, found);
                        assert!(line % 2 == 0);
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            assert_eq!(line, 5, "{found}");
        }
    }
}

#[test]
fn what_is_no_text_is_one_fault_of_a_board_of_many_lines() {
    let boards =
        b"#q\n#\xff\n\n\0#\nK#\n\n#q\n##\n\n##\nK#\n[\n[#q,\xff#]\n[##,K#]\n]\n[#q,##],[##,K#]";
    let records: Vec<_> = Records::new(&boards[..], &Options::default()).collect();
    let places = records.iter().map(|record| match record {
        Ok(record) => (record.line, None),
        Err(StreamError::Text { record, fault }) => (record.line, Some((fault.line, fault.column))),
        Err(error) => panic!("{error}"),
    });
    let places: Vec<_> = places.collect();
    assert_eq!(places, [(1, Some((2, 2))), (7, None), (12, Some((2, 5))), (16, None)]);
}

#[test]
fn what_is_put_back_keeps_its_faults() {
    let stream = b"[[\n[#q,##],[##,K#]\n[#q,##],[\xff#,K#]\n[#q,##],[##,K#]";
    let records: Vec<bool> =
        Records::new(&stream[..], &Options::default()).map(|record| record.is_ok()).collect();
    assert_eq!(records, [true, true, false, true]);
}

#[test]
fn an_endless_line_of_nothing_is_noticed() {
    let zeros = std::io::BufReader::new(std::io::repeat(0));
    let mut records = Records::new(zeros, &Options::default());
    assert!(matches!(records.next(), Some(Err(StreamError::Text { .. }))));
    assert!(records.next().is_none());
}

#[test]
fn broken_brackets_cost_linear_time() {
    for line in
        ["[", "[[", "[,", "[]", "[],", "[###,", "{", "{[", "\"", "#", "[###,###,\n[##],[##]"]
    {
        let stream = format!("{line}\n").repeat(20_000);
        assert!(Records::new(stream.as_bytes(), &Options::default()).all(|record| record.is_ok()));
    }
}

#[test]
fn a_forced_notation_decides_where_records_end() {
    let options = Options { notation: Some(Notation::Fen), ..Options::default() };
    assert_eq!(split_with("4\n4\n", &options).len(), 2);
    let shape = "3x2x2".parse().ok();
    let options = Options { shape, ..Options::default() };
    assert_eq!(split_with("###\n###\n\n##K\n###\n\n###\n###\n\n##K\n###", &options).len(), 2);
}
