//! Lines to answers: most lines by a quick reader, the others carefully.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use memchr::memchr;

use super::claims::{self, Checked, Difference, Solved, Unchecked};
use super::lichess::Columns;
use super::quick::{self, QuickReader, Seen};
use super::record::{Claims, Fault, Id, Reason, Record};
use crate::board::Board;
use crate::notation::{self, Options};
use crate::piece::Side;
use crate::search::Limits;
use crate::verdict::Verdict;

/// How often a quick reader is looked for. A file has lines of one or two
/// forms; one of many forms gains nothing from another reader.
const TRIES: usize = 32;

/// Answers lines of puzzle files. Quick readers are learnt on the way and
/// shared by every thread; they change the time an answer takes, never the
/// answer.
pub struct Judge {
    options: Options,
    limits: Limits,
    readers: RwLock<Readers>,
    tries: AtomicUsize,
}

/// Quick readers, the latest learnt last.
type Readers = Vec<Arc<dyn QuickReader>>;

/// A line answered.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    /// The line's number in its file, from 1.
    pub line: usize,
    /// The line itself.
    pub text: &'a [u8],
    /// What the file calls the record.
    pub id: Option<Id>,
    /// The answer, or what is wrong with the record.
    pub answer: Result<Answer, Box<Reason>>,
}

/// What is known of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The verdict on the side to move.
    pub verdict: Verdict,
    /// The side that is in check although the other is to move: the board is
    /// answered, but no game leads to it.
    pub waiting_in_check: Option<Side>,
    /// What the record claims and the answer refutes.
    pub differences: Vec<Difference>,
    /// Why something that the record claims could not be looked at.
    pub unchecked: Option<Unchecked>,
    /// What the solver found, if the record states a goal.
    pub solved: Option<Box<Solved>>,
}

/// Somebody who is told the answers.
pub trait Receiver {
    /// Is told of a line that holds a board and nothing else, as most lines of
    /// most files do.
    fn board(&mut self, line: usize, verdict: Verdict, waiting_in_check: Option<Side>);

    /// Is told of any other line that holds a record.
    fn record(&mut self, judged: Judged);
}

impl Judge {
    /// Answers lines whose boards are read with these options.
    pub fn new(options: &Options) -> Self {
        let readers = RwLock::default();
        let limits = Limits::default();
        Self { options: options.clone(), limits, readers, tries: TRIES.into() }
    }

    /// Spends no more than this on solving any one record.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same, but every line is read carefully; for comparison.
    pub fn careful(options: &Options) -> Self {
        Self { tries: 0.into(), ..Self::new(options) }
    }

    /// Answers each line of a text that holds a record, in order. The text
    /// consists of whole lines, of which the first is line `first` of its
    /// file; rows are read if `columns` says where their cells are.
    pub fn answer(
        &self,
        text: &[u8],
        first: usize,
        columns: Option<&Columns>,
        receiver: &mut impl Receiver,
    ) {
        let mut readers = self.known_readers();
        let mut rest = text;
        let mut line = first;
        while !rest.is_empty() {
            let quickly = readers.iter().find_map(|reader| seen_whole(&**reader, rest));
            let end = match quickly {
                Some((seen, end)) => {
                    receiver.board(line, seen.verdict, seen.waiting_in_check);
                    end
                }
                None => {
                    let end = memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
                    let text = without_line_end(&rest[..end]);
                    if !super::is_between(text, columns) {
                        let (id, answer) = self.answer_line(text, columns, &mut readers);
                        receiver.record(Judged { line, text, id, answer });
                    }
                    end
                }
            };
            rest = &rest[end..];
            line += 1;
        }
    }

    /// Answers a line that holds a record, carefully.
    fn answer_line(
        &self,
        line: &[u8],
        columns: Option<&Columns>,
        readers: &mut Readers,
    ) -> (Option<Id>, Result<Answer, Box<Reason>>) {
        let record = notation::decode(line)
            .map_err(Fault::from)
            .and_then(|text| super::read(text, columns, &self.options));
        let record = match record {
            Ok(record) => record,
            Err(Fault { id, reason }) => return (id, Err(reason)),
        };
        match Board::new(&record.setup) {
            Ok(board) => {
                self.learn(line, &record, readers);
                (record.id, Ok(Answer::new(&board, &record.claims, &self.limits)))
            }
            Err(flaws) => (record.id, Err(Box::new(flaws.into()))),
        }
    }

    fn known_readers(&self) -> Readers {
        self.readers.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Learns to read lines like this one quickly.
    fn learn(&self, line: &[u8], record: &Record, readers: &mut Readers) {
        let try_one = |tries: usize| tries.checked_sub(1);
        if self.tries.fetch_update(Ordering::Relaxed, Ordering::Relaxed, try_one).is_err() {
            return;
        }
        // Another thread may have learnt it meanwhile.
        *readers = self.known_readers();
        if readers.iter().any(|reader| seen_whole(&**reader, line).is_some()) {
            return;
        }
        let reader = std::str::from_utf8(line)
            .ok()
            .and_then(|text| quick::learn(text, &record.setup, &self.options))
            .filter(|reader| seen_whole(&**reader, line).is_some());
        if let Some(reader) = reader {
            readers.push(Arc::clone(&reader));
            self.readers.write().unwrap_or_else(PoisonError::into_inner).push(reader);
        }
    }
}

/// What a quick reader sees in the line at the start of a text, and where the
/// next line begins; nothing if more than the board stands on the line.
#[inline]
fn seen_whole(reader: &dyn QuickReader, text: &[u8]) -> Option<(Seen, usize)> {
    let seen = reader.see(text)?;
    match text[seen.end..] {
        [] => Some((seen, seen.end)),
        [b'\n', ..] => Some((seen, seen.end + 1)),
        [b'\r', b'\n', ..] => Some((seen, seen.end + 2)),
        _ => None,
    }
}

fn without_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

impl Answer {
    /// The answer to a board without claims.
    pub fn plain(verdict: Verdict, waiting_in_check: Option<Side>) -> Self {
        Self { verdict, waiting_in_check, differences: Vec::new(), unchecked: None, solved: None }
    }

    /// The answer to a record that holds this board.
    fn new(board: &Board, claims: &Claims, limits: &Limits) -> Self {
        let waiting = board.side().opponent();
        let in_check = !board.checkers_of(waiting).is_empty();
        let verdict = board.verdict();
        let Checked { differences, unchecked, solved } =
            claims::check(claims, board, verdict, limits);
        Self {
            verdict,
            waiting_in_check: in_check.then_some(waiting),
            differences,
            unchecked,
            solved: solved.map(Box::new),
        }
    }
}
