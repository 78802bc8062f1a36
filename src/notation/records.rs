//! A stream of many boards, one record at a time.
//!
//! A record ends as soon as its last line has been read, so an answer never
//! waits for more input than it needs. What the first line looks like decides
//! how a record goes on: brackets until they are closed and the line does not
//! end in a comma, rows until there are enough of them, FEN to the end of its
//! line. When a record turns out to be broken, reading resumes at the next
//! line that begins a record for certain, so that one bad board costs no other.

use std::io::BufRead;

use super::error::ParseError;
use super::extent::{Extent, Step, is_whole_board};
use super::lexemes;
use super::lines::{Lines, Numbered};
use super::options::Options;
use super::rows::Line;

/// A board's text within a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its lines, comments among them included.
    pub text: String,
    /// The number of its first line in the stream, from 1.
    pub line: usize,
}

/// Why a stream cannot be read on.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// The system's reason.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A NUL, or a byte that is no UTF-8. The record is the line at fault as
    /// far as it was read.
    #[error("{fault}")]
    Text {
        /// The line at fault.
        record: Record,
        /// What is wrong, its line counted within the record.
        fault: Box<ParseError>,
    },
}

/// The records of a stream; after an error there are no more.
#[derive(Debug)]
pub struct Records<R> {
    lines: Lines<R>,
    options: Options,
}

impl<R: BufRead> Records<R> {
    /// The records of a stream whose boards are read with these options.
    pub fn new(input: R, options: &Options) -> Self {
        Self { lines: Lines::new(input), options: options.clone() }
    }

    fn record(&mut self) -> Result<Option<Record>, StreamError> {
        let Some(first) = self.first_line()? else { return Ok(None) };
        let mut extent = Extent::new(&first.text, &self.options);
        let mut record = Gathered::new(first);
        let mut step = extent.step(record.first());
        loop {
            match step {
                Step::Done => return Ok(Some(record.finish())),
                Step::Broken => return Ok(Some(self.resume(record))),
                Step::More => {}
            }
            let Some(line) = self.lines.next()? else {
                let open = extent.is_open();
                return Ok(Some(if open { self.resume(record) } else { record.finish() }));
            };
            if extent.ends_before(&line.text) {
                self.lines.put_back(std::iter::once(line));
                return Ok(Some(record.finish()));
            }
            step = extent.step(&line.text);
            record.push(line);
        }
    }

    /// The next line that is neither a comment nor a separator.
    fn first_line(&mut self) -> Result<Option<Numbered>, StreamError> {
        loop {
            match self.lines.next()? {
                Some(line) if is_between(&line.text) => {}
                line => return Ok(line),
            }
        }
    }

    /// Ends a broken record before the first line in it that is a whole board,
    /// and puts back what follows.
    fn resume(&mut self, mut record: Gathered) -> Record {
        let rest = record.split_at_whole_board();
        self.lines.put_back(rest.into_iter());
        record.finish()
    }
}

/// Whether a line only stands between records.
fn is_between(line: &str) -> bool {
    lexemes::trim(line).is_empty() || matches!(Line::of(line), Line::Comment | Line::Separator)
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, StreamError>;
    fn next(&mut self) -> Option<Self::Item> {
        self.record().transpose()
    }
}

/// The lines of a record so far.
struct Gathered {
    text: String,
    line: usize,
    /// Where each line after the first begins.
    starts: Vec<usize>,
}

impl Gathered {
    fn new(first: Numbered) -> Self {
        Self { text: first.text, line: first.number, starts: Vec::new() }
    }

    fn first(&self) -> &str {
        &self.text
    }

    fn push(&mut self, line: Numbered) {
        self.text.push('\n');
        self.starts.push(self.text.len());
        self.text += &line.text;
    }

    fn finish(self) -> Record {
        Record { text: self.text, line: self.line }
    }

    fn split_at_whole_board(&mut self) -> Vec<Numbered> {
        let ends = self.starts.iter().skip(1).map(|start| start - 1).chain([self.text.len()]);
        let whole = |(start, end): (usize, usize)| is_whole_board(&self.text[start..end]);
        let Some(first) = self.starts.iter().copied().zip(ends).position(whole) else {
            return Vec::new();
        };
        let start = self.starts[first];
        let number = self.line + 1 + first;
        let lines = self.text[start..].split('\n').enumerate();
        let lines = lines
            .map(|(index, text)| Numbered { text: text.into(), number: number + index })
            .collect();
        self.text.truncate(start - 1);
        self.starts.truncate(first);
        lines
    }
}

#[cfg(test)]
mod tests;
