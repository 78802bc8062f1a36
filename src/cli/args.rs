//! The arguments: the subcommands, and the options that all of them share.

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use hypermate::notation::{Legend, MoveStyle, Notation, Options, side_named};
use hypermate::piece::Side;
use hypermate::shape::Shape;
use hypermate::variant::{VARIANTS, Variant};

use super::{
    Exit, Session, batch, check, completions, convert, explain, generate, input, man, moves, perft,
    reach, show, solve, verify,
};

/// Finds checkmates on chess boards of any number of dimensions
///
/// Without a subcommand it checks: `true` if the side to move is checkmated,
/// `false` if not.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, override_usage = USAGE, after_help = STATUS)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    check: check::Args,
    #[command(flatten)]
    common: Common,
}

const USAGE: &str = "hypermate [OPTIONS] [FILE|BOARD]\n       hypermate <COMMAND> [OPTIONS] …";

const STATUS: &str = "\
Exit status: 0 done; 1 a proper no (with -e), or a file states what is not so; 2 bad input or
usage; 3 a limit was reached first; 130 and 143 after Ctrl-C and SIGTERM.";

impl Cli {
    /// What to do and how.
    ///
    /// # Errors
    /// What is wrong with the arguments, or the help that they ask for.
    pub fn read() -> Result<(Command, Common), clap::Error> {
        let Self { command, check, common } = Self::try_parse().map_err(|error| {
            // A surplus word that is like a subcommand's name is one, to clap.
            let surplus = [ErrorKind::UnknownArgument, ErrorKind::InvalidSubcommand];
            surplus.contains(&error.kind()).then(Self::misspelt).flatten().unwrap_or(error)
        })?;
        let conflict = |text| Err(Self::command().error(ErrorKind::ArgumentConflict, text));
        let command = match command {
            None => Command::Check(check),
            Some(command) if check == check::Args::default() => command,
            Some(_) => {
                return conflict(
                    "a board and the options of check stand after the subcommand, not before it",
                );
            }
        };
        if common.format == Format::Csv && !matches!(command, Command::Batch(_)) {
            return conflict("only batch writes csv");
        }
        Ok((command, common))
    }

    /// What there is to say of arguments that check does not know, if the first
    /// is a word that can only have been meant as a subcommand.
    fn misspelt() -> Option<clap::Error> {
        let command = Self::command();
        let lenient = command.clone().ignore_errors(true).try_get_matches().ok()?;
        let board = lenient.try_get_one::<OsString>("board").ok()??;
        if lenient.subcommand_name().is_some() || !input::may_name_subcommand(board) {
            return None;
        }
        // Of these alone clap knows what is near.
        clap::Command::new("hypermate")
            .override_usage(USAGE)
            .subcommands(command.get_subcommands().cloned())
            .try_get_matches_from([OsStr::new("hypermate"), board])
            .err()
    }

    /// The short help of the subcommand that the arguments name first, or of
    /// the program.
    pub fn short_help() -> StyledStr {
        let mut cli = Self::command();
        cli.build();
        let named = std::env::args().find(|word| cli.find_subcommand(word).is_some());
        match named.and_then(|name| cli.find_subcommand_mut(name)) {
            Some(subcommand) => subcommand.render_help(),
            None => cli.render_help(),
        }
    }
}

/// The subcommands. Each is a file with its arguments and a function `run`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Say whether the side to move is checkmated (the default)
    Check(check::Args),
    /// Say why: what gives check, what holds each flight, why no defence helps
    Explain(explain::Args),
    /// Draw boards
    Show(show::Args),
    /// Answer puzzle files of any size, a line for each record
    #[command(after_help = batch::RECORDS)]
    Batch(batch::Args),
    /// Write boards in another notation
    Convert(convert::Args),
    /// List the legal moves
    Moves(moves::Args),
    /// List the squares that a piece reaches
    Reach(reach::Args),
    /// Find every key of a mate problem, and prove it
    #[command(after_help = solve::WORDS)]
    Solve(solve::Args),
    /// Make new puzzles: sound mates in N, all different
    ///
    /// They are made on the tesseract unless --variant or the positions of --from
    /// say otherwise.
    #[command(after_help = generate::RECORDS)]
    Generate(generate::Args),
    /// Check a proof that solve has written
    Verify(verify::Args),
    /// Count the legal move paths of each length up to N
    Perft(perft::Args),
    /// Print the completions for a shell
    Completions(completions::Args),
    /// Print the man page
    Man(man::Args),
}

impl Command {
    /// Does what was asked.
    pub fn run(&self, session: &mut Session) -> anyhow::Result<Exit> {
        match self {
            Self::Check(args) => check::run(args, session),
            Self::Explain(args) => explain::run(args, session),
            Self::Show(args) => show::run(args, session),
            Self::Batch(args) => batch::run(args, session),
            Self::Convert(args) => convert::run(args, session),
            Self::Moves(args) => moves::run(args, session),
            Self::Reach(args) => reach::run(args, session),
            Self::Solve(args) => solve::run(args, session),
            Self::Generate(args) => generate::run(args, session),
            Self::Verify(args) => verify::run(args, session),
            Self::Perft(args) => perft::run(args, session),
            Self::Completions(args) => completions::run(args, session),
            Self::Man(args) => man::run(args, session),
        }
    }
}

