//! The two streams a run writes to: answers on standard output, everything
//! else on standard error. Neither ever panics, whatever becomes of the other
//! end.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use serde::Serialize;

use super::args::{Common, When};

/// Standard output: one locked, buffered handle, for answers only.
pub struct Output {
    out: BufWriter<StdoutLock<'static>>,
    colour: bool,
}

impl Output {
    /// The handle. There is one a run.
    pub fn open(common: &Common) -> Self {
        let out = io::stdout().lock();
        let colour = wants_colour(common.color, &out);
        Self { out: BufWriter::with_capacity(1 << 16, out), colour }
    }

    /// Whether answers may be coloured.
    pub fn colour(&self) -> bool {
        self.colour
    }

    /// Another handle, without a lock or a buffer, for writers of whole blocks
    /// on any thread.
    pub fn unlocked(&mut self) -> io::Result<File> {
        self.out.flush()?;
        #[cfg(unix)]
        let handle = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
        #[cfg(windows)]
        let handle =
            std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
        Ok(handle.into())
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl Display) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }

    /// Writes a value as JSON on a line of its own.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, value)?;
        self.out.write_all(b"\n")
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Standard error: errors always, warnings and notes unless `--quiet`.
#[derive(Clone, Copy, Debug)]
pub struct Messages {
    quiet: bool,
    colour: bool,
}

impl Messages {
    /// As the options want them.
    pub fn new(common: &Common) -> Self {
        Self { quiet: common.quiet, colour: wants_colour(common.color, &io::stderr()) }
    }

    /// Whether messages may be coloured.
    pub fn colour(&self) -> bool {
        self.colour
    }

    /// Says why there is no answer.
    pub fn error(&self, message: impl Display) {
        self.labelled(AnsiColor::Red, "error", message);
    }

    /// Says what is odd about an answer.
    pub fn warning(&self, message: impl Display) {
        if !self.quiet {
            self.labelled(AnsiColor::Yellow, "warning", message);
        }
    }

    /// Says how a run went.
    pub fn note(&self, message: impl Display) {
        if !self.quiet {
            self.plain(message);
        }
    }

    /// Writes a message that is complete as it is. There is nobody to tell
    /// when standard error is gone.
    pub fn plain(&self, message: impl Display) {
        let _ = writeln!(io::stderr(), "{message}");
    }

    fn labelled(&self, colour: AnsiColor, label: &str, message: impl Display) {
        let style = if self.colour {
            Style::new().bold().fg_color(Some(colour.into()))
        } else {
            Style::new()
        };
        self.plain(format_args!("{style}{label}{style:#}: {message}"));
    }
}

/// Whether a stream is to be coloured; `NO_COLOR` and `TERM=dumb` count.
fn wants_colour(when: When, stream: &impl anstream::stream::RawStream) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => AutoStream::choice(stream) != ColorChoice::Never,
    }
}
