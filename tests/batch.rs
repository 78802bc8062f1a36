//! Batches through the library: the same bytes whatever the number of threads,
//! the reader and the packing, and every bad record answered in its place.

mod boards;
mod mates;
mod naive;

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use hypermate::batch::{Batch, Format, Input, Intake, Note, Shard, Sink, Summary};
use hypermate::notation::{Notation, Options};
use hypermate::puzzle::{Claims, Id, Judge, Record};
use hypermate::search::Limits;
use hypermate::shape::Shape;
use hypermate::stipulation::{Aim, Play, Stipulation};
use hypermate::variant::{CHESS, CUBE, RAUMSCHACH, TESSERACT, Variant};

/// Keeps what it is given.
#[derive(Clone, Default)]
struct Kept {
    answers: Arc<Mutex<Vec<u8>>>,
    notes: Arc<Mutex<Vec<Note>>>,
    ended: Arc<AtomicU32>,
}

impl Sink for Kept {
    fn answers(&mut self, lines: &[u8]) -> io::Result<()> {
        self.answers.lock().unwrap().extend_from_slice(lines);
        Ok(())
    }

    fn note(&mut self, note: &Note) {
        self.notes.lock().unwrap().push(note.clone());
    }

    fn end(&mut self) {
        self.ended.fetch_add(1, Ordering::Relaxed);
    }
}

impl Kept {
    fn text(&self) -> String {
        String::from_utf8(self.answers.lock().unwrap().clone()).unwrap()
    }

    /// The notes, a line each.
    fn told(&self) -> Vec<String> {
        let tell = |note: &Note| match note {
            Note::Bad(fault) => {
                format!("{}:{}: {}", fault.line, fault.reason.column(), fault.reason.message())
            }
            Note::Warning { line, side, .. } => format!("{line}: {} in check", side.name()),
            Note::Difference { line, id, difference, .. } => {
                let id = id.as_ref().map_or_else(String::new, |id| format!(" {id}"));
                format!("{line}{id}: {} but {}", difference.expected, difference.found)
            }
            Note::Unchecked { line, reason, .. } => format!("{line}: {reason}"),
            Note::Solved { line, solved, .. } => format!("{line}: {solved:?}"),
            Note::Failure { line, reason, .. } => format!("{line}: {reason}"),
        };
        let notes = self.notes.lock().unwrap();
        let to_tell = notes.iter().filter(|note| !matches!(note, Note::Solved { .. }));
        to_tell.map(tell).collect()
    }
}

fn run(intake: Intake, judge: Judge, format: Format, threads: usize) -> (Kept, Summary) {
    let kept = Kept::default();
    let sink = kept.clone();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let summary = pool.install(move || {
        let batch = Batch::new(judge, intake, format, sink);
        batch.run();
        batch.settle().unwrap()
    });
    assert_eq!(kept.ended.load(Ordering::Relaxed), 1);
    (kept, summary)
}

fn intake(bytes: impl Into<Vec<u8>>) -> Intake {
    Intake::new(vec![Input::stream("test", io::Cursor::new(bytes.into()))])
}

