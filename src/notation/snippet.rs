//! A fault drawn under the line it is in, with a caret at the exact place.
//!
//! The only door to annotate-snippets. That crate scans and copies all it is
//! given, so it gets a window around the fault and never a whole long line.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::ParseError;
use super::error::boundary;
use super::lexemes::is_hidden;

/// How many bytes are shown on each side of a fault.
const SHOWN: usize = 60;

/// Where a faulty text comes from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The text in which the fault's offset counts.
    pub text: &'a str,
    /// Its name: a file's, or what else it is.
    pub name: &'a str,
    /// The number of its first line.
    pub first_line: usize,
}

/// Draws a fault: what was found, where, the line with a caret and what was
/// expected, and what to try.
pub fn draw(source: &Source<'_>, fault: &ParseError, colour: bool) -> String {
    let window = Window::around(source.text, fault);
    let line = source.first_line + fault.line - 1;
    let origin = Origin::path(source.name).line(line).char_column(fault.column);
    let label = format!("expected {}", fault.expected);
    let mark = AnnotationKind::Primary.span(window.start..window.end).label(label);
    let snippet = Snippet::source(window.text).line_start(line).annotation(mark);
    let title = Level::ERROR.primary_title(format!("found {}", fault.found));
    let mut group = Group::with_title(title).element(origin).element(snippet);
    if let Some(hint) = &fault.hint {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let picture = renderer.render(&[group]);
    // The place and the line are drawn as two parts; the sign between them and
    // the padding of empty places are dropped.
    let between = |line: &&str| line.contains(":::") && !line.contains(['|', '>']);
    let lines: Vec<&str> =
        picture.lines().filter(|line| !between(line)).map(str::trim_end).collect();
    lines.join("\n")
}

/// The part of the faulty line that is shown, and the fault's place in it.
struct Window {
    text: String,
    start: usize,
    end: usize,
}

impl Window {
    fn around(text: &str, fault: &ParseError) -> Self {
        let at = boundary(text, fault.offset);
        let earliest = boundary(text, at.saturating_sub(SHOWN));
        let latest = boundary(text, at + SHOWN);
        let (before, after) = (&text[earliest..at], &text[at..latest]);
        let line_start = before.rfind('\n').map(|newline| newline + 1);
        let line_end = after.find(['\n', '\r']);
        let before = &before[line_start.unwrap_or(0)..];
        let before = before.strip_prefix('\u{feff}').unwrap_or(before);
        let after = &after[..line_end.unwrap_or(after.len())];
        let cut_front = line_start.is_none() && earliest > 0;
        let cut_back = line_end.is_none() && latest < text.len();
        let front = if cut_front { "…" } else { "" };
        let (fault, after) = after.split_at(boundary(after, fault.length));
        let back = if cut_back { "…" } else { "" };
        let [before, fault, after] = [before, fault, after].map(visible);
        let start = front.len() + before.len();
        let end = start + fault.len();
        Self { text: format!("{front}{before}{fault}{after}{back}"), start, end }
    }
}

/// The text with signs for what would not be seen. Control characters get
/// theirs when the picture is drawn.
fn visible(text: &str) -> String {
    let sign = |char: char| {
        let hidden = is_hidden(char) && !char.is_control();
        if hidden { char::REPLACEMENT_CHARACTER } else { char }
    };
    text.chars().map(sign).collect()
}
