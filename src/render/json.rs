//! The verdict and its evidence as JSON objects. Fields may be added, never
//! renamed. Squares and moves are strings in the variant's notation; pieces
//! are letters, capital for White.

use serde::Serialize;

use crate::board::Board;
use crate::evidence::{Defence, Evidence, Fault, Flight, Guard, Hold, NearMiss, Placed, Stuck};
use crate::explain::reason;
use crate::moves::Move;
use crate::naming::Naming;
use crate::render::text::Mark;
use crate::setup::Setup;
use crate::shape::Square;
use crate::verdict::Verdict;

/// The verdict on a board.
#[derive(Clone, Debug, Serialize)]
pub struct CheckJson {
    verdict: &'static str,
    mate: bool,
    in_check: bool,
    side: &'static str,
    variant: &'static str,
    shape: Vec<u16>,
    checkers: Vec<String>,
}

impl CheckJson {
    /// The verdict on the side to move of a board.
    pub fn new(board: &Board) -> Self {
        Self::with_verdict(board, board.verdict())
    }

    fn with_verdict(board: &Board, verdict: Verdict) -> Self {
        let naming = board.naming();
        let checkers = board.checkers();
        Self {
            verdict: verdict.name(),
            mate: verdict.is_mate(),
            in_check: !checkers.is_empty(),
            side: board.side().name(),
            variant: board.variant().name,
            shape: board.shape().sides().to_vec(),
            checkers: checkers.iter().map(|&at| naming.square(at)).collect(),
        }
    }
}

/// The verdict on a board and everything it rests on.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainJson {
    #[serde(flatten)]
    check: CheckJson,
    king: Option<String>,
    flights: Vec<FlightJson>,
    captures: Vec<DefenceJson>,
    blocks: Vec<DefenceJson>,
    near_misses: Vec<NearMissJson>,
    stuck: Vec<StuckJson>,
    escapes: Vec<EscapeJson>,
}

impl ExplainJson {
    /// The evidence on a board; `spell` writes a move.
    pub fn new(board: &Board, evidence: &Evidence, spell: &dyn Fn(Move) -> String) -> Self {
        let naming = &evidence.naming;
        let defences = |list: &[Defence]| {
            list.iter().map(|defence| DefenceJson::new(evidence, defence, spell)).collect()
        };
        let escape = |&mv: &Move| EscapeJson { mv: spell(mv) };
        Self {
            check: CheckJson::with_verdict(board, evidence.verdict),
            king: evidence.king.map(|king| naming.square(king)),
            flights: evidence
                .flights
                .iter()
                .map(|flight| FlightJson::new(naming, flight))
                .collect(),
            captures: defences(&evidence.captures),
            blocks: defences(&evidence.blocks),
            near_misses: evidence
                .near_misses
                .iter()
                .map(|miss| NearMissJson::new(naming, miss))
                .collect(),
            stuck: evidence.stuck.iter().map(|stuck| StuckJson::new(evidence, stuck)).collect(),
            escapes: evidence.escapes.iter().map(escape).collect(),
        }
    }
}

/// A piece where it stands.
#[derive(Clone, Debug, Serialize)]
struct PlacedJson {
    piece: char,
    square: String,
}

impl PlacedJson {
    fn new(naming: &Naming, placed: &Placed) -> Self {
        Self { piece: placed.piece.letter(), square: naming.square(placed.square) }
    }
}

/// A square next to the king. `held_by` is `own`, `guard` or null; `stands` is
/// the piece on it, of either side.
#[derive(Clone, Debug, Serialize)]
struct FlightJson {
    square: String,
    held_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stands: Option<char>,
    guards: Vec<GuardJson>,
}

