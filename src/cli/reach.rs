//! `hypermate reach`: the squares that a piece reaches, kings and checks aside.

use anyhow::{Context, anyhow, ensure};
use hypermate::board::AnyGame;
use hypermate::naming::Naming;
use hypermate::piece::Piece;
use hypermate::shape::{Shape, Square};
use hypermate::variant::{CHESS, CUBE, RAUMSCHACH, TESSERACT, Variant};
use serde::Serialize;

use super::args::Common;
use super::boards::Boards;
use super::input::{Input, square};
use super::{Exit, Session};

/// The arguments of `reach`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The piece and its square, as in Q@b2[0,0]; whatever stands there gives
    /// way
    #[arg(value_name = "PIECE@SQUARE")]
    piece: String,
    /// On an otherwise empty board; the square's spelling tells the variant,
    /// unless --variant and --shape do
    #[arg(long, conflicts_with_all = ["board", "start"])]
    empty: bool,
    #[command(flatten)]
    input: Input,
}

/// The answer in JSON.
#[derive(Serialize)]
struct Answer<'a> {
    piece: char,
    from: String,
    variant: &'a str,
    shape: &'a [u16],
    squares: Vec<String>,
}

/// Lists the squares, one a line. Without any the answer to `--exit-status` is
/// no.
pub fn run(args: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    let (piece, square) = args.piece.split_once('@').context(
        "write the piece and its square with '@' between them, as in Q@b2[0,0] or n@c2(I)",
    )?;
    let mut letters = piece.chars();
    let piece = match (letters.next().and_then(Piece::from_letter), letters.next()) {
        (Some(piece), None) => piece,
        _ => return Err(anyhow!("'{piece}' is no piece; write one letter, as in Q or n")),
    };
    if args.empty {
        let (variant, shape) = empty_board(square, &session.common);
        let game = AnyGame::of(variant, shape)
            .with_context(|| format!("{} is not played on a {shape} board", variant.name))?;
        let from = start(piece, square, variant, &shape).map_err(|error| {
            anyhow!("{error}; --shape names another board, as in --shape 9x9x9")
        })?;
        return print(piece, from, &game.reach(piece, from), (variant, &shape), session);
    }
    let Some(board) = Boards::open(&args.input, session)?.only(session)? else {
        return Ok(Exit::Fault);
    };
    let (variant, shape) = (board.variant(), board.shape());
    let from = start(piece, square, variant, shape)?;
    print(piece, from, &board.reach(piece, from), (variant, shape), session)
}

/// The board meant where only a square is named.
fn empty_board(square: &str, common: &Common) -> (&'static Variant, Shape) {
    let three_axes = common.shape.is_some_and(|shape| shape.axes() == 3);
    let spelled = match square {
        _ if square.starts_with(|char: char| char.is_ascii_uppercase()) => &RAUMSCHACH,
        _ if square.contains('(') || three_axes => &CUBE,
        _ if square.contains(['[', '@']) => &TESSERACT,
        _ => &CHESS,
    };
    let variant = common.variant.unwrap_or(spelled);
    (variant, common.shape.unwrap_or_else(|| variant.usual_shape()))
}

/// The square, if the variant has the piece.
fn start(piece: Piece, text: &str, variant: &Variant, shape: &Shape) -> anyhow::Result<Square> {
    let name = variant.name;
    ensure!(variant.kinds.contains(&piece.kind), "there is no {} in {name}", piece.kind.name());
    let naming = Naming::new(variant, shape);
    square(&naming, text)
}

fn print(
    piece: Piece,
    from: Square,
    reached: &[Square],
    (variant, shape): (&Variant, &Shape),
    session: &mut Session,
) -> anyhow::Result<Exit> {
    let naming = Naming::new(variant, shape);
    let squares: Vec<String> = reached.iter().map(|&square| naming.square(square)).collect();
    if session.common.wants_json() {
        let (piece, from) = (piece.letter(), naming.square(from));
        let (variant, shape) = (variant.name, shape.sides());
        session.out.json(&Answer { piece, from, variant, shape, squares })?;
    } else {
        squares.iter().try_for_each(|square| session.out.line(square))?;
    }
    let no = session.common.exit_status && reached.is_empty();
    Ok(if no { Exit::No } else { Exit::Done })
}
