//! `hypermate man`: the manual page, subcommands included.

use std::io::Write;

use clap::CommandFactory;
use clap_mangen::Man;

use super::{Exit, Session};

/// The arguments of `man`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Prints the manual page.
pub fn run(_: &Args, session: &mut Session) -> anyhow::Result<Exit> {
    let mut page = Vec::new();
    Man::new(super::Cli::command()).render(&mut page)?;
    session.out.write_all(&page)?;
    Ok(Exit::Done)
}
