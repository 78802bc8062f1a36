//! Lexemes that several notations share: pieces, empty squares, numbers, and
//! the names of squares in every spelling.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, satisfy};
use nom::combinator::opt;
use nom::error::context;
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded};

use super::error::{Furthest, Parsed};
use crate::naming::{self, Naming, roman};
use crate::piece::{Kind, Piece};
use crate::shape::{MAX_SQUARES, Shape, Square};
use crate::variant::SquareStyle;

/// What may stand on a square, for messages.
pub(super) const CELL: &str = "a piece (KQRBN, kqrbn) or '#'";

/// Whether a character is white space between lexemes, line ends included.
pub(super) fn is_space(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\r' | '\n' | '\u{feff}')
}

/// Any white space, line ends included.
pub(super) fn space(input: &str) -> &str {
    input.trim_start_matches(is_space)
}

/// A line without the white space around it.
pub(super) fn trim(line: &str) -> &str {
    line.trim_matches(is_space)
}

/// What a character says of a square, if it says anything: a piece, or
/// nothing there. `-` is empty only where `dash` allows it.
pub(super) fn cell(char: char, dash: bool) -> Option<Option<Piece>> {
    match char {
        '#' | '.' | '_' | '0' => Some(None),
        '-' if dash => Some(None),
        _ => Piece::from_letter(char).map(Some),
    }
}

/// A kind of piece, by its capital letter.
pub(super) fn kind(input: &str) -> Parsed<'_, Kind> {
    let letter = satisfy(|char| char.is_ascii_uppercase());
    context("a piece", letter.map_opt(Kind::from_letter)).parse(input)
}

/// A decimal number without sign, at most `most`.
pub(super) fn number<'a>(most: usize) -> impl FnMut(&'a str) -> Parsed<'a, usize> {
    move |input| {
        let digits = take_while1(|char: char| char.is_ascii_digit());
        let (rest, digits) = context("a number", digits).parse(input)?;
        match digits.parse() {
            Ok(number) if number <= most => Ok((rest, number)),
            _ => Furthest::new(input, format!("a number up to {most}"))
                .found(shorten(digits))
                .over(digits.len())
                .hard(),
        }
    }
}

/// Whether a word is an integer as JSON writes them: no plus sign, no leading
/// zero.
pub(super) fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let leading = digits.len() > 1 && digits.starts_with('0');
    !digits.is_empty() && !leading && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is a number in any spelling: `007`, `+1`, `-1.0`, `1e99`.
pub(super) fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    digits.starts_with(|char: char| char.is_ascii_digit() || char == '.')
        && digits.bytes().any(|byte| byte.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte))
}

/// A word to quote in a message, cut if it is long. What would not be seen in
/// it is named.
pub(super) fn shorten(word: &str) -> String {
    let mut short = String::new();
    let mut chars = word.chars();
    for char in chars.by_ref().take(24) {
        if is_hidden(char) {
            short += &format!("<{}>", code(char));
        } else {
            short.push(char);
        }
    }
    if chars.next().is_some() { format!("'{short}…'") } else { format!("'{short}'") }
}

/// Whether a character other than a space cannot be seen: control and format
/// characters, unusual spaces, blank letters.
pub(super) fn is_hidden(char: char) -> bool {
    let blank = matches!(char, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}');
    // Behind a letter, a mark that combines is not escaped.
    blank
        || (!is_quoting(char) && ['a', char].iter().collect::<String>().escape_debug().count() > 2)
}

/// Whether a character cannot be seen on its own: [`is_hidden`], or a mark that
/// combines with a letter.
pub(super) fn is_invisible(char: char) -> bool {
    is_hidden(char) || (!is_quoting(char) && char.escape_debug().len() > 1)
}

/// Whether a character is escaped although it can be seen.
fn is_quoting(char: char) -> bool {
    matches!(char, '\\' | '"' | '\'')
}

/// The code of a character, `U+200B`.
pub(super) fn code(char: char) -> String {
    format!("U+{:04X}", u32::from(char))
}

/// A file: `a` … `z`, `aa` … as in spreadsheets, of as many letters as the
/// last one of the board has at most; counted from 0.
pub(super) fn file<'a>(
    shape: &Shape,
) -> impl Parser<&'a str, Output = usize, Error = Furthest<'a>> + use<'a> {
    let most = naming::file(shape.side(0) - 1).len();
    let letters = take_while_m_n(1, most, |char: char| char.is_ascii_lowercase());
    context("a file (a, b, …)", letters.map_opt(letters_index))
}

/// The place of `a`, `b` … `z`, `aa` … in the order of spreadsheets.
fn letters_index(letters: &str) -> Option<usize> {
    let step = |index: usize, letter: u8| {
        let digit = usize::from(letter.to_ascii_lowercase() - b'a') + 1;
        Some(index * 26 + digit).filter(|&index| index <= MAX_SQUARES)
    };
    letters.bytes().try_fold(0, step).map(|index| index - 1)
}

/// A rank, counted from 0.
pub(super) fn rank(input: &str) -> Parsed<'_, usize> {
    let rank = number(MAX_SQUARES).map_opt(|rank: usize| rank.checked_sub(1));
    context("a rank (1, 2, …)", rank).parse(input)
}

/// A level in Roman numerals, `(I)`, counted from 0.
fn level_in_roman(input: &str) -> Parsed<'_, usize> {
    let numerals = take_while1(|char| "IVXLCDM".contains(char));
    let level = numerals.map_opt(|text| (1..=MAX_SQUARES).find(|&level| roman(level) == text));
    let level = context("a level in Roman numerals", level);
    delimited(char('('), level, char(')')).map(|level| level - 1).parse(input)
}

