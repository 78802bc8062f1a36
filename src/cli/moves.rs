//! `hypermate moves`: the legal moves, of one piece or of all.

use anyhow::anyhow;
use hypermate::board::Board;
use hypermate::moves::Move;
use hypermate::notation::write_move;
use hypermate::shape::Square;
use serde::Serialize;

use super::boards::Boards;
use super::input::{self, Input};
use super::{Exit, Session};

/// The arguments of `moves`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only the moves of the piece on this square
    #[arg(value_name = "SQUARE")]
    square: Option<String>,
    #[command(flatten)]
    input: Input,
}

/// What is said of a board in JSON.
#[derive(Serialize)]
struct Answer {
    side: &'static str,
    variant: &'static str,
    shape: Vec<u16>,
    moves: Vec<String>,
}

/// Lists the moves, one a line; an empty line between boards. Without a move
/// the answer to `--exit-status` is no.
pub fn run(args: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    let (square, input) = square_and_input(args);
    let mut first = true;
    Boards::open(&input, session)?.answer(session, |board, session| {
        let moves = moves(board, square)?;
        let spelled = moves.iter().map(|&mv| write_move(board, mv, session.common.style()));
        if session.common.wants_json() {
            let moves = spelled.collect();
            session.out.json(&Answer::new(board, moves))?;
        } else {
            if !std::mem::take(&mut first) {
                session.out.line("")?;
            }
            for spelled in spelled {
                session.out.line(spelled)?;
            }
        }
        let no = session.common.exit_status && moves.is_empty();
        Ok(if no { Exit::No } else { Exit::Done })
    })
}

impl Answer {
    fn new(board: &Board, moves: Vec<String>) -> Self {
        let (variant, shape) = (board.variant().name, board.shape().sides().to_vec());
        Self { side: board.side().name(), variant, shape, moves }
    }
}

/// The square comes first, but need not be there: a word alone that cannot be
/// a square is the board or its file.
fn square_and_input(args: &Args) -> (Option<&str>, Input) {
    match &args.square {
        Some(word) if args.input.is_empty() && !may_name_a_square(word) => {
            (None, Input::of(word.into()))
        }
        square => (square.as_deref(), args.input.clone()),
    }
}

/// Up to three letters and then a digit, as in `a1[0,1]`, `Aa1` and `aa12`.
fn may_name_a_square(word: &str) -> bool {
    let rest = word.trim_start_matches(|char: char| char.is_ascii_alphabetic());
    (1..=3).contains(&(word.len() - rest.len()))
        && rest.starts_with(|char: char| char.is_ascii_digit())
        && !rest.contains(['/', '.'])
}

/// In order of the squares they start from and go to.
fn moves(board: &Board, square: Option<&str>) -> anyhow::Result<Vec<Move>> {
    let mut moves = board.legal_moves();
    if let Some(text) = square {
        let square = named(board, text)?;
        moves.retain(|mv| mv.from == square);
    }
    moves.sort();
    Ok(moves)
}

fn named(board: &Board, text: &str) -> anyhow::Result<Square> {
    let square = input::square(&board.naming(), text)?;
    match board.piece(square) {
        Some(piece) if piece.side == board.side() => Ok(square),
        Some(_) => {
            Err(anyhow!("it is {}'s move, but not {0}'s piece on {text}", board.side().title()))
        }
        None => Err(anyhow!("nothing stands on {text}")),
    }
}
