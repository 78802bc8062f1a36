//! What is to be read, file by file, and which part of it.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memchr::memchr;

use super::lines::{Block, Lines, State};
use crate::puzzle::{Source, is_between};

/// A stream of bytes.
type Stream = Box<dyn Read + Send>;

/// What is to be read.
pub struct Input {
    name: Arc<str>,
    from: From,
}

enum From {
    Path(PathBuf),
    Stream(Stream),
}

impl Input {
    /// A file, opened when its turn comes.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        Self { name: path.to_string_lossy().into(), from: From::Path(path) }
    }

    /// A stream, by the name that messages call it.
    pub fn stream(name: &str, stream: impl Read + Send + 'static) -> Self {
        Self { name: name.into(), from: From::Stream(Box::new(stream)) }
    }

    fn open(self, read: &Arc<AtomicU64>) -> io::Result<Source> {
        let stream: Stream = match self.from {
            From::Path(path) => Box::new(File::open(path)?),
            From::Stream(stream) => stream,
        };
        Source::open(Counted { stream, read: Arc::clone(read) })
    }

    /// How many bytes it has, once decompressed.
    fn plain_length(&self) -> io::Result<u64> {
        let From::Path(path) = &self.from else {
            return Err(io::Error::other("a stream has no length"));
        };
        let mut source = Source::open(File::open(path)?)?;
        if source.kind() == "plain" {
            return Ok(std::fs::metadata(path)?.len());
        }
        io::copy(&mut source, &mut io::sink())
    }
}

/// A stream that adds up how much was read from it.
struct Counted {
    stream: Stream,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.stream.read(buffer)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// The `i`th of `n` parts of the input, written `i/n` and counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

/// A text that names no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no part; write which of how many, as in 2/8")]
pub struct ShardError(String);

impl FromStr for Shard {
    type Err = ShardError;
    fn from_str(text: &str) -> Result<Self, ShardError> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            Some((index.parse::<u64>().ok()?, count.parse::<u64>().ok()?))
        });
        numbers
            .filter(|(index, count)| (1..=*count).contains(index))
            .map(|(index, count)| Self { index, count })
            .ok_or_else(|| ShardError(text.chars().take(40).collect()))
    }
}

impl Shard {
    /// Whether the input begins with it.
    pub fn is_first(self) -> bool {
        self.index == 1
    }

    /// Which of so many bytes, or of anything else, belong to the part. The
    /// parts join without gap, and the last has no end.
    pub fn range(self, length: u64) -> Range<u64> {
        let cut =
            |index: u64| (u128::from(length) * u128::from(index) / u128::from(self.count)) as u64;
        // Whatever a file has gained meanwhile belongs to the last part.
        let end = if self.index == self.count { u64::MAX } else { cut(self.index) };
        cut(self.index - 1)..end
    }
}

/// Blocks of whole lines, file by file.
pub struct Intake {
    inputs: VecDeque<Input>,
    open: Option<Lines>,
    /// Bytes read, as they are stored.
    read: Arc<AtomicU64>,
    /// Lines that begin in this range of all plain bytes are wanted.
    wanted: Range<u64>,
    /// Plain bytes of the files that are done with.
    passed: u64,
    /// Records still to be passed over.
    skip: u64,
}

impl Intake {
    /// Reads these, one after another.
    pub fn new(inputs: Vec<Input>) -> Self {
        let inputs = inputs.into();
        Self { inputs, open: None, read: Arc::default(), wanted: 0..u64::MAX, passed: 0, skip: 0 }
    }

    /// Reads only the lines that begin in one part of the input's bytes,
    /// decompressed. The parts of an input, in order, are the whole.
    ///
    /// # Errors
    /// If the length of an input cannot be found out; the error names it.
    pub fn only(mut self, shard: Shard) -> io::Result<Self> {
        let named = |input: &Input, error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", input.name))
        };
        let length = |input| Input::plain_length(input).map_err(|error| named(input, error));
        let length = self.inputs.iter().map(length).sum::<io::Result<u64>>()?;
        self.wanted = shard.range(length);
        Ok(self)
    }

    /// Passes over that many records.
    #[must_use]
    pub fn skip(mut self, records: u64) -> Self {
        self.skip = records;
        self
    }

    /// How many bytes were read so far, as they are stored.
    pub fn bytes_read(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }

    /// The next lines of what is wanted, within what `text` then holds.
    pub(super) fn next(&mut self, text: &mut Vec<u8>) -> Option<Block> {
        loop {
            let lines = match &mut self.open {
                Some(lines) => lines,
                None => {
                    let input = self.inputs.pop_front()?;
                    let name = Arc::clone(&input.name);
                    match input.open(&self.read) {
                        Ok(source) => self.open.insert(Lines::new(name, source)),
                        Err(error) => {
                            return Some(Block::failed(name, 0, error));
                        }
                    }
                }
            };
            match lines.next(text) {
                Some(mut block) => {
                    if self.passed + block.start >= self.wanted.end {
                        return None;
                    }
                    if self.trim(text, &mut block) {
                        return Some(block);
                    }
                }
                None => {
                    self.passed += lines.offset();
                    self.open = None;
                }
            }
        }
    }

    /// Leaves out what is not wanted of a block; whether anything is left.
    fn trim(&mut self, text: &[u8], block: &mut Block) -> bool {
        let start = self.passed + block.start;
        let lines = &text[block.within.clone()];
        if start < self.wanted.start || self.wanted.end - start < lines.len() as u64 {
            let first = first_line_from(lines, self.wanted.start.saturating_sub(start));
            let end = first_line_from(lines, self.wanted.end - start);
            block.within.end = block.within.start + end.max(first);
            block.drop_front(text, first);
        }
        if self.skip > 0 {
            self.pass_over(text, block);
        }
        !block.within.is_empty() || matches!(block.state, State::Failed(_))
    }

    /// Leaves out records as long as there are some to pass over.
    fn pass_over(&mut self, text: &[u8], block: &mut Block) {
        let lines = &text[block.within.clone()];
        let mut at = 0;
        while self.skip > 0 && at < lines.len() {
            let end = memchr(b'\n', &lines[at..]).map_or(lines.len(), |newline| at + newline + 1);
            let between = is_between(&lines[at..end], block.columns.as_deref());
            self.skip -= u64::from(!between);
            at = end;
        }
        block.drop_front(text, at);
    }
}

/// Where the first line begins that begins at a byte or after it.
fn first_line_from(text: &[u8], byte: u64) -> usize {
    match usize::try_from(byte) {
        Ok(0) => 0,
        Ok(byte) if byte <= text.len() => {
            memchr(b'\n', &text[byte - 1..]).map_or(text.len(), |newline| byte + newline)
        }
        _ => text.len(),
    }
}