/// Outer coordinates in brackets, `[0,1]`.
fn outer_in_brackets(input: &str) -> Parsed<'_, Vec<usize>> {
    let comma = (opt(char(' ')), char(','), opt(char(' ')));
    delimited(char('['), separated_list1(comma, number(MAX_SQUARES)), char(']')).parse(input)
}

/// Outer coordinates after an at sign, a digit each: `@01`.
fn outer_as_digits(input: &str) -> Parsed<'_, Vec<usize>> {
    let digits = context("digits", take_while1(|char: char| char.is_ascii_digit()));
    let digits = digits.map(|digits: &str| {
        digits.bytes().map(|digit| usize::from(digit - b'0')).collect::<Vec<_>>()
    });
    preceded(char('@'), digits).parse(input)
}

/// The coordinates after file and rank, in any spelling.
fn outer(input: &str) -> Parsed<'_, Vec<usize>> {
    let roman = level_in_roman.map(|level| vec![level]);
    let spaced = take_while(|char| char == ' ');
    preceded(spaced, alt((outer_in_brackets, outer_as_digits, roman))).parse(input)
}

/// A square of the board that `naming` names, in every spelling that the board
/// allows: `e4`, `Aa1`, `a1[0,1]`, `a1 [0,1]`, `a1@01`, `c2(I)`, `c2 (I)`.
pub(super) fn square<'a>(naming: &Naming) -> impl FnMut(&'a str) -> Parsed<'a, Square> + use<'a> {
    let naming = *naming;
    move |input| {
        let (rest, at) = coordinates(&naming, input)?;
        match naming.shape().square(&at) {
            Some(square) => Ok((rest, square)),
            None => {
                let written = input.len() - rest.len();
                Furthest::new(input, format!("a square of the {} board", naming.shape()))
                    .found(shorten(&input[..written]))
                    .over(written)
                    .soft()
            }
        }
    }
}

/// The coordinates of a square's name, whether or not the board has it.
fn coordinates<'a>(naming: &Naming, input: &'a str) -> Parsed<'a, Vec<usize>> {
    let level = |input: &'a str| -> Parsed<'a, usize> {
        let letter = satisfy(|char| char.is_ascii_uppercase());
        context("a level (A, B, …)", letter.map(|letter| (letter as u8 - b'A').into())).parse(input)
    };
    let (input, level) = match naming.style() {
        SquareStyle::Level => opt(level).parse(input)?,
        _ => (input, None),
    };
    let (rest, (file, rank)) = (file(naming.shape()), rank).parse(input)?;
    let (rest, tail) = match level {
        Some(level) => (rest, vec![level]),
        None if naming.shape().axes() == 2 => (rest, Vec::new()),
        None => outer(rest)?,
    };
    Ok((rest, [file, rank].into_iter().chain(tail).collect()))
}

/// An arrow, dash or cross between the squares of a move; whether it captures.
pub(super) fn arrow(input: &str) -> Parsed<'_, bool> {
    let step = alt((tag("->"), tag("→"), tag("-"), tag("–"))).map(|_| false);
    let takes = alt((tag("x"), tag("×"), tag(":"))).map(|_| true);
    let spaced = take_while(|char| char == ' ');
    let spaced_after = take_while(|char| char == ' ');
    context("'-' or 'x'", delimited(spaced, alt((step, takes)), spaced_after)).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{CHESS, CUBE, RAUMSCHACH, TESSERACT, Variant};

    fn read(variant: &'static Variant, shape: &str, text: &str) -> Option<(String, String)> {
        let naming = Naming::new(variant, &shape.parse().unwrap());
        let (rest, found) = square(&naming)(text).ok()?;
        Some((naming.square(found), rest.into()))
    }

    #[test]
    fn every_spelling_of_a_square_is_read() {
        for (variant, shape, text, name) in [
            (&TESSERACT, "4x4x2x2", "a1[0,1]", "a1[0,1]"),
            (&TESSERACT, "4x4x2x2", "a1@01", "a1[0,1]"),
            (&TESSERACT, "4x4x2x2", "a1 [0, 1]", "a1[0,1]"),
            (&CUBE, "3x3x3", "c2(I)", "c2(I)"),
            (&CUBE, "3x3x3", "c2 (III)", "c2(III)"),
            (&CUBE, "3x3x3", "c2[0]", "c2(I)"),
            (&RAUMSCHACH, "5x5x5", "Aa1", "Aa1"),
            (&RAUMSCHACH, "5x5x5", "a1[4]", "Ea1"),
            (&CHESS, "8x8", "e4", "e4"),
            (&TESSERACT, "30x12x2", "aa12[1]", "aa12[1]"),
        ] {
            let read = read(variant, shape, &format!("{text}xz"));
            assert_eq!(read, Some((name.into(), "xz".into())), "{text}");
        }
    }

    #[test]
    fn every_name_that_is_written_is_read() {
        for (variant, shape) in
            [(&CUBE, "12x12x12"), (&TESSERACT, "4x4x2x2"), (&RAUMSCHACH, "5x5x5"), (&CHESS, "60x8")]
        {
            let naming = Naming::new(variant, &shape.parse().unwrap());
            for place in naming.shape().iter() {
                let name = naming.square(place);
                assert_eq!(square(&naming)(&name).unwrap(), ("", place), "{name}");
            }
        }
    }

    #[test]
    fn what_is_no_square_is_refused() {
        for text in ["", "e", "e9", "i1", "e0", "4", "E4", "e99999999999999999999", "zzzzzzzz1"] {
            assert_eq!(read(&CHESS, "8x8", text), None, "{text}");
        }
        assert_eq!(read(&TESSERACT, "4x4x2x2", "a1[0]"), None);
        assert_eq!(read(&CUBE, "3x3x3", "a1(IIII)"), None);
    }
}
