//! A solution in words: as problemists write it, and as JSON. Both are taken
//! from one tree of spelled moves.

use std::fmt::Write;

use serde::Serialize;

use crate::board::Board;
use crate::moves::Move;
use crate::notation::{MoveStyle, Notation, Options, write_move};
use crate::proof::{Answer, Forced, Node, Proof, Step};
use crate::solution::{Outcome, Solution};
use crate::stipulation::{Play, Stipulation};

/// A solution for people or programs. As JSON it has fields `goal`, `result`,
/// `shortest`, `keys` and `nodes`; `variations`, `tries`, `set_play` and
/// `solutions` (of help play) where asked for. Fields may be added, never
/// renamed.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    goal: String,
    result: &'static str,
    shortest: Option<Length>,
    /// No solution within so many moves.
    refuted: Length,
    keys: Vec<String>,
    lengths: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solutions: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_solution: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variations: Option<Vec<Attack>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<Vec<Tried>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    set_play: Option<Vec<Defence>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    set_solutions: Vec<Vec<String>>,
    side: &'static str,
    variant: &'static str,
    shape: Vec<u16>,
    board: String,
    nodes: u64,
    #[serde(skip)]
    stipulation: Stipulation,
    #[serde(skip)]
    outcome: Outcome,
}

/// A number of moves, perhaps with a half.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
enum Length {
    Whole(u16),
    Half(f32),
}

impl Length {
    fn new(half_moves: u16) -> Self {
        if half_moves.is_multiple_of(2) {
            Self::Whole(half_moves / 2)
        } else {
            Self::Half(f32::from(half_moves) / 2.0)
        }
    }

    fn text(self) -> String {
        match self {
            Self::Whole(moves) => moves.to_string(),
            Self::Half(moves) => moves.to_string(),
        }
    }
}

/// An attacker's move and what follows.
#[derive(Clone, Debug, Serialize)]
struct Attack {
    #[serde(rename = "move")]
    mv: String,
    /// Whether the defender would lose nothing if it could pass.
    #[serde(skip_serializing_if = "is_false")]
    zugzwang: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    threats: Vec<Attack>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    defences: Vec<Defence>,
}

/// A defender's move with the replies; more than one are a dual.
#[derive(Clone, Debug, Serialize)]
struct Defence {
    #[serde(rename = "move")]
    mv: String,
    #[serde(skip_serializing_if = "is_false")]
    dual: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replies: Vec<Attack>,
}

/// A try with its refutation.
#[derive(Clone, Debug, Serialize)]
struct Tried {
    #[serde(rename = "move")]
    mv: String,
    refutation: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    defences: Vec<Defence>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
fn is_false(value: &bool) -> bool {
    !value
}

/// Which parts of a solution are to be told.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// The play after keys and tries.
    pub variations: bool,
    /// The tries.
    pub tries: bool,
    /// The set play.
    pub set_play: bool,
}

impl Told {
    /// The solution of a board, moves in this style.
    pub fn new(board: &Board, solution: &Solution, style: MoveStyle, parts: Parts) -> Self {
        let lengths = match &solution.proof {
            Proof::Forced(forced) => forced.lengths(),
            Proof::Help(_) => Vec::new(),
        };
        let speller = Speller { style, proof: &solution.proof, lengths };
        let setup = board.setup();
        let keys = solution.keys.iter();
        let mut told = Self {
            goal: solution.stipulation.to_string(),
            result: solution.outcome.name(),
            shortest: solution.shortest.map(Length::new),
            refuted: Length::new(solution.refuted),
            keys: keys.clone().map(|key| write_move(board, key.mv, style)).collect(),
            lengths: keys.map(|key| key.moves).collect(),
            solutions: Vec::new(),
            short_solution: solution.short_line.as_ref().map(|line| speller.line(board, line)),
            variations: None,
            tries: None,
            set_play: None,
            set_solutions: Vec::new(),
            side: board.side().name(),
            variant: board.variant().name,
            shape: board.shape().sides().to_vec(),
            board: Notation::Fen.write(&setup, &Options::default()).unwrap_or_default(),
            nodes: solution.nodes,
            stipulation: solution.stipulation,
            outcome: solution.outcome,
        };
        match &solution.proof {
            Proof::Help(lines) => {
                told.solutions = lines.iter().map(|line| speller.line(board, line)).collect();
                if let (true, Some(passed)) = (parts.set_play, passed(board)) {
                    let lines = solution.set_lines.iter();
                    told.set_solutions = lines.map(|line| speller.line(&passed, line)).collect();
                }
            }
            Proof::Forced(forced) => told.add_play(board, &speller, forced, parts),
        }
        told
    }

