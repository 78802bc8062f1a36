//! `hypermate perft`: counts legal move paths, the figure by which move
//! generators are compared.

use std::io::Write;
use std::time::Instant;

use hypermate::board::Board;
use hypermate::moves::Move;
use hypermate::notation::write_move;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value};

use super::boards::Boards;
use super::input::Input;
use super::{Exit, Session};

/// The arguments of `perft`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The greatest length of the paths, in plies
    #[arg(value_name = "N", value_parser = depth)]
    depth: u32,
    /// For each first move, count the paths of N plies that begin with it
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    input: Input,
}

fn depth(text: &str) -> Result<u32, &'static str> {
    let depth = text.parse().ok().filter(|depth| (1..=255).contains(depth));
    depth.ok_or("a number from 1 to 255 comes first, as in perft 3 BOARD")
}

/// What is said of one depth in JSON.
#[derive(Serialize)]
struct Count {
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Map::is_empty")]
    moves: Map<String, Value>,
}

/// Counts for each depth from 1 to N, or, divided, for N alone.
pub fn run(args: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    let Some(board) = Boards::open(&args.input, session)?.only(session)? else {
        return Ok(Exit::Fault);
    };
    let first = if args.divide { args.depth } else { 1 };
    for depth in first..=args.depth {
        let began = Instant::now();
        let counts = divide(&board, depth);
        let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
        if args.divide {
            print_divided(&board, depth, &counts, session)?;
        } else {
            print(depth, nodes, session)?;
        }
        session.out.flush()?;
        report(depth, nodes, began, session);
    }
    Ok(Exit::Done)
}

/// The paths that begin with each legal move, the moves shared out among the
/// threads.
fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    let count = |mv: Move| (mv, board.play(mv).perft(depth - 1));
    board.legal_moves().into_par_iter().map(count).collect()
}

fn print(depth: u32, nodes: u64, session: &mut Session) -> std::io::Result<()> {
    if session.common.wants_json() {
        session.out.json(&Count { depth, nodes, moves: Map::new() })
    } else {
        session.out.line(format_args!("{depth} {nodes}"))
    }
}

fn print_divided(
    board: &Board,
    depth: u32,
    counts: &[(Move, u64)],
    session: &mut Session,
) -> std::io::Result<()> {
    let style = session.common.style();
    let mut named: Vec<(String, u64)> =
        counts.iter().map(|&(mv, nodes)| (write_move(board, mv, style), nodes)).collect();
    named.sort();
    if session.common.wants_json() {
        let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
        let moves = named.into_iter().map(|(mv, nodes)| (mv, nodes.into())).collect();
        return session.out.json(&Count { depth, nodes, moves });
    }
    named.into_iter().try_for_each(|(mv, nodes)| session.out.line(format_args!("{mv} {nodes}")))
}

fn report(depth: u32, nodes: u64, began: Instant, session: &Session) {
    let seconds = began.elapsed().as_secs_f64();
    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
    session.messages.note(format_args!(
        "depth {depth}: {nodes} nodes in {seconds:.3} s, {rate:.0} million a second"
    ));
}
