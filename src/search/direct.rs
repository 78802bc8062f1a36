//! Can the attacker force the aim? An AND/OR search that deepens, with a table.
//!
//! The attacker needs one move that works, the defender one that refutes. A
//! position is tried at every shorter length before the asked one, which finds
//! short mates soon and orders the moves for the longer search. The attacker's
//! last move is settled by [`crate::search::last_move`].

use std::sync::Arc;

use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::search::limits::{Account, Limits, Meter, Stopped};
use crate::search::order::{Attack, Defence, Experience, Ranked, Role};
use crate::search::table::{Known, Leaves, Memory, Table};
use crate::stipulation::Aim;

/// A solver of direct problems on one game, for any number of positions: what
/// it has learnt of one serves the next.
#[derive(Debug)]
pub struct Direct<'g, const W: usize> {
    pub(super) game: &'g Game<W>,
    pub(super) aim: Aim,
    pub(super) limits: Limits,
    memory: Arc<Memory>,
    /// The memory's table in use.
    table: Arc<Table>,
    leaves: Leaves,
    pub(super) meter: Meter,
    pub(super) experience: Experience,
    /// The moves of every position on the way to the current one.
    pub(super) stack: Vec<Ranked>,
}

impl<'g, const W: usize> Direct<'g, W> {
    /// A solver within these limits, which hold for all its answers together.
    pub fn new(game: &'g Game<W>, aim: Aim, limits: &Limits) -> Self {
        let memory = Arc::new(Memory::new(limits.memory));
        Self::sharing(game, aim, limits, &Account::open(limits), &memory)
    }

    /// A solver that shares account and memory with others.
    pub(crate) fn sharing(
        game: &'g Game<W>,
        aim: Aim,
        limits: &Limits,
        account: &Arc<Account>,
        memory: &Arc<Memory>,
    ) -> Self {
        Self {
            game,
            aim,
            limits: limits.clone(),
            table: memory.table(),
            memory: memory.clone(),
            leaves: Leaves::new(),
            meter: Meter::new(account),
            experience: Experience::new(),
            stack: Vec::new(),
        }
    }

    /// Puts the positions visited on the account.
    pub(crate) fn settle(&mut self) {
        self.meter.settle();
    }

    /// Starts a new account within the same limits; what was learnt is kept.
    pub fn renew(&mut self) {
        self.meter = Meter::new(&Account::open(&self.limits));
    }

