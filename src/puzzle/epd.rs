//! Extended Position Description: a position and named operands on one line,
//! `4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4 w id "corner"; verdict checkmate;`.
//!
//! ```text
//! epd     = fen (" " opcode)*            the counters may be missing
//! opcode  = name (" " operand)* ";"
//! operand = '"' … '"' | word
//! ```
//!
//! Source: S. J. Edwards, "Standard: PGN Specification and Implementation
//! Guide" (1994), section 16.2; `verdict`, `mate`, `goal`, `variant` and
//! `shape` are our own opcodes.

use serde_json::{Map, Value};

use super::record::{Claims, Fault, Record};
use crate::notation::{self, Notation, Options, ParseError};
use crate::setup::Setup;
use crate::shape::Shape;
use crate::stipulation::{Aim, Play, Stipulation};
use crate::variant::Variant;
use crate::verdict::Verdict;

/// Reads a line that begins with a FEN; opcodes may follow it.
///
/// # Errors
/// If the line is no EPD; the error says where and why.
pub(super) fn read(line: &str, options: &Options) -> Result<Record, Fault> {
    let options = declared(line, options);
    let (setup, stop) = notation::read_fen_prefix(line, &options)?;
    let mut record = Record { id: None, setup, claims: Claims::default(), others: Map::new() };
    let opcodes = opcodes(line, stop)?;
    if let Some(id) = opcodes.iter().find(|opcode| opcode.name == "id") {
        record.id = Some(id.text().as_str().into());
    }
    for opcode in opcodes {
        opcode
            .apply(line, &mut record)
            .map_err(|error| Fault { id: record.id.clone(), reason: Box::new(error.into()) })?;
    }
    Ok(record)
}

/// An opcode of a line, with its operands.
struct Opcode<'a> {
    at: usize,
    name: &'a str,
    operands: Vec<&'a str>,
}

impl Opcode<'_> {
    /// The operands as one text.
    fn text(&self) -> String {
        self.operands.join(" ")
    }

    /// Takes the opcode into the record.
    fn apply(&self, line: &str, record: &mut Record) -> Result<(), ParseError> {
        let text = self.text();
        let claims = &mut record.claims;
        match self.name {
            "id" => {}
            // Taken into account before the board was read.
            "variant" => {
                self.one_of(line, Variant::named(&text), "a variant")?;
            }
            "shape" => {
                self.one_of(line, text.parse::<Shape>().ok(), "a shape such as 4x4x2x2")?;
            }
            "verdict" => {
                claims.verdict = Some(self.one_of(line, verdict(&text), VERDICTS)?);
            }
            "mate" => claims.mate = Some(self.one_of(line, text.parse().ok(), "true or false")?),
            "dm" => claims.goal = Some(self.one_of(line, mate_in(&text), MOVES)?),
            "goal" => {
                claims.goal = Some(self.one_of(line, text.parse().ok(), "a goal such as #2")?)
            }
            "bm" => claims.keys = Some(self.operands.iter().map(|&key| key.into()).collect()),
            name => {
                let value = text.parse::<i64>().map_or_else(|_| text.into(), Value::from);
                record.others.insert(name.into(), value);
            }
        }
        Ok(())
    }

    fn one_of<T>(&self, line: &str, value: Option<T>, expected: &str) -> Result<T, ParseError> {
        let found = format!("'{} {}'", self.name, self.text());
        let error = || ParseError::at(line, self.at, &found, expected).over(self.name.len());
        value.ok_or_else(error)
    }
}

const VERDICTS: &str = "checkmate, stalemate or neither";
const MOVES: &str = "a number of moves";

/// The verdict of that name.
pub(super) fn verdict(name: &str) -> Option<Verdict> {
    Verdict::ALL.into_iter().find(|verdict| verdict.name() == name)
}

fn mate_in(moves: &str) -> Option<Stipulation> {
    Stipulation::new(Play::Direct, Aim::Mate, moves.parse().ok()?).ok()
}

