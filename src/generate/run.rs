//! A run: streams worked on by all threads, puzzles handed on in their order,
//! none equal to another under the board's symmetries.
//!
//! A puzzle found equal to one before it is no puzzle of its stream, and the
//! stream goes on. So puzzle `k` depends on the order, on `k`, and on which
//! puzzles come before; neither on the number of threads nor on their luck.
//!
//! A part of a run must know what the indices before it take. It looks back:
//! it makes their puzzles too, but spends no more than 20 million candidates
//! on that. Where puzzles are few, so that they could repeat, they are small and
//! soon made; where making them takes longer, equal ones are not to be expected.
//! Within that bound parts joined are the whole to the byte.
//!
//! A stream that finds nothing ends the run, except where given positions are
//! looked through.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::AnyGame;
use crate::generate::order::{Order, OrderError, Puzzle};
use crate::generate::seek::Workshop;
use crate::piece::Piece;
use crate::setup::Setup;
use crate::shape::Square;
use crate::symmetry::{Form, Symmetries};

/// The most candidates that a part of a run usually spends on the puzzles
/// before it.
const LOOK_BACK: u64 = 20_000_000;

/// How many indices a thread may be ahead of the last puzzle handed on.
const AHEAD: u64 = 64;

/// How many candidates there are between two words on how the run goes on.
const TOLD: u64 = 256;

/// What may be spent on a run, and what is known before it.
#[derive(Clone, Debug)]
pub struct Terms {
    /// How many puzzles are wanted in all, those of other parts included.
    pub count: u64,
    /// Only the indices in this range; all, if nothing is said. A number of
    /// given positions stands for so many indices.
    pub part: Option<Range<u64>>,
    /// The most candidates that are spent on the puzzles before the part.
    pub look_back: u64,
    /// Puzzles that are not to be made again.
    pub known: Vec<Setup>,
    /// The longest time, on the wall's clock: the one term that makes what is
    /// found depend on the machine.
    pub time: Option<Duration>,
    /// Set from outside, as by Ctrl-C, or when the time is over: the run stops
    /// soon after.
    pub stop: Arc<AtomicBool>,
}

/// No puzzle and no limit.
impl Default for Terms {
    fn default() -> Self {
        Self {
            count: 0,
            part: None,
            look_back: LOOK_BACK,
            known: Vec::new(),
            time: None,
            stop: Arc::default(),
        }
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The puzzles handed on.
    pub found: u64,
    /// The candidates tried by all threads.
    pub tried: u64,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There are as many as asked for, or every given position was looked at.
    Done,
    /// A stream found nothing among so many candidates.
    Barren(u64),
    /// Stopped from outside, or out of time.
    Stopped,
}

/// Why a run broke off.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The order makes no sense.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// The puzzles could not be handed on.
    #[error("cannot hand on the puzzles")]
    Sink(#[from] std::io::Error),
    /// Search and rules disagree: a fault of this program.
    #[error("the search and the rules disagree ({0}), please report this")]
    Disagreement(String),
}

/// Somebody who is handed the puzzles, in their order.
pub type Sink<'a> = &'a mut (dyn FnMut(&Puzzle) -> std::io::Result<()> + Send);

/// Somebody to tell how a run goes on, from any thread.
pub type Watch<'a> = &'a (dyn Fn(Tally) + Sync);

/// A form as a number: equal for equal forms, and for others only by a chance
/// of one in 2⁶⁴.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fingerprint(u64);

impl Fingerprint {
    pub fn of(form: &Form) -> Self {
        let mut print = 0x243F_6A88_85A3_08D3u64;
        let mut mix = |number: u64| {
            let product = u128::from(print ^ number) * 0x9E37_79B9_7F4A_7C15;
            print = (product >> 64) as u64 ^ product as u64;
        };
        for &(square, Piece { side, kind }) in form.men() {
            mix((square.index() as u64) << 8 | (kind.code() << 1) as u64 | side.index() as u64);
        }
        mix(u64::from(form.castling()) << 16
            | form.en_passant().map_or(0, |at: Square| at.index() as u64 + 1));
        Self(print)
    }
}

/// What a stream came to.
pub(super) enum Sought {
    /// A puzzle.
    Found(Box<Puzzle>, Fingerprint),
    /// None among so many candidates.
    Nothing(u64),
    /// Stopped from outside, or out of time.
    Stopped,
    /// Search and rules disagree.
    Fault(Fault),
}

/// In what search and rules disagree.
#[derive(Debug)]
pub(super) struct Fault(pub String);

/// Makes one puzzle, at some width.
pub(super) trait Shop: Sync {
    /// The puzzle of a stream.
    fn seek(&self, index: u64, run: &Run<'_>) -> Sought;
}

/// What the streams of a run have in common.
pub(super) struct Run<'a> {
    watch: Watch<'a>,
    stop: Arc<AtomicBool>,
    tried: AtomicU64,
    found: AtomicU64,
    /// The forms of known puzzles and of those handed on.
    taken: RwLock<HashSet<Fingerprint>>,
}

impl Run<'_> {
    /// The flag that stops it.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Whether to stop.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Counts a candidate.
    pub fn count_try(&self) {
        if self.tried.fetch_add(1, Ordering::Relaxed).is_multiple_of(TOLD) {
            (self.watch)(self.tally());
        }
    }

