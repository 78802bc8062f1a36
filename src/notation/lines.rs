//! The lines of a stream of text, one at a time, checked as they arrive. A NUL
//! or a byte that is no UTF-8 is a fault of its line and of no other.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::error::ParseError;

/// The longest line that is kept in memory, in bytes. Nothing after a longer
/// one is read.
const MAX_LINE: usize = 1 << 28;

/// How much is kept of a line from the byte on that is no text: enough to be
/// shown, and to tell how the record goes on.
const KEPT: usize = 1 << 16;

/// A line without its end, and its number from 1.
#[derive(Debug)]
pub(super) struct Numbered {
    /// Its text; from a fault on, bytes that are no UTF-8 are replaced.
    pub text: String,
    pub number: usize,
    /// What in it is no text, and at which byte.
    pub fault: Option<(usize, Unreadable)>,
}

/// The lines of a stream; some may be put back.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    returned: VecDeque<Numbered>,
    read: usize,
    over: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, returned: VecDeque::new(), read: 0, over: false }
    }

    /// The next line; none at the end of the stream and after a failure.
    pub(super) fn next(&mut self) -> io::Result<Option<Numbered>> {
        if let Some(line) = self.returned.pop_front() {
            return Ok(Some(line));
        }
        if self.over {
            return Ok(None);
        }
        let line = self.read_line();
        self.over |= line.is_err();
        line
    }

    /// Puts lines back before all that are still to come.
    pub(super) fn put_back(&mut self, lines: impl DoubleEndedIterator<Item = Numbered>) {
        for line in lines.rev() {
            self.returned.push_front(line);
        }
    }

    fn read_line(&mut self) -> io::Result<Option<Numbered>> {
        let mut line = Bytes::default();
        let ended = loop {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            let newline = chunk.iter().position(|&byte| byte == b'\n');
            let length = newline.unwrap_or(chunk.len());
            let end = newline.is_some() || length == 0;
            line.take(&chunk[..length], end);
            self.input.consume(length + usize::from(newline.is_some()));
            if end || line.length > MAX_LINE {
                break newline.is_some();
            }
        };
        self.over = !ended;
        if line.length == 0 && !ended {
            return Ok(None);
        }
        self.read += 1;
        Ok(Some(line.number(self.read)))
    }
}

/// A line as it arrives.
#[derive(Default)]
struct Bytes {
    /// What is kept of it.
    kept: Vec<u8>,
    /// How long it is so far.
    length: usize,
    /// How much of it is known to be text.
    checked: usize,
    fault: Option<Unreadable>,
}

impl Bytes {
    /// Takes in what comes next; `end` if nothing follows.
    fn take(&mut self, bytes: &[u8], end: bool) {
        self.length += bytes.len();
        if self.fault.is_some() {
            let room = (self.checked + KEPT).saturating_sub(self.kept.len());
            self.kept.extend_from_slice(&bytes[..bytes.len().min(room)]);
            return;
        }
        self.kept.extend_from_slice(bytes);
        let (valid, fault) = valid_prefix(&self.kept[self.checked..]);
        self.checked += valid.len();
        // An unfinished character may still be completed.
        self.fault = fault.filter(|fault| end || !matches!(fault, Unreadable::Unfinished(_)));
        if self.fault.is_none() && self.length > MAX_LINE {
            self.fault = Some(Unreadable::Long);
        }
    }

    fn number(self, number: usize) -> Numbered {
        let Self { mut kept, checked, fault, .. } = self;
        if fault.is_some() {
            kept.truncate(checked + KEPT);
        }
        let text = String::from_utf8(kept)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        let (text, offset) = match text.strip_prefix('\u{feff}') {
            Some(text) if number == 1 => (text.to_owned(), checked - '\u{feff}'.len_utf8()),
            _ => (text, checked),
        };
        Numbered { text, number, fault: fault.map(|fault| (offset, fault)) }
    }
}

/// Why bytes are no text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unreadable {
    Nul,
    Byte(u8),
    Unfinished(u8),
    Long,
}

impl Unreadable {
    /// The fault behind a valid text.
    pub(super) fn in_text(self, text: &str, offset: usize) -> ParseError {
        let found = match self {
            Self::Nul => "a NUL byte".into(),
            Self::Byte(byte) | Self::Unfinished(byte) => {
                format!("the byte 0x{byte:02X}, which is no UTF-8 here")
            }
            Self::Long => format!("a line of more than {MAX_LINE} bytes"),
        };
        let hint = match self {
            Self::Long => "boards have at most 2048 squares",
            _ => "is this a text file?",
        };
        ParseError::at(text, offset, &found, "text in UTF-8").over(1).hint(hint)
    }
}

/// The bytes that are text up to the first fault.
pub(super) fn valid_prefix(bytes: &[u8]) -> (&str, Option<Unreadable>) {
    let (text, fault) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            let fault = match error.error_len() {
                None => Unreadable::Unfinished(rest[0]),
                Some(_) => Unreadable::Byte(rest[0]),
            };
            (std::str::from_utf8(valid).unwrap_or_default(), Some(fault))
        }
    };
    match text.bytes().position(|byte| byte == 0) {
        Some(nul) => (&text[..nul], Some(Unreadable::Nul)),
        None => (text, fault),
    }
}
