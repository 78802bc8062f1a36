//! Selfmates and reflexmates, `s#n` and `r#n`, and the same for stalemate: the
//! attacker forces the defender to reach the aim against it.
//!
//! An AND/OR search with a table, as for direct play; the attacker's moves that
//! leave the defender the fewest replies come first, as they compel most. In
//! reflex play either side that can reach the aim at once must: an attacker who
//! can has failed, and a defender who can is done.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::search::forcing::Forcing;
use crate::search::limits::{Account, Limits, Meter, Stopped};
use crate::search::root::{Answer, Key, Progress, Task, Wanted};
use crate::search::table::{Known, Table};
use crate::search::threads::on_threads;
use crate::stipulation::Aim;

/// Stands for "in no number of moves".
const AT_ALL: u32 = Known::NEVER as u32 - 1;

/// The bytes of the table of a solver that is made without a length in mind.
const MODEST: usize = 1 << 22;

/// What is asked of [`SelfPlay`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What the defender must be forced to reach.
    pub aim: Aim,
    /// Whether either side must reach the aim when it can.
    pub reflex: bool,
}

/// A solver of self or reflex problems on one game, for any number of
/// positions: what it has learnt of one serves the next.
#[derive(Debug)]
pub struct SelfPlay<'g, const W: usize> {
    game: &'g Game<W>,
    rules: Rules,
    table: Arc<Table>,
    meter: Meter,
    /// For each number of moves left, the last defence that refuted.
    killers: Vec<Option<Move>>,
}

