//! The board as people draw it, in characters.
//!
//! A board of two axes is one plane. A third axis sets planes side by side,
//! its lowest to the left; a fourth stacks rows of planes, its lowest at the
//! bottom, as ranks grow; the fifth goes sideways again, the sixth up, and so
//! on: the tesseract becomes its grid of two by two boards. Each plane carries
//! its own files and ranks, and the rest of its squares' names above it.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::evidence::{Evidence, Hold};
use crate::naming::{Naming, file, roman};
use crate::piece::{Piece, Side};
use crate::setup::{Castling, Setup};
use crate::shape::{MAX_AXES, Square};
use crate::variant::SquareStyle;

/// How a board is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Chess figurines in place of letters.
    pub figurines: bool,
    /// Colour, as ANSI escapes.
    pub colour: bool,
    /// The columns there are; rows of planes that need more are broken.
    pub width: Option<usize>,
}

/// What a square is marked as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A piece that gives check.
    Checker,
    /// A square the king may step to.
    Flight,
    /// A square the king could step to if nothing held it.
    Held,
    /// A square that a piece reaches.
    Reach,
}

impl Mark {
    const ALL: [Self; 4] = [Self::Checker, Self::Flight, Self::Held, Self::Reach];

    /// `checker`, `flight`, `held` or `reach`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checker => "checker",
            Self::Flight => "flight",
            Self::Held => "held",
            Self::Reach => "reach",
        }
    }

    /// The signs left and right of a marked square, what it means, and its
    /// background in colour.
    const fn row(self) -> (char, char, &'static str, AnsiColor) {
        match self {
            Self::Checker => ('[', ']', "gives check", AnsiColor::Red),
            Self::Flight => ('(', ')', "flight", AnsiColor::Green),
            Self::Held => (':', ':', "held flight", AnsiColor::Yellow),
            Self::Reach => ('{', '}', "reached", AnsiColor::Blue),
        }
    }
}

/// The pieces that give check, as marks.
pub fn checkers(evidence: &Evidence) -> Vec<(Square, Mark)> {
    evidence.checkers.iter().map(|checker| (checker.by.square, Mark::Checker)).collect()
}

/// The squares next to the king that no piece of its own stands on, as marks.
pub fn flights(evidence: &Evidence) -> Vec<(Square, Mark)> {
    let mark = |hold: &Hold| match hold {
        Hold::Free => Some(Mark::Flight),
        Hold::Guarded(_) => Some(Mark::Held),
        Hold::Own(_) => None,
    };
    let marked = evidence.flights.iter();
    marked.filter_map(|flight| Some((flight.square, mark(&flight.hold)?))).collect()
}

/// The board, then what the marks mean, then whose move it is; a line each,
/// separated by newlines. Of several marks on a square the first counts.
pub fn draw(setup: &Setup, marks: &[(Square, Mark)], look: &Look) -> String {
    let drawing = Drawing::new(setup, marks, look);
    let mut at = [0; MAX_AXES];
    let mut lines = drawing.nest(setup.shape.axes() - 1, &mut at).lines;
    lines.push(String::new());
    lines.extend(drawing.legend());
    lines.push(to_move(setup));
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    trimmed.join("\n")
}

fn to_move(setup: &Setup) -> String {
    let mut text = format!("{} to move", setup.side.title());
    if setup.castling != Castling::NONE {
        text += &format!(", castling {}", setup.castling.fen());
    }
    if let Some(at) = setup.en_passant {
        let naming = Naming::new(setup.variant, &setup.shape);
        text += &format!(", en passant {}", naming.square(at));
    }
    text
}

/// Lines of one width on screen.
struct Block {
    width: usize,
    lines: Vec<String>,
}

impl Block {
    /// Blocks of one height in a row.
    fn beside(blocks: &[Self], gap: usize) -> Self {
        let height = blocks.iter().map(|block| block.lines.len()).max().unwrap_or(0);
        let mut lines = vec![String::new(); height];
        for (index, block) in blocks.iter().enumerate() {
            let gap = if index == 0 { 0 } else { gap };
            for (row, line) in lines.iter_mut().enumerate() {
                let piece = block.lines.get(row).cloned();
                *line += &" ".repeat(gap);
                *line += &piece.unwrap_or_else(|| " ".repeat(block.width));
            }
        }
        Self { width: row_width(blocks, gap), lines }
    }

    /// Blocks one below the other.
    fn stacked(blocks: Vec<Self>, gap: usize) -> Self {
        let width = blocks.iter().map(|block| block.width).max().unwrap_or(0);
        let mut lines: Vec<String> = Vec::new();
        for block in blocks {
            if !lines.is_empty() {
                lines.extend(vec![" ".repeat(width); gap]);
            }
            let padding = " ".repeat(width - block.width);
            lines.extend(block.lines.into_iter().map(|line| line + &padding));
        }
        Self { width, lines }
    }
}

fn row_width(blocks: &[Block], gap: usize) -> usize {
    let widths: usize = blocks.iter().map(|block| block.width).sum();
    widths + gap * blocks.len().saturating_sub(1)
}

/// What drawing the planes of one board shares.
struct Drawing<'a> {
    setup: &'a Setup,
    look: &'a Look,
    /// The mark of each square, by index.
    marks: Vec<Option<Mark>>,
    /// Whether there is any.
    marked: bool,
    /// The columns of the widest file's name.
    file_width: usize,
    /// The columns of the highest rank's name.
    rank_width: usize,
}

