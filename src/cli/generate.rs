//! `hypermate generate`: new puzzles, sound and all different.

mod given;
mod writer;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::ValueEnum;
use hypermate::batch::Shard;
use hypermate::generate::{End, Material, Order, Puzzle, Source, Tally, Terms, Wishes, generate};
use hypermate::notation::{self, Options, side_named};
use hypermate::piece::Side;
use hypermate::render::text::Look;
use hypermate::setup::Setup;
use hypermate::shape::Shape;
use hypermate::variant::{TESSERACT, Variant};
use indicatif::{ProgressBar, ProgressStyle};
use terminal_size::{Width, terminal_size_of};

use super::args::When;
use super::limits::{Signals, seconds};
use super::{Exit, Session};
use writer::{Form, Writer};

/// What stands on a line, for the help.
pub const RECORDS: &str = "\
A puzzle is a line of EPD, or of JSON with --json:
  dm, bm              the length, and the only key
  seed, index         what made it: the same options make it again
  score, difficulty   its worth after the composers' customs, and how hard it is to solve
  c0, c1              what it is worth, in words; with --solution the play after the key
The same options and the same seed make the same puzzles on every machine, with any -j. The exit
status is 1 if fewer were found than asked for.";

/// The arguments of `generate`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// How many moves the mate takes, 1 to 6
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=6))]
    mate: u32,
    /// How many puzzles; 10 unless --unchanged takes all there are
    #[arg(long, value_name = "N")]
    count: Option<u64>,
    /// Any number: another one, other puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The men, White's before the slash: KQR/kp, or with ranges KQR0-2/kp1-3
    #[arg(long, value_name = "MEN")]
    pieces: Option<Material>,
    /// How many men in all, kings among them: 6, or 4..8; without --pieces 5..9
    #[arg(long, value_name = "RANGE", value_parser = range)]
    men: Option<RangeInclusive<usize>>,
    /// The side that mates: white, unless positions say otherwise
    #[arg(long, value_name = "SIDE", value_parser = side)]
    mates: Option<Side>,
    /// Only keys that capture nothing, give no check, make no queen and take no
    /// flight
    #[arg(long)]
    quiet_key: bool,
    /// Only puzzles of which no man can be removed; men are taken off until
    /// that is so
    #[arg(long)]
    economical: bool,
    /// Only puzzles without a dual in the main play
    #[arg(long)]
    dual_free: bool,
    /// Only puzzles that use more than one plane of a board that has more
    #[arg(long)]
    spatial: bool,
    /// Only puzzles with at least so many variations
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_variations: u32,
    /// Only puzzles with at least this score; 60 is good, few have 100
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    min_score: Option<i32>,
    /// Take positions from a puzzle file, as they are and with a few changes
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Take the positions of --from as they are
    #[arg(long, requires = "from")]
    unchanged: bool,
    /// Take positions from games that the program plays against itself
    #[arg(long, conflicts_with = "from")]
    from_play: bool,
    /// Make none of the puzzles in this file, nor their images; may be repeated
    #[arg(long, value_name = "FILE")]
    not_in: Vec<PathBuf>,
    /// Give up after so many candidates for one puzzle; 1000000 for mates in
    /// 2, fewer for longer ones, ten times as many where there are wishes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    tries: Option<u64>,
    /// Stop after so many seconds; what is found then depends on the machine
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Make only the Ith of N parts; the parts, one after another, are the whole
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// The order in which puzzles are written: as they were made, or the
    /// easiest or the best first
    #[arg(long, value_enum, default_value_t, value_name = "BY", conflicts_with = "shard")]
    sort: Sort,
    /// Write the play after the key too
    #[arg(long)]
    solution: bool,
    /// Draw the boards
    #[arg(long)]
    picture: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Sort {
    /// As they were made
    #[default]
    Index,
    /// The easiest first
    Difficulty,
    /// The best first
    Score,
}

impl Sort {
    fn apply(self, puzzles: &mut [Puzzle]) {
        match self {
            Self::Index => {}
            Self::Difficulty => puzzles.sort_by_key(|puzzle| puzzle.measures.difficulty()),
            Self::Score => puzzles.sort_by_key(|puzzle| -puzzle.measures.score().total()),
        }
    }
}

