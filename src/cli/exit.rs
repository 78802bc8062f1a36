//! How a run ends.

use std::process::ExitCode;

/// How a run ended, the graver the later: of two ends, [`Ord::max`] is the one
/// to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Done; where the exit status was asked for, the answer is yes.
    Done,
    /// A proper no.
    No,
    /// A limit was reached before the answer was known.
    Limit,
    /// No answer: bad input or bad usage.
    Fault,
    /// Ended by the signal of this number, after telling what was known.
    Signal(u8),
}

impl Exit {
    /// The code that the shell sees.
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::No => 1,
            Self::Fault => 2,
            Self::Limit => 3,
            Self::Signal(number) => 128 + number,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_answer_outranks_no() {
        assert_eq!(Exit::No.max(Exit::Fault), Exit::Fault);
        assert_eq!(Exit::Done.max(Exit::No), Exit::No);
        assert_eq!(Exit::Limit.max(Exit::Fault), Exit::Fault);
        assert_eq!(Exit::Signal(2).code(), 130);
    }
}
