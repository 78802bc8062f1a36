//! How answers are written, and what is told and counted besides.

use std::io::Write;
use std::sync::Arc;

use super::lines::{Block, MAX_RECORD};
use crate::piece::Side;
use crate::puzzle::{Answer, Difference, Id, Judged, Reason, Receiver, Solved, Unchecked};
use crate::verdict::Verdict;

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `true` or `false`, after the record's id and a tab if it has one.
    Mate,
    /// The verdict, likewise.
    Verdict,
    /// An object a line.
    Json,
    /// A row; the header, [`Format::CSV_HEADER`], is left to the caller.
    Csv,
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Records, bad ones included.
    pub records: u64,
    /// Checkmates.
    pub mates: u64,
    /// Stalemates.
    pub stalemates: u64,
    /// Boards on which the side to move can move.
    pub neither: u64,
    /// Records that could not be answered.
    pub bad: u64,
    /// Boards on which the side not to move is in check.
    pub warnings: u64,
    /// Stated goals, such as a mate in two, that were solved and compared.
    pub goals: u64,
    /// Claims that do not hold.
    pub differences: u64,
    /// Records with claims that were not looked at.
    pub unchecked: u64,
    /// Those among them for which the solver reached a limit.
    pub limited: u64,
    /// Files that could not be read, or not to their end.
    pub failures: u64,
}

/// Something to tell about a record or a file.
#[derive(Clone, Debug)]
pub enum Note {
    /// A record that could not be answered.
    Bad(Fault),
    /// A board on which the side not to move is in check.
    Warning {
        /// The file's name.
        file: Arc<str>,
        /// The record's line.
        line: usize,
        /// The record's id.
        id: Option<Id>,
        /// The side in check.
        side: Side,
    },
    /// A claim that does not hold.
    Difference {
        /// The file's name.
        file: Arc<str>,
        /// The record's line.
        line: usize,
        /// The record's id.
        id: Option<Id>,
        /// The claim and what is so.
        difference: Difference,
    },
    /// A claim that was not looked at.
    Unchecked {
        /// The file's name.
        file: Arc<str>,
        /// The record's line.
        line: usize,
        /// The record's id.
        id: Option<Id>,
        /// Why not.
        reason: Unchecked,
    },
    /// A goal that was looked for.
    Solved {
        /// The file's name.
        file: Arc<str>,
        /// The record's line.
        line: usize,
        /// The record's id.
        id: Option<Id>,
        /// What the solver found.
        solved: Box<Solved>,
    },
    /// A file that could not be read on.
    Failure {
        /// The file's name.
        file: Arc<str>,
        /// The line at which it ended.
        line: usize,
        /// The system's or the decompressor's reason.
        reason: String,
    },
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The file's name.
    pub file: Arc<str>,
    /// The record's line.
    pub line: usize,
    /// What the file calls it.
    pub id: Option<Id>,
    /// What is wrong.
    pub reason: Box<Reason>,
    /// The line's text, for a caret to be drawn under.
    pub text: String,
}

/// What comes of a part of the input.
pub(super) struct Part {
    pub lines: Vec<u8>,
    pub notes: Vec<Note>,
    pub tally: Tally,
    /// How many lines' bytes and notes there were, and what was counted, before
    /// the first record that could not be finished as the run was stopped: what
    /// a run that goes on later must begin with.
    cut: Option<(usize, usize, Tally)>,
}

impl Format {
    /// The first line of an answer in CSV.
    pub const CSV_HEADER: &str = "line,id,verdict,mate,error,goal,result,keys,differences";

    fn write(self, judged: &Judged, out: &mut Vec<u8>) {
        match self {
            Self::Mate | Self::Verdict => self.write_text(judged, out),
            Self::Json => write_json(judged, out),
            Self::Csv => write_csv(judged, out),
        }
    }

    fn write_text(self, Judged { id, answer, .. }: &Judged, out: &mut Vec<u8>) {
        if let Some(id) = id {
            out.extend_from_slice(id.to_string().as_bytes());
            out.push(b'\t');
        }
        let answer: &[u8] = match answer {
            Ok(answer) if self == Self::Verdict => answer.verdict.name().as_bytes(),
            Ok(answer) if answer.verdict.is_mate() => b"true",
            Ok(_) => b"false",
            Err(_) => b"error",
        };
        out.extend_from_slice(answer);
        out.push(b'\n');
    }
}