/// Makes the puzzles.
pub fn run(args: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    if args.picture && session.common.wants_json() {
        bail!("a picture is no JSON: --picture or --json, not both");
    }
    let order = args.order(session)?;
    let stop = Arc::new(AtomicBool::new(false));
    let signals = Signals::stopping(&stop)?;
    let terms = args.terms(&order, session, stop)?;
    let wanted = args.wanted(&order, &terms);
    let writer = args.writer(&order, session);
    let bar = Bar::new(wanted, session);
    let mut out = BufWriter::new(session.out.unlocked()?);
    let mut held = Vec::new();
    let mut sink = |puzzle: &Puzzle| {
        if args.sort == Sort::Index {
            return write(&writer, puzzle, &mut out, &bar);
        }
        held.push(puzzle.clone());
        Ok(())
    };
    let (tally, end) = generate(&order, &terms, &mut sink, &|tally| bar.show(tally))?;
    args.sort.apply(&mut held);
    for puzzle in &held {
        write(&writer, puzzle, &mut out, &bar)?;
    }
    out.flush()?;
    bar.bar.finish_and_clear();
    Ok(Ending { order: &order, tally, end, wanted, begun: bar.begun }.tell(&signals, session))
}

fn write(writer: &Writer, puzzle: &Puzzle, out: &mut BufWriter<File>, bar: &Bar) -> io::Result<()> {
    let text = writer.text(puzzle).map_err(io::Error::other)?;
    bar.bar.suspend(|| {
        out.write_all(text.as_bytes())?;
        out.flush()
    })
}

impl Args {
    fn order(&self, session: &Session) -> anyhow::Result<Order> {
        let given = match &self.from {
            Some(path) => Some(given::positions(path, [&session.common.reading(); 2])?),
            None => None,
        };
        let first = given.as_ref().and_then(|given| given.first());
        let variant = session.common.variant.or(first.map(|setup| setup.variant));
        let variant = variant.unwrap_or(&TESSERACT);
        let own = first.filter(|setup| setup.variant == variant).map(|setup| setup.shape);
        let shape = session.common.shape.or(own).unwrap_or_else(|| variant.usual_shape());
        let wishes = Wishes {
            quiet_key: self.quiet_key,
            economical: self.economical,
            dual_free: self.dual_free,
            spatial: self.spatial,
            variations: self.min_variations,
            score: self.min_score,
        };
        Ok(Order {
            mates: self.mates.or(session.common.side),
            source: match given {
                Some(given) if self.unchanged => Source::Given(given),
                Some(given) => Source::Changed(given),
                None if self.from_play => Source::Played(start(variant, shape)?),
                None => Source::Placed,
            },
            material: self.material(),
            wishes,
            seed: self.seed,
            tries: self.tries.unwrap_or_else(|| Order::usual_tries(self.mate, &wishes)),
            ..Order::new(variant, shape, self.mate)
        })
    }

    fn material(&self) -> Option<Material> {
        match (&self.pieces, &self.men) {
            (Some(pieces), Some(men)) => Some(pieces.clone().within(men.clone())),
            (Some(pieces), None) => Some(pieces.clone()),
            (None, Some(men)) => Some(Material::of_men(men.clone())),
            (None, None) => None,
        }
    }

    fn terms(
        &self,
        order: &Order,
        session: &Session,
        stop: Arc<AtomicBool>,
    ) -> anyhow::Result<Terms> {
        let (own, others) = (session.common.reading(), Options::default());
        let mut known = Vec::new();
        for path in &self.not_in {
            known.extend(given::positions(path, [&own, &others])?);
        }
        let count = self.count.unwrap_or(if self.unchanged { u64::MAX } else { 10 });
        let indices = order.indices(count);
        let part = self.shard.map(|shard| shard.range(indices.end - indices.start));
        Ok(Terms { count, part, known, time: self.time, stop, ..Terms::default() })
    }

    /// How many puzzles there shall be.
    fn wanted(&self, order: &Order, terms: &Terms) -> Option<u64> {
        if self.unchanged {
            return self.count.filter(|_| self.shard.is_none());
        }
        let all = order.indices(terms.count);
        let part = terms.part.clone().unwrap_or(all.clone());
        Some(part.end.min(all.end).saturating_sub(part.start))
    }

