//! Every first move that reaches the aim, or the first one found.
//!
//! The lengths are tried from 1 up, so that a key comes with its shortest
//! length; at each length the root moves are shared out among the threads.
//! Whether a move is a key does not depend on who looks, so the answer is the
//! same for every number of threads and every size of table.
//!
//! One key of a mate in [`LONG`] or more is looked for by proof-number search,
//! on one thread, directly at the full length. Measured on the published chess
//! problems, a core, against the search that deepens: equal for mates in 4,
//! half its time for those in 5, a twentieth for those in 6. To prove that
//! there is no other key it needs two to four times as long at any length, so
//! it is not asked to.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::search::direct::Direct;
use crate::search::limits::{Account, Limits, Stopped};
use crate::search::proof_number::ProofNumber;
use crate::search::table::Memory;
use crate::search::threads::on_threads;
use crate::stipulation::Aim;

/// From this length on, one key is found sooner by proof-number search.
pub const LONG: u32 = 4;

/// How many keys are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// One: among the shortest if they are shorter than [`LONG`].
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
    /// How many threads search; 0 for those of the pool around the call.
    pub threads: usize,
    /// What they may spend.
    pub limits: Limits,
}

/// A first move that forces the aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The move.
    pub mv: Move,
    /// In how many moves, itself included: the least number, except that a key
    /// found by proof-number search comes with the task's.
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
    /// Beyond the keys, nothing reaches the aim within this many moves.
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
    /// The first move that a thread has turned to.
    pub mv: Move,
    /// Its number, from 1.
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
    on_threads(task.threads, || root.solve())
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
        let mut workers = self.staff();
        for depth in 1..=self.task.moves {
            let found = if self.is_long(depth) {
                workers.clear();
                self.find(&open, self.task.moves)
            } else {
                self.round(&mut workers, &open, depth)
            };
            answer.keys.extend(&found.keys);
            answer.outcome = found.outcome;
            if answer.outcome.is_err() {
                break;
            }
            if self.task.wanted == Wanted::First && !answer.keys.is_empty() {
                break;
            }
            if self.is_long(depth) {
                answer.proven = self.task.moves;
                break;
            }
            answer.proven = depth;
            open.retain(|mv| found.keys.iter().all(|key| key.mv != *mv));
        }
        answer.keys.sort();
        answer.nodes = self.account.nodes();
        answer
    }

    /// Whether proof-number search looks for the key, at the full length.
    fn is_long(&self, depth: u32) -> bool {
        self.task.wanted == Wanted::First && depth >= LONG
    }

    /// Finds one key, on one thread and with nothing learnt from others, so
    /// that it is always the same.
    fn find(&self, open: &[Move], moves: u32) -> Round {
        let mut worker = self.hire(&Arc::new(Memory::new(self.task.limits.memory / 2)));
        let trying = |number, mv| self.report(mv, number, open.len(), moves);
        let found = ProofNumber::new(&mut worker).first(self.position, moves, trying);
        worker.settle();
        Round {
            keys: found.ok().flatten().map(|mv| Key { mv, moves }).into_iter().collect(),
            outcome: found.map(drop),
        }
    }

    /// A worker a thread.
    fn staff(&self) -> Vec<Direct<'_, W>> {
        let threads = if self.task.threads == 1 { 1 } else { rayon::current_num_threads() };
        let memory = Arc::new(Memory::new(self.task.limits.memory));
        (0..threads).map(|_| self.hire(&memory)).collect()
    }

    fn hire(&self, memory: &Arc<Memory>) -> Direct<'_, W> {
        Direct::sharing(self.game, self.task.aim, &self.task.limits, &self.account, memory)
    }

    /// Tries the open moves at one length.
    fn round(&self, workers: &mut [Direct<'_, W>], open: &[Move], depth: u32) -> Round {
        let queue = Queue { open, next: AtomicUsize::new(0), last: AtomicUsize::new(usize::MAX) };
        let work = |worker: &mut Direct<'_, W>| self.work(worker, &queue, depth);
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

    /// Takes moves from the queue until it is empty.
    fn work(&self, worker: &mut Direct<'_, W>, queue: &Queue<'_>, depth: u32) -> Round {
        worker.begin(depth);
        let mut round = Round { keys: Vec::new(), outcome: Ok(()) };
        while let Some((number, mv)) = queue.take() {
            self.report(mv, number, queue.open.len(), depth);
            match worker.defended(&self.game.play(self.position, mv), depth - 1) {
                Ok(false) => {}
                Ok(true) => {
                    round.keys.push(Key { mv, moves: depth });
                    if self.task.wanted == Wanted::First {
                        queue.last.fetch_min(number, Ordering::Relaxed);
                    }
                }
                Err(stopped) => {
                    round.outcome = Err(stopped);
                    break;
                }
            }
        }
        round
    }

    fn report(&self, mv: Move, number: usize, of: usize, depth: u32) {
        let nodes = self.account.nodes();
        (self.progress)(&Progress { depth, mv, number: number + 1, of, nodes });
    }
}

/// The root moves still to be tried at one length.
struct Queue<'a> {
    open: &'a [Move],
    next: AtomicUsize,
    /// Moves after this one need not be tried.
    last: AtomicUsize,
}

impl Queue<'_> {
    fn take(&self) -> Option<(usize, Move)> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        let wanted = index <= self.last.load(Ordering::Relaxed);
        self.open.get(index).filter(|_| wanted).map(|&mv| (index, mv))
    }
}

/// What came of one length.
struct Round {
    keys: Vec<Key>,
    outcome: Result<(), Stopped>,
}
