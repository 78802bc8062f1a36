//! How far a record reaches, told line by line without parsing it.

use super::Notation;
use super::is_comment;
use super::lexemes::{self, trim};
use super::options::Options;
use super::rows::{self, Line};
use crate::shape::MAX_SQUARES;

/// What a line means for the record that it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The record goes on.
    More,
    /// The record ends with this line.
    Done,
    /// No line can complete the record.
    Broken,
}

/// The state of a record between two lines.
#[derive(Debug)]
pub(super) enum Extent {
    /// A record of one line.
    Line,
    /// Lists in brackets.
    Lists(Brackets),
    /// A JSON object.
    Object(Brackets),
    /// A row a line.
    Rows(Rows),
}

impl Extent {
    /// The extent of a record that begins with this line.
    pub(super) fn new(first: &str, options: &Options) -> Self {
        let notation = options.notation.unwrap_or_else(|| Notation::recognise(first));
        match (notation, trim(first).as_bytes().first()) {
            (Notation::Fen, _) => Self::Line,
            (Notation::Rows, _) if begins_rows(first) => Self::Rows(Rows::new(options)),
            (_, Some(b'{')) => Self::Object(Brackets::default()),
            (_, Some(b'[')) => Self::Lists(Brackets::default()),
            _ => Self::Line,
        }
    }

    /// Whether a record still open ends before this line, because the line
    /// cannot go on with it and begins another.
    pub(super) fn ends_before(&self, line: &str) -> bool {
        if lexemes::trim(line).is_empty() || is_comment(line) {
            return false;
        }
        let first = trim(line).as_bytes()[0];
        match self {
            Self::Line => false,
            Self::Object(_) => line.starts_with('{') || is_bare_board(line),
            Self::Lists(brackets) => {
                let fen = line.contains('/') && !line.contains('"');
                first == b'{' || fen || !brackets.may_go_on_with(first)
            }
            Self::Rows(rows) => {
                matches!(first, b'{' | b'[' | b'"') || line.contains('/') || rows.ends_before(line)
            }
        }
    }

    /// Takes the next line in.
    pub(super) fn step(&mut self, line: &str) -> Step {
        if is_comment(line) {
            return Step::More;
        }
        match self {
            Self::Line => Step::Done,
            Self::Rows(rows) => rows.step(line),
            Self::Object(brackets) => {
                brackets.scan(line);
                if brackets.quoted { Step::Broken } else { step_if(brackets.depth == 0) }
            }
            Self::Lists(brackets) => {
                brackets.scan(line);
                if !trim(line).is_empty() {
                    brackets.comma = trim(line).ends_with(',');
                }
                let done = brackets.depth == 0 && !brackets.comma;
                if done || !brackets.is_hopeless() { step_if(done) } else { Step::Broken }
            }
        }
    }

    /// Whether brackets are open.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Self::Lists(brackets) if brackets.depth > 0)
    }
}

/// Whether a line is a whole board for certain: several lists, all closed.
pub(super) fn is_whole_board(line: &str) -> bool {
    whole_board(line).is_some()
}

/// Whether a line is a whole board in letters without quotes, so no JSON.
fn is_bare_board(line: &str) -> bool {
    whole_board(line).is_some_and(|brackets| brackets.row > 0)
}

fn whole_board(line: &str) -> Option<Brackets> {
    if !trim(line).starts_with('[') || trim(line).ends_with(',') {
        return None;
    }
    let mut brackets = Brackets::default();
    brackets.scan(line);
    let closed = brackets.depth == 0 && !brackets.quoted;
    (closed && brackets.closed_outer > 1).then_some(brackets)
}

fn step_if(done: bool) -> Step {
    if done { Step::Done } else { Step::More }
}

/// Whether a line looks like the first of a board in rows: a side length, or
/// at least as many letters of pieces as others.
fn begins_rows(line: &str) -> bool {
    let (mut cells, mut others) = (0, 0);
    for char in line.chars().filter(|char| !lexemes::is_space(*char) && *char != '|') {
        if lexemes::cell(char, false).is_some() { cells += 1 } else { others += 1 }
    }
    cells >= others || matches!(Line::of(line), Line::Header(_))
}

/// Brackets counted over several lines.
#[derive(Debug, Default)]
pub(super) struct Brackets {
    depth: usize,
    /// Whether the innermost open lists hold words; one entry a depth.
    words: [bool; Self::DEEPEST + 1],
    quoted: bool,
    escaped: bool,
    /// Whether the last line ended in a comma.
    comma: bool,
    closed_outer: usize,
    /// The first word, if it is letters of a row; and whether it is complete.
    row: usize,
    row_ended: bool,
    tokens: usize,
    too_deep: bool,
}

impl Brackets {
    const DEEPEST: usize = 3;

