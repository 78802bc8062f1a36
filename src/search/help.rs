//! Helpmates and help stalemates: every line of exactly so many plies after
//! which the aim stands on the board, in the order of the moves.
//!
//! Lines are enumerated, not proved. A position from which no line of some
//! length leads to the aim is remembered, so that it is not searched again by
//! another order of moves; and a position from which the mating pieces cannot
//! get at the king in the moves left is cut (`Approach`). Both only ever drop
//! what has no solution, so the answer depends on neither.

use std::sync::Arc;

use rayon::prelude::*;

use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::search::approach::Approach;
use crate::search::limits::{Account, Limits, Meter, Stopped};
use crate::search::root::Progress;
use crate::search::table::{Known, Table};
use crate::search::threads::on_threads;
use crate::stipulation::Aim;

/// What help play is asked for.
#[derive(Clone, Debug)]
pub struct HelpTask {
    /// What the last move must reach.
    pub aim: Aim,
    /// The exact number of plies.
    pub plies: u32,
    /// Whether one line is enough.
    pub first: bool,
    /// How many threads search; 0 for one a core, 1 for none beside this one.
    pub threads: usize,
    /// What they may spend.
    pub limits: Limits,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The solutions, in the order of their moves.
    pub lines: Vec<Vec<Move>>,
    /// Whether they are all (or the first, if that was asked), or a limit was
    /// reached before.
    pub outcome: Result<(), Stopped>,
    /// The positions visited.
    pub nodes: u64,
}

/// Every line of help play from a position.
pub fn lines<const W: usize>(
    game: &Game<W>,
    position: &Position<W>,
    task: &HelpTask,
    progress: &(dyn Fn(&Progress) + Sync),
) -> Lines {
    let account = Account::open(&task.limits);
    let table = Table::new(Table::bytes_for(task.plies.div_ceil(2) + 2, task.limits.memory));
    let root =
        Root { game, position, task, account, table, approach: Approach::new(game), progress };
    on_threads(task.threads, || root.solve())
}

/// The position asked about, and what its workers share.
struct Root<'a, const W: usize> {
    game: &'a Game<W>,
    position: &'a Position<W>,
    task: &'a HelpTask,
    account: Arc<Account>,
    table: Table,
    approach: Approach<W>,
    progress: &'a (dyn Fn(&Progress) + Sync),
}

/// What one first move led to.
type Tried = (Vec<Vec<Move>>, Result<(), Stopped>);

impl<const W: usize> Root<'_, W> {
    fn solve(&self) -> Lines {
        let mut open = self.game.legal_moves(self.position);
        open.sort_unstable();
        let tried: Vec<Tried> = if self.task.first {
            self.until_first(&open)
        } else if self.task.threads == 1 {
            let mut worker = self.worker();
            (0..open.len()).map(|index| self.try_move(&open, index, &mut worker)).collect()
        } else {
            let try_move = |worker: &mut _, index| self.try_move(&open, index, worker);
            (0..open.len()).into_par_iter().map_init(|| self.worker(), try_move).collect()
        };
        let outcome = tried.iter().try_for_each(|(_, outcome)| *outcome);
        let lines = tried.into_iter().flat_map(|(found, _)| found).collect();
        Lines { lines, outcome, nodes: self.account.nodes() }
    }

    /// Tries the first moves in turn, up to the first that leads to the aim.
    fn until_first(&self, open: &[Move]) -> Vec<Tried> {
        let mut worker = self.worker();
        let mut tried = Vec::new();
        for index in 0..open.len() {
            tried.push(self.try_move(open, index, &mut worker));
            if tried.last().is_some_and(|(found, outcome)| !found.is_empty() || outcome.is_err()) {
                break;
            }
        }
        tried
    }

    fn worker(&self) -> Helper<'_, W> {
        let meter = Meter::new(&self.account);
        Helper { root: self, meter, line: Vec::new(), found: Vec::new() }
    }

    fn try_move(&self, open: &[Move], index: usize, worker: &mut Helper<'_, W>) -> Tried {
        let (mv, number, of) = (open[index], index + 1, open.len());
        let depth = self.task.plies.div_ceil(2);
        (self.progress)(&Progress { depth, mv, number, of, nodes: self.account.nodes() });
        let after = self.game.play(self.position, mv);
        let outcome = worker.follow(&after, mv, self.task.plies - 1);
        worker.meter.settle();
        (std::mem::take(&mut worker.found), outcome)
    }
}

/// One thread's search.
struct Helper<'a, const W: usize> {
    root: &'a Root<'a, W>,
    meter: Meter,
    line: Vec<Move>,
    found: Vec<Vec<Move>>,
}

impl<const W: usize> Helper<'_, W> {
    /// Goes on after a move.
    fn follow(&mut self, after: &Position<W>, mv: Move, plies: u32) -> Result<(), Stopped> {
        self.line.push(mv);
        let result = self.search(after, plies);
        self.line.pop();
        result
    }

    /// Finds every line of exactly `plies` plies that reaches the aim.
    fn search(&mut self, position: &Position<W>, plies: u32) -> Result<(), Stopped> {
        self.meter.tick()?;
        let root = self.root;
        if plies == 0 {
            if root.game.verdict(position) == root.task.aim.verdict() {
                self.found.push(self.line.clone());
            }
            return Ok(());
        }
        if self.hopeless(position, plies) {
            return Ok(());
        }
        if plies == 1 {
            return self.try_all(position, plies);
        }
        // A length is exact here, so each has entries of its own.
        let key = position.key() ^ u64::from(plies).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        if root.table.probe(key).answer(1) == Some(false) {
            return Ok(());
        }
        let before = self.found.len();
        self.try_all(position, plies)?;
        if self.found.len() == before {
            let nothing = Known { refuted: 1, proven: Known::NEVER, best: None };
            root.table.learn(key, nothing, plies.min(255) as u8);
        }
        Ok(())
    }

    /// Whether the aim is out of reach, as far as can be seen at once.
    fn hopeless(&self, position: &Position<W>, plies: u32) -> bool {
        let Root { game, task, approach, .. } = self.root;
        (task.aim == Aim::Mate && !approach.can_mate(game, position, plies))
            || (plies == 1 && game.last_move(position, task.aim).is_none())
    }

    fn try_all(&mut self, position: &Position<W>, plies: u32) -> Result<(), Stopped> {
        let game = self.root.game;
        let mut moves = game.legal_moves(position);
        moves.sort_unstable();
        for mv in moves {
            self.follow(&game.play(position, mv), mv, plies - 1)?;
            if self.root.task.first && !self.found.is_empty() {
                break;
            }
        }
        Ok(())
    }
}