    fn writer<'a>(&self, order: &'a Order, session: &Session) -> Writer<'a> {
        let columns = terminal_size_of(io::stdout()).map(|(Width(columns), _)| columns.into());
        let look = Look { figurines: false, colour: session.out.colour(), width: columns };
        let form = if session.common.wants_json() {
            Form::Json
        } else if self.picture {
            Form::Picture
        } else {
            Form::Epd
        };
        let style = session.common.problem_style(order.variant);
        Writer { order, form, style, solution: self.solution, look }
    }
}

/// The position that games begin with; none on a board that has no such.
fn start(variant: &'static Variant, shape: Shape) -> anyhow::Result<Option<Setup>> {
    match variant.starts {
        [(_, fen), ..] if shape == variant.usual_shape() => {
            let options = Options { variant: Some(variant), ..Options::default() };
            Ok(Some(notation::read(fen, &options)?))
        }
        _ => Ok(None),
    }
}

/// How a run is summed up.
struct Ending<'a> {
    order: &'a Order,
    tally: Tally,
    end: End,
    wanted: Option<u64>,
    begun: Instant,
}

impl Ending<'_> {
    fn tell(&self, signals: &Signals, session: &Session) -> Exit {
        let Tally { found, tried } = self.tally;
        let seconds = self.begun.elapsed().as_secs_f64();
        let rate = found as f64 / seconds.max(1e-9);
        let missing = self.wanted.filter(|&wanted| found < wanted);
        let Some(wanted) = missing else {
            session.messages.note(format_args!(
                "{found} puzzles of {tried} candidates; {seconds:.2} s, {rate:.1} puzzles/s"
            ));
            return Exit::Done;
        };
        let (exit, why) = match (self.end, signals.exit()) {
            (End::Stopped, exit @ Exit::Signal(_)) => (exit, "the run was stopped".into()),
            (End::Stopped, _) => (Exit::No, "the time was over".into()),
            (End::Barren(tries), _) => {
                let advice = "other men, more --tries or fewer wishes may help";
                (Exit::No, format!("{tries} candidates made no other; {advice}"))
            }
            (End::Done, _) => (Exit::No, "there are no more positions".into()),
        };
        session.messages.error(format_args!(
            "found {found} of {wanted} puzzles ({}): {why}; {tried} candidates in {seconds:.2} s",
            self.what()
        ));
        exit
    }

    /// What was tried.
    fn what(&self) -> String {
        let Order { variant, shape, moves, material, seed, .. } = self.order;
        let men = material.as_ref().map_or_else(String::new, |men| format!(", {men}"));
        format!("mate in {moves}, {} on {shape}{men}, seed {seed}", variant.name)
    }
}

/// A line on the terminal that says how far the run is.
struct Bar {
    bar: ProgressBar,
    begun: Instant,
}

impl Bar {
    fn new(wanted: Option<u64>, session: &Session) -> Self {
        let shown = match session.common.progress {
            When::Always => true,
            When::Never => false,
            When::Auto => !session.common.quiet && !io::stdout().is_terminal(),
        };
        let (bar, style) = match wanted {
            Some(wanted) => (ProgressBar::new(wanted), "{bar:30} {pos}/{len} puzzles, {msg}"),
            None => (ProgressBar::no_length(), "{spinner} {pos} puzzles, {msg}"),
        };
        let bar = if shown { bar } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Self { bar, begun: Instant::now() }
    }

    fn show(&self, Tally { found, tried }: Tally) {
        if !self.bar.is_hidden() {
            let rate = found as f64 / self.begun.elapsed().as_secs_f64().max(1e-3);
            self.bar.set_position(found);
            self.bar.set_message(format!("{tried} candidates, {rate:.1} puzzles/s"));
        }
    }
}

fn side(text: &str) -> Result<Side, &'static str> {
    side_named(text).ok_or("expected white or black")
}

/// `6`, `4..8` or `4-8`.
fn range(text: &str) -> Result<RangeInclusive<usize>, &'static str> {
    let number = |text: &str| text.parse().map_err(|_| "expected a number of men, or 4..8");
    match text.split_once("..").or_else(|| text.split_once('-')) {
        Some((low, high)) => Ok(number(low)?..=number(high)?),
        None => Ok(number(text)?..=number(text)?),
    }
}