    /// The positions visited since the account was opened.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Can the side to move force the aim in at most `moves` of its moves?
    ///
    /// # Errors
    /// If a limit is reached before the answer is known.
    pub fn attack(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped> {
        self.begin(moves);
        self.attacked(position, moves)
    }

    /// Is the side to move lost: does its opponent force the aim in at most
    /// `moves` of the opponent's own moves, whatever it does? With `moves` 0:
    /// does the aim stand on the board?
    ///
    /// # Errors
    /// If a limit is reached before the answer is known.
    pub fn defend(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped> {
        self.begin(moves + 1);
        self.defended(position, moves)
    }

    /// Makes ready for a search of that length.
    pub(crate) fn begin(&mut self, moves: u32) {
        self.stack.clear();
        if moves > 2 {
            self.leaves.open();
        }
    }

    pub(super) fn attacked(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped> {
        self.meter.tick()?;
        if moves <= 1 {
            return Ok(moves == 1 && self.game.last_move(position, self.aim).is_some());
        }
        if let Some(table) = self.memory.renew(&self.table) {
            self.table = table;
        }
        let key = self.key(position, Role::Attacker);
        let known = self.known(key);
        if let Some(answer) = known.answer(moves) {
            return Ok(answer);
        }
        if known.refuted == 0
            && let Some(mv) = self.game.last_move(position, self.aim)
        {
            self.prove(key, 1, Some(mv));
            return Ok(true);
        }
        let first = self.stack.len();
        let result = self.deepen(position, key, known, moves);
        self.stack.truncate(first);
        result
    }

    /// Tries every length from the shortest open one.
    fn deepen(
        &mut self,
        position: &Position<W>,
        key: u64,
        known: Known,
        moves: u32,
    ) -> Result<bool, Stopped> {
        let first = self.stack.len();
        let order = Attack::new(self.game, position, known.best, moves, &self.experience);
        order.list(&mut self.stack);
        for length in u32::from(known.refuted).max(1) + 1..=moves {
            if length == 3 {
                let order = Attack::new(self.game, position, known.best, moves, &self.experience);
                order.refine(&mut self.stack[first..]);
            }
            let mut ranked = true;
            for index in first..self.stack.len() {
                if ranked {
                    ranked = raise_best(&mut self.stack[index..]);
                }
                let mv = self.stack[index].mv;
                if self.defended(&self.game.play(position, mv), length - 1)? {
                    self.experience.decided(Role::Attacker, length, mv);
                    self.prove(key, length, Some(mv));
                    return Ok(true);
                }
            }
            self.refute(key, length, None);
        }
        Ok(false)
    }

    pub(super) fn defended(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped> {
        self.meter.tick()?;
        if moves == 0 {
            return Ok(self.game.verdict(position) == self.aim.verdict());
        }
        let key = self.key(position, Role::Defender);
        if moves == 1 {
            return self.defended_once(position, key);
        }
        let known = self.known(key);
        if let Some(answer) = known.answer(moves) {
            return Ok(answer);
        }
        let first = self.stack.len();
        let result = self.answer_all(position, known, moves);
        self.stack.truncate(first);
        let result = result?;
        match result {
            Answered::Refuted(by) => self.refute(key, moves, by),
            Answered::Lost => self.prove(key, moves, None),
        }
        Ok(result == Answered::Lost)
    }

    /// The same with one move left, which most positions have: what refuted
    /// lately is tried before the moves are listed.
    fn defended_once(&mut self, position: &Position<W>, key: u64) -> Result<bool, Stopped> {
        if let Some(answer) = self.leaves.get(key) {
            return Ok(answer);
        }
        for mv in self.experience.killers(Role::Defender, 1).into_iter().flatten() {
            if self.game.allows(position, mv) && !self.attacked(&self.game.play(position, mv), 1)? {
                self.leaves.put(key, false);
                return Ok(false);
            }
        }
        let first = self.stack.len();
        let nothing = Known { refuted: 0, proven: Known::NEVER, best: None };
        let result = self.answer_all(position, nothing, 1);
        self.stack.truncate(first);
        let lost = result? == Answered::Lost;
        self.leaves.put(key, lost);
        Ok(lost)
    }

    /// Looks for a defence that refutes.
    fn answer_all(
        &mut self,
        position: &Position<W>,
        known: Known,
        moves: u32,
    ) -> Result<Answered, Stopped> {
        let first = self.stack.len();
        Defence::new(self.game, position, known.best, moves, &self.experience)
            .list(&mut self.stack);
        if self.stack.len() == first {
            let reached = self.game.verdict(position) == self.aim.verdict();
            return Ok(if reached { Answered::Lost } else { Answered::Refuted(None) });
        }
        let mut ranked = true;
        for index in first..self.stack.len() {
            if ranked {
                ranked = raise_best(&mut self.stack[index..]);
            }
            let mv = self.stack[index].mv;
            if !self.attacked(&self.game.play(position, mv), moves)? {
                self.experience.decided(Role::Defender, moves, mv);
                return Ok(Answered::Refuted(Some(mv)));
            }
        }
        Ok(Answered::Lost)
    }

    #[inline]
    pub(super) fn known(&self, key: u64) -> Known {
        self.table.probe(key)
    }

    /// Remembers a proof, if the length fits into an entry.
    pub(super) fn prove(&mut self, key: u64, length: u32, best: Option<Move>) {
        if length < u32::from(Known::NEVER) {
            let proven = length as u8;
            let learnt = Known { refuted: 0, proven, best: best.map(Into::into) };
            self.table.learn(key, learnt, proven);
        }
    }

    /// Remembers a refutation.
    pub(super) fn refute(&mut self, key: u64, length: u32, best: Option<Move>) {
        let refuted = length.min(u32::from(Known::NEVER) - 1) as u8;
        let learnt = Known { refuted, proven: Known::NEVER, best: best.map(Into::into) };
        self.table.learn(key, learnt, refuted);
    }

    /// What tells one question from another: position, aim, and who attacks.
    #[inline]
    pub(super) fn key(&self, position: &Position<W>, role: Role) -> u64 {
        const SALTS: [u64; 4] =
            [0, 0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03, 0x8CB9_2BA7_2F3D_8DD7];
        position.key() ^ SALTS[2 * self.aim as usize + role as usize]
    }
}

/// What came of trying the defences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answered {
    /// Every one loses, or the aim stands on the board.
    Lost,
    /// This one refutes; none is named where the defender cannot move and the
    /// aim is another.
    Refuted(Option<Move>),
}

/// Brings the highest rank to the front; whether it is more than 0, so that
/// the next call may find another.
fn raise_best(moves: &mut [Ranked]) -> bool {
    let mut best = 0;
    for index in 1..moves.len() {
        if moves[index].rank > moves[best].rank {
            best = index;
        }
    }
    moves.swap(0, best);
    moves[0].rank > 0
}
