use super::*;
use crate::piece::Piece;
use crate::shape::Shape;
use crate::variant::{CUBE, RAUMSCHACH, TESSERACT, VARIANTS};

fn plain(text: &str) -> Result<Setup, String> {
    read(text, &Options::default()).map_err(|error| error.to_string())
}

/// The board in the notation that published cases use.
fn brackets(text: &str) -> String {
    let setup = plain(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Notation::Brackets.write(&setup, &Options::default()).unwrap()
}

#[test]
fn every_form_of_a_board_reads_the_same() {
    for text in [
        "[bq,##],[bn,KQ]",
        " [ bq\t## ]\r\n, [bn , KQ]\r\n",
        "\u{feff}[[bq,##],[bn,KQ]]",
        "[[bq] [##]] [[bn] [KQ]]",
        "[[bq][##]][[bn][KQ]]",
        "[[[bq] [##]] [[bn] [KQ]]]",
        "[bq,-0],[bn,KQ]",
        "[[b,q],[#,#]],[[b,n],[K,Q]]",
        "// a comment\n[bq,##],\n#! another\n[bn,KQ]\n",
        r###"[["bq","##"],["bn","KQ"]]"###,
        r###"["bq","##"],["bn","KQ"]"###,
        r###"[[["b","q"],["#","#"]],[["b","n"],["K","Q"]]]"###,
        r###"[["b","q"],["#","#"],["b","n"],["K","Q"]]"###,
        r###"["bq","##","bn","KQ"]"###,
        r###"["b","q","#","#","b","n","K","Q"]"###,
        r#"["bq","\u0023.","bn","KQ"]"#,
        "[[[-4,-2],[0,0]],[[-4,-5],[1,2]]]",
        "[[-4,-2],[0,0],[-4,-5],[1,2]]",
        "[-4,-2,0,0,-4,-5,1,2]",
        r###"{"board":[["bq","##"],["bn","KQ"]]}"###,
        r###"{"n":2,"other":{"a":["]"]},"board":[["bq","##"],["bn","KQ"]],"id":null}"###,
        r###"{"n": null, "board": "[bq,##],[bn,KQ]"}"###,
        r###"{"board":"bq\n##\n\nbn\nKQ"}"###,
        r###""[bq,##],[bn,KQ]""###,
        "bq\n##\n\nbn\nKQ",
        "bq\r\n##\r\n   \r\nbn\r\nKQ\r\n\r\n",
        "2\nbq\n##\n--\nbn\n#! in between\nKQ\n",
        "n = 2\n\nbq\n..\n\n\nbn\nKQ\n---\n",
        "bq bn\n## KQ",
        "bq|bn\n__|KQ",
        "b q | b n\n. . | K Q",
        "bn/KQ|bq/2 w 0 1",
        "bn/KQ||bq/2",
    ] {
        assert_eq!(brackets(text), "[bq,##],[bn,KQ]", "{text}");
    }
}

#[test]
fn levels_of_fen_can_be_listed_from_the_top() {
    let options = Options { top_first: true, ..Options::default() };
    let setup = read("bq/2|bn/KQ", &options).unwrap();
    assert_eq!(setup, plain("[bq,##],[bn,KQ]").unwrap());
    assert_eq!(Notation::Fen.write(&setup, &options).unwrap(), "bq/2|bn/KQ w 0 1");
}

#[test]
fn squares_are_where_they_should_be() {
    let setup = plain("[###,n##,#rr],[#b#,###,###],[###,###,bRK]").unwrap();
    let shape = setup.shape;
    let at = |at: &[usize]| setup.piece(shape.square(at).unwrap()).map(Piece::letter);
    assert_eq!(at(&[2, 0, 0]), Some('K'));
    assert_eq!(at(&[0, 1, 2]), Some('n'));
    assert_eq!(at(&[1, 2, 1]), Some('b'));
    let full = plain(TESSERACT.starts[0].1).unwrap();
    let at = |at: &[usize]| full.piece(full.shape.square(at).unwrap()).map(Piece::letter);
    assert_eq!(at(&[0, 0, 0, 0]), Some('R'));
    assert_eq!(at(&[0, 0, 1, 0]), Some('K'));
    assert_eq!(at(&[0, 3, 0, 1]), Some('r'));
    assert_eq!(at(&[3, 3, 1, 1]), Some('r'));
}

#[test]
fn starts_are_recognised_and_written_back() {
    for variant in VARIANTS {
        for &(_, fen) in variant.starts {
            let setup = plain(fen).unwrap();
            assert_eq!((setup.variant, setup.shape), (variant, variant.usual_shape()));
            assert_eq!(Notation::Fen.write(&setup, &Options::default()).unwrap(), fen);
        }
    }
}

#[test]
fn fields_after_the_boards_may_be_missing() {
    let boards = "r3k2r/8/8/3pP3/8/8/8/R3K2R";
    let whole = plain(&format!("{boards} w KQkq d6 3 20")).unwrap();
    assert_eq!((whole.halfmove, whole.fullmove), (3, 20));
    assert_eq!(whole.castling.fen(), "KQkq");
    assert_eq!(whole.en_passant.map(|square| square.index()), Some(43));
    assert_eq!(plain(&format!("{boards} b")).unwrap().side, Side::Black);
    assert_eq!(plain(boards).unwrap().side, Side::White);
    assert_eq!(plain(&format!("{boards} w - -")).unwrap().fullmove, 1);
    assert_eq!(plain(&format!("{boards} w 7 9")).unwrap().halfmove, 7);
}

#[test]
fn opcodes_may_follow_a_position() {
    let epd = |text: &str| {
        let (setup, opcodes) = read_epd(text, &Options::default()).unwrap();
        assert_eq!(plain(text), Ok(setup.clone()));
        let opcodes = opcodes.iter().map(|opcode| format!("{}={}", opcode.name(), opcode.text()));
        (setup, opcodes.collect::<Vec<_>>())
    };
    let boards = "4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4";
    let (setup, opcodes) = epd(&format!("{boards} w id \"a; b\"; verdict checkmate;"));
    assert_eq!(setup.variant, &TESSERACT);
    assert_eq!(opcodes, ["id=a; b", "verdict=checkmate"]);
    let (setup, opcodes) = epd(&format!("{boards} b 3 4 variant cube; hmvc 9;\r\n"));
    assert_eq!((setup.variant, setup.shape.to_string().as_str()), (&CUBE, "4x4x4"));
    assert_eq!((setup.side, setup.halfmove, setup.fullmove), (Side::Black, 3, 4));
    assert_eq!(opcodes, ["variant=cube", "hmvc=9"]);
    let (setup, _) = epd(&format!("{boards} shape 4x4x4;"));
    assert_eq!((setup.variant, setup.shape.to_string().as_str()), (&CUBE, "4x4x4"));
    assert_eq!(epd("7k/5K2/6Q1/8/8/8/8/8 b - - dm 2;").1, ["dm=2"]);
    assert_eq!(epd("7k/5K2/6Q1/8/8/8/8/8 bm Qg7 Qh7;").1, ["bm=Qg7 Qh7"]);
    let tesseract = Options { variant: Some(&TESSERACT), ..Options::default() };
    let overruled = read(&format!("{boards} variant cube;"), &tesseract).unwrap();
    assert_eq!(overruled.variant, &TESSERACT);
    for wrong in [
        "variant cube; variant chess;",
        "shape 4x4x4; shape 4x4x4;",
        "variant cubic;",
        "shape 4y4;",
        "id \"x;",
        "id x; 7 y;",
        "id x; dm 2",
    ] {
        assert!(plain(&format!("{boards} w {wrong}")).is_err(), "{wrong}");
    }
}

/// What is expected after the boards is what could stand there next.
#[test]
fn the_fields_of_a_position_are_asked_for_one_by_one() {
    let expected = |text: &str| {
        let error = read(text, &Options::default()).unwrap_err();
        (error.column, error.expected)
    };
    let chess = "4k3/8/8/8/8/8/8/4K3";
    for (tail, column, wanted) in [
        ("x - - 0 1", 21, "the side to move, 'w' or 'b'"),
        ("white - - 0 1", 21, "the side to move, 'w' or 'b'"),
        ("w AHah - 0 1", 23, "castling rights such as KQkq, or '-'"),
        ("w - z9 0 1", 25, "the en passant square, or '-'"),
        ("w - - x 1", 27, "the half-moves since a capture or a pawn's move"),
        ("w - - 0 x", 29, "the number of the move"),
        ("w - - 0 1 x", 31, "the end of the position"),
        ("w 0 1 x", 27, "the end of the position"),
    ] {
        assert_eq!(expected(&format!("{chess} {tail}")), (column, wanted.into()), "{tail}");
    }
    let cube = "2/K1|1q/2";
    assert_eq!(expected(&format!("{cube} x 0 1")), (11, "the side to move, 'w' or 'b'".into()));
    let counter = "the half-moves since a capture or a pawn's move";
    assert_eq!(expected(&format!("{cube} w x 1")), (13, counter.into()));
}

/// Numbers of every spelling are numbers; which of them are integers of the
/// legend is told at their place.
#[test]
fn a_number_that_is_no_integer_is_the_fault() {
    let board = |number: &str| format!("[[[0,-2],[0,0]],[[0,0],[1,{number}]]]");
    assert_eq!(plain(&board("0")), plain(&board("-0")));
    for wrong in ["0.5", "1e99", "-1.0", "+1", "007", "1E2", "-", "0x1", "99999999999999999999"] {
        let fault = read(&board(wrong), &Options::default()).unwrap_err();
        assert_eq!((fault.column, fault.found), (27, format!("'{wrong}'")), "{wrong}");
        assert!(fault.expected.contains("integer"), "{}", fault.expected);
        let object = format!("{{\"board\":{}}}", board(wrong));
        let fault = read(&object, &Options::default()).unwrap_err();
        assert_eq!((fault.column, fault.found), (36, format!("'{wrong}'")), "{wrong}");
    }
    for wrong in ["null", "true", "NaN", "x"] {
        let fault = read(&board(wrong), &Options::default()).unwrap_err();
        assert_eq!(fault.column, 27, "{wrong}");
    }
    assert_eq!(Notation::recognise("[0,0],[0,0]"), Notation::Array);
    for letters in ["[00,0.],[--,0-]", "[##,1K],[##,##]", "[0.0,-.-]", "[0 K,# #]"] {
        assert_eq!(Notation::recognise(letters), Notation::Brackets, "{letters}");
    }
}

#[test]
fn a_field_that_comes_twice_is_refused() {
    let board = r###""board":["#q","##","##","K#"]"###;
    for (fields, column) in [
        (r#""side":"white","side":"black""#, 47),
        (r#""side":"white","side":"white""#, 47),
        (r#""n":null,"n":2"#, 41),
        (r#""id":1,"x":{"id":2,"id":3},"\u0069d":2"#, 59),
        (r###""board":"#q""###, 32),
    ] {
        let fault = read(&format!("{{{board},{fields}}}"), &Options::default()).unwrap_err();
        assert_eq!((fault.line, fault.column), (1, column), "{fields}");
        assert_eq!(fault.expected, "each field once");
    }
    assert!(plain(&format!("{{{board},\"x\":[{{\"id\":1}},{{\"id\":1}}],\"id\":2}}")).is_ok());
}

#[test]
fn a_header_names_a_side_that_a_cube_can_have() {
    let rows = "#q\n##\n\n##\nK#";
    for header in ["2", "n = 2", "n=2", "n =\t2 "] {
        assert_eq!(brackets(&format!("{header}\n{rows}")), "[#q,##],[##,K#]", "{header}");
    }
    let length = "a side length n of 2 to 12";
    for (header, column, found, expected) in [
        ("n = 13", 5, "'13'", length),
        ("13", 1, "'13'", length),
        ("1", 1, "'1'", length),
        ("n = 1", 5, "'1'", length),
        (" n = 0", 6, "'0'", length),
        ("n = x", 5, "'x'", length),
        ("n=-3", 3, "'-3'", length),
        ("n = +3", 5, "'+3'", length),
        ("n = 3.5", 5, "'3.5'", length),
        ("n =", 4, "the end of the line", length),
        ("n = 99999999999999999999", 5, "'99999999999999999999'", length),
        ("99999999999999999999", 1, "'99999999999999999999'", length),
        ("N = 2", 1, "'N'", "'n', as in n = 3"),
        ("n: 2", 2, "':'", "'='"),
    ] {
        for end in ["\n", "\r\n"] {
            let text = format!("{header}{end}{rows}\n{rows}");
            let records: Vec<Record> = Records::new(text.as_bytes(), &Options::default())
                .map(|record| record.unwrap())
                .collect();
            assert_eq!(records.len(), 2, "{header}");
            let fault = read(&records[0].text, &Options::default()).unwrap_err();
            assert_eq!((fault.line, fault.column), (1, column), "{header}");
            assert_eq!((fault.found.as_str(), fault.expected.as_str()), (found, expected));
            assert!(read(&records[1].text, &Options::default()).is_ok(), "{header}");
        }
    }
    for n in ["1", "13", "0", "-2", "2.0", "02", "\"2\"", "99999999999999999999"] {
        let text = format!("{{\"n\":{n},\"board\":[\"#q\",\"##\",\"##\",\"K#\"]}}");
        let fault = read(&text, &Options::default()).unwrap_err();
        assert_eq!((fault.column, fault.expected.as_str()), (6, length), "{n}");
    }
}

#[test]
fn what_cannot_be_seen_is_named() {
    for (char, name) in [
        ('\u{200b}', "the invisible character U+200B"),
        ('\u{a0}', "the invisible character U+00A0"),
        ('\u{2028}', "the invisible character U+2028"),
        ('\u{ad}', "the invisible character U+00AD"),
        ('\u{301}', "the invisible character U+0301"),
        ('\u{fe0f}', "the invisible character U+FE0F"),
        ('\u{3000}', "the invisible character U+3000"),
        ('\u{202e}', "the invisible character U+202E"),
        ('\u{1b}', "the control character U+001B"),
        ('\u{85}', "the control character U+0085"),
        ('\\', "'\\'"),
        ('"', "'\"'"),
        ('é', "'é'"),
        ('漢', "'漢'"),
        ('😀', "'😀'"),
    ] {
        let fault = read(&format!("[#q,#{char}],[##,K#]"), &Options::default()).unwrap_err();
        if char != '"' {
            assert_eq!((fault.column, fault.found.as_str()), (6, name));
        }
        assert_eq!(error::describe(&char.to_string()), name);
    }
    let fault = read("2/K1|1q/2 w\u{200b} 0 1", &Options::default()).unwrap_err();
    assert_eq!(fault.found, "'w<U+200B>'");
    let fault = read("#q\n#\u{feff}#\n\n##\nK#", &Options::default()).unwrap_err();
    assert_eq!(fault.found, "the invisible character U+FEFF");
}

#[test]
fn options_override_what_the_text_says() {
    let four = "4/4/4/K3|4/4/4/4|4/4/4/4|4/4/4/k3 w";
    let with = |options: Options| {
        read(four, &options).map(|setup| (setup.variant.name, setup.shape.to_string()))
    };
    let cube = Options { variant: Some(&CUBE), ..Options::default() };
    assert_eq!(with(cube), Ok(("cube", "4x4x4".into())));
    let shape = Shape::new(&[4, 4, 4]).ok();
    let shaped = Options { shape, variant: Some(&TESSERACT), ..Options::default() };
    assert_eq!(with(shaped), Ok(("tesseract", "4x4x4".into())));
    let black = Options { side: Some(Side::Black), ..Options::default() };
    assert_eq!(read("[#q,##],[##,K#]", &black).unwrap().side, Side::Black);
    let shape = Shape::new(&[3, 2, 2]).ok();
    let flat = Options { shape, ..Options::default() };
    assert_eq!(read("[##q,###],[K##,###]", &flat).unwrap().shape.to_string(), "3x2x2");
    let raum = Options { variant: Some(&RAUMSCHACH), ..Options::default() };
    assert!(read("[U#,##],[##,K#]", &raum).is_ok());
    let legend = "#QK".parse().unwrap();
    let legend = Options { legend, ..Options::default() };
    assert_eq!(read("[0,0,0,0,0,-1,0,2]", &legend).unwrap(), plain("[##,##],[#q,#K]").unwrap());
}

#[test]
fn a_record_in_json_says_all() {
    let text = r#"{"variant":"tesseract","shape":[4,4,4],"side":"black","board":"4/4/4/K3|4/4/4/4|4/4/4/4|4/4/4/k3 b 3 4"}"#;
    let setup = plain(text).unwrap();
    assert_eq!((setup.variant.name, setup.shape.to_string().as_str()), ("tesseract", "4x4x4"));
    assert_eq!((setup.side, setup.halfmove, setup.fullmove), (Side::Black, 3, 4));
}

#[test]
fn boards_that_could_be_several_things_say_which_flag_settles_it() {
    let error = plain("4/4/4/K3|4/4/4/k3").unwrap_err();
    assert!(error.contains("--shape 4x4x2"), "{error}");
    let error = plain("3/3/KPk|3/3/3|3/3/3").unwrap_err();
    assert!(error.contains("--variant tesseract or --variant raumschach"), "{error}");
}

#[test]
fn deep_brackets_and_long_runs_do_no_harm() {
    for text in [
        "[".repeat(1_000_000),
        format!("{{\"board\":{}", "[".repeat(1_000_000)),
        format!("{{\"x\":{}", "[".repeat(1_000_000)),
        format!("[{}]", "#".repeat(1_000_000)),
        format!("[{}]", "#,".repeat(1_000_000)),
        format!("[\"{}\"]", "#".repeat(1_000_000)),
        "[],".repeat(1_000_000),
        "k".repeat(1_000_000),
        "k\n".repeat(1_000_000),
        "9/".repeat(1_000_000),
        format!("{}/", "9".repeat(1_000_000)),
        "k/|".repeat(1_000_000),
        format!("k/k{}", "|".repeat(1_000_000)),
        format!("\"{}", "\\".repeat(1_000_001)),
    ] {
        let error = plain(&text).unwrap_err();
        assert!(error.len() < 400, "{error}");
    }
    let wide = format!("[#q,##],{}[##,K#]", " ".repeat(1_000_000));
    assert_eq!(brackets(&wide), "[#q,##],[##,K#]");
}
