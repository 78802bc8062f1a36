//! What the lines come from: a stream of bytes, compressed or not.

use std::io::{self, BufReader, Cursor, Read};

/// A stream of puzzle lines: the plain bytes of what may be compressed with
/// zstd (any number of frames) or gzip (any number of members), told apart by
/// their first bytes (RFC 8878, RFC 1952).
pub struct Source {
    plain: Box<dyn Read + Send>,
    kind: &'static str,
}

const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
const GZIP: [u8; 2] = [0x1F, 0x8B];

impl Source {
    /// Looks at the first bytes of a stream, and no further than it takes to
    /// tell what it is: a slow stream's first line is not held up.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn open(mut stream: impl Read + Send + 'static) -> io::Result<Self> {
        let mut head = Vec::new();
        while could_be(&head, &ZSTD) || could_be(&head, &GZIP) {
            let mut byte = [0];
            if read(&mut stream, &mut byte)? == 0 {
                break;
            }
            head.push(byte[0]);
        }
        let (zstd, gzip) = (head.starts_with(&ZSTD), head.starts_with(&GZIP));
        let whole = Cursor::new(head).chain(stream);
        Ok(if zstd {
            let plain = zstd::stream::read::Decoder::new(whole)?;
            Self { plain: Box::new(plain), kind: "zstd" }
        } else if gzip {
            let plain = flate2::bufread::MultiGzDecoder::new(BufReader::new(whole));
            Self { plain: Box::new(plain), kind: "gzip" }
        } else {
            Self { plain: Box::new(whole), kind: "plain" }
        })
    }

    /// `plain`, `zstd` or `gzip`.
    pub fn kind(&self) -> &'static str {
        self.kind
    }
}

/// Whether these first bytes may go on to be the mark, but are not yet.
fn could_be(head: &[u8], mark: &[u8]) -> bool {
    head.len() < mark.len() && mark.starts_with(head)
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
