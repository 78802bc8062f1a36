//! Solutions as plain data, and a checker that knows the rules and nothing
//! else: no search, no table, no pruning. Whatever found a solution, this file
//! decides whether it is one.
//!
//! A forced aim is a graph of [`Node`]s, one for each position in which the
//! defender is to move: every legal defence with the attacker's reply. That
//! nothing is forced is a graph of [`Hold`]s, one for each position in which
//! the attacker is to move: every legal attack with a defence that holds.
//! Positions that are reached in several ways share a node, so a proof is far
//! smaller than the game tree. A node names only nodes before it; so there are
//! no cycles, and a check takes time linear in the proof.
//!
//! Counters (the halfmove clock, the move number) do not matter in problems:
//! positions that differ in nothing else are one.

use crate::geometry::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::stipulation::{Aim, Play, Stipulation};
use crate::verdict::Verdict;

/// An attacker's move and the node of the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// The index of the node after it.
    pub node: u32,
}

/// A defence and what the attacker does about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The defender's move.
    pub defence: Move,
    /// Each reply that forces the aim; one proves, more are duals. None if the
    /// defence itself reaches the aim, as in self and reflex play.
    pub replies: Vec<Step>,
}

/// A position in which the defender is to move and the aim is forced: every
/// legal defence with its answer. No defence at all if the aim is reached.
/// In reflex play, where some defence reaches the aim, only those that do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The defences.
    pub answers: Vec<Answer>,
    /// What would force the aim if the defender could pass: no part of the
    /// proof, but checked like one where it is told.
    pub threats: Vec<Step>,
}

/// An attack that fails, and the defence that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parry {
    /// The attacker's move.
    pub attack: Move,
    /// The defence; none where none is needed: the attack ends the game
    /// without the aim, or was the last and did not reach it.
    pub defence: Option<Move>,
    /// The index of the hold after the defence; none where at most one move is
    /// left to the attacker, since the checker looks those through by itself.
    pub hold: Option<u32>,
}

/// A position in which the attacker is to move and forces nothing: every legal
/// attack with its parry. In reflex play none at all if the attacker could
/// reach the aim itself, as then it must.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hold {
    /// The attacks.
    pub parries: Vec<Parry>,
}

/// What a solver claims, with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Direct, self and reflex play.
    Forced(Forced),
    /// Help play: each solution, all its plies.
    Help(Vec<Vec<Move>>),
}

/// The proof that first moves force the aim, and perhaps that no other does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forced {
    /// The first moves that force the aim.
    pub keys: Vec<Step>,
    /// The nodes that they and each other name.
    pub nodes: Vec<Node>,
    /// The parries of all other first moves, if it is claimed that none forces
    /// the aim.
    pub others: Option<Vec<Parry>>,
    /// The holds that they and each other name.
    pub holds: Vec<Hold>,
    /// First moves that fail to one defence only.
    pub tries: Vec<Try>,
    /// What the attacker would reply if the defender were to move first: some
    /// of its moves and their replies, the aim being reached in time.
    pub set_play: Vec<Answer>,
}

impl Forced {
    /// For each node, how many more moves of the attacker's it takes to the
    /// aim, by the first reply to the defence that lasts longest.
    pub fn lengths(&self) -> Vec<u32> {
        let mut lengths: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            // A node names only nodes before it.
            let after =
                |reply: &Step| lengths.get(reply.node as usize).map_or(1, |moves| 1 + moves);
            let lasts = |answer: &Answer| answer.replies.first().map_or(0, after);
            let longest = node.answers.iter().map(lasts).max().unwrap_or(0);
            lengths.push(longest);
        }
        lengths
    }
}

/// A first move that every defence but one loses to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// The answers to all other defences.
    pub answers: Vec<Answer>,
    /// The attack, its refutation and the hold after that.
    pub parry: Parry,
}

/// What a proof has been checked to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The keys, each with the moves it needs at most.
    pub keys: Vec<(Move, u16)>,
    /// The number of solutions in help play.
    pub lines: usize,
    /// Whether no other first move forces the aim.
    pub complete: bool,
}