/// Answers a text with one thread.
fn answers(text: &str, format: Format) -> (Kept, Summary) {
    run(intake(text), Judge::new(&Options::default()), format, 1)
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// How many boards of each kind the large test has.
fn size() -> usize {
    if std::env::var_os("HYPERMATE_DEEP").is_some() { 1_000_000 / KINDS.len() } else { 200 }
}

type Kind = (&'static Variant, &'static str, std::ops::Range<usize>, Notation);

const KINDS: [Kind; 9] = [
    (&CUBE, "2x2x2", 2..5, Notation::Brackets),
    (&CUBE, "3x3x3", 3..9, Notation::Brackets),
    (&CUBE, "3x3x3", 3..9, Notation::Array),
    (&CUBE, "5x5x5", 4..20, Notation::Brackets),
    (&CUBE, "8x8x8", 4..30, Notation::Brackets),
    (&CUBE, "3x3x3", 3..9, Notation::Fen),
    (&TESSERACT, "4x4x2x2", 3..20, Notation::Fen),
    (&RAUMSCHACH, "5x5x5", 4..20, Notation::Fen),
    (&CHESS, "8x8", 3..20, Notation::Fen),
];

/// Boards of every kind, a fifth of them as the dice fell, possible or not.
fn file() -> String {
    let mut random = boards::Random(7);
    let mut text = String::new();
    for (variant, shape, men, notation) in KINDS {
        let shape: Shape = shape.parse().unwrap();
        for index in 0..size() {
            let setup = match index % 5 {
                0 => boards::setup(&mut random, variant, shape, men.clone()),
                _ => boards::board(&mut random, variant, shape, men.clone()).setup(),
            };
            text += &notation.write(&setup, &Options::default()).unwrap();
            text += if index % 7 == 0 { "\r\n" } else { "\n" };
            if index % 50 == 0 {
                text += "// between\n\n";
            }
        }
    }
    text
}

/// A zstd frame of four bytes that are no text (RFC 8878, 3.1.2).
const SKIPPED: &[u8] = b"\x5A\x2A\x4D\x18\x04\0\0\0text";

#[test]
fn answers_are_the_same_however_they_are_found() {
    let text = file();
    let options = Options::default();
    let (careful, summary) = run(intake(&*text), Judge::careful(&options), Format::Verdict, 1);
    assert_eq!(summary.tally.records, (size() * KINDS.len()) as u64);
    let tally = &summary.tally;
    assert!(tally.mates > 0 && tally.bad > 0 && tally.warnings > 0, "{tally:?}");
    let (once, twice) = text.split_at(text.len() / 2 + 1);
    for threads in [1, 2, 8] {
        for (packing, bytes) in [
            ("plain", text.clone().into_bytes()),
            ("zstd, two frames", [zstd(once.as_bytes()), zstd(twice.as_bytes())].concat()),
            ("zstd after a frame to skip", [SKIPPED, &zstd(text.as_bytes())].concat()),
            ("gzip, two members", [gzip(once.as_bytes()), gzip(twice.as_bytes())].concat()),
        ] {
            let (quick, quick_summary) =
                run(intake(bytes), Judge::new(&options), Format::Verdict, threads);
            assert!(quick.text() == careful.text(), "{threads} threads, {packing}");
            assert_eq!(quick.told(), careful.told(), "{threads} threads, {packing}");
            assert_eq!(quick_summary.tally, summary.tally);
        }
    }
}

#[test]
fn shards_and_resumed_runs_are_the_whole_in_pieces() {
    let folder = std::env::temp_dir().join(format!("hypermate-shards-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = file();
    let (plain, packed) = (folder.join("plain"), folder.join("packed"));
    std::fs::write(&plain, &text).unwrap();
    std::fs::write(&packed, zstd(text.as_bytes())).unwrap();
    let files = || Intake::new(vec![Input::file(&plain), Input::file(&packed)]);
    let judge = || Judge::new(&Options::default());
    let (whole, _) = run(files(), judge(), Format::Json, 2);
    for count in [1, 2, 3, 7] {
        let mut joined = String::new();
        for index in 1..=count {
            let shard: Shard = format!("{index}/{count}").parse().unwrap();
            joined += &run(files().only(shard).unwrap(), judge(), Format::Json, 2).0.text();
        }
        assert!(joined == whole.text(), "{count} parts");
    }
    for skipped in [0, 1, 100, 3_000, 1_000_000_000] {
        let (rest, _) = run(files().skip(skipped), judge(), Format::Json, 2);
        let whole = whole.text();
        let expected: String = whole.split_inclusive('\n').skip(skipped as usize).collect();
        assert!(rest.text() == expected, "from record {skipped} on");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

const MATE: &str = "4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4 w";

#[test]
fn every_kind_of_record_is_told_by_its_content() {
    let text = format!(
        "\u{feff}[#q,##],[##,K#]\n\
         {MATE} 0 1\n\
         {MATE} id \"corner\"; verdict stalemate; c0 \"kept; so\";\n\
         {{\"id\":7,\"board\":\"[#q,##],[##,K#]\",\"side\":\"white\",\"mate\":true}}\r\n\
         {{\"id\":\"t\",\"variant\":\"tesseract\",\"shape\":[4,4,2,2],\"board\":\"{MATE}\",\"mate_in\":2}}\n\
         {MATE} id \"b\"; bm Ka1[0,0]-a2[0,0];"
    );
    let (kept, summary) = answers(&text, Format::Mate);
    assert_eq!(kept.text(), "false\ntrue\ncorner\ttrue\n7\tfalse\nt\ttrue\nb\ttrue\n");
    assert_eq!(
        kept.told(),
        [
            "3 corner: stalemate but checkmate",
            "4 7: mate true but mate false",
            "5 t: #2 but White has only its king, which cannot mate",
            "6: keys without a goal, which dm, mate_in or goal would name",
        ]
    );
    assert_eq!((summary.tally.differences, summary.tally.unchecked), (3, 1));
}

#[test]
fn rows_of_the_puzzle_list_begin_after_their_first_move() {
    // After a2a3 the rook mates on b8; in the next two rows it goes elsewhere,
    // and in the fourth the move to the puzzle does not exist.
    let row = |id: &str, moves: &str, theme: &str| {
        let fen = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1";
        format!("{id},{fen},{moves},600,80,90,10,mate {theme} short,,\n")
    };
    let text = String::from(
        "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n",
    ) + &row("00a", "a2a3 b1b8", "mateIn1")
        + &row("00b", "a2a3 b1b7", "mateIn1")
        + &row("00c", "a2a3 b1b7 a3a1 b7b1 a1b1", "mateIn2")
        + &row("00d", "a2a9 b1b8", "mateIn1")
        + &row("00e", "a2a3 b1b8", "endgame");
    // The same list joined to itself is answered twice.
    let (twice, _) = answers(&format!("\u{feff}{text}\u{feff}{text}"), Format::Mate);
    assert_eq!(twice.text(), answers(&text, Format::Mate).0.text().repeat(2));
    let (kept, summary) = answers(&text, Format::Json);
    let answered = kept.text();
    let lines: Vec<&str> = answered.lines().collect();
    assert_eq!(
        lines[0],
        r##"{"id":"00a","verdict":"neither","mate":false,"goal":"#1","result":"solved","keys":["Rb1-b8#"]}"##
    );
    assert_eq!(lines[4], r#"{"id":"00e","verdict":"neither","mate":false}"#);
    let told = kept.told();
    assert_eq!(told[0], "3 00b: b1b7 but a longer or no way to it");
    assert_eq!(told[1], "4 00c: #2 but #1");
    assert!(told[told.len() - 1].starts_with("5:46: found 'a9'"), "{told:?}");
    let tally = summary.tally;
    assert_eq!((tally.records, tally.bad, tally.unchecked, tally.differences), (5, 1, 0, 2));
    assert_eq!(tally.goals, 3, "00a, 00b and 00c");
}

#[test]
fn problems_are_solved_and_every_key_is_compared() {
    let goal = |moves| Stipulation::new(Play::Direct, Aim::Mate, moves as u16).unwrap();
    let mut lines = String::new();
    let mut count = 0;
    for file in ["mates-chess.tsv", "mates-tesseract.tsv", "mates-cube.tsv"] {
        for row in mates::rows(file) {
            if row.shortest != Some(row.moves) || row.moves > 3 {
                continue;
            }
            count += 1;
            let claims = Claims {
                goal: Some(goal(row.moves)),
                keys: Some(row.keys.clone()),
                ..Claims::default()
            };
            let id = Some(Id::from(&*format!("{file} {count}")));
            let setup = row.board.setup();
            let record = Record { id, setup, claims, others: Default::default() };
            lines += &format!("{}\n{}\n", record.to_epd(), record.to_json());
        }
    }
    assert!(count > 30, "{count}");
    let (kept, summary) = run(intake(&*lines), Judge::new(&Options::default()), Format::Json, 2);
    assert_eq!(kept.told(), [""; 0]);
    assert_eq!((summary.tally.records, summary.tally.unchecked), (2 * count, 0));
    let (one_thread, _) = run(intake(&*lines), Judge::new(&Options::default()), Format::Json, 1);
    assert!(kept.text() == one_thread.text());
}

#[test]
fn a_wrong_claim_is_told() {
    let fen = "7k/8/8/8/8/8/R7/1R4K1 w - -";
    for (claim, told) in [
        ("dm 2; bm a2a7 b1b7;", None),
        ("dm 3;", Some("#3 but #2")),
        ("dm 1;", Some("#1 but no solution")),
        ("dm 2; bm a2a7;", Some("keys Ra2-a7 but keys Rb1-b7 Ra2-a7")),
        ("dm 2; bm a2a7 b1b7 a2h3;", Some("key a2h3 but no such move")),
        ("goal \"h#2\";", Some("h#2 but Black has only its king, which cannot mate")),
    ] {
        let (kept, _) = answers(&format!("{fen} {claim}"), Format::Mate);
        let expected: Vec<String> = told.iter().map(|told| format!("1: {told}")).collect();
        assert_eq!(kept.told(), expected, "{claim}");
    }
}

#[test]
fn a_record_that_takes_too_long_counts_as_not_checked() {
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let judge = Judge::new(&Options::default()).within(limits);
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - dm 5;";
    let (kept, summary) = run(intake(text), judge, Format::Mate, 1);
    let tally = summary.tally;
    assert_eq!((tally.unchecked, tally.limited, tally.differences), (1, 1, 0));
    assert_eq!(kept.text(), "false\n");
    assert_eq!(kept.told(), ["1: a limit was reached before the answer was known"]);
}

#[test]
fn a_bad_record_costs_no_other() {
    let long = format!("[{}", "#".repeat(50_000_000));
    for (bad, place) in [
        ("[##,##],[##,k#]", "2:1: impossible board"),
        ("[##,##],[##,KK]", "2:1: impossible board"),
        ("[##,##],[#k,K#]", "2:1: impossible board"),
        ("[#x,##],[##,K#]", "2:3: found 'x'"),
        ("[##,##],[##,K#],[##,##]", "2:17: found a 3rd level"),
        ("[##,###],[##,K#]", "2:"),
        ("4/4/4/Kq2|4/4/4/4|4/4/4 w", "2:"),
        ("4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4 w id \"x", "2:41: found a string without end"),
        ("4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4 w verdict mate;", "2:38: found 'verdict mate'"),
        ("4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4 w dm 2; dm 3;", "2:44: found a second dm"),
        (
            "{\"board\":\"[#q,##],[##,K#]\",\"mate\":true,\"mate\":false}",
            "2:40: found a second field 'mate'",
        ),
        ("{\"board\":\"[#q,##],[##,K#]\"", "2:"),
        ("{\"id\":1,\"board\":\"[#q,##],[##,K#]\",\"mate\":1}", "2:"),
        ("{\"id\":1}", "2:1: found an object without a board"),
        ("[#q,\u{0},##]", "2:"),
        ("nonsense", "2:"),
        (&long, "2:1: a record of more than 16777216 bytes"),
    ] {
        let text = format!("[#q,##],[##,K#]\n{bad}\n[#q,##],[##,K#]\n");
        let (kept, summary) = answers(&text, Format::Verdict);
        let text = kept.text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[0]), (3, lines[2]), "{}", &bad[..bad.len().min(99)]);
        assert!(lines[1].ends_with("error"), "{text}");
        assert_eq!((summary.tally.records, summary.tally.bad), (3, 1));
        assert!(kept.told()[0].starts_with(place), "{place}: {:?}", kept.told());
    }
}

#[test]
fn bytes_that_are_no_text_are_a_bad_record() {
    let (kept, _) = run(
        intake(b"[#q,##],[##,K#]\n[#\xFF,##],[##,K#]\n[#q,##],[##,K#]".to_vec()),
        Judge::new(&Options::default()),
        Format::Mate,
        1,
    );
    assert_eq!(kept.text(), "false\nerror\nfalse\n");
}

#[test]
fn a_damaged_file_gives_what_can_be_read() {
    let line = "[#q,##],[##,K#]\n";
    let text = line.repeat(100_000);
    for bytes in [zstd(text.as_bytes()), gzip(text.as_bytes())] {
        let bytes = bytes[..bytes.len() / 2].to_vec();
        let next = Input::stream("next", io::Cursor::new(line));
        let damaged = Input::stream("damaged", io::Cursor::new(bytes));
        let judge = Judge::new(&Options::default());
        let (kept, summary) = run(Intake::new(vec![damaged, next]), judge, Format::Mate, 2);
        let tally = summary.tally;
        assert!((1..100_000).contains(&tally.records), "{}", tally.records);
        assert_eq!((tally.bad, tally.failures), (0, 1));
        assert_eq!(kept.text(), "false\n".repeat(tally.records as usize));
        assert_eq!(kept.told().len(), 1);
    }
    let mut garbage = zstd(text.as_bytes());
    garbage.extend_from_slice(b"garbage");
    let (_, summary) = run(intake(garbage), Judge::new(&Options::default()), Format::Mate, 1);
    assert_eq!((summary.tally.records, summary.tally.failures), (100_000, 1));
}

/// A stream whose bytes come one send at a time.
struct Slow(mpsc::Receiver<Vec<u8>>);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Ok(bytes) = self.0.recv() else { return Ok(0) };
        buffer[..bytes.len()].copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

#[test]
fn a_slow_line_is_answered_before_the_next_one_comes() {
    for threads in [1, 2] {
        let (send, receive) = mpsc::channel();
        let input = Intake::new(vec![Input::stream("slow", Slow(receive))]);
        let kept = Kept::default();
        let seen = kept.clone();
        let producer = std::thread::spawn(move || {
            for line in 1..=3 {
                for byte in b"[#q,##],[##,K#]\n" {
                    send.send(vec![*byte]).unwrap();
                }
                let begun = Instant::now();
                while seen.text().lines().count() < line {
                    assert!(begun.elapsed() < Duration::from_secs(60), "no answer");
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        });
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let sink = kept.clone();
        pool.install(|| {
            Batch::new(Judge::new(&Options::default()), input, Format::Mate, sink).run();
        });
        producer.join().unwrap();
        assert_eq!(kept.text(), "false\n".repeat(3));
    }
}

/// A sink that fails at some point.
struct Full(usize);

impl Sink for Full {
    fn answers(&mut self, lines: &[u8]) -> io::Result<()> {
        self.0 = self.0.checked_sub(lines.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(())
    }

    fn note(&mut self, _: &Note) {}
}

#[test]
fn a_run_ends_when_its_answers_cannot_be_written() {
    for threads in [1, 4] {
        let input = Intake::new(vec![Input::stream("endless", Endless(0))]);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let summary = pool.install(|| {
            let batch =
                Batch::new(Judge::new(&Options::default()), input, Format::Mate, Full(1 << 16));
            batch.run();
            batch.settle().unwrap()
        });
        assert_eq!(summary.failure.unwrap().kind(), io::ErrorKind::StorageFull);
    }
}

/// The same line for ever.
struct Endless(usize);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let line = b"[#q,##],[##,K#]\n";
        for byte in &mut *buffer {
            *byte = line[self.0 % line.len()];
            self.0 += 1;
        }
        Ok(buffer.len())
    }
}

#[test]
fn the_answers_agree_with_the_naive_twin() {
    let mut random = boards::Random(11);
    for (variant, shape, men, notation) in KINDS {
        let shape: Shape = shape.parse().unwrap();
        let (mut text, mut expected) = (String::new(), String::new());
        for _ in 0..60 {
            let setup = boards::setup(&mut random, variant, shape, men.clone());
            text += &notation.write(&setup, &Options::default()).unwrap();
            text.push('\n');
            expected += match naive::is_possible(&setup).then(|| naive::verdict(&setup)) {
                Some(naive::Verdict::Checkmate) => "checkmate\n",
                Some(naive::Verdict::Stalemate) => "stalemate\n",
                Some(naive::Verdict::Neither) => "neither\n",
                None => "error\n",
            };
        }
        let options = Options { variant: Some(variant), ..Options::default() };
        let (kept, _) = run(intake(text), Judge::new(&options), Format::Verdict, 1);
        assert_eq!(kept.text(), expected, "{} {shape}", variant.name);
    }
}
