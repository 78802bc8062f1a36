//! `hypermate completions`: what a shell needs to complete our arguments.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Exit, Session};

/// The arguments of `completions`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the completions.
pub fn run(args: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    // The generator panics where it cannot write; memory takes everything.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Cli::command(), "hypermate", &mut script);
    session.out.write_all(&script)?;
    Ok(Exit::Done)
}
