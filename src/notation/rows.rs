//! Boards as people type them: a row a line, levels from top to bottom and
//! separated by an empty line or a line of dashes; or side by side.
//!
//! ```text
//! board     = header? level (separator level)*
//! header    = ("n" "=")? number newline       from 2 to 12
//! level     = (row newline)+
//! row       = group ((" " | "|")+ group)*     several groups: levels side by side
//! group     = (piece | "#" | "." | "_" | "0")+
//! separator = (("-"* | " "*) newline)+
//! ```
//!
//! A row of single letters with spaces between is one group.

use nom::Offset;

use super::error::{Furthest, ParseError, place};
use super::fit;
use super::grid::{self, Cell, Grid, Level, Row, Words, count, too_many_squares};
use super::is_comment;
use super::lexemes::{self, shorten};
use super::options::Options;
use crate::setup::Setup;
use crate::shape::MAX_SQUARES;

const WORDS: Words = Words {
    row: "row",
    level: "level",
    between: Some("levels are separated by an empty line or a line of dashes"),
};
const CELL: &str = "a piece (KQRBN, kqrbn) or '#'";

/// What a line is in this notation.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Comment,
    Separator,
    /// The side length, named before the board; or the part that is wrong in
    /// a line that means to name it.
    Header(Result<usize, Wrong<'a>>),
    /// The groups of a row, one unless levels stand side by side.
    Row(Vec<&'a str>),
}

/// A wrong part of a header, and what was expected there.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wrong<'a> {
    part: &'a str,
    expected: String,
}

impl<'a> Line<'a> {
    /// What this line is, without its line end.
    pub(super) fn of(line: &'a str) -> Self {
        if is_comment(line) {
            return Self::Comment;
        }
        let trimmed = lexemes::trim(line);
        if trimmed.chars().all(|char| char == '-' || char == ' ') {
            return Self::Separator;
        }
        header(trimmed).map_or_else(|| Self::Row(groups(trimmed)), Self::Header)
    }
}

/// What a line says of the side length: a number alone, or a name and a sign
/// after it, which no row has.
fn header(line: &str) -> Option<Result<usize, Wrong<'_>>> {
    let wrong = |part, expected: &str| Some(Err(Wrong { part, expected: expected.into() }));
    let bare = !line.starts_with('0') && line.bytes().all(|byte| byte.is_ascii_digit());
    let length = if bare {
        line
    } else {
        let (name, rest) =
            line.split_at_checked(1).filter(|(name, _)| matches!(*name, "n" | "N"))?;
        let sign = rest.trim_start_matches([' ', '\t']);
        let (sign, length) =
            sign.split_at_checked(1).filter(|(sign, _)| matches!(*sign, "=" | ":"))?;
        match (name, sign) {
            ("n", "=") => length.trim_start_matches([' ', '\t']),
            ("n", _) => return wrong(sign, "'='"),
            _ => return wrong(name, "'n', as in n = 3"),
        }
    };
    let n = length.bytes().all(|byte| byte.is_ascii_digit()).then(|| fit::side_length(length));
    match n.flatten() {
        Some(n) => Some(Ok(n)),
        None => wrong(length, &fit::side_lengths()),
    }
}

fn groups(line: &str) -> Vec<&str> {
    if line.contains('|') {
        let groups = line.split('|').map(lexemes::trim).filter(|group| !group.is_empty());
        let groups: Vec<&str> = groups.collect();
        return if groups.is_empty() { vec![line] } else { groups };
    }
    let groups: Vec<&str> = line.split([' ', '\t']).filter(|group| !group.is_empty()).collect();
    let cells_apart = groups.iter().all(|group| group.chars().nth(1).is_none());
    if cells_apart { vec![line] } else { groups }
}

/// The number of squares that a group holds.
pub(super) fn width(group: &str) -> usize {
    group.chars().filter(|char| !matches!(char, ' ' | '\t')).count()
}

/// Reads a board; only separators and comments may follow it.
pub(super) fn read(text: &str, options: &Options) -> Result<Setup, ParseError> {
    let mut reader = Reader::default();
    let mut rest = text;
    while !rest.is_empty() {
        let (line, next) = rest.split_once('\n').unwrap_or((rest, ""));
        reader.line(line, rest).map_err(|error| place(text, error))?;
        rest = next;
    }
    reader.grid(text).map_err(|fault| fault.place(text))?.into_setup(text, options)
}

/// Writes a board of two or three axes.
pub(super) fn write(setup: &Setup) -> Option<String> {
    let levels: Vec<String> = grid::list(setup)?.iter().map(|rows| rows.join("\n")).collect();
    Some(levels.join("\n\n"))
}

/// The board as far as its lines have been read.
#[derive(Default)]
struct Reader<'a> {
    levels: Vec<Level<'a>>,
    named: Option<usize>,
    squares: usize,
    /// Whether the next row opens a level.
    separated: bool,
    /// How many levels stand side by side; 1 if they follow one another.
    abreast: usize,
}

