//! The questions about one king, asked one answer at a time.

use crate::attacks::Pin;
use crate::geometry::Game;
use crate::moves::{Move, Special};
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::shape::Square;
use crate::squares::SquareSet;
use crate::verdict::Verdict;

use super::{Checker, Defence, Evidence, Fault, Flight, Guard, Hold, NearMiss, Placed, Stuck};

/// What the questions about one king share.
pub(super) struct Inquiry<'a, const W: usize> {
    game: &'a Game<W>,
    position: &'a Position<W>,
    us: Side,
    them: Side,
    king: Square,
    occupied: SquareSet<W>,
    checkers: SquareSet<W>,
    pins: Vec<Pin<W>>,
    /// Enemy pieces that are pinned to the enemy king.
    bound: SquareSet<W>,
}

/// A chance to capture a pawn in passing.
struct Passing<const W: usize> {
    /// The square passed over.
    at: Square,
    /// Where the pawn to be captured stands.
    victim: Square,
    /// The pawns that stand ready.
    by: SquareSet<W>,
}

impl<const W: usize> Passing<W> {
    /// The squares that a capture from `from` empties.
    fn left_by(&self, from: Square) -> SquareSet<W> {
        SquareSet::of(from) | SquareSet::of(self.victim)
    }
}

impl<'a, const W: usize> Inquiry<'a, W> {
    pub fn new(game: &'a Game<W>, position: &'a Position<W>, king: Square) -> Self {
        let us = position.side();
        let them = us.opponent();
        Self {
            game,
            position,
            us,
            them,
            king,
            occupied: position.occupied(),
            checkers: game.checkers(position),
            pins: game.pins(position, us),
            bound: game.pins(position, them).iter().map(|pin| pin.pinned).collect(),
        }
    }

    pub fn answer(&self, evidence: &mut Evidence) {
        evidence.checkers = self.checkers.into_iter().map(|at| self.checker(at)).collect();
        evidence.flights = self.steps().into_iter().map(|to| self.flight(to)).collect();
        evidence.captures = self.checkers.into_iter().flat_map(|at| self.captures(at)).collect();
        evidence.blocks = self.checkers.into_iter().flat_map(|at| self.blocks(at)).collect();
        if !evidence.checkers.is_empty() {
            evidence.escapes = self.escapes(evidence);
        }
        match evidence.verdict {
            Verdict::Checkmate if !self.checkers.is_many() => {
                evidence.near_misses = self.near_misses();
            }
            Verdict::Stalemate => evidence.stuck = self.stuck(),
            _ => {}
        }
    }

    /// The flights, captures and blocks that nothing is wrong with.
    fn escapes(&self, evidence: &Evidence) -> Vec<Move> {
        let free = evidence.flights.iter().filter(|flight| flight.hold == Hold::Free);
        let flights = free.map(|flight| Move::plain(Kind::King, self.king, flight.square));
        let defences = evidence.captures.iter().chain(&evidence.blocks);
        let sound = defences.filter(|defence| defence.faults.is_empty()).map(|defence| defence.mv);
        flights.chain(sound).collect()
    }

    /// The piece on an occupied square.
    fn placed(&self, square: Square) -> Placed {
        let piece = self.position.piece(square).expect("a piece stands where a set says so");
        Placed { piece, square }
    }

    fn steps(&self) -> SquareSet<W> {
        self.game.leap(Kind::King, self.king)
    }

    /// The side's pieces other than its king.
    fn men(&self) -> SquareSet<W> {
        self.position.of(self.us).without(SquareSet::of(self.king))
    }

    fn pawns(&self) -> SquareSet<W> {
        self.position.pieces(self.us, Kind::Pawn)
    }

    fn checker(&self, at: Square) -> Checker {
        let mut line: Vec<Square> = self.game.between(self.king, at).into_iter().collect();
        if at > self.king {
            line.reverse();
        }
        Checker { by: self.placed(at), line }
    }

    fn flight(&self, square: Square) -> Flight {
        let stands = self.position.piece(square);
        let own = stands.filter(|piece| piece.side == self.us);
        let guards = if own.is_some() { Vec::new() } else { self.guards(square) };
        Flight {
            square,
            captures: stands.filter(|piece| piece.side == self.them),
            hold: match own {
                Some(piece) => Hold::Own(piece),
                None if guards.is_empty() => Hold::Free,
                None => Hold::Guarded(guards),
            },
        }
    }

    /// The enemy pieces that would attack the king on a square, the king
    /// having left its own.
    fn guards(&self, square: Square) -> Vec<Guard> {
        let attackers = |occupied| self.game.attackers(self.position, square, self.them, occupied);
        let before = attackers(self.occupied);
        let guard = |at| Guard {
            by: self.placed(at),
            through_king: !before.has(at),
            pinned: self.bound.has(at),
        };
        attackers(self.occupied.without(SquareSet::of(self.king))).into_iter().map(guard).collect()
    }

    fn captures(&self, checker: Square) -> Vec<Defence> {
        let by = self.game.attackers(self.position, checker, self.us, self.occupied) & self.men();
        let mut found: Vec<Defence> = by
            .into_iter()
            .flat_map(|from| self.defences(checker, self.ordinary(from, checker)))
            .collect();
        if let Some(passing) = self.passing().filter(|passing| passing.victim == checker) {
            found.extend(self.defences_in_passing(checker, &passing));
        }
        found
    }

