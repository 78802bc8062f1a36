//! What a search may spend, and the word for having spent it.
//!
//! A limit ends a search with [`Stopped`]: not known. It never ends one with a
//! "no". Looking at the clock costs more than visiting a position, so it is
//! looked at only every thousand positions or so.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How many positions a worker visits between two looks at clock and flag.
const STRIDE: u64 = 1024;

/// What a search may spend. The default is no limit but that of memory.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most positions to visit, by all threads together.
    pub nodes: Option<u64>,
    /// The longest time to search, on the wall's clock.
    pub time: Option<Duration>,
    /// The most bytes that hash tables take, shared by all threads.
    pub memory: usize,
    /// Set from outside, as by Ctrl-C: the search stops soon after.
    pub stop: Arc<AtomicBool>,
}

impl Limits {
    /// The memory that hash tables take unless somebody says otherwise, in
    /// bytes: 64 MiB.
    pub const MEMORY: usize = 64 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: None, time: None, memory: Self::MEMORY, stop: Arc::default() }
    }
}

/// A limit was reached before the answer was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a limit was reached before the answer was known")]
pub struct Stopped;

/// The account of one search, shared by its threads.
#[derive(Debug)]
pub(crate) struct Account {
    nodes: AtomicU64,
    most: u64,
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
}

impl Account {
    /// An account that begins now.
    pub fn open(limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            nodes: AtomicU64::new(0),
            most: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            stop: limits.stop.clone(),
        })
    }

    /// The positions visited, up to few hundred a thread behind.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether a limit is reached.
    fn spent(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.nodes() >= self.most
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// One thread's way to its account.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    account: Arc<Account>,
    /// Positions visited and not yet put on the account.
    fresh: u64,
    /// How many of those are allowed before the next look.
    allowed: u64,
}

impl Meter {
    /// A meter that reports to an account.
    pub fn new(account: &Arc<Account>) -> Self {
        Self { account: account.clone(), fresh: 0, allowed: 0 }
    }

    /// Counts a position.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        self.fresh += 1;
        if self.fresh > self.allowed { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.settle();
        self.allowed = 0;
        if self.account.spent() {
            return Err(Stopped);
        }
        self.allowed = STRIDE.min(self.account.most - self.account.nodes());
        Ok(())
    }

    /// Puts what was visited on the account.
    pub fn settle(&mut self) {
        self.account.nodes.fetch_add(self.fresh, Ordering::Relaxed);
        self.allowed = self.allowed.saturating_sub(self.fresh);
        self.fresh = 0;
    }

    /// The positions visited, by this thread and what others have reported.
    pub fn nodes(&self) -> u64 {
        self.account.nodes() + self.fresh
    }
}