impl<const W: usize> Forcing<W> for SelfPlay<'_, W> {
    fn attack(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped> {
        self.attacked(position, moves)
    }

    fn defend(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped> {
        self.defended(position, moves)
    }
}

impl<'g, const W: usize> SelfPlay<'g, W> {
    /// A solver within these limits, which hold for all its answers together.
    pub fn new(game: &'g Game<W>, rules: Rules, limits: &Limits) -> Self {
        let table = Arc::new(Table::new(limits.memory.min(MODEST)));
        Self::sharing(game, rules, &Account::open(limits), &table)
    }

    fn sharing(
        game: &'g Game<W>,
        rules: Rules,
        account: &Arc<Account>,
        table: &Arc<Table>,
    ) -> Self {
        let (table, meter) = (table.clone(), Meter::new(account));
        Self { game, rules, table, meter, killers: Vec::new() }
    }

    /// Whether the side to move reaches the aim with its next move.
    fn reaches(&self, position: &Position<W>) -> bool {
        self.game.last_move(position, self.rules.aim).is_some()
    }

    fn attacked(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped> {
        self.meter.tick()?;
        if moves == 0 {
            return Ok(false);
        }
        let key = position.key();
        let known = self.table.probe(key);
        if let Some(answer) = known.answer(moves) {
            return Ok(answer);
        }
        if self.rules.reflex && self.reaches(position) {
            self.learn(key, AT_ALL, false, None);
            return Ok(false);
        }
        let attacks = self.attacks(position, known);
        for length in u32::from(known.refuted) + 1..=moves {
            for (mv, after) in &attacks {
                if self.defended(after, length - 1)? {
                    self.learn(key, length, true, Some(*mv));
                    return Ok(true);
                }
            }
            self.learn(key, length, false, None);
        }
        Ok(false)
    }

    /// Every attack that leaves the defender a move, the most compelling
    /// first, with the position after it.
    fn attacks(&self, position: &Position<W>, known: Known) -> Vec<(Move, Position<W>)> {
        let mut attacks = Vec::new();
        for mv in self.game.legal_moves(position) {
            let after = self.game.play(position, mv);
            let replies = self.game.count_moves(&after);
            if replies > 0 {
                let other = known.best.is_none_or(|best| best != mv);
                attacks.push((other, replies, mv, after));
            }
        }
        attacks.sort_by_key(|&(other, replies, mv, _)| (other, replies, mv));
        attacks.into_iter().map(|(_, _, mv, after)| (mv, after)).collect()
    }

    fn defended(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped> {
        self.meter.tick()?;
        // A defender's entry is shifted by one, as it may be proven in 0 moves.
        let key = position.key();
        let known = self.table.probe(key);
        if let Some(answer) = known.answer(moves + 1) {
            return Ok(answer);
        }
        let defences = self.game.legal_moves(position);
        if defences.is_empty() {
            return Ok(false);
        }
        let obliged = self.rules.reflex && self.reaches(position);
        let refutation =
            if obliged { None } else { self.refutation(position, defences, known, moves)? };
        self.learn(key, moves + 1, refutation.is_none(), refutation);
        Ok(refutation.is_none())
    }

    /// A defence after which the aim is not forced in `moves` moves; those that
    /// refuted this position or the last such one before come first.
    fn refutation(
        &mut self,
        position: &Position<W>,
        mut defences: Vec<Move>,
        known: Known,
        moves: u32,
    ) -> Result<Option<Move>, Stopped> {
        let killer = self.killers.get(moves as usize).copied().flatten();
        defences.sort_by_key(|&mv| (known.best.is_none_or(|best| best != mv), killer != Some(mv)));
        for mv in defences {
            let after = self.game.play(position, mv);
            let reached =
                !self.rules.reflex && self.game.verdict(&after) == self.rules.aim.verdict();
            if !reached && !self.attacked(&after, moves)? {
                self.remember(moves as usize, mv);
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn remember(&mut self, moves: usize, killer: Move) {
        if self.killers.len() <= moves {
            self.killers.resize(moves + 1, None);
        }
        self.killers[moves] = Some(killer);
    }

    fn learn(&self, key: u64, moves: u32, proven: bool, best: Option<Move>) {
        let moves = moves.min(AT_ALL) as u8;
        let (refuted, proven) = if proven { (0, moves) } else { (moves, Known::NEVER) };
        self.table.learn(key, Known { refuted, proven, best: best.map(Into::into) }, moves);
    }
}

/// Every first move that forces the aim, or the first one found, as
/// [`crate::search::keys()`] finds them for direct play.
pub fn keys<const W: usize>(
    game: &Game<W>,
    position: &Position<W>,
    reflex: bool,
    task: &Task,
    progress: &(dyn Fn(&Progress) + Sync),
) -> Answer {
    let account = Account::open(&task.limits);
    let bytes = Table::bytes_for(task.moves + 2, task.limits.memory);
    let table = Arc::new(Table::new(bytes));
    let rules = Rules { aim: task.aim, reflex };
    let root = Root { game, position, rules, task, account, table, progress };
    on_threads(task.threads, || root.solve())
}

/// The position asked about, and what its workers share.
struct Root<'a, const W: usize> {
    game: &'a Game<W>,
    position: &'a Position<W>,
    rules: Rules,
    task: &'a Task,
    account: Arc<Account>,
    table: Arc<Table>,
    progress: &'a (dyn Fn(&Progress) + Sync),
}

impl<'a, const W: usize> Root<'a, W> {
    fn worker(&self) -> SelfPlay<'a, W> {
        SelfPlay::sharing(self.game, self.rules, &self.account, &self.table)
    }

    fn solve(&self) -> Answer {
        let mut answer = Answer { keys: Vec::new(), outcome: Ok(()), proven: 0, nodes: 0 };
        let mut open = self.game.legal_moves(self.position);
        open.sort_unstable();
        if self.rules.reflex && self.worker().reaches(self.position) {
            open.clear();
        }
        for depth in 1..=self.task.moves {
            let (found, outcome) = self.round(&open, depth);
            answer.keys.extend(found.iter().map(|&mv| Key { mv, moves: depth }));
            open.retain(|mv| !found.contains(mv));
            answer.outcome = outcome;
            if outcome.is_err() {
                break;
            }
            answer.proven = depth;
            if self.task.wanted == Wanted::First && !answer.keys.is_empty() {
                break;
            }
        }
        answer.keys.sort_unstable();
        answer.nodes = self.account.nodes();
        answer
    }

    /// The keys of one length among the moves still open, in order, and
    /// whether a limit came between.
    fn round(&self, open: &[Move], depth: u32) -> (Vec<Move>, Result<(), Stopped>) {
        let first = AtomicUsize::new(usize::MAX);
        let indices = 0..open.len();
        let verdicts: Vec<_> = if self.task.threads == 1 {
            let mut worker = self.worker();
            indices.map(|index| self.try_move(open, index, depth, &first, &mut worker)).collect()
        } else {
            let worker = || self.worker();
            let try_move =
                |worker: &mut _, index| self.try_move(open, index, depth, &first, worker);
            indices.into_par_iter().map_init(worker, try_move).collect()
        };
        let found = verdicts.iter().zip(open).filter(|(verdict, _)| **verdict == Ok(true));
        let mut found: Vec<Move> = found.map(|(_, &mv)| mv).collect();
        let outcome = verdicts.into_iter().try_for_each(|verdict| verdict.map(|_| ()));
        if self.task.wanted == Wanted::First && outcome.is_ok() {
            found.truncate(1);
        }
        (found, outcome)
    }

    /// Whether a first move forces the aim; not looked at if one before it is
    /// found and enough.
    fn try_move(
        &self,
        open: &[Move],
        index: usize,
        depth: u32,
        first: &AtomicUsize,
        worker: &mut SelfPlay<'_, W>,
    ) -> Result<bool, Stopped> {
        if index > first.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let (mv, number, of) = (open[index], index + 1, open.len());
        (self.progress)(&Progress { depth, mv, number, of, nodes: self.account.nodes() });
        let result = worker.defended(&self.game.play(self.position, mv), depth - 1);
        worker.meter.settle();
        if self.task.wanted == Wanted::First && result == Ok(true) {
            first.fetch_min(index, Ordering::Relaxed);
        }
        result
    }
}
