//! What the reader of a board is told besides the text.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::Notation;
use super::lexemes;
use crate::piece::{Piece, Side};
use crate::shape::Shape;
use crate::variant::Variant;

/// What is known of a board besides its text: each part that is named here
/// overrides what the text says or suggests.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The variant.
    pub variant: Option<&'static Variant>,
    /// The shape.
    pub shape: Option<Shape>,
    /// The side to move.
    pub side: Option<Side>,
    /// The notation.
    pub notation: Option<Notation>,
    /// What integers in JSON stand for.
    pub legend: Legend,
    /// Whether FEN lists the levels of a board of three axes from the top.
    pub top_first: bool,
}

/// What integers stand for in a board: 0 an empty square, 1 to 5 `KQRBN`,
/// negative for Black, unless another table is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legend(BTreeMap<i64, Option<Piece>>);

impl Legend {
    /// What an integer stands for. A negative one that the table lacks is the
    /// other side's piece of its opposite.
    pub fn cell(&self, code: i64) -> Option<Option<Piece>> {
        let mirrored = |piece: Piece| Piece { side: piece.side.opponent(), kind: piece.kind };
        self.0.get(&code).copied().or_else(|| {
            let opposite = self.0.get(&code.checked_neg()?)?;
            Some(opposite.map(mirrored))
        })
    }
}

impl Legend {
    /// What it says, for a message.
    pub(super) fn in_words(&self) -> String {
        let letter = |cell: &Option<Piece>| cell.map_or('#', Piece::letter);
        let pairs: Vec<String> =
            self.0.iter().take(12).map(|(code, cell)| format!("{code}={}", letter(cell))).collect();
        format!("the legend is {}; negative integers are the other side's", pairs.join(","))
    }
}

impl Default for Legend {
    fn default() -> Self {
        "#KQRBN".parse().expect("letters of pieces")
    }
}

/// Why a text is no legend.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LegendError {
    /// It is written as none can be; the text.
    #[error(
        "{0} is no legend; write the letters of 0, 1, 2 … as in #KQRBN, or pairs as in \
         0=#,1=K,-1=k"
    )]
    Form(String),
    /// It says twice what one integer stands for.
    #[error("the legend says twice what {0} stands for; write each integer once")]
    Twice(i64),
}

/// Reads `#KQRBN`, the letters of 0, 1, 2 …; or pairs, `0=#,1=K,7=k`.
impl FromStr for Legend {
    type Err = LegendError;
    fn from_str(text: &str) -> Result<Self, LegendError> {
        let pairs = if text.contains('=') { pairs(text) } else { letters(text) };
        let pairs = pairs.filter(|pairs| !pairs.is_empty());
        let mut legend = BTreeMap::new();
        for (code, cell) in pairs.ok_or_else(|| LegendError::Form(lexemes::shorten(text)))? {
            if legend.insert(code, cell).is_some() {
                return Err(LegendError::Twice(code));
            }
        }
        Ok(Self(legend))
    }
}

/// An integer and what it stands for.
type Pair = (i64, Option<Piece>);

fn letters(text: &str) -> Option<Vec<Pair>> {
    (0..).zip(text.chars()).map(|(code, char)| Some((code, lexemes::cell(char, true)?))).collect()
}

fn pairs(text: &str) -> Option<Vec<Pair>> {
    let pair = |pair: &str| {
        let (code, letter) = pair.split_once('=')?;
        let mut letters = letter.trim().chars();
        let cell = lexemes::cell(letters.next()?, true)?;
        letters.next().is_none().then_some((code.trim().parse().ok()?, cell))
    };
    text.split([',', ' ']).filter(|part| !part.is_empty()).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_is_letters_or_pairs() {
        let usual = Legend::default();
        assert_eq!(usual.cell(0), Some(None));
        assert_eq!(usual.cell(2), Some(Piece::from_letter('Q')));
        assert_eq!(usual.cell(-5), Some(Piece::from_letter('n')));
        assert_eq!(usual.cell(6), None);
        assert_eq!(usual.cell(i64::MIN), None);
        let pairs: Legend = "0=#, 1=k,2=K,9=q".parse().unwrap();
        assert_eq!(pairs.cell(1), Piece::from_letter('k').map(Some));
        assert_eq!(pairs.cell(-9), Piece::from_letter('Q').map(Some));
        for text in ["", "#Kx", "1=", "a=K", "1=KK", "="] {
            let error = text.parse::<Legend>().unwrap_err();
            assert!(matches!(error, LegendError::Form(_)), "{text}");
        }
        for (text, code) in [("0=#,0=K,1=K", 0), ("1=K 2=Q +1=K", 1), ("-3=r,0=#,-3=r", -3)] {
            assert_eq!(text.parse::<Legend>(), Err(LegendError::Twice(code)), "{text}");
        }
    }
}
