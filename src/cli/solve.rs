//! `hypermate solve`: every key of a problem, proven and checked.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use hypermate::board::Board;
use hypermate::notation::{MoveStyle, write_move};
use hypermate::proof_file::Claim;
use hypermate::render::solution::{Parts, Told};
use hypermate::search::{Progress, Wanted};
use hypermate::solution::{Outcome, Request, Solution, refusal, solve};
use hypermate::stipulation::{Aim, Play, Stipulation};
use indicatif::{ProgressBar, ProgressStyle};

use super::args::When;
use super::boards::{Boards, Place};
use super::input::Input;
use super::limits::{LimitArgs, Signals};
use super::{Exit, Session};

/// What the answers mean, at the end of the help.
pub const WORDS: &str = "\
The first line of an answer is the goal and what became of it:
  sound        one key, and nothing shorter
  short        the aim is reached in fewer moves than asked
  cooked       several keys
  solved       a key; with --first nobody looked for others
  no solution  proven: no first move does it
  unknown      cut short before the answer was known; the exit status is 3
After a move, ! marks a key and ? a try; several shortest replies are a dual.
The exit status is 0 also where no solution is proven; with -e it is then 1.";

/// The arguments of `solve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to solve: '#3', =2, h#2.5, s#3, r#2; left out where --mate says
    /// it. The side to move begins
    #[arg(value_name = "GOAL")]
    goal: Option<String>,
    #[command(flatten)]
    input: Input,
    /// Mate in at most N moves, the same as '#N'
    #[arg(long, value_name = "N", value_parser = moves)]
    mate: Option<u16>,
    /// Take the shortest length up to the goal's
    #[arg(long)]
    shortest: bool,
    /// Find every key and prove that there is no other (the default)
    #[arg(long, conflicts_with = "first")]
    all: bool,
    /// Stop at the first key found
    #[arg(long)]
    first: bool,
    /// Print the play after each key: threats, defences, replies, duals
    #[arg(long)]
    variations: bool,
    /// Print the first moves that fail to one defence only, with it
    #[arg(long, conflicts_with = "first")]
    tries: bool,
    /// Print what would follow if the other side were to move first
    #[arg(long)]
    set_play: bool,
    /// Write the proof to a file, for `hypermate verify`
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Let the proof show too that there is no other key
    #[arg(long, requires = "proof", conflicts_with = "first")]
    complete: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Solves each board.
pub fn run(args: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    let (stipulation, input) = goal_and_input(args)?;
    let (limits, signals) = args.limits.open()?;
    if args.complete && stipulation.play() == Play::Help {
        bail!("--complete is for forced play; every line of {stipulation} is found anyway");
    }
    let request = Request {
        stipulation,
        wanted: if args.first { Wanted::First } else { Wanted::All },
        shortest: args.shortest,
        variations: args.variations,
        tries: args.tries,
        set_play: args.set_play,
        proof: args.proof.is_some(),
        complete: args.complete,
        threads: if limits.nodes.is_some() { 1 } else { session.common.threads },
        limits,
    };
    let boards = Boards::open(&input, session)?;
    signals.set_idle(true);
    let solver = Solver { args, request, signals };
    if args.proof.is_some() {
        let board = boards.only(session)?;
        return board.map_or(Ok(Exit::Fault), |board| solver.answer(&board, None, session));
    }
    boards.answer_at(session, |board, place, session| solver.answer(board, Some(place), session))
}

/// The goal stands first, unless `--mate` says it.
fn goal_and_input(args: &Args) -> anyhow::Result<(Stipulation, Input)> {
    match (args.mate, &args.goal) {
        (Some(_), Some(goal)) if !args.input.is_empty() => {
            bail!("--mate is a goal, so '{goal}' cannot be another")
        }
        (Some(moves), board) => {
            let input = board.as_ref().map_or(args.input.clone(), |board| Input::of(board.into()));
            Ok((Stipulation::new(Play::Direct, Aim::Mate, moves)?, input))
        }
        (None, Some(goal)) => Ok((read_goal(goal)?, args.input.clone())),
        (None, None) => bail!(
            "say what to solve: a goal such as '#3' (in quotes, or the shell takes it for a \
             comment) or h#2.5, or --mate 3"
        ),
    }
}

/// Reads a goal; what is none may be a board, or a number that lacks its sign.
fn read_goal(text: &str) -> anyhow::Result<Stipulation> {
    text.parse().map_err(|error| match text {
        _ if text.contains(['/', '[']) => {
            anyhow!("the goal stands before the board, as in hypermate solve '#3' BOARD")
        }
        _ if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            anyhow!("'{text}' is no goal: for mate in {text} say '#{text}' or --mate {text}")
        }
        _ => anyhow::Error::from(error),
    })
}

