//! The command line of hypermate.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main().into()
}
