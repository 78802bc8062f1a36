//! [`Evidence`] in sentences a person would write.
//!
//! One line a sentence; each square next to the king has a line of its own
//! that begins with the square. How a move is spelled is the caller's choice.

use crate::evidence::Stuck;
use crate::evidence::{Checker, Defence, Evidence, Fault, Flight, Guard, Hold, NearMiss, Placed};
use crate::moves::{Move, Special};
use crate::piece::Kind;
use crate::shape::Square;
use crate::verdict::Verdict;

/// The most legal moves that are listed where there is no check to answer.
const LISTED: usize = 12;

/// The explanation of a verdict, its lines separated by newlines. `spell`
/// writes a move.
pub fn explain(evidence: &Evidence, spell: &dyn Fn(Move) -> String) -> String {
    let words = Words(evidence);
    let mut lines = vec![words.headline()];
    lines.extend(words.check());
    lines.extend(words.flights());
    if !evidence.checkers.is_empty() {
        lines.extend(words.defences());
    }
    lines.extend(evidence.near_misses.iter().map(|miss| words.near_miss(miss)));
    lines.extend(evidence.stuck.iter().map(|stuck| words.stuck(stuck)));
    lines.extend(words.escapes(spell));
    lines.join("\n")
}

/// The reasons why a capture or a block fails, as a phrase; nothing if it
/// works.
pub fn reason(evidence: &Evidence, faults: &[Fault]) -> Option<String> {
    let phrases: Vec<String> = faults.iter().map(|fault| Words(evidence).fault(fault)).collect();
    (!phrases.is_empty()).then(|| join(&phrases, "and"))
}

/// The phrases, which need the names of the squares.
struct Words<'a>(&'a Evidence);

