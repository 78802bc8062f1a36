//! Reading and writing boards and moves, in every notation.
//!
//! [`read`] tells the notation from the text and gives a [`Setup`]: anything a
//! text can say, checked for nothing but its form. A notation is one file here
//! and one row in [`Notation::ALL`]; the round trip of `tests/notation.rs`
//! runs over that list.
//!
//! Every reader takes what its writer prints, on LF or CRLF, with or without a
//! final newline or a byte-order mark. Lines that begin with `//` or `#!` are
//! comments. The grammar of a notation stands above it.

mod brackets;
mod error;
mod extent;
mod fen;
mod fit;
mod grid;
mod json;
mod lexemes;
mod lines;
mod moves;
mod opcodes;
mod options;
mod records;
mod rows;
pub mod snippet;
mod strings;
mod tree;

use std::borrow::Cow;

pub use error::ParseError;
pub use fen::read_epd;
pub use moves::{MoveStyle, read_move, write_move};
pub use opcodes::{Opcode, stand_once};
pub use options::{Legend, LegendError, Options};
pub use records::{Record, Records, StreamError};

use crate::naming::Naming;
use crate::piece::Side;
use crate::setup::Setup;
use crate::shape::Square;

/// A notation for boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `[#q,##],[##,K#]`: levels from top to bottom.
    Brackets,
    /// A row a line, levels from top to bottom, an empty line between them.
    Rows,
    /// Ranks from the highest separated by `/`, boards by `|`.
    Fen,
    /// An object with variant, shape, side and board.
    Json,
    /// Nested arrays of strings or integers, levels from top to bottom.
    Array,
}

impl Notation {
    /// Every notation.
    pub const ALL: [Self; 5] = [Self::Brackets, Self::Rows, Self::Fen, Self::Json, Self::Array];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brackets => "brackets",
            Self::Rows => "rows",
            Self::Fen => "fen",
            Self::Json => "json",
            Self::Array => "array",
        }
    }

    /// The notation of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|notation| notation.name() == name)
    }

    /// The notation that a text is in, going by its characters alone.
    pub fn recognise(text: &str) -> Self {
        let text = without_comments(text);
        let text = lexemes::trim(&text);
        match text.as_bytes().first() {
            Some(b'{' | b'"') => Self::Json,
            Some(b'[') if text.contains('"') || lists_numbers(text) => Self::Array,
            Some(b'[') => Self::Brackets,
            _ if text.contains('/') => Self::Fen,
            _ if text.contains('"') => Self::Json,
            _ => Self::Rows,
        }
    }

    /// Reads a text that holds one board in this notation.
    ///
    /// # Errors
    /// If the text is no such board; the error says where and why.
    pub fn read(self, text: &str, options: &Options) -> Result<Setup, ParseError> {
        let plain = without_comments(text);
        if lexemes::trim(&plain).is_empty() {
            return Err(empty(text));
        }
        match self {
            Self::Brackets => brackets::read(&plain, options),
            // Blanked comments would read as empty lines, which separate levels.
            Self::Rows => rows::read(text, options),
            Self::Fen => fen::read(&plain, options),
            Self::Json | Self::Array => json::read(&plain, options),
        }
    }

    /// Writes a board in this notation; none if it has no way to write it. What
    /// the text does not carry is named by [`Self::flags`].
    pub fn write(self, setup: &Setup, options: &Options) -> Option<String> {
        match self {
            Self::Brackets => brackets::write(setup),
            Self::Rows => rows::write(setup),
            Self::Fen => Some(fen::write(setup, options.top_first)),
            Self::Json => Some(json::write(setup, options)),
            Self::Array => json::write_array(setup),
        }
    }

    /// What a reader must be told besides the text that [`Self::write`] gives,
    /// so that it reads the same board; none if the notation cannot carry it
    /// at all (as brackets cannot carry counters).
    pub fn flags(self, setup: &Setup, options: &Options) -> Option<Options> {
        let text = self.write(setup, options)?;
        let plain = Options { top_first: options.top_first, ..Options::default() };
        let variant = Some(setup.variant);
        let shape = Some(setup.shape);
        let side = Some(setup.side);
        let named = [
            plain.clone(),
            Options { variant, ..plain.clone() },
            Options { variant, shape, ..plain.clone() },
        ];
        let sided = named.clone().map(|flags| Options { side, ..flags });
        named
            .into_iter()
            .chain(sided)
            .find(|flags| self.read(&text, flags).is_ok_and(|read| read == *setup))
    }
}

/// Reads a text that holds one board, in the notation that the options name or
/// the text shows.
///
/// # Errors
/// If the text is no such board; the error says where and why.
pub fn read(text: &str, options: &Options) -> Result<Setup, ParseError> {
    let notation = options.notation.unwrap_or_else(|| Notation::recognise(text));
    notation.read(text, options)
}

/// The bytes as text.
///
/// # Errors
/// At the first NUL or byte that is no UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, ParseError> {
    let (text, fault) = lines::valid_prefix(bytes);
    match fault {
        None => Ok(text),
        Some(fault) => Err(fault.in_text(text, text.len())),
    }
}

/// The square that a text names, in any spelling that the board allows.
///
/// # Errors
/// If the text names no square of the board, or more than one.
pub fn read_square(naming: &Naming, text: &str) -> Result<Square, ParseError> {
    let (rest, square) =
        lexemes::square(naming)(text).map_err(|error| error::place(text, error))?;
    if rest.is_empty() {
        return Ok(square);
    }
    let found = error::describe(rest);
    Err(ParseError::at(text, text.len() - rest.len(), &found, "the end of the square"))
}

/// The side of that name: `white`, `w`, `black` or `b`.
pub fn side_named(name: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| name == side.name() || *name == *side.letter().to_string())
}

fn empty(text: &str) -> ParseError {
    ParseError::at(text, text.len(), "no board", "a board")
        .hint("for example [#q,##],[##,K#], levels from top to bottom")
}

/// Whether a line is a comment.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start_matches(lexemes::is_space);
    line.starts_with("//") || line.starts_with("#!")
}

/// The text with its comments blanked, byte by byte, so that places stay.
fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.lines().any(is_comment) {
        return text.into();
    }
    let blank = |line: &str| {
        let end = line.trim_end_matches(['\r', '\n']).len();
        if is_comment(line) { " ".repeat(end) + &line[end..] } else { line.to_owned() }
    };
    text.split_inclusive('\n').map(blank).collect::<String>().into()
}

/// Whether a text in brackets lists numbers: nothing but integers; or words of
/// which one holds a digit that no row of letters has, and most are numbers,
/// so that a wrong one among them is told as such.
fn lists_numbers(text: &str) -> bool {
    let words = text.split(|char: char| "[], \t\r\n".contains(char));
    let (mut integers, mut numbers, mut others, mut certain) = (0, 0, 0, false);
    for word in words.filter(|word| !word.is_empty()) {
        if lexemes::is_number(word) {
            numbers += 1;
            integers += usize::from(lexemes::is_integer(word));
            certain |= word.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
        } else {
            others += 1;
        }
    }
    let only_integers = integers > 0 && (integers, others) == (numbers, 0);
    only_integers || (certain && numbers > others)
}

#[cfg(test)]
mod tests;
