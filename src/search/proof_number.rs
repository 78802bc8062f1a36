//! Proof-number search: finds long mates where few replies are left.
//!
//! Every position carries two numbers: how many more positions must be proven,
//! at least, to prove it, and how many refuted to refute it. The search always
//! goes on where the root's proof needs least (L. V. Allis, "Searching for
//! Solutions in Games and Artificial Intelligence", 1994), depth first within
//! thresholds (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002).
//! A position that just begins counts its replies, so the search follows moves
//! that leave few.
//!
//! The moves left belong to a question, so no question leads back to itself,
//! and what is proven or refuted goes to the table that the other search uses.
//! Short lengths are settled by that search. The numbers of unsolved positions
//! are kept in buckets within a bounded memory; losing some costs time alone,
//! because every position on the way to the current one keeps those of its
//! moves at hand.

use crate::moves::Move;
use crate::position::Position;
use crate::search::direct::Direct;
use crate::search::limits::Stopped;
use crate::search::order::{Attack, Defence, Ranked, Role};

/// Lengths up to this are settled by the other search.
const SETTLED: u32 = 2;

/// Proof and disproof number of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const INFINITE: u32 = 1 << 24;
    const PROVEN: Self = Self { proof: 0, disproof: Self::INFINITE };
    const REFUTED: Self = Self { proof: Self::INFINITE, disproof: 0 };
    const UNBOUNDED: Self = Self { proof: Self::INFINITE, disproof: Self::INFINITE };

    fn of(answer: bool) -> Self {
        if answer { Self::PROVEN } else { Self::REFUTED }
    }

    fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether either number has reached its threshold.
    fn reach(self, threshold: Self) -> bool {
        self.proof >= threshold.proof || self.disproof >= threshold.disproof
    }
}

/// A move with the numbers of what follows it.
#[derive(Clone, Copy, Debug)]
struct Branch {
    mv: Move,
    numbers: Numbers,
}

/// The numbers of unsolved questions.
#[derive(Debug)]
struct Frontier {
    entries: Vec<(u64, Numbers)>,
    used: usize,
    most: usize,
}

impl Frontier {
    const BUCKET: usize = 4;

    fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<(u64, Numbers)>()).max(Self::BUCKET);
        Self { entries: vec![(0, Numbers::UNBOUNDED); most.min(1 << 12)], used: 0, most }
    }

    fn bucket(&mut self, key: u64) -> &mut [(u64, Numbers)] {
        let buckets = self.entries.len() / Self::BUCKET;
        let at = ((u128::from(key) * buckets as u128) >> 64) as usize * Self::BUCKET;
        &mut self.entries[at..at + Self::BUCKET]
    }

    fn get(&mut self, key: u64) -> Option<Numbers> {
        self.bucket(key).iter().find(|entry| entry.0 == key).map(|entry| entry.1)
    }

    /// Remembers; in a full bucket the one that has grown least gives way.
    fn put(&mut self, key: u64, numbers: Numbers) {
        let grown = |entry: &(u64, Numbers)| {
            if entry.0 == 0 { 0 } else { entry.1.proof.saturating_add(entry.1.disproof) }
        };
        let bucket = self.bucket(key);
        let slot = match bucket.iter().position(|entry| entry.0 == key) {
            Some(slot) => slot,
            None => (0..bucket.len()).min_by_key(|&slot| grown(&bucket[slot])).unwrap_or(0),
        };
        let fresh = bucket[slot].0 == 0;
        bucket[slot] = (key, numbers);
        self.used += usize::from(fresh);
        if self.used * 2 > self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let size = (self.entries.len() * 4).min(self.most);
        let old = std::mem::replace(&mut self.entries, vec![(0, Numbers::UNBOUNDED); size]);
        self.used = 0;
        for (key, numbers) in old.into_iter().filter(|entry| entry.0 != 0) {
            self.put(key, numbers);
        }
    }
}

/// A proof-number search that settles short lengths by another search and
/// shares its table.
#[derive(Debug)]
pub(crate) struct ProofNumber<'d, 'g, const W: usize> {
    direct: &'d mut Direct<'g, W>,
    frontier: Frontier,
    branches: Vec<Branch>,
    ranked: Vec<Ranked>,
}

