//! Puzzle files: a record a line, in one of four kinds that are told apart by
//! their content, compressed or not.
//!
//! - a board in any one-line notation;
//! - EPD, a FEN with opcodes;
//! - JSON Lines, an object with its board under `board`;
//! - the puzzle list of lichess.org, after its header line.
//!
//! [`read`] takes a line to a [`Record`]; [`Judge`] answers whole blocks of
//! lines, most of them without making a record first; [`Source`] opens what
//! the lines come from.

mod claims;
mod epd;
mod json_lines;
mod judge;
mod lichess;
mod made;
mod quick;
mod record;
mod source;

pub use claims::{Difference, Solved, Unchecked};
pub use judge::{Answer, Judge, Judged, Receiver};
pub use lichess::Columns;
pub use record::{Claims, Fault, Id, Reason, Record};
pub use source::{Source, compression};

use crate::notation::{self, Notation, Options, ParseError};

/// Reads a line that holds a record. Rows are those of the puzzle list if
/// `columns` says where their cells are.
///
/// # Errors
/// If the line is no record; the fault says where and why.
pub fn read(line: &str, columns: Option<&Columns>, options: &Options) -> Result<Record, Fault> {
    if let Some(columns) = columns {
        return columns.read(line);
    }
    match options.notation.unwrap_or_else(|| Notation::recognise(line)) {
        Notation::Fen => epd::read(line, options),
        Notation::Json if line.trim_start().starts_with('{') => json_lines::read(line, options),
        _ => {
            let setup = notation::read(line, options).map_err(|error| on_one_line(line, error))?;
            Ok(Record { id: None, setup, claims: Claims::default(), others: Default::default() })
        }
    }
}

/// The same fault with advice, if the line looks like a part of a board.
fn on_one_line(line: &str, error: ParseError) -> ParseError {
    let goes_on = line.trim_end().ends_with([',', '[', '{']);
    if goes_on || Notation::recognise(line) == Notation::Rows {
        error.hint("a record is one line; boards over several lines are for `hypermate check`")
    } else {
        error
    }
}

impl Record {
    /// The record as a line of EPD.
    pub fn to_epd(&self) -> String {
        epd::write(self)
    }

    /// The record as a JSON object on one line.
    pub fn to_json(&self) -> String {
        json_lines::write(self)
    }
}

/// Whether a line holds no record: a comment, nothing, or once more the header
/// of a puzzle list, where several were joined, byte-order marks and all.
pub fn is_between(line: &[u8], columns: Option<&Columns>) -> bool {
    let text = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii();
    text.is_empty()
        || text.starts_with(b"//")
        || text.starts_with(b"#!")
        || columns.is_some_and(|columns| columns.is_header(text))
}
