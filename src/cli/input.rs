//! Where boards come from: a file, standard input, an argument, or a starting
//! position by its name.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use hypermate::naming::Naming;
use hypermate::notation::read_square;
use hypermate::puzzle::compression;
use hypermate::shape::Square;
use hypermate::variant::{TESSERACT, Variant};

/// The board or boards that a subcommand is asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Input {
    /// A file, `-` for standard input, or a board as text; standard input if
    /// there is none
    #[arg(value_name = "FILE|BOARD")]
    board: Option<OsString>,
    /// A starting position in place of a board: full, or classic for the
    /// tesseract
    #[arg(long, value_name = "NAME", conflicts_with = "board")]
    start: Option<String>,
}

/// Neither a board, nor a file, nor anything piped in.
#[derive(Debug, thiserror::Error)]
#[error("no board: name a file, or pipe one in")]
pub struct NoInput;

/// A text to read boards from.
pub struct Source {
    /// What error messages call it.
    pub name: String,
    /// The text.
    pub text: Box<dyn BufRead>,
    /// The variant that the source implies.
    pub variant: Option<&'static Variant>,
    /// Whether somebody may be waiting for an answer before going on.
    pub live: bool,
    /// What to say to a reader of errors about the source itself.
    pub remark: Option<String>,
}

impl Input {
    /// A file or a board as an argument names it.
    pub fn of(argument: OsString) -> Self {
        Self { board: Some(argument), start: None }
    }

    /// Whether standard input is all there is.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Opens the source; `variant` is the one named by the options.
    ///
    /// # Errors
    /// [`NoInput`] if there is nothing to read; whatever hinders opening a
    /// file; a start that the variant lacks.
    pub fn open(&self, variant: Option<&'static Variant>) -> anyhow::Result<Source> {
        match (&self.start, &self.board) {
            (Some(name), _) => start(name, variant.unwrap_or(&TESSERACT)),
            (None, Some(board)) if board != "-" => argument(board),
            (None, None) if io::stdin().is_terminal() => Err(NoInput.into()),
            _ => Ok(Source { live: true, ..Source::read("<stdin>", "-", io::stdin())? }),
        }
    }
}

/// Whether an argument is no board and no file, but a word like the names of
/// subcommands.
pub fn may_name_subcommand(argument: &OsStr) -> bool {
    let word = |text: &str| {
        text.starts_with(|char: char| char.is_ascii_alphabetic())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    argument.to_str().is_some_and(word) && !Path::new(argument).exists()
}

/// The square that an argument names.
///
/// # Errors
/// What is wrong with its name.
pub fn square(naming: &Naming, text: &str) -> anyhow::Result<Square> {
    let range = || {
        let corners = [0, naming.shape().squares() - 1].map(Square::new);
        corners.map(|corner| naming.square(corner)).join(" to ")
    };
    read_square(naming, text).map_err(|fault| {
        let (found, expected) = (fault.found, fault.expected);
        anyhow!(
            "'{text}' is no square of this board ({}): found {found}, expected {expected}",
            range()
        )
    })
}

impl Source {
    /// What is read from a file or a pipe, if it is not compressed. `argument`
    /// names it on a command line.
    fn read(name: &str, argument: &str, stream: impl Read + 'static) -> anyhow::Result<Self> {
        let mut text = BufReader::with_capacity(1 << 16, stream);
        // What cannot be read is told when the boards are.
        let head = text.fill_buf().unwrap_or_default();
        if let Some(kind) = compression(head) {
            bail!(
                "{name} is compressed with {kind}; batch reads such files: hypermate batch {argument}"
            );
        }
        Ok(Self::new(name, text))
    }

    fn new(name: impl Into<String>, text: impl BufRead + 'static) -> Self {
        let text = Box::new(text);
        Self { name: name.into(), text, variant: None, live: false, remark: None }
    }
}

fn start(name: &str, variant: &'static Variant) -> anyhow::Result<Source> {
    let Some((_, fen)) = variant.starts.iter().find(|(of, _)| *of == name) else {
        let names: Vec<&str> = variant.starts.iter().map(|(name, _)| *name).collect();
        match names.as_slice() {
            [] => bail!("{} has no starting position", variant.name),
            names => bail!("{} has no start '{name}'; it has {}", variant.name, names.join(", ")),
        }
    };
    let variant = Some(variant);
    Ok(Source { variant, ..Source::new(format!("<start {name}>"), Cursor::new(fen)) })
}

/// A file of that name wins; otherwise what looks like a board is one.
fn argument(argument: &OsStr) -> anyhow::Result<Source> {
    let path = Path::new(argument);
    let name = if argument.is_empty() { "''".into() } else { argument.to_string_lossy() };
    match (File::open(path), argument.to_str()) {
        (Ok(_), _) if path.is_dir() => bail!("{name} is a directory"),
        (Ok(file), _) => Source::read(&name, &name, file),
        (Err(_), Some(text)) if text.contains(['[', '/']) && !path.exists() => {
            let remark = format!("there is no file '{text}', so it was read as a board");
            let source = Source::new("<argument>", Cursor::new(text.to_owned()));
            Ok(Source { remark: (!text.contains('[')).then_some(remark), ..source })
        }
        (Err(error), _) => Err(error).with_context(|| match name.contains(['.', '/']) {
            true => format!("cannot read {name}"),
            false => format!("cannot read {name} (for the subcommands see hypermate --help)"),
        }),
    }
}
