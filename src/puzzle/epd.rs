//! Extended Position Description: a position and named operands on one line,
//! `4/4/4/Kqk1|4/4/4/4|4/4/4/4|4/4/4/4 w id "corner"; verdict checkmate;`.
//!
//! Source: S. J. Edwards, "Standard: PGN Specification and Implementation
//! Guide" (1994), section 16.2; `verdict`, `mate`, `goal`, `variant` and
//! `shape` are our own opcodes.

use serde_json::{Map, Value};

use super::record::{Claims, Fault, Record};
use crate::notation::{self, Notation, Opcode, Options, ParseError};
use crate::setup::Setup;
use crate::stipulation::{Aim, Play, Stipulation};
use crate::verdict::Verdict;

/// Reads a line that begins with a FEN; opcodes may follow it.
///
/// # Errors
/// If the line is no EPD; the error says where and why.
pub(super) fn read(line: &str, options: &Options) -> Result<Record, Fault> {
    let (setup, opcodes) = notation::read_epd(line, options)?;
    let mut record = Record { id: None, setup, claims: Claims::default(), others: Map::new() };
    if let Some(id) = opcodes.iter().find(|opcode| opcode.name() == "id") {
        record.id = Some(id.text().as_str().into());
    }
    let id = record.id.clone();
    let named = |error: ParseError| Fault { id: id.clone(), reason: Box::new(error.into()) };
    notation::stand_once(line, &opcodes, &OURS).map_err(named)?;
    opcodes.iter().try_for_each(|opcode| apply(opcode, line, &mut record)).map_err(named)?;
    Ok(record)
}

/// Takes an opcode into the record.
fn apply(opcode: &Opcode, line: &str, record: &mut Record) -> Result<(), ParseError> {
    let text = opcode.text();
    let claims = &mut record.claims;
    match opcode.name() {
        "id" => {}
        // Taken into account before the board was read.
        "variant" | "shape" => opcode.check(line)?,
        "verdict" => {
            claims.verdict = Some(opcode.one_of(line, verdict(&text), VERDICTS)?);
        }
        "mate" => claims.mate = Some(opcode.one_of(line, text.parse().ok(), "true or false")?),
        "dm" => claims.goal = Some(opcode.one_of(line, mate_in(&text), MOVES)?),
        "goal" => {
            claims.goal = Some(opcode.one_of(line, text.parse().ok(), "a goal such as #2")?);
        }
        "bm" => claims.keys = Some(opcode.operands().iter().map(|&key| key.into()).collect()),
        name => {
            let value = text.parse::<i64>().map_or_else(|_| text.into(), Value::from);
            record.others.insert(name.into(), value);
        }
    }
    Ok(())
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