impl<'a> Drawing<'a> {
    fn new(setup: &'a Setup, marks: &[(Square, Mark)], look: &'a Look) -> Self {
        let shape = &setup.shape;
        let mut by_square = vec![None; shape.squares()];
        for &(square, mark) in marks.iter().rev() {
            by_square[square.index()] = Some(mark);
        }
        Self {
            setup,
            look,
            marks: by_square,
            marked: !marks.is_empty(),
            file_width: file(shape.side(0) - 1).len(),
            rank_width: shape.side(1).to_string().len(),
        }
    }

    /// The planes of the axes up to `axis`, at the place that `at` holds for
    /// the axes above.
    fn nest(&self, axis: usize, at: &mut [usize; MAX_AXES]) -> Block {
        if axis == 1 {
            return self.plane(at);
        }
        let mut blocks: Vec<Block> = (0..self.setup.shape.side(axis))
            .map(|place| {
                at[axis] = place;
                self.nest(axis - 1, at)
            })
            .collect();
        if axis.is_multiple_of(2) {
            self.row(&blocks, 3 * axis / 2)
        } else {
            blocks.reverse();
            Block::stacked(blocks, axis / 2)
        }
    }

    /// Blocks of one width in a row, broken where there is no more room.
    fn row(&self, blocks: &[Block], gap: usize) -> Block {
        let wide = blocks[0].width + gap;
        let room = self.look.width.map_or(blocks.len(), |width| (width + gap) / wide);
        let rows = blocks.chunks(room.max(1)).map(|row| Block::beside(row, gap));
        Block::stacked(rows.collect(), 1)
    }

    /// One plane with its caption, ranks and files.
    fn plane(&self, at: &mut [usize; MAX_AXES]) -> Block {
        let shape = &self.setup.shape;
        let frame = |line: String| (self.faint(&line), line.len());
        let squares = self.rank_width + shape.side(0) * self.cell_width();
        let mut lines = Vec::new();
        if shape.axes() > 2 {
            lines.push(frame(self.caption(&at[2..shape.axes()])));
        }
        for rank in (0..shape.side(1)).rev() {
            at[1] = rank;
            lines.push((self.rank(at), squares));
        }
        lines.push(frame(self.files()));
        let width = lines.iter().map(|(_, width)| *width).max().unwrap_or(0);
        let padded = |(line, used): (String, usize)| line + &" ".repeat(width - used);
        Block { width, lines: lines.into_iter().map(padded).collect() }
    }

    /// The columns of one square.
    fn cell_width(&self) -> usize {
        self.file_width + if self.marked { 2 } else { 1 }
    }

    /// What the names of a plane's squares have beyond file and rank, above
    /// the first file.
    fn caption(&self, outer: &[usize]) -> String {
        let naming = Naming::new(self.setup.variant, &self.setup.shape);
        let name = match naming.style() {
            SquareStyle::Roman => roman(outer[0] + 1),
            SquareStyle::Level => file(outer[0]).to_ascii_uppercase(),
            SquareStyle::Brackets => {
                let places: Vec<String> = outer.iter().map(usize::to_string).collect();
                format!("[{}]", places.join(","))
            }
        };
        format!("{:1$} {name}", "", self.rank_width)
    }

    fn files(&self) -> String {
        let mut line = " ".repeat(self.rank_width);
        for index in 0..self.setup.shape.side(0) {
            let _ = write!(line, " {:>1$}", file(index), self.file_width);
            if self.marked {
                line.push(' ');
            }
        }
        line
    }

    /// One row of squares, with its number in front.
    fn rank(&self, at: &mut [usize; MAX_AXES]) -> String {
        let shape = &self.setup.shape;
        let mut line = self.faint(&format!("{:>1$}", at[1] + 1, self.rank_width));
        for place in 0..shape.side(0) {
            at[0] = place;
            let square = shape.square(&at[..shape.axes()]).expect("a place on the board");
            self.cell(square, &mut line);
        }
        line
    }

    fn cell(&self, square: Square, line: &mut String) {
        let piece = self.setup.piece(square);
        let sign = piece.map_or('.', |piece| self.sign(piece));
        let mark = self.marks[square.index()];
        let style = self.style(piece, mark);
        let (left, right, ..) = mark.map_or((' ', ' ', "", AnsiColor::Black), Mark::row);
        let padding = " ".repeat(self.file_width - 1);
        let _ = write!(line, "{padding}{style}{left}{sign}");
        if self.marked {
            line.push(right);
        }
        let _ = write!(line, "{style:#}");
    }

    fn sign(&self, piece: Piece) -> char {
        if self.look.figurines { piece.figurine() } else { piece.letter() }
    }

    fn style(&self, piece: Option<Piece>, mark: Option<Mark>) -> Style {
        if !self.look.colour {
            return Style::new();
        }
        let style = match piece.map(|piece| piece.side) {
            None => Style::new().dimmed(),
            Some(Side::White) => Style::new().bold(),
            Some(Side::Black) => Style::new().bold().fg_color(Some(AnsiColor::Cyan.into())),
        };
        match mark {
            None => style,
            Some(mark) => style.bg_color(Some(mark.row().3.into())),
        }
    }

    /// What frames the board, a little fainter where there is colour.
    fn faint(&self, text: &str) -> String {
        let style = if self.look.colour { Style::new().dimmed() } else { Style::new() };
        format!("{style}{text}{style:#}")
    }

    /// What the marks on this board mean.
    fn legend(&self) -> Option<String> {
        let used = Mark::ALL.into_iter().filter(|mark| self.marks.contains(&Some(*mark)));
        let entry = |mark: Mark| {
            let (left, right, name, _) = mark.row();
            format!("{left} {right} {name}")
        };
        let entries: Vec<String> = used.map(entry).collect();
        (!entries.is_empty()).then(|| entries.join("   "))
    }
}