    fn add_play(&mut self, board: &Board, speller: &Speller, forced: &Forced, parts: Parts) {
        if parts.variations {
            let keys = forced.keys.iter();
            self.variations = Some(keys.map(|&key| speller.attack(board, key, true)).collect());
        }
        if parts.tries {
            let tries = forced.tries.iter().map(|tried| {
                let after = board.play(tried.parry.attack);
                let answers = if parts.variations { &tried.answers[..] } else { &[] };
                let refutation =
                    tried.parry.defence.map(|mv| write_move(&after, mv, speller.style));
                Tried {
                    mv: write_move(board, tried.parry.attack, speller.style),
                    refutation: refutation.unwrap_or_default(),
                    defences: answers
                        .iter()
                        .map(|answer| speller.defence(&after, answer))
                        .collect(),
                }
            });
            self.tries = Some(tries.collect());
        }
        if parts.set_play {
            let answers = passed(board).into_iter().flat_map(|passed| {
                forced.set_play.iter().map(move |answer| speller.defence(&passed, answer))
            });
            self.set_play = Some(answers.collect());
        }
    }
}

/// The board with the other side to move.
fn passed(board: &Board) -> Option<Board> {
    let mut setup = board.setup();
    setup.side = setup.side.opponent();
    setup.en_passant = None;
    Board::new(&setup).ok()
}

/// Spells the moves of a proof.
struct Speller<'a> {
    style: MoveStyle,
    proof: &'a Proof,
    /// How many moves follow each node of the proof.
    lengths: Vec<u32>,
}

impl Speller<'_> {
    fn line(&self, board: &Board, line: &[Move]) -> Vec<String> {
        let mut board = board.clone();
        let mut spelled = Vec::new();
        for &mv in line {
            spelled.push(write_move(&board, mv, self.style));
            board = board.play(mv);
        }
        spelled
    }

    fn node(&self, step: Step) -> Option<&Node> {
        match self.proof {
            Proof::Forced(forced) => forced.nodes.get(step.node as usize),
            Proof::Help(_) => None,
        }
    }

    /// An attack; with `play`, what follows too.
    fn attack(&self, board: &Board, step: Step, play: bool) -> Attack {
        let mv = write_move(board, step.mv, self.style);
        let mut attack = Attack { mv, zugzwang: false, threats: Vec::new(), defences: Vec::new() };
        let Some(node) = self.node(step).filter(|node| play && !node.answers.is_empty()) else {
            return attack;
        };
        let after = board.play(step.mv);
        if let Some(passed) = passed(&after) {
            let threats = node.threats.iter().enumerate();
            attack.threats =
                threats.map(|(index, &threat)| self.attack(&passed, threat, index == 0)).collect();
        }
        attack.zugzwang = node.threats.is_empty() && !after.in_check();
        let shown = node.answers.iter().filter(|answer| self.parries(node, answer));
        attack.defences = shown.map(|answer| self.defence(&after, answer)).collect();
        attack
    }

    /// Whether a defence does something about the threats, or there are none:
    /// one of them no longer works, or works later.
    fn parries(&self, node: &Node, answer: &Answer) -> bool {
        let length = |step: &Step| self.lengths.get(step.node as usize);
        let works = |threat: &Step| {
            let in_time = |reply: &Step| reply.mv == threat.mv && length(reply) <= length(threat);
            answer.replies.iter().any(in_time)
        };
        node.threats.is_empty() || !node.threats.iter().all(works)
    }

    fn defence(&self, board: &Board, answer: &Answer) -> Defence {
        let after = board.play(answer.defence);
        let replies = answer.replies.iter().enumerate();
        Defence {
            mv: write_move(board, answer.defence, self.style),
            dual: answer.replies.len() > 1,
            replies: replies
                .map(|(index, &reply)| self.attack(&after, reply, index == 0))
                .collect(),
        }
    }
}

