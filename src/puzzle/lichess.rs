//! The puzzle list of lichess.org: a row a puzzle of ordinary chess.
//!
//! The first of a row's moves leads to the puzzle, the others are its
//! solution. A theme `mateIn3` gives the length; without one the row claims no
//! goal that can be checked.
//!
//! Source: the column description at database.lichess.org.

use serde_json::{Map, Value};

use super::record::{Claims, Fault, Id, Reason, Record};
use crate::board::Board;
use crate::moves::Move;
use crate::notation::{Notation, Options, ParseError, read_move};
use crate::stipulation::{Aim, Play, Stipulation};
use crate::variant::CHESS;

/// Where the columns are, as the header line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    names: Vec<String>,
    id: usize,
    fen: usize,
    moves: usize,
    themes: Option<usize>,
}

impl Columns {
    /// The columns of a header line; nothing if the line is no such header.
    pub fn of_header(line: &str) -> Option<Self> {
        let columns = || line.trim().split(',');
        // Any line of any length may be asked about.
        if !["PuzzleId", "FEN", "Moves"].iter().all(|&name| columns().any(|one| one == name)) {
            return None;
        }
        let names: Vec<String> = columns().map(str::to_owned).collect();
        let find = |name: &str| names.iter().position(|column| column == name);
        let (id, fen, moves) = (find("PuzzleId")?, find("FEN")?, find("Moves")?);
        let themes = find("Themes");
        Some(Self { id, fen, moves, themes, names })
    }

    /// Whether a line is the header again.
    pub fn is_header(&self, line: &[u8]) -> bool {
        line.starts_with(self.names[0].as_bytes())
            && line.split(|&byte| byte == b',').eq(self.names.iter().map(|name| name.as_bytes()))
    }

    /// Reads a row.
    ///
    /// # Errors
    /// If a cell is missing, the position cannot be read, or a move is not
    /// legal; the error says where.
    pub(super) fn read(&self, line: &str) -> Result<Record, Fault> {
        let cells: Vec<&str> = line.split(',').collect();
        let id = cells.get(self.id).map(|&id| Id::from(id));
        let named = |reason: Reason| Fault { id: id.clone(), reason: Box::new(reason) };
        let cell = |column: usize| {
            let missing = || {
                let expected = format!("a cell {}", self.names[column]);
                ParseError::at(line, line.len(), "the end of the row", &expected)
            };
            cells.get(column).copied().ok_or_else(missing).map_err(|error| named(error.into()))
        };
        let (board, line_of_play) =
            play(line, cell(self.fen)?, cell(self.moves)?).map_err(named)?;
        let themes = self.themes.map_or(Ok(""), cell)?;
        let goal = themes.split(' ').find_map(mate_in);
        let claims = Claims { goal, line: goal.map(|_| line_of_play), ..Claims::default() };
        Ok(Record { id, setup: board.setup(), claims, others: self.others(&cells) })
    }

    /// What a row says besides: every column under its name.
    fn others(&self, cells: &[&str]) -> Map<String, Value> {
        let columns = self.names.iter().zip(cells).enumerate();
        let other = columns.filter(|(index, _)| ![self.id, self.fen].contains(index));
        other.map(|(_, (name, &cell))| (name.clone(), cell.into())).collect()
    }
}

/// The board after the first move, and the moves after it.
fn play(line: &str, fen: &str, moves: &str) -> Result<(Board, Vec<Move>), Reason> {
    let options = Options { variant: Some(&CHESS), ..Options::default() };
    let setup = Notation::Fen.read(fen, &options).map_err(|error| within(line, fen, error))?;
    let mut board = Board::new(&setup)?;
    let mut after_first = None;
    let mut played = Vec::new();
    for word in moves.split(' ').filter(|word| !word.is_empty()) {
        let mv = read_move(&board, word).map_err(|error| within(line, word, error))?;
        board = board.play(mv);
        match &after_first {
            None => after_first = Some(board.clone()),
            Some(_) => played.push(mv),
        }
    }
    let none = || ParseError::at(line, offset(line, moves), "no move", "the move to the puzzle");
    Ok((after_first.ok_or_else(none)?, played))
}

/// A fault in a part of a line, with its place in the line.
fn within(line: &str, part: &str, error: ParseError) -> ParseError {
    let ParseError { found, expected, length, hint, .. } = error;
    let offset = offset(line, part) + error.offset;
    ParseError { length, hint, ..ParseError::at(line, offset, &found, &expected) }
}

/// Where a part of a line begins.
fn offset(line: &str, part: &str) -> usize {
    part.as_ptr() as usize - line.as_ptr() as usize
}

fn mate_in(theme: &str) -> Option<Stipulation> {
    let moves = theme.strip_prefix("mateIn")?.parse().ok()?;
    Stipulation::new(Play::Direct, Aim::Mate, moves).ok()
}
