//! Files of any size, answered a line for a record in the order of the input.
//!
//! Each thread does everything: it takes the next block of lines from the
//! [`Intake`], answers it, and delivers the answers to the outlet, which
//! passes them on in the order of the blocks. Taking a block means one read of
//! what there is, so a slow producer's line is answered when it comes; a block
//! is cut into parts, which idle threads may take over. No more than a few
//! blocks a thread are under way, so memory does not grow with the input. What
//! comes out does not depend on the number of threads.

mod intake;
mod lines;
mod outlet;
mod report;

use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rayon::prelude::*;

pub use intake::{Input, Intake, Shard, ShardError};
pub use outlet::Sink;
pub use report::{Fault, Format, Note, Tally, warning};

use crate::puzzle::Judge;
use lines::{Block, State};
use outlet::Outlet;
use report::{Part, Writer};

/// The sizes that a part of a block may have, which a thread answers at a
/// stretch, in bytes: records to be solved take long, and few should hang on
/// one thread; boards take less time than handing them over.
const PART: RangeInclusive<usize> = 1 << 8..=1 << 13;

/// How many parts there are for each thread, if the sizes allow.
const PARTS: usize = 8;

/// A run over some input.
pub struct Batch<S> {
    judge: Judge,
    format: Format,
    threads: usize,
    intake: Mutex<Intake>,
    outlet: Outlet<S>,
    begun: Instant,
}

/// How a run has gone.
#[derive(Debug)]
pub struct Summary {
    /// What was answered.
    pub tally: Tally,
    /// How long it took.
    pub time: Duration,
    /// Why answers could not be passed on.
    pub failure: Option<std::io::Error>,
}

impl<S: Sink> Batch<S> {
    /// A run on the threads of the current rayon pool; answers and notes go
    /// to the sink.
    pub fn new(judge: Judge, intake: Intake, format: Format, sink: S) -> Self {
        let threads = rayon::current_num_threads();
        let (intake, outlet) = (Mutex::new(intake), Outlet::new(sink, threads));
        Self { judge, format, threads, intake, outlet, begun: Instant::now() }
    }

    /// Answers everything; a single thread is the calling one.
    pub fn run(&self) {
        if self.threads == 1 {
            self.work();
        } else {
            rayon::broadcast(|_| self.work());
        }
    }

    /// Begins no more blocks, waits for those under way, and tells how the run
    /// has gone: once, to the first who asks.
    pub fn settle(&self) -> Option<Summary> {
        let (tally, failure) = self.outlet.settle()?;
        Some(Summary { tally, time: self.begun.elapsed(), failure })
    }

    /// One thread's work, until there is no more.
    fn work(&self) {
        let mut text = Vec::new();
        while let Some((ticket, block)) = self.take(&mut text) {
            let parts = self.answer(&text[block.within.clone()], &block);
            self.outlet.deliver(ticket, parts);
        }
    }

    /// The next block of lines and its turn.
    fn take(&self, text: &mut Vec<u8>) -> Option<(u64, Block)> {
        let mut intake = outlet::lock(&self.intake);
        let block = intake.next(text)?;
        Some((self.outlet.begin()?, block))
    }

    fn answer(&self, text: &[u8], block: &Block) -> Vec<Part> {
        let answer = |(text, line)| self.answer_part(text, line, block);
        match &block.state {
            State::Failed(error) => vec![Part::failed(block, error)],
            State::TooLong => vec![Part::too_long(text, block, self.format)],
            State::Whole if self.threads == 1 => vec![answer((text, block.line))],
            State::Whole => {
                let parts = parts(text, block.line, self.threads * PARTS);
                parts.into_par_iter().map(answer).collect()
            }
        }
    }

    fn answer_part(&self, text: &[u8], line: usize, block: &Block) -> Part {
        let mut writer = Writer::new(text.len(), block, self.format);
        self.judge.answer(text, line, block.columns.as_deref(), &mut writer);
        writer.part
    }
}

/// A text cut into about so many parts of whole lines, each with the number of
/// its first.
fn parts(mut text: &[u8], mut line: usize, count: usize) -> Vec<(&[u8], usize)> {
    let size = (text.len() / count).clamp(*PART.start(), *PART.end());
    let mut parts = Vec::new();
    while !text.is_empty() {
        let rest = text.get(size..).unwrap_or_default();
        let end = memchr::memchr(b'\n', rest).map_or(text.len(), |at| size + at + 1);
        let (part, after) = text.split_at(end);
        parts.push((part, line));
        line += memchr::memchr_iter(b'\n', part).count();
        text = after;
    }
    parts
}