/// The options that every subcommand understands.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// How answers are written
    #[arg(long, global = true, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
    /// Short for --format json; of the two the later counts
    #[arg(long, global = true, overrides_with = "format")]
    pub json: bool,
    /// Whether to use colour
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: When,
    /// Whether to show progress on standard error
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub progress: When,
    /// No warnings and no notes on standard error
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// More on standard error
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// How many threads to use; 0 for one a core
    #[arg(short = 'j', long, global = true, default_value = "0", value_parser = threads, value_name = "N")]
    pub threads: usize,
    /// Let the exit code tell the answer: 0 yes, 1 no
    #[arg(short, long, global = true)]
    pub exit_status: bool,
    /// The rules, whatever the text suggests
    #[arg(long, global = true, value_parser = variant(), value_name = "NAME")]
    pub variant: Option<&'static Variant>,
    /// The board's lengths, as in 4x4x2x2
    #[arg(long, global = true, value_name = "LENGTHS")]
    pub shape: Option<Shape>,
    /// The side to move, whatever the text says
    #[arg(long, global = true, value_parser = side(), value_name = "SIDE")]
    pub side: Option<Side>,
    /// The notation that boards are in, whatever the text looks like
    #[arg(long, global = true, value_parser = notation(), value_name = "NAME")]
    pub notation: Option<Notation>,
    /// The order of levels in the FEN of a board of three axes
    #[arg(long, global = true, value_enum, default_value_t, value_name = "ORDER")]
    pub levels: Levels,
    /// What integers in a board stand for: letters of 0, 1, 2 … or pairs, as
    /// in #KQRBN or 0=#,1=K,-1=k
    #[arg(long, global = true, value_name = "LETTERS")]
    pub legend: Option<Legend>,
    /// How moves are written; san and uci are for chess
    #[arg(long = "moves", global = true, value_parser = style(), value_name = "STYLE")]
    pub style: Option<MoveStyle>,
}

impl Common {
    /// Whether answers are JSON.
    pub fn wants_json(&self) -> bool {
        self.json || self.format == Format::Json
    }

    /// How moves are written where nobody says otherwise: long algebraic.
    pub fn style(&self) -> MoveStyle {
        self.style.unwrap_or_default()
    }

    /// How the moves of problems are written where nobody says otherwise:
    /// short algebraic for chess.
    pub fn problem_style(&self, variant: &Variant) -> MoveStyle {
        let usual = if variant.name == "chess" { MoveStyle::San } else { MoveStyle::default() };
        self.style.unwrap_or(usual)
    }

    /// How boards are to be read.
    pub fn reading(&self) -> Options {
        Options {
            variant: self.variant,
            shape: self.shape,
            side: self.side,
            notation: self.notation,
            legend: self.legend.clone().unwrap_or_default(),
            top_first: self.levels.top_first(),
        }
    }
}

/// How answers are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people and simple scripts
    #[default]
    Text,
    /// One JSON object a line
    Json,
    /// A table with commas between its columns; batch writes it
    Csv,
}

/// When to do what a terminal alone makes sensible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Which level of a board of three axes comes first in FEN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Levels {
    /// The lowest level first
    #[default]
    BottomFirst,
    /// The highest level first
    TopFirst,
}

impl Levels {
    /// Whether the highest level comes first.
    pub fn top_first(self) -> bool {
        self == Self::TopFirst
    }
}

/// The most threads that are not a slip of the keyboard.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|&threads| threads <= MOST_THREADS);
    threads.ok_or_else(|| format!("expected a number from 0 (one a core) to {MOST_THREADS}"))
}

fn variant() -> impl TypedValueParser<Value = &'static Variant> {
    let names = VARIANTS.map(|variant| PossibleValue::new(variant.name).help(variant.about));
    PossibleValuesParser::new(names).try_map(|name| Variant::named(&name).ok_or("no such variant"))
}

fn side() -> impl TypedValueParser<Value = Side> {
    let names = [PossibleValue::new("white").alias("w"), PossibleValue::new("black").alias("b")];
    PossibleValuesParser::new(names).try_map(|name| side_named(&name).ok_or("no such side"))
}

fn notation() -> impl TypedValueParser<Value = Notation> {
    PossibleValuesParser::new(Notation::ALL.map(Notation::name))
        .try_map(|name| Notation::named(&name).ok_or("no such notation"))
}

fn style() -> impl TypedValueParser<Value = MoveStyle> {
    PossibleValuesParser::new(MoveStyle::ALL.map(MoveStyle::name))
        .try_map(|name| MoveStyle::named(&name).ok_or("no such style"))
}