/// Why a proof does not hold, and after which moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The moves from the position given to the place of the fault.
    pub path: Vec<Move>,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong with a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A move of the proof is not legal.
    #[error("the move is not legal")]
    Illegal,
    /// The attacker's move ends the game in another way than stipulated.
    #[error("the game ends without the aim")]
    WrongEnd,
    /// A legal defence has no answer.
    #[error("a legal defence is not answered")]
    Unanswered(Move),
    /// A legal attack has no parry.
    #[error("a legal attack is not parried")]
    Unparried(Move),
    /// The same move twice.
    #[error("the move stands twice")]
    Twice(Move),
    /// A defence with neither a reply nor the aim reached.
    #[error("neither a reply nor the aim")]
    NoReply,
    /// Moves behind the end of the game.
    #[error("moves after the aim is reached")]
    BeyondEnd,
    /// The solution is longer than stipulated.
    #[error("more moves than stipulated")]
    TooLong,
    /// In reflex play, the attacker could reach the aim itself and so must.
    #[error("the attacker is obliged to reach the aim itself")]
    Obliged,
    /// The attack, said to fail, reaches the aim or forces it.
    #[error("the aim is reached")]
    Reached,
    /// No node, or one that does not come before the node that names it.
    #[error("no such node")]
    NoNode,
    /// A node named for two positions.
    #[error("a node stands for two different positions")]
    Mixed,
    /// A threat where the defender cannot pass, or one that comes too late.
    #[error("no such threat")]
    Threat,
    /// The proof is of another kind of play than the stipulation.
    #[error("the proof is for another kind of stipulation")]
    Kind,
}

/// Checks a proof against the rules.
///
/// # Errors
/// The first fault found.
pub fn verify<const W: usize>(
    game: &Game<W>,
    position: &Position<W>,
    stipulation: Stipulation,
    proof: &Proof,
) -> Result<Proven, Fault> {
    match (stipulation.play(), proof) {
        (Play::Help, Proof::Help(lines)) => help(game, position, stipulation, lines),
        (Play::Direct | Play::SelfPlay | Play::Reflex, Proof::Forced(forced)) => {
            Checker::new(game, stipulation, forced).check(position)
        }
        _ => Err(Fault { path: Vec::new(), reason: Reason::Kind }),
    }
}

/// Each line of help play is replayed to its end; none stands twice.
fn help<const W: usize>(
    game: &Game<W>,
    position: &Position<W>,
    stipulation: Stipulation,
    lines: &[Vec<Move>],
) -> Result<Proven, Fault> {
    for (index, line) in lines.iter().enumerate() {
        let fault = |plies: usize, reason| Fault { path: line[..plies].to_vec(), reason };
        let mut now = *position;
        for (ply, &mv) in line.iter().enumerate() {
            now = played(game, &now, mv).ok_or_else(|| fault(ply + 1, Reason::Illegal))?;
        }
        if line.len() != usize::from(stipulation.plies()) {
            return Err(fault(line.len(), Reason::TooLong));
        }
        if game.verdict(&now) != stipulation.aim().verdict() {
            return Err(fault(line.len(), Reason::WrongEnd));
        }
        if lines[..index].contains(line) {
            return Err(fault(line.len(), Reason::Twice(line[0])));
        }
    }
    let mut keys: Vec<(Move, u16)> =
        lines.iter().map(|line| (line[0], stipulation.moves())).collect();
    keys.sort_unstable();
    keys.dedup();
    Ok(Proven { keys, lines: lines.len(), complete: false })
}

/// The position after a move, if it is legal; counters cleared.
fn played<const W: usize>(game: &Game<W>, position: &Position<W>, mv: Move) -> Option<Position<W>> {
    let legal = game.each_move(position, |other| {
        if other == mv {
            std::ops::ControlFlow::Break(())
        } else {
            std::ops::ControlFlow::Continue(())
        }
    });
    legal.is_break().then(|| game.play(position, mv).without_counters())
}

/// A graph's nodes as far as they have been checked: the position each stands
/// for and what was found.
type Checked<const W: usize> = Vec<Option<(Position<W>, u16)>>;

/// A check under way.
struct Checker<'a, const W: usize> {
    game: &'a Game<W>,
    play: Play,
    aim: Aim,
    moves: u16,
    /// The most plies that the proof may look ahead, so that a false one
    /// cannot lead the checker down without end.
    longest: usize,
    proof: &'a Forced,
    nodes: Checked<W>,
    holds: Checked<W>,
    path: Vec<Move>,
}

