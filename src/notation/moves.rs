//! Moves: long algebraic in every variant, SAN and UCI on boards of two axes.
//!
//! ```text
//! move     = castling | long | short
//! castling = ("O-O" | "0-0" | "O-O-O" | "0-0-0") suffix
//! long     = piece? square arrow? square promotion? suffix     UCI too
//! short    = piece? file? rank? "x"? square promotion? suffix
//! arrow    = "-" | "->" | "→" | "x"
//! promotion = "="? piece of either case
//! suffix   = "e.p."? ("+" | "#" | "!" | "?")*
//! ```
//!
//! A move is read against the legal moves: the text may say less than a writer
//! would, as long as it means one of them.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{char, satisfy};
use nom::combinator::opt;
use nom::error::context;
use nom::sequence::preceded;

use super::error::{Furthest, ParseError, Parsed, place};
use super::grid::count;
use super::lexemes::{self, arrow, kind, shorten, trim};
use crate::board::Board;
use crate::moves::{Move, Special};
use crate::naming::{Naming, file};
use crate::piece::Kind;
use crate::shape::{Shape, Square};
use crate::verdict::Verdict;

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveStyle {
    /// `Ra1[0,0]-a1[0,1]`: both squares.
    #[default]
    Long,
    /// `Nf3`: only as much as needed. Long on boards of more than two axes
    /// or 26 files.
    San,
    /// `g1f3`: two squares and nothing else. Long on boards of more than two
    /// axes or 26 files.
    Uci,
}

impl MoveStyle {
    /// Every style.
    pub const ALL: [Self; 3] = [Self::Long, Self::San, Self::Uci];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Long => "lan",
            Self::San => "san",
            Self::Uci => "uci",
        }
    }

    /// The style of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.name() == name)
    }
}

/// Writes a legal move of a board.
pub fn write_move(board: &Board, mv: Move, style: MoveStyle) -> String {
    let flat = is_flat(board.shape());
    let body = match style {
        MoveStyle::Uci if flat => return uci(&board.naming(), mv),
        _ if mv.special == Special::Castle => castling(board.shape(), mv).into(),
        MoveStyle::San if flat => short(board, mv),
        _ => long(board, mv),
    };
    body + suffix(board, mv)
}

/// Reads a legal move of a board, in any style.
///
/// # Errors
/// If the text is no move, no legal one, or could be several.
pub fn read_move(board: &Board, text: &str) -> Result<Move, ParseError> {
    let text = text.trim_end_matches(lexemes::is_space);
    let (_, wanted) =
        wanted(board, lexemes::space(text)).map_err(|error| example(board, place(text, error)))?;
    let legal = board.legal_moves();
    let meant: Vec<Move> = legal.iter().copied().filter(|&mv| wanted.means(board, mv)).collect();
    match meant[..] {
        [only] => Ok(only),
        [] => Err(illegal(board, text, &wanted, &legal)),
        _ => {
            let expected = "a move that says which one is meant";
            let found = format!("{}, which could be several moves", shorten(trim(text)));
            let error = ParseError::at(text, 0, &found, expected).over(text.len());
            Err(error.hint(list(board, meant.into_iter())))
        }
    }
}

/// Adds a legal move to a fault, to show the form.
fn example(board: &Board, fault: ParseError) -> ParseError {
    let first = board.legal_moves().first().map(|&mv| write_move(board, mv, MoveStyle::Long));
    first.into_iter().fold(fault, |fault, mv| fault.hint(format!("for example {mv}")))
}

/// Whether the short styles are for this board: two axes, a letter a file.
fn is_flat(shape: &Shape) -> bool {
    shape.axes() == 2 && shape.side(0) <= 26
}

/// Both squares, with the piece's letter.
fn long(board: &Board, mv: Move) -> String {
    let naming = board.naming();
    let (from, to) = (naming.square(mv.from), naming.square(mv.to));
    let arrow = if captures(board, mv) { 'x' } else { '-' };
    format!("{}{from}{arrow}{to}{}", letter(mv.kind), promotion(mv))
}

fn uci(naming: &Naming, mv: Move) -> String {
    let becomes = mv.promotion.map(|kind| kind.letter().to_ascii_lowercase());
    let becomes = becomes.map(String::from).unwrap_or_default();
    format!("{}{}{becomes}", naming.square(mv.from), naming.square(mv.to))
}

/// As short as it can be without being ambiguous.
fn short(board: &Board, mv: Move) -> String {
    let takes = captures(board, mv);
    let origin = match mv.kind {
        Kind::Pawn if takes => file(board.shape().coord(mv.from)[0].into()),
        Kind::Pawn => String::new(),
        _ => distinction(board, mv),
    };
    let cross = if takes { "x" } else { "" };
    let to = board.naming().square(mv.to);
    format!("{}{origin}{cross}{to}{}", letter(mv.kind), promotion(mv))
}

