//! Answers pass on in the order in which their blocks were taken.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::report::{Note, Part, Tally};

/// How many blocks a thread may be ahead of the one whose turn it is.
const AHEAD: u64 = 4;

/// Where answers and notes go.
pub trait Sink: Send {
    /// Passes on the lines of a block.
    ///
    /// # Errors
    /// If they cannot be written; the run then ends.
    fn answers(&mut self, lines: &[u8]) -> io::Result<()>;

    /// Tells something about the input.
    fn note(&mut self, note: &Note);

    /// Is told how far the run has come.
    fn progress(&mut self, tally: &Tally) {
        let _ = tally;
    }

    /// Is told that no more will come.
    fn end(&mut self) {}
}

/// Where the threads of a run bring their answers.
pub(super) struct Outlet<S> {
    state: Mutex<State<S>>,
    passed: Condvar,
    window: u64,
}

struct State<S> {
    sink: S,
    tally: Tally,
    failure: Option<io::Error>,
    /// Blocks begun.
    begun: u64,
    /// The block whose answers pass on next.
    next: u64,
    /// Answers that wait for their turn.
    waiting: BTreeMap<u64, Vec<Part>>,
    /// No more blocks are to be begun.
    closed: bool,
    /// No more answers are to pass on.
    over: bool,
    settled: bool,
}

impl<S: Sink> Outlet<S> {
    pub fn new(sink: S, threads: usize) -> Self {
        let state = State {
            sink,
            tally: Tally::default(),
            failure: None,
            begun: 0,
            next: 0,
            waiting: BTreeMap::new(),
            closed: false,
            over: false,
            settled: false,
        };
        let window = AHEAD * threads as u64;
        Self { state: Mutex::new(state), passed: Condvar::new(), window }
    }

    /// A turn for a block; none once the run is over.
    pub fn begin(&self) -> Option<u64> {
        let mut state = lock(&self.state);
        let turn = state.begun;
        state.begun += u64::from(!state.closed);
        (!state.closed).then_some(turn)
    }

    /// Takes the answers to a block; returns when there is room for more.
    pub fn deliver(&self, turn: u64, parts: Vec<Part>) {
        let mut state = lock(&self.state);
        state.waiting.insert(turn, parts);
        while let Some(parts) = state.turn() {
            state.pass(parts);
        }
        self.passed.notify_all();
        while turn >= state.next + self.window && !state.closed {
            drop(state);
            // The block that holds up all others may have parts to spare.
            let helped = rayon::yield_now() == Some(rayon::Yield::Executed);
            state = lock(&self.state);
            if !helped && turn >= state.next + self.window {
                let waited = self.passed.wait_timeout(state, Duration::from_millis(2));
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    /// Closes the run and waits for the blocks under way; the sum of it all,
    /// to the first who asks.
    pub fn settle(&self) -> Option<(Tally, Option<io::Error>)> {
        let mut state = lock(&self.state);
        state.closed = true;
        while state.next < state.begun {
            state = self.passed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let first = !std::mem::replace(&mut state.settled, true);
        first.then(|| {
            state.sink.end();
            (state.tally.clone(), state.failure.take())
        })
    }
}

impl<S: Sink> State<S> {
    fn turn(&mut self) -> Option<Vec<Part>> {
        let parts = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(parts)
    }

    fn pass(&mut self, parts: Vec<Part>) {
        for mut part in parts {
            if self.over {
                break;
            }
            self.over = part.end_at_stop();
            if !part.lines.is_empty()
                && let Err(error) = self.sink.answers(&part.lines)
            {
                self.failure = Some(error);
                self.over = true;
                break;
            }
            self.tally.add(&part.tally);
            part.notes.iter().for_each(|note| self.sink.note(note));
        }
        self.closed |= self.over;
        self.sink.progress(&self.tally);
    }
}

/// Locks, whatever became of the thread that held the lock before.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
