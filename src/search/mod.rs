//! The search for what can be forced, `#n`, `=n`, `s#n`, `r#n`, and what can be
//! reached together, `h#n`, on any board.
//!
//! Three answers exist: proven, refuted, and [`Stopped`]; "no" and "gave up"
//! never mix. In reading order: [`limits`] says what may be spent, `table`
//! keeps what was learnt, [`last_move`] settles the attacker's last move,
//! [`direct`] proves and refutes, [`root`] asks for every first move on all
//! cores; [`forcing`] is what direct play has in common with [`selfplay`];
//! [`help`] enumerates, cut by `approach`, a bound.

mod allowed;
mod approach;
pub mod direct;
pub mod forcing;
pub mod help;
pub mod last_move;
pub mod limits;
mod order;
mod proof_number;
pub mod root;
pub mod selfplay;
mod table;
mod threads;

pub use direct::Direct;
pub use forcing::Forcing;
pub use help::{HelpTask, Lines};
pub use limits::{Limits, Stopped};
pub use root::{Answer, Key, Progress, Task, Wanted, keys};
pub use selfplay::SelfPlay;
