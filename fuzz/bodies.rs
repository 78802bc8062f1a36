//! What each fuzz target does with its bytes. The targets in `fuzz_targets/`
//! run these on what the fuzzer thinks of, `tests/corpus.rs` on what was kept.
//!
//! The first byte chooses options or a board, the others are the text.

#![allow(dead_code)] // Each target is a program of its own.

use std::io::{self, BufReader, Cursor};
use std::sync::{Arc, Mutex};

use hypermate::batch::{Batch, Format, Input, Intake, Note, Sink};
use hypermate::board::Board;
use hypermate::explain::explain;
use hypermate::notation::{
    self, MoveStyle, Notation, Options, Records, read_move, snippet, write_move,
};
use hypermate::piece::Side;
use hypermate::puzzle::{self, Columns, Judge};
use hypermate::setup::Setup;
use hypermate::variant::{CUBE, TESSERACT, VARIANTS};

/// What a target does with an input.
pub type Body = fn(&[u8]);

/// Every body, by the name of its target.
pub const ALL: [(&str, Body); 6] = [
    ("boards", boards),
    ("moves", moves),
    ("stream", stream),
    ("puzzles", puzzles),
    ("whole_way", whole_way),
    ("quick_reader", quick_reader),
];

/// The options that a byte chooses, mostly none, and the text after it.
fn options_and_text(data: &[u8]) -> Option<(Options, &[u8])> {
    let (&choice, rest) = data.split_first()?;
    let variant = match choice >> 4 & 7 {
        number @ 0..4 => Some(VARIANTS[usize::from(number)]),
        _ => None,
    };
    let notation = match choice & 15 {
        number @ 0..5 => Some(Notation::ALL[usize::from(number)]),
        _ => None,
    };
    let shape = match choice & 15 {
        13 => "4x4x4".parse().ok(),
        14 => "2x2x2x2x2x2x2x2x2x2x2".parse().ok(),
        15 => "4x4x2x2".parse().ok(),
        _ => None,
    };
    let side = (choice & 15 == 12).then_some(Side::Black);
    let top_first = choice & 128 != 0;
    Some((Options { variant, notation, shape, side, top_first, ..Options::default() }, rest))
}

/// Every board parser: a fault lies in the text and can be drawn; a board that
/// was read is read again from what is written of it.
pub fn boards(data: &[u8]) {
    let Some((options, text)) = options_and_text(data) else { return };
    let text = match notation::decode(text) {
        Ok(text) => text,
        Err(fault) => return assert!(fault.line >= 1 && fault.column >= 1),
    };
    match notation::read(text, &options) {
        Ok(setup) => written_and_read(&setup),
        Err(fault) => {
            assert!(fault.offset <= text.len(), "{fault:?}");
            let source = snippet::Source { text, name: "fuzz", first_line: 1 };
            assert!(snippet::draw(&source, &fault, false).contains("fuzz"));
        }
    }
}

fn written_and_read(setup: &Setup) {
    for notation in Notation::ALL {
        let Some(flags) = notation.flags(setup, &Options::default()) else { continue };
        let text = notation.write(setup, &flags).expect("what has flags can be written");
        assert_eq!(notation.read(&text, &flags).as_ref(), Ok(setup), "{text}");
    }
}

/// The move parser: what it reads is legal, and is read again from every way
/// to write it.
pub fn moves(data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else { return };
    let starts: Vec<(&str, &str)> = VARIANTS
        .iter()
        .flat_map(|variant| variant.starts.iter().map(|&(_, fen)| (variant.name, fen)))
        .collect();
    let mut boards = starts.iter().map(|&(_, fen)| fen).chain([
        "r3k2r/P6p/8/3pP3/8/8/p6P/R3K2R w KQkq d6 0 1",
        "3/1K1/1NQ|3/1b1/3|3/k2/n1r w 0 1",
    ]);
    let fen = boards.nth(usize::from(choice) % (starts.len() + 2)).expect("one of the boards");
    let setup = notation::read(fen, &Options::default()).expect("a board of ours");
    let board = Board::new(&setup).expect("a possible board");
    let Ok(text) = notation::decode(text) else { return };
    if let Ok(mv) = read_move(&board, text) {
        assert!(board.legal_moves().contains(&mv));
        for style in MoveStyle::ALL {
            let written = write_move(&board, mv, style);
            assert_eq!(read_move(&board, &written).ok(), Some(mv), "{written}");
        }
    }
}