impl Told {
    /// The solution in the usual form of problems, each line with its newline.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}\n", self.goal, self.summary());
        if !self.set_solutions.is_empty()
            || self.set_play.as_ref().is_some_and(|set| !set.is_empty())
        {
            text.push_str("set play:\n");
        }
        for line in &self.set_solutions {
            self.write_line(&mut text, line, self.stipulation.half_moves() - 1, "  ");
        }
        for defence in self.set_play.iter().flatten() {
            write_defence(&mut text, defence, 1, 1);
        }
        for tried in self.tries.iter().flatten() {
            let _ = writeln!(text, "1.{}? {}!", tried.mv, tried.refutation);
            for defence in &tried.defences {
                write_defence(&mut text, defence, 1, 1);
            }
        }
        self.write_solutions(&mut text);
        text
    }

    fn write_solutions(&self, text: &mut String) {
        if let (Some(line), Some(shortest)) = (&self.short_solution, self.shortest) {
            let half_moves = match shortest {
                Length::Whole(moves) => 2 * moves,
                Length::Half(moves) => (2.0 * moves) as u16,
            };
            self.write_line(text, line, half_moves, "");
        }
        for line in &self.solutions {
            self.write_line(text, line, self.stipulation.half_moves(), "");
        }
        match &self.variations {
            Some(variations) => {
                for (attack, &length) in variations.iter().zip(&self.lengths) {
                    let _ = write!(text, "1.{}!{}", attack.mv, self.early(length));
                    write_play(text, attack, 1, 1);
                }
            }
            None if self.stipulation.play() != Play::Help => {
                for (key, &length) in self.keys.iter().zip(&self.lengths) {
                    let _ = writeln!(text, "1.{key}!{}", self.early(length));
                }
            }
            None => {}
        }
    }

    /// What a key that needs fewer moves than stipulated says of itself.
    fn early(&self, length: u32) -> String {
        if length < self.stipulation.moves().into() {
            format!(" (in {length})")
        } else {
            String::new()
        }
    }

    /// Whether a limit was reached after some lengths had been refuted.
    fn refutes_something(&self) -> bool {
        self.keys.is_empty() && !matches!(self.refuted, Length::Whole(0))
    }

    fn summary(&self) -> String {
        let help = self.stipulation.play() == Play::Help;
        let shortest = self.shortest.map(Length::text).unwrap_or_default();
        match self.outcome {
            Outcome::Sound => "sound".into(),
            Outcome::Short => format!("short, already in {shortest}"),
            Outcome::Cooked if help => format!("{} solutions", self.solutions.len()),
            Outcome::Cooked => format!("cooked, {} keys", self.keys.len()),
            Outcome::Solved => "solved".into(),
            Outcome::None => "no solution".into(),
            Outcome::Unknown if self.refutes_something() => {
                format!("unknown, cut short; no solution within {}", self.refuted.text())
            }
            Outcome::Unknown => "unknown, cut short".into(),
        }
    }

    /// A line of help play: `1.a b 2.c d#`, or `1...b 2.c d#`.
    fn write_line(&self, text: &mut String, line: &[String], half_moves: u16, indent: &str) {
        let skipped = usize::from(!half_moves.is_multiple_of(2));
        text.push_str(indent);
        for (index, mv) in line.iter().enumerate() {
            let ply = index + skipped;
            let gap = if index == 0 { "" } else { " " };
            let _ = match (ply % 2, index) {
                (0, _) => write!(text, "{gap}{}.{mv}", ply / 2 + 1),
                (_, 0) => write!(text, "{}...{mv}", ply / 2 + 1),
                _ => write!(text, "{gap}{mv}"),
            };
        }
        text.push('\n');
    }
}

/// What follows an attack, whose own move stands before it on the line.
fn write_play(text: &mut String, attack: &Attack, number: usize, depth: usize) {
    if attack.zugzwang && !attack.defences.is_empty() {
        text.push_str(" zugzwang");
    }
    if !attack.threats.is_empty() {
        let threats: Vec<&str> = attack.threats.iter().map(|threat| &threat.mv[..]).collect();
        let _ = write!(text, " threat {}.{}", number + 1, threats.join(", "));
    }
    text.push('\n');
    if let Some(first) = attack.threats.first() {
        for defence in &first.defences {
            write_defence(text, defence, number + 1, depth + 1);
        }
    }
    for defence in &attack.defences {
        write_defence(text, defence, number, depth);
    }
}

fn write_defence(text: &mut String, defence: &Defence, number: usize, depth: usize) {
    let _ = write!(text, "{:1$}{number}...{2}", "", 2 * depth, defence.mv);
    let Some(first) = defence.replies.first() else {
        text.push('\n');
        return;
    };
    let replies: Vec<&str> = defence.replies.iter().map(|reply| &reply.mv[..]).collect();
    let dual = if defence.dual { " (dual)" } else { "" };
    let _ = write!(text, " {}.{}{dual}", number + 1, replies.join(", "));
    write_play(text, first, number + 1, depth + 1);
}