/// The options with the variant and the shape that the line's own opcodes
/// name. They stand after the board but say how to read it.
fn declared(line: &str, options: &Options) -> Options {
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
fn opcodes(line: &str, from: usize) -> Result<Vec<Opcode<'_>>, ParseError> {
    let mut found = Vec::new();
    let mut at = skip_space(line, from);
    while at < line.len() {
        let (name, mut next) = word(line, at)?;
        if !name.starts_with(|char: char| char.is_ascii_alphabetic()) {
            let expected = "an opcode such as id, or the end of the position";
            return Err(ParseError::at(line, at, &format!("'{name}'"), expected).over(name.len()));
        }
        let mut opcode = Opcode { at, name, operands: Vec::new() };
        loop {
            next = skip_space(line, next);
            match line[next..].chars().next() {
                None => return Err(ParseError::at(line, next, "the end of the line", "';'")),
                Some(';') => break,
                Some(_) => {
                    let (operand, after) = word(line, next)?;
                    opcode.operands.push(operand);
                    next = after;
                }
            }
        }
        found.push(opcode);
        at = skip_space(line, next + 1);
    }
    Ok(found)
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

/// Writes a record. Operands lose what EPD cannot say: double quotes become
/// apostrophes, and values that are no text or number their JSON.
pub(super) fn write(record: &Record) -> String {
    let mut text = position(&record.setup);
    let mut opcode = |name: &str, operand: &str| text.push_str(&format!(" {name} {operand};"));
    if let Some(id) = &record.id {
        opcode("id", &quote(&id.to_string()));
    }
    let (variant, shape) = ambiguities(&record.setup);
    if variant {
        opcode("variant", record.setup.variant.name);
    }
    if shape {
        opcode("shape", &record.setup.shape.to_string());
    }
    let claims = &record.claims;
    if let Some(verdict) = claims.verdict {
        opcode("verdict", verdict.name());
    }
    if let Some(mate) = claims.mate {
        opcode("mate", if mate { "true" } else { "false" });
    }
    match claims.goal {
        Some(goal) if (goal.play(), goal.aim()) == (Play::Direct, Aim::Mate) => {
            opcode("dm", &goal.moves().to_string());
        }
        Some(goal) => opcode("goal", &goal.to_string()),
        None => {}
    }
    if let Some(keys) = &claims.keys {
        let bare = |key: &String| key.replace(|char| " \t\r\n;\"".contains(char), "");
        let keys: Vec<String> = keys.iter().map(bare).collect();
        opcode("bm", &keys.join(" "));
    }
    for (name, value) in &record.others {
        opcode(&opcode_name(name), &operand(value));
    }
    text
}

/// The position: its FEN, without counters that say nothing.
fn position(setup: &Setup) -> String {
    let fen = Notation::Fen.write(setup, &Options::default()).unwrap_or_default();
    fen.strip_suffix(" 0 1").map_or(fen.clone(), str::to_owned)
}

/// Whether the text alone would be read as another variant or shape.
fn ambiguities(setup: &Setup) -> (bool, bool) {
    let flags = Notation::Fen.flags(setup, &Options::default());
    flags.map_or((true, true), |flags| (flags.variant.is_some(), flags.shape.is_some()))
}

fn operand(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        Value::Number(number) => number.to_string(),
        other => quote(&other.to_string()),
    }
}

fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "'").replace(['\n', '\r'], " "))
}

/// Opcodes with a meaning of their own.
const OURS: [&str; 8] = ["id", "variant", "shape", "verdict", "mate", "dm", "goal", "bm"];

/// The name with every character that an opcode cannot have replaced.
fn opcode_name(name: &str) -> String {
    let fits = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let name: String = name.chars().map(|char| if fits(char) { char } else { '_' }).collect();
    // After the side to move, letters like these are castling rights.
    let rights = name.chars().all(|char| "KQkq".contains(char));
    let ours = OURS.contains(&&*name);
    if name.starts_with(|char: char| char.is_ascii_alphabetic()) && !rights && !ours {
        name
    } else {
        format!("x{name}")
    }
}