/// A number of moves as any goal may have.
fn moves(text: &str) -> Result<u16, String> {
    let number: u64 = text.parse().map_err(|_| "expected a number of moves, such as 3")?;
    let number = u16::try_from(number).unwrap_or(u16::MAX);
    let goal = Stipulation::new(Play::Direct, Aim::Mate, number);
    goal.map(Stipulation::moves).map_err(|error| error.to_string())
}

struct Solver<'a> {
    args: &'a Args,
    request: Request,
    signals: Signals,
}

impl Solver<'_> {
    fn answer(
        &self,
        board: &Board,
        place: Option<Place>,
        session: &mut Session,
    ) -> anyhow::Result<Exit> {
        if let Some(refusal) = refusal(board, self.request.stipulation) {
            let place = place.map(|place| format!("{place}: ")).unwrap_or_default();
            session.messages.error(format_args!("{place}{}: {refusal}", self.request.stipulation));
            return Ok(Exit::Fault);
        }
        self.signals.set_idle(false);
        let exit = self.solve(board, session)?;
        session.out.flush()?;
        if let signal @ Exit::Signal(_) = self.signals.exit() {
            // Told, and not followed by an "unknown" for each board to come.
            std::process::exit(signal.code().into());
        }
        self.signals.set_idle(true);
        Ok(exit)
    }

    fn solve(&self, board: &Board, session: &mut Session) -> anyhow::Result<Exit> {
        let style = session.common.problem_style(board.variant());
        let bar = Bar::new(board, style, session);
        let solution = solve(board, &self.request, &|progress| bar.show(progress))?;
        bar.bar.finish_and_clear();
        self.print(board, &solution, style, session)?;
        self.write_proof(board, &solution, session)?;
        Ok(match solution.outcome {
            Outcome::Unknown => self.signals.exit(),
            Outcome::None if session.common.exit_status => Exit::No,
            _ => Exit::Done,
        })
    }

    fn print(
        &self,
        board: &Board,
        solution: &Solution,
        style: MoveStyle,
        session: &mut Session,
    ) -> anyhow::Result<()> {
        let Args { variations, tries, set_play, .. } = *self.args;
        let told = Told::new(board, solution, style, Parts { variations, tries, set_play });
        if session.common.wants_json() {
            session.out.json(&told)?;
        } else {
            session.out.write_all(told.text().as_bytes())?;
        }
        Ok(())
    }

    fn write_proof(
        &self,
        board: &Board,
        solution: &Solution,
        session: &Session,
    ) -> anyhow::Result<()> {
        let Some(path) = &self.args.proof else { return Ok(()) };
        let (stipulation, proof) = (solution.stipulation, solution.proof.clone());
        let claim = Claim { board: board.clone(), stipulation, proof };
        if claim.is_empty() {
            let path = path.display();
            session.messages.warning(format_args!("{path} was not written: there is no proof"));
            return Ok(());
        }
        let file = claim.file();
        let write = || -> std::io::Result<()> {
            let mut out = BufWriter::new(File::create(path)?);
            serde_json::to_writer(&mut out, &file)?;
            out.write_all(b"\n")?;
            out.flush()
        };
        write().with_context(|| format!("cannot write {}", path.display()))
    }
}

/// A line on the terminal that says where the search is.
struct Bar<'a> {
    board: &'a Board,
    style: MoveStyle,
    bar: ProgressBar,
    begun: Instant,
}

impl<'a> Bar<'a> {
    fn new(board: &'a Board, style: MoveStyle, session: &Session) -> Self {
        let wanted = session.common.progress != When::Never && !session.common.quiet;
        let bar = if wanted { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { board, style, bar, begun: Instant::now() }
    }

    fn show(&self, progress: &Progress) {
        if self.bar.is_hidden() {
            return;
        }
        let mv = match self.board.legal_moves().contains(&progress.mv) {
            true => write_move(self.board, progress.mv, self.style),
            false => String::new(),
        };
        let rate = progress.nodes as f64 / self.begun.elapsed().as_secs_f64().max(1e-3) / 1e6;
        let Progress { depth, number, of, .. } = progress;
        self.bar.set_message(format!(
            "depth {depth}, first move {number} of {of} {mv}, {rate:.2} million positions a second"
        ));
    }
}