type Fault<'a> = nom::Err<Furthest<'a>>;

impl<'a> Reader<'a> {
    fn line(&mut self, line: &str, at: &'a str) -> Result<(), Fault<'a>> {
        match Line::of(line) {
            Line::Comment => {}
            Line::Separator => self.separated = true,
            Line::Header(Err(Wrong { part, expected })) => {
                let place = &at[line.offset(part)..];
                let wrong = Furthest::new(place, expected).over(part.len());
                let wrong = if part.is_empty() { wrong } else { wrong.found(shorten(part)) };
                return Err(nom::Err::Failure(wrong));
            }
            Line::Header(Ok(n)) if self.levels.is_empty() && self.named.is_none() => {
                self.named = Some(n);
            }
            Line::Header(Ok(_)) => {
                let header = Furthest::new(at, "a row of the board").found("a side length");
                return Err(nom::Err::Failure(header.over(lexemes::trim(line).len())));
            }
            Line::Row(groups) => self.groups(&groups, line, at)?,
        }
        Ok(())
    }

    fn groups(&mut self, groups: &[&str], line: &str, at: &'a str) -> Result<(), Fault<'a>> {
        let rest = |group: &str| &at[line.offset(group)..];
        let rows = groups.iter().map(|group| row(rest(group), group.len()));
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        self.squares += rows.iter().map(|row| row.cells.len()).sum::<usize>();
        if self.squares > 2 * MAX_SQUARES {
            return Err(nom::Err::Failure(too_many_squares(at)));
        }
        if self.levels.is_empty() {
            self.abreast = rows.len();
        }
        if rows.len() != self.abreast {
            let expected = format!("{}, as on the first line", count(self.abreast, "level"));
            let found = format!("{} side by side", count(rows.len(), "level"));
            let at = rows[0].at;
            return Err(nom::Err::Failure(Furthest::new(at, expected).found(found)));
        }
        self.add(rows);
        Ok(())
    }

    fn add(&mut self, rows: Vec<Row<'a>>) {
        let opens = self.levels.is_empty() || (self.separated && self.abreast == 1);
        self.separated = false;
        if opens {
            let level = |row: Row<'a>| Level { at: row.at, end: row.end, rows: vec![row] };
            self.levels.extend(rows.into_iter().map(level));
        } else {
            let first = self.levels.len() - self.abreast;
            for (level, row) in self.levels[first..].iter_mut().zip(rows) {
                level.end = row.end;
                level.rows.push(row);
            }
        }
    }

    fn grid(self, text: &'a str) -> Result<Grid<'a>, Furthest<'a>> {
        match (self.levels.first(), self.levels.last()) {
            (Some(first), Some(last)) => {
                let (at, end) = (first.at, last.end);
                Ok(Grid { levels: self.levels, at, end, words: &WORDS, named: self.named })
            }
            _ => Err(Furthest::new(&text[text.len()..], CELL)),
        }
    }
}

/// The cells of a group of so many bytes.
fn row(at: &str, length: usize) -> Result<Row<'_>, Fault<'_>> {
    let mut cells: Vec<Cell> = Vec::new();
    for (index, char) in at[..length].char_indices() {
        let place = &at[index..];
        match lexemes::cell(char, false) {
            _ if matches!(char, ' ' | '\t') => {}
            _ if cells.len() > 2 * MAX_SQUARES => {
                return Err(nom::Err::Failure(too_many_squares(at)));
            }
            Some(piece) => cells.push(Cell { piece, at: place, run: None }),
            None => return Err(nom::Err::Failure(Furthest::new(place, CELL))),
        }
    }
    Ok(Row { cells, at, end: &at[length..] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        assert_eq!(Line::of("// n = 3"), Line::Comment);
        assert_eq!(Line::of("#!3"), Line::Comment);
        assert_eq!(Line::of("  \r"), Line::Separator);
        assert_eq!(Line::of("---"), Line::Separator);
        assert_eq!(Line::of("3"), Line::Header(Ok(3)));
        assert_eq!(Line::of("n = 12 "), Line::Header(Ok(12)));
        assert_eq!(Line::of("n=2\r"), Line::Header(Ok(2)));
        for wrong in ["1", "13", "99999999999999999999", "n = 0", "n=x", "n =", "N = 2", "n: 3"] {
            assert!(matches!(Line::of(wrong), Line::Header(Err(_))), "{wrong}");
        }
        assert_eq!(Line::of("000"), Line::Row(vec!["000"]));
        assert_eq!(Line::of("n##"), Line::Row(vec!["n##"]));
        assert_eq!(Line::of("### #b#  ###"), Line::Row(vec!["###", "#b#", "###"]));
        assert_eq!(Line::of("###|#b# | ###"), Line::Row(vec!["###", "#b#", "###"]));
        assert_eq!(Line::of("# b #"), Line::Row(vec!["# b #"]));
    }
}
