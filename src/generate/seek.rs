//! One puzzle: candidates of one stream until one is sound, as wished, and
//! none of those taken.

use crate::board::Board;
use crate::flaw::Glance;
use crate::generate::economy::{Sound, is_possible, without_one};
use crate::generate::lane::Lane;
use crate::generate::material::{Material, Men};
use crate::generate::measures::{KeyTraits, Measures, has_duals};
use crate::generate::order::{Order, Puzzle, Source};
use crate::generate::place::place;
use crate::generate::play::Play;
use crate::generate::run::{Fault, Fingerprint, Run, Shop, Sought};
use crate::generate::sound::Soundness;
use crate::generate::study::changed;
use crate::geometry::Game;
use crate::moves::Move;
use crate::piece::Side;
use crate::position::Position;
use crate::search::{Key, Limits, Stopped};
use crate::setup::Setup;
use crate::solution::{Outcome, Request, solve};
use crate::symmetry::Symmetries;

/// The most positions visited to test one candidate; one that needs more is
/// passed over.
const NODES: u64 = 1 << 21;

/// The most bytes that one stream's hash table takes.
const MEMORY: usize = 16 << 20;

/// What all streams of a run share, at one width.
#[derive(Debug)]
pub(super) struct Workshop<'a, const W: usize> {
    pub game: &'a Game<W>,
    pub order: &'a Order,
    /// The given positions, or the one that games begin with.
    pub given: Vec<Position<W>>,
    pub symmetries: Symmetries,
}

impl<'a, const W: usize> Workshop<'a, W> {
    /// A workshop for an order that was checked.
    pub fn new(game: &'a Game<W>, order: &'a Order, symmetries: Symmetries) -> Self {
        let given = match &order.source {
            Source::Changed(given) | Source::Given(given) => given,
            Source::Played(start) => start.as_slice(),
            Source::Placed => &[],
        };
        let read = |setup: &Setup| Position::new(game, setup).ok();
        let given = given.iter().filter_map(read).collect();
        Self { game, order, given, symmetries }
    }
}

/// The candidates of one stream.
struct Candidates<'a, const W: usize> {
    shop: &'a Workshop<'a, W>,
    index: u64,
    lane: Lane,
    men: Men,
    play: Play<W>,
    tried: u64,
}

impl<const W: usize> Candidates<'_, W> {
    /// The next candidate, if it is a possible position that may be a puzzle.
    fn next(&mut self) -> Option<Position<W>> {
        self.tried += 1;
        let Workshop { game, given, .. } = self.shop;
        match &self.shop.order.source {
            Source::Placed => self.shop.placed(&mut self.lane, &mut self.men),
            Source::Played(_) => self.played(),
            Source::Given(_) => self.own().filter(|position| self.is_fit(position)),
            Source::Changed(_) => {
                if self.tried == 1 {
                    return self.own().filter(|position| self.is_fit(position));
                }
                let one = *self.lane.pick(given)?;
                let changed = changed(game, &mut self.lane, &one);
                let fit = self.is_fit(&changed) && is_possible(game, &changed);
                fit.then_some(changed)
            }
        }
    }

    /// The given position of the stream's own number.
    fn own(&self) -> Option<Position<W>> {
        self.shop.given.get(usize::try_from(self.index).ok()?).copied()
    }

    fn played(&mut self) -> Option<Position<W>> {
        let Self { shop, lane, men, play, .. } = self;
        let begin = |lane: &mut Lane| match shop.given.first() {
            Some(start) => Some(*start),
            None => shop.placed(lane, men),
        };
        let next = play.next(shop.game, lane, begin)?;
        Some(next).filter(|position| self.is_fit(position))
    }

    /// Whether the mating side has a man and the other a king, neither stands
    /// in a check that is not its turn to parry, and the men are those wanted.
    fn is_fit(&self, position: &Position<W>) -> bool {
        let game = self.shop.game;
        let (mating, mated) = (position.side(), position.side().opponent());
        self.shop.has_wanted_men(position)
            && position.of(mating).is_many()
            && position.king(mated).is_some()
            && position.glance(game) == Glance::Possible
    }
}

impl<const W: usize> Shop for Workshop<'_, W> {
    fn seek(&self, index: u64, run: &Run<'_>) -> Sought {
        let mut soundness = self.soundness(run);
        let mut candidates = Candidates {
            shop: self,
            index,
            lane: Lane::new(self.order.seed, index),
            men: Men::default(),
            play: Play::new(),
            tried: 0,
        };
        while candidates.tried < self.tries() {
            if run.is_over() {
                return Sought::Stopped;
            }
            run.count_try();
            let Some(position) = candidates.next() else { continue };
            let Ok(Some(sound)) = self.accept(&mut soundness, &position) else { continue };
            let setup = self.turned(&sound.0);
            let fingerprint = Fingerprint::of(&self.symmetries.form(&setup));
            if run.is_taken(fingerprint) {
                continue;
            }
            match self.finish(run, &sound, &setup) {
                Ok(Some((board, key, measures))) => {
                    let puzzle = Puzzle { index, board, key, measures, tried: candidates.tried };
                    return Sought::Found(Box::new(puzzle), fingerprint);
                }
                Ok(None) => {}
                Err(fault) => return Sought::Fault(fault),
            }
        }
        Sought::Nothing(candidates.tried)
    }
}

