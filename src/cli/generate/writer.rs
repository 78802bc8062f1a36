//! A puzzle as it is written: a line of EPD or JSON, or a picture.

use hypermate::generate::{Order, Puzzle};
use hypermate::notation::{MoveStyle, write_move};
use hypermate::puzzle::Record;
use hypermate::render::measures::{MeasuresJson, line};
use hypermate::render::solution::{Parts, Told};
use hypermate::render::text::{Look, draw};
use hypermate::search::Wanted;
use hypermate::solution::{Request, solve};
use serde_json::{Value, json};

/// How puzzles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A line of EPD.
    Epd,
    /// A JSON object on a line.
    Json,
    /// The board drawn, and what is to be said below it.
    Picture,
}

/// Writes puzzles.
pub struct Writer<'a> {
    /// What they were made by.
    pub order: &'a Order,
    /// How they are written.
    pub form: Form,
    /// How moves are written.
    pub style: MoveStyle,
    /// Whether the play after the key is written too.
    pub solution: bool,
    /// How boards are drawn.
    pub look: Look,
}

impl Writer<'_> {
    /// A puzzle, with a newline at its end.
    ///
    /// # Errors
    /// If search and rules disagree.
    pub fn text(&self, puzzle: &Puzzle) -> anyhow::Result<String> {
        let told = if self.solution { Some(self.told(puzzle)?) } else { None };
        Ok(match self.form {
            Form::Epd => self.epd(puzzle, told.as_ref()),
            Form::Json => self.json(puzzle, told.as_ref())?,
            Form::Picture => self.picture(puzzle, told.as_ref()),
        })
    }

    fn told(&self, puzzle: &Puzzle) -> anyhow::Result<Told> {
        let request = Request {
            wanted: Wanted::All,
            variations: true,
            ..Request::new(self.order.stipulation())
        };
        let solution = solve(&puzzle.board, &request, &|_| ())?;
        let parts = Parts { variations: true, tries: false, set_play: false };
        Ok(Told::new(&puzzle.board, &solution, self.style, parts))
    }

    fn epd(&self, puzzle: &Puzzle, told: Option<&Told>) -> String {
        let mut record = Record::of_puzzle(puzzle, self.order, self.style);
        let mut add = |name: &str, value: Value| record.others.insert(name.into(), value);
        let measures = line(&puzzle.measures);
        add("score", json!(puzzle.measures.score().total()));
        add("difficulty", json!(puzzle.measures.difficulty()));
        let rest = measures.split_once(": ").map_or(&measures[..], |(_, rest)| rest);
        add("c0", json!(rest));
        if let Some(told) = told {
            add("c1", json!(on_one_line(told)));
        }
        record.to_epd() + "\n"
    }

    fn json(&self, puzzle: &Puzzle, told: Option<&Told>) -> anyhow::Result<String> {
        let mut record = Record::of_puzzle(puzzle, self.order, self.style);
        let measures = serde_json::to_value(MeasuresJson::new(&puzzle.measures))?;
        record.others.insert("measures".into(), measures);
        if let Some(told) = told {
            let solution = serde_json::to_value(told)?;
            record.others.insert("variations".into(), solution["variations"].clone());
        }
        Ok(record.to_json() + "\n")
    }

    fn picture(&self, puzzle: &Puzzle, told: Option<&Told>) -> String {
        let record = Record::of_puzzle(puzzle, self.order, self.style);
        let name = record.id.map_or_else(String::new, |id| id.to_string());
        let board = draw(&puzzle.board.setup(), &[], &self.look);
        let (moves, side) = (self.order.moves, puzzle.board.side().title());
        let solution = match told {
            Some(told) => solution(told),
            None => format!("1.{}!\n", write_move(&puzzle.board, puzzle.key, self.style)),
        };
        let measures = line(&puzzle.measures);
        format!("{board}\n{name}: {side} mates in {moves}\n{measures}\n{solution}\n")
    }
}

/// The lines of a solution, without the first, which says that it is sound.
fn solution(told: &Told) -> String {
    told.text().split_once('\n').map_or_else(String::new, |(_, lines)| lines.to_owned())
}

fn on_one_line(told: &Told) -> String {
    solution(told).split_whitespace().collect::<Vec<_>>().join(" ")
}
