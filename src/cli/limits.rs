//! What a search may spend, as arguments; and the signals that end it.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hypermate::search::Limits;
use signal_hook::consts::{SIGINT, SIGTERM};

use super::Exit;

/// The limits of a search. Without them it goes on until it is done.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Stop after so many positions, visited by one thread, so that the answer
    /// is always the same
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Let hash tables take so much memory, as in 256M
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "64M")]
    memory: usize,
}

/// How often a thread looks whether a signal has come.
const LOOK: Duration = Duration::from_millis(20);

/// How long after a signal the next one still says the same: whoever ends a
/// process by its group as well, as `timeout` does, signals it twice.
const ECHO: Duration = Duration::from_millis(500);

/// The signal that has come, if one has.
#[derive(Clone)]
pub struct Signals {
    came: Arc<AtomicUsize>,
    /// Whether a signal may end the process at once, as nothing is under way.
    idle: Arc<AtomicBool>,
}

impl LimitArgs {
    /// The limits, which a signal ends too.
    pub fn open(&self) -> anyhow::Result<(Limits, Signals)> {
        let limits =
            Limits { nodes: self.nodes, time: self.time, memory: self.memory, ..Limits::default() };
        let signals = Signals::stopping(&limits.stop)?;
        Ok((limits, signals))
    }
}

impl Signals {
    /// Has Ctrl-C and SIGTERM set a flag; a later one, or one that comes while
    /// nothing is under way, ends the process at once.
    pub fn stopping(stop: &Arc<AtomicBool>) -> anyhow::Result<Self> {
        let signals = Self { came: Arc::default(), idle: Arc::default() };
        let impatient = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register_conditional_shutdown(
                signal,
                128 + signal,
                impatient.clone(),
            )?;
            signal_hook::flag::register(signal, stop.clone())?;
            signal_hook::flag::register_usize(signal, signals.came.clone(), signal as usize)?;
        }
        signals.clone().watch(impatient)?;
        Ok(signals)
    }

    fn watch(self, impatient: Arc<AtomicBool>) -> std::io::Result<()> {
        let watch = move || {
            self.wait();
            let first = Instant::now();
            while first.elapsed() < ECHO {
                if self.idle.load(Ordering::Acquire) {
                    process::exit(self.exit().code().into());
                }
                thread::sleep(LOOK);
            }
            impatient.store(true, Ordering::Relaxed);
        };
        thread::Builder::new().name("signals".into()).spawn(watch).map(drop)
    }

    /// Waits for a signal, and says how it ends a run.
    pub fn wait(&self) -> Exit {
        loop {
            if let exit @ Exit::Signal(_) = self.exit() {
                return exit;
            }
            thread::sleep(LOOK);
        }
    }

    /// Says whether anything is under way that a signal should let end well.
    pub fn set_idle(&self, idle: bool) {
        self.idle.store(idle, Ordering::Release);
    }

    /// How a run ends whose search was stopped.
    pub fn exit(&self) -> Exit {
        match self.came.load(Ordering::Relaxed) {
            0 => Exit::Limit,
            signal => Exit::Signal(signal as u8),
        }
    }
}

/// A number of seconds, perhaps with a fraction.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected seconds, such as 10 or 0.5")?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// A number of bytes; `K`, `M` and `G` are powers of 1024.
fn bytes(text: &str) -> Result<usize, String> {
    let (number, shift) = match text.char_indices().last() {
        Some((at, 'K' | 'k')) => (&text[..at], 10),
        Some((at, 'M' | 'm')) => (&text[..at], 20),
        Some((at, 'G' | 'g')) => (&text[..at], 30),
        _ => (text, 0),
    };
    let number: usize = number.parse().map_err(|_| "expected a size, such as 64M or 2G")?;
    number.checked_mul(1 << shift).ok_or_else(|| "that is too much".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_read() {
        assert_eq!(bytes("64M"), Ok(64 << 20));
        assert_eq!(bytes("1000"), Ok(1000));
        assert!(bytes("M").is_err());
        assert!(bytes("99999999999999999999G").is_err());
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("-1").is_err());
        assert!(seconds("nan").is_err());
    }
}