impl<'a, const W: usize> Checker<'a, W> {
    fn new(game: &'a Game<W>, stipulation: Stipulation, proof: &'a Forced) -> Self {
        Self {
            game,
            play: stipulation.play(),
            aim: stipulation.aim(),
            moves: stipulation.moves(),
            longest: 2 * usize::from(stipulation.moves()) + 1,
            proof,
            nodes: vec![None; proof.nodes.len()],
            holds: vec![None; proof.holds.len()],
            path: Vec::new(),
        }
    }

    fn check(mut self, position: &Position<W>) -> Result<Proven, Fault> {
        let reason = match self.all(&position.without_counters()) {
            Ok(proven) => return Ok(proven),
            Err(reason) => reason,
        };
        Err(Fault { path: self.path, reason })
    }

    fn all(&mut self, position: &Position<W>) -> Result<Proven, Reason> {
        let (nodes, holds) = (self.proof.nodes.len(), self.proof.holds.len());
        let mut keys = Vec::with_capacity(self.proof.keys.len());
        for key in &self.proof.keys {
            let moves = self.attack(position, *key, nodes)?;
            if moves > self.moves {
                self.path.push(key.mv);
                return Err(Reason::TooLong);
            }
            keys.push((key.mv, moves));
        }
        distinct(self.proof.keys.iter().map(|key| key.mv))?;
        if let Some(others) = &self.proof.others {
            let keys: Vec<Move> = keys.iter().map(|&(mv, _)| mv).collect();
            self.parries(position, others, &keys, self.moves, holds)?;
        }
        for tried in &self.proof.tries {
            self.tried(position, tried)?;
        }
        self.set_play(position)?;
        Ok(Proven { keys, lines: 0, complete: self.proof.others.is_some() })
    }

    /// Whether a try loses to its refutation and to nothing else.
    fn tried(&mut self, position: &Position<W>, tried: &Try) -> Result<(), Reason> {
        let (nodes, holds) = (self.proof.nodes.len(), self.proof.holds.len());
        let refutation = tried.parry.defence.ok_or(Reason::Unparried(tried.parry.attack))?;
        self.parry(position, tried.parry, self.moves, holds)?;
        let after = self.enter(position, tried.parry.attack)?;
        let mut defences = self.defences(&after);
        defences.retain(|&mv| mv != refutation);
        self.listed(&defences, &tried.answers)?;
        self.in_time(&after, &tried.answers, self.moves - 1, nodes)?;
        self.path.pop();
        Ok(())
    }

    /// Whether the set play works within the moves it has.
    fn set_play(&mut self, position: &Position<W>) -> Result<(), Reason> {
        let set = &self.proof.set_play;
        if set.is_empty() {
            return Ok(());
        }
        let passed = self.game.pass(position).ok_or(Reason::Threat)?;
        let nodes = self.proof.nodes.len();
        self.in_time(&passed, set, self.moves - 1, nodes)
    }

    /// Whether every answer reaches the aim in at most so many moves.
    fn in_time(
        &mut self,
        position: &Position<W>,
        answers: &[Answer],
        moves: u16,
        limit: usize,
    ) -> Result<(), Reason> {
        for answer in answers {
            if self.answer(position, answer, limit)? > moves {
                return Err(Reason::TooLong);
            }
        }
        Ok(())
    }

    /// Whether exactly these defences are answered, each once.
    fn listed(&self, defences: &[Move], answers: &[Answer]) -> Result<(), Reason> {
        let answered = || answers.iter().map(|answer| answer.defence);
        all_listed(defences, answered())
            .map_err(|mv| mv.map_or(Reason::Illegal, Reason::Unanswered))?;
        distinct(answered())
    }

    /// How many attacker's moves a step needs at most, itself included. Its
    /// node must come before `limit`.
    fn attack(&mut self, position: &Position<W>, step: Step, limit: usize) -> Result<u16, Reason> {
        if self.play == Play::Reflex && self.reaches(position) {
            return Err(Reason::Obliged);
        }
        let after = self.enter(position, step.mv)?;
        let moves = self.defend(&after, step.node as usize, limit)?;
        self.path.pop();
        Ok(moves + 1)
    }

