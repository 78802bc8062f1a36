//! `hypermate convert`: one notation to another. A board is written as it was
//! read, possible or not.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use hypermate::notation::{Notation, Options};
use hypermate::setup::{Castling, Setup};
use hypermate::shape::Shape;
use hypermate::variant::Variant;

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
        let lost = Lost::by(notation, setup, &self.options);
        if text.contains('\n') && self.written > 0 {
            session.out.line("")?;
        }
        self.written += 1;
        let mut flags = notation.flags(&lost.rest(setup), &self.options).unwrap_or_default();
        let opcodes = match self.to {
            Target::Epd => opcodes(flags.variant.take(), flags.shape.take()),
            Target::Board(_) => String::new(),
        };
        session.out.line(text + &opcodes)?;
        let notes = [lost.note(), arguments(&flags)];
        self.tell(notes.into_iter().flatten().collect::<Vec<_>>().join("\n"), session);
        Ok(Exit::Done)
    }

    /// Says once what is lost and what is needed to read the boards that follow.
    fn tell(&mut self, note: String, session: &Session) {
        if note != self.told && !note.is_empty() {
            session.messages.note(&note);
        }
        self.told = note;
    }
}

/// What of a board a notation leaves out, and no flag brings back.
#[derive(Default)]
struct Lost {
    castling: bool,
    en_passant: bool,
    counters: bool,
}

impl Lost {
    fn by(notation: Notation, setup: &Setup, options: &Options) -> Self {
        if notation.flags(setup, options).is_some() {
            return Self::default();
        }
        Self {
            castling: setup.castling != Castling::NONE,
            en_passant: setup.en_passant.is_some(),
            counters: (setup.halfmove, setup.fullmove) != (0, 1),
        }
    }

    /// The board without what is lost.
    fn rest(&self, setup: &Setup) -> Setup {
        let mut rest = setup.clone();
        if self.castling {
            rest.castling = Castling::NONE;
        }
        if self.en_passant {
            rest.en_passant = None;
        }
        if self.counters {
            (rest.halfmove, rest.fullmove) = (0, 1);
        }
        rest
    }

    fn note(&self) -> Option<String> {
        let parts = [
            (self.castling, "castling"),
            (self.en_passant, "en passant"),
            (self.counters, "the counters"),
        ];
        let lost: Vec<&str> =
            parts.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect();
        (!lost.is_empty()).then(|| format!("the notation leaves out {}", lost.join(" and ")))
    }
}

/// The EPD opcodes that say how a board is to be read.
fn opcodes(variant: Option<&Variant>, shape: Option<Shape>) -> String {
    let variant = variant.map(|variant| format!(" variant {};", variant.name));
    let shape = shape.map(|shape| format!(" shape {shape};"));
    variant.into_iter().chain(shape).collect()
}

/// A sentence with the arguments that say what the options say, if there are
/// any.
fn arguments(flags: &Options) -> Option<String> {
    let variant = flags.variant.map(|variant| format!(" --variant {}", variant.name));
    let shape = flags.shape.map(|shape| format!(" --shape {shape}"));
    let side = flags.side.map(|side| format!(" --side {}", side.name()));
    let levels = flags.top_first.then(|| " --levels top-first".to_owned());
    let all: String = [variant, shape, side, levels].into_iter().flatten().collect();
    (!all.is_empty()).then(|| format!("to read this again:{all}"))
}
