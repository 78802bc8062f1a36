//! `hypermate explain`: why a board is mate, stalemate or neither.

use hypermate::board::Board;
use hypermate::explain::explain;
use hypermate::notation::write_move;
use hypermate::render::json::ExplainJson;

use super::boards::Boards;
use super::input::Input;
use super::{Exit, Session};

/// The arguments of `explain`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: Input,
}

/// Explains each board; an empty line between them. With `--exit-status` yes
/// is checkmate, as with `check`.
pub fn run(args: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    let mut first = true;
    Boards::open(&args.input, session)?
        .answer(session, |board, session| answer(board, std::mem::take(&mut first), session))
}

fn answer(board: &Board, first: bool, session: &mut Session) -> anyhow::Result<Exit> {
    let evidence = board.evidence();
    let style = session.common.style();
    let spell = |mv| write_move(board, mv, style);
    if session.common.wants_json() {
        session.out.json(&ExplainJson::new(board, &evidence, &spell))?;
    } else {
        if !first {
            session.out.line("")?;
        }
        session.out.line(explain(&evidence, &spell))?;
    }
    let no = session.common.exit_status && !evidence.verdict.is_mate();
    Ok(if no { Exit::No } else { Exit::Done })
}