impl<const W: usize> Workshop<'_, W> {
    /// A given position is tried once; other streams have many candidates.
    fn tries(&self) -> u64 {
        if self.order.looks_through() { 1 } else { self.order.tries }
    }

    /// Men set at random; the mating side is White until the end.
    fn placed(&self, lane: &mut Lane, men: &mut Men) -> Option<Position<W>> {
        let usual = Material::default();
        let material = self.order.material.as_ref().unwrap_or(&usual);
        material.draw(lane, self.game.variant(), self.order.placed(), men);
        place(self.game, lane, men)
    }

    fn soundness(&self, run: &Run<'_>) -> Soundness<'_, W> {
        let stop = run.stop().clone();
        let limits = Limits { nodes: Some(NODES), time: None, memory: MEMORY, stop };
        Soundness::new(self.game, self.order.moves, &limits)
    }

    /// The position as a puzzle, if it is sound and as wished as far as the
    /// cheaper tests tell; men are taken off if that is wished.
    fn accept(
        &self,
        soundness: &mut Soundness<'_, W>,
        position: &Position<W>,
    ) -> Result<Option<Sound<W>>, Stopped> {
        let Order { wishes, moves, .. } = *self.order;
        let key = if wishes.quiet_key {
            soundness.quiet_key(position)?
        } else {
            soundness.key(position)?
        };
        let Some(key) = key else { return Ok(None) };
        // What stands after a game's move needs no explanation.
        let is_natural = matches!(self.order.source, Source::Played(_));
        if !(is_natural || self.game.is_explained(position)) {
            return Ok(None);
        }
        let mut sound = (position.without_counters(), key);
        while wishes.economical
            && let Some(fewer) = without_one(self.game, soundness, &sound.0)?
        {
            if !self.has_wanted_men(&fewer.0) {
                return Ok(None);
            }
            sound = fewer;
        }
        // With fewer men a move may take a flight that was none before.
        if wishes.quiet_key && !KeyTraits::of(self.game, &sound.0, sound.1).is_quiet() {
            return Ok(None);
        }
        let has_dual =
            wishes.dual_free && has_duals(self.game, soundness.search(), &sound.0, moves, sound.1)?;
        Ok((!has_dual).then_some(sound))
    }

    /// Whether the men are those wanted, if some are.
    fn has_wanted_men(&self, position: &Position<W>) -> bool {
        // Colours are exchanged in the end where the wrong side is to move.
        let turns = self.turns(position.side());
        let side = |side: Side| if turns { side.opponent() } else { side };
        let count = |of, kind| position.pieces(side(of), kind).len() as usize;
        self.order.material.as_ref().is_none_or(|material| material.allows(count))
    }

    /// The position as it is shown: the wished side mates.
    fn turned(&self, position: &Position<W>) -> Setup {
        let setup = position.setup(self.game);
        if self.turns(setup.side) { self.symmetries.exchanged(&setup) } else { setup }
    }

    /// Whether colours are exchanged where that side is to move.
    fn turns(&self, side: Side) -> bool {
        self.order.mates.is_some_and(|mates| mates != side)
    }

    /// Measures a sound position, and has the board that is shown solved once
    /// more, by a search that knows nothing yet; the proof of the key is checked
    /// by the rules. That of there being no other takes ten times as long and is
    /// left to `solve --complete`. Nothing if a wish is not fulfilled or a limit
    /// reached.
    fn finish(
        &self,
        run: &Run<'_>,
        (position, key): &Sound<W>,
        setup: &Setup,
    ) -> Result<Option<(Board, Move, Measures)>, Fault> {
        // A search of its own, so that what it learns cannot matter later.
        let mut soundness = self.soundness(run);
        let Order { wishes, moves, .. } = *self.order;
        let measured = Measures::of(self.game, soundness.search(), position, moves, *key);
        let is_wished = |measures: &Measures| {
            measures.variations >= wishes.variations && (measures.is_spatial() || !wishes.spatial)
        };
        let Some(mut measures) = measured.ok().filter(is_wished) else { return Ok(None) };
        let Ok(spared) = without_one(self.game, &mut soundness, position) else {
            return Ok(None);
        };
        measures.economical = Some(spared.is_none());
        if wishes.score.is_some_and(|least| measures.score().total() < least) {
            return Ok(None);
        }
        let board = Board::new(setup).map_err(|flaws| Fault(flaws.to_string()))?;
        let limits = Limits { stop: run.stop().clone(), ..Limits::default() };
        let request = Request { limits, ..Request::new(self.order.stipulation()) };
        let solution =
            solve(&board, &request, &|_| ()).map_err(|error| Fault(error.to_string()))?;
        match (solution.outcome, &solution.keys[..]) {
            (Outcome::Sound, &[Key { mv, .. }]) => Ok(Some((board, mv, measures))),
            (Outcome::Unknown, _) => Ok(None),
            (outcome, _) => Err(Fault(format!("{} is {outcome}", board.key()))),
        }
    }
}
