//! `hypermate convert`: one notation to another. A board is written as it was
//! read, possible or not.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use hypermate::notation::{Notation, Options};
use hypermate::setup::Setup;

use super::args::Levels;
use super::boards::Boards;
use super::input::Input;
use super::{Exit, Session};

/// The arguments of `convert`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The notation to write
    #[arg(long, value_name = "NOTATION", value_parser = target())]
    to: Target,
    /// The order of the levels in the FEN written; as --levels if not given
    #[arg(long, value_enum, value_name = "ORDER")]
    to_levels: Option<Levels>,
    #[command(flatten)]
    input: Input,
}

/// What to write.
#[derive(Clone, Copy, Debug)]
enum Target {
    Board(Notation),
    /// FEN, and what a reader must be told besides as opcodes.
    Epd,
}

impl Target {
    fn notation(self) -> Notation {
        match self {
            Self::Board(notation) => notation,
            Self::Epd => Notation::Fen,
        }
    }
}

fn target() -> impl TypedValueParser<Value = Target> {
    let names = Notation::ALL.map(Notation::name).into_iter().chain(["epd"]);
    PossibleValuesParser::new(names)
        .map(|name| Notation::named(&name).map_or(Target::Epd, Target::Board))
}

/// Writes each board, and on standard error what a reader must be told to read
/// the same board again.
pub fn run(args: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    let mut options = session.common.reading();
    options.top_first = args.to_levels.unwrap_or(session.common.levels).top_first();
    let mut writer = Writer { to: args.to, options, written: 0, told: String::new() };
    let boards = Boards::open(&args.input, session)?;
    boards.answer_setups(session, |setup, session| writer.write(setup, session))
}

struct Writer {
    to: Target,
    options: Options,
    written: usize,
    /// What was said last of reading a board again.
    told: String,
}

impl Writer {
    fn write(&mut self, setup: &Setup, session: &mut Session) -> anyhow::Result<Exit> {
        let notation = self.to.notation();
        let Some(text) = notation.write(setup, &self.options) else {
            let (name, shape) = (notation.name(), &setup.shape);
            session.messages.error(format_args!("{name} cannot write a board of {shape}"));
            return Ok(Exit::Fault);
        };
        let flags = notation.flags(setup, &self.options);
        if text.contains('\n') && self.written > 0 {
            session.out.line("")?;
        }
        self.written += 1;
        match (self.to, &flags) {
            (Target::Epd, Some(flags)) => session.out.line(text + &opcodes(flags))?,
            _ => {
                session.out.line(text)?;
                self.tell(flags.as_ref(), session);
            }
        }
        Ok(Exit::Done)
    }

    /// Says once what is needed to read the boards that follow.
    fn tell(&mut self, flags: Option<&Options>, session: &Session) {
        let note = match flags {
            None => "the notation leaves out castling, en passant or the counters".to_owned(),
            Some(flags) => arguments(flags),
        };
        if note != self.told && !note.is_empty() {
            session.messages.note(&note);
        }
        self.told = note;
    }
}

/// The EPD opcodes that say what the options say.
fn opcodes(flags: &Options) -> String {
    let variant = flags.variant.map(|variant| format!(" variant {};", variant.name));
    let shape = flags.shape.map(|shape| format!(" shape {shape};"));
    variant.into_iter().chain(shape).collect()
}

/// A sentence with the arguments that say what the options say; empty if there
/// are none.
fn arguments(flags: &Options) -> String {
    let variant = flags.variant.map(|variant| format!(" --variant {}", variant.name));
    let shape = flags.shape.map(|shape| format!(" --shape {shape}"));
    let side = flags.side.map(|side| format!(" --side {}", side.name()));
    let levels = flags.top_first.then(|| " --levels top-first".to_owned());
    let all: String = [variant, shape, side, levels].into_iter().flatten().collect();
    if all.is_empty() { all } else { format!("to read this again:{all}") }
}