/// The record splitter: no byte of a record comes from elsewhere, and reading
/// ends.
pub fn stream(data: &[u8]) {
    let Some((options, text)) = options_and_text(data) else { return };
    let input = BufReader::with_capacity(7, Cursor::new(text));
    let mut length = 0;
    for record in Records::new(input, &options) {
        let Ok(record) = record else { continue };
        length += record.text.len();
        assert!(length <= text.len(), "{}", record.text);
        let _ = notation::read(&record.text, &options);
    }
}

/// Puzzle records: what was read is read again from both ways to write it.
pub fn puzzles(data: &[u8]) {
    let Some((options, text)) = options_and_text(data) else { return };
    let Ok(text) = notation::decode(text) else { return };
    let Some(line) = text.lines().next() else { return };
    let columns = Columns::of_header("PuzzleId,FEN,Moves,Rating,Themes");
    let _ = puzzle::read(line, columns.as_ref(), &Options::default());
    let Ok(record) = puzzle::read(line, None, &options) else { return };
    for written in [record.to_epd(), record.to_json()] {
        let read = puzzle::read(&written, None, &Options::default());
        let read = read.unwrap_or_else(|fault| panic!("{written}: {:?}", fault.reason));
        assert_eq!(read.setup, record.setup, "{written}");
        assert_eq!(read.claims.verdict, record.claims.verdict, "{written}");
        assert_eq!(read.claims.goal, record.claims.goal, "{written}");
        assert_eq!(read.claims.mate, record.claims.mate, "{written}");
    }
}

/// From text to verdict, evidence and sentences, to text and back.
pub fn whole_way(data: &[u8]) {
    let Some((options, text)) = options_and_text(data) else { return };
    let Ok(text) = notation::decode(text) else { return };
    let Ok(setup) = notation::read(text, &options) else { return };
    let board = match Board::new(&setup) {
        Ok(board) => board,
        Err(flaws) => return assert!(flaws.phrases().count() > 0),
    };
    let evidence = board.evidence();
    let spell = |mv| write_move(&board, mv, MoveStyle::Long);
    assert!(!explain(&evidence, &spell).is_empty());
    let legal = board.legal_moves();
    assert_eq!(board.verdict() == hypermate::verdict::Verdict::Neither, !legal.is_empty());
    for mv in legal {
        let after = board.play(mv);
        assert_eq!(after.side(), board.side().opponent());
    }
    written_and_read(&board.setup());
}

/// Quick readers against the general parser. A board of each form comes first,
/// so that there is a quick reader for the lines that follow.
pub fn quick_reader(data: &[u8]) {
    let Some((mut options, text)) = options_and_text(data) else { return };
    // Forms are chosen by the lines, not by the options.
    options.notation = None;
    let mut lines = match options.variant {
        Some(variant) if *variant == CUBE => b"[#q,##],[##,K#]\n".to_vec(),
        Some(variant) if *variant == TESSERACT => {
            b"4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4 w 0 1\n".to_vec()
        }
        _ => b"[###,n##,#rr],[#b#,###,###],[###,###,bRK]\n\
               4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4 w 0 1\n\
               rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
               5/5/5/PPPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|buqbu/ppppp/5/5/5|rnknr/ppppp/5/5/5 w\n"
            .to_vec(),
    };
    lines.extend_from_slice(text);
    let careful = answered(&lines, Judge::careful(&options));
    assert_eq!(answered(&lines, Judge::new(&options)), careful);
}

/// Keeps answers and notes.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<(String, Vec<String>)>>);

impl Sink for Kept {
    fn answers(&mut self, lines: &[u8]) -> io::Result<()> {
        let text = std::str::from_utf8(lines).map_err(io::Error::other)?;
        self.0.lock().expect("no one panicked").0.push_str(text);
        Ok(())
    }

    fn note(&mut self, note: &Note) {
        self.0.lock().expect("no one panicked").1.push(format!("{note:?}"));
    }
}

fn answered(lines: &[u8], judge: Judge) -> (String, Vec<String>) {
    let limits = hypermate::search::Limits { nodes: Some(100), ..Default::default() };
    let input = Input::stream("fuzz", Cursor::new(lines.to_vec()));
    let kept = Kept::default();
    let batch =
        Batch::new(judge.within(limits), Intake::new(vec![input]), Format::Json, kept.clone());
    batch.run();
    let kept = kept.0.lock().expect("no one panicked");
    (kept.0.clone(), kept.1.clone())
}
