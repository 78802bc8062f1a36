//! Nested lists in square brackets, which the bracket notation and JSON share:
//! reading them, and telling levels, rows and cells apart.
//!
//! ```text
//! list  = "[" item (separator item)* "]"
//! item  = list | word          all of a list's items alike
//! ```
//!
//! Lists nest three deep at most, so the recursion is bounded whatever the
//! text; and a text that lists more squares than any board has is refused on
//! the spot, so memory is bounded too.

use std::cell::Cell as Counter;

use nom::Parser;
use nom::character::complete::char;

use super::error::{Furthest, Parsed};
use super::grid::{Cell, Grid, Level, Row, Words, too_many_squares};
use super::lexemes::space;
use crate::shape::MAX_SQUARES;

/// A list's place and items; `end` is at its closing bracket.
#[derive(Debug)]
pub(super) struct List<'a> {
    pub at: &'a str,
    pub end: &'a str,
    pub items: Vec<Node<'a>>,
}

/// An item of a list.
#[derive(Debug)]
pub(super) enum Node<'a> {
    Word(Row<'a>),
    List(List<'a>),
}

/// The deepest nesting: an outer pair, levels, rows.
const MAX_DEPTH: usize = 3;

/// How lists are written in a notation.
pub(super) struct Syntax<'s, 'a> {
    /// Reads a word.
    pub word: &'s dyn Fn(&'a str) -> Parsed<'a, Row<'a>>,
    /// What a word is called in messages.
    pub expects: &'static str,
    /// Whether commas must separate items.
    pub commas: bool,
}

impl<'a> Syntax<'_, 'a> {
    /// One list, as the only item of a list around it.
    pub(super) fn one(&self, at: &'a str) -> Parsed<'a, List<'a>> {
        let (rest, item) = self.list(at, 1, &Counter::new(2 * MAX_SQUARES))?;
        Ok((rest, List { at, end: rest, items: vec![Node::List(item)] }))
    }

    /// One or more lists up to the end of what looks like lists.
    pub(super) fn lists(&self, input: &'a str) -> Parsed<'a, List<'a>> {
        let budget = Counter::new(2 * MAX_SQUARES);
        let at = space(input);
        let mut items = Vec::new();
        let mut rest = at;
        loop {
            let (after, item) = self.list(rest, 1, &budget)?;
            items.push(Node::List(item));
            rest = space(after);
            match rest.strip_prefix(',') {
                Some(more) => rest = space(more),
                None if rest.starts_with('[') => {}
                None => return Ok((rest, List { at, end: after, items })),
            }
        }
    }

    fn list(&self, at: &'a str, depth: usize, budget: &Counter<usize>) -> Parsed<'a, List<'a>> {
        let (inside, _) = char('[').parse(at)?;
        if depth > MAX_DEPTH {
            let deep = Furthest::new(at, self.expects);
            return deep.hint("brackets nest three deep at most: board, level, row").hard();
        }
        let mut items = Vec::new();
        let mut rest = space(inside);
        loop {
            let (after, item) = self.item(rest, items.last(), depth, budget)?;
            items.push(item);
            rest = space(after);
            if let Some(outside) = rest.strip_prefix(']') {
                return Ok((outside, List { at, end: rest, items }));
            }
            match rest.strip_prefix(',') {
                Some(more) => rest = space(more),
                None if self.commas => return Furthest::new(rest, "',' or ']'").hard(),
                None if rest.is_empty() => return Furthest::new(rest, "']'").hard(),
                None => {}
            }
        }
    }

    /// The next item, of the same sort as the one before it.
    fn item(
        &self,
        at: &'a str,
        before: Option<&Node<'a>>,
        depth: usize,
        budget: &Counter<usize>,
    ) -> Parsed<'a, Node<'a>> {
        let brackets = at.starts_with('[');
        match (brackets, before) {
            (true, Some(Node::Word(_))) => return Furthest::new(at, self.after_word()).hard(),
            (false, Some(Node::List(_))) => return Furthest::new(at, "'[' or ']'").hard(),
            _ => {}
        }
        let (rest, item) = if brackets {
            let (rest, list) = self.list(at, depth + 1, budget)?;
            (rest, Node::List(list))
        } else {
            let (rest, word) = (self.word)(at)?;
            spend(budget, word.cells.len(), at)?;
            (rest, Node::Word(word))
        };
        spend(budget, 1, at)?;
        Ok((rest, item))
    }

    fn after_word(&self) -> String {
        format!("{} or ']'", self.expects)
    }
}

/// Counts squares and brackets; nothing is left of the budget when a text has
/// more of them than a board can.
fn spend<'a>(
    budget: &Counter<usize>,
    amount: usize,
    at: &'a str,
) -> Result<(), nom::Err<Furthest<'a>>> {
    match budget.get().checked_sub(amount) {
        Some(left) => {
            budget.set(left);
            Ok(())
        }
        None => Err(nom::Err::Failure(too_many_squares(at))),
    }
}

const WORDS: Words = Words { row: "row", level: "level", between: None };

