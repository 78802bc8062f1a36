//! Boards through every notation: the published cases, the round trip over the
//! list of notations, broken texts, and the words in which faults are told.

use std::fmt::Write as _;

use hypermate::notation::snippet::{Source, draw};
use hypermate::notation::{Notation, Options, Records, StreamError, read};
use hypermate::piece::{Kind, Piece, Side};
use hypermate::setup::Setup;
use hypermate::shape::Shape;
use hypermate::variant::{CHESS, CUBE, RAUMSCHACH, TESSERACT, VARIANTS, Variant};
use proptest::prelude::*;

/// The rows of a table of cases, cut at tabs.
fn table(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with("//")).map(|line| line.split('\t').collect())
}

/// The texts that hold valid boards, of every notation.
fn valid_texts() -> Vec<String> {
    let challenge = include_str!("cases/challenge.tsv");
    let mut texts: Vec<String> = table(challenge)
        .flat_map(|row| {
            let setup = read(row[2], &Options::default()).unwrap();
            Notation::ALL.map(|notation| notation.write(&setup, &Options::default()).unwrap())
        })
        .collect();
    let starts = VARIANTS.into_iter().flat_map(|variant| variant.starts);
    texts.extend(starts.map(|(_, fen)| fen.to_string()));
    texts.push("n = 2\n#q | ##\n## | K#".into());
    texts.push(r#"{"n":2,"id":"a\"\u0041","board":[[[0,-2],[0,0]],[[0,0],[1,0]]]}"#.into());
    texts.push("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 3 20".into());
    texts
}

#[test]
fn published_cases_read_alike_in_every_notation() {
    for row in table(include_str!("cases/challenge.tsv")) {
        let expected = read(row[2], &Options::default()).unwrap();
        assert_eq!(expected.shape.side(0).to_string(), row[1], "{}", row[0]);
        for notation in Notation::ALL {
            let text = notation.write(&expected, &Options::default()).unwrap();
            let mut options = notation.flags(&expected, &Options::default()).unwrap();
            assert_eq!(Notation::recognise(&text), notation);
            assert_eq!(read(&text, &options), Ok(expected.clone()), "{text}");
            options.notation = Some(notation);
            assert_eq!(
                read(&format!("\u{feff}{}\r\n", text.replace('\n', "\r\n")), &options),
                Ok(expected.clone())
            );
        }
    }
}

/// A shape on which the variant can be played.
fn boards() -> impl Strategy<Value = (&'static Variant, Shape)> {
    let shape = |sides: &[usize]| Shape::new(sides).unwrap();
    let cube = (2usize..=12).prop_map(move |n| (&CUBE, shape(&[n; 3])));
    let other = prop::collection::vec(2usize..=5, 2..=5);
    let other = other.prop_filter_map("too many squares", |sides| Shape::new(&sides).ok());
    prop_oneof![
        cube,
        Just((&TESSERACT, TESSERACT.usual_shape())),
        Just((&RAUMSCHACH, RAUMSCHACH.usual_shape())),
        Just((&CHESS, CHESS.usual_shape())),
        Just((&CHESS, shape(&[30, 11]))),
        other.prop_map(|shape| (&TESSERACT, shape)),
    ]
}

fn piece(variant: &'static Variant) -> impl Strategy<Value = Option<Piece>> {
    let side = prop::sample::select(&Side::BOTH[..]);
    let kind = prop::sample::select(variant.kinds);
    prop_oneof![2 => Just(None), 1 => (side, kind).prop_map(|(side, kind)| Some(Piece { side, kind }))]
}

fn setups() -> impl Strategy<Value = Setup> {
    boards().prop_flat_map(|(variant, shape)| {
        let squares = prop::collection::vec(piece(variant), shape.squares());
        let counters = (0u16..200, 0u16..500, 0u8..16, any::<bool>(), 0..shape.squares());
        (squares, counters).prop_map(
            move |(squares, (halfmove, fullmove, rights, black, passed))| {
                let mut setup =
                    Setup { squares, halfmove, fullmove, ..Setup::empty(variant, shape) };
                setup.side = if black { Side::Black } else { Side::White };
                if variant.castles_on(&shape) {
                    let wings =
                        Side::BOTH.into_iter().flat_map(|side| [(side, true), (side, false)]);
                    for (bit, (side, kingside)) in wings.enumerate() {
                        if rights >> bit & 1 != 0 {
                            setup.castling.grant(side, kingside);
                        }
                    }
                    setup.en_passant = shape.iter().nth(passed).filter(|_| rights > 7);
                }
                setup
            },
        )
    })
}

/// The setup as far as brackets, rows and arrays carry it.
fn without_counters(setup: &Setup) -> Setup {
    Setup {
        squares: setup.squares.clone(),
        side: setup.side,
        ..Setup::empty(setup.variant, setup.shape)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// What a writer prints its reader reads, given the flags that it names.
    #[test]
    fn round_trip(setup in setups(), top_first: bool) {
        let options = Options { top_first, ..Options::default() };
        for notation in Notation::ALL {
            let carries_all = matches!(notation, Notation::Fen | Notation::Json);
            let setup = if carries_all { setup.clone() } else { without_counters(&setup) };
            let Some(text) = notation.write(&setup, &options) else {
                prop_assert!(!carries_all && setup.shape.axes() > 3);
                continue;
            };
            prop_assert_eq!(Notation::recognise(&text), notation);
            let flags = notation.flags(&setup, &options);
            prop_assert!(flags.is_some(), "{} {}", notation.name(), text);
            prop_assert_eq!(read(&text, &flags.unwrap()), Ok(setup.clone()));
            if notation == Notation::Json {
                prop_assert_eq!(read(&text, &options), Ok(setup));
            }
        }
    }

    /// Records written one after another are split where they were joined.
    #[test]
    fn streams_are_split(setups in prop::collection::vec(setups(), 1..5)) {
        let cubes = setups.into_iter().filter(|setup| *setup.variant == CUBE);
        let cubes: Vec<Setup> = cubes.map(|setup| without_counters(&setup)).collect();
        for notation in [Notation::Brackets, Notation::Rows, Notation::Array] {
            let texts: Vec<String> =
                cubes.iter().filter_map(|cube| notation.write(cube, &Options::default())).collect();
            let stream = texts.join(if notation == Notation::Rows { "\n\n" } else { "\n" });
            let records = Records::new(stream.as_bytes(), &Options::default());
            let records: Vec<String> = records.map(|record| record.unwrap().text).collect();
            prop_assert_eq!(records, texts);
        }
    }

    /// No text makes a reader panic; texts like boards least of all.
    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{}\",/|#.KQk0-9 \n:-]{0,40}|\\PC{0,40}") {
        for notation in Notation::ALL {
            if let Err(error) = notation.read(&text, &Options::default()) {
                prop_assert!(error.offset <= text.len() && text.is_char_boundary(error.offset));
                draw(&Source { text: &text, name: "text", first_line: 1 }, &error, true);
            }
        }
        for record in Records::new(text.as_bytes(), &Options::default()) {
            prop_assert!(record.is_ok() || text.contains('\0'));
        }
    }
}

#[test]
fn every_prefix_is_read_or_refused() {
    for text in valid_texts() {
        for (end, _) in text.char_indices() {
            let prefix = &text[..end];
            for notation in Notation::ALL {
                if let Err(error) = notation.read(prefix, &Options::default()) {
                    draw(&Source { text: prefix, name: "text", first_line: 1 }, &error, false);
                }
            }
            Records::new(prefix.as_bytes(), &Options::default())
                .for_each(|record| drop(record.unwrap()));
        }
    }
}

/// The picture of the first fault in a stream.
fn picture(stream: &[u8], options: &Options) -> String {
    for record in Records::new(stream, options) {
        let (record, fault) = match record {
            Ok(record) => match read(&record.text, options) {
                Ok(_) => continue,
                Err(fault) => (record, fault),
            },
            Err(StreamError::Text { record, fault }) => (record, *fault),
            Err(StreamError::Io(error)) => return error.to_string(),
        };
        let source = Source { text: &record.text, name: "boards.txt", first_line: record.line };
        return draw(&source, &fault, false);
    }
    match read("", options) {
        Err(fault) => draw(&Source { text: "", name: "boards.txt", first_line: 1 }, &fault, false),
        Ok(_) => unreachable!("an empty text is no board"),
    }
}

#[test]
fn faults_in_words() {
    let good = "[#q,##],[##,K#]\n";
    let long = format!("[#q,##],{}[##,x#]{}", " ".repeat(10_000), " ".repeat(10_000));
    let legend = Options { legend: "#QK".parse().unwrap(), ..Options::default() };
    let shape = |text: &str| Options { shape: text.parse().ok(), ..Options::default() };
    let variant = |variant| Options { variant: Some(variant), ..Options::default() };
    let plain = Options::default();
    let cases: Vec<(&str, Vec<u8>, Options)> = vec![
        ("empty stream", "// nothing\n\n".into(), plain.clone()),
        ("one level missing", "[###,n##,#rr],[#b#,###,###]".into(), plain.clone()),
        ("a level too many", "[#q,##],[##,K#],[##,##]".into(), plain.clone()),
        ("a row missing", "[###,n##,#rr],[#b#,###],[###,###,bRK]".into(), plain.clone()),
        ("ragged row, short", "[###,n##,#rr],[#b#,##,###],[###,###,bRK]".into(), plain.clone()),
        ("ragged row, long", "[###,n##,#rr],[#b#,####,###],[###,###,bRK]".into(), plain.clone()),
        (
            "ragged row in the second board",
            format!("{good}\n#q\n##\n\n#\nK#").into(),
            plain.clone(),
        ),
        ("rows without separator", "#q\n##\n##\nK#".into(), plain.clone()),
        ("unknown letter", "[#q,##],[##,Kx]".into(), plain.clone()),
        ("a piece the cube lacks", "[#q,##],[#P,K#]".into(), plain.clone()),
        ("bracket left open", "[#q,##],[##,K#".into(), plain.clone()),
        ("brackets too deep", "[[[[#q".into(), plain.clone()),
        ("named n does not fit", "n = 3\n#q\n##\n\n##\nK#".into(), plain.clone()),
        (
            "json: one level missing",
            r####"[["###","n##","#rr"],["#b#","###","###"]]"####.into(),
            plain.clone(),
        ),
        (
            "json: ragged row",
            r###"{"n":2,"board":[["#q","##"],["#","K#"]]}"###.into(),
            plain.clone(),
        ),
        ("json: unknown letter", r###"["\u0023q","##","##","K?"]"###.into(), plain.clone()),
        ("json: unknown integer", "[0,-2,0,0,0,0,1,7]".into(), plain.clone()),
        ("json: integer not in the legend", "[0,0,0,0,0,0,2,3]".into(), legend),
        ("json: not a cube number", "[0,-2,0,0,0,0,1]".into(), plain.clone()),
        ("json: no board", r#"{"id":1}"#.into(), plain.clone()),
        ("json: string not closed", "[\"#q".into(), plain.clone()),
        (
            "json: fault inside a string",
            r#"{"board":"4/4/4/K3|4/4/4/5|4/4/4/4|4/4/4/k3"}"#.into(),
            plain.clone(),
        ),
        (
            "fen: digit run past the edge",
            "4/4/4/K3|4/4/4/1k3|4/4/4/4|4/4/4/4 w".into(),
            plain.clone(),
        ),
        ("fen: rank missing", "4/4/4/K3|4/4/3k|4/4/4/4|4/4/4/4 w".into(), plain.clone()),
        ("fen: leading zero", "4/4/4/K03|4/4/3k|4/4/4/4|4/4/4/4 w".into(), plain.clone()),
        ("fen: unknown letter", "4/4/4/K3|4/4/4/2x1|4/4/4/4|4/4/4/4 w".into(), plain.clone()),
        ("fen: number of boards", "4/4/4/K3|4/4/4/k3".into(), plain.clone()),
        ("fen: the shape asked for", "4/4/4/K3|4/4/4/k3".into(), shape("4x4x3")),
        ("fen: the variant asked for", "4/4/4/K3|4/4/4/k3".into(), variant(&RAUMSCHACH)),
        ("fen: more than a position", "8/8/8/8/8/8/8/K6k w - - 0 1 bm".into(), plain.clone()),
        (
            "fen: castling in the tesseract",
            "4/4/4/K3|4/4/4/k3|4/4/4/4|4/4/4/4 w KQ - 0 1".into(),
            plain.clone(),
        ),
        ("brackets for four axes", good.into(), variant(&TESSERACT)),
        ("brackets and a shape", good.into(), shape("2x2x3")),
        ("rows of one square", "[#]".into(), plain.clone()),
        ("binary garbage", b"\x7fELF\x02\x01\x01\x00\x00".into(), plain.clone()),
        ("no UTF-8", [good.as_bytes(), b"[#q,##],[#\xff,K#]\n"].concat(), plain.clone()),
        ("NUL", [good.as_bytes(), b"[#q,##],[#\0,K#]\n"].concat(), plain.clone()),
        ("wide characters before the fault", "[漢字,##],[##,K#]".into(), plain.clone()),
        (
            "wide characters in a field before the fault",
            r###"{"id":"漢字","board":["#q","##","##","K字"]}"###.into(),
            plain.clone(),
        ),
        ("long line", long.into(), plain.clone()),
    ];
    let mut text = String::new();
    for (name, stream, options) in cases {
        writeln!(text, "── {name}\n{}\n", picture(&stream, &options)).unwrap();
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_hundred_megabytes_on_a_line() {
    // Scaled down; the real thing is run by hand, being slow without optimiser.
    let line = format!("[#q,##],{}[##,K#]", " ".repeat(4 << 20));
    let setup = read(&line, &Options::default()).unwrap();
    assert_eq!(setup.pieces().filter(|(_, piece)| piece.kind == Kind::King).count(), 1);
    let mut records = Records::new(line.as_bytes(), &Options::default());
    assert!(records.next().unwrap().is_ok_and(|record| record.text == line));
    assert!(records.next().is_none());
}
