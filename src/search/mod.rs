//! The search for direct mates and stalemates: `#n` and `=n`, on any board.
//!
//! Three answers exist: proven, refuted, and [`Stopped`]; "no" and "gave up"
//! never mix. In reading order: [`limits`] says what may be spent, `table`
//! keeps what was learnt, [`last_move`] settles the attacker's last move,
//! [`direct`] proves and refutes, [`root`] asks for every first move on all
//! cores.

pub mod direct;
pub mod last_move;
pub mod limits;
mod order;
pub mod root;
mod table;

pub use direct::Direct;
pub use limits::{Limits, Stopped};
pub use root::{Answer, Key, Progress, Task, Wanted, keys};
