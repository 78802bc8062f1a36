//! Boards read from text faster than a parser can: lines that look alike.
//!
//! In a large file one line looks like the next. Once the general parser has
//! read a line, a [`QuickReader`] is learnt from it: brackets become a
//! [`Template`], to which a line is compared eight bytes at a time, and FEN a
//! table of [`Ranks`]. A quick reader goes from bytes to a position without
//! allocating and takes no decision of its own: whatever differs in the least
//! from what it has learnt, and every board that may be impossible, it leaves
//! to the general parser, which knows the reasons. The fuzz target
//! `quick_reader` and `tests/batch.rs` hold the two to the same answers.

mod bytes;
mod planes;
mod ranks;
mod template;

use std::sync::Arc;

use self::ranks::Ranks;
use self::template::Template;
use crate::board::Board;
use crate::flaw::Glance;
use crate::geometry::Game;
use crate::notation::{Notation, Options};
use crate::piece::{Kind, Piece, Side};
use crate::position::Position;
use crate::setup::{Castling, Setup};
use crate::squares::SquareSet;
use crate::variant::{RAUMSCHACH, Variant};
use crate::verdict::Verdict;

/// What a quick reader says of the board at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The verdict on the side to move.
    pub verdict: Verdict,
    /// The side that is in check although the other is to move.
    pub waiting_in_check: Option<Side>,
    /// The byte after the board's text. What stands there is for the caller
    /// to judge.
    pub end: usize,
}

/// Reads boards of the form it has learnt.
pub(crate) trait QuickReader: Send + Sync {
    /// The verdict on the board at the start of a text; nothing if it is not
    /// of the form learnt, or impossible.
    fn see(&self, text: &[u8]) -> Option<Seen>;
}

/// Learns from a line that the general parser has read with these options.
/// Nothing if the line's form is not one that can be read quickly.
pub(crate) fn learn(text: &str, setup: &Setup, options: &Options) -> Option<Arc<dyn QuickReader>> {
    let form = match options.notation.unwrap_or_else(|| Notation::recognise(text)) {
        Notation::Brackets | Notation::Array => Form::Template(Template::new(text, setup)?),
        Notation::Fen => Form::Ranks(Ranks::new(setup, options.top_first)?),
        Notation::Rows | Notation::Json => return None,
    };
    let marked = options.variant.is_none() && *setup.variant == RAUMSCHACH;
    if marked && setup.shape != RAUMSCHACH.usual_shape() {
        return None;
    }
    let board = Board::new(setup).ok()?;
    let letters = Letters::new(setup.variant);
    at_width!(&board, |game, position| {
        let reader = Quick { game: Arc::clone(game), letters, form, side: options.side, marked };
        (reader.read(text.as_bytes())?.0 == *position).then(|| Arc::new(reader) as _)
    })
}

/// What the bytes of a text mean on one variant's board.
struct Letters([u8; 256]);

impl Letters {
    /// The bit of a code that says White.
    const WHITE: u8 = 8;
    /// The code of a byte that is neither a piece nor an empty square.
    const OTHER: u8 = 0x80;

    fn new(variant: &Variant) -> Self {
        let mut codes = [Self::OTHER; 256];
        for empty in *b"#._0-" {
            codes[usize::from(empty)] = 0;
        }
        for side in Side::BOTH {
            for &kind in variant.kinds {
                let white = if side == Side::White { Self::WHITE } else { 0 };
                codes[Piece { side, kind }.letter() as usize] = kind.code() as u8 | white;
            }
        }
        Self(codes)
    }

    /// The kind's code in the lowest three bits and [`Self::WHITE`]; 0 for an
    /// empty square; [`Self::OTHER`].
    #[inline]
    fn code(&self, byte: u8) -> u8 {
        self.0[usize::from(byte)]
    }
}

enum Form {
    Template(Template),
    Ranks(Ranks),
}

/// The quick reader of one form of text on one board.
struct Quick<const W: usize> {
    game: Arc<Game<W>>,
    letters: Letters,
    form: Form,
    /// The side asked about, whatever the text says.
    side: Option<Side>,
    /// Whether the variant was guessed from a pawn or unicorn on the board, so
    /// that a board without one is another variant's.
    marked: bool,
}

/// What a text says besides the pieces.
#[derive(Clone, Copy)]
struct Fields {
    side: Side,
    castling: Castling,
    halfmove: u16,
    fullmove: u16,
}

/// What a text says that names nothing but the pieces.
const NO_FIELDS: Fields =
    Fields { side: Side::White, castling: Castling::NONE, halfmove: 0, fullmove: 1 };

impl<const W: usize> Quick<W> {
    /// The position that a text begins with, and where its text ends. It may
    /// be an impossible one.
    #[inline]
    fn read(&self, text: &[u8]) -> Option<(Position<W>, usize)> {
        let (planes, fields, end) = match &self.form {
            Form::Template(template) => {
                let (planes, end) = template.read(text, &self.letters)?;
                (planes, NO_FIELDS, end)
            }
            Form::Ranks(ranks) => ranks.read(text, &self.letters)?,
        };
        let [a, b, c, white] = planes.0.map(SquareSet::from_words);
        let position = Position {
            planes: [a, b, c],
            white,
            side: self.side.unwrap_or(fields.side),
            castling: fields.castling,
            en_passant: None,
            halfmove: fields.halfmove,
            fullmove: fields.fullmove,
        };
        let is_marked = || {
            !(position.kind(Kind::Pawn) | position.kind(Kind::Unicorn) & self.game.board())
                .is_empty()
        };
        (!self.marked || is_marked()).then_some((position, end))
    }
}

impl<const W: usize> QuickReader for Quick<W> {
    fn see(&self, text: &[u8]) -> Option<Seen> {
        let (position, end) = self.read(text)?;
        let waiting_in_check = match position.glance(&self.game) {
            Glance::Possible => None,
            Glance::WaitingInCheck => Some(position.side.opponent()),
            Glance::Impossible => return None,
        };
        Some(Seen { verdict: self.game.verdict(&position), waiting_in_check, end })
    }
}
