//! What a record claims, held against the rules and the solver.

use std::sync::atomic::Ordering;

use crate::board::Board;
use crate::moves::Move;
use crate::notation::{MoveStyle, read_move, write_move};
use crate::puzzle::record::Claims;
use crate::search::{Limits, Wanted};
use crate::solution::{Outcome, Request, Solution, refusal, solve};
use crate::stipulation::{Play, Stipulation};
use crate::verdict::Verdict;

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct Difference {
    /// What the record says.
    pub expected: String,
    /// What is so.
    pub found: String,
}

/// What the solver found where a record states a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The goal.
    pub goal: Stipulation,
    /// What became of it; [`Outcome::Solved`] where the record names no keys,
    /// so that one was enough.
    pub outcome: Outcome,
    /// The keys found, in the order of moves.
    pub keys: Vec<String>,
}

/// Why a claim was not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unchecked {
    /// It names keys, and nothing that they lead to.
    #[error("keys without a goal, which dm, mate_in or goal would name")]
    KeysAlone,
    /// The solver had to stop.
    #[error("a limit was reached before the answer was known")]
    Limit,
    /// The run was stopped from outside.
    #[error("the run was stopped")]
    Stopped,
}

impl Unchecked {
    /// Why a search gave up.
    fn after(limits: &Limits) -> Self {
        if limits.stop.load(Ordering::Relaxed) { Self::Stopped } else { Self::Limit }
    }
}

/// What came of a record's claims.
#[derive(Clone, Debug, Default)]
pub(super) struct Checked {
    /// Those that do not hold.
    pub differences: Vec<Difference>,
    /// Why some could not be looked at.
    pub unchecked: Option<Unchecked>,
    /// What the solver found.
    pub solved: Option<Solved>,
}

/// Holds claims against a board and the verdict on it.
pub(super) fn check(claims: &Claims, board: &Board, verdict: Verdict, limits: &Limits) -> Checked {
    let mut checked = Checked::default();
    if let Some(expected) = claims.verdict {
        checked.compare(expected.to_string(), verdict.to_string());
    }
    if let Some(expected) = claims.mate {
        checked.compare(format!("mate {expected}"), format!("mate {}", verdict.is_mate()));
    }
    match claims.goal {
        Some(goal) => checked.solve(claims, goal, board, limits),
        None => checked.unchecked = claims.keys.is_some().then_some(Unchecked::KeysAlone),
    }
    checked
}

impl Checked {
    fn compare(&mut self, expected: String, found: String) {
        if expected != found {
            self.differences.push(Difference { expected, found });
        }
    }

    /// Looks for the goal: in exactly so many moves, and by the keys named.
    fn solve(&mut self, claims: &Claims, goal: Stipulation, board: &Board, limits: &Limits) {
        if let Some(refusal) = refusal(board, goal) {
            return self.compare(goal.to_string(), refusal.to_string());
        }
        let wanted = if claims.keys.is_some() { Wanted::All } else { Wanted::First };
        let solution = match solve(board, &request(goal, wanted, limits), &|_| ()) {
            Ok(solution) => solution,
            Err(error) => return self.compare(goal.to_string(), error.to_string()),
        };
        self.solved =
            Some(Solved { goal, outcome: solution.outcome, keys: names(board, &solution) });
        if solution.outcome == Outcome::Unknown {
            self.unchecked = Some(Unchecked::after(limits));
            return;
        }
        let (goal_said, goal_found) = (goal.to_string(), found(&solution));
        if goal_said != goal_found {
            return self.compare(goal_said, goal_found);
        }
        if let Some(keys) = &claims.keys {
            self.compare_keys(keys, &solution, board);
        }
        if let Some(line) = &claims.line {
            match line_holds(board, goal, line, limits) {
                Some(true) => {}
                Some(false) => self.compare(uci(board, line), "a longer or no way to it".into()),
                None => self.unchecked = Some(Unchecked::after(limits)),
            }
        }
    }

    /// The keys named are to be exactly those found.
    fn compare_keys(&mut self, named: &[String], solution: &Solution, board: &Board) {
        let list = |mut moves: Vec<Move>| {
            moves.sort_unstable();
            moves.dedup();
            let names = moves.iter().map(|&mv| write_move(board, mv, MoveStyle::Long));
            format!("keys {}", names.collect::<Vec<_>>().join(" "))
        };
        let mut moves = Vec::new();
        for name in named {
            match read_move(board, name) {
                Ok(mv) => moves.push(mv),
                Err(_) => return self.compare(format!("key {name}"), "no such move".into()),
            }
        }
        let found = solution.keys.iter().map(|key| key.mv).collect();
        self.compare(list(moves), list(found));
    }
}

fn request(goal: Stipulation, wanted: Wanted, limits: &Limits) -> Request {
    Request { wanted, limits: limits.clone(), ..Request::new(goal) }
}

fn names(board: &Board, solution: &Solution) -> Vec<String> {
    solution.keys.iter().map(|key| write_move(board, key.mv, MoveStyle::Long)).collect()
}

/// The goal that is reached in fact.
fn found(solution: &Solution) -> String {
    let goal = solution.stipulation;
    let shortest = solution.shortest.and_then(|half_moves| {
        Stipulation::with_half_moves(goal.play(), goal.aim(), half_moves).ok()
    });
    shortest.map_or_else(|| "no solution".into(), |goal| goal.to_string())
}

fn uci(board: &Board, line: &[Move]) -> String {
    let mut board = board.clone();
    let mut words = Vec::new();
    for &mv in line {
        words.push(write_move(&board, mv, MoveStyle::Uci));
        board = board.play(mv);
    }
    words.join(" ")
}

/// Whether a line of direct play reaches the goal with its last move and as
/// fast as can be forced at every move of the side that wants it; nothing if a
/// limit was reached. That nothing is faster at the start was proven before.
fn line_holds(board: &Board, goal: Stipulation, line: &[Move], limits: &Limits) -> Option<bool> {
    if goal.play() != Play::Direct || line.len() != usize::from(goal.plies()) {
        return Some(false);
    }
    let mut board = board.clone();
    for (ply, &mv) in line.iter().enumerate() {
        board = board.play(mv);
        if ply % 2 == 0 && !is_forced(&board, goal, line.len() - 1 - ply, limits)? {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether the side not to move reaches the aim within so many plies whatever
/// is replied.
fn is_forced(board: &Board, goal: Stipulation, plies: usize, limits: &Limits) -> Option<bool> {
    let replies = board.legal_moves();
    if plies == 0 || replies.is_empty() {
        return Some(board.verdict() == goal.aim().verdict());
    }
    let goal = Stipulation::new(goal.play(), goal.aim(), plies.div_ceil(2) as u16).ok()?;
    for reply in replies {
        let after = board.play(reply);
        if refusal(&after, goal).is_some() {
            return Some(false);
        }
        match solve(&after, &request(goal, Wanted::First, limits), &|_| ()).ok()?.outcome {
            Outcome::Unknown => return None,
            Outcome::None => return Some(false),
            _ => {}
        }
    }
    Some(true)
}
