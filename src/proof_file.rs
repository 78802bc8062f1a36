//! Proofs as files: a JSON object that holds the position, the stipulation and
//! the whole proof, so that it can be checked with nothing else at hand.
//!
//! ```text
//! {"format":"hypermate proof 1", "variant":"chess", "shape":[8,8],
//!  "board":FEN, "goal":"#2", "keys":[["Ke4-e5",7]], "nodes":[…],
//!  "others":null or [["Ra1-a2","Kh8-g8",3],…], "holds":[…], "lines":[…]}
//! ```
//!
//! A node is a list of defences, each with its replies: `["Kh8-g8",
//! [["Ra1-a8",2]]]`; a number names the node after the move, by its place in
//! `nodes`. A hold is a list of attacks, each with the defence and the hold
//! after it, or null. Moves are piece letter, both squares, `=` and the new
//! piece, and a word for what is special: `double`, `passing`, `castling`.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::flaw::Flaws;
use crate::moves::{Move, Special};
use crate::naming::Naming;
use crate::notation::{Notation, Options, ParseError};
use crate::piece::Kind;
use crate::proof::{Answer, Fault, Forced, Hold, Node, Parry, Proof, Proven, Step, verify};
use crate::shape::{Shape, ShapeError, Square};
use crate::stipulation::{Play, Stipulation, StipulationError};
use crate::variant::Variant;

/// The only format there is.
const FORMAT: &str = "hypermate proof 1";

type StepText = (String, u32);
type AnswerText = (String, Vec<StepText>);
type ParryText = (String, Option<String>, Option<u32>);

/// A proof file's content.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProofFile {
    format: String,
    variant: String,
    shape: Vec<usize>,
    board: String,
    goal: String,
    #[serde(default)]
    keys: Vec<StepText>,
    #[serde(default)]
    nodes: Vec<Vec<AnswerText>>,
    #[serde(default)]
    others: Option<Vec<ParryText>>,
    #[serde(default)]
    holds: Vec<Vec<ParryText>>,
    #[serde(default)]
    lines: Vec<Vec<String>>,
}

