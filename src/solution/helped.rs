//! Solving help play: the shorter lengths for a first line, then every line of
//! the length asked for.

use std::time::Instant;

use crate::moves::Move;
use crate::position::Position;
use crate::proof::{self, Proof};
use crate::search::help::{self, HelpTask, Lines};
use crate::search::{Key, Stopped, Wanted};
use crate::solution::build::Problem;
use crate::solution::{Outcome, Solution, SolveError};
use crate::stipulation::Stipulation;

/// What has been found so far.
struct Found {
    stipulation: Stipulation,
    lines: Vec<Vec<Move>>,
    short: Option<(Stipulation, Vec<Move>)>,
    set_lines: Vec<Vec<Move>>,
    /// Half moves of the longest length without a solution.
    refuted: u16,
    nodes: u64,
    begun: Instant,
}

impl<const W: usize> Problem<'_, W> {
    /// The solution of a help stipulation.
    pub(super) fn help(&self) -> Result<Solution, SolveError> {
        let mut found = Found {
            stipulation: self.request.stipulation,
            lines: Vec::new(),
            short: None,
            set_lines: Vec::new(),
            refuted: 0,
            nodes: 0,
            begun: Instant::now(),
        };
        let known = self.find(&mut found);
        self.check(&found)?;
        Ok(self.told(found, known))
    }

    fn find(&self, found: &mut Found) -> Result<(), Stopped> {
        for shorter in shorter(found.stipulation) {
            let lines = self.lines(self.position, shorter, true, found);
            found.short = lines.lines.into_iter().next().map(|line| (shorter, line));
            lines.outcome?;
            if found.short.is_some() {
                break;
            }
            found.refuted = shorter.half_moves();
        }
        if self.request.shortest
            && let Some((shorter, _)) = found.short.take()
        {
            found.stipulation = shorter;
        }
        let first = self.request.wanted == Wanted::First;
        let lines = self.lines(self.position, found.stipulation, first, found);
        found.lines = lines.lines;
        lines.outcome?;
        if found.lines.is_empty() && found.short.is_none() {
            found.refuted = found.stipulation.half_moves();
        }
        self.find_set_play(found)
    }

    fn find_set_play(&self, found: &mut Found) -> Result<(), Stopped> {
        if let (true, Some(shorter), Some(passed)) = (
            self.request.set_play,
            with_half_moves(found.stipulation, found.stipulation.half_moves() - 1),
            self.game.pass(self.position),
        ) {
            let lines = self.lines(&passed, shorter, false, found);
            found.set_lines = lines.lines;
            lines.outcome?;
        }
        Ok(())
    }

    fn lines(
        &self,
        position: &Position<W>,
        stipulation: Stipulation,
        first: bool,
        found: &mut Found,
    ) -> Lines {
        let mut limits = self.request.limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(found.begun.elapsed()));
        let task = HelpTask {
            aim: stipulation.aim(),
            plies: stipulation.plies().into(),
            first,
            threads: self.request.threads,
            limits,
        };
        let lines = help::lines(self.game, position, &task, self.watch);
        found.nodes += lines.nodes;
        lines
    }

    /// Replays every line found.
    fn check(&self, found: &Found) -> Result<(), SolveError> {
        let check = |position: &Position<W>, stipulation, lines: &[Vec<Move>]| {
            proof::verify(self.game, position, stipulation, &Proof::Help(lines.to_vec()))
                .map_err(SolveError::Disagreement)
        };
        check(self.position, found.stipulation, &found.lines)?;
        if let Some((shorter, line)) = &found.short {
            check(self.position, *shorter, std::slice::from_ref(line))?;
        }
        let shorter = with_half_moves(found.stipulation, found.stipulation.half_moves() - 1);
        if let (Some(shorter), Some(passed)) = (shorter, self.game.pass(self.position)) {
            check(&passed, shorter, &found.set_lines)?;
        }
        Ok(())
    }

    fn told(&self, found: Found, known: Result<(), Stopped>) -> Solution {
        let exact = (!found.lines.is_empty()).then_some(found.stipulation);
        let shortest = found.short.as_ref().map(|(shorter, _)| *shorter).or(exact);
        Solution {
            stipulation: found.stipulation,
            outcome: self.help_outcome(&found, known),
            keys: keys(&found),
            shortest: shortest.map(Stipulation::half_moves),
            refuted: found.refuted,
            short_line: found.short.map(|(_, line)| line),
            set_lines: found.set_lines,
            proof: Proof::Help(found.lines),
            nodes: found.nodes,
        }
    }

    fn help_outcome(&self, found: &Found, known: Result<(), Stopped>) -> Outcome {
        match (known, found.lines.len()) {
            (Err(Stopped), _) => Outcome::Unknown,
            (Ok(()), _) if found.short.is_some() => Outcome::Short,
            (Ok(()), 0) => Outcome::None,
            (Ok(()), _) if self.request.wanted == Wanted::First => Outcome::Solved,
            (Ok(()), 1) => Outcome::Sound,
            (Ok(()), _) => Outcome::Cooked,
        }
    }
}

/// The first moves of the lines, each once.
fn keys(found: &Found) -> Vec<Key> {
    let moves = found.stipulation.moves().into();
    let mut keys: Vec<Key> = found.lines.iter().map(|line| Key { mv: line[0], moves }).collect();
    keys.dedup();
    keys
}

/// The lengths shorter by whole moves, the shortest first.
fn shorter(stipulation: Stipulation) -> impl Iterator<Item = Stipulation> {
    let parity = 2 - stipulation.half_moves() % 2;
    (parity..stipulation.half_moves())
        .step_by(2)
        .filter_map(move |half_moves| with_half_moves(stipulation, half_moves))
}

fn with_half_moves(stipulation: Stipulation, half_moves: u16) -> Option<Stipulation> {
    Stipulation::with_half_moves(stipulation.play(), stipulation.aim(), half_moves).ok()
}
