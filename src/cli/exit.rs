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
    /// No answer: bad input or bad usage.
    Fault,
}

impl Exit {
    /// The code that the shell sees.
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::No => 1,
            Self::Fault => 2,
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
    }
}
