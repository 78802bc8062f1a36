//! From a search that says yes or no to a proof that says why: the graph of
//! [`crate::proof`], built by asking the search about every move on the way.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::proof::{Answer, Forced, Hold, Node, Parry, Step, Try};
use crate::search::{Forcing, Stopped, forcing};
use crate::stipulation::{Aim, Play, Stipulation};
use crate::verdict::Verdict;

/// How much a node tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detail {
    /// One reply a defence: enough to prove.
    Proof,
    /// Every shortest reply, the first with its own continuation in detail,
    /// and the threats: what is shown to people.
    Full,
}

/// A position as a key, its counters cleared.
#[derive(PartialEq, Eq)]
struct Placed<const W: usize>(Position<W>);

impl<const W: usize> Placed<W> {
    fn new(position: &Position<W>) -> Self {
        Self(position.without_counters())
    }
}

impl<const W: usize> Hash for Placed<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key());
    }
}

/// Builds the proof for one position and stipulation.
pub struct Prover<'a, const W: usize> {
    game: &'a Game<W>,
    play: Play,
    aim: Aim,
    moves: u32,
    search: &'a mut dyn Forcing<W>,
    /// The proof so far.
    pub forced: Forced,
    /// Each node with the attacker's moves it needs.
    nodes: HashMap<(Placed<W>, Detail), (u32, u32)>,
    /// Each hold with the moves for which it holds.
    holds: HashMap<Placed<W>, (u32, u32)>,
}

impl<'a, const W: usize> Prover<'a, W> {
    /// A prover that asks this search.
    pub fn new(
        game: &'a Game<W>,
        stipulation: Stipulation,
        search: &'a mut dyn Forcing<W>,
    ) -> Self {
        Self {
            game,
            play: stipulation.play(),
            aim: stipulation.aim(),
            moves: stipulation.moves().into(),
            search,
            forced: Forced::default(),
            nodes: HashMap::new(),
            holds: HashMap::new(),
        }
    }

    /// Proves a key that needs at most `moves` moves.
    pub fn key(
        &mut self,
        position: &Position<W>,
        mv: Move,
        moves: u32,
        detail: Detail,
    ) -> Result<(), Stopped> {
        let (step, _) = self.step(position, mv, moves, detail)?;
        self.forced.keys.push(step);
        Ok(())
    }

    /// Proves that no first move but the keys forces the aim.
    pub fn others(&mut self, position: &Position<W>) -> Result<(), Stopped> {
        let keys: Vec<Move> = self.forced.keys.iter().map(|key| key.mv).collect();
        let parries = self.parries(position, &keys, self.moves)?;
        self.forced.others = Some(parries);
        Ok(())
    }

    /// Finds every first move, the keys aside, that fails to exactly one
    /// defence.
    pub fn tries(&mut self, position: &Position<W>, detail: Detail) -> Result<(), Stopped> {
        if self.moves < 2 || (self.play == Play::Reflex && self.reaches(position)) {
            return Ok(());
        }
        for mv in self.sorted_moves(position) {
            if self.forced.keys.iter().all(|key| key.mv != mv)
                && let Some(refutation) = self.only_refutation(position, mv)?
            {
                let tried = self.tried(position, mv, refutation, detail)?;
                self.forced.tries.push(tried);
            }
        }
        Ok(())
    }

    /// Finds the set play: the replies to the defender's moves if it were to
    /// move first.
    pub fn set_play(&mut self, position: &Position<W>, detail: Detail) -> Result<(), Stopped> {
        let Some(passed) = self.game.pass(position) else { return Ok(()) };
        for defence in self.sorted_moves(&passed) {
            if self.loses(&passed, defence, self.moves - 1)? {
                let (answer, _) = self.answer(&passed, defence, self.moves - 1, detail)?;
                self.forced.set_play.push(answer);
            }
        }
        Ok(())
    }

    /// The only defence against a first move, if there is exactly one.
    fn only_refutation(
        &mut self,
        position: &Position<W>,
        mv: Move,
    ) -> Result<Option<Move>, Stopped> {
        let after = self.game.play(position, mv);
        let mut found = None;
        if self.play == Play::Reflex && self.reaches(&after) {
            return Ok(None);
        }
        for defence in self.sorted_moves(&after) {
            if !self.loses(&after, defence, self.moves - 1)? && found.replace(defence).is_some() {
                return Ok(None);
            }
        }
        Ok(found)
    }

    fn tried(
        &mut self,
        position: &Position<W>,
        attack: Move,
        refutation: Move,
        detail: Detail,
    ) -> Result<Try, Stopped> {
        let after = self.game.play(position, attack);
        let mut answers = Vec::new();
        for defence in self.sorted_moves(&after) {
            if defence != refutation {
                answers.push(self.answer(&after, defence, self.moves - 1, detail)?.0);
            }
        }
        let hold = self.hold(&self.game.play(&after, refutation), self.moves - 1)?;
        Ok(Try { answers, parry: Parry { attack, defence: Some(refutation), hold } })
    }

    /// Whether a defence loses within `moves` further moves of the attacker.
    fn loses(
        &mut self,
        position: &Position<W>,
        defence: Move,
        moves: u32,
    ) -> Result<bool, Stopped> {
        let after = self.game.play(position, defence);
        if self.play != Play::Direct && self.is_aim(&after) {
            return Ok(true);
        }
        self.search.attack(&after, moves)
    }