    fn tally(&self) -> Tally {
        let told = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Tally { found: told(&self.found), tried: told(&self.tried) }
    }

    /// Whether an equal puzzle has been handed on, or was known before.
    pub fn is_taken(&self, print: Fingerprint) -> bool {
        self.taken.read().unwrap_or_else(PoisonError::into_inner).contains(&print)
    }

    /// Takes a form; whether it was free.
    fn take(&self, print: Fingerprint) -> bool {
        self.taken.write().unwrap_or_else(PoisonError::into_inner).insert(print)
    }
}

/// Makes puzzles on the threads of the current rayon pool and hands them on in
/// the order of their indices.
///
/// # Errors
/// If the order makes no sense, the sink fails, or the program is at fault.
pub fn generate(
    order: &Order,
    terms: &Terms,
    sink: Sink,
    watch: Watch,
) -> Result<(Tally, End), RunError> {
    order.check()?;
    let symmetries = Symmetries::new(order.variant, &order.shape);
    let run = Run {
        watch,
        stop: terms.stop.clone(),
        tried: AtomicU64::new(0),
        found: AtomicU64::new(0),
        taken: RwLock::new(known(order, &terms.known, &symmetries)),
    };
    let Some(game) = AnyGame::of(order.variant, order.shape) else {
        return Err(OrderError::Shape(order.variant.name, order.shape).into());
    };
    with_game!(&game, |game| {
        let shop = Workshop::new(game, order, symmetries);
        let line = Line::new(order, terms, &run, &shop, sink);
        within(terms.time, &run.stop, || {
            if rayon::current_num_threads() == 1 {
                line.work();
            } else {
                rayon::broadcast(|_| line.work());
            }
        });
        line.close()
    })
}

/// Does work, and has it stopped when its time is over, in the middle of a
/// search too.
fn within(time: Option<Duration>, stop: &AtomicBool, work: impl FnOnce()) {
    let Some(deadline) = time.and_then(|time| Instant::now().checked_add(time)) else {
        return work();
    };
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let alarm = scope.spawn(|| {
            while !done.load(Ordering::Acquire) {
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return stop.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(left);
            }
        });
        work();
        done.store(true, Ordering::Release);
        alarm.thread().unpark();
    });
}

/// The forms of known puzzles of the same board.
fn known(order: &Order, known: &[Setup], symmetries: &Symmetries) -> HashSet<Fingerprint> {
    let alike = |setup: &&Setup| (setup.variant, setup.shape) == (order.variant, order.shape);
    known.iter().filter(alike).map(|setup| Fingerprint::of(&symmetries.form(setup))).collect()
}

/// The assembly line: indices are handed out, and what came of them is handed
/// on in their order.
struct Line<'a> {
    order: &'a Order,
    run: &'a Run<'a>,
    shop: &'a dyn Shop,
    /// The indices that are wanted.
    part: Range<u64>,
    /// The most puzzles that are wanted.
    most: u64,
    look_back: u64,
    ahead: u64,
    state: Mutex<State<'a>>,
    moved: Condvar,
}

