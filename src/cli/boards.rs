//! A stream of boards, answered one after the other. A bad one costs no other:
//! the first few are described on standard error, the rest are counted.

use std::fmt;
use std::io::{BufRead, Write};

use anyhow::Context;
use hypermate::batch::warning;
use hypermate::board::Board;
use hypermate::flaw::Flaws;
use hypermate::notation::snippet::{self, Source as Excerpt};
use hypermate::notation::{self, Options, ParseError, Record, Records, StreamError};
use hypermate::puzzle::Columns;
use hypermate::setup::Setup;

use super::input::{Input, Source};
use super::{Exit, Session};

/// What to do with a puzzle list.
const PUZZLE: &str = "`hypermate batch` reads puzzle files and checks what they state";

/// How many bad boards are described, and how many odd ones.
const DESCRIBED: usize = 10;

/// Where a board stands: the source's name and the line it begins on.
pub struct Place<'a>(&'a str, usize);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.0, self.1)
    }
}

/// The boards of one source.
pub struct Boards {
    name: String,
    remark: Option<String>,
    live: bool,
    options: Options,
    records: Records<Box<dyn BufRead>>,
    read: usize,
    bad: usize,
    odd: usize,
}

impl Boards {
    /// The boards that the arguments name.
    pub fn open(input: &Input, session: &Session) -> anyhow::Result<Self> {
        let mut options = session.common.reading();
        let Source { name, text, variant, live, remark } = input.open(options.variant)?;
        options.variant = options.variant.or(variant);
        let records = Records::new(text, &options);
        Ok(Self { name, remark, live, options, records, read: 0, bad: 0, odd: 0 })
    }

    /// Answers each board, and warns of those where only the side that is not
    /// to move is in check. The exit is the gravest of all.
    pub fn answer(
        self,
        session: &mut Session,
        mut answer: impl FnMut(&Board, &mut Session) -> anyhow::Result<Exit>,
    ) -> anyhow::Result<Exit> {
        self.answer_at(session, |board, _, session| answer(board, session))
    }

    /// The same, for answers that name the board's place.
    pub fn answer_at(
        self,
        session: &mut Session,
        mut answer: impl FnMut(&Board, Place, &mut Session) -> anyhow::Result<Exit>,
    ) -> anyhow::Result<Exit> {
        self.each(session, |boards, setup, record, session| match Board::new(setup) {
            Ok(board) => {
                boards.warn(&board, record, session);
                answer(&board, Place(&boards.name, record.line), session)
            }
            Err(flaws) => Ok(boards.refuse(&flaws, setup, record, session)),
        })
    }

    /// Answers each board as it was written, possible or not.
    pub fn answer_setups(
        self,
        session: &mut Session,
        mut answer: impl FnMut(&Setup, &mut Session) -> anyhow::Result<Exit>,
    ) -> anyhow::Result<Exit> {
        self.each(session, |_, setup, _, session| answer(setup, session))
    }

    /// The only board there is; nothing if the source holds anything bad, which
    /// has been said.
    ///
    /// # Errors
    /// If there are several boards.
    pub fn only(self, session: &mut Session) -> anyhow::Result<Option<Board>> {
        let mut only = None;
        let name = self.name.clone();
        let exit = self.answer(session, |board, _| match only.replace(board.clone()) {
            None => Ok(Exit::Done),
            Some(_) => anyhow::bail!("{name} holds several boards, and one is wanted"),
        })?;
        Ok(only.filter(|_| exit == Exit::Done))
    }

    fn each(
        mut self,
        session: &mut Session,
        mut answer: impl FnMut(&mut Self, &Setup, &Record, &mut Session) -> anyhow::Result<Exit>,
    ) -> anyhow::Result<Exit> {
        let mut exit = Exit::Done;
        while let Some(record) = self.next_record()? {
            self.read += 1;
            let outcome = match record {
                Ok(record) => match notation::read(&record.text, &self.options) {
                    Ok(setup) => answer(&mut self, &setup, &record, session)?,
                    Err(fault) => self.reject(&fault, &record, session),
                },
                Err((record, fault)) => self.reject(&fault, &record, session),
            };
            exit = exit.max(outcome);
            if self.live {
                session.out.flush()?;
            }
        }
        self.count_the_rest(session);
        Ok(exit)
    }

    /// The next record, or what makes it unreadable. An empty stream is one
    /// bad record.
    fn next_record(&mut self) -> anyhow::Result<Option<Result<Record, (Record, ParseError)>>> {
        match self.records.next() {
            Some(Ok(record)) => Ok(Some(Ok(record))),
            Some(Err(StreamError::Text { record, fault })) => Ok(Some(Err((record, *fault)))),
            Some(Err(error)) => Err(error).with_context(|| format!("cannot read {}", self.name)),
            None if self.read == 0 => Ok(Some(Ok(Record { text: String::new(), line: 1 }))),
            None => Ok(None),
        }
    }

    /// Says what is wrong with a text.
    fn reject(&mut self, fault: &ParseError, record: &Record, session: &Session) -> Exit {
        self.bad += 1;
        if self.bad <= DESCRIBED {
            let messages = &session.messages;
            let (text, name, first_line) = (&record.text, &self.name, record.line);
            let excerpt = Excerpt { text, name, first_line };
            let fault = match (&fault.hint, &self.remark) {
                _ if is_puzzle_list(text) => &fault.clone().hint(PUZZLE),
                (None, Some(remark)) => &fault.clone().hint(remark),
                _ => fault,
            };
            messages.plain(snippet::draw(&excerpt, fault, messages.colour()));
        }
        Exit::Fault
    }

    /// Says why a board is impossible.
    fn refuse(&mut self, flaws: &Flaws, setup: &Setup, record: &Record, session: &Session) -> Exit {
        self.bad += 1;
        if self.bad <= DESCRIBED {
            let messages = &session.messages;
            messages.error("impossible board");
            messages.plain(format_args!(" --> {}", Place(&self.name, record.line)));
            for phrase in flaws.phrases() {
                messages.plain(format_args!("  = {phrase}"));
            }
            if self.options.variant.is_none() {
                let (variant, shape) = (setup.variant.name, &setup.shape);
                messages.plain(format_args!(
                    "  = help: it was read as {variant} on {shape}; --variant, --shape and --side overrule the text"
                ));
            }
        }
        Exit::Fault
    }

    /// Warns of a check that should not be there.
    fn warn(&mut self, board: &Board, record: &Record, session: &Session) {
        let waiting = board.side().opponent();
        if board.checkers_of(waiting).is_empty() {
            return;
        }
        self.odd += 1;
        if self.odd <= DESCRIBED || session.common.verbose {
            let place = Place(&self.name, record.line);
            session.messages.warning(format_args!("{place}: {}", warning(waiting)));
        }
    }

    fn count_the_rest(&self, session: &Session) {
        let messages = &session.messages;
        if self.bad > DESCRIBED {
            messages.error(format_args!("{} more bad boards", self.bad - DESCRIBED));
        }
        if self.odd > DESCRIBED && !session.common.verbose {
            messages.warning(format_args!("{} more such boards", self.odd - DESCRIBED));
        }
    }
}

/// Whether a text begins with the header of a puzzle list.
fn is_puzzle_list(text: &str) -> bool {
    text.lines().next().is_some_and(|line| Columns::of_header(line).is_some())
}
