//! A stream of many boards, one record at a time.
//!
//! A record ends as soon as its last line has been read, so an answer never
//! waits for more input than it needs. What the first line looks like decides
//! how a record goes on: brackets until they are closed and the line does not
//! end in a comma, rows until there are enough of them, FEN to the end of its
//! line. When a record turns out to be broken, reading resumes at the next
//! line that begins a record for certain, so that one bad board costs no other;
//! and neither does a byte that is no text.

use std::io::BufRead;

use super::error::ParseError;
use super::extent::{Extent, Step, is_whole_board};
use super::lexemes;
use super::lines::{Lines, Numbered, Unreadable};
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

/// Why there is no record.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// The stream cannot be read on, for the system's reason.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// There is a NUL in the record, or a byte that is no UTF-8; its first fault
    /// is told. More records may follow.
    #[error("{fault}")]
    Text {
        /// The record. Bytes that are no UTF-8 are replaced, and the rest of a
        /// long line may be missing.
        record: Record,
        /// What is wrong, its line counted within the record.
        fault: Box<ParseError>,
    },
}

/// The records of a stream; after a failure to read there are no more.
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
        if is_between(&first.text) {
            return Gathered::new(first).finish().map(Some);
        }
        let mut extent = Extent::new(&first.text, &self.options);
        let mut record = Gathered::new(first);
        let mut step = extent.step(record.first());
        loop {
            match step {
                Step::Done => return record.finish().map(Some),
                Step::Broken => return self.resume(record).map(Some),
                Step::More => {}
            }
            let Some(line) = self.lines.next()? else {
                let open = extent.is_open();
                return if open { self.resume(record) } else { record.finish() }.map(Some);
            };
            if extent.ends_before(&line.text) {
                self.lines.put_back(std::iter::once(line));
                return record.finish().map(Some);
            }
            step = extent.step(&line.text);
            record.push(line);
        }
    }

    /// The next line that is neither a comment nor a separator, or is no text.
    fn first_line(&mut self) -> Result<Option<Numbered>, StreamError> {
        loop {
            match self.lines.next()? {
                Some(line) if is_between(&line.text) && line.fault.is_none() => {}
                line => return Ok(line),
            }
        }
    }

    /// Ends a broken record before the first line in it that is a whole board,
    /// and puts back what follows.
    fn resume(&mut self, mut record: Gathered) -> Result<Record, StreamError> {
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
    /// Where it is no text, at most once a line.
    faults: Vec<(usize, Unreadable)>,
}

impl Gathered {
    fn new(first: Numbered) -> Self {
        let faults = first.fault.into_iter().collect();
        Self { text: first.text, line: first.number, starts: Vec::new(), faults }
    }

    fn first(&self) -> &str {
        &self.text
    }

    fn push(&mut self, line: Numbered) {
        self.text.push('\n');
        let start = self.text.len();
        self.starts.push(start);
        self.faults.extend(line.fault.map(|(offset, fault)| (start + offset, fault)));
        self.text += &line.text;
    }

    fn finish(self) -> Result<Record, StreamError> {
        let record = Record { text: self.text, line: self.line };
        match self.faults.first() {
            None => Ok(record),
            Some(&(offset, fault)) => {
                let fault = fault.in_text(&record.text, offset).into();
                Err(StreamError::Text { record, fault })
            }
        }
    }

    fn split_at_whole_board(&mut self) -> Vec<Numbered> {
        let ends = self.starts.iter().skip(1).map(|start| start - 1).chain([self.text.len()]);
        let whole = |(start, end): (usize, usize)| is_whole_board(&self.text[start..end]);
        let Some(first) = self.starts.iter().copied().zip(ends).position(whole) else {
            return Vec::new();
        };
        let mut start = self.starts[first];
        let number = self.line + 1 + first;
        let before = self.faults.partition_point(|&(offset, _)| offset < start);
        let mut faults = self.faults.split_off(before).into_iter().peekable();
        let mut lines = Vec::new();
        for (number, text) in (number..).zip(self.text[start..].split('\n')) {
            let fault = faults.next_if(|&(offset, _)| offset <= start + text.len());
            let fault = fault.map(|(offset, fault)| (offset - start, fault));
            lines.push(Numbered { text: text.into(), number, fault });
            start += text.len() + 1;
        }
        self.text.truncate(self.starts[first] - 1);
        self.starts.truncate(first);
        lines
    }
}

#[cfg(test)]
mod tests;