/// Writing to memory does not fail.
const IN_MEMORY: &str = "memory takes every byte";

fn write_json(judged: &Judged, out: &mut Vec<u8>) {
    match &judged.id {
        Some(id) => write!(out, "{{\"id\":{}", id.json()),
        None => write!(out, "{{\"line\":{}", judged.line),
    }
    .expect(IN_MEMORY);
    match &judged.answer {
        Ok(answer) => write_json_answer(answer, out),
        Err(reason) => write!(
            out,
            ",\"error\":{{\"line\":{},\"column\":{},\"message\":{}}}",
            judged.line,
            reason.column(),
            json_string(&reason.message())
        ),
    }
    .expect(IN_MEMORY);
    out.extend_from_slice(b"}\n");
}

fn write_json_answer(answer: &Answer, out: &mut Vec<u8>) -> std::io::Result<()> {
    let Answer { verdict, waiting_in_check, differences, unchecked, solved } = answer;
    write!(out, ",\"verdict\":\"{verdict}\",\"mate\":{}", verdict.is_mate())?;
    if let Some(side) = waiting_in_check {
        write!(out, ",\"warning\":{}", json_string(&warning(*side)))?;
    }
    if let Some(solved) = solved {
        let Solved { goal, outcome, keys } = &**solved;
        let keys = serde_json::Value::from(keys.as_slice());
        write!(out, ",\"goal\":\"{goal}\",\"result\":\"{outcome}\",\"keys\":{keys}")?;
    }
    for (index, Difference { expected, found }) in differences.iter().enumerate() {
        let open = if index == 0 { ",\"differences\":[" } else { "," };
        let (expected, found) = (json_string(expected), json_string(found));
        write!(out, "{open}{{\"expected\":{expected},\"found\":{found}}}")?;
    }
    out.extend_from_slice(if differences.is_empty() { b"" } else { b"]" });
    if let Some(reason) = unchecked {
        write!(out, ",\"checked\":false,\"reason\":\"{reason}\"")?;
    }
    Ok(())
}

fn json_string(text: &str) -> serde_json::Value {
    text.into()
}

fn write_csv(judged: &Judged, out: &mut Vec<u8>) {
    let id = judged.id.as_ref().map_or_else(String::new, |id| csv_cell(&id.to_string()));
    let line = judged.line;
    match &judged.answer {
        Ok(answer) => {
            let Answer { verdict, differences, .. } = answer;
            let solved =
                answer.solved.as_ref().map_or_else(|| ",,".into(), |found| csv_solved(found));
            let told: Vec<String> = differences.iter().map(Difference::to_string).collect();
            let told = csv_cell(&told.join("; "));
            writeln!(out, "{line},{id},{verdict},{},,{solved},{told}", verdict.is_mate())
        }
        Err(reason) => writeln!(out, "{line},{id},,,{},,,,", csv_cell(&reason.message())),
    }
    .expect(IN_MEMORY);
}

/// The cells goal, result and keys.
fn csv_solved(Solved { goal, outcome, keys }: &Solved) -> String {
    format!("{goal},{outcome},{}", csv_cell(&keys.join(" ")))
}

/// A cell, in double quotes where it needs them (RFC 4180).
fn csv_cell(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// What is odd about a board on which that side is in check.
pub fn warning(side: Side) -> String {
    format!("{} is in check, but it is {}'s move", side.title(), side.opponent().title())
}

impl Part {
    /// Nothing yet of a text of that length.
    fn new(length: usize) -> Self {
        // An answer is a sixth of a short record, and less of a long one.
        let lines = Vec::with_capacity(length / 6 + 64);
        Self { lines, notes: Vec::new(), tally: Tally::default(), cut: None }
    }

    /// Leaves out what comes after the stop; whether there was one.
    pub fn end_at_stop(&mut self) -> bool {
        let Some((lines, notes, tally)) = self.cut.take() else { return false };
        self.lines.truncate(lines);
        self.notes.truncate(notes);
        self.tally = tally;
        true
    }

    /// The answer to a record that is too long to be read.
    pub fn too_long(text: &[u8], block: &Block, format: Format) -> Self {
        let mut writer = Writer::new(text.len(), block, format);
        let answer = Err(Box::new(Reason::TooLong(MAX_RECORD)));
        writer.record(Judged { line: block.line, text, id: None, answer });
        writer.part
    }

    /// What is told of a file that cannot be read on.
    pub fn failed(block: &Block, reason: &std::io::Error) -> Self {
        let mut part = Self::new(0);
        part.tally.failures = 1;
        let (file, reason) = (Arc::clone(&block.file), reason.to_string());
        part.notes.push(Note::Failure { file, line: block.line, reason });
        part
    }
}

/// Writes the answers to a part of a block.
pub(super) struct Writer<'a> {
    pub part: Part,
    block: &'a Block,
    format: Format,
}

