//! `hypermate batch`: puzzle files of any size, a line for a record.

mod screen;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::ValueEnum;
use hypermate::batch::{Batch, Format as Lines, Input, Intake, Shard, Summary, Tally};
use hypermate::puzzle::Judge;

use super::args::Format;
use super::input::NoInput;
use super::limits::{LimitArgs, Signals};
use super::output::Messages;
use super::{Exit, Session};
use screen::Screen;

/// What a record may be, at the end of the help.
pub const RECORDS: &str = "\
A record is a line:
  a board             [#q,##],[##,K#] or a FEN
  EPD                 8/8/8/8/8/5k2/4q3/5K2 w - - dm 2; bm \"…\"; id \"…\";
  JSON                {\"id\":…, \"board\":…, \"mate\":true, \"verdict\":…, \"mate_in\":2, \"keys\":[…]}
  a lichess puzzle    PuzzleId,FEN,Moves,…
What a record states (a verdict, mate or not, mate in n, keys, the line) is checked; what is not
so is told on standard error, and the exit status is 1. The answer is about the board as it stands:
a good mate in 2 is no mate yet. What became of goals stands in --json and --format csv, and -v
tells it on standard error, as it tells why something could not be checked.";

/// The arguments of `batch`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Puzzle files, plain or compressed; `-` or none for standard input
    #[arg(value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Print checkmate, stalemate or neither instead of true or false
    #[arg(long)]
    verdict: bool,
    /// How the summary on standard error is written
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    summary: SummaryFormat,
    /// What a bad record does to the exit code: fail makes it 2
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    bad_records: BadRecords,
    /// Begin with the Nth record, counted from 1: after a run that was cut
    /// short, one more than the lines that it answered
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    resume_from: u64,
    /// Read only the Ith of N parts of the files; the parts' answers, one
    /// after another, are those of the whole
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Read every line carefully, for comparison
    #[arg(long, hide = true)]
    careful: bool,
    /// What each record that states a goal may cost.
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum SummaryFormat {
    /// For people; none with --quiet
    #[default]
    Text,
    /// One JSON object
    Json,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum BadRecords {
    /// The exit code is 2
    #[default]
    Fail,
    /// They are told and counted, no more
    Report,
}

/// Answers every record of the files.
pub fn run(args: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    let inputs = args.inputs()?;
    let size = args.size();
    let mut intake = Intake::new(inputs).skip(args.resume_from - 1);
    if let Some(shard) = args.shard {
        if args.reads_standard_input() {
            bail!("--shard needs files, as it must know how long they are");
        }
        intake = intake.only(shard).context("--shard must know how long the files are")?;
    }
    let format = args.format(session);
    if format == Lines::Csv && args.begins() {
        session.out.line(Lines::CSV_HEADER)?;
    }
    let options = session.common.reading();
    let judge = if args.careful { Judge::careful(&options) } else { Judge::new(&options) };
    let (mut limits, signals) = args.limits.open()?;
    limits.memory /= rayon::current_num_threads();
    let judge = judge.within(limits);
    let screen = Screen::new(session, size, intake.bytes_read())?;
    let batch = Arc::new(Batch::new(judge, intake, format, screen));
    let ending =
        Ending { messages: session.messages, summary: args.summary, quiet: session.common.quiet };
    stop_on_signals(Arc::clone(&batch), signals.clone(), ending)?;
    batch.run();
    let Some(summary) = batch.settle() else {
        // The run was cut short, and its summary is being printed.
        loop {
            std::thread::park();
        }
    };
    if let Some(failure) = summary.failure {
        return Err(failure).context("cannot write the answers");
    }
    ending.tell(&summary);
    match signals.exit() {
        // A record that could not be finished has ended the run.
        exit @ Exit::Signal(_) => Ok(exit),
        _ => Ok(args.exit(&summary.tally, session)),
    }
}

impl Args {
    fn reads_standard_input(&self) -> bool {
        self.files.is_empty() || self.files.iter().any(|file| file.as_os_str() == "-")
    }

    /// Whether the answers are the first of their file.
    fn begins(&self) -> bool {
        self.resume_from == 1 && self.shard.is_none_or(Shard::is_first)
    }

    fn inputs(&self) -> anyhow::Result<Vec<Input>> {
        if self.files.is_empty() && io::stdin().is_terminal() {
            return Err(NoInput.into());
        }
        let standard_input = || Input::stream("<stdin>", io::stdin());
        if self.files.is_empty() {
            return Ok(vec![standard_input()]);
        }
        let input = |file: &PathBuf| match file.to_str() {
            Some("-") => standard_input(),
            _ => Input::file(file),
        };
        Ok(self.files.iter().map(input).collect())
    }

    /// How many bytes there are to read, if they are all files.
    fn size(&self) -> Option<u64> {
        let length = |file: &PathBuf| {
            let about = std::fs::metadata(file).ok()?;
            about.is_file().then_some(about.len())
        };
        (!self.files.is_empty()).then(|| self.files.iter().map(length).sum()).flatten()
    }

    fn format(&self, session: &Session) -> Lines {
        match session.common.format {
            _ if session.common.wants_json() => Lines::Json,
            Format::Csv => Lines::Csv,
            _ if self.verdict => Lines::Verdict,
            _ => Lines::Mate,
        }
    }

    fn exit(&self, tally: &Tally, session: &Session) -> Exit {
        let bad = tally.bad > 0 && self.bad_records == BadRecords::Fail;
        let not_all_mates = session.common.exit_status && tally.mates + tally.bad < tally.records;
        if bad || tally.failures > 0 {
            Exit::Fault
        } else if tally.differences > 0 || not_all_mates {
            Exit::No
        } else if tally.limited > 0 {
            Exit::Limit
        } else {
            Exit::Done
        }
    }
}

/// How a run is summed up.
#[derive(Clone, Copy)]
struct Ending {
    messages: Messages,
    summary: SummaryFormat,
    quiet: bool,
}

impl Ending {
    fn tell(&self, summary: &Summary) {
        match self.summary {
            SummaryFormat::Text if self.quiet => {}
            SummaryFormat::Text => self.messages.plain(in_words(summary)),
            SummaryFormat::Json => self.messages.plain(in_json(summary)),
        }
    }
}

fn boards_a_second(summary: &Summary) -> f64 {
    summary.tally.records as f64 / summary.time.as_secs_f64().max(1e-9)
}

fn in_words(summary: &Summary) -> String {
    let Tally { records, mates, stalemates, neither, bad, warnings, .. } = summary.tally;
    let Tally { goals, differences, unchecked, .. } = summary.tally;
    let (seconds, rate) = (summary.time.as_secs_f64(), boards_a_second(summary));
    let count = |number: u64, one: &str| match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {one}s"),
    };
    let mut text = format!(
        "{}: {}, {}, {neither} neither, {bad} bad; {}{}, {}",
        count(records, "record"),
        count(mates, "mate"),
        count(stalemates, "stalemate"),
        if goals == 0 { String::new() } else { count(goals, "stated goal") + " checked, " },
        count(warnings, "warning"),
        count(differences, "difference")
    );
    if unchecked > 0 {
        text += &format!(", {unchecked} not checked here (-v tells why)");
    }
    text + &format!("; {seconds:.2} s, {rate:.0} boards/s")
}

fn in_json(summary: &Summary) -> String {
    let tally = &summary.tally;
    serde_json::json!({
        "records": tally.records,
        "mates": tally.mates,
        "stalemates": tally.stalemates,
        "neither": tally.neither,
        "bad": tally.bad,
        "warnings": tally.warnings,
        "goals": tally.goals,
        "differences": tally.differences,
        "not_checked": tally.unchecked,
        "seconds": summary.time.as_secs_f64(),
        "boards_per_second": boards_a_second(summary).round(),
    })
    .to_string()
}

/// On Ctrl-C or SIGTERM, lets the blocks under way be finished, tells how far
/// the run has come, and ends the process: the run itself may be waiting for
/// input that never comes. A second signal ends it at once.
fn stop_on_signals(
    batch: Arc<Batch<Screen>>,
    signals: Signals,
    ending: Ending,
) -> anyhow::Result<()> {
    let watch = move || {
        let exit = signals.wait();
        if let Some(summary) = batch.settle() {
            ending.tell(&summary);
            std::process::exit(exit.code().into());
        }
    };
    std::thread::Builder::new().name("signals".into()).spawn(watch)?;
    Ok(())
}