impl FlightJson {
    fn new(naming: &Naming, flight: &Flight) -> Self {
        let (held_by, own, guards) = match &flight.hold {
            Hold::Free => (None, None, &[][..]),
            Hold::Own(piece) => (Some("own"), Some(piece), &[][..]),
            Hold::Guarded(guards) => (Some("guard"), None, guards.as_slice()),
        };
        Self {
            square: naming.square(flight.square),
            held_by,
            stands: own.or(flight.captures.as_ref()).map(|piece| piece.letter()),
            guards: guards.iter().map(|guard| GuardJson::new(naming, guard)).collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct GuardJson {
    #[serde(flatten)]
    by: PlacedJson,
    through_king: bool,
    pinned: bool,
}

impl GuardJson {
    fn new(naming: &Naming, guard: &Guard) -> Self {
        Self {
            by: PlacedJson::new(naming, &guard.by),
            through_king: guard.through_king,
            pinned: guard.pinned,
        }
    }
}

/// A capture or a block; `works` tells whether it is legal, `reason` why not.
#[derive(Clone, Debug, Serialize)]
struct DefenceJson {
    #[serde(rename = "move")]
    mv: String,
    from: String,
    to: String,
    answers: PlacedJson,
    works: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pinned_by: Vec<PlacedJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unanswered: Vec<PlacedJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    opens: Vec<PlacedJson>,
}

impl DefenceJson {
    fn new(evidence: &Evidence, defence: &Defence, spell: &dyn Fn(Move) -> String) -> Self {
        let naming = &evidence.naming;
        let faults = |wanted: fn(&Fault) -> Option<&Placed>| -> Vec<PlacedJson> {
            let placed = defence.faults.iter().filter_map(wanted);
            placed.map(|by| PlacedJson::new(naming, by)).collect()
        };
        Self {
            mv: spell(defence.mv),
            from: naming.square(defence.mv.from),
            to: naming.square(defence.mv.to),
            answers: PlacedJson::new(naming, &defence.meets),
            works: defence.faults.is_empty(),
            reason: reason(evidence, &defence.faults),
            pinned_by: faults(|fault| match fault {
                Fault::Pinned(by) => Some(by),
                _ => None,
            }),
            unanswered: faults(|fault| match fault {
                Fault::Unanswered(by) => Some(by),
                _ => None,
            }),
            opens: faults(|fault| match fault {
                Fault::Opens(by) => Some(by),
                _ => None,
            }),
        }
    }
}

/// A piece that would answer the check if one of its own did not stand
/// between.
#[derive(Clone, Debug, Serialize)]
struct NearMissJson {
    #[serde(flatten)]
    helper: PlacedJson,
    to: String,
    in_the_way: PlacedJson,
}

impl NearMissJson {
    fn new(naming: &Naming, miss: &NearMiss) -> Self {
        Self {
            helper: PlacedJson::new(naming, &miss.helper),
            to: naming.square(miss.to),
            in_the_way: PlacedJson::new(naming, &miss.in_the_way),
        }
    }
}

/// A piece that cannot move in a stalemate.
#[derive(Clone, Debug, Serialize)]
struct StuckJson {
    #[serde(flatten)]
    by: PlacedJson,
    reason: Option<String>,
}

impl StuckJson {
    fn new(evidence: &Evidence, stuck: &Stuck) -> Self {
        Self {
            by: PlacedJson::new(&evidence.naming, &stuck.by),
            reason: stuck.fault.and_then(|fault| reason(evidence, &[fault])),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct EscapeJson {
    #[serde(rename = "move")]
    mv: String,
}

/// A board with its marks.
#[derive(Clone, Debug, Serialize)]
pub struct ShowJson {
    side: &'static str,
    variant: &'static str,
    shape: Vec<u16>,
    pieces: Vec<PlacedJson>,
    marks: Vec<MarkJson>,
}

impl ShowJson {
    /// The pieces of a board, possible or not, in order of their squares, and
    /// the marks as given.
    pub fn new(setup: &Setup, marks: &[(Square, Mark)]) -> Self {
        let naming = Naming::new(setup.variant, &setup.shape);
        let placed = |(square, piece)| PlacedJson::new(&naming, &Placed { piece, square });
        let mark = |&(square, mark): &(Square, Mark)| MarkJson {
            square: naming.square(square),
            mark: mark.name(),
        };
        Self {
            side: setup.side.name(),
            variant: setup.variant.name,
            shape: setup.shape.sides().to_vec(),
            pieces: setup.pieces().map(placed).collect(),
            marks: marks.iter().map(mark).collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct MarkJson {
    square: String,
    mark: &'static str,
}