impl<'a> Writer<'a> {
    /// Of a text of that length.
    pub fn new(length: usize, block: &'a Block, format: Format) -> Self {
        Self { part: Part::new(length), block, format }
    }

    fn tell(&mut self, judged: &Judged, answer: &Answer) {
        let place = || (Arc::clone(&self.block.file), judged.line, judged.id.clone());
        if let Some(side) = answer.waiting_in_check {
            let (file, line, id) = place();
            self.part.notes.push(Note::Warning { file, line, id, side });
        }
        for difference in answer.differences.iter().cloned() {
            let (file, line, id) = place();
            self.part.notes.push(Note::Difference { file, line, id, difference });
        }
        if let Some(reason) = answer.unchecked {
            let (file, line, id) = place();
            self.part.notes.push(Note::Unchecked { file, line, id, reason });
        } else if let Some(solved) = answer.solved.clone() {
            let (file, line, id) = place();
            self.part.notes.push(Note::Solved { file, line, id, solved });
        }
    }

    fn tell_fault(&mut self, Judged { line, text, id, answer }: Judged) {
        let Err(reason) = answer else { return };
        let text = String::from_utf8_lossy(text).into_owned();
        let file = Arc::clone(&self.block.file);
        self.part.notes.push(Note::Bad(Fault { file, line, id, reason, text }));
    }
}

impl Receiver for Writer<'_> {
    #[inline]
    fn board(&mut self, line: usize, verdict: Verdict, waiting_in_check: Option<Side>) {
        let lines = &mut self.part.lines;
        if self.format != Format::Mate || waiting_in_check.is_some() {
            let answer = Ok(Answer::plain(verdict, waiting_in_check));
            return self.record(Judged { line, text: &[], id: None, answer });
        }
        // Two copies of a known length take less than one of either length.
        if verdict.is_mate() {
            lines.extend_from_slice(b"true\n");
        } else {
            lines.extend_from_slice(b"false\n");
        }
        self.part.tally.records += 1;
        self.part.tally.count(verdict);
    }

    fn record(&mut self, judged: Judged) {
        if matches!(&judged.answer, Ok(answer) if answer.unchecked == Some(Unchecked::Stopped)) {
            let Part { lines, notes, tally, cut } = &mut self.part;
            cut.get_or_insert_with(|| (lines.len(), notes.len(), tally.clone()));
        }
        self.format.write(&judged, &mut self.part.lines);
        let tally = &mut self.part.tally;
        tally.records += 1;
        match &judged.answer {
            Ok(answer) => {
                tally.count(answer.verdict);
                tally.warnings += u64::from(answer.waiting_in_check.is_some());
                let is_compared = answer.solved.is_some() && answer.unchecked.is_none();
                tally.goals += u64::from(is_compared);
                tally.differences += answer.differences.len() as u64;
                tally.unchecked += u64::from(answer.unchecked.is_some());
                tally.limited += u64::from(answer.unchecked == Some(Unchecked::Limit));
                self.tell(&judged, answer);
            }
            Err(_) => {
                tally.bad += 1;
                self.tell_fault(judged);
            }
        }
    }
}

impl Tally {
    #[inline]
    fn count(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Checkmate => self.mates += 1,
            Verdict::Stalemate => self.stalemates += 1,
            Verdict::Neither => self.neither += 1,
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        let Self { records, mates, stalemates, neither, bad, warnings, .. } = other;
        self.records += records;
        self.mates += mates;
        self.stalemates += stalemates;
        self.neither += neither;
        self.bad += bad;
        self.warnings += warnings;
        self.goals += other.goals;
        self.differences += other.differences;
        self.unchecked += other.unchecked;
        self.limited += other.limited;
        self.failures += other.failures;
    }
}
