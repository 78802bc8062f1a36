//! The opcodes that may stand behind a FEN and make it EPD, as in
//! `… w 0 1 variant cube; id "corner";`.
//!
//! ```text
//! epd     = fen (" " opcode)*            the counters may be missing
//! opcode  = name (" " operand)* ";"
//! operand = '"' … '"' | word
//! ```
//!
//! `variant` and `shape` say how the board is to be read; what others mean is
//! no matter of notation.

use super::error::ParseError;
use super::lexemes::shorten;
use super::options::Options;
use crate::shape::Shape;
use crate::variant::Variant;

const VARIANT_NAMES: &str = "cube, tesseract, raumschach or chess";

/// An opcode with its operands.
#[derive(Clone, Debug)]
pub struct Opcode<'a> {
    at: usize,
    name: &'a str,
    operands: Vec<&'a str>,
}

impl<'a> Opcode<'a> {
    /// Its name.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Its operands, without quotes.
    pub fn operands(&self) -> &[&'a str] {
        &self.operands
    }

    /// The operands as one text.
    pub fn text(&self) -> String {
        self.operands.join(" ")
    }

    /// What the operands of an opcode in `line` mean.
    ///
    /// # Errors
    /// If they mean nothing, and what would.
    pub fn one_of<T>(&self, line: &str, value: Option<T>, expected: &str) -> Result<T, ParseError> {
        let found = shorten(&format!("{} {}", self.name, self.text()));
        let error = || ParseError::at(line, self.at, &found, expected).over(self.name.len());
        value.ok_or_else(error)
    }

    /// Checks what it says of how the board of `line` is to be read, if it does.
    ///
    /// # Errors
    /// If it names no variant or no shape.
    pub fn check(&self, line: &str) -> Result<(), ParseError> {
        match self.name {
            "variant" => {
                self.one_of(line, Variant::named(&self.text()), VARIANT_NAMES)?;
            }
            "shape" => {
                let shape = self.text().parse::<Shape>().ok();
                self.one_of(line, shape, "a shape such as 4x4x2x2")?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// Checks that none of these opcodes stands twice in `line`, where the second
/// could say something else.
///
/// # Errors
/// At the first that does.
pub fn stand_once(line: &str, opcodes: &[Opcode], names: &[&str]) -> Result<(), ParseError> {
    for (index, opcode) in opcodes.iter().enumerate() {
        let is_second = || opcodes[..index].iter().any(|earlier| earlier.name == opcode.name);
        if names.contains(&opcode.name) && is_second() {
            let found = format!("a second {}", opcode.name);
            let fault = ParseError::at(line, opcode.at, &found, "each of these opcodes once");
            return Err(fault.over(opcode.name.len()));
        }
    }
    Ok(())
}

/// The options with the variant and the shape that the line's own opcodes
/// name. They stand after the board but say how to read it.
pub(super) fn declared(line: &str, options: &Options) -> Options {
    let mut options = options.clone();
    // A quoted operand may hold anything, and says nothing here.
    let unquoted = line.split('"').step_by(2).collect::<Vec<_>>().join("\"\"");
    for (index, part) in unquoted.split(';').enumerate() {
        let words: Vec<&str> = part.split_whitespace().collect();
        match if index == 0 { after_position(&words) } else { &words } {
            ["variant", name] => options.variant = options.variant.or_else(|| Variant::named(name)),
            ["shape", shape] => options.shape = options.shape.or_else(|| shape.parse().ok()),
            _ => {}
        }
    }
    options
}

/// The words after those that may belong to a position: boards, side, castling
/// rights, en passant square, counters.
fn after_position<'a>(words: &'a [&'a str]) -> &'a [&'a str] {
    let is_square = |word: &str| word.len() == 2 && word.ends_with(|char: char| char.is_numeric());
    let belongs = |word: &str| {
        word.contains(['/', '|']) || word.chars().all(|char| "wbKQkq-0123456789".contains(char))
    };
    let end = words.iter().position(|word| !belongs(word) && !is_square(word));
    &words[end.unwrap_or(words.len())..]
}

/// The opcodes of a line from a byte on.
pub(super) fn read(line: &str, from: usize) -> Result<Vec<Opcode<'_>>, ParseError> {
    let mut found = Vec::new();
    let mut at = skip_space(line, from);
    while at < line.len() {
        let (opcode, end) = opcode(line, at)?;
        found.push(opcode);
        at = skip_space(line, end);
    }
    Ok(found)
}

/// The opcode at a byte of a line, and where it ends.
fn opcode(line: &str, at: usize) -> Result<(Opcode<'_>, usize), ParseError> {
    let (name, mut next) = word(line, at)?;
    if !name.starts_with(|char: char| char.is_ascii_alphabetic()) {
        let expected = "an opcode such as id, or the end of the position";
        return Err(ParseError::at(line, at, &shorten(name), expected).over(name.len()));
    }
    let mut opcode = Opcode { at, name, operands: Vec::new() };
    loop {
        next = skip_space(line, next);
        match line[next..].chars().next() {
            None => return Err(ParseError::at(line, next, "the end of the line", "';'")),
            Some(';') => return Ok((opcode, next + 1)),
            Some(_) => {
                let (operand, after) = word(line, next)?;
                opcode.operands.push(operand);
                next = after;
            }
        }
    }
}

fn skip_space(line: &str, from: usize) -> usize {
    line.len() - line[from..].trim_start().len()
}

/// A word up to a space or semicolon, or what stands between double quotes;
/// and where it ends.
fn word(line: &str, at: usize) -> Result<(&str, usize), ParseError> {
    if let Some(quoted) = line[at..].strip_prefix('"') {
        let Some(length) = quoted.find('"') else {
            return Err(ParseError::at(line, at, "a string without end", "'\"'"));
        };
        return Ok((&quoted[..length], at + length + 2));
    }
    let end = |char: char| char == ';' || char.is_whitespace();
    let length = line[at..].find(end).unwrap_or(line.len() - at);
    Ok((&line[at..at + length], at + length))
}
