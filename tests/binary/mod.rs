//! Runs the binary: arguments, input, and what becomes of its streams. Each
//! test crate uses a part of this module, hence the `allow`.

#![allow(dead_code)]

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use assert_cmd::Command;

/// Where the binary is.
pub const BINARY: &str = env!("CARGO_BIN_EXE_hypermate");

/// A run to come.
pub struct Call {
    command: Command,
    words: Vec<String>,
    input: Vec<u8>,
}

/// What a run came to.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// The binary with these arguments, separated by spaces, and nothing on
/// standard input.
pub fn hypermate(args: &str) -> Call {
    let mut command = Command::new(BINARY);
    // What would change the colours: a CI's log takes them on any terminal.
    for variable in ["CI", "NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    let call = Call { command, words: Vec::new(), input: Vec::new() };
    args.split_whitespace().fold(call, Call::arg)
}

/// A file for one test, with this content.
pub fn scratch(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(std::process::id().to_string());
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path
}

impl Call {
    /// One more argument, spaces and all.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.words.push(arg.as_ref().to_str().unwrap().to_owned());
        self.command.arg(arg);
        self
    }

    /// What is piped in.
    pub fn input(mut self, input: impl AsRef<[u8]>) -> Self {
        self.input = input.as_ref().to_vec();
        self
    }

    /// The folder to run in.
    pub fn within(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Environment variables.
    pub fn env(mut self, variables: &[(&str, &str)]) -> Self {
        self.command.envs(variables.iter().copied());
        self
    }

    /// Runs it.
    pub fn run(mut self) -> Run {
        Run::of(&self.command.write_stdin(self.input).output().unwrap())
    }

    /// Runs it with a reader of its answers who leaves at once.
    pub fn without_reader(self) -> Run {
        let mut child = self.std().stdout(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        // The binary may be gone before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(&self.input);
        Run::of(&child.wait_with_output().unwrap())
    }

    /// Runs it with a full disk for its answers; nothing where no such device
    /// exists.
    pub fn on_full_disk(self) -> Option<Run> {
        let Ok(full) = File::options().write(true).open("/dev/full") else {
            eprintln!("skipped: no /dev/full here");
            return None;
        };
        let mut child = self.std().stdout(full).spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(&self.input);
        Some(Run::of(&child.wait_with_output().unwrap()))
    }

    /// Runs it on a terminal, where both streams arrive as one; nothing where
    /// util-linux's `script` is missing.
    pub fn on_terminal(self) -> Option<Run> {
        let quoted = |word: &String| format!("'{}'", word.replace('\'', "'\\''"));
        let words: Vec<String> = self.words.iter().map(quoted).collect();
        let line = format!("{BINARY} {}", words.join(" "));
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm");
        for (name, value) in self.command.get_envs() {
            match value {
                Some(value) => script.env(name, value),
                None => script.env_remove(name),
            };
        }
        match script.output() {
            Ok(output) => Some(Run::of(&output)),
            Err(error) => {
                eprintln!("skipped: no terminal without script ({error})");
                None
            }
        }
    }

    fn std(&self) -> std::process::Command {
        let mut command = std::process::Command::new(BINARY);
        command.args(self.command.get_args()).stdin(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

impl Run {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text comes out");
        Self {
            code: output.status.code().expect("no signal ends it"),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// What is on standard output, of a run that ended well.
    #[track_caller]
    pub fn answer(&self) -> String {
        assert_eq!(self.code, 0, "{}", self.err);
        self.out.clone()
    }
}
