//! What is to be solved: the aim, how the sides play, and in how many moves.
//! Written as problemists write it: `#3`, `=2`, `h#2.5`, `s#3`, `r#2`, `h=3`.
//!
//! Sources: the definitions in the FIDE Album glossary and the Codex for Chess
//! Composition; where they leave a choice open, the choice stands at the item.

use std::fmt;
use std::str::FromStr;

use crate::verdict::Verdict;

/// What the last move must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aim {
    /// Checkmate, written `#`.
    Mate,
    /// Stalemate, written `=`.
    Stalemate,
}

impl Aim {
    /// `#` or `=`.
    pub const fn sign(self) -> char {
        match self {
            Self::Mate => '#',
            Self::Stalemate => '=',
        }
    }

    /// `mate` or `stalemate`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
        }
    }

    /// The verdict on the side to move that fulfils the aim.
    #[inline]
    pub const fn verdict(self) -> Verdict {
        match self {
            Self::Mate => Verdict::Checkmate,
            Self::Stalemate => Verdict::Stalemate,
        }
    }
}

/// How the two sides play. The side to move is called *the attacker* in direct,
/// self and reflex play; it wants the aim to be reached whatever the other does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Play {
    /// The attacker reaches the aim against every defence.
    Direct,
    /// Both sides help to reach the aim; the last move is made by the side that
    /// mates. Whole moves begin with the side that will be mated, half moves
    /// with the side that mates.
    Help,
    /// The attacker forces the other side to mate *it*.
    SelfPlay,
    /// As self play, but either side that can reach the aim with its next move
    /// must do so. (Semi-reflex play, where only the defender must, is not
    /// meant.)
    Reflex,
}

impl Play {
    /// Every way to play.
    pub const ALL: [Self; 4] = [Self::Direct, Self::Help, Self::SelfPlay, Self::Reflex];

    /// What stands before the sign: nothing, `h`, `s` or `r`.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Direct => "",
            Self::Help => "h",
            Self::SelfPlay => "s",
            Self::Reflex => "r",
        }
    }
}

/// A stipulation: an aim, a way to play, and a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stipulation {
    play: Play,
    aim: Aim,
    /// Half moves as written: `#3` is 6, `h#2.5` is 5.
    half_moves: u16,
}

/// The most moves a stipulation may have.
pub const MAX_MOVES: u16 = 120;

impl Stipulation {
    /// A stipulation of whole moves.
    ///
    /// # Errors
    /// If `moves` is 0 or more than [`MAX_MOVES`].
    pub fn new(play: Play, aim: Aim, moves: u16) -> Result<Self, StipulationError> {
        Self::with_half_moves(play, aim, moves.saturating_mul(2))
    }

    /// A stipulation of so many half moves; an odd number only in help play.
    ///
    /// # Errors
    /// If the number is 0, odd where it may not be, or more than twice
    /// [`MAX_MOVES`].
    pub fn with_half_moves(
        play: Play,
        aim: Aim,
        half_moves: u16,
    ) -> Result<Self, StipulationError> {
        if half_moves == 0 || half_moves > 2 * MAX_MOVES {
            Err(StipulationError::Length)
        } else if !half_moves.is_multiple_of(2) && play != Play::Help {
            Err(StipulationError::HalfMove)
        } else {
            Ok(Self { play, aim, half_moves })
        }
    }

    /// How the sides play.
    pub const fn play(self) -> Play {
        self.play
    }

    /// What the last move must reach.
    pub const fn aim(self) -> Aim {
        self.aim
    }

    /// The number of moves, a half move counted as one: 3 for `#3` and `h#2.5`.
    pub const fn moves(self) -> u16 {
        self.half_moves.div_ceil(2)
    }

    /// The number of half moves as written: 6 for `#3`, 5 for `h#2.5`.
    pub const fn half_moves(self) -> u16 {
        self.half_moves
    }

    /// The most plies until the aim is reached: 5 for `#3` and `h#2.5`, 6 for
    /// `h#3`, `s#3` and `r#3`.
    pub const fn plies(self) -> u16 {
        match self.play {
            Play::Direct => self.half_moves - 1,
            Play::Help | Play::SelfPlay | Play::Reflex => self.half_moves,
        }
    }

    /// Whether the side to move makes the move that reaches the aim; if not,
    /// its opponent does.
    pub const fn mover_mates(self) -> bool {
        self.plies() % 2 == 1
    }
}

