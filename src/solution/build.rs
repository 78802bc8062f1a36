//! Solving: search, prove, check, and say what the problem turned out to be.

use crate::board::Board;
use crate::geometry::Game;
use crate::moves::Move;
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::proof::{self, Forced, Proof};
use crate::search::root::{self, Answer};
use crate::search::selfplay::{self, Rules, SelfPlay};
use crate::search::{Direct, Forcing, Stopped, Task, Wanted};
use crate::solution::prove::{Detail, Prover};
use crate::solution::{Outcome, Request, Solution, SolveError, Watch};
use crate::stipulation::{Aim, Play, Stipulation};

/// Why a stipulation makes no sense on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The side not to move is in check.
    #[error("{} is in check, but it is {}'s move", .0.title(), .0.opponent().title())]
    MoverInCheck(Side),
    /// The side to be mated has no king.
    #[error("{} has no king, so it cannot be mated", .0.title())]
    NoKing(Side),
    /// The side that is to mate has nothing to mate with.
    #[error("{} has only its king, which cannot mate", .0.title())]
    BareKing(Side),
    /// The side to move has no move.
    #[error("the game is over: {} has no legal move", .0.title())]
    Over(Side),
}

/// Why a board is refused for a stipulation, if it is.
pub fn refusal(board: &Board, stipulation: Stipulation) -> Option<Refusal> {
    let mover = board.side();
    let mating = if stipulation.mover_mates() { mover } else { mover.opponent() };
    let mated = mating.opponent();
    if !board.checkers_of(mover.opponent()).is_empty() {
        Some(Refusal::MoverInCheck(mover.opponent()))
    } else if stipulation.aim() == Aim::Mate && board.king(mated).is_none() {
        Some(Refusal::NoKing(mated))
    } else if stipulation.aim() == Aim::Mate && is_bare(board, mating) {
        Some(Refusal::BareKing(mating))
    } else if board.legal_moves().is_empty() {
        Some(Refusal::Over(mover))
    } else {
        None
    }
}

/// Whether a side has nothing but kings.
fn is_bare(board: &Board, side: Side) -> bool {
    board.setup().pieces().all(|(_, piece)| piece.side != side || piece.kind == Kind::King)
}

/// Solves a stipulation on a board.
///
/// # Errors
/// Only if search and rules disagree, which is a fault of this program.
pub fn solve(board: &Board, request: &Request, watch: Watch) -> Result<Solution, SolveError> {
    at_width!(board, |game, position| {
        let problem = Problem { game, position, request, watch };
        match request.stipulation.play() {
            Play::Help => problem.help(),
            Play::Direct | Play::SelfPlay | Play::Reflex => problem.forced(),
        }
    })
}

/// A stipulation on a position.
pub(super) struct Problem<'a, const W: usize> {
    pub game: &'a Game<W>,
    pub position: &'a Position<W>,
    pub request: &'a Request,
    pub watch: Watch<'a>,
}

impl<const W: usize> Problem<'_, W> {
    fn forced(&self) -> Result<Solution, SolveError> {
        let mut stipulation = self.request.stipulation;
        let mut wanted = self.request.wanted;
        if self.request.shortest {
            wanted = Wanted::First;
        }
        let mut answer = self.keys(stipulation, wanted);
        if let (true, Some(moves)) = (self.request.shortest, answer.shortest()) {
            stipulation = with_moves(stipulation, moves);
            if self.request.wanted == Wanted::All {
                let nodes = answer.nodes;
                answer = self.keys(stipulation, Wanted::All);
                answer.nodes += nodes;
            }
        }
        let (forced, proven) = self.prove(stipulation, &answer);
        let proof = Proof::Forced(forced);
        proof::verify(self.game, self.position, stipulation, &proof)
            .map_err(SolveError::Disagreement)?;
        let known = answer.outcome.and(proven);
        // A key that the limits left unproven is not told, but it is no "no".
        let found = answer.shortest();
        answer.keys.retain(|key| is_proven(&proof, key.mv));
        let shortest = found.filter(|_| answer.shortest() == found);
        Ok(Solution {
            stipulation,
            outcome: self.outcome(stipulation, &answer, known),
            shortest: shortest.map(|moves| 2 * moves as u16),
            refuted: 2 * answer.proven.min(found.map_or(u32::MAX, |moves| moves - 1)) as u16,
            keys: answer.keys,
            short_line: None,
            set_lines: Vec::new(),
            proof,
            nodes: answer.nodes,
        })
    }

    fn keys(&self, stipulation: Stipulation, wanted: Wanted) -> Answer {
        let task = Task {
            aim: stipulation.aim(),
            moves: stipulation.moves().into(),
            wanted,
            threads: self.request.threads,
            limits: self.request.limits.clone(),
        };
        match stipulation.play() {
            Play::Direct => root::keys(self.game, self.position, &task, self.watch),
            play => {
                let reflex = play == Play::Reflex;
                selfplay::keys(self.game, self.position, reflex, &task, self.watch)
            }
        }
    }

    /// The proof of what was found, as far as the limits allow.
    fn prove(&self, stipulation: Stipulation, answer: &Answer) -> (Forced, Result<(), Stopped>) {
        let (aim, limits) = (stipulation.aim(), &self.request.limits);
        let mut search: Box<dyn Forcing<W> + '_> = match stipulation.play() {
            Play::Direct => Box::new(Direct::new(self.game, aim, limits)),
            play => {
                let rules = Rules { aim, reflex: play == Play::Reflex };
                Box::new(SelfPlay::new(self.game, rules, limits))
            }
        };
        let mut prover = Prover::new(self.game, stipulation, search.as_mut());
        let proven = self.prove_all(&mut prover, answer);
        (prover.forced, proven)
    }

    fn prove_all(&self, prover: &mut Prover<'_, W>, answer: &Answer) -> Result<(), Stopped> {
        let request = self.request;
        let detail = if request.variations { Detail::Full } else { Detail::Proof };
        for key in &answer.keys {
            prover.key(self.position, key.mv, key.moves, detail)?;
        }
        if answer.outcome.is_err() {
            return Ok(());
        }
        if request.set_play {
            prover.set_play(self.position, detail)?;
        }
        if request.wanted == Wanted::All {
            if request.tries {
                prover.tries(self.position, detail)?;
            }
            if request.complete || (request.proof && answer.keys.is_empty()) {
                prover.others(self.position)?;
            }
        }
        Ok(())
    }

    fn outcome(
        &self,
        stipulation: Stipulation,
        answer: &Answer,
        known: Result<(), Stopped>,
    ) -> Outcome {
        if known.is_err() {
            return Outcome::Unknown;
        }
        match (answer.keys.len(), answer.shortest()) {
            (0, _) | (_, None) => Outcome::None,
            _ if self.request.wanted == Wanted::First => Outcome::Solved,
            (_, Some(moves)) if moves < stipulation.moves().into() => Outcome::Short,
            (1, _) => Outcome::Sound,
            _ => Outcome::Cooked,
        }
    }
}

/// Whether a key has its proof.
fn is_proven(proof: &Proof, key: Move) -> bool {
    matches!(proof, Proof::Forced(forced) if forced.keys.iter().any(|step| step.mv == key))
}

/// The same stipulation in another number of moves.
fn with_moves(stipulation: Stipulation, moves: u32) -> Stipulation {
    Stipulation::new(stipulation.play(), stipulation.aim(), moves as u16).unwrap_or(stipulation)
}
