//! The command line: reads the arguments, runs the subcommand, ends the run.
//!
//! To add a subcommand, write a file with its `Args` and a function
//! `run(&Args, &mut Session) -> anyhow::Result<Exit>`, and add a variant to
//! [`args::Command`].

mod args;
mod batch;
mod boards;
mod check;
mod completions;
mod convert;
mod exit;
mod explain;
mod generate;
mod input;
mod man;
mod moves;
mod output;
mod perft;
mod limits;
mod reach;
mod show;
mod solve;
mod verify;

use std::io::{self, Write};

use args::{Cli, Common};
pub use exit::Exit;
use input::NoInput;
use output::{Messages, Output};

/// What a subcommand works with: the common options and the two streams.
pub struct Session {
    /// The options that every subcommand understands.
    pub common: Common,
    /// Standard output.
    pub out: Output,
    /// Standard error.
    pub messages: Messages,
}

/// The whole run.
pub fn main() -> Exit {
    let (command, common) = match Cli::read() {
        Ok(read) => read,
        Err(error) => return usage(&error),
    };
    let out = Output::open(&common);
    let messages = Messages::new(&common);
    let mut session = Session { common, out, messages };
    if let Err(error) = share_work(&session.common) {
        return give_up(&session.messages, &error);
    }
    let outcome = command.run(&mut session).and_then(|exit| {
        session.out.flush()?;
        Ok(exit)
    });
    outcome.unwrap_or_else(|error| give_up(&session.messages, &error))
}

/// Sets the number of threads.
fn share_work(common: &Common) -> anyhow::Result<()> {
    rayon::ThreadPoolBuilder::new().num_threads(common.threads).build_global()?;
    Ok(())
}

/// Prints the help or the version that was asked for, or what is wrong with
/// the arguments.
fn usage(error: &clap::Error) -> Exit {
    match error.print() {
        Err(fault) if fault.kind() != io::ErrorKind::BrokenPipe => Exit::Fault,
        _ if error.use_stderr() => Exit::Fault,
        _ => Exit::Done,
    }
}

/// Ends a run that cannot go on. A closed pipe is a reader who has seen enough.
fn give_up(messages: &Messages, error: &anyhow::Error) -> Exit {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    if io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe) {
        return Exit::Done;
    }
    messages.error(format_args!("{error:#}"));
    if error.is::<NoInput>() {
        messages.plain(format_args!("\n{}", Cli::short_help()));
    }
    Exit::Fault
}