    /// How many attacker's moves are needed at most after the defence to come.
    fn defend(&mut self, position: &Position<W>, id: usize, limit: usize) -> Result<u16, Reason> {
        let proof = self.proof;
        let node = proof.nodes.get(id).filter(|_| id < limit).ok_or(Reason::NoNode)?;
        if let Some((known, moves)) = &self.nodes[id] {
            return if known == position { Ok(*moves) } else { Err(Reason::Mixed) };
        }
        let moves = self.answers(position, node, id)?;
        self.nodes[id] = Some((*position, moves));
        Ok(moves)
    }

    fn answers(&mut self, position: &Position<W>, node: &Node, id: usize) -> Result<u16, Reason> {
        let verdict = self.game.verdict(position);
        if self.play == Play::Direct && verdict == self.aim.verdict() {
            return if node.answers.is_empty() { Ok(0) } else { Err(Reason::BeyondEnd) };
        }
        if verdict != Verdict::Neither {
            return Err(Reason::WrongEnd);
        }
        let defences = self.defences(position);
        self.listed(&defences, &node.answers)?;
        let mut most = 0;
        for answer in &node.answers {
            most = most.max(self.answer(position, answer, id)?);
        }
        self.threats(position, node, most, id)?;
        Ok(most)
    }

    /// Whether each threat works within `moves` once the defender has passed.
    fn threats(
        &mut self,
        position: &Position<W>,
        node: &Node,
        moves: u16,
        id: usize,
    ) -> Result<(), Reason> {
        if node.threats.is_empty() {
            return Ok(());
        }
        let passed = self.game.pass(position).ok_or(Reason::Threat)?;
        for &threat in &node.threats {
            if self.attack(&passed, threat, id)? > moves {
                return Err(Reason::Threat);
            }
        }
        Ok(())
    }

    fn answer(
        &mut self,
        position: &Position<W>,
        answer: &Answer,
        id: usize,
    ) -> Result<u16, Reason> {
        let after = self.enter(position, answer.defence)?;
        let reached = self.play != Play::Direct && self.is_aim(&after);
        if reached != answer.replies.is_empty() {
            return Err(if reached { Reason::BeyondEnd } else { Reason::NoReply });
        }
        let mut most = 0;
        for reply in &answer.replies {
            most = most.max(self.attack(&after, *reply, id)?);
        }
        self.path.pop();
        Ok(most)
    }

    /// The defences that need an answer: every legal move; in reflex play only
    /// those that reach the aim, if there are any.
    fn defences(&self, position: &Position<W>) -> Vec<Move> {
        let mut moves = self.game.legal_moves(position);
        if self.play == Play::Reflex && self.reaches(position) {
            moves.retain(|&mv| self.is_aim(&self.game.play(position, mv)));
        }
        moves
    }

    /// Whether the parries cover every legal attack but the keys, and hold for
    /// `moves` attacker's moves.
    fn parries(
        &mut self,
        position: &Position<W>,
        parries: &[Parry],
        keys: &[Move],
        moves: u16,
        limit: usize,
    ) -> Result<(), Reason> {
        if self.play == Play::Reflex && self.reaches(position) {
            return if keys.is_empty() { Ok(()) } else { Err(Reason::Obliged) };
        }
        let mut attacks = self.game.legal_moves(position);
        attacks.retain(|mv| !keys.contains(mv));
        all_listed(&attacks, parries.iter().map(|parry| parry.attack))
            .map_err(|mv| mv.map_or(Reason::Illegal, Reason::Unparried))?;
        parries.iter().try_for_each(|parry| self.parry(position, *parry, moves, limit))
    }

    fn parry(
        &mut self,
        position: &Position<W>,
        parry: Parry,
        moves: u16,
        limit: usize,
    ) -> Result<(), Reason> {
        let after = self.enter(position, parry.attack)?;
        if self.play == Play::Direct && self.is_aim(&after) {
            return Err(Reason::Reached);
        }
        let over = self.game.verdict(&after) != Verdict::Neither;
        let last = self.play == Play::Direct && moves == 1;
        if !over && !last {
            self.parried(&after, parry, moves, limit)?;
        }
        self.path.pop();
        Ok(())
    }

