//! The arguments: the subcommands, and the options that all of them share.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use hypermate::piece::Side;
use hypermate::shape::Shape;
use hypermate::variant::{VARIANTS, Variant};

use super::{Exit, Session, completions, man};

/// Finds checkmates on chess boards of any number of dimensions
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// What every subcommand understands.
    #[command(flatten)]
    pub common: Common,
}

/// The subcommands. Each is a file with its arguments and a function `run`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print the completions for a shell
    Completions(completions::Args),
    /// Print the man page
    Man(man::Args),
}

impl Command {
    /// Does what was asked.
    pub fn run(&self, session: &mut Session) -> anyhow::Result<Exit> {
        match self {
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
    /// Short for --format json
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
    #[arg(short = 'j', long, global = true, default_value_t = 0, value_name = "N")]
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
    /// How moves are written; san and uci are for chess
    #[arg(long, global = true, value_enum, default_value_t, value_name = "STYLE")]
    pub moves: MoveStyle,
}

impl Common {
    /// Whether answers are JSON.
    pub fn wants_json(&self) -> bool {
        self.json || self.format == Format::Json
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

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MoveStyle {
    /// Long algebraic: Ra1[0,0]-a1[0,1]
    #[default]
    Lan,
    /// Standard algebraic: Nf3
    San,
    /// Universal chess interface: g1f3
    Uci,
}

fn variant() -> impl TypedValueParser<Value = &'static Variant> {
    let names = VARIANTS.map(|variant| PossibleValue::new(variant.name).help(variant.about));
    PossibleValuesParser::new(names).try_map(|name| Variant::named(&name).ok_or("no such variant"))
}

fn side() -> impl TypedValueParser<Value = Side> {
    let names = [PossibleValue::new("white").alias("w"), PossibleValue::new("black").alias("b")];
    PossibleValuesParser::new(names)
        .map(|name| if name.starts_with('w') { Side::White } else { Side::Black })
}
