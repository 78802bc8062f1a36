//! Every first move that reaches the aim, or the first one found.
//!
//! The lengths are tried from 1 up, so that a key comes with its shortest
//! length; at each length the root moves are shared out among the threads.
//! Whether a move is a key does not depend on who looks, so the answer is the
//! same for every number of threads and every size of table.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::search::direct::Direct;
use crate::search::limits::{Account, Limits, Stopped};
use crate::search::table::Table;
use crate::stipulation::Aim;

/// How many keys are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// One of the shortest.
    First,
    /// Every one, and the proof that there is no other.
    All,
}

/// What is to be solved.
#[derive(Clone, Debug)]
pub struct Task {
    /// The aim.
    pub aim: Aim,
    /// The most moves of the side to move.
    pub moves: u32,
    /// How many keys are wanted.
    pub wanted: Wanted,
    /// How many threads search; 0 for one a core.
    pub threads: usize,
    /// What they may spend.
    pub limits: Limits,
}

/// A first move that forces the aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The move.
    pub mv: Move,
    /// In how many moves, itself included, at least.
    pub moves: u32,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The keys, in the order of their moves; with [`Wanted::First`] at most
    /// one. All are proven, even where a limit was reached.
    pub keys: Vec<Key>,
    /// Whether the answer is complete, or a limit was reached before.
    pub outcome: Result<(), Stopped>,
    /// No mate exists within this many moves, beyond the keys.
    pub proven: u32,
    /// The positions visited.
    pub nodes: u64,
}

impl Answer {
    /// The length of the shortest solution found.
    pub fn shortest(&self) -> Option<u32> {
        self.keys.iter().map(|key| key.moves).min()
    }
}

/// Where the search is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The length being tried.
    pub depth: u32,
    /// The root move that a thread has begun.
    pub mv: Move,
    /// Its number at this length, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// The positions visited so far.
    pub nodes: u64,
}

/// Solves a task from a position.
pub fn keys<const W: usize>(
    game: &Game<W>,
    position: &Position<W>,
    task: &Task,
    progress: &(dyn Fn(&Progress) + Sync),
) -> Answer {
    let root = Root { game, position, task, progress, account: Account::open(&task.limits) };
    if task.threads == 1 {
        return root.solve();
    }
    match rayon::ThreadPoolBuilder::new().num_threads(task.threads).build() {
        Ok(pool) => pool.install(|| root.solve()),
        Err(_) => root.solve(),
    }
}

struct Root<'a, const W: usize> {
    game: &'a Game<W>,
    position: &'a Position<W>,
    task: &'a Task,
    progress: &'a (dyn Fn(&Progress) + Sync),
    account: Arc<Account>,
}

impl<const W: usize> Root<'_, W> {
    fn solve(&self) -> Answer {
        let mut open = self.game.legal_moves(self.position);
        open.sort();
        let mut answer = Answer { keys: Vec::new(), outcome: Ok(()), proven: 0, nodes: 0 };
        let mut workers = Vec::new();
        for depth in 1..=self.task.moves {
            self.staff(&mut workers, depth);
            let found = self.round(&mut workers, &open, depth);
            let solved: Vec<Move> = found.keys;
            answer.keys.extend(solved.iter().map(|&mv| Key { mv, moves: depth }));
            answer.outcome = found.outcome;
            if answer.outcome.is_err() {
                break;
            }
            answer.proven = depth;
            if self.task.wanted == Wanted::First && !answer.keys.is_empty() {
                break;
            }
            open.retain(|mv| !solved.contains(mv));
        }
        answer.keys.sort();
        answer.nodes = self.account.nodes();
        answer
    }

    /// A worker a thread, with a table that fits the length.
    fn staff<'s>(&'s self, workers: &mut Vec<Direct<'s, W>>, depth: u32) {
        let threads = if self.task.threads == 1 { 1 } else { rayon::current_num_threads() };
        let bytes = Table::bytes_for(depth, self.task.limits.memory);
        let table = match workers.first() {
            Some(worker) => worker.table_of(bytes),
            None => Arc::new(Table::new(bytes)),
        };
        workers.resize_with(threads, || {
            let limits = &self.task.limits;
            Direct::sharing(self.game, self.task.aim, limits, &self.account, table.clone())
        });
        for worker in workers {
            worker.share(&table);
        }
    }

    /// Tries the open moves at one length.
    fn round(&self, workers: &mut [Direct<'_, W>], open: &[Move], depth: u32) -> Round {
        let next = AtomicUsize::new(0);
        let first = AtomicUsize::new(usize::MAX);
        let work = |worker: &mut Direct<'_, W>| {
            let mut round = Round { keys: Vec::new(), outcome: Ok(()) };
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= open.len() || index > first.load(Ordering::Relaxed) {
                    return round;
                }
                self.report(open, index, depth);
                match worker.defended(&self.game.play(self.position, open[index]), depth - 1) {
                    Ok(true) => {
                        round.keys.push(open[index]);
                        if self.task.wanted == Wanted::First {
                            first.fetch_min(index, Ordering::Relaxed);
                        }
                    }
                    Ok(false) => {}
                    Err(stopped) => round.outcome = Err(stopped),
                }
                if round.outcome.is_err() {
                    return round;
                }
            }
        };
        let rounds: Vec<Round> = match workers {
            [only] => vec![work(only)],
            _ => workers.par_iter_mut().map(work).collect(),
        };
        workers.iter_mut().for_each(Direct::settle);
        let mut all = Round { keys: Vec::new(), outcome: Ok(()) };
        for round in rounds {
            all.keys.extend(round.keys);
            all.outcome = all.outcome.and(round.outcome);
        }
        all.keys.sort();
        if self.task.wanted == Wanted::First && all.outcome.is_ok() {
            all.keys.truncate(1);
        }
        all
    }

    fn report(&self, open: &[Move], index: usize, depth: u32) {
        (self.progress)(&Progress {
            depth,
            mv: open[index],
            number: index + 1,
            of: open.len(),
            nodes: self.account.nodes(),
        });
    }
}

struct Round {
    keys: Vec<Move>,
    outcome: Result<(), Stopped>,
}