    /// Whether the defence of a parry holds in a game that goes on.
    fn parried(
        &mut self,
        position: &Position<W>,
        parry: Parry,
        moves: u16,
        limit: usize,
    ) -> Result<(), Reason> {
        if self.play == Play::Reflex && self.reaches(position) {
            return Err(Reason::Reached);
        }
        let defence = parry.defence.ok_or(Reason::Unparried(parry.attack))?;
        let after = self.enter(position, defence)?;
        if self.play != Play::Direct && self.is_aim(&after) {
            return Err(Reason::Reached);
        }
        self.hold(&after, parry.hold, moves - 1, limit)?;
        self.path.pop();
        Ok(())
    }

    /// Whether the attacker, to move, forces nothing in `moves` moves.
    fn hold(
        &mut self,
        position: &Position<W>,
        id: Option<u32>,
        moves: u16,
        limit: usize,
    ) -> Result<(), Reason> {
        let proof = self.proof;
        let Some(id) = id.map(|id| id as usize).filter(|_| moves > 0) else {
            return if self.fails_at_once(position, moves) { Ok(()) } else { Err(Reason::Reached) };
        };
        let hold = proof.holds.get(id).filter(|_| id < limit).ok_or(Reason::NoNode)?;
        match &self.holds[id] {
            Some((known, _)) if known != position => return Err(Reason::Mixed),
            Some((_, known)) if *known >= moves => return Ok(()),
            _ => {}
        }
        self.parries(position, &hold.parries, &[], moves, id)?;
        self.holds[id] = Some((*position, moves));
        Ok(())
    }

    /// Whether the attacker's position, with at most one move left, is held
    /// by itself; false with more moves left, as that would need a proof.
    fn fails_at_once(&self, position: &Position<W>, moves: u16) -> bool {
        match (moves, self.play) {
            (0, _) => true,
            (1, Play::Direct) => !self.reaches(position),
            (_, Play::Reflex) if self.reaches(position) => true,
            (1, _) => self
                .game
                .legal_moves(position)
                .into_iter()
                .all(|mv| !self.is_forced(&self.game.play(position, mv))),
            _ => self.game.verdict(position) != Verdict::Neither,
        }
    }

    /// In self and reflex play, whether the defender must now reach the aim.
    fn is_forced(&self, position: &Position<W>) -> bool {
        if self.play == Play::Reflex {
            return self.reaches(position);
        }
        let moves = self.game.legal_moves(position);
        let reached = |&mv: &Move| self.is_aim(&self.game.play(position, mv));
        !moves.is_empty() && moves.iter().all(reached)
    }

    /// Whether the side to move reaches the aim with its next move.
    fn reaches(&self, position: &Position<W>) -> bool {
        let moves = self.game.legal_moves(position);
        moves.into_iter().any(|mv| self.is_aim(&self.game.play(position, mv)))
    }

    fn is_aim(&self, position: &Position<W>) -> bool {
        self.game.verdict(position) == self.aim.verdict()
    }

    /// The position after a move, which becomes part of the path.
    fn enter(&mut self, position: &Position<W>, mv: Move) -> Result<Position<W>, Reason> {
        self.path.push(mv);
        if self.path.len() > self.longest {
            return Err(Reason::TooLong);
        }
        played(self.game, position, mv).ok_or(Reason::Illegal)
    }
}

/// Whether exactly the legal moves are listed; if not, one that is missing, or
/// nothing if one too many is there.
fn all_listed(legal: &[Move], listed: impl Iterator<Item = Move>) -> Result<(), Option<Move>> {
    let mut listed: Vec<Move> = listed.collect();
    listed.sort_unstable();
    if let Some(&missing) = legal.iter().find(|mv| listed.binary_search(mv).is_err()) {
        return Err(Some(missing));
    }
    listed.dedup();
    if listed.len() == legal.len() { Ok(()) } else { Err(None) }
}

fn distinct(moves: impl Iterator<Item = Move>) -> Result<(), Reason> {
    let mut moves: Vec<Move> = moves.collect();
    moves.sort_unstable();
    moves
        .windows(2)
        .find(|pair| pair[0] == pair[1])
        .map_or(Ok(()), |pair| Err(Reason::Twice(pair[0])))
}
