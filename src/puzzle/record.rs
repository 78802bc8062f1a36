//! A puzzle: a board, what it is called, and what is said to hold of it.

use std::fmt;

use serde_json::{Map, Value};

use crate::flaw::Flaws;
use crate::moves::Move;
use crate::notation::ParseError;
use crate::setup::Setup;
use crate::stipulation::Stipulation;
use crate::verdict::Verdict;

/// What a file calls a record: a text, or a number in a JSON file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Id(Value);

impl Id {
    /// The name that a JSON value gives, if it gives one.
    pub fn of_json(value: &Value) -> Option<Self> {
        (value.is_string() || value.is_number()).then(|| Self(value.clone()))
    }

    /// The name as a JSON value: as the file wrote it.
    pub fn json(&self) -> &Value {
        &self.0
    }
}

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

/// The bare text, on one line.
impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Value::String(text) => f.write_str(&text.replace(['\t', '\n', '\r'], " ")),
            number => number.fmt(f),
        }
    }
}

/// A record of a puzzle file.
#[derive(Clone, Debug)]
pub struct Record {
    /// What the file calls it.
    pub id: Option<Id>,
    /// The board asked about.
    pub setup: Setup,
    /// What the file says of it.
    pub claims: Claims,
    /// Everything else that the file says, in its order, under the file's own
    /// names.
    pub others: Map<String, Value>,
}

/// What a record says of its board, to be checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The verdict on the side to move.
    pub verdict: Option<Verdict>,
    /// Whether the side to move is checkmated.
    pub mate: Option<bool>,
    /// What can be forced, or reached with the other side's help.
    pub goal: Option<Stipulation>,
    /// Every first move that reaches the goal, as written.
    pub keys: Option<Vec<String>>,
    /// One line that reaches it.
    pub line: Option<Vec<Move>>,
}

/// What is wrong with a record.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The record's name, as far as it could be read.
    pub id: Option<Id>,
    /// What is wrong.
    pub reason: Box<Reason>,
}

/// Why a record cannot be answered.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Reason {
    /// Its text cannot be read; lines are counted within the record.
    #[error("{0}")]
    Text(#[from] ParseError),
    /// Its board is impossible.
    #[error("{0}")]
    Board(#[from] Flaws),
    /// It is longer than any record may be.
    #[error("a record of more than {0} bytes")]
    TooLong(usize),
}

impl Reason {
    /// The column at which the fault begins, from 1.
    pub fn column(&self) -> usize {
        match self {
            Self::Text(error) => error.column,
            Self::Board(_) | Self::TooLong(_) => 1,
        }
    }

    /// The fault without its place.
    pub fn message(&self) -> String {
        match self {
            Self::Text(ParseError { found, expected, hint, .. }) => {
                let hint = hint.as_ref().map_or_else(String::new, |hint| format!("; {hint}"));
                format!("found {found}, expected {expected}{hint}")
            }
            other => other.to_string(),
        }
    }
}

impl From<Reason> for Fault {
    fn from(reason: Reason) -> Self {
        Self { id: None, reason: Box::new(reason) }
    }
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        Reason::from(error).into()
    }
}