impl<'d, 'g, const W: usize> ProofNumber<'d, 'g, W> {
    pub fn new(direct: &'d mut Direct<'g, W>) -> Self {
        let frontier = Frontier::new(direct.limits.memory / 2);
        Self { direct, frontier, branches: Vec::new(), ranked: Vec::new() }
    }

    /// A move that forces the aim in at most `moves` moves, if there is one;
    /// `trying` is told each time the search turns to a first move: its number
    /// from 0, and the move.
    pub fn first(
        &mut self,
        position: &Position<W>,
        moves: u32,
        mut trying: impl FnMut(usize, Move),
    ) -> Result<Option<Move>, Stopped> {
        self.direct.begin(moves);
        self.branches.clear();
        self.expand_attack(position, moves);
        loop {
            let survey = Survey::of(&self.branches, Role::Attacker);
            let best = self.branches.get(survey.best).copied();
            match best {
                Some(best) if !survey.numbers.is_settled() => trying(survey.best, best.mv),
                _ => return Ok(best.filter(|_| survey.numbers.proof == 0).map(|best| best.mv)),
            }
            self.advance(position, moves, Role::Attacker, 0, &survey, Numbers::UNBOUNDED)?;
        }
    }

    fn attacked(
        &mut self,
        position: &Position<W>,
        moves: u32,
        threshold: Numbers,
    ) -> Result<Numbers, Stopped> {
        if moves <= SETTLED || self.direct.attacked(position, SETTLED)? {
            return self.direct.attacked(position, moves).map(Numbers::of);
        }
        let key = self.direct.key(position, Role::Attacker);
        if let Some(answer) = self.direct.known(key).answer(moves) {
            return Ok(Numbers::of(answer));
        }
        let first = self.branches.len();
        self.expand_attack(position, moves);
        let numbers = self.choose(position, moves, Role::Attacker, first, threshold)?;
        match numbers {
            Numbers::PROVEN => {
                let best = self.branches[first..].iter().find(|branch| branch.numbers.proof == 0);
                self.direct.prove(key, moves, best.map(|branch| branch.mv));
            }
            Numbers::REFUTED => self.direct.refute(key, moves, None),
            _ => self.frontier.put(question(key, moves), numbers),
        }
        self.branches.truncate(first);
        Ok(numbers)
    }

    fn expand_attack(&mut self, position: &Position<W>, moves: u32) {
        let game = self.direct.game;
        self.ranked.clear();
        let order = Attack::new(game, position, None, moves, &self.direct.experience);
        order.list(&mut self.ranked);
        order.refine(&mut self.ranked);
        for index in 0..self.ranked.len() {
            let Ranked { mv, replies, .. } = self.ranked[index];
            let key = self.direct.key(&game.play(position, mv), Role::Defender);
            let fresh = Numbers { proof: 1 + replies, disproof: 1 };
            let numbers = self.numbers(key, moves - 1).unwrap_or(fresh);
            self.branches.push(Branch { mv, numbers });
        }
    }

    fn defended(
        &mut self,
        position: &Position<W>,
        moves: u32,
        threshold: Numbers,
    ) -> Result<Numbers, Stopped> {
        self.direct.meter.tick()?;
        if moves < SETTLED {
            return self.direct.defended(position, moves).map(Numbers::of);
        }
        let key = self.direct.key(position, Role::Defender);
        if let Some(answer) = self.direct.known(key).answer(moves) {
            return Ok(Numbers::of(answer));
        }
        let first = self.branches.len();
        self.expand_defence(position, moves);
        if self.branches.len() == first {
            return self.direct.defended(position, moves).map(Numbers::of);
        }
        let numbers = self.choose(position, moves, Role::Defender, first, threshold)?;
        match numbers {
            Numbers::PROVEN => self.direct.prove(key, moves, None),
            Numbers::REFUTED => {
                let by = self.branches[first..].iter().find(|branch| branch.numbers.disproof == 0);
                let by = by.map(|branch| branch.mv);
                if let Some(mv) = by {
                    self.direct.experience.decided(Role::Defender, moves, mv);
                }
                self.direct.refute(key, moves, by);
            }
            _ => self.frontier.put(question(key, moves), numbers),
        }
        self.branches.truncate(first);
        Ok(numbers)
    }