impl Words<'_> {
    fn name(&self, square: Square) -> String {
        self.0.naming.square(square)
    }

    /// `a1, a2 or a3`.
    fn names(&self, squares: &[Square], last: &str) -> String {
        let names: Vec<String> = squares.iter().map(|&square| self.name(square)).collect();
        join(&names, last)
    }

    /// `the rook c1(III)`.
    fn the(&self, placed: &Placed) -> String {
        format!("the {} {}", placed.piece.kind.name(), self.name(placed.square))
    }

    fn headline(&self) -> String {
        let side = self.0.side.title();
        let guarded = |flight: &Flight| matches!(flight.hold, Hold::Guarded(_));
        match self.0.verdict {
            Verdict::Checkmate => format!("Checkmate: {side} is in check and has no way out."),
            Verdict::Stalemate if self.0.flights.iter().any(guarded) => format!(
                "Stalemate, which is no mate: {side} is not in check, \
                 and every king move walks into one."
            ),
            Verdict::Stalemate => {
                format!("Stalemate, which is no mate: {side} is not in check, but cannot move.")
            }
            Verdict::Neither if self.0.king.is_none() => {
                format!("No mate: {side} has no king.")
            }
            Verdict::Neither if self.0.checkers.is_empty() => {
                format!("No mate: {side} is not in check.")
            }
            Verdict::Neither => format!(
                "No mate: {side} is in check, but has {}.",
                count(self.0.escapes.len(), "way out", "ways out")
            ),
        }
    }

    fn check(&self) -> Option<String> {
        let from: Vec<String> = self.0.checkers.iter().map(|from| self.checker(from)).collect();
        let kind = match from.len() {
            0 => return None,
            1 => "Check",
            2 => "Double check",
            _ => "Check by many",
        };
        Some(format!("{kind} {}.", join(&from, "and")))
    }

    fn checker(&self, checker: &Checker) -> String {
        let the = format!("from {}", self.the(&checker.by));
        match (checker.by.piece.kind, checker.line.as_slice()) {
            (Kind::Knight, _) => the,
            (_, []) => format!("{the} next to the king"),
            (_, line) => format!("{the} over {}", self.names(line, "and")),
        }
    }

    fn flights(&self) -> Vec<String> {
        let Some(king) = self.0.king else { return Vec::new() };
        let free = self.0.flights.iter().filter(|flight| flight.hold == Hold::Free).count();
        let among = if free == 0 { "" } else { " among the squares around it" };
        let free = count(free, "flight", "flights");
        let mut lines = vec![format!("The king {} has {free}{among}:", self.name(king))];
        lines.extend(self.0.flights.iter().map(|flight| self.flight(flight)));
        lines
    }

    fn flight(&self, flight: &Flight) -> String {
        let square = self.name(flight.square);
        let captured = flight.captures.map(|piece| piece.kind.name());
        match (&flight.hold, captured) {
            (Hold::Own(piece), _) => format!("{square}: occupied by its own {}", piece.kind.name()),
            (Hold::Guarded(guards), None) => format!("{square}: guarded {}", self.guards(guards)),
            (Hold::Guarded(guards), Some(captured)) => {
                format!("{square}: the {captured} there is guarded {}", self.guards(guards))
            }
            (Hold::Free, None) => format!("{square}: free"),
            (Hold::Free, Some(captured)) => {
                format!("{square}: free, the king captures the {captured}")
            }
        }
    }

    fn guards(&self, guards: &[Guard]) -> String {
        let phrases: Vec<String> = guards.iter().map(|guard| self.guard(guard)).collect();
        join(&phrases, "and")
    }

    fn guard(&self, guard: &Guard) -> String {
        let mut phrase = match guard.by.piece.kind {
            // Of two kings on the board, this line speaks of the other one too.
            Kind::King => {
                let side = guard.by.piece.side.name();
                format!("by the {side} king {}", self.name(guard.by.square))
            }
            _ => format!("by {}", self.the(&guard.by)),
        };
        if guard.through_king {
            phrase += " through the king's old place";
        }
        if guard.pinned {
            phrase += " (pinned, but it guards all the same)";
        }
        phrase
    }

    /// The captures and the blocks, and where there are none a word on that.
    fn defences(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let single = match self.0.checkers.as_slice() {
            [only] => Some(only),
            checkers => {
                let all = if checkers.len() == 2 { "both checks" } else { "all the checks" };
                lines.push(format!("No capture and no block answers {all}."));
                None
            }
        };
        lines.extend(self.groups(&self.0.captures).iter().map(|group| self.captures(group)));
        if let Some(checker) = single.filter(|_| self.0.captures.is_empty()) {
            lines.push(self.no_capture(checker));
        }
        lines.extend(self.groups(&self.0.blocks).iter().map(|group| self.blocks(group)));
        if let Some(checker) = single.filter(|_| self.0.blocks.is_empty()) {
            lines.push(self.no_block(checker));
        }
        lines
    }

    /// The defences that one sentence serves: those of one piece, or against
    /// one of several checks all that fail alike.
    fn groups<'d>(&self, defences: &'d [Defence]) -> Vec<Vec<&'d Defence>> {
        let several = self.0.checkers.len() > 1;
        let alike = |a: &Defence, b: &Defence| {
            (a.meets, a.mv.special == Special::EnPassant, &a.faults)
                == (b.meets, b.mv.special == Special::EnPassant, &b.faults)
                && (several || a.mv.from == b.mv.from)
        };
        let mut groups: Vec<Vec<&Defence>> = Vec::new();
        for defence in defences {
            match groups.iter_mut().find(|group| alike(group[0], defence)) {
                Some(group) => group.push(defence),
                None => groups.push(vec![defence]),
            }
        }
        groups
    }

    fn captures(&self, group: &[&Defence]) -> String {
        let passing = if group[0].mv.special == Special::EnPassant { " in passing" } else { "" };
        self.defence(group, "capture", &format!("{}{passing}", self.the(&group[0].meets)))
    }

    fn blocks(&self, group: &[&Defence]) -> String {
        let mut squares: Vec<Square> = group.iter().map(|defence| defence.mv.to).collect();
        squares.dedup();
        self.defence(group, "block", &format!("on {}", self.names(&squares, "or")))
    }

    /// What the pieces of a group do, or why they cannot.
    fn defence(&self, group: &[&Defence], verb: &str, object: &str) -> String {
        let faults = &group[0].faults;
        let subject = self.movers(group);
        let remains = |fault: &Fault| matches!(fault, Fault::Unanswered(_));
        match reason(self.0, faults) {
            None => format!("{subject} {verb}s {object}."),
            Some(reason) if faults.iter().all(remains) => {
                format!("{subject} can {verb} {object}, but {reason}.")
            }
            Some(reason) => format!("{subject} cannot {verb} {object}: {reason}."),
        }
    }

    /// The pieces of a group, each once: `The knight e4 and the queen e5`.
    fn movers(&self, group: &[&Defence]) -> String {
        let mut names: Vec<String> = Vec::new();
        for mv in group.iter().map(|defence| defence.mv) {
            let name = format!("the {} {}", mv.kind.name(), self.name(mv.from));
            if !names.contains(&name) {
                names.push(name);
            }
        }
        format!("T{}", &join(&names, "and")[1..])
    }

    fn fault(&self, fault: &Fault) -> String {
        match fault {
            Fault::Pinned(by) => format!("it is pinned by {}", self.the(by)),
            Fault::Unanswered(by) => format!("the check from {} remains", self.the(by)),
            Fault::Opens(by) => {
                format!("both pawns would leave the line of {}", self.the(by))
            }
        }
    }

    fn no_capture(&self, checker: &Checker) -> String {
        let near = self.0.flights.iter().any(|flight| flight.square == checker.by.square);
        let who = if near { "No other piece can" } else { "Nothing can" };
        format!("{who} capture {}.", self.the(&checker.by))
    }

    fn no_block(&self, checker: &Checker) -> String {
        match (checker.by.piece.kind, checker.line.as_slice()) {
            (Kind::Knight, _) => "A knight's check cannot be blocked.".into(),
            (_, []) => "There is no square between to block on.".into(),
            (_, line) => format!("Nothing can block on {}.", self.names(line, "or")),
        }
    }

    fn near_miss(&self, miss: &NearMiss) -> String {
        let act = if miss.to == miss.meets.square {
            format!("capture {}", self.the(&miss.meets))
        } else {
            format!("block on {}", self.name(miss.to))
        };
        let (helper, blocker) = (miss.helper.piece, miss.in_the_way.piece);
        format!(
            "The {} {} would {act}, but the {} {} {} is in {} way.",
            helper.kind.name(),
            self.name(miss.helper.square),
            blocker.side.name(),
            blocker.kind.name(),
            self.name(miss.in_the_way.square),
            if helper.kind == Kind::Queen { "her" } else { "its" },
        )
    }

    fn stuck(&self, stuck: &Stuck) -> String {
        let name = self.name(stuck.by.square);
        let subject = format!("The {} {name}", stuck.by.piece.kind.name());
        match &stuck.fault {
            Some(fault @ Fault::Opens(_)) => {
                format!("{subject} cannot capture in passing: {}.", self.fault(fault))
            }
            Some(fault) => format!("{subject} cannot move: {}.", self.fault(fault)),
            None => format!("{subject} has nowhere to go."),
        }
    }

    fn escapes(&self, spell: &dyn Fn(Move) -> String) -> Option<String> {
        let moves = &self.0.escapes;
        let spelled = |moves: &[Move]| {
            let texts: Vec<String> = moves.iter().map(|&mv| spell(mv)).collect();
            join(&texts, "and")
        };
        let side = self.0.side.title();
        let in_check = !self.0.checkers.is_empty();
        match moves.len() {
            0 => None,
            1 if in_check => Some(format!("Way out: {}.", spelled(moves))),
            _ if in_check => Some(format!("Ways out: {}.", spelled(moves))),
            some => {
                let moves_left = count(some, "legal move", "legal moves");
                Some(if some <= LISTED {
                    format!("{side} has {moves_left}: {}.", spelled(moves))
                } else {
                    format!("{side} has {moves_left}.")
                })
            }
        }
    }
}

/// `no flight`, `1 flight`, `2 flights`.
fn count(number: usize, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {one}"),
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn join(phrases: &[String], last_by: &str) -> String {
    match phrases {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {last_by} {last}", first.join(", ")),
    }
}