    fn blocks(&self, checker: Square) -> Vec<Defence> {
        let line = self.game.between(self.king, checker);
        let mut found = Vec::new();
        for to in line {
            let pieces = self.game.attackers(self.position, to, self.us, self.occupied);
            for from in pieces & self.men().without(self.pawns()) {
                found.extend(self.defences(checker, self.ordinary(from, to)));
            }
            for (from, special) in self.pushes_to(to) {
                let mv = Move { special, ..self.ordinary(from, to) };
                found.extend(self.defences(checker, mv));
            }
        }
        if let Some(passing) = self.passing().filter(|passing| line.has(passing.at)) {
            found.extend(self.defences_in_passing(checker, &passing));
        }
        found
    }

    /// Pawn steps without capture that end on an empty square.
    fn pushes_to(&self, to: Square) -> Vec<(Square, Special)> {
        let rules = self.game.pawns(self.us);
        let mut found = Vec::new();
        for step in &rules.pushes {
            let once = SquareSet::of(to).shifted(-step.delta) & step.from;
            found.extend((once & self.pawns()).into_iter().map(|from| (from, Special::None)));
            let passed = once.without(self.occupied);
            let twice = passed.shifted(-step.delta) & step.from & rules.double_from & self.pawns();
            found.extend(twice.into_iter().map(|from| (from, Special::DoubleStep)));
        }
        found
    }

    fn ordinary(&self, from: Square, to: Square) -> Move {
        Move::plain(self.placed(from).piece.kind, from, to)
    }

    /// A move as a defence; one for each promotion where the move promotes.
    fn defences(&self, checker: Square, mv: Move) -> Vec<Defence> {
        let faults = self.faults(mv.from, mv.to, SquareSet::of(mv.from));
        let defence = |promotion| Defence {
            mv: Move { promotion, ..mv },
            meets: self.placed(checker),
            faults: faults.clone(),
        };
        let promotes = mv.kind == Kind::Pawn && self.game.pawns(self.us).zone.has(mv.to);
        match &self.game.variant().pawns {
            Some(rule) if promotes => {
                rule.promotions.iter().map(|&kind| defence(Some(kind))).collect()
            }
            _ => vec![defence(None)],
        }
    }

    fn passing(&self) -> Option<Passing<W>> {
        let at = self.position.en_passant()?;
        let by = self.game.pawns(self.them).attacks[at.index()] & self.pawns();
        Some(Passing { at, victim: self.game.passed_pawn(self.them, at), by })
    }

    fn defences_in_passing(&self, checker: Square, passing: &Passing<W>) -> Vec<Defence> {
        let defence = |from| Defence {
            mv: Move { special: Special::EnPassant, ..self.ordinary(from, passing.at) },
            meets: self.placed(checker),
            faults: self.faults(from, passing.at, passing.left_by(from)),
        };
        passing.by.into_iter().map(defence).collect()
    }

    /// The pieces that attack the king once a piece has gone `from` → `to` and
    /// the squares `left` are empty.
    fn faults(&self, from: Square, to: Square, left: SquareSet<W>) -> Vec<Fault> {
        let to = SquareSet::of(to);
        let occupied = self.occupied.without(left) | to;
        let attackers = self.game.attackers(self.position, self.king, self.them, occupied);
        attackers.without(left | to).into_iter().map(|at| self.fault(from, at)).collect()
    }

    fn fault(&self, from: Square, attacker: Square) -> Fault {
        let by = self.placed(attacker);
        if self.checkers.has(attacker) {
            Fault::Unanswered(by)
        } else if self.pins.iter().any(|pin| pin.pinned == from && pin.pinner == attacker) {
            Fault::Pinned(by)
        } else {
            Fault::Opens(by)
        }
    }

    /// Sliders that would meet a check but for one own piece between.
    fn near_misses(&self) -> Vec<NearMiss> {
        let mut found = Vec::new();
        for checker in self.checkers {
            for to in self.game.between(self.king, checker) | SquareSet::of(checker) {
                let helpers = self.men().into_iter();
                found.extend(helpers.filter_map(|from| self.near_miss(from, to, checker)));
            }
        }
        found
    }

    fn near_miss(&self, from: Square, to: Square, checker: Square) -> Option<NearMiss> {
        let helper = self.placed(from);
        let between = self.game.between(from, to) & self.occupied;
        let blocker = between.lowest().filter(|_| !between.is_many())?;
        let past = self.occupied.without(between);
        let reach = self.game.attacks(self.us, helper.piece.kind, from, past);
        let pinned = self.pins.iter().any(|pin| pin.pinned == from);
        let helps = reach.has(to) && self.men().has(blocker) && !pinned;
        let meets = self.placed(checker);
        helps.then(|| NearMiss { helper, to, meets, in_the_way: self.placed(blocker) })
    }

    /// Why each piece but the king cannot move, in a position where none can.
    fn stuck(&self) -> Vec<Stuck> {
        let pinner = |from: Square| self.pins.iter().find(|pin| pin.pinned == from);
        let pinned = |from| pinner(from).map(|pin| Fault::Pinned(self.placed(pin.pinner)));
        let fault = |from| pinned(from).or_else(|| self.passing_fault(from));
        let stuck = |from| Stuck { by: self.placed(from), fault: fault(from) };
        self.men().into_iter().map(stuck).collect()
    }

    /// Why a pawn that stands ready may not capture in passing.
    fn passing_fault(&self, from: Square) -> Option<Fault> {
        let passing = self.passing().filter(|passing| passing.by.has(from))?;
        self.faults(from, passing.at, passing.left_by(from)).first().copied()
    }
}
