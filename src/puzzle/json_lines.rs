//! JSON Lines: an object a line, its board under `board` in any notation.
//!
//! The board is read by [`crate::notation`], which keeps the place of a fault inside
//! a string; the other fields by serde_json.

use serde_json::{Map, Value, json};

use super::epd;
use super::record::{Claims, Fault, Id, Reason, Record};
use crate::notation::{Notation, Options, ParseError};
use crate::stipulation::{Aim, Play, Stipulation};

/// Fields that say which board it is.
const OF_THE_BOARD: [&str; 5] = ["board", "n", "variant", "shape", "side"];

/// Fields that say what it is called, or make a claim.
const OF_THE_RECORD: [&str; 6] = ["id", "verdict", "mate", "mate_in", "goal", "keys"];

/// Reads a line that holds an object.
///
/// # Errors
/// If the line is no JSON, has no readable board, or makes a claim that cannot
/// be one; the error says where and why.
pub(super) fn read(line: &str, options: &Options) -> Result<Record, Fault> {
    let fields: Result<Map<String, Value>, _> = serde_json::from_str(line);
    let id = fields.as_ref().ok().and_then(|fields| fields.get("id")).and_then(Id::of_json);
    let named = |error: ParseError| Fault { id: id.clone(), reason: Box::new(Reason::Text(error)) };
    let setup = Notation::Json.read(line, options).map_err(named)?;
    let fields = fields.map_err(|error| named(syntax(line, &error)))?;
    let mut record =
        Record { id: id.clone(), setup, claims: Claims::default(), others: Map::new() };
    for (name, value) in fields {
        take(&mut record, &name, value)
            .map_err(|(found, expected)| named(at_field(line, &name, &found, expected)))?;
    }
    Ok(record)
}

/// Takes a field into the record, or says what was found and expected.
fn take(record: &mut Record, name: &str, value: Value) -> Result<(), (String, &'static str)> {
    fn claim<T>(
        slot: &mut Option<T>,
        found: &Value,
        value: Option<T>,
        expected: &'static str,
    ) -> Result<(), (String, &'static str)> {
        *slot = Some(value.ok_or_else(|| (shorten(found), expected))?);
        Ok(())
    }
    let claims = &mut record.claims;
    let string = value.as_str();
    match name {
        _ if value.is_null() || OF_THE_BOARD.contains(&name) => Ok(()),
        "id" => match Id::of_json(&value) {
            Some(_) => Ok(()),
            None => Err((shorten(&value), "a string or a number")),
        },
        "verdict" => claim(
            &mut claims.verdict,
            &value,
            string.and_then(epd::verdict),
            "\"checkmate\", \"stalemate\" or \"neither\"",
        ),
        "mate" => claim(&mut claims.mate, &value, value.as_bool(), "true or false"),
        "mate_in" => claim(&mut claims.goal, &value, mate_in(&value), "a number of moves"),
        "goal" => claim(
            &mut claims.goal,
            &value,
            string.and_then(|goal| goal.parse().ok()),
            "a goal such as \"#2\"",
        ),
        "keys" => claim(&mut claims.keys, &value, strings(&value), "an array of moves"),
        _ => {
            record.others.insert(name.into(), value);
            Ok(())
        }
    }
}

fn mate_in(value: &Value) -> Option<Stipulation> {
    let moves = u16::try_from(value.as_u64()?).ok()?;
    Stipulation::new(Play::Direct, Aim::Mate, moves).ok()
}

fn strings(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|one| one.as_str().map(str::to_owned)).collect()
}

fn shorten(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(24) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn at_field(line: &str, name: &str, found: &str, expected: &str) -> ParseError {
    let field = format!("\"{name}\"");
    let offset = line.find(&field).unwrap_or(0);
    let expected = format!("{expected} as {name}");
    ParseError::at(line, offset, found, &expected).over(field.len())
}

/// serde_json's own complaint, with our place.
fn syntax(line: &str, error: &serde_json::Error) -> ParseError {
    let offset = error.column().saturating_sub(1).min(line.len());
    ParseError::at(line, offset, &format!("broken JSON ({error})"), "a JSON object")
}

/// Writes a record as an object on one line.
pub(super) fn write(record: &Record) -> String {
    let setup = &record.setup;
    let board = Notation::Fen.write(setup, &Options::default());
    let claims = &record.claims;
    let mate_in = claims.goal.filter(|goal| (goal.play(), goal.aim()) == (Play::Direct, Aim::Mate));
    let fields = [
        ("id", record.id.as_ref().map(|id| id.json().clone())),
        ("variant", Some(json!(setup.variant.name))),
        ("shape", Some(json!(setup.shape.sides()))),
        ("board", Some(json!(board))),
        ("side", Some(json!(setup.side.name()))),
        ("verdict", claims.verdict.map(|verdict| json!(verdict.name()))),
        ("mate", claims.mate.map(|mate| json!(mate))),
        ("mate_in", mate_in.map(|goal| json!(goal.moves()))),
        ("goal", claims.goal.filter(|_| mate_in.is_none()).map(|goal| json!(goal.to_string()))),
        ("keys", claims.keys.as_ref().map(|keys| json!(keys))),
    ];
    let mut object = Map::new();
    for (name, value) in fields {
        if let Some(value) = value {
            object.insert(name.into(), value);
        }
    }
    for (name, value) in &record.others {
        object.insert(field_name(name), value.clone());
    }
    Value::Object(object).to_string()
}

/// The name of what a record says besides; other files may use a name of ours
/// for something else.
fn field_name(name: &str) -> String {
    let ours = OF_THE_BOARD.contains(&name) || OF_THE_RECORD.contains(&name);
    if ours { format!("x{name}") } else { name.into() }
}
