//! What is wrong with a text, and where: the one error of every reader.
//!
//! nom's own errors point at the start of the alternative that was tried last.
//! [`Furthest`] is the nom error used here instead: of several failed
//! alternatives it keeps the one that got furthest, and when two got equally
//! far it keeps what both expected.

use std::fmt;

use nom::error::{ContextError, ErrorKind};

use super::lexemes::{code, is_invisible};

/// A fault in a text: its place, what stands there, what should, and what to
/// try. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The byte of the text at which the fault begins.
    pub offset: usize,
    /// How many bytes are at fault; 0 at the end of the text.
    pub length: usize,
    /// The line of the fault.
    pub line: usize,
    /// Its column.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What was expected.
    pub expected: String,
    /// What to try.
    pub hint: Option<String>,
}

impl ParseError {
    /// A fault at a byte of a text.
    pub fn at(text: &str, offset: usize, found: &str, expected: &str) -> Self {
        let offset = boundary(text, offset);
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[line_start..].trim_start_matches('\u{feff}').chars().count() + 1;
        Self {
            offset,
            length: text[offset..].chars().next().map_or(0, char::len_utf8),
            line: before.matches('\n').count() + 1,
            column,
            found: found.into(),
            expected: expected.into(),
            hint: None,
        }
    }

    /// The same fault with advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same fault, when it reaches over so many bytes.
    #[must_use]
    pub fn over(mut self, length: usize) -> Self {
        self.length = length;
        self
    }

    /// The same fault in a stream of which the text's first line is line
    /// `first`.
    #[must_use]
    pub fn in_stream(mut self, first: usize) -> Self {
        self.line += first - 1;
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, found, expected, .. } = self;
        write!(f, "line {line}, column {column}: found {found}, expected {expected}")?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

impl std::error::Error for ParseError {}

/// The last place between characters that is not behind `offset`.
pub(super) fn boundary(text: &str, offset: usize) -> usize {
    let earlier = (0..=offset.min(text.len())).rev();
    earlier.take(4).find(|&place| text.is_char_boundary(place)).unwrap_or(0)
}

/// What a nom parser here returns.
pub(super) type Parsed<'a, T> = nom::IResult<&'a str, T, Furthest<'a>>;

/// The failure that got furthest. `rest` is the text from the fault on, so the
/// place is known once the whole text is at hand.
#[derive(Clone, Debug)]
pub(super) struct Furthest<'a> {
    rest: &'a str,
    length: Option<usize>,
    found: Option<String>,
    expected: Vec<String>,
    hint: Option<String>,
}

impl<'a> Furthest<'a> {
    /// A failure at the start of `rest`.
    pub(super) fn new(rest: &'a str, expected: impl Into<String>) -> Self {
        let expected = vec![expected.into()];
        Self { rest, length: None, found: None, expected, hint: None }
    }

    /// Says what was found, where the next character alone does not.
    pub(super) fn found(mut self, found: impl Into<String>) -> Self {
        self.found = Some(found.into());
        self
    }

    /// Gives advice.
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Gives advice where there is none yet.
    pub(super) fn hint_if_none(mut self, hint: &str) -> Self {
        self.hint.get_or_insert_with(|| hint.into());
        self
    }

    /// Says how many bytes are at fault.
    pub(super) fn over(mut self, length: usize) -> Self {
        self.length = Some(length);
        self
    }

    /// A failure that other alternatives may still mend.
    pub(super) fn soft<T>(self) -> Parsed<'a, T> {
        Err(nom::Err::Error(self))
    }

    /// A failure that no alternative can mend.
    pub(super) fn hard<T>(self) -> Parsed<'a, T> {
        Err(nom::Err::Failure(self))
    }

    /// The fault in `text`, of which `rest` is the end.
    pub(super) fn place(self, text: &str) -> ParseError {
        let found = self.found.unwrap_or_else(|| describe(self.rest));
        let offset = text.len() - self.rest.len();
        let mut error = ParseError::at(text, offset, &found, &self.expected.join(" or "));
        error.length = self.length.unwrap_or(error.length);
        error.hint = self.hint;
        error
    }
}

/// Turns what nom hands back into the fault in `text`.
pub(super) fn place(text: &str, error: nom::Err<Furthest<'_>>) -> ParseError {
    match error {
        nom::Err::Error(furthest) | nom::Err::Failure(furthest) => furthest.place(text),
        nom::Err::Incomplete(_) => Furthest::new("", "more text").place(text),
    }
}

/// What stands at the start of `rest`, for people.
pub(super) fn describe(rest: &str) -> String {
    match rest.chars().next() {
        None => "the end of the text".into(),
        Some('\n' | '\r') => "the end of the line".into(),
        Some(' ') => "a space".into(),
        Some('\t') => "a tab".into(),
        Some('\'') => "an apostrophe".into(),
        Some(char) if char.is_control() => format!("the control character {}", code(char)),
        Some(char) if is_invisible(char) => format!("the invisible character {}", code(char)),
        Some(char) => format!("'{char}'"),
    }
}

impl<'a> nom::error::ParseError<&'a str> for Furthest<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        Self { rest, length: None, found: None, expected: Vec::new(), hint: None }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }

    fn from_char(rest: &'a str, char: char) -> Self {
        Self::new(rest, format!("'{char}'"))
    }

    fn or(mut self, mut other: Self) -> Self {
        match self.rest.len().cmp(&other.rest.len()) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => {
                other.expected.retain(|one| !self.expected.contains(one));
                self.expected.append(&mut other.expected);
                self.found = self.found.or(other.found);
                self.hint = self.hint.or(other.hint);
                self
            }
        }
    }
}

/// A context names what was expected where nothing inside it got further.
impl<'a> ContextError<&'a str> for Furthest<'a> {
    fn add_context(rest: &'a str, context: &'static str, mut other: Self) -> Self {
        if other.expected.is_empty() || other.rest.len() == rest.len() {
            other.expected = vec![context.into()];
        }
        other
    }
}

#[cfg(test)]
mod tests {
    use nom::Parser;
    use nom::branch::alt;
    use nom::bytes::complete::tag;
    use nom::character::complete::char;
    use nom::error::context;

    use super::*;

    #[test]
    fn the_alternative_that_got_furthest_speaks() {
        let long = (char('a'), char('b'), context("a full stop", char('.')));
        let short = (char('a'), char('x'), tag("!"));
        let mut either = alt((long.map(|_| ()), short.map(|_| ())));
        let error: nom::Err<Furthest> = either.parse("ab,").unwrap_err();
        assert_eq!(
            place("ab,", error).to_string(),
            "line 1, column 3: found ',', expected a full stop"
        );
    }

    #[test]
    fn equals_are_named_together() {
        let error: nom::Err<Furthest> = alt((char('a'), char('b'))).parse("c").unwrap_err();
        assert_eq!(
            place("c", error).to_string(),
            "line 1, column 1: found 'c', expected 'a' or 'b'"
        );
    }

    #[test]
    fn places_count_characters_and_lines() {
        let error = ParseError::at("ab\n漢x", 6, "'x'", "'y'");
        assert_eq!((error.line, error.column, error.offset), (2, 2, 6));
        assert_eq!(error.in_stream(10).line, 11);
    }
}
