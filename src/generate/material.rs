//! Which men stand on the board: given, within ranges, or free.
//!
//! ```text
//! material = side "/" side          White's men in capitals, Black's small
//! side     = (letter count?)*       a letter alone is one man more
//! count    = number ("-" number)?   exactly, or from so many to so many
//! ```

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::generate::lane::Lane;
use crate::piece::{Kind, Side};
use crate::variant::Variant;

/// The most men that a material may name of a kind.
const MOST: usize = 99;

/// How often a drawing is tried before the totals are given up.
const DRAWINGS: usize = 64;

/// The men of both sides, kings left aside, the mating side's first.
pub(super) type Men = [Vec<Kind>; 2];

/// Which men may stand on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// White's and Black's men, if they are named; kings left aside.
    named: Option<[Vec<Range>; 2]>,
    /// How many men there may be in all, kings among them.
    men: RangeInclusive<usize>,
}

/// So many men of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Range {
    kind: Kind,
    count: RangeInclusive<usize>,
}

/// Why a text names no material, or none that can be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaterialError {
    /// Not two sides.
    #[error("'{0}' is no material; write White's men, a slash and Black's, as in KQR/kp")]
    Sides(String),
    /// A sign that is no piece of that side, or a count that is none.
    #[error(
        "'{found}' in '{text}' is no {} piece or count; write KQR/kp, or KQR0-2/kp1-3",
        side.name()
    )]
    Sign {
        /// The material as written.
        text: String,
        /// What cannot be read.
        found: char,
        /// Whose men stand there.
        side: Side,
    },
    /// A side without its one king.
    #[error("{} needs its one king in '{text}', as in KQR/kp", side.title())]
    King {
        /// The material as written.
        text: String,
        /// Whose king is missing, or more than one.
        side: Side,
    },
    /// A kind that the variant lacks.
    #[error("there is no {} in {variant}", kind.name())]
    Kind {
        /// The kind.
        kind: Kind,
        /// The variant's name.
        variant: &'static str,
    },
    /// A side that mates with its king alone.
    #[error("{} is to mate and has only its king", .0.title())]
    Bare(Side),
    /// Totals that the named men cannot make up.
    #[error("the pieces make {} to {} men, so there cannot be {} to {}",
        named.start(), named.end(), men.start(), men.end())]
    Totals {
        /// What the named men make up.
        named: RangeInclusive<usize>,
        /// What is asked for.
        men: RangeInclusive<usize>,
    },
    /// More men than squares to set them on, or fewer than three.
    #[error("{} to {} men on {squares} squares: there must be from 3 men to one a square", men.start(), men.end())]
    Squares {
        /// What is asked for.
        men: RangeInclusive<usize>,
        /// The squares of the board.
        squares: usize,
    },
}

/// Any men, five to nine of them: few enough to be looked through, enough for
/// play.
impl Default for Material {
    fn default() -> Self {
        Self { named: None, men: 5..=9 }
    }
}

impl Material {
    /// Any men, so many in all, kings among them.
    pub fn of_men(men: RangeInclusive<usize>) -> Self {
        Self { named: None, men }
    }

    /// The same men, but only where there are so many in all.
    #[must_use]
    pub fn within(self, men: RangeInclusive<usize>) -> Self {
        Self { men, ..self }
    }

    /// Whether every man is named, so that none can be left out.
    pub fn is_exact(&self) -> bool {
        self.named.iter().flatten().flatten().all(|range| range.count.start() == range.count.end())
            && self.named.is_some()
    }