/// `#3`, `h#2.5`.
impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.play.prefix(), self.aim.sign(), self.half_moves / 2)?;
        if self.half_moves.is_multiple_of(2) { Ok(()) } else { f.write_str(".5") }
    }
}

/// Why a text is no stipulation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StipulationError {
    /// It has neither `#` nor `=`.
    #[error("`{0}` is no stipulation: expected one such as #3, =2, h#2.5, s#3 or r#2")]
    Sign(String),
    /// What stands before the sign is not known.
    #[error(
        "`{0}` before the {1} is not known: expected nothing, h (help), s (self) or r (reflex)"
    )]
    Prefix(String, char),
    /// What stands behind the sign is no number of moves.
    #[error("`{0}` is no number of moves: expected one such as 3, or 2.5 in a helpmate")]
    Number(String),
    /// No such length.
    #[error("the number of moves must be from 1 to {MAX_MOVES} (0.5 in a helpmate)")]
    Length,
    /// Half a move outside help play.
    #[error("only helpmates and help stalemates have half a move, as in h#2.5")]
    HalfMove,
}

/// `prefix sign number`, the number with `.5` or `½` for half a move; letters
/// of either case.
impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (at, aim) = [Aim::Mate, Aim::Stalemate]
            .into_iter()
            .find_map(|aim| Some((text.find(aim.sign())?, aim)))
            .ok_or_else(|| StipulationError::Sign(text.into()))?;
        let (prefix, number) = (&text[..at], &text[at + 1..]);
        let play = Play::ALL
            .into_iter()
            .find(|play| play.prefix().eq_ignore_ascii_case(prefix))
            .ok_or_else(|| StipulationError::Prefix(prefix.into(), aim.sign()))?;
        Self::with_half_moves(play, aim, half_moves(number)?)
    }
}

/// The half moves that a number such as `3`, `2.5` or `2½` means.
fn half_moves(number: &str) -> Result<u16, StipulationError> {
    let halved = ["½", ".5", ",5"].iter().find_map(|half| number.strip_suffix(half));
    let (whole, half) = halved.map_or((number, 0), |whole| (whole, 1));
    let whole = if whole.is_empty() && half == 1 { "0" } else { whole };
    if !whole.bytes().all(|byte| byte.is_ascii_digit()) || whole.is_empty() {
        return Err(StipulationError::Number(number.into()));
    }
    let moves: u16 = whole.parse().map_err(|_| StipulationError::Length)?;
    Ok(moves.saturating_mul(2).saturating_add(half))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read() {
        for text in ["#1", "#3", "=2", "h#2", "h#2.5", "h#0.5", "s#3", "r#2", "h=3", "s=2", "#120"]
        {
            assert_eq!(text.parse::<Stipulation>().unwrap().to_string(), text);
        }
        assert_eq!("H#2½".parse::<Stipulation>().unwrap().to_string(), "h#2.5");
    }

    #[test]
    fn lengths_in_plies() {
        let plies = |text: &str| text.parse::<Stipulation>().unwrap().plies();
        let texts = ["#3", "h#3", "h#2.5", "s#3", "r#1", "=2"];
        assert_eq!(texts.map(plies), [5, 6, 5, 6, 2, 3]);
    }

    #[test]
    fn who_mates() {
        let mover = |text: &str| text.parse::<Stipulation>().unwrap().mover_mates();
        assert_eq!(["#3", "h#3", "h#2.5", "s#3"].map(mover), [true, false, true, false]);
    }

    #[test]
    fn nonsense_is_refused_with_its_reason() {
        let error = |text: &str| text.parse::<Stipulation>().unwrap_err();
        assert_eq!(error("3"), StipulationError::Sign("3".into()));
        assert_eq!(error(""), StipulationError::Sign(String::new()));
        assert_eq!(error("hs#3"), StipulationError::Prefix("hs".into(), '#'));
        assert_eq!(error("#"), StipulationError::Number(String::new()));
        assert_eq!(error("#x"), StipulationError::Number("x".into()));
        assert_eq!(error("#-1"), StipulationError::Number("-1".into()));
        assert_eq!(error("#0"), StipulationError::Length);
        assert_eq!(error("#121"), StipulationError::Length);
        assert_eq!(error("#99999999999"), StipulationError::Length);
        assert_eq!(error("#2.5"), StipulationError::HalfMove);
        assert_eq!(error("s#1½"), StipulationError::HalfMove);
    }
}
