//! `hypermate verify`: does a proof hold? Asked of the rules alone.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::PathBuf;

use anyhow::Context;
use hypermate::board::Board;
use hypermate::moves::Move;
use hypermate::notation::{MoveStyle, write_move};
use hypermate::proof::{Fault, Proof, Proven};
use hypermate::proof_file::{Claim, ProofFile};
use serde::Serialize;

use super::{Exit, Session};

/// The arguments of `verify`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file that `solve --proof` has written; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// What is said of a proof in JSON.
#[derive(Serialize)]
struct Answer {
    goal: String,
    proven: bool,
    keys: Vec<String>,
    /// Whether it is proven that no other first move will do.
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

/// Checks a proof. One that does not hold is a proper no.
pub fn run(args: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    let name = args.file.display();
    let file: Box<dyn Read> = match args.file.to_str() {
        Some("-") => Box::new(io::stdin()),
        _ => Box::new(File::open(&args.file).with_context(|| format!("cannot read {name}"))?),
    };
    let file: ProofFile = serde_json::from_reader(BufReader::new(file))
        .with_context(|| format!("{name} is no proof"))?;
    let claim = file.claim().with_context(|| format!("{name} is no proof"))?;
    let verdict = claim.verify();
    if session.common.wants_json() {
        session.out.json(&answer(&claim, &verdict, session))?;
    } else {
        for line in told(&claim, &verdict, session) {
            session.out.line(line)?;
        }
    }
    Ok(if verdict.is_ok() { Exit::Done } else { Exit::No })
}

fn answer(claim: &Claim, verdict: &Result<Proven, Fault>, session: &Session) -> Answer {
    let mut answer = Answer {
        goal: claim.stipulation.to_string(),
        proven: verdict.is_ok(),
        keys: Vec::new(),
        complete: false,
        fault: None,
    };
    match verdict {
        Ok(proven) => {
            answer.keys = keys(claim, proven, session);
            answer.complete = proven.complete;
        }
        Err(fault) => answer.fault = Some(where_and_why(claim, fault, session)),
    }
    answer
}

/// The answer in sentences: what is proven, and what is not claimed.
fn told(claim: &Claim, verdict: &Result<Proven, Fault>, session: &Session) -> Vec<String> {
    let goal = claim.stipulation;
    let proven = match verdict {
        Ok(proven) => proven,
        Err(fault) => {
            return vec![format!("{goal}: false, {}", where_and_why(claim, fault, session))];
        }
    };
    let keys = keys(claim, proven, session).join(", ");
    match &claim.proof {
        Proof::Help(_) => vec![
            match proven.lines {
                1 => format!("{goal}: true, 1 line reaches the aim"),
                lines => format!("{goal}: true, {lines} lines reach the aim"),
            },
            "not claimed: that there are no other lines".into(),
        ],
        Proof::Forced(_) if proven.keys.is_empty() && proven.complete => {
            vec![format!("{goal}: true, there is no solution")]
        }
        Proof::Forced(_) => vec![
            format!("{goal}: true, the aim is forced by {keys}"),
            if proven.complete {
                "proven: no other first move forces it".into()
            } else {
                "not claimed: that no other first move forces it".into()
            },
        ],
    }
}

fn keys(claim: &Claim, proven: &Proven, session: &Session) -> Vec<String> {
    let style = session.common.style();
    proven.keys.iter().map(|&(key, _)| write_move(&claim.board, key, style)).collect()
}

/// The fault with the moves that lead to it, as far as they are legal.
fn where_and_why(claim: &Claim, fault: &Fault, session: &Session) -> String {
    let style = session.common.style();
    let mut board = claim.board.clone();
    let mut path = Vec::new();
    for &mv in &fault.path {
        path.push(spelled(&board, mv, style));
        if !board.legal_moves().contains(&mv) {
            break;
        }
        board = board.play(mv);
    }
    if path.is_empty() {
        fault.reason.to_string()
    } else {
        format!("after {}: {}", path.join(" "), fault.reason)
    }
}

fn spelled(board: &Board, mv: Move, style: MoveStyle) -> String {
    if board.legal_moves().contains(&mv) {
        write_move(board, mv, style)
    } else {
        let naming = board.naming();
        format!("{}-{}", naming.square(mv.from), naming.square(mv.to))
    }
}