    fn step(
        &mut self,
        position: &Position<W>,
        mv: Move,
        moves: u32,
        detail: Detail,
    ) -> Result<(Step, u32), Stopped> {
        let after = self.game.play(position, mv);
        let (node, needed) = self.node(&after, moves - 1, detail)?;
        Ok((Step { mv, node }, needed + 1))
    }

    /// The node of a position in which the defender is to move and loses
    /// within `moves` moves, and how many it needs.
    fn node(
        &mut self,
        position: &Position<W>,
        moves: u32,
        detail: Detail,
    ) -> Result<(u32, u32), Stopped> {
        if let Some(&known) = self.nodes.get(&(Placed::new(position), detail)) {
            return Ok(known);
        }
        let mut node = Node::default();
        let mut needed = 0;
        for defence in self.defences(position) {
            let (answer, length) = self.answer(position, defence, moves, detail)?;
            node.answers.push(answer);
            needed = needed.max(length);
        }
        if detail == Detail::Full && needed > 0 {
            node.threats = self.threats(position, needed)?;
        }
        let id = self.forced.nodes.len() as u32;
        self.forced.nodes.push(node);
        self.nodes.insert((Placed::new(position), detail), (id, needed));
        Ok((id, needed))
    }

    fn answer(
        &mut self,
        position: &Position<W>,
        defence: Move,
        moves: u32,
        detail: Detail,
    ) -> Result<(Answer, u32), Stopped> {
        let after = self.game.play(position, defence);
        if self.play != Play::Direct && self.is_aim(&after) {
            return Ok((Answer { defence, replies: Vec::new() }, 0));
        }
        let (replies, needed) = self.replies(&after, moves, detail)?;
        Ok((Answer { defence, replies }, needed))
    }

    /// The shortest replies, and how many moves they need.
    fn replies(
        &mut self,
        position: &Position<W>,
        moves: u32,
        detail: Detail,
    ) -> Result<(Vec<Step>, u32), Stopped> {
        let most = if detail == Detail::Full { usize::MAX } else { 1 };
        let (found, length) = forcing::shortest(self.game, self.search, position, moves, most)?;
        let mut replies = Vec::new();
        for mv in found {
            let detail = if replies.is_empty() { detail } else { Detail::Proof };
            replies.push(self.step(position, mv, length, detail)?.0);
        }
        Ok((replies, length))
    }

    /// What would happen if the defender passed: the shortest ways to the aim
    /// within `moves` moves.
    fn threats(&mut self, position: &Position<W>, moves: u32) -> Result<Vec<Step>, Stopped> {
        match self.game.pass(position) {
            Some(passed) if self.search.attack(&passed, moves)? => {
                Ok(self.replies(&passed, moves, Detail::Full)?.0)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The parry of every attack but the keys, in a position from which no
    /// other attack succeeds within `moves` moves.
    fn parries(
        &mut self,
        position: &Position<W>,
        keys: &[Move],
        moves: u32,
    ) -> Result<Vec<Parry>, Stopped> {
        if self.play == Play::Reflex && self.reaches(position) {
            return Ok(Vec::new());
        }
        let mut parries = Vec::new();
        for attack in self.sorted_moves(position) {
            if !keys.contains(&attack) {
                parries.push(self.parry(position, attack, moves)?);
            }
        }
        Ok(parries)
    }

    fn parry(
        &mut self,
        position: &Position<W>,
        attack: Move,
        moves: u32,
    ) -> Result<Parry, Stopped> {
        let after = self.game.play(position, attack);
        let last = self.play == Play::Direct && moves == 1;
        if !last && self.game.verdict(&after) == Verdict::Neither {
            for defence in self.sorted_moves(&after) {
                if !self.loses(&after, defence, moves - 1)? {
                    let hold = self.hold(&self.game.play(&after, defence), moves - 1)?;
                    return Ok(Parry { attack, defence: Some(defence), hold });
                }
            }
        }
        Ok(Parry { attack, defence: None, hold: None })
    }

    /// The hold of a position in which the attacker is to move and fails; none
    /// where the checker sees it by itself.
    fn hold(&mut self, position: &Position<W>, moves: u32) -> Result<Option<u32>, Stopped> {
        let over = self.game.verdict(position) != Verdict::Neither;
        if moves <= 1 || over || (self.play == Play::Reflex && self.reaches(position)) {
            return Ok(None);
        }
        if let Some(&(id, _)) =
            self.holds.get(&Placed::new(position)).filter(|(_, known)| *known >= moves)
        {
            return Ok(Some(id));
        }
        let parries = self.parries(position, &[], moves)?;
        let id = self.forced.holds.len() as u32;
        self.forced.holds.push(Hold { parries });
        self.holds.insert(Placed::new(position), (id, moves));
        Ok(Some(id))
    }

    /// The defences that need an answer.
    fn defences(&self, position: &Position<W>) -> Vec<Move> {
        let mut moves = self.sorted_moves(position);
        if self.play == Play::Reflex && self.reaches(position) {
            moves.retain(|&mv| self.is_aim(&self.game.play(position, mv)));
        }
        moves
    }

    fn sorted_moves(&self, position: &Position<W>) -> Vec<Move> {
        let mut moves = self.game.legal_moves(position);
        moves.sort_unstable();
        moves
    }

    fn reaches(&self, position: &Position<W>) -> bool {
        self.game.last_move(position, self.aim).is_some()
    }

    fn is_aim(&self, position: &Position<W>) -> bool {
        self.game.verdict(position) == self.aim.verdict()
    }
}
