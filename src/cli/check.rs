//! `hypermate check`, the default: is the side to move checkmated?

use hypermate::board::Board;
use hypermate::render::json::CheckJson;

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

/// Answers each board with a line.
pub fn run(args: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    let boards = Boards::open(&args.input, session)?;
    boards.answer(session, |board, session| answer(args, board, session))
}

fn answer(args: &Args, board: &Board, session: &mut Session) -> anyhow::Result<Exit> {
    let verdict = board.verdict();
    if session.common.wants_json() {
        session.out.json(&CheckJson::new(board))?;
    } else if args.verdict {
        session.out.line(verdict)?;
    } else {
        session.out.line(verdict.is_mate())?;
    }
    let no = session.common.exit_status && !verdict.is_mate();
    Ok(if no { Exit::No } else { Exit::Done })
}
