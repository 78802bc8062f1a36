//! The bracket notation of the cube challenge, levels from top to bottom:
//! `[###,n##,#rr],[#b#,###,###],[###,###,bRK]`.
//!
//! ```text
//! board  = levels | "[" levels "]"
//! levels = level (","? level)*
//! level  = "[" row ((","|space) row)* "]" | "[" ("[" row "]" ","?)+ "]"
//! row    = (piece | "#" | "." | "_" | "0" | "-")+
//! ```

use nom::Parser;
use nom::bytes::complete::take_while1;
use nom::error::context;

use super::error::{Furthest, ParseError, Parsed, place};
use super::grid::{self, Row};
use super::lexemes::{self, CELL};
use super::options::Options;
use super::tree::{self, Syntax};
use crate::setup::Setup;

/// Reads a board; nothing but white space may follow it.
pub(super) fn read(text: &str, options: &Options) -> Result<Setup, ParseError> {
    let syntax = Syntax { word: &row, expects: CELL, commas: false };
    let (rest, lists) = syntax.lists(text).map_err(|error| place(text, error))?;
    if !rest.is_empty() {
        return Err(Furthest::new(rest, "the end of the board or '['").place(text));
    }
    tree::grid(lists, None, false).map_err(|fault| fault.place(text))?.into_setup(text, options)
}

/// Writes a board of two or three axes.
pub(super) fn write(setup: &Setup) -> Option<String> {
    let level = |rows: Vec<String>| format!("[{}]", rows.join(","));
    Some(grid::list(setup)?.into_iter().map(level).collect::<Vec<_>>().join(","))
}

fn row(at: &str) -> Parsed<'_, Row<'_>> {
    let cells = take_while1(|char| lexemes::cell(char, true).is_some());
    let (end, word) = context(CELL, cells).parse(at)?;
    let cell = |(index, char)| grid::letter(char, &at[index..]);
    // One more than fits is enough to say that it does not.
    let most = crate::shape::MAX_SQUARES * 2 + 1;
    let cells = word.char_indices().take(most).filter_map(cell).collect();
    Ok((end, Row { cells, at, end }))
}