/// What tells a piece from others of its kind that could go there: the file if
/// that is enough, else the rank, else both.
fn distinction(board: &Board, mv: Move) -> String {
    let at = |square: Square| {
        let coord = board.shape().coord(square);
        (coord[0], coord[1])
    };
    let rival = |other: &Move| other.kind == mv.kind && other.to == mv.to && other.from != mv.from;
    let rivals: Vec<_> =
        board.legal_moves().into_iter().filter(rival).map(|other| at(other.from)).collect();
    let (on_file, on_rank) = at(mv.from);
    let name = board.naming().square(mv.from);
    let letters = name.len() - name.trim_start_matches(|char: char| char.is_alphabetic()).len();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|&(file, _)| file != on_file) {
        name[..letters].into()
    } else if rivals.iter().all(|&(_, rank)| rank != on_rank) {
        name[letters..].into()
    } else {
        name
    }
}

/// A kind's letter; pawns have none.
fn letter(kind: Kind) -> String {
    if kind == Kind::Pawn { String::new() } else { kind.letter().into() }
}

fn promotion(mv: Move) -> String {
    mv.promotion.map(|kind| format!("={}", kind.letter())).unwrap_or_default()
}

fn captures(board: &Board, mv: Move) -> bool {
    mv.special == Special::EnPassant || board.piece(mv.to).is_some()
}

fn castling(shape: &Shape, mv: Move) -> &'static str {
    if is_kingside(shape, mv) { "O-O" } else { "O-O-O" }
}

fn is_kingside(shape: &Shape, mv: Move) -> bool {
    shape.coord(mv.to)[0] > shape.coord(mv.from)[0]
}

/// `+` for check, `#` for mate: found by playing the move.
fn suffix(board: &Board, mv: Move) -> &'static str {
    let next = board.play(mv);
    match next.in_check() {
        false => "",
        true if next.verdict() == Verdict::Checkmate => "#",
        true => "+",
    }
}

/// What a text says of a move.
#[derive(Debug)]
enum Wanted {
    /// Castling, on the king's side or not.
    Castle { kingside: bool },
    /// A move to a square.
    Walk(Walk),
}

#[derive(Debug)]
struct Walk {
    kind: Option<Kind>,
    from: Option<Square>,
    file: Option<usize>,
    rank: Option<usize>,
    to: Square,
    promotion: Option<Kind>,
}

impl Wanted {
    /// Whether the text can mean this move.
    fn means(&self, board: &Board, mv: Move) -> bool {
        match self {
            Self::Castle { kingside } => {
                mv.special == Special::Castle && is_kingside(board.shape(), mv) == *kingside
            }
            Self::Walk(walk) => {
                let promotes = walk.promotion.is_none_or(|kind| mv.promotion == Some(kind));
                walk.starts(board.shape(), mv) && walk.to == mv.to && promotes
            }
        }
    }
}

impl Walk {
    /// Whether this is what the text says of the piece that moves.
    fn starts(&self, shape: &Shape, mv: Move) -> bool {
        let coord = shape.coord(mv.from);
        self.kind.is_none_or(|kind| kind == mv.kind)
            && self.from.is_none_or(|from| from == mv.from)
            && self.file.is_none_or(|file| file == usize::from(coord[0]))
            && self.rank.is_none_or(|rank| rank == usize::from(coord[1]))
    }
}

/// A whole text as a move.
fn wanted<'a>(board: &Board, text: &'a str) -> Parsed<'a, Wanted> {
    let naming = board.naming();
    let long = |input| long_form(&naming, input);
    let walk = |input| -> Parsed<'a, Wanted> {
        if is_flat(naming.shape()) {
            alt((long, |input| short_form(&naming, input))).map(Wanted::Walk).parse(input)
        } else {
            long.map(Wanted::Walk).parse(input)
        }
    };
    context("a move", alt((castling_form, walk))).parse(text)
}

fn castling_form(input: &str) -> Parsed<'_, Wanted> {
    let queenside = alt((tag("O-O-O"), tag("0-0-0"), tag("o-o-o"))).map(|_| false);
    let kingside = alt((tag("O-O"), tag("0-0"), tag("o-o"))).map(|_| true);
    let wing = context("castling", alt((queenside, kingside)));
    (wing, end).map(|(kingside, ())| Wanted::Castle { kingside }).parse(input)
}