    fn expand_defence(&mut self, position: &Position<W>, moves: u32) {
        let game = self.direct.game;
        self.ranked.clear();
        Defence::new(game, position, None, moves, &self.direct.experience).list(&mut self.ranked);
        self.ranked.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
        for index in 0..self.ranked.len() {
            let mv = self.ranked[index].mv;
            let key = self.direct.key(&game.play(position, mv), Role::Attacker);
            let fresh = Numbers { proof: 1, disproof: 1 };
            let numbers = self.numbers(key, moves).unwrap_or(fresh);
            self.branches.push(Branch { mv, numbers });
        }
    }

    /// What is known of a question, solved or not.
    fn numbers(&mut self, key: u64, moves: u32) -> Option<Numbers> {
        match self.direct.known(key).answer(moves) {
            Some(answer) => Some(Numbers::of(answer)),
            None => self.frontier.get(question(key, moves)),
        }
    }

    /// Searches below the branches from `first` on, the most promising first,
    /// until a threshold is reached.
    fn choose(
        &mut self,
        position: &Position<W>,
        moves: u32,
        role: Role,
        first: usize,
        threshold: Numbers,
    ) -> Result<Numbers, Stopped> {
        loop {
            let survey = Survey::of(&self.branches[first..], role);
            if survey.numbers.is_settled() || survey.numbers.reach(threshold) {
                return Ok(survey.numbers);
            }
            self.advance(position, moves, role, first, &survey, threshold)?;
        }
    }

    /// Searches below the most promising branch until another looks better.
    fn advance(
        &mut self,
        position: &Position<W>,
        moves: u32,
        role: Role,
        first: usize,
        survey: &Survey,
        threshold: Numbers,
    ) -> Result<(), Stopped> {
        let at = first + survey.best;
        let next = self.direct.game.play(position, self.branches[at].mv);
        let bound = survey.bound(self.branches[at].numbers, role, threshold);
        self.branches[at].numbers = match role {
            Role::Attacker => self.defended(&next, moves - 1, bound)?,
            Role::Defender => self.attacked(&next, moves, bound)?,
        };
        Ok(())
    }
}

/// What tells a question from another: position and role, and the moves left.
fn question(key: u64, moves: u32) -> u64 {
    key ^ u64::from(moves).wrapping_mul(0x9FB2_1C65_1E98_DF25)
}

/// A position's numbers, seen from its branches.
struct Survey {
    numbers: Numbers,
    best: usize,
    /// The chosen number of the second best branch.
    second: u32,
}

impl Survey {
    /// One proof is enough for the attacker, who must see every branch refuted;
    /// for the defender it is the other way round.
    fn of(branches: &[Branch], role: Role) -> Self {
        let mut survey = Self { numbers: Numbers::UNBOUNDED, best: 0, second: Numbers::INFINITE };
        let mut least = Numbers::INFINITE + 1;
        let mut sum = 0;
        for (index, branch) in branches.iter().enumerate() {
            let (own, other) = match role {
                Role::Attacker => (branch.numbers.proof, branch.numbers.disproof),
                Role::Defender => (branch.numbers.disproof, branch.numbers.proof),
            };
            sum = (sum + other).min(Numbers::INFINITE);
            if own < least {
                (survey.second, least) = (least.min(Numbers::INFINITE), own);
                survey.best = index;
            } else {
                survey.second = survey.second.min(own);
            }
        }
        // Only what is settled is infinite, however large a sum has grown.
        let least = least.min(Numbers::INFINITE);
        let sum = if least == 0 { Numbers::INFINITE } else { sum.min(Numbers::INFINITE - 1) };
        survey.numbers = match role {
            Role::Attacker => Numbers { proof: least, disproof: sum },
            Role::Defender => Numbers { proof: sum, disproof: least },
        };
        survey
    }

    /// The threshold below the best branch: until another looks better by a
    /// quarter, so that the search does not leap to and fro.
    fn bound(&self, best: Numbers, role: Role, threshold: Numbers) -> Numbers {
        let second = self.second.saturating_add(self.second / 4).saturating_add(1);
        let room = |threshold: u32, sum: u32, part: u32| {
            if threshold >= Numbers::INFINITE { Numbers::INFINITE } else { threshold - sum + part }
        };
        match role {
            Role::Attacker => Numbers {
                proof: threshold.proof.min(second),
                disproof: room(threshold.disproof, self.numbers.disproof, best.disproof),
            },
            Role::Defender => Numbers {
                proof: room(threshold.proof, self.numbers.proof, best.proof),
                disproof: threshold.disproof.min(second),
            },
        }
    }
}
