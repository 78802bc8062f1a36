//! The lines of a stream of text, one at a time, checked as they arrive: a NUL
//! or a byte that is no UTF-8 is found in the middle of an endless line too.

use std::collections::VecDeque;
use std::io::BufRead;

use super::error::ParseError;
use super::records::{Record, StreamError};

/// The longest line that is kept in memory, in bytes.
const MAX_LINE: usize = 1 << 28;

/// A line without its end, and its number from 1.
#[derive(Debug)]
pub(super) struct Numbered {
    pub text: String,
    pub number: usize,
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
    pub(super) fn next(&mut self) -> Result<Option<Numbered>, StreamError> {
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

    fn read_line(&mut self) -> Result<Option<Numbered>, StreamError> {
        let mut bytes = Vec::new();
        let mut checked = 0;
        let ended = loop {
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            let newline = chunk.iter().position(|&byte| byte == b'\n');
            let length = newline.map_or(chunk.len(), |newline| newline + 1);
            bytes.extend_from_slice(&chunk[..length]);
            self.input.consume(length);
            self.check(&bytes, &mut checked, length == 0)?;
            if newline.is_some() || length == 0 {
                break newline.is_some();
            }
        };
        if bytes.is_empty() {
            return Ok(None);
        }
        self.read += 1;
        self.over = !ended;
        bytes.truncate(bytes.len() - usize::from(ended));
        let text = String::from_utf8(bytes).expect("checked as it arrived");
        let number = self.read;
        let text = match text.strip_prefix('\u{feff}') {
            Some(text) if number == 1 => text.to_owned(),
            _ => text,
        };
        Ok(Some(Numbered { text, number }))
    }

    /// Checks the bytes that have not been checked yet. An unfinished character
    /// at the end may still be completed, unless the stream is at its end.
    fn check(&self, bytes: &[u8], checked: &mut usize, end: bool) -> Result<(), StreamError> {
        let (valid, fault) = valid_prefix(&bytes[*checked..]);
        *checked += valid.len();
        let fault = match fault {
            Some(Unreadable::Unfinished(_)) if !end => None,
            None if bytes.len() > MAX_LINE => Some(Unreadable::Long),
            fault => fault,
        };
        fault.map_or(Ok(()), |fault| Err(self.report(bytes, *checked, fault)))
    }

    /// The fault with its line, as far as it was read.
    fn report(&self, bytes: &[u8], valid: usize, fault: Unreadable) -> StreamError {
        const SHOWN: usize = 80;
        let shown = &bytes[valid..bytes.len().min(valid + SHOWN)];
        let mut text = String::from_utf8_lossy(&bytes[..valid]).into_owned();
        let fault = fault.in_text(&text, valid);
        text += String::from_utf8_lossy(shown).trim_end_matches(['\r', '\n']);
        StreamError::Text { record: Record { text, line: self.read + 1 }, fault: fault.into() }
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