    fn scan(&mut self, line: &str) {
        for byte in line.bytes() {
            if self.quoted {
                self.scan_quoted(byte);
                continue;
            }
            self.measure_row(byte);
            match byte {
                b'[' | b'{' => self.open(),
                b']' | b'}' => self.close(),
                b',' | b' ' | b'\t' | b'\r' => {}
                _ => {
                    self.quoted = byte == b'"';
                    self.words[self.depth.min(Self::DEEPEST)] = true;
                    self.tokens += 1;
                }
            }
        }
    }

    fn measure_row(&mut self, byte: u8) {
        let letter = byte.is_ascii_alphabetic() || matches!(byte, b'#' | b'.' | b'_');
        self.row_ended |= !letter && (self.row > 0 || byte == b'"' || byte.is_ascii_digit());
        self.row += usize::from(letter && !self.row_ended);
    }

    /// Whether there are as many levels as the first row has squares.
    fn has_all_levels(&self) -> bool {
        self.depth == 0 && self.row > 1 && self.closed_outer >= self.row
    }

    fn scan_quoted(&mut self, byte: u8) {
        self.quoted = self.escaped || byte != b'"';
        self.escaped = !self.escaped && byte == b'\\';
    }

    fn open(&mut self) {
        self.depth += 1;
        self.tokens += 1;
        self.too_deep |= self.depth > Self::DEEPEST;
        self.words[self.depth.min(Self::DEEPEST)] = false;
    }

    fn close(&mut self) {
        self.closed_outer += usize::from(self.depth <= 1);
        self.depth = self.depth.saturating_sub(1);
    }

    /// Whether a line that begins with this byte can belong to the same lists.
    fn may_go_on_with(&self, first: u8) -> bool {
        let words = self.words[self.depth.min(Self::DEEPEST)];
        if self.depth == 0 {
            first == b'[' && !self.has_all_levels()
        } else {
            first != b'[' || !words
        }
    }

    /// Whether no board has that many squares and brackets, or brackets that
    /// deep, or a string over the end of a line.
    fn is_hopeless(&self) -> bool {
        self.tokens > 3 * MAX_SQUARES || self.too_deep || self.quoted
    }
}

/// Rows counted over several lines.
#[derive(Debug)]
pub(super) struct Rows {
    /// Rows a level and levels, if known before the first row.
    known: Option<(usize, usize)>,
    named: bool,
    abreast: bool,
    /// The lengths of the rows of the first level.
    lengths: Vec<usize>,
    /// The rows of the level that is open.
    rows: usize,
    /// The levels that are closed.
    levels: usize,
}

impl Rows {
    fn new(options: &Options) -> Self {
        let flat = options.variant.filter(|variant| variant.axes.1 == 2);
        let shape = options.shape.or(flat.map(|variant| variant.usual_shape()));
        let known = shape.filter(|shape| shape.axes() <= 3).map(|shape| {
            let levels = if shape.axes() == 2 { 1 } else { shape.side(2) };
            (shape.side(1), levels)
        });
        let lengths = Vec::new();
        Self { known, named: false, abreast: false, lengths, rows: 0, levels: 0 }
    }

    fn ends_before(&self, line: &str) -> bool {
        matches!(Line::of(line), Line::Header(_)) && (self.named || !self.lengths.is_empty())
    }

    /// Rows a level and levels. The first row's length counts until the first
    /// level is complete; then the length that most of its rows have.
    fn size(&self) -> (usize, usize) {
        self.known.unwrap_or_else(|| {
            let counted = if self.levels == 0 { 1 } else { self.lengths.len() };
            let n = super::grid::most_common(self.lengths[..counted].iter().copied());
            (n.max(2), n.max(2))
        })
    }

    fn step(&mut self, line: &str) -> Step {
        match Line::of(line) {
            Line::Comment => Step::More,
            Line::Separator => step_if(self.close()),
            Line::Header(n) => {
                self.named = true;
                self.known = self.known.or(n.ok().map(|n| (n, n)));
                Step::More
            }
            Line::Row(groups) => step_if(self.add(&groups)),
        }
    }

    /// Ends a level; whether it was the last one, however short.
    fn close(&mut self) -> bool {
        if self.rows == 0 || self.abreast {
            return false;
        }
        self.levels += 1;
        self.rows = 0;
        self.levels >= self.size().1
    }

    /// Adds a row; whether it was the last one.
    fn add(&mut self, groups: &[&str]) -> bool {
        if self.lengths.is_empty() {
            self.abreast = groups.len() > 1;
        }
        if self.levels == 0 && self.lengths.len() <= MAX_SQUARES {
            self.lengths.push(groups.first().map_or(0, |group| rows::width(group)));
        }
        self.rows += 1;
        let (rows, levels) = self.size();
        let complete = self.rows == rows && (self.abreast || self.levels + 1 == levels);
        complete || self.rows > MAX_SQUARES
    }
}