/// The board that nested lists mean. Lists of words are levels of rows; when
/// every word is a single cell they are rows of cells. One list around all
/// others is dropped; in JSON (`array`) the board is always one list. Words
/// alone are rows, or single cells in order.
pub(super) fn grid<'a>(
    outer: List<'a>,
    named: Option<usize>,
    array: bool,
) -> Result<Grid<'a>, Furthest<'a>> {
    let outer = unwrap(outer, array);
    let (at, end) = (outer.at, outer.end);
    let levels = levels(outer.items, named)?;
    Ok(Grid { levels, at, end, words: &WORDS, named })
}

/// Drops one pair of brackets around a whole board.
fn unwrap(mut outer: List<'_>, array: bool) -> List<'_> {
    match outer.items.pop() {
        Some(Node::List(only)) if outer.items.is_empty() && (array || only.holds_lists()) => only,
        Some(last) => {
            outer.items.push(last);
            outer
        }
        None => outer,
    }
}

impl<'a> List<'a> {
    fn holds_lists(&self) -> bool {
        matches!(self.items.first(), Some(Node::List(_)))
    }

    /// The list's words, those of lists within it joined.
    fn words(self) -> Vec<Row<'a>> {
        self.items.into_iter().flat_map(Node::words).collect()
    }

    /// A row of a list of cells.
    fn row(self) -> Row<'a> {
        let (at, end) = (self.at, skip_one(self.end));
        Row { cells: self.words().into_iter().flat_map(|word| word.cells).collect(), at, end }
    }
}

impl<'a> Node<'a> {
    fn words(self) -> Vec<Row<'a>> {
        match self {
            Self::Word(word) => vec![word],
            Self::List(list) => list.words(),
        }
    }

    fn is_list_of_lists(&self) -> bool {
        matches!(self, Self::List(list) if list.holds_lists())
    }

    fn has_only_cells(&self) -> bool {
        match self {
            Self::Word(word) => word.cells.len() == 1,
            Self::List(list) => list.items.iter().all(Self::has_only_cells),
        }
    }
}

/// The text after its first character, a bracket.
fn skip_one(text: &str) -> &str {
    text.get(1..).unwrap_or("")
}

fn levels<'a>(items: Vec<Node<'a>>, named: Option<usize>) -> Result<Vec<Level<'a>>, Furthest<'a>> {
    if let Some(Node::Word(_)) = items.first() {
        let words = items.into_iter().flat_map(Node::words).collect();
        return flat(words, named);
    }
    if items.iter().any(Node::is_list_of_lists) {
        return items.into_iter().map(level_of_rows).collect();
    }
    if items.iter().all(Node::has_only_cells) {
        let rows: Vec<Row> = items.into_iter().filter_map(Node::list).map(List::row).collect();
        let length = named.unwrap_or_else(|| rows[0].cells.len());
        return Ok(chunks(rows, length));
    }
    let level = |list: List<'a>| {
        let (at, end) = (list.at, list.end);
        Level { rows: list.words(), at, end }
    };
    Ok(items.into_iter().filter_map(Node::list).map(level).collect())
}

impl<'a> Node<'a> {
    fn list(self) -> Option<List<'a>> {
        match self {
            Self::Word(_) => None,
            Self::List(list) => Some(list),
        }
    }
}

/// A level whose rows stand in brackets.
fn level_of_rows(item: Node<'_>) -> Result<Level<'_>, Furthest<'_>> {
    match item {
        Node::Word(word) => Err(Furthest::new(word.at, "'['")),
        Node::List(List { at, end, items }) => {
            let rows = items.into_iter().map(row_in_brackets).collect::<Result<_, _>>()?;
            Ok(Level { rows, at, end })
        }
    }
}

fn row_in_brackets(item: Node<'_>) -> Result<Row<'_>, Furthest<'_>> {
    match item {
        Node::Word(word) => {
            Err(Furthest::new(word.at, "'[': the rows of other levels stand in brackets"))
        }
        Node::List(list) if list.holds_lists() => {
            Err(Furthest::new(skip_one(list.at), "a row of squares"))
        }
        Node::List(list) => Ok(list.row()),
    }
}

/// Rows in one list, or cells in one list, cut into levels.
fn flat<'a>(words: Vec<Row<'a>>, named: Option<usize>) -> Result<Vec<Level<'a>>, Furthest<'a>> {
    if words.iter().any(|word| word.cells.len() != 1) {
        let length = named
            .unwrap_or_else(|| super::grid::most_common(words.iter().map(|word| word.cells.len())));
        return Ok(chunks(words, length));
    }
    let squares = words.len();
    let root = (1..=squares).find(|n| n.pow(3) >= squares).filter(|n| n.pow(3) == squares);
    let Some(n) = named.or(root) else {
        return Err(Furthest::new(words[0].at, "n³ of them: 8, 27, 64, 125, …")
            .found(format!("a list of {squares} squares")));
    };
    let row = |cells: &[Row<'a>]| Row {
        cells: cells.iter().flat_map(|word| word.cells.iter().copied()).collect::<Vec<Cell>>(),
        at: cells[0].at,
        end: cells[cells.len() - 1].end,
    };
    Ok(chunks(words.chunks(n).map(row).collect(), n))
}

/// Rows in a sequence, `length` of them a level.
fn chunks<'a>(rows: Vec<Row<'a>>, length: usize) -> Vec<Level<'a>> {
    let level = |rows: &[Row<'a>]| Level {
        rows: rows.to_vec(),
        at: rows[0].at,
        end: rows[rows.len() - 1].end,
    };
    rows.chunks(length.max(1)).map(level).collect()
}
