//! What a batch run shows: answers on standard output, everything else and a
//! progress bar on standard error.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hypermate::batch::{Fault, Note, Sink, Tally, warning};
use hypermate::notation::Options;
use hypermate::notation::snippet::{self, Source};
use hypermate::puzzle::{self, Id, Reason};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::Session;
use crate::cli::args::When;
use crate::cli::output::Messages;

/// What to do with a board that was given for a file.
const INSTEAD: &str = "; batch reads files: pipe the board in, or ask without batch";

/// How many bad records are drawn with a caret; of the others a line is said.
const DRAWN: u64 = 10;

/// The two streams and the bar.
pub struct Screen {
    answers: File,
    messages: Messages,
    verbose: bool,
    bar: Option<ProgressBar>,
    read: Arc<AtomicU64>,
    drawn: u64,
}

impl Screen {
    /// Takes the place of the session's own streams. `size` is how many bytes
    /// there are to read, if that is known; `read` how many were.
    pub fn new(session: &mut Session, size: Option<u64>, read: Arc<AtomicU64>) -> io::Result<Self> {
        let common = &session.common;
        let wanted = match common.progress {
            When::Always => true,
            When::Never => false,
            // Answers that run over the same terminal would tear the bar.
            When::Auto => !common.quiet && !io::stdout().is_terminal(),
        };
        Ok(Self {
            answers: session.out.unlocked()?,
            messages: session.messages,
            verbose: common.verbose,
            bar: wanted.then(|| bar(size)),
            read,
            drawn: 0,
        })
    }

    /// Says something, the bar put aside.
    fn say(&self, speak: impl FnOnce(&Messages)) {
        match &self.bar {
            Some(bar) => bar.suspend(|| speak(&self.messages)),
            None => speak(&self.messages),
        }
    }

    fn say_bad(&mut self, fault: &Fault) {
        self.drawn += 1;
        let place = place(&fault.file, fault.line, fault.id.as_ref());
        match &*fault.reason {
            Reason::Text(error) if self.drawn <= DRAWN => {
                let (text, name, first_line) = (&*fault.text, &*fault.file, fault.line);
                let source = Source { text, name, first_line };
                self.say(|to| to.plain(snippet::draw(&source, error, to.colour())));
            }
            Reason::Text(error) => {
                let (column, message) = (error.column, fault.reason.message());
                self.say(|to| to.error(format_args!("{place}: column {column}: {message}")));
            }
            reason => self.say(|to| to.error(format_args!("{place}: {reason}"))),
        }
    }
}

impl Sink for Screen {
    fn answers(&mut self, lines: &[u8]) -> io::Result<()> {
        self.answers.write_all(lines)
    }

    fn note(&mut self, note: &Note) {
        match note {
            Note::Bad(fault) => self.say_bad(fault),
            Note::Warning { file, line, id, side } if self.verbose => {
                let place = place(file, *line, id.as_ref());
                self.say(|to| to.warning(format_args!("{place}: {}", warning(*side))));
            }
            Note::Warning { .. } => {}
            Note::Difference { file, line, id, difference } => {
                let place = place(file, *line, id.as_ref());
                self.say(|to| to.plain(format_args!("difference: {place}: {difference}")));
            }
            Note::Unchecked { file, line, id, reason } if self.verbose => {
                let place = place(file, *line, id.as_ref());
                self.say(|to| to.plain(format_args!("not checked: {place}: {reason}")));
            }
            Note::Solved { file, line, id, solved } if self.verbose => {
                let place = place(file, *line, id.as_ref());
                let keys: String = solved.keys.iter().map(|key| format!(" {key}")).collect();
                let (goal, outcome) = (solved.goal, solved.outcome);
                self.say(|to| to.plain(format_args!("solved: {place}: {goal} {outcome}{keys}")));
            }
            Note::Unchecked { .. } | Note::Solved { .. } => {}
            Note::Failure { file, line: 0, reason } => {
                let hint = if is_board(file) { INSTEAD } else { "" };
                self.say(|to| to.error(format_args!("cannot open {file}: {reason}{hint}")));
            }
            Note::Failure { file, line, reason } => {
                self.say(|to| {
                    to.error(format_args!("cannot read {file} past line {line}: {reason}"))
                });
            }
        }
    }

    fn progress(&mut self, tally: &Tally) {
        if let Some(bar) = &self.bar {
            bar.set_position(self.read.load(Ordering::Relaxed));
            bar.set_message(format!("{} records", tally.records));
        }
    }

    fn end(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Whether the name of a file that is not there is a board's text.
fn is_board(name: &str) -> bool {
    name.contains(['[', '|']) || puzzle::read(name, None, &Options::default()).is_ok()
}

fn place(file: &str, line: usize, id: Option<&Id>) -> String {
    let id = id.map_or_else(String::new, |id| format!(" ({id})"));
    format!("{file}:{line}{id}")
}

/// A bar over the bytes read; it stays hidden where there is no terminal.
fn bar(size: Option<u64>) -> ProgressBar {
    let (bar, style) = match size {
        Some(size) => (
            ProgressBar::new(size),
            "{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {msg}, {eta} left",
        ),
        None => (ProgressBar::no_length(), "{spinner} {bytes} {bytes_per_sec} {msg}"),
    };
    match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