    /// Checks that the material can stand on a board and mate there.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn check(
        &self,
        variant: &Variant,
        squares: usize,
        mates: Side,
    ) -> Result<(), MaterialError> {
        let mut men = self.men.clone();
        if let Some(named) = &self.named {
            let foreign = named.iter().flatten().find(|range| !variant.kinds.contains(&range.kind));
            if let Some(range) = foreign {
                return Err(MaterialError::Kind { kind: range.kind, variant: variant.name });
            }
            if most(&named[mates.index()]) == 0 {
                return Err(MaterialError::Bare(mates));
            }
            let all = named.iter().flatten();
            let least: usize = all.map(|range| range.count.start()).sum();
            let total = 2 + least..=2 + most(&named[0]) + most(&named[1]);
            if total.end() < men.start() || total.start() > men.end() {
                return Err(MaterialError::Totals { named: total, men });
            }
            men = *men.start().max(total.start())..=*men.end().min(total.end());
        }
        let too_many = *men.start() > squares || (self.named.is_none() && *men.end() > squares);
        if men.is_empty() || *men.end() < 3 || too_many {
            return Err(MaterialError::Squares { men, squares });
        }
        Ok(())
    }

    /// Whether so many men of each kind are within the ranges.
    pub(super) fn allows(&self, count: impl Fn(Side, Kind) -> usize) -> bool {
        let kinds = || Kind::ALL.into_iter().filter(|&kind| kind != Kind::King);
        let all = |side| kinds().map(move |kind| (side, kind));
        let pairs = || Side::BOTH.into_iter().flat_map(all);
        let total: usize = 2 + pairs().map(|(side, kind)| count(side, kind)).sum::<usize>();
        let fits = |(side, kind): (Side, Kind)| match &self.named {
            None => true,
            Some(named) => {
                let range = named[side.index()].iter().find(|range| range.kind == kind);
                range.map_or(0..=0, |range| range.count.clone()).contains(&count(side, kind))
            }
        };
        self.men.contains(&total) && pairs().all(fits)
    }

    /// Draws men for the side that mates and for the other.
    pub(super) fn draw(&self, lane: &mut Lane, variant: &Variant, mates: Side, men: &mut Men) {
        let Some(named) = &self.named else { return self.draw_free(lane, variant, men) };
        for _ in 0..DRAWINGS {
            for (side, list) in [(mates, 0), (mates.opponent(), 1)] {
                men[list].clear();
                for Range { kind, count } in &named[side.index()] {
                    let more = lane.below(count.end() - count.start() + 1);
                    men[list].extend(std::iter::repeat_n(*kind, count.start() + more));
                }
            }
            if self.men.contains(&(2 + men[0].len() + men[1].len())) {
                return;
            }
        }
    }

    /// Any men: at least one for the side that mates and at most as many for
    /// the other. A kind of which a set has no more is drawn again, mostly.
    fn draw_free(&self, lane: &mut Lane, variant: &Variant, men: &mut Men) {
        let least = (*self.men.start()).max(3);
        let others = least - 2 + lane.below(self.men.end() - least + 1);
        let defenders = lane.below(others / 2 + 1);
        for (list, count) in [(0, others - defenders), (1, defenders)] {
            men[list].clear();
            for _ in 0..count {
                let mut kind = draw_kind(lane, variant);
                for _ in 0..8 {
                    if men[list].iter().filter(|&&other| other == kind).count() < in_a_set(kind) {
                        break;
                    }
                    kind = draw_kind(lane, variant);
                }
                men[list].push(kind);
            }
        }
    }
}

/// Any kind but a king.
pub(super) fn draw_kind(lane: &mut Lane, variant: &Variant) -> Kind {
    loop {
        match lane.pick(variant.kinds) {
            Some(Kind::King) => {}
            Some(&kind) => return kind,
            None => return Kind::Queen,
        }
    }
}

/// How many men of a kind a side begins a game with.
const fn in_a_set(kind: Kind) -> usize {
    match kind {
        Kind::Pawn => 8,
        Kind::King | Kind::Queen => 1,
        Kind::Knight | Kind::Unicorn | Kind::Rook | Kind::Bishop => 2,
    }
}

fn most(ranges: &[Range]) -> usize {
    ranges.iter().map(|range| *range.count.end()).sum()
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads men such as `KQR/kp` or `KQR0-2/kp1-3`.
    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let sides = text.split_once('/').filter(|(_, black)| !black.contains('/'));
        let Some((white, black)) = sides else {
            return Err(MaterialError::Sides(text.chars().take(40).collect()));
        };
        let named = [side(text, white, Side::White)?, side(text, black, Side::Black)?];
        Ok(Self { named: Some(named), men: 3..=usize::MAX })
    }
}

/// One side's men.
fn side(text: &str, men: &str, side: Side) -> Result<Vec<Range>, MaterialError> {
    let mut ranges: Vec<Range> = Vec::new();
    let mut rest = men;
    while let Some(letter) = rest.chars().next() {
        let sign = MaterialError::Sign { text: text.into(), found: letter, side };
        let of_side = letter.is_ascii_uppercase() == (side == Side::White);
        let Some(kind) = Kind::from_letter(letter).filter(|_| of_side) else { return Err(sign) };
        let (count, after) = count(&rest[letter.len_utf8()..]).ok_or(sign)?;
        rest = after;
        match ranges.iter_mut().find(|range| range.kind == kind) {
            Some(Range { count: sum, .. }) => {
                *sum = sum.start() + count.start()..=sum.end() + count.end();
            }
            None => ranges.push(Range { kind, count }),
        }
    }
    let king = ranges.iter().position(|range| range.kind == Kind::King && range.count == (1..=1));
    match king {
        Some(at) => {
            ranges.remove(at);
            Ok(ranges)
        }
        None => Err(MaterialError::King { text: text.into(), side }),
    }
}

