//! `hypermate show`: the board as people draw it. A board is drawn as it was
//! written, possible or not; marks need a possible one.

use std::io;
use std::str::FromStr;

use anyhow::Context;
use clap::ValueEnum;
use hypermate::board::Board;
use hypermate::render::json::ShowJson;
use hypermate::render::text::{Look, Mark, checkers, draw, flights};
use hypermate::setup::Setup;
use hypermate::shape::Square;
use terminal_size::{Width, terminal_size_of};

use super::boards::Boards;
use super::input::{Input, square};
use super::{Exit, Session};

/// The arguments of `show`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How pieces are drawn
    #[arg(long, value_enum, default_value_t, value_name = "SIGNS")]
    pieces: Pieces,
    /// What to mark: checkers, flights, or reach:SQUARE for where the piece
    /// there goes; may be given several times
    #[arg(long = "mark", value_name = "WHAT")]
    marks: Vec<Wanted>,
    /// The columns there are; those of the terminal if not given, without end
    /// elsewhere
    #[arg(long, value_name = "COLUMNS")]
    width: Option<usize>,
    #[command(flatten)]
    input: Input,
}

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Pieces {
    /// KQRBN and kqrbn
    #[default]
    Letters,
    /// ♔♕♖♗♘ and ♚♛♜♝♞
    Figurines,
}

/// What to mark.
#[derive(Clone, Debug)]
enum Wanted {
    Checkers,
    Flights,
    /// The square is read when the board is known.
    Reach(String),
}

impl FromStr for Wanted {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            None if text == "checkers" => Ok(Self::Checkers),
            None if text == "flights" => Ok(Self::Flights),
            Some(("reach", square)) => Ok(Self::Reach(square.into())),
            _ => Err("expected checkers, flights or reach:SQUARE"),
        }
    }
}

/// Draws each board; an empty line between them.
pub fn run(args: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    let columns = || terminal_size_of(io::stdout()).map(|(Width(columns), _)| columns.into());
    let look = Look {
        figurines: args.pieces == Pieces::Figurines,
        colour: session.out.colour(),
        width: args.width.or_else(columns),
    };
    let boards = Boards::open(&args.input, session)?;
    let mut first = true;
    if args.marks.is_empty() {
        return boards.answer_setups(session, |setup, session| {
            picture(setup, &[], &look, std::mem::take(&mut first), session)
        });
    }
    boards.answer(session, |board, session| {
        let marks = marks(&args.marks, board)?;
        picture(&board.setup(), &marks, &look, std::mem::take(&mut first), session)
    })
}

fn picture(
    setup: &Setup,
    marks: &[(Square, Mark)],
    look: &Look,
    first: bool,
    session: &mut Session,
) -> anyhow::Result<Exit> {
    if session.common.wants_json() {
        session.out.json(&ShowJson::new(setup, marks))?;
    } else {
        if !first {
            session.out.line("")?;
        }
        session.out.line(draw(setup, marks, look))?;
    }
    Ok(Exit::Done)
}

fn marks(wanted: &[Wanted], board: &Board) -> anyhow::Result<Vec<(Square, Mark)>> {
    let evidence = board.evidence();
    let mut marks = Vec::new();
    for wanted in wanted {
        marks.extend(match wanted {
            Wanted::Checkers => checkers(&evidence),
            Wanted::Flights => flights(&evidence),
            Wanted::Reach(square) => reach(board, square)?,
        });
    }
    Ok(marks)
}

fn reach(board: &Board, text: &str) -> anyhow::Result<Vec<(Square, Mark)>> {
    let square = square(&board.naming(), text)?;
    let piece = board.piece(square).with_context(|| format!("nothing stands on {text}"))?;
    let reached = board.reach(piece, square).into_iter();
    Ok(reached.map(|square| (square, Mark::Reach)).collect())
}