fn long_form<'a>(naming: &Naming, input: &'a str) -> Parsed<'a, Walk> {
    let lettered = (kind, lexemes::square(naming)).map(|(kind, from)| (Some(kind), from));
    let bare = lexemes::square(naming).map(|from| (None, from));
    let from = context("a move", alt((lettered, bare)));
    let to = lexemes::square(naming);
    let (rest, ((kind, from), _, to, promotion, ())) =
        (from, opt(arrow), to, promotion_form, end).parse(input)?;
    Ok((rest, Walk { kind, from: Some(from), file: None, rank: None, to, promotion }))
}

fn short_form<'a>(naming: &Naming, input: &'a str) -> Parsed<'a, Walk> {
    let (rest, kind) = opt(kind).parse(input)?;
    let kind = kind.or(Some(Kind::Pawn));
    let to = || (opt(arrow), lexemes::square(naming), promotion_form, end);
    let with_file =
        (lexemes::file(naming.shape()), to()).map(|(file, tail)| (Some(file), None, tail));
    let with_rank = (lexemes::rank, to()).map(|(rank, tail)| (None, Some(rank), tail));
    let bare = to().map(|tail| (None, None, tail));
    let (rest, (file, rank, (_, to, promotion, ()))) =
        alt((bare, with_file, with_rank)).parse(rest)?;
    Ok((rest, Walk { kind, from: None, file, rank, to, promotion }))
}

fn promotion_form(input: &str) -> Parsed<'_, Option<Kind>> {
    let letter = satisfy(|char| Kind::from_letter(char).is_some());
    let kind = context("a piece to promote to", letter.map_opt(Kind::from_letter));
    opt(preceded(opt(char('=')), kind)).parse(input)
}

/// Marks after a move, and the end of the text.
fn end(input: &str) -> Parsed<'_, ()> {
    let passing = (take_while(|char| char == ' '), alt((tag("e.p."), tag("ep"))));
    let marks = take_while(|char| "+#!?".contains(char));
    let (rest, _) = (opt(passing), marks).parse(input)?;
    if rest.is_empty() { Ok((rest, ())) } else { Furthest::new(rest, "the end of the move").soft() }
}

/// Says that a move is not legal, and which legal ones come close.
fn illegal(board: &Board, text: &str, wanted: &Wanted, legal: &[Move]) -> ParseError {
    let found = match wanted {
        Wanted::Walk(walk) => absent(board, walk),
        Wanted::Castle { .. } => None,
    };
    let found = found.unwrap_or_else(|| format!("{}, which is not legal", shorten(trim(text))));
    let expected = format!("a legal move of {}", board.side().title());
    let error = ParseError::at(text, 0, &found, &expected).over(text.len());
    let close = close(board, wanted, legal);
    if legal.is_empty() {
        error.hint(format!("{} has none", board.side().title()))
    } else if close.is_empty() {
        error.hint(format!("there are {}", count(legal.len(), "legal move")))
    } else {
        error.hint(list(board, close.into_iter()))
    }
}

/// Says that the piece named does not stand where the move begins.
fn absent(board: &Board, walk: &Walk) -> Option<String> {
    let from = walk.from?;
    let there = board.piece(from).filter(|piece| piece.side == board.side());
    let name = board.naming().square(from);
    let side = board.side().name();
    match (there, walk.kind) {
        (None, kind) => {
            let piece = kind.map_or("piece", Kind::name);
            Some(format!("no {side} {piece} on {name}"))
        }
        (Some(piece), Some(kind)) if piece.kind != kind => {
            Some(format!("a {} on {name}, not a {}", piece.kind.name(), kind.name()))
        }
        _ => None,
    }
}

/// The legal moves most like what was wanted: of the same piece, else to the
/// same square.
fn close(board: &Board, wanted: &Wanted, legal: &[Move]) -> Vec<Move> {
    let Wanted::Walk(walk) = wanted else { return Vec::new() };
    let of = |fits: &dyn Fn(Move) -> bool| -> Vec<Move> {
        legal.iter().copied().filter(|&mv| fits(mv)).collect()
    };
    let to = of(&|mv| mv.to == walk.to);
    let from = of(&|mv| walk.from.is_some() && walk.starts(board.shape(), mv));
    if from.is_empty() { to } else { from }
}

/// A few moves for a message.
fn list(board: &Board, moves: impl ExactSizeIterator<Item = Move>) -> String {
    const SHOWN: usize = 6;
    let more = moves.len().saturating_sub(SHOWN);
    let written: Vec<String> =
        moves.take(SHOWN).map(|mv| write_move(board, mv, MoveStyle::Long)).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("legal: {}{more}", written.join(", "))
}

#[cfg(test)]
mod tests;
