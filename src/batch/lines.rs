//! A file becomes blocks of whole lines: what one read gives, up to the last
//! line end in it.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memrchr};

use crate::puzzle::{Columns, Source};

/// The longest record, in bytes. The largest board takes two thousand; the
/// rest is room for what JSON may carry along.
pub const MAX_RECORD: usize = 1 << 24;

/// How much is read at a time, in bytes.
const READ: usize = 1 << 17;

/// How much of a record that is too long is kept, to be shown.
const SHOWN: usize = 80;

/// Some lines of a file.
pub(super) struct Block {
    /// The file's name.
    pub file: Arc<str>,
    /// The number of the first line.
    pub line: usize,
    /// Where it begins in the file's plain bytes.
    pub start: u64,
    /// Where it stands in the buffer that was read into.
    pub within: Range<usize>,
    /// What the cells of a row are, in a puzzle list.
    pub columns: Option<Arc<Columns>>,
    /// What there is to say of the lines.
    pub state: State,
}

/// What there is to say of a block's lines.
pub(super) enum State {
    /// They are whole.
    Whole,
    /// There is one, and this is only its start.
    TooLong,
    /// There are none, for the file cannot be read on.
    Failed(io::Error),
}

impl Block {
    /// What stands for the rest of a file that cannot be read on.
    pub fn failed(file: Arc<str>, line: usize, error: io::Error) -> Self {
        Self { file, line, start: 0, within: 0..0, columns: None, state: State::Failed(error) }
    }

    /// Leaves out the first bytes, which are whole lines.
    pub fn drop_front(&mut self, text: &[u8], bytes: usize) {
        self.line += memchr_iter(b'\n', &text[self.within.clone()][..bytes]).count();
        self.start += bytes as u64;
        self.within.start += bytes;
    }
}

/// The lines of a file.
pub(super) struct Lines {
    name: Arc<str>,
    source: Source,
    columns: Option<Arc<Columns>>,
    /// The number of the next line.
    line: usize,
    /// Where the next line begins in the file's plain bytes.
    offset: u64,
    /// What was read and not handed out is `buffer[..ahead]`; there is no line
    /// end in `buffer[..searched]`.
    buffer: Vec<u8>,
    ahead: usize,
    searched: usize,
    /// How much was dropped of a line that is too long.
    dropped: u64,
    over: bool,
}

impl Lines {
    /// The lines of a file that was opened.
    pub fn new(name: Arc<str>, source: Source) -> Self {
        Self {
            name,
            source,
            columns: None,
            line: 1,
            offset: 0,
            buffer: Vec::new(),
            ahead: 0,
            searched: 0,
            dropped: 0,
            over: false,
        }
    }

    /// The plain bytes of all lines handed out.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next lines, within what `text` then holds: as many as one read
    /// gives, so that nothing that has come waits for more. What `text` held
    /// before is overwritten, its memory used again.
    pub fn next(&mut self, text: &mut Vec<u8>) -> Option<Block> {
        loop {
            if self.searched < self.ahead
                && let Some(block) = self.take_lines(text)
            {
                return Some(block);
            }
            if self.over {
                return None;
            }
            match self.read() {
                Ok(0) => {
                    self.over = true;
                    return self.take_rest(text);
                }
                Ok(length) => self.ahead += length,
                Err(error) => {
                    self.over = true;
                    let failed = Block::failed(Arc::clone(&self.name), self.line, error);
                    return Some(Block { start: self.offset, ..failed });
                }
            }
        }
    }

    fn read(&mut self) -> io::Result<usize> {
        let end = self.ahead + READ;
        if self.buffer.len() < end {
            self.buffer.resize(end, 0);
        }
        self.source.read(&mut self.buffer[self.ahead..end])
    }

    /// The whole lines among what was read.
    fn take_lines(&mut self, text: &mut Vec<u8>) -> Option<Block> {
        if self.dropped > 0 {
            return self.end_long_line(text);
        }
        match memrchr(b'\n', &self.buffer[self.searched..self.ahead]) {
            Some(last) => Some(self.hand_out(text, self.searched + last + 1)),
            None => {
                self.searched = self.ahead;
                if self.ahead > MAX_RECORD {
                    self.drop_long_line(SHOWN);
                }
                None
            }
        }
    }

    /// The last line, if it has no end.
    fn take_rest(&mut self, text: &mut Vec<u8>) -> Option<Block> {
        if self.ahead == 0 {
            return None;
        }
        let (end, dropped) = (self.ahead, self.dropped);
        let block = self.hand_out(text, end);
        self.offset += dropped;
        Some(if dropped > 0 { Block { state: State::TooLong, ..block } } else { block })
    }

    /// Hands out the first bytes of what was read.
    fn hand_out(&mut self, text: &mut Vec<u8>, end: usize) -> Block {
        self.pass(text, end);
        let (line, start) = (self.line, self.offset);
        self.line += memchr_iter(b'\n', &text[..end]).count();
        self.offset += end as u64;
        let file = Arc::clone(&self.name);
        let mut block =
            Block { file, line, start, within: 0..end, columns: None, state: State::Whole };
        if start == 0 {
            self.begin(text, &mut block);
        }
        block.columns.clone_from(&self.columns);
        block
    }

    /// Takes what is no record from the start of a file: the byte-order mark
    /// and the header of a puzzle list.
    fn begin(&mut self, text: &[u8], block: &mut Block) {
        if text.starts_with("\u{feff}".as_bytes()) {
            block.drop_front(text, 3);
        }
        let lines = &text[block.within.clone()];
        let end = memchr(b'\n', lines).map_or(lines.len(), |newline| newline + 1);
        let header = std::str::from_utf8(&lines[..end]).ok().and_then(Columns::of_header);
        if let Some(columns) = header {
            self.columns = Some(Arc::new(columns));
            block.drop_front(text, end);
        }
    }

    /// Passes the buffer on; what stands in it from `end` on is the start of
    /// the next.
    fn pass(&mut self, text: &mut Vec<u8>, end: usize) {
        std::mem::swap(&mut self.buffer, text);
        let rest = &text[end..self.ahead];
        if self.buffer.len() < rest.len() {
            self.buffer.resize(rest.len(), 0);
        }
        self.buffer[..rest.len()].copy_from_slice(rest);
        self.ahead = rest.len();
        self.searched = 0;
    }

    /// Keeps the first bytes of what was read and drops the others.
    fn drop_long_line(&mut self, kept: usize) {
        self.dropped += (self.ahead - kept) as u64;
        self.ahead = kept;
        self.searched = kept;
    }

    fn end_long_line(&mut self, text: &mut Vec<u8>) -> Option<Block> {
        let Some(end) = memchr(b'\n', &self.buffer[SHOWN..self.ahead]) else {
            self.drop_long_line(SHOWN);
            return None;
        };
        let end = SHOWN + end + 1;
        self.pass(text, end);
        let (line, start) = (self.line, self.offset);
        self.line += 1;
        self.offset += std::mem::take(&mut self.dropped) + end as u64;
        let file = Arc::clone(&self.name);
        Some(Block { file, line, start, within: 0..SHOWN, columns: None, state: State::TooLong })
    }
}
