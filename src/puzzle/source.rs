//! What the lines come from: a stream of bytes, compressed or not.

use std::io::{self, BufReader, Cursor, Read};

/// A stream of puzzle lines: the plain bytes of what may be compressed with
/// zstd (any number of frames) or gzip (any number of members), told apart by
/// their first bytes (RFC 8878, RFC 1952).
pub struct Source {
    plain: Box<dyn Read + Send>,
    kind: &'static str,
}

/// The first bytes of a kind: of each, which bits count and what they are.
type Mark = [(u8, u8)];

const ZSTD: &Mark = &[(0xFF, 0x28), (0xFF, 0xB5), (0xFF, 0x2F), (0xFF, 0xFD)];
/// A zstd frame that holds no text. Some packers begin with one.
const SKIPPABLE: &Mark = &[(0xF0, 0x50), (0xFF, 0x2A), (0xFF, 0x4D), (0xFF, 0x18)];
const GZIP: &Mark = &[(0xFF, 0x1F), (0xFF, 0x8B)];

/// How a stream that begins with these bytes is compressed, `zstd` or `gzip`;
/// nothing if it is not.
pub fn compression(head: &[u8]) -> Option<&'static str> {
    match head {
        _ if has(head, ZSTD) || has(head, SKIPPABLE) => Some("zstd"),
        _ if has(head, GZIP) => Some("gzip"),
        _ => None,
    }
}

impl Source {
    /// Looks at the first bytes of a stream, and no further than it takes to
    /// tell what it is: a slow stream's first line is not held up.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn open(mut stream: impl Read + Send + 'static) -> io::Result<Self> {
        let mut head = Vec::new();
        while [ZSTD, SKIPPABLE, GZIP].iter().any(|mark| could_be(&head, mark)) {
            let mut byte = [0];
            if read(&mut stream, &mut byte)? == 0 {
                break;
            }
            head.push(byte[0]);
        }
        let kind = compression(&head).unwrap_or("plain");
        let whole = Cursor::new(head).chain(stream);
        let plain: Box<dyn Read + Send> = match kind {
            "zstd" => Box::new(zstd::stream::read::Decoder::new(whole)?),
            "gzip" => Box::new(flate2::bufread::MultiGzDecoder::new(BufReader::new(whole))),
            _ => Box::new(whole),
        };
        Ok(Self { plain, kind })
    }

    /// `plain`, `zstd` or `gzip`.
    pub fn kind(&self) -> &'static str {
        self.kind
    }
}

/// Whether these first bytes may go on to be the mark, but are not yet.
fn could_be(head: &[u8], mark: &Mark) -> bool {
    head.len() < mark.len() && agree(head, mark)
}

/// Whether these first bytes are the mark and perhaps more.
fn has(head: &[u8], mark: &Mark) -> bool {
    head.len() >= mark.len() && agree(head, mark)
}

fn agree(head: &[u8], mark: &Mark) -> bool {
    head.iter().zip(mark).all(|(byte, (bits, value))| byte & bits == *value)
}

/// Reads what there is, once; 0 at the end.
impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        read(&mut self.plain, buffer)
    }
}

/// Reads again after an interruption.
fn read(stream: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match stream.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
