//! The score: a sum of named parts, each a custom of composers and judges.

use crate::generate::measures::Measures;

/// How good a puzzle is, in points: more is better, 0 is nothing special.
/// Whole numbers, so that every machine says the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Score {
    /// Set play: 4 for each strong defence provided for, up to 5 of them, less
    /// 3 for each that is not, up to 5. An unprovided check or flight points at
    /// the key.
    pub set_play: i32,
    /// The key: 20 if it is quiet, 10 if it gives a flight; less 20 for a
    /// check, 15 for a capture, 15 for a queen, 10 for a flight taken. A key
    /// should surprise and give the defender more, not less.
    pub key: i32,
    /// Economy: 2 for each man fewer than 15, and 15 if no man can be spared.
    /// Composers say it with as few men as possible.
    pub economy: i32,
    /// Variety: 8 for each variation after the first, up to 6, and less 8 if
    /// there is none, mates in one aside. One line is an exercise, no problem.
    pub variations: i32,
    /// Tries: 5 for each, up to 6. Near misses make the key worth finding.
    pub tries: i32,
    /// Accuracy: less 12 for each dual, up to 5, and 2 for each at the mating
    /// move of a longer problem, up to 5. The attack should have no choice.
    pub duals: i32,
    /// Purity: less 5 for each threat beyond the first, up to 4. One threat is
    /// a plan, several are mere force.
    pub threats: i32,
    /// Room: less 40 if the puzzle stays in one plane of a board that has more.
    pub space: i32,
}

impl Score {
    /// The score of a puzzle.
    pub(super) fn of(measures: &Measures) -> Self {
        let Measures { key, strong_defences, provided, .. } = *measures;
        let parts = |count: u32, most: u32, points: i32| points * count.min(most) as i32;
        let trait_of = |has: bool, points: i32| if has { points } else { 0 };
        Self {
            set_play: parts(provided, 5, 4) - parts(strong_defences.saturating_sub(provided), 5, 3),
            key: trait_of(key.is_quiet(), 20) + trait_of(key.gives_flight, 10)
                - trait_of(key.check, 20)
                - trait_of(key.capture, 15)
                - trait_of(key.promotes_to_queen, 15)
                - trait_of(key.takes_flight, 10),
            economy: parts(15u32.saturating_sub(measures.men), 15, 2)
                + trait_of(measures.economical == Some(true), 15),
            variations: if measures.moves > 1 { parts(measures.variations, 7, 8) - 8 } else { 0 },
            tries: parts(measures.tries, 6, 5),
            duals: -parts(measures.duals, 5, 12) - parts(measures.mating_duals, 5, 2),
            threats: -parts(measures.threats.saturating_sub(1), 4, 5),
            space: trait_of(!measures.is_spatial(), -40),
        }
    }

    /// The parts with their names, in a fixed order.
    pub fn parts(&self) -> [(&'static str, i32); 8] {
        [
            ("set_play", self.set_play),
            ("key", self.key),
            ("economy", self.economy),
            ("variations", self.variations),
            ("tries", self.tries),
            ("duals", self.duals),
            ("threats", self.threats),
            ("space", self.space),
        ]
    }

    /// The sum of the parts.
    pub fn total(&self) -> i32 {
        self.parts().iter().map(|(_, points)| points).sum()
    }
}