/// Why a proof file says nothing.
#[derive(Debug, thiserror::Error)]
pub enum ProofFileError {
    /// Another format.
    #[error("`{0}` is not a format of proofs that is known; expected `{FORMAT}`")]
    Format(String),
    /// An unknown variant.
    #[error("there is no variant `{0}`")]
    Variant(String),
    /// An impossible shape.
    #[error("the shape: {0}")]
    Shape(#[from] ShapeError),
    /// A board that cannot be read.
    #[error("the board: found {}, expected {}", .0.found, .0.expected)]
    Board(Box<ParseError>),
    /// An impossible board.
    #[error(transparent)]
    Flaws(#[from] Flaws),
    /// No stipulation.
    #[error(transparent)]
    Stipulation(#[from] StipulationError),
    /// A text that is no move.
    #[error("`{0}` is no move")]
    Move(String),
    /// Neither a solution nor the refutation of every first move.
    #[error("it claims nothing: neither a solution nor that there is none")]
    Empty,
    /// Lines of help play and the graph of forced play are told apart by the
    /// goal.
    #[error("what it holds does not belong to {0}")]
    Mixed(Stipulation),
}

/// What a proof file claims.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The position.
    pub board: Board,
    /// What is to be reached.
    pub stipulation: Stipulation,
    /// Why it is.
    pub proof: Proof,
}

impl Claim {
    /// Checks the proof against the rules.
    ///
    /// # Errors
    /// The first fault found.
    pub fn verify(&self) -> Result<Proven, Fault> {
        at_width!(&self.board, |game, position| verify(
            game,
            position,
            self.stipulation,
            &self.proof
        ))
    }

    /// Whether nothing is claimed: neither a solution nor that there is none.
    pub fn is_empty(&self) -> bool {
        match &self.proof {
            Proof::Help(lines) => lines.is_empty(),
            Proof::Forced(forced) => forced.keys.is_empty() && forced.others.is_none(),
        }
    }

    /// The claim as a file's content. Tries and set play are left out.
    pub fn file(&self) -> ProofFile {
        let naming = self.board.naming();
        let setup = self.board.setup();
        let mut file = ProofFile {
            format: FORMAT.into(),
            variant: setup.variant.name.into(),
            shape: setup.shape.sides().iter().map(|&side| side.into()).collect(),
            board: Notation::Fen.write(&setup, &Options::default()).unwrap_or_default(),
            goal: self.stipulation.to_string(),
            keys: Vec::new(),
            nodes: Vec::new(),
            others: None,
            holds: Vec::new(),
            lines: Vec::new(),
        };
        match &self.proof {
            Proof::Help(lines) => {
                let spell =
                    |line: &Vec<Move>| line.iter().map(|&mv| spelled(&naming, mv)).collect();
                file.lines = lines.iter().map(spell).collect();
            }
            Proof::Forced(forced) => file.fill(&naming, forced),
        }
        file
    }
}

impl ProofFile {
    fn fill(&mut self, naming: &Naming, forced: &Forced) {
        let step = |step: &Step| (spelled(naming, step.mv), step.node);
        let answer = |answer: &Answer| {
            (spelled(naming, answer.defence), answer.replies.iter().map(step).collect())
        };
        let parry = |parry: &Parry| {
            (spelled(naming, parry.attack), parry.defence.map(|mv| spelled(naming, mv)), parry.hold)
        };
        self.keys = forced.keys.iter().map(step).collect();
        self.nodes =
            forced.nodes.iter().map(|node| node.answers.iter().map(answer).collect()).collect();
        self.others = forced.others.as_ref().map(|others| others.iter().map(parry).collect());
        self.holds =
            forced.holds.iter().map(|hold| hold.parries.iter().map(parry).collect()).collect();
    }

    /// What the file claims.
    ///
    /// # Errors
    /// If it says nothing that could be checked.
    pub fn claim(&self) -> Result<Claim, ProofFileError> {
        if self.format != FORMAT {
            return Err(ProofFileError::Format(self.format.clone()));
        }
        let variant = Variant::named(&self.variant)
            .ok_or_else(|| ProofFileError::Variant(self.variant.clone()))?;
        let shape = Shape::new(&self.shape)?;
        let options = Options { variant: Some(variant), shape: Some(shape), ..Options::default() };
        let setup = Notation::Fen
            .read(&self.board, &options)
            .map_err(|error| ProofFileError::Board(Box::new(error)))?;
        let board = Board::new(&setup)?;
        let stipulation: Stipulation = self.goal.parse()?;
        let reader = Reader::new(&board);
        let proof = match stipulation.play() {
            Play::Help if self.is_forced() => return Err(ProofFileError::Mixed(stipulation)),
            Play::Help => {
                Proof::Help(reader.list(&self.lines, |line| reader.list(line, |mv| reader.mv(mv)))?)
            }
            _ if !self.lines.is_empty() => return Err(ProofFileError::Mixed(stipulation)),
            _ => Proof::Forced(self.forced(&reader)?),
        };
        let claim = Claim { board, stipulation, proof };
        if claim.is_empty() { Err(ProofFileError::Empty) } else { Ok(claim) }
    }

    /// Whether there is anything of a forced proof.
    fn is_forced(&self) -> bool {
        !(self.keys.is_empty() && self.nodes.is_empty() && self.holds.is_empty())
            || self.others.is_some()
    }

    fn forced(&self, reader: &Reader) -> Result<Forced, ProofFileError> {
        let node = |answers: &Vec<AnswerText>| {
            let answers = reader.list(answers, |answer| reader.answer(answer))?;
            Ok(Node { answers, threats: Vec::new() })
        };
        let parries = |parries: &Vec<ParryText>| reader.list(parries, |parry| reader.parry(parry));
        Ok(Forced {
            keys: reader.list(&self.keys, |key| reader.step(key))?,
            nodes: reader.list(&self.nodes, node)?,
            others: self.others.as_ref().map(parries).transpose()?,
            holds: reader.list(&self.holds, |hold| Ok(Hold { parries: parries(hold)? }))?,
            ..Forced::default()
        })
    }
}

/// What is special about a move, in a word.
const WORDS: [(Special, &str); 3] = [
    (Special::DoubleStep, " double"),
    (Special::EnPassant, " passing"),
    (Special::Castle, " castling"),
];

/// A move in the file's own spelling, which needs no board to be read.
fn spelled(naming: &Naming, mv: Move) -> String {
    let promotion = mv.promotion.map(|kind| format!("={}", kind.letter())).unwrap_or_default();
    let word = WORDS.iter().find(|(special, _)| *special == mv.special).map_or("", |row| row.1);
    let (from, to) = (naming.square(mv.from), naming.square(mv.to));
    format!("{}{from}-{to}{promotion}{word}", mv.kind.letter())
}

/// Reads the moves of one board.
struct Reader {
    squares: HashMap<String, Square>,
}

impl Reader {
    fn new(board: &Board) -> Self {
        let naming = board.naming();
        Self { squares: board.shape().iter().map(|at| (naming.square(at), at)).collect() }
    }

    fn list<T, U>(
        &self,
        items: &[T],
        read: impl Fn(&T) -> Result<U, ProofFileError>,
    ) -> Result<Vec<U>, ProofFileError> {
        items.iter().map(read).collect()
    }

    fn step(&self, (mv, node): &StepText) -> Result<Step, ProofFileError> {
        Ok(Step { mv: self.mv(mv)?, node: *node })
    }

    fn answer(&self, (defence, replies): &AnswerText) -> Result<Answer, ProofFileError> {
        let replies = self.list(replies, |reply| self.step(reply))?;
        Ok(Answer { defence: self.mv(defence)?, replies })
    }

    fn parry(&self, (attack, defence, hold): &ParryText) -> Result<Parry, ProofFileError> {
        let defence = defence.as_deref().map(|mv| self.mv(mv)).transpose()?;
        Ok(Parry { attack: self.mv(attack)?, defence, hold: *hold })
    }

    fn mv(&self, text: &str) -> Result<Move, ProofFileError> {
        self.parts(text).ok_or_else(|| ProofFileError::Move(text.into()))
    }

    fn parts(&self, text: &str) -> Option<Move> {
        let (special, rest) = WORDS
            .iter()
            .find_map(|(special, word)| Some((*special, text.strip_suffix(word)?)))
            .unwrap_or((Special::None, text));
        let (rest, promotion) = match rest.split_once('=') {
            Some((rest, letter)) => (rest, Some(kind(letter)?)),
            None => (rest, None),
        };
        let (from, to) = rest.split_once('-')?;
        let letter = from.get(..1)?;
        let mv = Move::plain(kind(letter)?, *self.squares.get(&from[1..])?, *self.squares.get(to)?);
        Some(Move { promotion, special, ..mv })
    }
}

/// The kind of a capital letter.
fn kind(letter: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| letter == kind.letter().to_string())
}
