//! `hypermate check`, the default: is the side to move checkmated?

use hypermate::board::Board;
use serde::Serialize;

use super::boards::Boards;
use super::input::Input;
use super::{Exit, Session};

/// The arguments of `check`.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Args {
    /// Print checkmate, stalemate or neither instead of true or false
    #[arg(long)]
    verdict: bool,
    #[command(flatten)]
    input: Input,
}

/// What is said of a board in JSON.
#[derive(Serialize)]
struct Answer {
    verdict: &'static str,
    mate: bool,
    in_check: bool,
    side: &'static str,
    variant: &'static str,
    shape: Vec<u16>,
    checkers: Vec<String>,
}

impl Answer {
    fn new(board: &Board) -> Self {
        let verdict = board.verdict();
        let checkers = board.checkers();
        let naming = board.naming();
        Self {
            verdict: verdict.name(),
            mate: verdict.is_mate(),
            in_check: !checkers.is_empty(),
            side: board.side().name(),
            variant: board.variant().name,
            shape: board.shape().sides().to_vec(),
            checkers: checkers.into_iter().map(|square| naming.square(square)).collect(),
        }
    }
}

/// Answers each board with a line.
pub fn run(args: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    let boards = Boards::open(&args.input, session)?;
    boards.answer(session, |board, session| answer(args, board, session))
}

fn answer(args: &Args, board: &Board, session: &mut Session) -> anyhow::Result<Exit> {
    let verdict = board.verdict();
    if session.common.wants_json() {
        session.out.json(&Answer::new(board))?;
    } else if args.verdict {
        session.out.line(verdict)?;
    } else {
        session.out.line(verdict.is_mate())?;
    }
    let no = session.common.exit_status && !verdict.is_mate();
    Ok(if no { Exit::No } else { Exit::Done })
}
