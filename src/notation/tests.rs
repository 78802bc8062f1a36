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
fn a_prefix_of_an_epd_line_is_a_board() {
    let boards = "4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4 w";
    let text = format!("{boards} id \"corner\"; verdict checkmate;");
    let (setup, stop) = read_fen_prefix(&text, &Options::default()).unwrap();
    assert_eq!(setup.variant, &TESSERACT);
    assert_eq!(&text[..stop], boards);
    let text = "7k/5K2/6Q1/8/8/8/8/8 b - - dm 2;";
    assert_eq!(read_fen_prefix(text, &Options::default()).unwrap().1, 26);
    let text = "7k/5K2/6Q1/8/8/8/8/8 bm Qg7;";
    assert_eq!(read_fen_prefix(text, &Options::default()).unwrap().1, 20);
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