/// The count that a text begins with, 1 where there is none, and the rest.
fn count(text: &str) -> Option<(RangeInclusive<usize>, &str)> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number <= MOST);
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (low, rest) = text.split_at(digits(text));
    if low.is_empty() {
        return Some((1..=1, rest));
    }
    let low = number(low)?;
    let Some(after) = rest.strip_prefix('-') else { return Some((low..=low, rest)) };
    let (high, rest) = after.split_at(digits(after));
    let high = number(high).filter(|&high| high >= low)?;
    Some((low..=high, rest))
}

/// As it is read; what is free is not told.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(named) = &self.named else {
            return write!(f, "{} to {} men", self.men.start(), self.men.end());
        };
        for side in Side::BOTH {
            let letter = |kind: Kind| match side {
                Side::White => kind.letter(),
                Side::Black => kind.letter().to_ascii_lowercase(),
            };
            f.write_str(if side == Side::White { "K" } else { "/k" })?;
            for Range { kind, count } in &named[side.index()] {
                write!(f, "{}", letter(*kind))?;
                match (count.start(), count.end()) {
                    (1, 1) => {}
                    (low, high) if low == high => write!(f, "{low}")?,
                    (low, high) => write!(f, "{low}-{high}")?,
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{CHESS, CUBE};

    #[test]
    fn what_is_written_is_read() {
        for text in ["KQR/kp", "KQR0-2/kp1-3", "KP8/k", "KQ/kq"] {
            assert_eq!(text.parse::<Material>().unwrap().to_string(), text);
        }
        assert_eq!("KRR/k".parse::<Material>().unwrap().to_string(), "KR2/k");
        assert_eq!("RKR1-2/kpp".parse::<Material>().unwrap().to_string(), "KR2-3/kp2");
    }

    #[test]
    fn what_is_no_material_says_why() {
        let said = |text: &str| text.parse::<Material>().unwrap_err().to_string();
        assert!(said("KQ").contains("a slash"));
        assert!(said("KQ/k/k").contains("a slash"));
        assert!(said("Kq/k").contains("'q' in 'Kq/k' is no white piece"));
        assert!(said("KQ3-1/k").contains("'Q'"));
        assert!(said("KQ1000/k").contains("'Q'"));
        assert!(said("Q/k").contains("White needs its one king"));
        assert!(said("KKQ/k").contains("White needs its one king"));
        assert!(said("KQ/kK").contains("'K'"));
    }

    #[test]
    fn what_cannot_stand_or_mate_is_refused() {
        let check = |text: &str| {
            text.parse::<Material>()
                .unwrap()
                .check(&CUBE, 27, Side::White)
                .map_err(|e| e.to_string())
        };
        assert_eq!(check("KQ/k"), Ok(()));
        assert!(check("KP/k").unwrap_err().contains("no pawn in cube"));
        assert!(check("K/kq").unwrap_err().contains("only its king"));
        assert!(check("KQ30/k").unwrap_err().contains("squares"));
        let crowd = "KQ/k".parse::<Material>().unwrap().within(5..=6);
        assert!(crowd.check(&CHESS, 64, Side::White).unwrap_err().to_string().contains("3 to 3"));
    }

    #[test]
    fn drawings_keep_to_the_ranges() {
        let mut lane = Lane::new(1, 0);
        let mut men = Men::default();
        let named = "KQ0-1R0-2/kp1-3".parse::<Material>().unwrap().within(4..=6);
        for material in [named, Material::default(), Material::of_men(3..=12)] {
            for _ in 0..200 {
                material.draw(&mut lane, &CHESS, Side::White, &mut men);
                let count = |side: Side, kind| {
                    men[side.index()].iter().filter(|&&other| other == kind).count()
                };
                assert!(material.allows(count), "{material}: {men:?}");
                assert!(material.named.is_some() || !men[0].is_empty());
            }
        }
    }
}