struct State<'a> {
    sink: Sink<'a>,
    /// The next index to be handed out.
    next: u64,
    /// The index that is due.
    due: u64,
    /// What came of later ones.
    waiting: BTreeMap<u64, Sought>,
    /// The candidates spent on the indices before the part.
    spent: u64,
    end: Option<Result<End, RunError>>,
}

impl<'a> Line<'a> {
    fn new(
        order: &'a Order,
        terms: &Terms,
        run: &'a Run<'a>,
        shop: &'a dyn Shop,
        sink: Sink<'a>,
    ) -> Self {
        let all = order.indices(terms.count);
        let part = terms.part.clone().unwrap_or(all.clone());
        let part = part.start.min(all.end)..part.end.min(all.end);
        let first = if order.looks_through() { part.start } else { 0 };
        let state = State {
            sink,
            next: first,
            due: first,
            waiting: BTreeMap::new(),
            spent: 0,
            end: (part.is_empty() || terms.count == 0).then_some(Ok(End::Done)),
        };
        Self {
            order,
            run,
            shop,
            part,
            most: terms.count,
            look_back: terms.look_back,
            ahead: AHEAD * rayon::current_num_threads() as u64,
            state: Mutex::new(state),
            moved: Condvar::new(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread's work, until the run is over.
    fn work(&self) {
        while let Some(index) = self.take() {
            let sought = self.shop.seek(index, self.run);
            let mut state = self.lock();
            state.waiting.insert(index, sought);
            self.hand_on(&mut state);
            self.moved.notify_all();
        }
    }

    /// The next index; waits while too much waits to be handed on.
    fn take(&self) -> Option<u64> {
        let mut state = self.lock();
        while state.end.is_none() && state.next < self.part.end {
            if state.next < state.due + self.ahead {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Hands on everything that is due.
    fn hand_on(&self, state: &mut State) {
        while state.end.is_none() {
            let due = state.due;
            let Some(sought) = state.waiting.remove(&due) else { break };
            let sought = self.settle(due, sought);
            state.end = self.hand_one(state, sought);
            state.due = state.due.max(due + 1);
            if state.end.is_none() && state.due >= self.part.end {
                state.end = Some(Ok(End::Done));
            }
        }
    }

    /// What becomes of an index now that every puzzle before it is known: one
    /// equal to another is sought anew.
    fn settle(&self, index: u64, sought: Sought) -> Sought {
        match sought {
            Sought::Found(_, print) if self.run.is_taken(print) => self.shop.seek(index, self.run),
            other => other,
        }
    }

    /// Hands on one puzzle; says so if the run ends with it.
    fn hand_one(&self, state: &mut State, sought: Sought) -> Option<Result<End, RunError>> {
        let is_wanted = state.due >= self.part.start;
        match sought {
            Sought::Found(puzzle, print) => {
                self.run.take(print);
                if !is_wanted {
                    self.look_back(state, puzzle.tried);
                    return None;
                }
                if let Err(error) = (state.sink)(&puzzle) {
                    return Some(Err(error.into()));
                }
                let found = self.run.found.fetch_add(1, Ordering::Relaxed) + 1;
                (self.run.watch)(self.run.tally());
                (found == self.most).then_some(Ok(End::Done))
            }
            Sought::Nothing(_) if self.order.looks_through() => None,
            Sought::Nothing(tried) => Some(Ok(End::Barren(tried))),
            Sought::Stopped => Some(Ok(End::Stopped)),
            Sought::Fault(Fault(what)) => Some(Err(RunError::Disagreement(what))),
        }
    }

    /// Counts what was spent on an index before the part, and turns to the part
    /// itself when it is too much.
    fn look_back(&self, state: &mut State, tried: u64) {
        state.spent += tried;
        if state.spent > self.look_back {
            state.due = self.part.start;
            state.next = state.next.max(self.part.start);
            let start = self.part.start;
            state.waiting.retain(|&index, _| index >= start);
        }
    }

    fn close(self) -> Result<(Tally, End), RunError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.end.unwrap_or(Ok(End::Stopped)).map(|end| (self.run.tally(), end))
    }
}
