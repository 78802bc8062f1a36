//! Can the attacker force the aim? An AND/OR search that deepens, with a table.
//!
//! The attacker needs one move that works, the defender one that refutes. A
//! position is tried at every shorter length before the asked one, which finds
//! short mates soon and orders the moves for the longer search. The attacker's
//! last move is settled by [`crate::search::last_move`].

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::search::limits::{Account, Limits, Meter, Stopped};
use crate::search::order::{Attack, Defence, Experience, Ranked, Role};
use crate::search::table::{Known, Table};
use crate::stipulation::Aim;

/// A solver of direct problems on one game, for any number of positions: what
/// it has learnt of one serves the next.
#[derive(Debug)]
pub struct Direct<'g, const W: usize> {
    game: &'g Game<W>,
    aim: Aim,
    limits: Limits,
    table: Arc<Table>,
    meter: Meter,
    experience: Experience,
    /// The moves of every position on the way to the current one.
    stack: Vec<Ranked>,
}

impl<'g, const W: usize> Direct<'g, W> {
    /// A solver within these limits, which hold for all its answers together.
    pub fn new(game: &'g Game<W>, aim: Aim, limits: &Limits) -> Self {
        let account = Account::open(limits);
        Self::sharing(game, aim, limits, &account, Arc::new(Table::new(0)))
    }

    /// A solver that shares account and table with others.
    pub(crate) fn sharing(
        game: &'g Game<W>,
        aim: Aim,
        limits: &Limits,
        account: &Arc<Account>,
        table: Arc<Table>,
    ) -> Self {
        Self {
            game,
            aim,
            limits: limits.clone(),
            table,
            meter: Meter::new(account),
            experience: Experience::new(),
            stack: Vec::new(),
        }
    }

    /// The table, or one of `bytes` bytes that knows the same if that is more.
    pub(crate) fn table_of(&self, bytes: usize) -> Arc<Table> {
        if bytes <= self.table.bytes() {
            return self.table.clone();
        }
        let larger = Table::new(bytes);
        larger.absorb(&self.table);
        Arc::new(larger)
    }

    /// Takes this table from now on.
    pub(crate) fn share(&mut self, table: &Arc<Table>) {
        self.table = table.clone();
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

    /// Makes room for a search of that length.
    fn begin(&mut self, moves: u32) {
        self.stack.clear();
        self.table = self.table_of(Table::bytes_for(moves, self.limits.memory));
    }

    fn attacked(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped> {
        self.meter.tick()?;
        if moves <= 1 {
            return Ok(moves == 1 && self.game.last_move(position, self.aim).is_some());
        }
        let key = self.key(position, Role::Attacker);
        let known = self.table.probe(key);
        if let Some(answer) = known.answer(moves) {
            return Ok(answer);
        }
        if known.refuted == 0
            && let Some(mv) = self.game.last_move(position, self.aim)
        {
            self.learn(key, Role::Attacker, 1, true, Some(mv));
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
        list(self.game, position, &mut self.stack, |mv| order.rank(mv));
        for length in u32::from(known.refuted).max(1) + 1..=moves {
            for index in first..self.stack.len() {
                let mv = self.stack[index].mv;
                if self.defended(&self.game.play(position, mv), length - 1)? {
                    self.learn(key, Role::Attacker, length, true, Some(mv));
                    return Ok(true);
                }
            }
            self.learn(key, Role::Attacker, length, false, None);
        }
        Ok(false)
    }

    pub(crate) fn defended(&mut self, position: &Position<W>, moves: u32) -> Result<bool, Stopped> {
        self.meter.tick()?;
        if moves == 0 {
            return Ok(self.game.verdict(position) == self.aim.verdict());
        }
        let mut known = Known { refuted: 0, proven: Known::NEVER, best: None };
        let mut key = 0;
        if moves > 1 {
            key = self.key(position, Role::Defender);
            known = self.table.probe(key);
            if let Some(answer) = known.answer(moves) {
                return Ok(answer);
            }
        }
        let first = self.stack.len();
        let result = self.answer_all(position, key, known, moves);
        self.stack.truncate(first);
        result
    }

    /// Whether every defence loses.
    fn answer_all(
        &mut self,
        position: &Position<W>,
        key: u64,
        known: Known,
        moves: u32,
    ) -> Result<bool, Stopped> {
        let first = self.stack.len();
        let order = Defence::new(position, known.best, moves, &self.experience);
        list(self.game, position, &mut self.stack, |mv| order.rank(mv));
        if self.stack.len() == first {
            return Ok(self.game.verdict(position) == self.aim.verdict());
        }
        for index in first..self.stack.len() {
            let mv = self.stack[index].mv;
            if !self.attacked(&self.game.play(position, mv), moves)? {
                if moves > 1 {
                    self.learn(key, Role::Defender, moves, false, Some(mv));
                }
                self.experience.decided(Role::Defender, moves, mv);
                return Ok(false);
            }
        }
        if moves > 1 {
            self.learn(key, Role::Defender, moves, true, None);
        }
        Ok(true)
    }

    fn learn(&mut self, key: u64, role: Role, length: u32, proven: bool, best: Option<Move>) {
        let length = length.min(u32::from(Known::NEVER) - 1) as u8;
        let (refuted, proven) = if proven { (0, length) } else { (length, Known::NEVER) };
        if let (Role::Attacker, Some(mv)) = (role, best) {
            self.experience.decided(role, length.into(), mv);
        }
        self.table.learn(key, Known { refuted, proven, best: best.map(Into::into) }, length);
    }

    /// What tells one question from another: position, aim, and who attacks.
    #[inline]
    fn key(&self, position: &Position<W>, role: Role) -> u64 {
        const SALTS: [u64; 4] =
            [0, 0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03, 0x8CB9_2BA7_2F3D_8DD7];
        position.key() ^ SALTS[2 * self.aim as usize + role as usize]
    }
}

/// Pushes the legal moves, the highest rank first.
fn list<const W: usize>(
    game: &Game<W>,
    position: &Position<W>,
    stack: &mut Vec<Ranked>,
    rank: impl Fn(Move) -> i32,
) {
    let first = stack.len();
    let _ = game.each_move(position, |mv| {
        stack.push(Ranked { mv, rank: rank(mv) });
        ControlFlow::Continue(())
    });
    stack[first..].sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
}
